"""The published schema of duels and rosters agrees with what reads them."""

from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.lab.conftest import DUELS, RUNEWARS
from tests.lab.rosters import ROSTER

from enfilade.files.document import BadFile, parse, read
from enfilade.files.schema import schema
from enfilade.lab import read_duel, read_roster

LAB = Path(__file__).resolve().parents[2] / "examples" / "lab"
VALIDATOR = jsonschema.Draft202012Validator(schema())


def faults(data: Any) -> list[str]:
    return [error.json_path for error in VALIDATOR.iter_errors(data)]


@pytest.mark.parametrize("path", sorted(LAB.glob("*.yaml")), ids=lambda path: path.name)
def test_the_examples_hold(path):
    assert faults(read(path).data) == []


def test_what_the_tests_read_holds(written):
    assert faults(parse(written).data) == []
    assert faults(parse(ROSTER).data) == []


def test_a_scenario_may_lie_in_its_own_file(tmp_path):
    data: Any = parse(RUNEWARS).data
    assert faults({**data, "scenario": "line.battle.yaml"}) == []
    assert faults({**data, "scenario": 7})


WRONG_DUELS = [
    ("turns:", "turn:", "runewars"),
    ("duel/1", "duel/2", "runewars"),
    ("turns: [spearmen, reanimates]", "turns: spearmen", "runewars"),
    ("turns: [spearmen, reanimates]", "rounds: 0", "runewars"),
    ("turns: [spearmen, reanimates]", "rounds: many", "runewars"),
    ("turns: [spearmen, reanimates]", "policies: [best]", "runewars"),
    ("turns: [spearmen, reanimates]", "opening: [spearmen]", "runewars"),
    ("ruleset: runewars", "ruleset: lineofattack", "runewars"),
    ("  ruleset: asoiaf\n", "", "asoiaf"),
    ("morale: 6", "morale: brave", "asoiaf"),
    ("defense: 4, ", "", "asoiaf"),
    ("size: 60", "size: sixty", "ageofmagic"),
    ("id: a, ", "", "ageofmagic"),
]


@pytest.mark.parametrize(("old", "new", "which"), WRONG_DUELS)
def test_a_duel_that_the_reader_refuses_the_schema_refuses(old, new, which):
    text = DUELS[which].replace(old, new)
    assert text != DUELS[which]
    with pytest.raises(BadFile):
        read_duel(text)
    assert faults(parse(text).data)


WRONG_ROSTERS = [
    ("units:", "unit:"),
    ("roster/1", "roster/2"),
    ("ruleset: asoiaf", "ruleset: lineofattack"),
    ("ruleset: asoiaf\n", ""),
    ("title: Three", "rounds: 0"),
    ("title: Three", "meeting: [front]"),
    ("points: 6", "points: 0"),
    ("points: 6", "cost: 6"),
    ("unit: {wounds: 4,", "unit: {id: a, wounds: 4,"),
    ("unit: {wounds: 4,", "unit: {wounds: none,"),
    ("to_hit: 3", "to_hits: 3"),
    ("defense: 4", "defense: good"),
]


@pytest.mark.parametrize(("old", "new"), WRONG_ROSTERS)
def test_a_roster_that_the_reader_refuses_the_schema_refuses(old, new):
    text = ROSTER.replace(old, new)
    assert text != ROSTER
    with pytest.raises(BadFile):
        read_roster(text)
    assert faults(parse(text).data)


def test_the_rest_of_a_position_is_the_meeting_of_a_roster():
    """What two units share may stand in the meeting once; then no unit of the roster says it."""
    units = "\n".join(f"  {name}: {{unit: {{melee: {{value: 9}}, defence: {{value: 9}}}}}}" for name in "AB")
    both = "{size: 9, area: first centre, leader: {tactics: 4, iq: 1}}"
    meeting = f"{{battle: {{dice: 1}}, units: {both}, engaged: [[one, other]]}}"
    text = f"format: enfilade/roster/1\nruleset: ageofmagic\nunits:\n{units}\nmeeting: {meeting}\n"
    assert read_roster(text).names == ("A", "B")
    assert faults(parse(text).data) == []
