"""Records: what is written is read again, what was changed is found."""

import hashlib
import json
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.files.battles import BATTLE, SCENARIO, TEXT, TWO_FIGHTS

from enfilade.battle import Battle, Entry
from enfilade.dice import Chosen, Rolled
from enfilade.files import record
from enfilade.files.document import BadFile
from enfilade.files.scenario import load
from enfilade.referee import Action, Event, Facts


def refused(text: str) -> list[str]:
    with pytest.raises(BadFile) as caught:
        record.parse(text, "x.jsonl")
    return str(caught.value).split("\n")


def rehashed(change: Callable[[list[dict[str, Any]]], object]) -> str:
    """The record after a change by somebody who knows how the hashes are made."""
    lines = [json.loads(line) for line in TEXT.splitlines()]
    change(lines)
    text, before = "", ""
    for line in lines:
        body = json.dumps({name: value for name, value in line.items() if name != "hash"}, ensure_ascii=False)[:-1]
        before = hashlib.sha256((before + body).encode()).hexdigest()
        text += f'{body}, "hash": "{before}"}}\n'
    return text


# ---------------------------------------------------------------------------------- round trip


def test_a_record_is_replayed_to_an_equal_battle(tmp_path):
    record.save(BATTLE, tmp_path / "x.record.jsonl")
    assert (tmp_path / "x.record.jsonl").read_text("utf-8") == TEXT
    assert [file.name for file in tmp_path.iterdir()] == ["x.record.jsonl"]
    again = record.read(tmp_path / "x.record.jsonl")
    assert again.entries == BATTLE.entries
    assert again.start() == load(TWO_FIGHTS)
    assert again.check() is None
    assert again.replay() == BATTLE
    assert record.write(again.replay()) == TEXT


def test_a_record_is_lines_of_json_that_anything_can_read():
    header, *entries = [json.loads(line) for line in TEXT.splitlines()]
    assert header["format"] == "enfilade/record/1"
    assert (header["ruleset"], header["edition"]) == ("runewars", "rr")
    assert header["scenario"]["units"][1]["position"] == [10, 4.5]
    assert [entry["entry"] for entry in entries] == [1, 2, 3]
    assert entries[0]["action"] == BATTLE.entries[0].action.json()
    faces = [answer["faces"] for answer in entries[0]["answers"] if "faces" in answer]
    assert faces == [list(answer.faces) for answer in BATTLE.entries[0].answers if isinstance(answer, Rolled)]
    assert rehashed(lambda lines: None) == TEXT


def test_a_record_carries_the_file_of_units(tmp_path):
    units = "format: enfilade/units/1\nruleset: runewars\nunits:\n  Millers: {type: infantry, defense: 1, wounds: 1}\n"
    battle = load(SCENARIO.replace("Spearmen", "Millers"), units)
    again = record.parse(record.write(battle)).replay()
    assert again == battle
    assert again.library == battle.library


def test_a_beginning_of_a_record_is_a_record():
    assert record.parse("".join(TEXT.splitlines(keepends=True)[:3])).replay() == BATTLE.undo()


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**14), 10**14)
    | st.floats(-1e14, 1e14, allow_subnormal=False).filter(lambda x: x == 0 or abs(x) > 1e-300)
    | st.fractions(-1000, 1000, max_denominator=10**6).filter(lambda x: x.denominator > 1)
    | st.decimals(-1000, 1000, places=3)
    | st.text("ab/3 é\n", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=3),
    max_leaves=8,
)
FACTS = st.dictionaries(st.text("abcde", min_size=1, max_size=4), PLAIN, max_size=4).map(Facts)
ENTRIES = st.builds(
    Entry,
    st.builds(Action, st.text("ab", min_size=1), FACTS),
    st.lists(
        st.builds(Chosen, st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=5))
        | st.builds(Rolled, st.lists(st.integers(1, 6) | st.sampled_from(["HS", "-"]), max_size=4).map(tuple)),
        max_size=4,
    ).map(tuple),
    st.lists(st.builds(Event, st.text("ab", min_size=1), FACTS), max_size=3).map(tuple),
)


@given(st.lists(ENTRIES, max_size=3).map(tuple))
def test_entries_of_any_ruleset_are_read_as_they_were_written(entries):
    start = load(SCENARIO)
    battle = Battle(start.ruleset, start.scenario, start.state, entries)
    again = record.parse(record.write(battle)).entries
    assert again == entries
    assert repr(again) == repr(entries)


def test_exact_numbers_stay_exact_and_floats_stay_floats():
    facts = Facts(third=Fraction(1, 3), tenth=Decimal("0.10"), float=0.1, tiny=5.551115123125783e-17, one=Fraction(1))
    start = load(SCENARIO)
    entry = Entry(Action.of("x"), (), (Event("y", facts),))
    again = record.parse(record.write(Battle(start.ruleset, start.scenario, start.state, (entry,)))).entries[0]
    assert again == entry
    assert [type(value) for value in again.events[0].facts.values()] == [Fraction, Decimal, float, float, int]


# ------------------------------------------------------------------------------------- damage


