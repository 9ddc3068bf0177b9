"""Whole battles under standing orders: the same rules as a battle played by hand, counted with intervals."""

from fractions import Fraction
from random import Random

import pytest
from tests.rulesets.ageofmagic.armies import battle, example, unit

from enfilade.dice import odds
from enfilade.referee import Action
from enfilade.rulesets.ageofmagic.campaign import WrongOrders, campaign, fight, next_turn
from enfilade.rulesets.ageofmagic.policies import POLICIES

TURN = Action.of("turn")


def dice(count, name="long day"):
    return (Random(f"{name}/{number}") for number in range(count))


def test_a_battle_of_the_campaign_is_the_battle_played_turn_by_turn():
    for seed in range(5):
        field, randomness = example("standing-orders"), Random(seed)
        while not field.outcome():
            field = field.play(TURN, randomness)
        assert fight(field.start().state, 9, Random(seed)) == field.state
        assert field.check(field.entries) is None


def test_any_single_battle_can_be_fought_again():
    start = example("standing-orders").state
    whole = campaign(start, 9, dice(12))
    assert whole.sampled
    assert whole.total == 12
    assert whole == campaign(start, 9, dice(12))
    parts = [campaign(start, 9, [randomness]) for randomness in dice(12)]
    assert sum(whole.weights.values()) == len(parts)
    assert all(next(iter(part)) in whole.weights for part in parts)


def test_chances_have_intervals():
    found = campaign(example("standing-orders").state, 9, dice(40))
    low, high = found.interval(lambda end: end.counts["red_left"] > end.counts["blue_left"])
    assert 0 <= low < high <= 1
    assert low <= float(found.chance(lambda end: end.counts["red_left"] > end.counts["blue_left"])) <= high
    assert {end.counts["turns"] for end in found} <= set(range(1, 10))


def test_the_campaign_agrees_with_exact_odds():
    """A volley each turn: the mean loss of one turn, exactly and counted."""
    field = battle(
        unit("a", missile={"value": 20}),
        unit("b", "blue", size=5000),
        standing={"a": [{"fire": "b", "dice": 2}]},
        battle={"last_turn": 1},
    )
    ruling = field.judge(Action.of("missile", attacker="a", target="b", dice=2))
    exact = odds(ruling.dice).of(lambda result: result.counts["casualties"])
    found = campaign(field.state, 1, dice(2000)).of(lambda end: 5000 - end.counts["blue_left"])
    assert set(found) == set(exact)
    # Chi-square over the results, against the 99.99% point for as many degrees of freedom (12 results: 37).
    square = sum((Fraction(found.weights[r]) - 2000 * p) ** 2 / (2000 * p) for r, p in exact.items())
    assert len(exact) <= 12
    assert square < 37


def test_the_first_order_that_can_stand_is_followed():
    field = battle(
        unit("a", missile={"value": 10}),
        unit("far", "blue", "reserve"),
        unit("near", "blue"),
        standing={"a": [{"charge": "far"}, {"fire": "any"}, "stand"], "blue": [{"move": "forward"}, "stand"]},
        battle={"dice": 0, "last_turn": 20},
    )
    from enfilade.rulesets.ageofmagic.standing import orders_for

    orders, wrong = orders_for(field.state)
    assert not wrong
    assert [(order.kind, order.target) for order in orders] == [
        ("fire", "near"),
        ("move", "forward"),
        ("move", "forward"),
    ]
    after = next_turn(field.state, Random(1))
    assert after.stands("near").area == "red centre"
    assert after.stands("far").area == "blue centre"
    # Orders that are given come before standing ones.
    orders, _ = orders_for(field.state, {"a": {"move": "left"}})
    assert orders[0].kind == "move"


def test_units_of_their_own_list_do_not_follow_the_side():
    field = battle(unit("a"), unit("b"), unit("x", "blue"), standing={"red": [{"charge": "any"}], "b": ["stand"]})
    from enfilade.rulesets.ageofmagic.standing import orders_for

    orders, _ = orders_for(field.state)
    assert [order.kind for order in orders] == ["charge", "stand", "stand"]


def test_policies_answer_where_dice_are_left_open():
    field = battle(unit("a", missile={"value": 20}), unit("b", "blue", size=5000), standing={"a": [{"fire": "b"}]})
    none = {next_turn(field.state, Random(n)).stands("b").size for n in range(5)}
    assert len(none) == 1
    three = {next_turn(field.state, Random(n), POLICIES["three"]).stands("b").size for n in range(20)}
    assert len(three) > 1


def test_planned_orders_that_no_longer_stand_are_told():
    field = battle(
        unit("a"), unit("b", "blue"), plan={"2": {"orders": {"a": {"fire": "b"}}}}, battle={"dice": 0, "last_turn": 9}
    )
    with pytest.raises(WrongOrders, match="a: expected a unit with missiles"):
        fight(field.state, 3, Random(1))


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_so_many_turns_and_no_more(turns):
    start = example("standing-orders").state
    assert fight(start, turns, Random(1)).turn == 1 + turns
