"""Before the first entry the scenario itself is edited: units are moved, another scenario is laid down."""

from collections.abc import Iterator
from typing import Any

from enfilade.files.document import parse
from enfilade.files.writing import write
from enfilade.referee import ScenarioError
from enfilade.web import wire
from enfilade.web.rooms.edits import Path, edit, edited
from enfilade.web.rooms.links import REFEREE
from enfilade.web.rooms.orders import sealed_in, standable
from enfilade.web.rooms.playing import decide
from enfilade.web.rooms.table import Did, NotDone, Table, lay, mistaken
from enfilade.web.store.change import as_kept
from enfilade.web.telling import sides

DIGITS = 4  # of an inch, a tray or a cell: finer than any ruler


def move(table: Table, seat: str, to: wire.Move) -> Did:
    """A unit is put elsewhere by its owner or the referee; after the first entry, by the referee's decision."""
    table.may_move(seat, to.unit)
    if table.standing.attack is not None or table.standing.entries:
        if seat != REFEREE and not table.alone(seat):
            words = "the battle has begun: units move by the rules, or as the referee decides"
            raise NotDone("not_yours", words)
        fields = {"at": to.at, "facing": to.facing, "area": to.area}
        return decide(table, seat, wire.Decide(type="decide", words="moved by hand", unit=to.unit, **fields))
    edits = as_kept(list(_edits(_path(table, to.unit), to)))
    if not edits:
        raise NotDone("request", "say where {unit} goes: at, facing or area", unit=to.unit)
    battle = lay(edited(table.standing.scenario, edits), table.standing.units)
    return Did("move", {"unit": to.unit, "edits": edits}, battle)


def lay_down(table: Table, seat: str, given: wire.Set) -> Did:
    """Another scenario for the same sides, by the referee, or by whoever is alone in the room."""
    table.may_act(seat)
    if seat != REFEREE and not table.alone(seat):
        raise NotDone("not_yours", "only the referee lays down another scenario")
    if table.standing.attack is not None or table.standing.entries:
        raise NotDone("request", "the battle has begun: make another room for another scenario")
    try:
        scenario: Any = parse(write(given.scenario), "scenario.json").data  # by the guards of a file
    except ScenarioError as error:
        raise mistaken(error) from error
    battle = lay(scenario, table.standing.units)
    strange = [side for side in sides(battle) if side not in table.standing.sides]
    if strange:
        known = ", ".join(table.standing.sides)
        words = "expected a scenario of the sides {known}, for whom there are links; found {side}"
        raise NotDone("scenario", words, known=known, side=strange[0])
    scenario, book = sealed_in(battle)
    if book is not None:
        battle = lay(scenario, table.standing.units)
    elif table.standing.sealed.book is not None:
        book = standable(table, battle)
    return Did("set", {"scenario": scenario, **({} if book is None else {"orders": book})}, battle)


def _path(table: Table, unit: str) -> Path:
    """Where a unit stands in the document."""
    for name in ("units", "tokens"):
        for at, one in enumerate(table.standing.scenario.get(name) or ()):
            if one.get("id") == unit:
                return name, at
    raise NotDone("request", "{unit} has no place of its own in the scenario", unit=unit)


def _edits(path: Path, to: wire.Move) -> Iterator[dict[str, Any]]:
    if to.at is not None:
        place = "cell" if path[0] == "tokens" else "position"
        yield edit((*path, place), [_rounded(number) for number in to.at])
    if to.facing is not None:
        yield edit((*path, "facing"), _rounded(to.facing))
    if to.area is not None:
        yield edit((*path, "area"), to.area)


def _rounded(number: float) -> float | int:
    """The number as a person would write it: 3 for 3.0, and no noise at its end."""
    short = round(number, DIGITS)
    return int(short) if short == int(short) else short
