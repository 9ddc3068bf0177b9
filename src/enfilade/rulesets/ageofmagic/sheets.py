"""The orders of a scenario: for this turn, for later ones, and standing; every mistake in them noted with its place."""

from collections.abc import Iterator, Mapping
from typing import Any

from enfilade.referee import Notes, Path
from enfilade.rulesets.ageofmagic import documents
from enfilade.rulesets.ageofmagic.orders import Objection, objections, read_order
from enfilade.rulesets.ageofmagic.state import Order, Sheet, State


def orders_of(
    state: State, given: Mapping[str, Any], path: Path, notes: Notes, legal: bool
) -> tuple[tuple[str, Order], ...]:
    """Orders as written; with `legal` they must be possible at once, else only readable."""
    read = []
    for unit, written in given.items():
        order, wrong = read_order(unit, written)
        if order is not None and legal:
            wrong = wrong + objections(state, unit, order)
        elif state.muster.index(unit) < 0:
            wrong = wrong + [one for one in objections(state, unit, Order("stand")) if not one.field]
        _note_all(wrong, path, written, notes)
        if order is not None:
            read.append((unit, order))
    return tuple(read)


def _note_all(wrong: list[Objection], path: Path, written: Any, notes: Notes) -> None:
    """Write objections to an order down as mistakes of the document."""
    for one in wrong:
        inner = (one.field,) if one.field and isinstance(written, Mapping) and one.field in written else ()
        notes.add((*path, one.unit, *inner), str(one.expected), one.found, str(one.hint))


def plan_of(scenario: documents.Scenario, state: State, notes: Notes) -> Iterator[tuple[int, Sheet]]:
    """The sheets of later turns; whether their orders can stand is seen when their turn comes."""
    for number, sheet in scenario.plan.items():
        if not number.isdecimal() or int(number) <= scenario.battle.turn:
            notes.add(("plan", number), f"a turn after {scenario.battle.turn}", number)
            continue
        orders = orders_of(state, sheet.orders, ("plan", number, "orders"), notes, legal=False)
        yield int(number), Sheet(orders, sheet.visibility or "", sheet.wind or "")


def standing_of(scenario: documents.Scenario, state: State, notes: Notes) -> Iterator[tuple[str, tuple[Order, ...]]]:
    """For a unit or a side the orders it follows where it has none, in order of preference."""
    for who, wishes in scenario.standing.items():
        if who not in state.muster.sides and state.muster.index(who) < 0:
            known = [*(unit.id for unit in state.muster.units), *state.muster.sides]
            notes.unknown(("standing", who), "a unit or a side of this battle", who, known)
        read = []
        for at, written in enumerate(wishes):
            order, wrong = read_order(who, written)
            for one in wrong:
                notes.add(("standing", who, at), str(one.expected), one.found, str(one.hint))
            if order is not None:
                read.append(order)
        yield who, tuple(read)
