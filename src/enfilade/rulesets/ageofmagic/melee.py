"""Melee (3.6.2.5.2): both ways between engaged units, each by its own leader."""

from functools import lru_cache
from typing import NamedTuple

from enfilade.dice import Stage
from enfilade.rulesets.ageofmagic.attack import fallen, roll_attack
from enfilade.rulesets.ageofmagic.field import Attack, Blow, Field, struck
from enfilade.rulesets.ageofmagic.numbers import Number
from enfilade.rulesets.ageofmagic.rows import Row, Summed
from enfilade.rulesets.ageofmagic.state import Dealt
from enfilade.rulesets.ageofmagic.tables import (
    ADVANTAGE_WORTH,
    BRACE_WORTH,
    CASUALTIES_RULE,
    CAVALRY_CHARGE_ELSE,
    CAVALRY_CHARGE_WORTH,
    CHARGE_WORTH,
    CLOSE_TARGET_WORTH,
    MORALE_WORTH,
    POSITION_WORTH,
    TIREDNESS_WORTH,
    Tables,
)


def _advantage(f: Blow) -> Number | None:
    """Combat advantage fills the position row: it adds to good or poor ground, or the row holds 2 at most."""
    if not f.advantage:
        return None
    ground, worth = POSITION_WORTH[f.position], ADVANTAGE_WORTH * f.advantage
    return max(-2, min(2, ground + worth)) - ground if f.one_position else worth


def _cavalry_charge(f: Blow) -> Number | None:
    return CAVALRY_CHARGE_WORTH.get(f.kind, CAVALRY_CHARGE_ELSE) if f.charging and f.cavalry else None


def _close(f: Blow) -> str:
    """The training of a target in close order; "" if it is not."""
    return f.training if f.order == "close" else ""


BLOWS = Summed(
    "3.6.2.5.2-melee",
    "{unit} against {target}, attack value {value}",
    (
        Row("3.6.2.5.2-leader", "the leader's Tactics", lambda f: f.tactics),
        Row("3.6.2.5.2-leader", "leading a unit in battle", lambda f: f.leading),
        Row("3.6.2.5.2-leader", "the leader's IQ", lambda f: f.iq),
        Row("3.6.2.5.2-value", "melee value", lambda f: f.melee, value="melee"),
        Row("3.6.2.5.2-morale", "{morale} morale", lambda f: MORALE_WORTH[f.morale], ("morale",)),
        Row("3.6.2.5.2-tired", "tiredness: {tiredness}", lambda f: TIREDNESS_WORTH[f.tiredness], ("tiredness",)),
        Row("3.6.2.5.2-position", "{position} position", lambda f: POSITION_WORTH[f.position], ("position",)),
        Row("3.6.2.5.2-advantage", "combat advantage", _advantage, readings=("one_position",)),
        Row("3.6.2.5.2-charging", "charging", lambda f: CHARGE_WORTH if f.charging else None),
        Row("3.6.2.5.2-cavalry", "cavalry charging, weapon {kind}", _cavalry_charge, ("kind",)),
        Row(
            "3.6.2.5.2-brace",
            "braced in close order against cavalry, weapon {kind}",
            lambda f: BRACE_WORTH.get(f.kind) if f.bracing else None,
            ("kind",),
        ),
        Row("3.6.2.5.2-defence", "the target's defence value", lambda f: -f.defence, value="defence"),
        Row(
            "3.6.2.5.2-close",
            "target in close order, {training}",
            lambda f: CLOSE_TARGET_WORTH.get(_close(f)),
            ("training",),
        ),
        Row(
            "3.6.2.5.2-close-veteran",
            "target in close order, veteran",
            lambda f: f.assumed.veteran if _close(f) == "veteran" else None,
        ),
        Row(
            "3.6.2.5.2-close-elite",
            "target in close order, elite",
            lambda f: f.assumed.elite if _close(f) == "elite" else None,
        ),
        Row("3.6.2.5.2-flank", "struck in the flank", lambda f: f.assumed.flank if f.side == "flank" else None),
        Row("3.6.2.5.2-rear", "struck in the rear", lambda f: f.assumed.rear if f.side == "rear" else None),
        Row("3.6.2.5.2-evading", "caught evading", lambda f: f.assumed.evading if f.evading else None),
        Row("3.6.2.5.2-routing", "target is routing", lambda f: f.assumed.routing if f.fleeing else None),
        Row(
            "3.6.2.5.2-skirmish",
            "target in skirmish order",
            lambda f: f.assumed.skirmish if f.order == "skirmish" else None,
        ),
        Row(
            "3.6-siege",
            "the target is behind fortifications",
            lambda f: f.assumed.fortified_melee if f.fortified else None,
        ),
    ),
)


