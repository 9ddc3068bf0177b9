"""Movement in a turn (3.6.2.4): interceptions, charges and who meets them, evading, and where everybody ends."""

from collections.abc import Iterator
from functools import lru_cache

from enfilade.dice import Choice, Option, Stage, Until
from enfilade.rulesets.ageofmagic import areas
from enfilade.rulesets.ageofmagic.field import Charge, Contest, Field, Poise, changed
from enfilade.rulesets.ageofmagic.numbers import Number
from enfilade.rulesets.ageofmagic.risk import opposed
from enfilade.rulesets.ageofmagic.rows import Row, Summed
from enfilade.rulesets.ageofmagic.tables import TIREDNESS_WORTH

POISE = Summed(
    "3.6.2.4-speed",
    "{unit}, value against another leader {value}",
    (
        Row("3.6.2.4-speed", "the leader's Tactics", lambda f: f.tactics),
        Row("3.6.2.4-speed", "battlefield strategy", lambda f: f.strategy),
        Row("3.6.2.4-speed", "the leader's IQ", lambda f: f.iq),
        Row("3.6.2.4-speed", "tiredness: {tiredness}", lambda f: TIREDNESS_WORTH[f.tiredness], ("tiredness",)),
    ),
)
LEAVING = ("move", "retreat", "hit_and_run", "rout")  # orders under which a unit slips away when it is charged
EVASIVE = ("", "evade")


@lru_cache(maxsize=4096)
def poise_value(facts: Poise) -> Number:
    """A leader's value in a contest of speed."""
    return POISE.total(facts)  # type: ignore[no-any-return]


def poise(field: Field, at: int) -> Poise:
    """What this unit's value in a contest depends on."""
    leader = field.muster.cards[at].leader
    return Poise(leader.tactics, leader.strategy, leader.iq, field.units[at].tiredness)


def contest(field: Field, challenger: int, other: int, charge: int, mine: int = -1) -> Contest:
    """The opposed roll of two units whose speeds are alike."""
    cards, orders = field.muster.cards, field.orders
    dice = [orders[at].dice if orders[at].dice >= 0 else field.muster.dice for at in (challenger, other)]
    return Contest(
        (cards[challenger].name, cards[other].name),
        (field.chooser(challenger), field.chooser(other)),
        poise_value(poise(field, challenger)),
        poise_value(poise(field, other)),
        dice[0],
        dice[1],
        charge,
        mine,
    )


# Interception: a charger who is charged himself.


def conflicts(field: Field) -> tuple[tuple[int, int], ...]:
    """Every charge at a unit that charges in its turn, the fastest interceptor first."""
    charges, cards = field.charges, field.muster.cards
    found = [
        (mine, theirs)
        for mine, one in enumerate(charges)
        for theirs, other in enumerate(charges)
        if one.target == other.unit
    ]
    return tuple(sorted(found, key=lambda pair: -cards[charges[pair[0]].unit].speed))


def open_interception(field: Field) -> Field:
    """Settle interceptions by speed up to the first between units of like speed, which is a contest."""
    while field.conflicts:
        mine, theirs = field.conflicts[0]
        one, other = field.charges[mine], field.charges[theirs]
        field = field._replace(conflicts=field.conflicts[1:])
        if "stopped" in (one.how, other.how):
            continue
        ahead = field.card(one.unit).speed - field.card(other.unit).speed
        if ahead == 0:
            return field._replace(contest=contest(field, one.unit, other.unit, theirs, mine))
        field = _intercepted(field, mine, theirs, ahead > 0)
    return field


def settle_interception(field: Field) -> Field:
    """The charge is stopped where the interceptor won; else it goes through."""
    settled = field.contest
    if settled is None:
        return field
    field = _intercepted(field._replace(contest=None), settled.mine, settled.charge, settled.won == "wins")
    names = settled.names
    outcome = "intercepted" if settled.won == "wins" else "did not intercept"
    return field._replace(actor=names[0], target=names[1], outcome=outcome)


