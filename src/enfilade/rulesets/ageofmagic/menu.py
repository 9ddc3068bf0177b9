"""What a unit may be told now, as a menu: each kind of order with its targets, and why those that cannot stand cannot.

It says nothing of its own: every line is an order that was held against the rules (`orders.objections`).
"""

from collections.abc import Iterator

from enfilade.referee import Offer, Words
from enfilade.rulesets.ageofmagic import areas
from enfilade.rulesets.ageofmagic.orders import KINDS, REACTIONS, objections
from enfilade.rulesets.ageofmagic.state import Order, State

OWN = ("rout",)
"""What a unit does unasked: it is on no menu."""


def menus(state: State) -> Iterator[tuple[str, Iterator[Offer]]]:
    """The menu of every unit that is on the field."""
    for unit in state.muster.units:
        if state.on_field(unit.id):
            yield unit.id, menu(state, unit.id)


def menu(state: State, unit: str) -> Iterator[Offer]:
    """Every order for this unit with every target that it could have, possible or not."""
    for kind, (_, takes) in KINDS.items():
        if kind not in OWN:
            for target, name in _targets(state, unit, takes):
                order = Order(kind, target)
                wrong = objections(state, unit, order)
                why = wrong[0].step() if wrong else None
                yield Offer(kind, target, name, why, tuple(_reactions(state, unit, order)))


def _targets(state: State, unit: str, takes: str) -> Iterator[tuple[str, str | Words]]:
    """What an order of this kind may be about: enemies, friends, areas, or nothing in particular."""
    muster = state.muster
    if not takes or takes.endswith("?"):
        yield "", ""
    if takes.startswith("area"):
        yield from ((name, muster.spoken(name)) for name in areas.every(muster.sides))
    elif takes:
        side = muster.units[muster.index(unit)].side
        friends = takes.startswith("friend")
        for other in muster.units:
            if state.on_field(other.id) and other.id != unit and (other.side == side) == friends:
                yield other.id, other.name


def _reactions(state: State, unit: str, order: Order) -> Iterator[str]:
    """How a unit with this order may meet a charge."""
    for reaction in REACTIONS:
        wrong = objections(state, unit, order._replace(if_charged=reaction))
        if not any(one.field == "if_charged" for one in wrong):
            yield reaction
