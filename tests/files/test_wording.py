"""What pydantic finds wrong, in our words: the right kind, the right place, one mistake for one fault."""

from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from enfilade.files.document import parse
from enfilade.files.fields import known_fields
from enfilade.files.wording import describe, mistakes_in, nearest, suggestion


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Weather(Enum):
    CLEAR = "clear"
    FOG = "fog"


class Sword(Strict):
    kind: Literal["sword"]
    dice: list[int]


class Bow(Strict):
    kind: Literal["bow"]
    range: Annotated[int, Field(ge=1, le=5)]


class Card(Strict):
    type: Literal["infantry", "cavalry"]
    wounds: int
    attacks: list[Annotated[Sword | Bow, Field(discriminator="kind")]] = []


class Value(Strict):
    value: int


class Skill(Strict):
    skill: int
    weapon: str


class Unit(Strict):
    id: Annotated[str, Field(min_length=1, max_length=5)]
    profile: str | Card = "none"
    melee: Value | Skill | None = None
    position: tuple[int | Decimal | str, int | Decimal | str] | None = None
    facing: int | Decimal = 0
    activated: bool = False
    tokens: dict[Literal["panic", "stun"], int] = {}
    shape: Annotated[list[tuple[int, int]], Field(min_length=3)] = []
    length: str = "1in"
    other: str = Field("", alias="else", pattern="^[a-z]*$")

    @field_validator("length")
    @classmethod
    def _known_unit(cls, written: str) -> str:
        if not written.endswith("in"):
            raise ValueError(f"{written!r} is not a length: expected a text such as 12in")
        return written


class Battle(Strict):
    format: Literal["battle/1"]
    units: list[Unit]
    weather: Weather = Weather.CLEAR
    scale: Annotated[Decimal, Field(gt=0, lt=10, multiple_of=Decimal("0.5"))] = Decimal(1)


def told(fields: str) -> list[str]:
    """The mistakes in a battle whose only unit has these fields."""
    return told_of(f"format: battle/1\nunits:\n  - {{id: a, {fields}}}\n")


def told_of(text: str) -> list[str]:
    document = parse(text, "x")
    with pytest.raises(ValidationError) as caught:
        Battle.model_validate(document.data)
    found = mistakes_in(caught.value, Battle, document.data)
    return str(document.refuse(found.values, found.names)).split("\n")


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ("facign: 3", 'x:3:13 units[0].facign: expected a known field, found "facign"; did you mean "facing"?'),
        ("facing: north", 'x:3:21 units[0].facing: expected a number, found "north"'),
        ("facing: [1]", "x:3:21 units[0].facing: expected a number, found a list of 1"),
        ("position: [1]", "x:3:23 units[0].position[1]: expected a value, found none"),
        ("position: [1, 2, 3]", "x:3:23 units[0].position: expected at most 2 in the list, found 3"),
        ("position: [1, [2]]", "x:3:27 units[0].position[1]: expected a number or a text, found a list of 1"),
        ("position: 5", "x:3:23 units[0].position: expected a list, found the number 5"),
        ("activated: maybe", 'x:3:24 units[0].activated: expected true or false, found "maybe"'),
        ("profile: {type: infantry}", "x:3:22 units[0].profile.wounds: expected this field, found none"),
        ("profile: [x]", "x:3:22 units[0].profile: expected a text or a mapping, found a list of 1"),
        (
            "profile: {type: infantery, wounds: 1}",
            "x:3:29 units[0].profile.type: expected one of infantry, cavalry, "
            'found "infantery"; did you mean "infantry"?',
        ),
        (
            "profile: {type: cavalry, wounds: 1, attacks: [{kind: bow, range: 6}]}",
            "x:3:78 units[0].profile.attacks[0].range: expected a number of at most 5, found the number 6",
        ),
        (
            "profile: {type: cavalry, wounds: 1, attacks: [{kind: sling}]}",
            'x:3:66 units[0].profile.attacks[0].kind: expected one of sword, bow, found "sling"',
        ),
        (
            "profile: {type: cavalry, wounds: 1, attacks: [{range: 3}]}",
            "x:3:59 units[0].profile.attacks[0].kind: expected this field, found none",
        ),
        ("melee: {skill: 3}", "x:3:20 units[0].melee.weapon: expected this field, found none"),
        ("melee: 23", "x:3:20 units[0].melee: expected a mapping, found the number 23"),
        (
            "tokens: {panik: 1}",
            'x:3:22 units[0].tokens.panik: expected one of panic, stun as a name, found "panik"; did you mean "panic"?',
        ),
        ("tokens: {stun: x}", 'x:3:28 units[0].tokens.stun: expected a whole number, found "x"'),
        ("tokens: {stun: 1.5}", "x:3:28 units[0].tokens.stun: expected a whole number, found the number 1.5"),
        ("shape: [[0, 0]]", "x:3:20 units[0].shape: expected at least 3 in the list, found 1"),
        ("length: 5km", 'x:3:21 units[0].length: expected a text such as 12in, found "5km"'),
        ("length: 5", "x:3:21 units[0].length: expected a text, found the number 5; put it in quotes"),
        ("length: null", "x:3:21 units[0].length: expected a text, found nothing"),
        ("else: ABC", 'x:3:19 units[0].else: expected a text of the form ^[a-z]*$, found "ABC"'),
        (
            "other: abc",
            'x:3:13 units[0].other: expected a known field, found "other"; known: id, profile, melee, position,',
        ),
    ],
)
def test_one_fault_is_one_line(fields, line):
    lines = told(fields)
    assert len(lines) == 1
    assert lines[0].startswith(line)


