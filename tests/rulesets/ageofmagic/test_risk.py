"""The dice roll: every roll printed on the site, the readings of it, and opposed rolls against brute force."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.ageofmagic.armies import battle, unit

from enfilade.dice import odds
from enfilade.referee import Action
from enfilade.rulesets.ageofmagic.risk import most_offered, outcome

HALF = Fraction(1, 2)
PRINTED: list[tuple[str, Fraction | int, tuple[int, ...], Fraction | int]] = [
    ("damage", 17, (6, 5, 3, 3, 1), 20),
    ("Cogan, first", 10 + HALF, (1, 2, 3), 7 + HALF),
    ("Cogan, second", 10 + HALF, (4, 5, 6), 16 + HALF),
    ("Cogan, third", 10 + HALF, (3, 4, 3), 11 + HALF),
    ("Ben, first", 4 + HALF, (6, 5), 9 + HALF),
    ("Ben, second", 4 + HALF, (3, 5), 6 + HALF),
    ("Ben, third", 4 + HALF, (2, 3), 3 + HALF),
    ("Belzar", 4, (1, 5), 4),
    ("Achilles", 4, (6, 1), 5),
    ("Ptolemy", 11, (2, 2, 1), 7),
]


@pytest.mark.parametrize(("name", "value", "faces", "result"), PRINTED)
def test_every_printed_roll(name, value, faces, result):
    assert outcome(value, len(faces), sum(faces), "none") == result


def test_the_cap_would_contradict_six_printed_rolls():
    capped = [outcome(value, len(faces), sum(faces), "basic_value") for _, value, faces, _ in PRINTED]
    wrong = [name for (name, _, _, result), found in zip(PRINTED, capped, strict=True) if found != result]
    assert wrong == ["damage", "Cogan, second", "Cogan, third", "Ben, first", "Ben, second", "Achilles"]


def test_printed_rolls_keep_to_what_the_value_pays_for():
    assert all(len(faces) <= most_offered(value, "within_value", 30) for _, value, faces, _ in PRINTED)
    assert [most_offered(value, "within_value", 10) for value in (-4, 0, 1, 3, 4, 30, 99)] == [0, 0, 1, 1, 2, 10, 10]
    assert most_offered(-4, "free", 10) == 10


def contest(own, other, dice=-1, **fields):
    """Two units of like speed: blue evades red's charge. `own` and `other` are the leaders' values."""

    def leader(value):
        return {"tactics": value, "iq": 0}

    red = unit("red1", leader=leader(other))
    blue = unit("blue1", "blue", leader=leader(own))
    orders = {"red1": {"charge": "blue1"}, "blue1": {"stand": "", "if_charged": "evade"}}
    conditions = {"dice": dice} if dice >= 0 else {}
    return battle(red, blue, orders=orders, battle=conditions, **fields)


def evades(battle_):
    """The chance that there is no melee."""
    distribution = odds(battle_.judge(Action.of("turn")).dice)
    return distribution.chance(lambda result: not next(e for e in result.events if e.kind == "turn").facts["melees"])


def brute(own, other, dice, reroll=False):
    """The chance of the challenger by counting all faces."""
    rolls = list(product(range(1, 7), repeat=2 * dice))
    won = tied = 0
    for faces in rolls:
        mine, theirs = own + sum(faces[:dice]), other + sum(faces[dice:])
        won += mine > theirs
        tied += mine == theirs
    chance, tie = Fraction(won, len(rolls)), Fraction(tied, len(rolls))
    return chance + tie * chance if reroll else chance


@pytest.mark.parametrize(("own", "other"), [(4, 4), (4, 5), (6, 3), (3, 9)])
@pytest.mark.parametrize("dice", [0, 1, 2])
def test_opposed_rolls_against_all_faces(own, other, dice):
    assert evades(contest(own, other, dice)) == brute(own, other, dice)


@pytest.mark.parametrize("dice", [0, 1, 2])
def test_the_readings_of_ties_differ(dice):
    again = evades(contest(4, 4, dice, readings={"ties": "reroll"}))
    assert again == brute(4, 4, dice, reroll=True)
    assert (again > evades(contest(4, 4, dice))) == (dice > 0)


def test_the_cap_reading_reaches_the_dice():
    capped = contest(4, 3, 2, readings={"result_cap": "basic_value"})
    assert evades(capped) != evades(contest(4, 3, 2))


def test_tiredness_counts_in_a_contest():
    def chance(tired):
        red = unit("red1", leader={"tactics": 4, "strategy": 2, "iq": 0}, tiredness=tired)
        blue = unit("blue1", "blue", leader={"tactics": 4, "strategy": 1, "iq": 0})
        orders = {"red1": {"charge": "blue1"}, "blue1": {"stand": "", "if_charged": "evade"}}
        return evades(battle(red, blue, orders=orders, battle={"dice": 1}))

    found = [chance(tired) for tired in ("fresh", "quite tired", "very tired", "reeling")]
    assert found == [brute(5, 6, 1), brute(5, 5, 1), brute(5, 4, 1), brute(5, 2, 1)]


@given(st.integers(-5, 20), st.integers(0, 8), st.integers(0, 8))
def test_a_die_adds_half_a_point_on_average(value, one, more):
    from enfilade.rulesets.ageofmagic.risk import THROWS

    def mean(dice):
        weights, total = THROWS[dice].chances()
        return sum(Fraction(outcome(value, dice, face, "none") * ways, total) for face, ways in weights)

    assert mean(one) == value + Fraction(one, 2)
    assert mean(one + more) - mean(one) == Fraction(more, 2)


def test_the_site_goes_to_who_is_ahead():
    commanders = {
        "red": {"tactics": 5, "strategy": 1, "iq": 1, "knows_terrain": True},
        "blue": {"tactics": 6, "iq": 1, "waiting": True},
    }
    field = battle(unit("a"), unit("b", "blue"), commanders=commanders)
    ruling = field.judge(Action.of("site", dice=1, against_dice=1))
    assert (ruling.values["red_value"], ruling.values["blue_value"]) == (10, 12)
    first = odds(ruling.dice)
    assert first.chance(lambda result: result.counts["first"] == "red") == brute(10, 12, 1)
    after = field.play(Action.of("site", dice=1, against_dice=1), [6, 1])
    assert after.state.site == "red"
    assert not after.judge(Action.of("site")).legal
    assert not battle(unit("a"), unit("b", "blue")).judge(Action.of("site")).legal
