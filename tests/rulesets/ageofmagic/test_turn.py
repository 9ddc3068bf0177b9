"""A whole turn: who meets whom and where, who fires before whom strikes, and what all of it comes to."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.ageofmagic.armies import BRACE, battle, rules_of, stands, turn, unit

from enfilade.dice import odds
from enfilade.referee import Action

HORSE = {"mount": "cavalry"}
BOW = {"missile": {"value": 20}}


def played(field, policy="none", **orders):
    return field.play(turn(**orders), Random(1), policy)


def melees(field):
    return {frozenset((pair.one, pair.other)) for pair in field.state.pairs}


def pair(*names):
    return frozenset(names)


STEADY = {"melee": {"value": 9}, "size": 1000}  # strikes with a result below 1 against defence 12


def steady(id_, side="red", area="centre", **fields):
    return unit(id_, side, area, **(STEADY | fields))


def test_a_charge_moves_into_the_area_and_fights_there():
    after = played(battle(steady("a"), steady("b", "blue")), a={"charge": "b"}, b=BRACE)
    assert melees(after) == {pair("a", "b")}
    assert stands(after, "a").area == "blue centre"
    assert stands(after, "b").area == "blue centre"


def test_without_orders_everybody_stands():
    start = battle(steady("a"), steady("b", "blue"))
    after = start.play(Action.of("turn"), [])
    assert after.state.turn == 2
    assert after.state.units == start.state.units


def test_who_defends_meets_the_charge_in_front():
    field = battle(steady("a", area="reserve"), steady("x", "blue", "red left"), steady("guard", "blue", "red left"))
    after = played(field, a={"charge": "x"}, guard={"defend": "x", "if_charged": "brace"}, x=BRACE)
    assert melees(after) == {pair("a", "guard")}
    away = played(field, a={"charge": "x"}, x=BRACE)
    assert melees(away) == {pair("a", "x")}


def test_interposing_readings_differ():
    def met(option):
        field = battle(
            steady("a"),
            steady("b"),
            steady("x", "blue"),
            steady("guard", "blue"),
            readings={"interposing": option},
        )
        defend = {"defend": "x", "if_charged": "brace"}
        return melees(played(field, a={"charge": "x"}, b={"charge": "x"}, guard=defend, x=BRACE))

    assert met("every") == {pair("a", "guard"), pair("b", "guard")}
    assert met("one") == {pair("a", "guard"), pair("b", "x")}


def test_the_faster_interceptor_stops_a_charge_without_a_roll():
    field = battle(steady("foot"), steady("bows", "blue"), steady("horse", "blue", **HORSE))
    orders = {"foot": {"charge": "bows"}, "horse": {"charge": "foot"}, "bows": BRACE}
    after = played(field, **orders)
    assert melees(after) == {pair("foot", "horse")}
    assert stands(after, "foot").area == "red centre"
    assert stands(after, "horse").area == "red centre"


def test_the_slower_interceptor_follows_to_where_the_charge_went():
    field = battle(steady("horse", **HORSE), steady("bows", "blue"), steady("foot", "blue"))
    after = played(field, horse={"charge": "bows"}, foot={"charge": "horse"}, bows=BRACE)
    assert melees(after) == {pair("horse", "bows"), pair("horse", "foot")}
    assert stands(after, "horse").area == "blue centre"


def test_a_charge_that_went_out_of_reach_is_missed():
    field = battle(
        steady("horse", area="right", **HORSE), steady("bows", "blue", "left"), steady("foot", "blue", "red reserve")
    )
    after = played(field, horse={"charge": "bows"}, foot={"charge": "horse"}, bows=BRACE)
    assert melees(after) == {pair("horse", "bows")}
    assert stands(after, "foot").area == "red right"


def test_two_who_charge_each_other_meet_where_the_slower_stood():
    field = battle(steady("horse", **HORSE), steady("foot", "blue"))
    after = played(field, horse={"charge": "foot"}, foot={"charge": "horse"})
    assert melees(after) == {pair("horse", "foot")}
    assert stands(after, "horse").area == "blue centre"
    ruling = field.judge(turn(horse={"charge": "foot"}, foot={"charge": "horse"}))
    program = ruling.dice
    blows = [situation.attacks for situation in situations(program) if situation.attacks]
    assert {(attack.attacker, attack.charging) for attack in blows[0]} == {(0, True), (1, True)}


def situations(program):
    from enfilade.dice import play, rolls

    return [told.situation for told in play(program, rolls(Random(2))).told]


def charged_by(speed_of_charger, order, dice=0):
    other = HORSE if speed_of_charger == "cavalry" else {}
    field = battle(steady("a", **other), steady("b", "blue", **BOW), battle={"dice": dice})
    return field, field.judge(turn(a={"charge": "b"}, b=order))


def struck(ruling):
    """The side on which b is struck; "" if it is not."""
    for situation in situations(ruling.dice):
        for attack in situation.attacks:
            if attack.attacker == 0 and hasattr(attack.facts, "side"):
                return attack.facts.side
    return ""


@pytest.mark.parametrize(
    ("charger", "order", "side"),
    [
        ("foot", {"stand": "", "if_charged": "brace"}, "front"),
        ("foot", {"stand": "", "if_charged": "counter"}, "front"),
        ("cavalry", {"stand": "", "if_charged": "evade"}, "rear"),  # too slow
        ("foot", {"stand": "", "if_charged": "evade"}, "rear"),  # equal values: who wants a change fails
        ("cavalry", {"hit_and_run": "a"}, "rear"),
        ("cavalry", {"move": "left"}, "rear"),
        ("cavalry", {"retreat": "reserve"}, "rear"),
        ("foot", {"fire": "a", "if_charged": "brace"}, "front"),
    ],
)
def test_how_a_charge_is_met(charger, order, side):
    _, ruling = charged_by(charger, order)
    assert struck(ruling) == side


def test_horsemen_get_away_from_men_on_foot():
    field = battle(steady("a"), steady("b", "blue", **HORSE))
    after = played(field, a={"charge": "b"}, b={"move": "left"})
    assert melees(after) == set()
    assert (stands(after, "a").area, stands(after, "b").area) == ("blue centre", "blue left")
    stayed = played(field, a={"charge": "b"}, b={"stand": "", "if_charged": "evade"})
    assert melees(stayed) == set()


def test_who_is_caught_does_not_get_to_move():
    field = battle(steady("a", **HORSE), steady("b", "blue"))
    after = played(field, a={"charge": "b"}, b={"move": "left"})
    assert melees(after) == {pair("a", "b")}
    assert stands(after, "b").area == "blue centre"


def test_how_to_meet_a_charge_is_decided_at_the_moment_where_it_is_not_told():
    field = battle(steady("a"), steady("b", "blue"), battle={"dice": 0})
    ruling = field.judge(turn(a={"charge": "b"}))
    from enfilade.dice import Chosen, follow

    asked: Any = follow(ruling.dice, []).waiting
    assert [option.label for option in asked.options] == ["brace", "counter", "evade"]
    assert asked.side == "defender"
    assert follow(field.judge(turn(a={"charge": "b"}, b="stand")).dice, [Chosen("counter")]).result
    blue = field.judge(Action.of("turn", orders={"a": {"charge": "b"}}, side="blue"))
    waiting: Any = follow(blue.dice, []).waiting
    assert waiting.side == "attacker"


def test_charging_units_fire_on_the_way_at_whom_they_meet():
    field = battle(
        steady("a", **BOW), steady("x", "blue"), steady("guard", "blue", defence={"value": 5}), battle={"dice": 0}
    )
    after = played(field, a={"charge": "x"}, guard={"defend": "x", "if_charged": "brace"}, x=BRACE)
    # 3 + 1 + 1 + 20 - 2 on the move - 5 = 18: 10% of 1000, and then the blows.
    assert stands(after, "guard").last_inflicted >= 100
    assert stands(after, "x").last_inflicted == 0


def test_fire_comes_before_blows_and_is_simultaneous():
    field = battle(
        unit("a", size=1000, defence={"value": 0}, **BOW),
        unit("b", "blue", size=1000, defence={"value": 0}, **BOW),
        battle={"dice": 0},
    )
    after = played(field, a={"fire": "b"}, b={"fire": "a"})
    assert stands(after, "a").last_inflicted == stands(after, "b").last_inflicted == 170  # result 25: 17%
    charge = played(field, a={"charge": "b"}, b={"fire": "a", "if_charged": "brace"})
    # b fires with 25, a with 23 on the way; then a's 830 strike with 26, b's 850 with 25.
    assert stands(charge, "b").last_inflicted == 150 + 498  # 60% of 830
    assert stands(charge, "a").last_inflicted == 170 + 468  # 55% of 850 = 467.5


def test_many_may_fire_at_one_and_at_a_melee():
    field = battle(
        unit("a", defence={"value": 0}, **BOW),
        unit("b", area="reserve", **BOW),
        unit("c"),
        unit("x", "blue", "red centre", defence={"value": 0}, size=1000),
        engaged=[["c", "x"]],
        battle={"dice": 0},
    )
    after = played(field, a={"fire": "x"}, b={"fire": "x"})
    # Twice 17% of 500, and c's blows: result 25 is 55% of 500.
    assert stands(after, "x").last_inflicted == 85 + 85 + 275


def test_who_disengages_deals_nothing_and_is_free_afterwards():
    field = battle(
        unit("a"), unit("x", "blue", "red centre", defence={"value": 0}), engaged=[["a", "x"]], battle={"dice": 0}
    )
    after = played(field, a={"disengage": "x"})
    assert stands(after, "x").last_inflicted == 0
    assert stands(after, "a").last_inflicted > 0
    assert melees(after) == set()
    assert stands(after, "a").area == "red centre"


def test_disengaging_from_one_of_two():
    field = battle(
        unit("a", size=1000),
        unit("x", "blue", "red centre", defence={"value": 0}),
        unit("y", "blue", "red centre", defence={"value": 0}, size=5000),
        engaged=[["a", "x"], ["a", "y"]],
        battle={"dice": 0},
    )
    after = played(field, a={"disengage": "x"})
    assert stands(after, "x").last_inflicted == 0
    assert stands(after, "y").last_inflicted == 550  # all of a: 55% of 1000
    assert melees(after) == {pair("a", "y")}


def test_routing_units_disengage_then_flee():
    field = battle(
        unit("a", morale="routing", area="blue centre", size=5000),
        unit("x", "blue", melee={"value": 10}),
        engaged=[["a", "x"]],
        battle={"dice": 0, "last_turn": 99},
    )
    field = field.play(Action.of("turn"), [])
    assert melees(field) == set()
    assert stands(field, "a").area == "blue centre"
    places = []
    while not stands(field, "a").gone:
        field = field.play(Action.of("turn"), [])
        places.append(stands(field, "a").area)
    assert places == ["red centre", "red left", "field"]
    assert stands(field, "a").gone == "fled"
    assert field.outcome().winner == "blue"


def test_the_annihilated_are_gone_and_their_melees_over():
    field = battle(
        unit("a", size=5000),
        unit("x", "blue", "red centre", size=10),
        unit("y", "blue"),
        engaged=[["a", "x"]],
        battle={"dice": 0},
    )
    after = played(field)
    assert stands(after, "x").gone == "annihilated"
    assert stands(after, "x").size == 0
    assert stands(after, "x").last_inflicted > 10  # not capped
    assert melees(after) == set()
    assert not after.judge(turn(x="stand")).legal


def test_the_rear_of_a_unit_that_advanced_too_far():
    field = battle(steady("a"), steady("b", "blue", "red left"), steady("c", "blue", "red reserve"), battle={"dice": 0})
    for target, side in (("b", "flank"), ("c", "rear")):
        ruling = field.judge(turn(a={"charge": target}, b=BRACE, c=BRACE))
        assert struck_at(ruling) == side


def struck_at(ruling):
    return next(
        attack.facts.side
        for situation in situations(ruling.dice)
        for attack in situation.attacks
        if hasattr(attack.facts, "side") and attack.charging
    )


def test_a_turn_told_and_a_volley_ruled_by_hand_agree():
    field = battle(unit("a", **BOW), unit("b", "blue", defence={"value": 0}, size=900))
    by_turn = field.play(turn(a={"fire": "b", "dice": 2}, b=BRACE), [4, 6], "none")
    by_hand = field.play(Action.of("missile", attacker="a", target="b", dice=2), [4, 6]).play(Action.of("end"), [])
    assert by_turn.state == by_hand.state


def test_a_turn_told_and_a_melee_ruled_by_hand_agree():
    field = battle(
        unit("a", order_of_battle="close", training="veteran"),
        unit("b", "blue", "red centre", tiredness="tired", morale="poor"),
        engaged=[["a", "b", "b"]],
    )
    by_turn = field.play(turn(a={"stay": "b", "dice": 2}, b={"stay": "a", "dice": 1}), [4, 6, 3], "none")
    action = Action.of("melee", attacker="a", target="b", dice=2, target_dice=1)
    assert by_turn.state == field.play(action, [4, 6, 3]).play(Action.of("end"), []).state


@pytest.mark.parametrize("meets", ["brace", "counter"])
def test_a_charge_told_and_ruled_by_hand_agree(meets):
    field = battle(
        unit("a", position="good", **HORSE),
        unit("b", "blue", order_of_battle="close", melee={"value": 20, "kind": "pike"}, size=800),
    )
    orders = turn(a={"charge": "b", "dice": 2}, b={"stand": "", "if_charged": meets, "dice": 1})
    by_turn = field.play(orders, [4, 6, 3], "none")
    action = Action.of("melee", attacker="a", target="b", charging=True, meets=meets, dice=2, target_dice=1)
    by_hand = field.play(action, [4, 6, 3])
    assert stands(by_hand, "a").area == "blue centre"
    assert by_turn.state == by_hand.play(Action.of("end"), []).state


def test_the_ruling_on_a_turn_lists_each_order_and_what_is_assumed():
    field = battle(unit("a", **BOW), unit("b", "blue"), unit("c", "blue", "left"))
    ruling = field.judge(turn(a={"fire": "b"}, b={"charge": "a"}, c={"retreat": "reserve"}))
    assert {step.rule for step in ruling.steps} >= {"3.6.1-scale", "3.6.2.4-fire", "3.6.2.4-charge", "3.6.2.4-retreat"}
    assert any("PROVISIONAL" in words for words in ruling.assumptions)
    assert any("retreat and rally" in words for words in ruling.assumptions)
    assert {"casualty_rounding", "morale_edges", "ties", "dice_limit"} <= set(ruling.readings)
    assert "3.6.2.5.2-casualties" in rules_of(ruling)
    quiet = field.judge(turn(a="stand"))
    assert "3.6.2.5.2-casualties" not in rules_of(quiet)


@pytest.mark.parametrize(
    ("sizes", "kind", "length"),
    [
        ((20, 30), "open", "1 minute"),
        ((50, 40), "open", "1 minute"),
        ((51, 40), "open", "10 minutes"),
        ((500, 500), "open", "10 minutes"),
        ((501, 20), "open", "1 hour"),
        ((25, 25), "siege", "1 day"),
    ],
)
def test_scale(sizes, kind, length):
    field = battle(unit("a", size=sizes[0]), unit("b", "blue", size=sizes[1]), battle={"kind": kind})
    assert field.judge(Action.of("turn")).values["turn_lasts"] == length


def test_the_scale_readings_differ():
    def length(sizes, **readings):
        field = battle(unit("a", size=sizes[0]), unit("b", "blue", size=sizes[1]), readings=readings)
        return field.judge(Action.of("turn")).values["turn_lasts"]

    assert length((600, 60)) == "1 hour"
    assert length((600, 60), scale_side="smaller") == "10 minutes"
    assert length((50, 50)) == "1 minute"
    assert length((50, 50), scale_edge="small") == "10 minutes"


def test_advice_warns_and_never_refuses():
    ruling = battle(unit("a", size=5), unit("b", "blue")).judge(Action.of("turn"))
    assert ruling.legal
    assert {"3.6-large", "3.6.2.1-units"} <= rules_of(ruling)


def test_odds_of_a_turn_are_exact_where_few_dice_fall():
    field = battle(unit("a", **BOW), unit("b", "blue", **BOW), battle={"dice": 1})
    found = odds(field.judge(turn(a={"fire": "b"}, b={"fire": "a"})).dice)
    assert not found.sampled
    assert sum(p for _, p in found.items()) == 1
    # 1 to 6 on 13 - 3: results 11 to 16, so 6%, 6%, 8%, 8%, 8%, 10%.
    lost = found.of(lambda result: (result.counts["red_lost"], result.counts["blue_lost"]))
    assert lost[(50, 50)] == lost[(30, 50)] / 2 == lost[(40, 40)] / 9


ORDERS = st.sampled_from(
    [
        {"charge": "any"},
        {"fire": "any"},
        {"hit_and_run": "any"},
        {"move": "left"},
        {"move": "centre"},
        {"move": "forward"},
        {"retreat": ""},
        {"defend": "any"},
        {"stand": "", "if_charged": "evade"},
        {"stand": "", "if_charged": "counter"},
        {"disengage": ""},
        "stand",
    ]
)
PLACES = st.sampled_from(["right", "centre", "left", "reserve"])


@st.composite
def fields(draw):
    """Small armies anywhere, mounted or not, under any standing orders."""
    units, wishes = [], {}
    for side in ("red", "blue"):
        for number in range(draw(st.integers(1, 3))):
            name = f"{side}{number}"
            mount = draw(st.sampled_from(["none", "cavalry"]))
            bow = {"missile": {"value": 18}} if draw(st.booleans()) else {}
            units.append(unit(name, side, draw(PLACES), mount=mount, size=draw(st.integers(30, 600)), **bow))
            wishes[name] = draw(st.lists(ORDERS, min_size=1, max_size=3))
    return battle(*units, standing=wishes, battle={"last_turn": 6})


@given(fields(), st.integers(0, 2**32))
def test_laws_of_any_battle(field, seed):
    """Nobody rises from the dead, every melee is of two enemies in one area, and every battle ends."""
    dice = Random(seed)
    while not field.outcome():
        after = field.play(Action.of("turn"), dice, "two")
        for unit_, was, now in zip(after.state.muster.units, field.state.units, after.state.units, strict=True):
            assert 0 <= now.size <= was.size
            assert now.size == max(0, was.size - now.last_inflicted) or was.gone
            assert bool(now.gone) >= bool(was.gone)
            assert unit_.side in ("red", "blue")
        for one, other, ahead in after.state.pairs:
            ends = after.state.stands(one), after.state.stands(other)
            assert ends[0].area == ends[1].area
            assert not any(end.gone for end in ends)
            assert ahead in ("", one, other)
        assert after.state.turn == field.state.turn + 1
        assert after.check(after.entries) is None
        field = after
    assert field.state.turn <= 7


def where(battle_):
    return {
        one.id: standing.area for one, standing in zip(battle_.state.muster.units, battle_.state.units, strict=True)
    }


def test_engaged_units_of_facing_areas_fight_in_the_area_of_the_first_named():
    """Each army names its own areas; a pair in melee is in one, so the second-named has crossed."""
    pair = (unit("a", "red", "left"), unit("b", "blue", "right"))
    assert where(battle(*pair, engaged=[["a", "b"]])) == {"a": "red left", "b": "red left"}
    assert where(battle(*pair, engaged=[["b", "a"]])) == {"a": "blue right", "b": "blue right"}
    assert battle(*pair, engaged=[["a", "b"]]).judge(Action.of("melee", attacker="b", target="a")).legal


def test_who_is_held_by_one_melee_does_not_cross_into_another():
    units = (unit("a"), unit("b", "blue"), unit("c", "blue", "reserve"))
    stands_ = where(battle(*units, engaged=[["b", "a"], ["c", "a"]]))
    assert stands_ == {"a": "blue centre", "b": "blue centre", "c": "blue centre"}
