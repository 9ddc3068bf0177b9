"""Orders for a turn, where units move by orders: each side gives its own in secret; the turn opens them all."""

from collections.abc import Iterable, Mapping
from typing import Any

from enfilade.battle import Battle
from enfilade.referee import Action, Facts, Ordering, Ruling
from enfilade.web import wire
from enfilade.web.rooms.links import REFEREE, SPECTATOR
from enfilade.web.rooms.sealed import Book
from enfilade.web.rooms.table import Did, NotDone, Table, refused


def order(table: Table, seat: str, given: wire.Orders) -> Did:
    """Orders are given or taken back; all of them can stand, or none is taken."""
    may_order(table, seat, given.entries)
    for unit in given.orders:
        table.may_move(seat, unit)
    before = standing_orders(table)
    book = {unit: one for unit, one in {**before, **given.orders}.items() if one is not None}
    of = table.sides()
    sides = sorted({of[unit] for unit in given.orders})
    ruling = _judged(table.battle, {unit: one for unit, one in book.items() if of.get(unit) in sides})
    if not ruling.legal:
        raise refused(ruling)
    told = {unit: before.get(unit) for unit in given.orders}
    data: dict[str, Any] = {"units": list(given.orders), "book": book, "sides": sides, "before": told}
    return Did("orders", data, table.battle)


def take_back(table: Table, seat: str) -> Did | None:
    """The orders that this seat gave last are taken back, where nothing else has been done since; else nothing."""
    room, now = table.standing, standing_orders(table)
    last = room.sealed.last(seat, now, all_sides=seat == REFEREE)
    if last is None or room.attack is not None or (room.done and room.done[-1].seq > last.seq):
        return None
    book = {unit: one for unit, one in {**now, **last.before}.items() if one is not None}
    of = table.sides()
    sides = sorted({of.get(unit, "") for unit in last.before})
    return Did("orders", {"units": list(last.before), "book": book, "sides": sides, "back": last.seq}, table.battle)


def standing_orders(table: Table) -> dict[str, Any]:
    """The orders of the turn to come, as a file writes them: everybody's, opened or not."""
    book, ruleset = table.standing.sealed.book, table.battle.ruleset
    if book is None and isinstance(ruleset, Ordering):
        book = ruleset.ordered(table.battle.state)
    return dict(book or {})


def seen_orders(table: Table, seat: str) -> dict[str, Any]:
    """Those of them that a seat may see: its own side's, the referee all, who looks on none."""
    book = standing_orders(table)
    return book if seat == REFEREE else _of(table, book, [seat])


def waited_for(table: Table, seat: str) -> list[str]:
    """The sides besides this seat's own that the turn waits for.

    Somebody sits there, and they are not ready; or nobody has sat there yet, and somebody gave them secret orders.
    """
    room = table.standing
    unseen = _in_secret(table) - room.taken - {seat}
    return sorted(unseen | {side for side in _sitting(table, seat) if side not in room.sealed.ready})


def never_there(table: Table, sides: Iterable[str]) -> bool:
    """Whether nobody has ever sat at any of these sides."""
    return table.standing.taken.isdisjoint(sides)


def passed_over(table: Table, seat: str) -> list[str]:
    """The sides besides this seat's own whose orders come to nothing where it fights the turn by hand, or ends it."""
    return sorted(_sitting(table, seat) | _in_secret(table) - {seat})


def opened(table: Table) -> list[str]:
    """The sides whose orders a turn opens that begins now: where somebody has sat, or orders are secret."""
    of = table.sides()
    sides = {of.get(unit) for unit in standing_orders(table)} | set(table.standing.sealed.ready)
    return sorted(_in_secret(table) | {side for side in table.standing.taken if side in sides})


def _sitting(table: Table, seat: str) -> frozenset[str]:
    """The other sides at which somebody sits, or has not been gone for long."""
    return table.standing.taken - {seat, REFEREE, SPECTATOR} - table.away


