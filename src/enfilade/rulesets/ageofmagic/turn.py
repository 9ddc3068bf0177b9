"""A whole battle turn (3.6.2.5): orders, movement, all missile fire, then all melee, then what follows from it."""

from collections.abc import Iterator, Sequence
from functools import cache, partial

from enfilade.dice import Program, Stage, Until
from enfilade.referee import Event, Facts, Result
from enfilade.rulesets.ageofmagic.aftermath import END_OF_TURN, leaves_melee
from enfilade.rulesets.ageofmagic.attack import RISK
from enfilade.rulesets.ageofmagic.exchange import stands
from enfilade.rulesets.ageofmagic.field import Attack, Charge, Field, quiet
from enfilade.rulesets.ageofmagic.fire import VOLLEY, volley
from enfilade.rulesets.ageofmagic.melee import BY_TABLES, PROVISIONAL, ROLL, Meeting, blow
from enfilade.rulesets.ageofmagic.moves import ANSWERS, CLOSE_IN, MARCH, conflicts, evasions, interceptions
from enfilade.rulesets.ageofmagic.state import Order, Pair, Standing, State
from enfilade.rulesets.ageofmagic.tables import CASUALTIES_RULE
from enfilade.rulesets.ageofmagic.writing import next_turn


def turn_program(
    state: State, orders: Sequence[Order], first: int = 0, adjust: tuple[int, ...] = ()
) -> Program[Field, Result]:
    """The turn as dice: one order for every unit, in the order of the muster, all of them legal."""
    field = opening(state, orders, first, adjust)
    return Program(field, stages(field), partial(ended, state))


def opening(state: State, orders: Sequence[Order], first: int = 0, adjust: tuple[int, ...] = ()) -> Field:
    """The field when the orders are revealed."""
    ids = {unit.id: at for at, unit in enumerate(state.muster.units)}
    charges = tuple(
        Charge(at, ids[order.target], state.units[at].area) for at, order in enumerate(orders) if order.kind == "charge"
    )
    field = Field(
        muster=state.muster,
        units=state.units,
        orders=tuple(orders),
        pairs=state.pairs,
        visibility=state.visibility,
        wind=state.wind,
        first=first,
        charges=charges,
        adjust=adjust,
    )
    return field._replace(conflicts=conflicts(field)) if charges else field


def stages(field: Field) -> tuple[Stage[Field] | Until[Field], ...]:
    """The stages of this turn; what its orders make impossible is left out."""
    ties, orders = field.reading("ties"), field.orders
    choices = field.muster.dice < 0 and any(order.dice < 0 for order in orders)
    row: list[Stage[Field] | Until[Field]] = []
    if field.conflicts:
        row.append(interceptions(ties, choices))
    if field.charges:
        row += [CLOSE_IN, ANSWERS, evasions(ties, choices)]
    row.append(MARCH)
    risks = (RISKS,) if choices else ()
    if any(_may_fire(field, at) for at in range(len(orders))):
        row += [AIM, *risks, FIRING]
    if field.pairs or field.charges:
        row += [JOIN, *risks, fighting(CASUALTIES_RULE in field.muster.tables.replaced)]
    return (*row, *END_OF_TURN)


@cache
def fighting(given: bool) -> Until[Field]:
    """All blows of the turn, by the table given or the provisional one."""
    return Until((ROLL, BY_TABLES if given else PROVISIONAL), _all_rolled)


def _all_rolled(field: Field) -> bool:
    return not field.attacks


def _all_decided(field: Field) -> bool:
    return all(attack.dice >= 0 for attack in field.attacks)


RISKS = Until((RISK,), _all_decided)
FIRING = Until(VOLLEY, _all_rolled)


def _may_fire(field: Field, at: int) -> bool:
    return field.orders[at].kind in ("fire", "hit_and_run", "charge") and bool(field.muster.cards[at].missile)


def aim(field: Field) -> Field:
    """All volleys of the turn, with the sizes that the units have before any of them falls."""
    return quiet(field)._replace(attacks=tuple(_volleys(field)))


def _volleys(field: Field) -> Iterator[Attack]:
    charging = {charge.unit: charge for charge in field.charges}
    for at, order in enumerate(field.orders):
        if not _may_fire(field, at) or field.units[at].gone:
            continue
        if order.kind == "charge":
            charge = charging[at]
            if charge.met >= 0:
                yield volley(field, at, charge.met, moving=True)
        else:
            target = field.muster.index(order.target)
            yield volley(field, at, target, moving=order.kind == "hit_and_run")