def test_wrong_entries_do_not_make_the_list_too_short():
    lines = told("shape: [[0, 0], [1, x], [2, 2]]")
    assert lines == ['x:3:33 units[0].shape[1][1]: expected a whole number, found "x"']


def test_limits_of_the_outer_fields():
    head = "format: battle/1\nunits: []\n"
    assert told_of(head + "weather: rain\n") == ['x:3:10 weather: expected one of clear, fog, found "rain"']
    assert told_of(head + "scale: 0\n") == ["x:3:8 scale: expected a number above 0, found the number 0"]
    assert told_of(head + "scale: 10\n") == ["x:3:8 scale: expected a number below 10, found the number 10"]
    assert told_of(head + "scale: 0.7\n") == ["x:3:8 scale: expected a multiple of 0.5, found the number 0.7"]
    assert told_of("format: battle/2\nunits: {}\n") == [
        'x:1:9 format: expected "battle/1", found "battle/2"',
        "x:2:8 units: expected a list, found a mapping",
    ]
    assert told_of("[]") == ["x:1:1: expected a mapping, found a list of 0"]
    assert told_of("format: battle/1\nunits: [{id: ''}, {id: toolong}]") == [
        'x:2:14 units[0].id: expected a text of at least 1 characters, found ""',
        'x:2:24 units[1].id: expected a text of at most 5 characters, found "toolong"',
    ]


def test_all_mistakes_are_told_in_the_order_of_the_file():
    lines = told_of("formt: battle/1\nunits:\n  - {facing: n}\n  - id: 3\n    foo: 1\nwether: fog\n")
    assert [line.split(": expected")[0] for line in lines] == [
        "x:1:1 format",
        "x:1:1 formt",
        "x:3:5 units[0].id",
        "x:3:14 units[0].facing",
        "x:4:9 units[1].id",
        "x:5:5 units[1].foo",
        "x:6:1 wether",
    ]


class Pose(BaseModel):
    model_config = ConfigDict(strict=True)

    facing: int | Decimal | Annotated[float, Field(allow_inf_nan=False)]


def test_a_strict_number_is_asked_for_as_a_number():
    with pytest.raises(ValidationError) as error:
        Pose.model_validate({"facing": "north"})
    (mistake,) = mistakes_in(error.value, Pose, {"facing": "north"}).values
    assert (mistake.expected, mistake.found) == ("a number", '"north"')


def test_no_word_of_the_library_shows():
    text = " ".join(told("profile: {type: 1}, melee: [], position: {}, tokens: [], shape: 1, activated: [], zzz: 1"))
    assert not [word for word in ("pydantic", "Input", "input", "valid", "_type", "function-") if word in text]


def test_the_fields_known_at_a_path():
    assert known_fields(Battle, ()) == ("format", "units", "weather", "scale")
    assert known_fields(Battle, ("units", 3, "profile")) == ("type", "wounds", "attacks")
    assert known_fields(Battle, ("units", 3, "profile", "attacks", 0)) == ("kind", "dice", "range")
    assert known_fields(Battle, ("units", 3, "melee")) == ("value", "skill", "weapon")
    assert known_fields(Battle, ("units", 3, "position", 0)) == ()
    assert known_fields(Battle, ("nothing", "here")) == ()


def test_suggestions():
    assert nearest("Spearman", ["Spearmen", "Reanimates"]) == 'did you mean "Spearmen"?'
    assert nearest("spearmen", ["Spearmen"]) == 'did you mean "Spearmen"?'
    assert nearest("x" * 10_000, ["Spearmen"]) == ""
    assert nearest(5, ["Spearmen"]) == ""
    assert suggestion("zzz", ["a", "b"]) == "known: a, b"
    assert suggestion("zzz", [str(n) for n in range(100)]) == ""


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (True, "true"),
        (3, "the number 3"),
        (Decimal("0.50"), "the number 0.50"),
        ("a\nb", '"a\\nb"'),
        ("x" * 100, '"' + "x" * 39 + '…"'),
        ([1], "a list of 1"),
        ({}, "a mapping"),
    ],
)
def test_what_is_found_is_said_in_a_few_words(value: Any, words: str):
    assert describe(value) == words