@lru_cache(maxsize=1 << 14)
def blow_value(facts: Blow) -> Number:
    """The attack value of one unit's blows at another: the sum of its rows."""
    return BLOWS.total(facts)  # type: ignore[no-any-return]


class Meeting(NamedTuple):
    """How one unit's blow at another stands. `side` is where the target is struck, `advantage` 1, 0 or -1."""

    charging: bool = False
    bracing: bool = False
    side: str = "front"
    evading: bool = False
    advantage: int = 0


def blow(field: Field, attacker: int, target: int, meeting: Meeting, parts: int = 1) -> Attack:
    """One unit's blows at another as things stand now; its size is divided among `parts` enemies."""
    facts = blow_facts(field, attacker, target, meeting)
    order = field.orders[attacker] if field.orders else None
    dice = order.dice if order and order.dice >= 0 else field.muster.dice
    size = field.units[attacker].size
    return Attack(attacker, target, blow_value(facts), size, parts, dice, facts, meeting.charging)


def blow_facts(field: Field, attacker: int, target: int, meeting: Meeting) -> Blow:
    """What the attack value of these blows depends on."""
    card, aim, stands = field.muster.cards[attacker], field.muster.cards[target], field.units[attacker]
    order = field.orders[attacker] if field.orders else None
    return Blow(
        card.leader.tactics,
        card.leader.leading,
        card.leader.iq,
        card.melee,
        stands.morale,
        stands.tiredness,
        (order.position if order else "") or stands.position,
        meeting.advantage,
        field.reading("one_position") == "one",
        meeting.charging,
        card.cavalry,
        card.kind,
        meeting.bracing and card.order == "close" and not card.cavalry,
        aim.defence,
        aim.order,
        aim.training,
        meeting.side,
        meeting.evading,
        field.units[target].morale == "routing",
        aim.fortified,
        field.muster.tables.assumed,
    )


def strike(field: Field) -> Field:
    """The casualties of the blows just rolled come off."""
    if not field.attacks:
        return field
    attack, ids = field.attacks[0], field.muster.units
    percent, inflicted = fallen(field, attack, field.muster.tables.melee_casualties)
    dealt = Dealt(ids[attack.attacker].id, ids[attack.target].id, inflicted, attack.charging)
    return struck(field, attack, percent, inflicted, 2)._replace(dealt=(*field.dealt, dealt))


ROLL = Stage(
    "3.6.2.5.2-melee",
    "{actor} struck at {target}: value {value}, {risked} {risked:die|dice} risked, result {result}",
    roll_attack,
)
PROVISIONAL = Stage(
    CASUALTIES_RULE,
    "{actor} against {target}, {percent}% of {size} by the provisional table: {inflicted} inflicted, {casualties} fell",
    strike,
)
BY_TABLES = Stage(
    CASUALTIES_RULE,
    "{actor} against {target}, {percent}% of {size} by the table given: {inflicted} inflicted, {casualties} fell",
    strike,
)


def strike_stages(tables: Tables) -> tuple[Stage[Field], Stage[Field]]:
    """The stages that roll blows and count who falls; the words say whose casualty table is read."""
    return ROLL, BY_TABLES if CASUALTIES_RULE in tables.replaced else PROVISIONAL
