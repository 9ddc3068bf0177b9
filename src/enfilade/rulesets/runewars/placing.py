"""The table, the terrain, and whether everything has room on it."""

from collections.abc import Iterable, Iterator

from enfilade.geometry.gap import near, overlapping
from enfilade.geometry.length import INCH
from enfilade.geometry.plane import TOLERANCE, Point, Rect
from enfilade.geometry.polygon import pieces
from enfilade.referee import Facts, Notes, Path, Words
from enfilade.rulesets.runewars import documents
from enfilade.rulesets.runewars.notes import measured
from enfilade.rulesets.runewars.state import Ground, State, Terrain, Unit
from enfilade.rulesets.runewars.tables import TERRAIN


def ground(scenario: documents.Scenario, notes: Notes) -> Ground:
    """The table's size and the lengths that were not found in the rules."""
    table = scenario.table
    tray = measured(notes, ("table", "tray"), table.tray, positive=True) or INCH
    width, depth = (measured(notes, ("table", f), getattr(table, f), tray, True) for f in ("width", "depth"))
    band = measured(notes, ("table", "range"), table.range, tray, True)
    unsaid = [name for name in ("range", "arc") if name not in table.model_fields_set]
    if "tray" not in table.model_fields_set and any(map(_in_other_units, _lengths(scenario))):
        unsaid.append("tray")
    return Ground(width, depth, tray, band, float(table.arc), tuple(unsaid))


def _lengths(scenario: documents.Scenario) -> Iterator[documents.Length]:
    """Every length that a ruling may depend on."""
    yield scenario.table.range
    for unit in scenario.units:
        yield from unit.position or ()
    for piece in scenario.terrain:
        for spot in piece.shape:
            yield from spot


def _in_other_units(written: documents.Length) -> bool:
    """Whether a length is told in inches or the like, so that it matters how long a tray is."""
    return isinstance(written, str) and "tray" not in written and not written.strip().replace(".", "").isdecimal()


def terrain(scenario: documents.Scenario, tray: int, notes: Notes) -> Iterator[Terrain]:
    """The terrain pieces; those with mistakes are noted."""
    ids = [unit.id for unit in scenario.units]
    for i, piece in enumerate(scenario.terrain):
        path: Path = ("terrain", i)
        for name in piece.keywords:
            if name not in TERRAIN:
                notes.unknown((*path, "keywords", name), "a terrain keyword", name, TERRAIN)
        if piece.occupant is not None and piece.occupant not in ids:
            notes.unknown((*path, "occupant"), "the id of a unit", piece.occupant, ids)
        corners = tuple(
            Point(*(measured(notes, (*path, "shape", n, axis), spot[axis], tray) for axis in (0, 1)))
            for n, spot in enumerate(piece.shape)
        )
        try:
            parts = pieces(corners)
        except ValueError:
            notes.add((*path, "shape"), "an outline that does not cross itself", f"{len(corners)} corners that do")
            continue
        yield Terrain(piece.id, corners, parts, Facts(piece.keywords), piece.occupant or "")


def check_places(state: State, notes: Notes) -> None:
    """No two units overlap, none hangs over the table's edge, and only its occupant stands in terrain."""
    for i, unit in enumerate(state.units):
        check_place(state, unit, state.units[:i], (("units", i), notes))


def check_place(state: State, unit: Unit, others: Iterable[Unit], at: tuple[Path, Notes]) -> None:
    """One unit has room: in the terrain that it occupies, on the table, among others and clear of other terrain."""
    path, notes = at
    edge = state.ground.tray
    _check_room(state, unit, path, notes)
    if not (unit.pose and unit.alive):
        return
    rects = [unit.rect(place, edge) for place in unit.places()]
    _check_table(state, unit, rects, ((*path, "position"), notes))
    for other in others:
        depth = _depth(rects, [other.rect(place, edge) for place in other.places()]) if other.pose else 0
        if depth > 0:
            found = Words("it overlaps {target} by {deep} trays", Facts(target=other.id, deep=depth / edge))
            notes.add((*path, "position"), Words("{unit} clear of every other unit", Facts(unit=unit.id)), found)


def _depth(rects: list[Rect], theirs: list[Rect]) -> float:
    """How deep two units overlap, or 0 where no more than the tolerance allows."""
    met = [overlapping(mine, their) for mine in rects for their in theirs if near(mine, their)]
    found = max(met, key=lambda finding: finding.margin) if met else None
    return found.margin + TOLERANCE if found else 0


def _check_table(state: State, unit: Unit, rects: list[Rect], at: tuple[Path, Notes]) -> None:
    path, notes = at
    corners = [corner for rect in rects for corner in rect.corners]
    over = max(max(-x, x - state.ground.width, -y, y - state.ground.depth) for x, y in corners)
    if over > TOLERANCE:
        far = Words("{deep} trays beyond its edge", Facts(deep=over / state.ground.tray))
        notes.add(path, Words("{unit} on the table", Facts(unit=unit.id)), far)
    for piece in state.terrain:
        if piece.occupant != unit.id:
            found = max((overlapping(rect, part) for rect in rects for part in piece.parts), key=lambda f: f.margin)
            if found:
                hint = f"write occupant: {unit.id} if it stands in {piece.id}"
                clear = Words("{unit} clear of terrain that it does not occupy", Facts(unit=unit.id))
                notes.add(path, clear, Words("it overlaps {terrain}", Facts(terrain=piece.id)), hint)


def _check_room(state: State, unit: Unit, path: Path, notes: Notes) -> None:
    """A unit occupies one piece of terrain at most, and only one with room for all its trays (RR 81)."""
    held = [(i, piece) for i, piece in enumerate(state.terrain) if piece.occupant == unit.id]
    for i, piece in held[1:]:
        notes.add(
            ("terrain", i, "occupant"), "a unit that stands nowhere else", f"{unit.id}, which is in {held[0][1].id}"
        )
    for i, piece in held[:1]:
        room, trays = piece.keywords.get("capacity"), sum(1 for _ in unit.places())
        if room is not None and trays > room:
            notes.add(
                ("terrain", i, "occupant"), f"a unit of at most {int(room)} trays", f"{unit.id}, which has {trays}"
            )
