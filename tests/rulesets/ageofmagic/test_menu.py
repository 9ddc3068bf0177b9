"""The menu of orders says what the rules say: whatever it offers can stand, whatever it does not is refused."""

from pathlib import Path

import pytest

import enfilade
from enfilade.referee import Action
from enfilade.rulesets.ageofmagic.menu import menu
from enfilade.rulesets.ageofmagic.standing import possible
from enfilade.rulesets.ageofmagic.state import Order
from enfilade.rulesets.ageofmagic.turn_ruling import write_order

EXAMPLES = Path(__file__).parents[3] / "examples" / "ageofmagic"
TURNS = ["alexander-and-darius-turn-1", "alexander-and-darius-turn-9", "standing-orders"]


@pytest.mark.parametrize("name", TURNS)
def test_what_is_offered_is_what_the_turn_allows(name: str) -> None:
    battle = enfilade.load(EXAMPLES / f"{name}.battle.yaml")
    state = battle.state
    offered = refused = 0
    for unit in (unit.id for unit in state.muster.units if state.on_field(unit.id)):
        for offer in menu(state, unit):
            ruling = battle.judge(Action.of("turn", orders={unit: write_order(Order(offer.kind, offer.target))}))
            assert ruling.legal == (offer.why is None), (unit, offer)
            assert offer.why is None or "expected" not in offer.why.text(), "a sentence, not a mistake in a file"
            offered, refused = offered + ruling.legal, refused + (not ruling.legal)
    assert offered
    assert refused


@pytest.mark.parametrize("name", TURNS)
def test_no_possible_order_is_left_out(name: str) -> None:
    state = enfilade.load(EXAMPLES / f"{name}.battle.yaml").state
    for unit in (unit.id for unit in state.muster.units if state.on_field(unit.id)):
        offered = {Order(offer.kind, offer.target) for offer in menu(state, unit) if offer.why is None}
        assert {order for order in possible(state, unit) if order.kind != "rout"} <= offered


def test_how_a_charge_may_be_met_is_offered_where_it_can_be_chosen() -> None:
    state = enfilade.load(EXAMPLES / "alexander-and-darius-turn-1.battle.yaml").state
    unit = state.muster.units[0].id
    reactions = {offer.kind: offer.reactions for offer in menu(state, unit)}
    assert reactions["stand"] == ("brace", "evade", "counter")
    assert reactions["defend"] == ("brace", "counter")
    assert reactions["charge"] == ()


def test_an_order_that_cannot_stand_says_why_by_a_rule() -> None:
    state = enfilade.load(EXAMPLES / "alexander-and-darius-turn-9.battle.yaml").state
    reasons = [offer.why for offer in menu(state, "phalanx3") if offer.kind == "charge"]
    assert reasons
    for why in reasons:
        assert why is not None
        assert why.rule == "3.6.2.4-charge"
        assert "in melee" in why.text()