def join(field: Field) -> Field:
    """All blows of the turn, with the sizes left after the missiles; charges that reached somebody are new melees."""
    pairs = list(field.pairs)
    met = {frozenset(pair[:2]) for pair in pairs}
    for charge in field.charges:
        ids = field.muster.units[charge.unit].id, field.muster.units[charge.met].id
        if charge.how == "met" and frozenset(ids) not in met:
            met.add(frozenset(ids))
            pairs.append(Pair(*ids))
    field = quiet(field)._replace(pairs=tuple(pairs))
    return field._replace(attacks=tuple(_blows(field)))


def _blows(field: Field) -> Iterator[Attack]:
    striking = [ends for pair in field.pairs for ends in _strikes(field, pair)]
    split, late = field.reading("strength_split") == "equal", field.reading("melee_size") == "after_fire"
    strikes = [attacker for attacker, _, _ in striking]
    for attacker, target, advantage in striking:
        parts = strikes.count(attacker) if split else 1
        attack = blow(field, attacker, target, meeting(field, attacker, target, advantage), parts)
        yield attack if late else _at_start(field, attack)


def _strikes(field: Field, pair: Pair) -> Iterator[tuple[int, int, int]]:
    """Who strikes whom in this melee, with 1 or -1 for the combat advantage or disadvantage."""
    one, other = field.muster.index(pair.one), field.muster.index(pair.other)
    if not field.units[one].size or not field.units[other].size:
        return
    for attacker, target in ((one, other), (other, one)):
        if not leaves_melee(field, attacker, target):
            ahead = pair.ahead == field.muster.units[attacker].id
            yield attacker, target, (1 if ahead else -1) if pair.ahead else 0


def _at_start(field: Field, attack: Attack) -> Attack:
    return attack._replace(size=field.units[attack.attacker].strength)


def meeting(field: Field, attacker: int, target: int, advantage: int) -> Meeting:
    """How one unit's blow at another stands, from the charges of this turn."""
    mine, theirs = _charge(field, attacker, target), _charge(field, target, attacker)
    if mine is None and theirs is None:
        return Meeting(advantage=advantage)
    counters = theirs is not None and (theirs.reaction == "counter" or _mutual(field, attacker, target))
    horse = field.muster.cards[target].cavalry
    braced = theirs is not None and theirs.reaction == "brace" and theirs.side == "front" and horse
    return Meeting(
        charging=mine is not None or counters,
        bracing=braced,
        side=mine.side if mine else "front",
        evading=mine is not None and mine.reaction == "caught",
        advantage=advantage,
    )


def _charge(field: Field, unit: int, met: int) -> Charge | None:
    """The charge that brought these two together."""
    for one in field.charges:
        if one.unit == unit and one.met == met and one.how == "met":
            return one
    return None


def _mutual(field: Field, unit: int, enemy: int) -> bool:
    """Whether this unit was itself charging the enemy who came first."""
    return any(one.unit == unit and one.target == enemy for one in field.charges)


AIM = Stage("3.6.2.5-sequence", "all missile fire", aim)
JOIN = Stage("3.6.2.5-sequence", "all melee", join)


def after(state: State, field: Field) -> State:
    """The battle when the turn is over, with the next turn's orders and weather."""
    return next_turn(state, field.units, field.pairs, state.turn + 1)


def ended(state: State, field: Field) -> Result:
    """What a turn comes to: the units that changed, the melees that go on, and the next turn."""
    units = zip(state.muster.units, state.units, field.units, strict=True)
    events = [stands(unit.id, before, now) for unit, before, now in units if before != now]
    events.append(Event("turn", Facts(turn=state.turn + 1, melees=field.pairs)))
    return Result(_counts(state, field), tuple(events))


def _counts(state: State, field: Field) -> Facts:
    """For each side how many fell and how many units rout or are gone."""
    counts: dict[str, int] = {}
    for number, side in enumerate(state.muster.sides):
        mine = [at for at, card in enumerate(state.muster.cards) if card.side == number]
        counts[f"{side}_lost"] = sum(state.units[at].size - field.units[at].size for at in mine)
        counts[f"{side}_broken"] = sum(_broken(state.units[at], field.units[at]) for at in mine)
    return Facts(counts)


def _broken(before: Standing, after: Standing) -> bool:
    was, now = ((bool(one.gone) or one.morale == "routing") for one in (before, after))
    return now and not was
