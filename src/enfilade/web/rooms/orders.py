"""Orders for a turn, where units move by orders: each side gives its own; the turn takes them when it is played."""

from typing import Any

from enfilade.referee import Action, Facts, Ordering
from enfilade.web import wire
from enfilade.web.rooms.edits import edit, edited
from enfilade.web.rooms.table import Did, NotDone, Table, lay, refused
from enfilade.web.store.change import as_kept


def order(table: Table, seat: str, given: wire.Orders) -> Did:
    """Orders are given or taken back; all of them can stand, or none is taken."""
    table.may_act(seat)
    if not isinstance(table.battle.ruleset, Ordering):
        raise NotDone("request", "in this game nobody gives orders")
    if table.standing.attack is not None:
        raise NotDone("busy", "the turn is under way: it has to end first")
    for unit in given.orders:
        table.may_move(seat, unit)
    book = {unit: one for unit, one in {**standing_orders(table), **given.orders}.items() if one is not None}
    ruling = table.battle.judge(Action.of("turn", orders=book))
    if not ruling.legal:
        raise refused(ruling)
    data: dict[str, Any] = {"units": list(given.orders), "book": book}
    if table.standing.entries:
        return Did("orders", data, table.battle)
    data["edits"] = as_kept([edit(("orders",), book)])
    return Did("orders", data, lay(edited(table.standing.scenario, data["edits"]), table.standing.units))


def with_orders(table: Table, action: Action) -> Action:
    """The turn with the orders that were given for it; without any, it goes by those of the battle itself."""
    book = table.standing.orders
    return action if book is None else Action(action.kind, Facts({**action.fields, "orders": book}))


def standing_orders(table: Table) -> dict[str, Any]:
    """The orders of the turn to come, as a file writes them."""
    book, ruleset = table.standing.orders, table.battle.ruleset
    if book is None and isinstance(ruleset, Ordering):
        book = ruleset.ordered(table.battle.state)
    return dict(book or {})
