"""Melee attacks: engaged, turning to face, sliding, any engaged enemy."""

import pytest
from tests.rulesets.asoiaf.table import (
    CARD,
    battle,
    card,
    chances,
    charge,
    failed,
    judge,
    shoot,
    strike,
    table,
    unit,
    why,
)

from enfilade.geometry import INCH

ON_THE_FLANK = (unit("a", "x", 24, 20, 0), unit("t", "y", 29.15, 20, 270))  # t touches a's right flank
BETWEEN_TWO = (*ON_THE_FLANK, unit("u", "y", 24, 24.8, 180))


def test_only_engaged_units_strike():
    state = table(unit("a", "x", 24, 10), unit("t", "y", 24, 16, 180))
    assert why(strike(state)) == "7.5"
    assert why(strike(table(*ON_THE_FLANK, unit("u", "y", 10, 10)), target="u")) == "7.9"


def test_it_takes_a_melee_attack():
    archers = card(attacks=[CARD["attacks"][1]])
    state = table(unit("a", "x", 24, 20, profile=archers), unit("t", "y", 24, 24.8, 180))
    assert why(strike(state)) == "7.5.has"
    named = strike(table(*ON_THE_FLANK), attack="axe")
    assert why(named) == "7.5.has"
    assert named.refusal is not None
    assert "sword" in str(named.refusal.json()["nearest_legal"]["text"])


def test_a_lone_enemy_on_the_flank_may_be_turned_to():
    """S9: turn to face it, then lie at 50 %."""
    game = battle(*ON_THE_FLANK)
    plain = strike(game.state, attack="sword")
    assert plain.values["may_turn"] is True
    assert plain.values["arc"] == "front"  # of the target, whatever side of the attacker
    turned = strike(game.state, attack="sword", turn_to_face=True, align=50)
    assert turned.legal
    after = game.play(turned.action, [1] * 7).state.unit("a")
    assert after.pose.facing == 90
    assert after.pose.position.x == pytest.approx((29.15 - 4.8) * INCH, abs=2)
    assert abs(after.pose.position.y - 20 * INCH) == pytest.approx(2.75 * INCH, abs=2)


def test_turning_without_an_alignment_lies_centre_to_centre():
    ruling = strike(table(*ON_THE_FLANK), attack="sword", turn_to_face=True)
    assert ruling.values["alignment"] == 100


def test_turning_does_not_change_ones_own_bonus():
    """Rule 7.10: the bonus hangs on the defender's side; turning takes away only the enemy's."""
    rear = (unit("a", "x", 24, 20, 90), unit("t", "y", 24, 25.15, 0))  # a's left flank on t's rear
    for turning in (None, True):
        ruling = strike(table(*rear), attack="sword", turn_to_face=turning)
        assert (ruling.values["arc"], ruling.values["save"]) == ("rear", 6)


def test_between_two_enemies_there_is_no_turning_but_a_free_choice():
    """S10."""
    state = table(*BETWEEN_TWO)
    for target in ("t", "u"):
        ruling = strike(state, target=target, attack="sword")
        assert ruling.legal
        assert ruling.values["may_turn"] is False
        assert why(strike(state, target=target, attack="sword", turn_to_face=True)) == "7.6"


def test_two_enemies_on_one_side_forbid_turning():
    """Q7: the text asks for one single enemy; a reading lets the same side do."""
    units = (unit("a", "x", 24, 20, 90), unit("t", "y", 21.25, 25.15, 180), unit("u", "y", 26.75, 25.15, 180))
    assert why(strike(table(*units), attack="sword", turn_to_face=True)) == "7.6"
    allowed = table(*units, readings={"turn_against_two": "same_side"})
    assert strike(allowed, attack="sword").values["may_turn"] is True


def test_an_enemy_in_front_is_nothing_to_turn_to():
    state = table(unit("a", "x", 24, 20), unit("t", "y", 24, 24.8, 180))
    assert strike(state).values["may_turn"] is False
    assert why(strike(state, turn_to_face=True)) == "7.6"


def test_sliding_without_turning():
    """S13, Q9: the slide needs no turn first."""
    ruling = strike(table(*ON_THE_FLANK), attack="sword", align=50)
    assert ruling.legal
    assert ruling.values["alignments"] == (100, 50)


def test_a_slide_finds_room_on_one_side_only():
    """A friend beside: 50 % is possible on the other side; with both sides taken it is not."""
    units = [unit("a", "x", 24, 20), unit("t", "y", 24, 24.8, 180), unit("f", "x", 30, 20)]
    left = strike(table(*units), align=50)
    assert left.values["alignment"] == 50
    assert why(strike(table(*units), align=50, align_side="right")) == "4.3"
    both = table(*units, unit("g", "x", 18, 20))
    assert strike(both).values["alignments"] == (100,)
    refused = strike(both, align=50)
    assert (why(refused), failed(refused).facts["blocker"]) == ("4.3", "g")


