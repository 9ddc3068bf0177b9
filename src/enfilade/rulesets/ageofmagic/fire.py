"""Missile fire (3.6.2.5.1): one way, by the firing unit's leader."""

from functools import lru_cache

from enfilade.dice import Stage
from enfilade.rulesets.ageofmagic.attack import fallen, roll_attack
from enfilade.rulesets.ageofmagic.field import Attack, Field, Fire, struck
from enfilade.rulesets.ageofmagic.numbers import Number
from enfilade.rulesets.ageofmagic.rows import Row, Summed
from enfilade.rulesets.ageofmagic.tables import (
    MISSILE_CASUALTIES,
    MORALE_WORTH,
    MOVING_WORTH,
    POSITION_WORTH,
    SKIRMISH_TARGET_WORTH,
    TIREDNESS_WORTH,
    VISIBILITY_WORTH,
    WIND_WORTH,
)

FIRE = Summed(
    "3.6.2.5.1-fire",
    "{unit} at {target}, attack value {value}",
    (
        Row("3.6.2.5.1-leader", "the leader's Tactics", lambda f: f.tactics),
        Row("3.6.2.5.1-leader", "leading a unit in battle", lambda f: f.leading),
        Row("3.6.2.5.1-leader", "the leader's IQ", lambda f: f.iq),
        Row("3.6.2.5.1-value", "missile value", lambda f: f.missile, value="missile"),
        Row("3.6.2.5.1-morale", "{morale} morale", lambda f: MORALE_WORTH[f.morale], ("morale",)),
        Row("3.6.2.5.1-tired", "tiredness: {tiredness}", lambda f: TIREDNESS_WORTH[f.tiredness], ("tiredness",)),
        Row("3.6.2.5.1-position", "{position} position", lambda f: POSITION_WORTH[f.position], ("position",)),
        Row("3.6.2.5.1-moving", "firing on the move", lambda f: MOVING_WORTH if f.moving else None),
        Row("3.6.2.5.1-defence", "the target's defence value", lambda f: -f.defence, value="defence"),
        Row(
            "3.6.2.5.1-order",
            "target in {order} order",
            lambda f: {"skirmish": SKIRMISH_TARGET_WORTH, "close": 0}.get(f.order),
            ("order",),
        ),
        Row(
            "3.6.2.5.1-visibility",
            "{visibility} visibility",
            lambda f: VISIBILITY_WORTH[f.visibility],
            ("visibility",),
        ),
        Row("3.6.2.5.1-wind", "{wind} wind", lambda f: WIND_WORTH[f.wind], ("wind",)),
        Row("3.6-siege", "the target is behind fortifications", lambda f: f.fortified),
    ),
)


@lru_cache(maxsize=1 << 14)
def fire_value(facts: Fire) -> Number:
    """The attack value of a volley: the sum of its rows."""
    return FIRE.total(facts)  # type: ignore[no-any-return]


def volley(field: Field, attacker: int, target: int, moving: bool) -> Attack:
    """The volley of one unit at another as things stand now."""
    facts = fire_facts(field, attacker, target, moving)
    order = field.orders[attacker] if field.orders else None
    dice = order.dice if order and order.dice >= 0 else field.muster.dice
    return Attack(attacker, target, fire_value(facts), field.units[attacker].size, 1, dice, facts)


def fire_facts(field: Field, attacker: int, target: int, moving: bool) -> Fire:
    """What the attack value of this volley depends on."""
    card, aim, stands = field.muster.cards[attacker], field.muster.cards[target], field.units[attacker]
    order = field.orders[attacker] if field.orders else None
    return Fire(
        card.leader.tactics,
        card.leader.leading,
        card.leader.iq,
        card.missile,
        stands.morale,
        stands.tiredness,
        (order.position if order else "") or stands.position,
        moving,
        aim.defence,
        aim.order,
        field.visibility,
        field.wind,
        field.muster.tables.assumed.fortified_missile if aim.fortified else None,
    )


def loose(field: Field) -> Field:
    """The casualties of the volley just rolled come off, and the firer has fired."""
    if not field.attacks:
        return field
    attack = field.attacks[0]
    return struck(field, attack, *fallen(field, attack, MISSILE_CASUALTIES), 1)


VOLLEY = (
    Stage(
        "3.6.2.5.1-fire",
        "{actor} fired at {target}: value {value}, {risked} {risked:die|dice} risked, result {result}",
        roll_attack,
    ),
    Stage(
        "3.6.2.5.1-casualties",
        "{actor} at {target}, {percent}% of {size}: {inflicted} inflicted, {casualties} fell",
        loose,
    ),
)
