"""The end of a turn (3.6.2.5): tiredness, combat advantage, morale, and who leaves the field."""

from fractions import Fraction

from enfilade.dice import Stage
from enfilade.rulesets.ageofmagic.areas import FIELD
from enfilade.rulesets.ageofmagic.field import Field, quiet
from enfilade.rulesets.ageofmagic.numbers import Number
from enfilade.rulesets.ageofmagic.state import Dealt, Pair, Standing
from enfilade.rulesets.ageofmagic.tables import MORALE, TIREDNESS, WORN_OUT

EDGES = (10, 25, 50)  # percent of the strength; each costs a level


def tire(field: Field) -> Field:
    """A level for a turn in melee; half a level, banked, for another turn of fighting (3.6.2.5)."""
    every = field.reading("quiet_turns") == "count"
    return field._replace(units=tuple([_tired(one) if one.fight or every else one for one in field.units]))


def _tired(one: Standing) -> Standing:
    if one.gone:
        return one
    halves = one.weary + (2 if one.fight == 2 else 1)
    level = min(WORN_OUT, TIREDNESS.index(one.tiredness) + halves // 2)
    return one._replace(tiredness=TIREDNESS[level], weary=halves % 2)


def settle_pairs(field: Field) -> Field:
    """Who has the combat advantage next turn; melees end where a unit disengages, routs away or is no more."""
    left = []
    for pair in field.pairs:
        one, other = (field.muster.index(id_) for id_ in pair[:2])
        if field.units[one].size and field.units[other].size and not _breaks_off(field, one, other):
            left.append(pair._replace(ahead=_ahead(field, pair)))
    return field._replace(pairs=tuple(left))


def _breaks_off(field: Field, one: int, other: int) -> bool:
    return leaves_melee(field, one, other) or leaves_melee(field, other, one)


def leaves_melee(field: Field, at: int, enemy: int) -> bool:
    """Whether this unit tries to get out of its melee with that enemy this turn."""
    order = field.orders[at] if field.orders else None
    if field.units[at].morale == "routing":
        return True
    return order is not None and order.kind == "disengage" and order.target in ("", field.muster.units[enemy].id)


def _ahead(field: Field, pair: Pair) -> str:
    """The unit that suffered less in this turn's exchange: by number, or by share of its strength."""
    suffered: list[Number] = [inflicted(field.dealt, enemy, own) for own, enemy in (pair[:2], (pair.other, pair.one))]
    if field.reading("advantage_by") == "share":
        strengths = [field.units[field.muster.index(id_)].strength for id_ in pair[:2]]
        suffered = [Fraction(lost, max(1, whole)) for lost, whole in zip(suffered, strengths, strict=True)]
    if suffered[0] == suffered[1]:
        return ""
    return pair.one if suffered[0] < suffered[1] else pair.other


def inflicted(dealt: tuple[Dealt, ...], attacker: str, target: str) -> int:
    """What one unit inflicted on another in this turn's melee."""
    return sum(one.inflicted for one in dealt if one.attacker == attacker and one.target == target)


def settle_morale(field: Field) -> Field:
    """All causes add up, then morale stays between routing and good (3.6.2.5.3)."""
    units = list(field.units)
    for at, one in enumerate(units):
        change = 0 if one.gone else morale_change(field, at)
        if change:
            level = max(0, min(len(MORALE) - 1, MORALE.index(one.morale) + change))
            units[at] = one._replace(morale=MORALE[level])
    return field._replace(units=tuple(units))


def morale_change(field: Field, at: int) -> int:
    """Levels of morale that a unit gains or loses: casualties, a successful charge, rallying, the referee's word."""
    one = field.units[at]
    lost = share_row(one, field.reading("morale_edges")) if one.inflicted else 0
    won = successful_charge(field.dealt, field.muster.units[at].id) if one.fight == 2 else 0
    said = field.adjust[at] if field.adjust else 0
    return lost + won + rallied(field, at) + said


def share_row(one: Standing, edges: str) -> int:
    """Levels lost by the share of the strength at the turn's start that fell: 10, 25 and 50% are the edges."""
    if not one.inflicted:
        return 0
    hundredths, strength = 100 * one.inflicted, one.strength
    reached = [hundredths > edge * strength or (edges == "worse" and hundredths == edge * strength) for edge in EDGES]
    return -sum(reached)


def successful_charge(dealt: tuple[Dealt, ...], unit: str) -> int:
    """1 for a unit that charged an enemy and dealt it more casualties than it took from it, else 0."""
    for one in dealt:
        if one.attacker == unit and one.charging and one.inflicted > inflicted(dealt, one.target, unit):
            return 1
    return 0


def rallied(field: Field, at: int) -> int:
    """Levels given back by a whole turn of "retreat and rally", unengaged and without casualties."""
    if not field.orders or field.orders[at].kind != "retreat":
        return 0
    one = field.units[at]
    quiet_turn = one.fight < 2 and not one.inflicted and one.morale != "routing"
    return field.muster.tables.rally if quiet_turn else 0


def leave(field: Field) -> Field:
    """The annihilated and those who fled are off the field; the others are ready for the next turn."""
    return quiet(field)._replace(
        units=tuple(map(_ready, field.units)), dealt=(), orders=(), charges=(), adjust=(), chosen=()
    )


def _ready(one: Standing) -> Standing:
    if one.gone:
        return one
    gone = "annihilated" if not one.size else "fled" if one.area == FIELD else ""
    return one._replace(
        strength=one.size,
        inflicted=0,
        fight=0,
        fired=False,
        last_fight=one.fight,
        last_inflicted=one.inflicted,
        gone=gone,
    )


TIRE = Stage("3.6.2.5-tired", "units tire", tire)
ADVANTAGE = Stage("3.6.2.5-advantage", "combat advantage for the next turn is settled", settle_pairs)
SETTLE_MORALE = Stage("3.6.2.5.3-share", "morale follows the casualties of the turn", settle_morale)
LEAVE = Stage("3.6.2.5.3-gone", "who is annihilated or has fled is off the field", leave)
END_OF_TURN = (TIRE, ADVANTAGE, SETTLE_MORALE, LEAVE)
