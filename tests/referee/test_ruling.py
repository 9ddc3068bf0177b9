"""Steps, folds, rulings, refusals: one tree that text, JSON, values and evidence are read from."""

import json
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.battle import conquest

from enfilade.dice import D6, Program, Roll, Stage, Sum, Until
from enfilade.referee import (
    FOLDS,
    Action,
    Book,
    Event,
    Facts,
    Fold,
    Mistake,
    Nearest,
    Reading,
    Refusal,
    Result,
    Rules,
    ScenarioError,
    Scene,
    Shape,
    Source,
    Step,
    allow,
    folded,
    read_book,
    refuse,
    shown,
)


def source(rule: str, basis: Any = "stated") -> Source:
    return Source(rule, "Book", "1", "Heading", f"words of {rule}", "implemented", basis)


BOOK = Book(
    MappingProxyType({key: source(key) for key in "abc"} | {"guess": source("guess", "assumed")}),
    MappingProxyType({"tie": Reading("tie", "Who wins?", {"us": "we", "them": "they"}, "us", ("a",))}),
)
RULES = Rules(BOOK, Facts(tie="them"))
ACTION = Action.of("melee", attacker="x", target="y", edge=None)
LINE = Shape("line", ((0.0, 0.0), (1.0, 2.5)), "line_blocked", side="red")


# Steps ----------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=5), st.sampled_from(sorted(FOLDS)))
def test_a_folded_value_is_the_fold_of_what_it_rests_on(values, fold: Fold):
    steps = [Step("a", "", value=value) for value in values]
    plainly: dict[str, Any] = {"sum": sum, "all": all, "any": any, "greatest": max, "least": min}
    expected = plainly[fold](values)
    step = folded(fold, "b", "{value} by {why}", steps, name="dice", why="ranks")
    assert (step.value, step.name, step.fold) == (expected, "dice", fold)
    assert step.because == tuple(steps)
    assert step.text() == f"{shown(step.value)} by ranks"


def test_a_step_is_told_from_the_top_down():
    leaf, other = Step("a", "leaf"), Step("b", "other")
    middle = folded("all", "b", "middle", [leaf])
    top = folded("any", "c", "top", [middle, other])
    assert [step.words for step in top.walk()] == ["top", "middle", "leaf", "other"]


def test_a_step_as_json_holds_what_the_text_was_made_of():
    step = Step(
        "a", "{n} of {value}", Facts(n=Fraction(1, 2)), Fraction(3, 4), "share", 0.25, True, because=(Step("b", ""),)
    )
    assert json.loads(json.dumps(step.json())) == {
        "rule": "a",
        "text": "0.5 of 0.75",
        "facts": {"n": "1/2"},
        "value": "3/4",
        "margin": 0.25,
        "name": "share",
        "too_close": True,
        "shows": [],
        "because": [{"rule": "b", "text": "", "facts": {}, "value": None, "margin": None, "shows": [], "because": []}],
    }


def test_a_fact_called_value_is_told_before_the_steps_own():
    assert Step("a", "{value}", Facts(value="named"), 1).text() == "named"


def test_shapes_leave_out_what_they_do_not_have():
    assert LINE.json() == {"shape": "line", "points": [[0.0, 0.0], [1.0, 2.5]], "role": "line_blocked", "side": "red"}


# Actions --------------------------------------------------------------------------------------------------------


def test_an_action_leaves_out_what_was_not_said():
    assert Action.of("melee", target="y", attacker="x") == ACTION
    assert (ACTION["target"], ACTION.get("edge"), ACTION.get("edge", "front")) == ("y", None, "front")
    assert str(ACTION) == "melee attacker=x target=y"


@given(st.dictionaries(st.sampled_from(["attacker", "cls", "self", "fields", "x y"]), st.integers(), max_size=4))
def test_an_action_goes_into_json_and_back_whatever_its_fields_are_called(fields):
    action = Action("melee", Facts(fields))
    assert Action.from_json(json.loads(json.dumps(action.json()))) == action


def test_an_action_without_a_kind_is_an_error():
    with pytest.raises(KeyError):
        Action.from_json({"attacker": "x"})


def test_actions_and_events_can_be_looked_up():
    assert {ACTION: 1}[Action.of("melee", attacker="x", target="y")] == 1
    assert {Event("losses", Facts(unit="x")): 1}[Event("losses", Facts(unit="x"))] == 1
    assert Event("losses", Facts(unit="x", n=1)).json() == {"kind": "losses", "unit": "x", "n": 1}


# Rulings --------------------------------------------------------------------------------------------------------


def test_a_legal_ruling_has_its_values_and_evidence_from_its_steps():
    inner = Step("a", "two", value=2, name="dice", evidence=(LINE,))
    ruling = allow(ACTION, [folded("sum", "b", "{value}", [inner, Step("a", "one", value=1)], name="all")], RULES)
    assert (ruling.legal, ruling.verdict, ruling.refusal, ruling.dice) == (True, "legal", None, None)
    assert ruling.values == Facts(all=3, dice=2)
    assert ruling.evidence == (LINE,)
    assert ruling.json()["evidence"] == [LINE.json()]
    assert "refusal" not in ruling.json()