@given(st.integers(0, len(TEXT) - 2), st.sampled_from('0a"]{ é'))
def test_any_changed_character_is_found_with_its_line(at, character):
    damaged = TEXT[:at] + character + TEXT[at + 1 :]
    if damaged != TEXT:
        line = TEXT.count("\n", 0, at) + 1
        numbers = [int(told.split(":")[1]) for told in refused(damaged)]
        # A line that lost its end makes one of two; a hash that is changed also breaks the next line's.
        assert numbers[0] == line
        assert set(numbers) <= {line, line + 1}


def test_missing_doubled_and_exchanged_lines_are_found():
    first, second, third, fourth = TEXT.splitlines(keepends=True)
    found = "found {}…; this line was changed, or the line before it was changed or is missing"
    missing = refused(first + third + fourth)
    assert re.match(r"x.jsonl:2:\d+ hash: expected [0-9a-f]{12}…, " + found.format("[0-9a-f]{12}"), missing[1])
    assert missing[0] == "x.jsonl:2:11 entry: expected 1, found 2; entries count from 1"
    assert {told.split(":")[1] for told in refused(first + second + second + third)} == {"3", "4"}
    assert {told.split(":")[1] for told in refused(first + third + second + fourth)} == {"2", "3", "4"}
    assert refused(second + third)[0].startswith("x.jsonl:1:")
    assert refused(first + second[:-10])[0].startswith("x.jsonl:2:")
    assert refused("\n" + TEXT)[0].startswith("x.jsonl:1:1: expected a value")
    assert refused("") == ["x.jsonl:1:1: expected a value, found the end of the file"]


def test_lines_of_another_shape_are_told_field_by_field():
    def spoil(lines: list[dict[str, Any]]) -> None:
        del lines[0]["edition"]
        lines[1]["answer"] = lines[1].pop("answers")
        lines[2]["answers"] = [{"faces": 3}, {"choice": 1}, {"face": []}, 7]
        lines[3]["events"] = [{"wounds": 1}]

    lines = refused(rehashed(spoil))
    assert [told.split(":")[1] for told in lines] == ["1", "2", "2", "3", "3", "3", "3", "3", "4"]
    assert [told.partition(" ")[2] for told in lines] == [
        "edition: expected this field, found none",
        "answers: expected this field, found none",
        'answer: expected a known field, found "answer"; did you mean "answers"?',
        "answers[0].faces: expected a list, found the number 3",
        "answers[1].choice: expected a text, found the number 1; put it in quotes",
        "answers[2].faces: expected this field, found none",
        'answers[2].face: expected a known field, found "face"; did you mean "faces"?',
        "answers[3]: expected a mapping, found the number 7",
        "events[0].kind: expected this field, found none",
    ]


def test_a_record_whose_entries_break_the_rules_is_found_although_its_hashes_fit():
    def more_wounds(lines: list[dict[str, Any]]) -> None:
        next(event for event in lines[1]["events"] if "hits" in event)["hits"] += 1

    def other_faces(lines: list[dict[str, Any]]) -> None:
        next(answer for answer in lines[2]["answers"] if "faces" in answer)["faces"].append("H")

    def other_target(lines: list[dict[str, Any]]) -> None:
        lines[3]["action"]["target"] = "reanimates"

    for number, change in enumerate((more_wounds, other_faces, other_target), 1):
        changed = record.parse(rehashed(change), "x.jsonl")
        mismatch = changed.check()
        assert mismatch is not None
        assert mismatch.entry == number
        with pytest.raises(
            BadFile, match=rf"^x\.jsonl:{number + 1}:1: expected .* by rule {re.escape(mismatch.rule)}: "
        ):
            changed.replay()


def test_a_record_of_an_edition_that_is_no_longer_there_is_refused():
    def older(lines: list[dict[str, Any]]) -> None:
        lines[0]["edition"] = "first"

    with pytest.raises(BadFile, match='edition: expected one of rr, found "first"'):
        record.parse(rehashed(older)).start()


def test_a_record_says_one_ruleset():
    def other(lines: list[dict[str, Any]]) -> None:
        lines[0]["ruleset"] = "asoiaf"

    with pytest.raises(BadFile, match=r'scenario\.ruleset: expected "asoiaf", found "runewars"'):
        record.parse(rehashed(other)).start()


def test_mistakes_in_the_scenario_of_a_record_have_their_place_in_its_line():
    def spoil(lines: list[dict[str, Any]]) -> None:
        lines[0]["scenario"]["units"][0]["facing"] = "north"

    text = rehashed(spoil)
    with pytest.raises(BadFile) as caught:
        record.parse(text, "x.jsonl").start()
    column = text.index('"north"') + 1
    assert str(caught.value) == f'x.jsonl:1:{column} units[0].facing: expected a number, found "north"'


@given(
    st.lists(
        st.sampled_from([*TEXT.splitlines(), "{}", "[]", "1", "", "x", '{"format": "enfilade/record/1"}']), max_size=6
    )
)
def test_lines_in_any_order_are_a_record_or_a_bad_file(lines):
    told = []
    try:
        entries = record.parse("\n".join(lines), "x.jsonl").entries
    except BadFile as error:
        told = str(error).split("\n")
    if told:
        assert all(line.startswith("x.jsonl:") for line in told)
    else:
        assert entries == BATTLE.entries[: len([line for line in lines if line]) - 1]


def test_a_very_long_wrong_record_is_refused_early():
    assert len(refused("{}\n" * 100_000)) <= 101
