"""Whether dice are thrown in an action: known before it is begun, for then somebody says whose dice they are."""

from pathlib import Path

import pytest

import enfilade
from enfilade.dice import D6, Choice, Option, Program, Roll, Stage, Tally
from enfilade.referee import Facts, Result
from enfilade.web.telling.rulings import LOOKED, throws

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "kind", "dice"),
    [
        ("runewars/struck-in-the-rear", "melee", True),
        ("asoiaf/charge-into-the-flank", "charge", True),
        ("asoiaf/charge-into-the-flank", "pass", False),
        ("ageofmagic/alexander-and-darius-turn-1", "turn", True),
        ("ageofmagic/the-five-arms", "turn", False),
    ],
)
def test_dice_of_the_examples(name, kind, dice):
    battle = enfilade.load(EXAMPLES / f"{name}.battle.yaml")
    legal = [battle.judge(action) for action in battle.candidates() if action.kind == kind]
    assert {throws(ruling.dice) for ruling in legal if ruling.dice} == {dice}


def asks(_):
    return Choice("attacker", "Risk one?", (Option("none", 0), Option("one", 1)))


def rolls(dice):
    return Roll(Tally(D6, dice, ((6,),)), lambda found: found[0])


def goes_on(situation):
    return situation


def counted(situation):
    return Result(Facts(count=situation), ())


def test_dice_that_only_a_later_option_leads_to_count():
    assert throws(Program(0, (Stage("1", "", asks), Stage("2", "", rolls)), counted))


def test_options_without_dice_and_throws_of_none_are_none():
    assert not throws(Program(0, (Stage("1", "", asks), Stage("2", "", goes_on)), counted))
    assert not throws(Program(0, (Stage("2", "", rolls),), counted))


def test_what_is_too_long_to_look_through_is_taken_to_have_dice():
    assert throws(Program(0, (Stage("1", "", asks),) * LOOKED, counted))