def _intercepted(field: Field, mine: int, theirs: int, won: bool) -> Field:
    """Who comes first stops the other. If two units charge each other, the loser is met where it stands."""
    one, other = field.charges[mine], field.charges[theirs]
    if won:
        return _with_charge(field, theirs, other._replace(how="stopped"))
    return _with_charge(field, mine, one._replace(how="stopped")) if other.target == one.unit else field


def _with_charge(field: Field, at: int, charge: Charge) -> Field:
    return field._replace(charges=(*field.charges[:at], charge, *field.charges[at + 1 :]))


# Contact: who is met, where, and from which side.


def close_in(field: Field) -> Field:
    """Every charge that is not stopped reaches its target, or the unit that stands between."""
    left = [at for at, charge in enumerate(field.charges) if charge.how == "running"]
    used: set[int] = set()
    while left:
        moving = {field.charges[at].unit for at in left}
        at = next((at for at in left if field.charges[at].target not in moving), left[0])
        left.remove(at)
        field = _reach(field, at, used)
    return field


def _reach(field: Field, at: int, used: set[int]) -> Field:
    charge, muster = field.charges[at], field.muster
    goal = field.units[charge.target].area
    near = areas.neighbours(muster.sides, muster.closed)[charge.origin]
    if goal != charge.origin and goal not in near:
        return _with_charge(field, at, charge._replace(how="missed"))  # the target has charged out of reach
    met = _in_between(field, charge, used)
    side = muster.sides[muster.cards[met].side]
    between = met != charge.target  # a unit that steps between faces the charge
    struck = "front" if between else areas.struck_side(side, goal, charge.origin)
    reaction = _reaction(field, charge, met)
    field = _with_charge(field, at, charge._replace(how="met", met=met, side=struck, reaction=reaction))
    if goal == charge.origin:
        return field
    return field._replace(units=changed(field.units, charge.unit, area=goal, position="normal"))


def _in_between(field: Field, charge: Charge, used: set[int]) -> int:
    """The unit that meets a charge: one that defends the target and stands with it, or the target itself."""
    target, units = charge.target, field.muster.units
    for at, order in enumerate(field.orders):
        if order.kind == "defend" and order.target == units[target].id and at != charge.unit:
            if field.units[at].area != field.units[target].area or field.units[at].gone:
                continue
            if field.reading("interposing") == "one" and at in used:
                continue
            used.add(at)
            return at
    return target


def _reaction(field: Field, charge: Charge, met: int) -> str:
    """What the unit that is met can do: nothing in melee or while it charges, slip away, or as it was told."""
    order, id_ = field.orders[met], field.muster.units[met].id
    if any(id_ in (pair.one, pair.other) for pair in field.pairs) or order.kind == "charge":
        return "held"
    return "evade" if order.kind in LEAVING else order.if_charged


def answer_charge(field: Field) -> Field | Choice[Field]:
    """The next unit that is free to choose decides how to meet its charge."""
    for at, charge in enumerate(field.charges):
        if charge.how == "met" and not charge.reaction:
            names = field.card(charge.met).name, field.card(charge.unit).name
            told = field._replace(actor=names[0], target=names[1])
            ways = ("brace", "counter", "evade") if field.orders[charge.met].kind != "defend" else ("brace", "counter")
            options = tuple(
                Option(way, _with_charge(told, at, charge._replace(reaction=way))._replace(outcome=way)) for way in ways
            )
            said = {"unit": names[0], "attacker": names[1]}
            return Choice.asking(field.chooser(charge.met), "{unit} is charged by {attacker}", options, **said)
    return field


# Evading.


def open_evasion(field: Field) -> Field:
    """Settle evasions by speed up to the first between units of like speed, which is a contest."""
    for at, charge in enumerate(field.charges):
        if charge.how == "met" and charge.reaction == "evade":
            ahead = field.card(charge.met).speed - field.card(charge.unit).speed
            if ahead == 0:
                return field._replace(contest=contest(field, charge.met, charge.unit, at))
            field = _evaded(field, at, ahead > 0)
    return field


