"""Orders for a turn: those given, the standing orders where none is given, and what a unit does without any."""

from collections.abc import Iterator, Mapping
from typing import Any

from enfilade.rulesets.ageofmagic.areas import neighbours
from enfilade.rulesets.ageofmagic.orders import ENGAGED, KINDS, Objection, default, objections, read_order
from enfilade.rulesets.ageofmagic.state import Order, State

ANY = "any"  # as a target: the first unit in the order of the muster that makes the order legal


def orders_for(state: State, given: Mapping[str, Any] | None = None) -> tuple[list[Order], list[Objection]]:
    """One order for every unit, and every reason why one of those given cannot stand."""
    wrong: list[Objection] = []
    told: dict[str, Order] = {}
    sheet: Mapping[str, Any] = dict(state.orders) if given is None else given
    for name, written in sheet.items():
        id_ = str(name)  # an action may hold anything
        read, unread = (written, []) if isinstance(written, Order) else read_order(id_, written)
        if read is not None:
            unread = objections(state, id_, read)
            told[id_] = read
        wrong += unread
    wishes = dict(state.standing)
    engaged = {id_ for pair in state.pairs for id_ in pair[:2]}
    orders = []
    for at, unit in enumerate(state.muster.units):
        order = told.get(unit.id)
        if order is None:
            own = wishes.get(unit.id) or wishes.get(unit.side) or ()
            order = _first_legal(state, at, own, unit.id in engaged) or default(state, at)
        orders.append(order)
    return orders, wrong


def _first_legal(state: State, at: int, wishes: tuple[Order, ...], engaged: bool) -> Order | None:
    """The first standing order of a unit that it can follow now."""
    one, unit = state.units[at], state.muster.units[at].id
    if one.gone or one.morale == "routing":
        return None
    for wish in wishes:
        if engaged == (wish.kind in ENGAGED):
            for order in _aimed(state, at, wish):
                if not objections(state, unit, order):
                    return order
    return None


def possible(state: State, unit: str) -> Iterator[Order]:
    """Every order that this unit can be given now, one for each target; how to meet a charge is left open."""
    areas = [*neighbours(state.muster.sides, state.muster.closed)]
    units = [other.id for other in state.muster.units]
    for kind, (_, takes) in KINDS.items():
        targets = areas if takes.startswith("area") else units if takes else [""]
        for target in targets:
            order = Order(kind, target)
            if not objections(state, unit, order):
                yield order


def _aimed(state: State, at: int, wish: Order) -> Iterator[Order]:
    """The wish with `any` replaced by each unit it may mean; those that do not rout first."""
    if wish.target != ANY:
        yield wish
        return
    friend = KINDS[wish.kind][1] == "friend"
    muster, here = state.muster, state.units[at].area
    cards, reach = muster.cards, (here, *neighbours(muster.sides, muster.closed)[here])
    near = [
        other
        for other, one in enumerate(state.units)
        if one.area in reach and not one.gone and other != at and (cards[other].side == cards[at].side) == friend
    ]
    near.sort(key=lambda other: (state.units[other].morale == "routing", state.units[other].area != here))
    for other in near:
        yield wish._replace(target=state.muster.units[other].id)
