"""Facts: named plain values that nobody can change, the same in every process, readable and writable as JSON."""

import json
import os
import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.referee import Facts, Translator, Words, as_json, phrase, shown, told

names = st.text("abcxyz_", min_size=1, max_size=4)
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 9), st.floats(-9, 9), st.text("ab{}", max_size=3), st.fractions(-9, 9)
)
plain = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=2)),
    max_leaves=5,
)
mappings = st.dictionaries(names, plain, max_size=4)


@given(mappings)
def test_facts_are_what_was_said_frozen(said):
    facts = Facts(said)
    assert list(facts) == list(said)
    assert len(facts) == len(said)
    assert facts == Facts(**said) == Facts(facts) == Facts(facts.items())
    assert hash(facts) == hash(Facts(dict(reversed(said.items()))))


@given(mappings, names)
def test_facts_that_say_something_else_are_not_equal(said, name):
    facts = Facts(said)
    assert facts != Facts(said, **{name: "something else"})
    assert facts != Facts(said, more=None)
    for left_out in said:
        assert facts != Facts({key: value for key, value in said.items() if key != left_out})


@given(mappings)
def test_facts_become_json_and_come_back_with_fractions_as_text(said):
    there = json.loads(json.dumps(Facts(said).json(), allow_nan=False))
    assert Facts(there).json() == Facts(said).json()


def test_nothing_in_facts_can_be_changed():
    inside = ["a", {"b": [1]}]
    facts = Facts(things=inside)
    inside.append("c")
    assert facts == Facts(things=("a", Facts(b=(1,))))
    with pytest.raises(TypeError):
        facts["things"] = 1  # type: ignore[index]
    with pytest.raises(AttributeError):
        facts.things = 1  # type: ignore[attr-defined]


def test_lists_sets_and_mappings_are_frozen_all_the_way_down():
    facts = Facts(row=[[1], (2,)], some={"b", "a"}, of={"x": {"y": [1]}})
    assert facts["row"] == ((1,), (2,))
    assert facts["some"] == ("a", "b")
    assert facts["of"] == Facts(x=Facts(y=(1,)))
    assert {facts: 1}[Facts(facts)] == 1


def test_facts_are_no_mapping_of_another_kind():
    assert Facts(a=1) != {"a": 1}
    assert Facts(a=1) != Facts(a=1, b=None)
    assert repr(Facts(a=1, b="x")) == "Facts(a=1, b='x')"


def test_facts_found_in_one_process_are_found_in_another():
    facts = Facts(unit="spearmen", trays=("1.1", "2.1"))
    hash(facts)
    code = (
        "import pickle, sys; from enfilade.referee import Facts; found = pickle.load(sys.stdin.buffer);"
        "print(found in {Facts(unit='spearmen', trays=('1.1', '2.1')): 1})"
    )
    source = Path(__file__).parents[2] / "src"
    environment = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(source)}
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(facts), env=environment, capture_output=True, check=True
    )
    assert done.stdout.split() == [b"True"]


@pytest.mark.parametrize(
    ("value", "as_text", "in_json"),
    [
        (True, "yes", True),
        (False, "no", False),
        (None, "none", None),
        (3, "3", 3),
        (2.50, "2.5", 2.5),
        (100.0, "100", 100.0),
        (-0.001, "0", -0.001),
        (Fraction(3, 16), "0.1875", "3/16"),
        (Fraction(19, 2), "9.5", "19/2"),
        (Fraction(-3, 2), "-1.5", "-3/2"),
        (Fraction(25, 11), "25/11", "25/11"),
        (Fraction(53, 13), "4.08", "53/13"),
        (Fraction(4, 2), "2", 2),
        ((), "none", []),
        (("a", 1.25, (True, 2)), "a, 1.25, (yes, 2)", ["a", 1.25, [True, 2]]),
        ("plain", "plain", "plain"),
        (Facts(a=(Fraction(1, 3),)), "a=1/3", {"a": ["1/3"]}),
    ],
)
def test_values_as_a_player_and_as_a_machine_reads_them(value, as_text, in_json):
    assert shown(value) == as_text
    assert as_json(value) == in_json


@pytest.mark.parametrize("name", ["corner", "cell", "position", "before", "after"])
def test_a_place_stands_in_brackets_wherever_it_is_told(name):
    assert told(name, (9, 4)) == shown(((9, 4),)) == "(9, 4)"
    assert told("alignments", (100, 50)) == "100, 50"


def test_words_are_filled_with_facts_in_any_language():
    facts = Facts(blocker="the {wall}", near=True)
    assert phrase("{blocker} stands in the way: {near}", facts) == "the {wall} stands in the way: yes"
    french = {"{blocker} stands in the way: {near}": "{blocker} barre la ligne : {near}", "yes": "oui"}
    translate = Translator(lambda words: french.get(words, words))
    assert phrase("{blocker} stands in the way: {near}", facts, translate) == "the {wall} barre la ligne : oui"


def test_words_that_are_values_are_translated_and_names_never():
    french = {"{unit} {edge}": "{unit}, {edge}", "rear": "arrière", "none": "aucun"}

    translate = Translator(lambda words: french.get(words, words))
    loud = Translator(str.upper)

    assert phrase("{unit} {edge}", Facts(unit="rear", edge="rear"), translate) == "rear, arrière"
    assert phrase("{unit} {edge}", Facts(unit="rear", edge=("rear", "front")), translate) == "rear, arrière, front"
    assert phrase("{unit} {edge}", Facts(unit="rear", edge=None), translate) == "rear, aucun"
    assert phrase("{unit} {edge}", Facts(unit="rear", edge=()), translate) == "rear, aucun"
    assert phrase("{unit} {edge}", Facts(unit=(), edge="rear"), translate) == "aucun, arrière"
    assert phrase("{unit} {edge}", Facts(unit=("rear", "rear"), edge="rear"), translate) == "rear, rear, arrière"
    assert told("unit", "rear", translate) == "rear"
    assert (told("arc", "left_flank"), told("unit", "left_flank")) == ("left flank", "left_flank")
    assert (told("attack", "melee", loud), told("attack", "Fury", loud)) == ("MELEE", "Fury")
    assert told("unit", (Words("the {unit}", Facts(unit="rear")),), translate) == "the rear"


def test_a_value_may_be_words_with_facts_of_their_own():
    dice = Words("{count} {colour}", Facts(count=2, colour="red"))
    french = {"{count} {colour}": "{colour} ×{count}", "red": "rouge", "roll {dice}": "lancez {dice}"}
    facts = Facts(dice=(dice, dice))
    assert phrase("roll {dice}", facts) == "roll 2 red, 2 red"
    assert (
        phrase("roll {dice}", facts, Translator(lambda words: french.get(words, words))) == "lancez rouge ×2, rouge ×2"
    )
    assert facts.json() == {"dice": ["2 red", "2 red"]}