def settle_evasion(field: Field) -> Field:
    """The unit gets away, or it is struck in the rear."""
    settled = field.contest
    if settled is None:
        return field
    field = _evaded(field._replace(contest=None), settled.charge, settled.won == "wins")
    outcome = "evaded" if settled.won == "wins" else "did not evade"
    return field._replace(actor=settled.names[0], target=settled.names[1], outcome=outcome)


def _evaded(field: Field, at: int, away: bool) -> Field:
    charge = field.charges[at]
    if away:
        return _with_charge(field, at, charge._replace(how="evaded"))
    return _with_charge(field, at, charge._replace(side="rear", reaction="caught"))


# Everybody else.


def march(field: Field) -> Field:
    """Who moves, retreats or routs goes one area, unless a charge has caught it; so do charges that found nobody."""
    caught = {charge.met for charge in field.charges if charge.how == "met"}
    near = areas.neighbours(field.muster.sides, field.muster.closed)
    origins = {charge.unit: charge.origin for charge in field.charges}
    goals = list(_goals(field, caught))
    for charge in field.charges:
        if charge.how == "missed" and origins[charge.target] in near[charge.origin]:
            goals.append((charge.unit, origins[charge.target]))
    for at, goal in goals:
        field = field._replace(units=changed(field.units, at, area=goal, position="normal"))
    return field


def may_contend(field: Field, charge: Charge) -> bool:
    """Whether a charge may come to a roll: its target may slip away, or somebody charges the charger."""
    order = field.orders[charge.target]
    slips = order.kind in LEAVING or (order.kind not in ("charge", "stay", "disengage") and order.if_charged in EVASIVE)
    return slips or any(other.target == charge.unit for other in field.charges)


def _goals(field: Field, caught: set[int]) -> Iterator[tuple[int, str]]:
    """Where each unit that leaves its area goes."""
    engaged = {id_ for pair in field.pairs for id_ in pair[:2]}
    for at, order in enumerate(field.orders):
        stays = at in caught or field.muster.units[at].id in engaged or field.units[at].gone
        if order.kind in ("move", "retreat", "rout") and not stays:
            goal = goal_of(field, at)
            if goal != field.units[at].area:
                yield at, goal


def goal_of(field: Field, at: int) -> str:
    """The area that a unit which moves, retreats or routs makes for; beyond all of them lies the field's edge."""
    muster, order, here = field.muster, field.orders[at], field.units[at].area
    side = muster.units[at].side
    if order.kind == "rout":
        others = zip(field.units, muster.cards, strict=True)
        held = frozenset(one.area for one, card in others if card.side != muster.cards[at].side and not one.gone)
        return areas.way_out(muster.sides, muster.closed, side, here, held)
    if order.target == "forward":
        return areas.forward(muster.sides, side, here)
    return areas.named(muster.sides, side, order.target) or areas.backward(muster.sides, side, here)


# The stages, in this order.


def _no_conflict(field: Field) -> bool:
    return not field.conflicts and field.contest is None


def _answered(field: Field) -> bool:
    return all(charge.reaction or charge.how != "met" for charge in field.charges)


def _none_evades(field: Field) -> bool:
    return not any(charge.how == "met" and charge.reaction == "evade" for charge in field.charges)


WORDS = "{actor} {outcome} {target}"
CLOSE_IN = Stage("3.6.2.4-charge", "the charges go home", close_in)
ANSWERS = Until((Stage("3.6.2.4-stand", "the charge is answered", answer_charge),), _answered)
MARCH = Stage("3.6.2.4-move", "the others move", march)


def interceptions(ties: str, choices: bool) -> Until[Field]:
    """The stages that settle, one after another, who stops a charger by charging him first."""
    begin = Stage("3.6.2.4-speed", "who is faster comes first", open_interception)
    settle = Stage("3.6.2.4-intercept", WORDS, settle_interception)
    return Until((begin, *opposed(settle, ties, choices)), _no_conflict)


def evasions(ties: str, choices: bool) -> Until[Field]:
    """The stages that settle, one after another, who evades a charge."""
    begin = Stage("3.6.2.4-speed", "who is faster gets away", open_evasion)
    settle = Stage("3.6.2.4-evade", WORDS, settle_evasion)
    return Until((begin, *opposed(settle, ties, choices)), _none_evades)