def test_a_slide_keeps_off_other_enemies():
    units = [unit("a", "x", 24, 20), unit("t", "y", 24, 24.8, 180), unit("u", "y", 33, 20), unit("v", "y", 15, 20)]
    assert why(strike(table(*units), align=50)) == "4.4"


def test_sight_is_not_needed_in_melee():
    rear = (unit("a", "x", 24, 20, 180), unit("t", "y", 24, 24.8, 180))
    assert strike(table(*rear), attack="sword").legal


def test_with_several_enemies_nobody_slides_unless_read_otherwise():
    assert strike(table(*BETWEEN_TWO), attack="sword").values["alignments"] == ()
    assert why(strike(table(*BETWEEN_TWO), attack="sword", align=100)) == "7.7"


def test_stated_contacts_rule_like_positions():
    """The same facts stated outright give the same numbers."""
    units = [{**unit("a", "x", 0, 0), "position": None}, {**unit("t", "y", 0, 0), "position": None}]
    contact = {"unit": "a", "side": "right_flank", "enemy": "t", "enemy_side": "front"}
    stated = strike(table(*units, contacts=[contact]), attack="sword")
    placed = strike(table(*ON_THE_FLANK), attack="sword")
    assert stated.values == placed.values
    assert chances(stated).of(lambda r: r.counts) == chances(placed).of(lambda r: r.counts)
    back = strike(table(*units, contacts=[contact]), "t", "a", attack="sword")
    assert back.values["arc"] == "right_flank"


def test_an_engaged_unit_goes_nowhere():
    """S14, S15, Q8, Q20: no shift, no maneuver, march, pivot or charge, not even for free."""
    state = table(unit("a", "x", 24, 20), unit("t", "y", 24, 24.8, 180), unit("u", "y", 24, 30, 180))
    assert why(judge(state, "shift", unit="a", shift=[1, 0])) == "4.7"
    assert why(judge(state, "maneuver", unit="a", forward=1, free=True)) == "4.7"
    assert why(judge(state, "march", unit="a", forward=1)) == "4.7"
    assert why(judge(state, "pivot", unit="a", facing=90)) == "4.7"
    assert why(charge(state, target="u")) == "9.1"
    assert why(shoot(state, target="u", attack="bow")) == "7.2"


def test_names_that_are_not_there():
    state = table(*ON_THE_FLANK)
    for fields in (
        {"attacker": "z", "target": "t"},
        {"target": "t"},
        {"attacker": "a"},
        {"attacker": "a", "target": "a"},
    ):
        assert why(judge(state, "melee", **fields)) == "7.1"
    assert why(judge(state, "dance", unit="a")) == "3.2"
    assert why(strike(state, align=70)) == "7.7"
    assert why(strike(state, effects={"luck": 1})) == "8.4"
    assert why(strike(state, effects={"dice": 1.5})) == "8.4"


@pytest.mark.parametrize(("wounds", "dice"), [(12, 8), (9, 8), (8, 5), (5, 5), (4, 3), (1, 3)])
def test_dice_by_ranks_left(wounds, dice):
    """S7: 8/5/3 dice for 12 to 9, 8 to 5, 4 to 1 models."""
    old = card(attacks=[{"name": "sword", "kind": "melee", "to_hit": 4, "dice": [8, 5, 3]}])
    state = table(unit("a", "x", 24, 20, profile=old, wounds=wounds), unit("t", "y", 24, 24.8, 180))
    assert strike(state).values["attack_dice"] == dice


def test_once_a_round():
    state = table(*ON_THE_FLANK)
    active = table({**ON_THE_FLANK[0], "activated": True}, ON_THE_FLANK[1])
    assert why(strike(active)) == "3.1"
    assert strike(active, free=True).legal
    assert why(strike(table(*ON_THE_FLANK, to_act="y"))) == "3.1"
    assert strike(state).legal


def test_a_field_that_an_action_does_not_have_is_refused_with_the_one_that_was_meant():
    state = table(*ON_THE_FLANK)
    assert strike(state, align=50).legal
    misspelt = strike(state, aling=50)
    assert failed(misspelt).text().startswith("melee has no field aling; it has attacker, target, attack, ")
    assert misspelt.refusal is not None
    assert misspelt.refusal.json()["nearest_legal"]["text"] == "align"
    assert why(judge(state, "pass", unit="a", attack="sword")) == "3.2"