def _in_secret(table: Table) -> frozenset[str]:
    """The sides whose units were ordered in secret: otherwise than by what the battle tells of this turn anyway."""
    of, ruleset = table.sides(), table.battle.ruleset
    open_to_all = ruleset.ordered(table.battle.state) if isinstance(ruleset, Ordering) else {}
    secret = [unit for unit, one in (table.standing.sealed.book or {}).items() if one != open_to_all.get(unit)]
    return frozenset(of[unit] for unit in secret if of.get(unit))


def with_orders(table: Table, seat: str, action: Action) -> Action:
    """The turn with all orders given for it. Raises `NotDone`, and never tells a side what another was told.

    What can no longer stand of another side's orders is left out; of one's own it is refused, for the referee all.
    """
    book = standing_orders(table)
    if seat != REFEREE:
        own = _of(table, book, [seat])
        ruling = table.battle.judge(_turn(action, own))
        if not ruling.legal:
            raise refused(ruling)
        others = {unit: one for unit, one in book.items() if unit not in own}
        book = own | _left(table.battle, others)
    return _turn(action, book)


def own_turn(table: Table, side: str) -> Ruling:
    """The ruling on a turn with this side's orders alone. Raises `NotDone` where they cannot stand."""
    ruling = _judged(table.battle, _of(table, standing_orders(table), [side]))
    if not ruling.legal:
        raise refused(ruling)
    return ruling


def sealed_in(battle: Battle) -> tuple[Mapping[str, Any], Book | None]:
    """A scenario without the orders for its first turn, and these, sealed; or as it is where there are none."""
    if not isinstance(battle.ruleset, Ordering) or "orders" not in battle.scenario:
        return battle.scenario, None
    left = {name: value for name, value in battle.scenario.items() if name != "orders"}
    return left, battle.ruleset.ordered(battle.state)


def standable(table: Table, battle: Battle) -> dict[str, Any]:
    """What of the orders lying at this table can stand in another battle of the same sides.

    A unit that changes sides forgets its orders: they are a secret of those who gave them.
    """
    of, then = table.sides(), table.sides(battle)
    book = {unit: one for unit, one in standing_orders(table).items() if of.get(unit) == then.get(unit)}
    return _left(battle, book)


def may_order(table: Table, seat: str, entries: int | None) -> None:
    """Raises `NotDone` where there is nothing to be ordered now, or what was said is about a turn gone by.

    `entries`: how many the record held when it was said; `None` where that was not told.
    """
    table.may_act(seat)
    if not isinstance(table.battle.ruleset, Ordering):
        raise NotDone("request", "in this game nobody gives orders")
    if table.standing.attack is not None:
        raise NotDone("busy", "the turn is under way: it has to end first")
    if entries not in (None, len(table.standing.entries)):
        raise NotDone("busy", "the table has changed meanwhile: look again")


def _of(table: Table, book: Book, sides: Iterable[str]) -> dict[str, Any]:
    """The orders of the units of these sides."""
    of, wanted = table.sides(), set(sides)
    return {unit: one for unit, one in book.items() if of.get(unit) in wanted}


def _left(battle: Battle, book: Book) -> dict[str, Any]:
    """The orders of a book that can stand: those that the rules object to are left out."""
    left = dict(book)
    while left:
        ruling = _judged(battle, left)
        nearest = ruling.refusal.nearest if ruling.refusal else None
        kept = nearest.action.get("orders") if nearest and nearest.action else None
        if ruling.legal or kept is None:
            break
        fewer = {unit: one for unit, one in left.items() if unit in kept}
        if len(fewer) == len(left):
            break
        left = fewer
    return left


def _judged(battle: Battle, book: Book) -> Ruling:
    return battle.judge(Action.of("turn", orders=dict(book)))


def _turn(action: Action, book: Book) -> Action:
    return Action(action.kind, Facts({**action.fields, "orders": dict(book)}))