def test_a_refusal_names_the_failing_step_and_the_nearest_legal_thing():
    failed = Step("c", "{n} short", Facts(n=2), False, margin=-2.0, evidence=(LINE,), readings=("tie",))
    nearest = Nearest("move {n} nearer", Facts(n=2), Action.of("move", by=2))
    ruling = refuse(ACTION, [Step("a", "so far", value=1, name="range")], RULES, Refusal(failed, nearest))
    assert (ruling.legal, ruling.verdict) == (False, "refused")
    assert [step.rule for step in ruling.walk()] == ["a", "c"]
    assert ruling.evidence == (LINE,)
    assert ruling.readings == Facts(tie="them")
    assert ruling.json()["refusal"] == {
        "rule": "c",
        "text": "2 short",
        "facts": {"n": 2},
        "margin": -2.0,
        "shows": [0],
        "because": [],
        "nearest_legal": {"text": "move 2 nearer", "facts": {"n": 2}, "action": {"kind": "move", "by": 2}},
    }
    assert Refusal(failed).json()["nearest_legal"] is None
    assert Nearest("nothing").json() == {"text": "nothing", "facts": {}, "action": None}


def test_every_step_tells_which_shapes_of_the_evidence_are_its_own():
    other = replace(LINE, role="line_free")
    deep = folded("all", "a", "", [Step("b", "", evidence=(other, LINE)), Step("c", "", evidence=(LINE,))])
    failed = Step("c", "", evidence=(other,), because=(Step("b", "", evidence=(LINE,)),))
    ruling = refuse(ACTION, [deep, Step("a", "", evidence=(other,))], RULES, Refusal(failed))
    told = ruling.json()
    assert [told["evidence"][n]["role"] for n in told["refusal"]["shows"]] == ["line_free"]

    def numbers(steps: list[Any]) -> list[int]:
        return [n for step in steps for n in [*step["shows"], *numbers(step["because"])]]

    assert numbers([*told["steps"], told["refusal"]]) == list(range(len(ruling.evidence)))
    for step, one in zip(deep.because, told["steps"][0]["because"], strict=True):
        assert [told["evidence"][n] for n in one["shows"]] == [shape.json() for shape in step.evidence]


def test_only_readings_that_were_consulted_are_listed():
    assert allow(ACTION, [Step("a", "")], RULES).readings == Facts()
    deep = folded("all", "a", "", [Step("b", "", value=True, readings=("tie",))])
    assert allow(ACTION, [deep], RULES).readings == Facts(tie="them")


def dice(*rules: str) -> Program[Any, Result]:
    stages: list[Any] = [Stage(rule, "", lambda n: Roll(Sum(D6, 1), lambda face: n + face)) for rule in rules]
    return Program(0, (*stages[:1], Until(tuple(stages[1:]), lambda n: n > 6)), lambda n: Result(Facts(n=n), ()))


def test_assumptions_are_listed_wherever_a_guess_is_used():
    guess, sure = Step("guess", "", value=1), Step("a", "", value=1)
    assert allow(ACTION, [sure], RULES).assumptions == ()
    assert allow(ACTION, [sure, guess, guess], RULES).assumptions == ("words of guess",)
    assert allow(ACTION, [folded("sum", "a", "", [guess])], RULES).assumptions == ("words of guess",)
    assert allow(ACTION, [sure], RULES, dice("a", "guess")).assumptions == ("words of guess",)
    assert refuse(ACTION, [], RULES, Refusal(guess)).assumptions == ("words of guess",)


def test_a_step_by_a_rule_that_no_source_has_is_an_error():
    with pytest.raises(KeyError, match="nowhere"):
        allow(ACTION, [Step("nowhere", "")], RULES)


# Books and documents --------------------------------------------------------------------------------------------


def test_a_reading_is_the_chosen_option_or_the_default():
    assert RULES["tie"] == "them"
    assert Rules(BOOK, Facts())["tie"] == "us"
    with pytest.raises(KeyError):
        RULES["coin"]


def test_a_book_is_read_from_beside_the_code():
    book = read_book(conquest.__name__)
    assert book.sources["cards"].status == "absent"
    assert book.sources["attack.border"].basis == "stated"
    assert book.sources["conquest.moves"].basis == "assumed"
    sees = book.readings["sees"]
    assert (sees.default, list(sees.options), sees.sources) == ("before", ["before", "after"], ("dice.defence",))
    with pytest.raises(TypeError):
        book.sources["cards"] = source("cards")  # type: ignore[index]


def test_every_mistake_stands_in_the_error():
    error = ScenarioError([Mistake(("units", 2, "facing"), "a number", "'north'"), Mistake((), "a mapping", "a list")])
    assert str(error) == (
        "units[2].facing: expected a number, found 'north'; the document: expected a mapping, found a list"
    )
    assert len(error.mistakes) == 2


def test_a_scene_is_plain_data():
    scene = Scene(10.0, 5.0, "inches", True, (LINE,), "A wall")
    assert json.loads(json.dumps(scene.json())) == {
        "width": 10.0,
        "depth": 5.0,
        "unit": "inches",
        "y_up": True,
        "title": "A wall",
        "shapes": [LINE.json()],
    }
