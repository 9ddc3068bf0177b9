"""From a document to a position, with every mistake in it named by its place."""

from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches

from enfilade.geometry.gap import overlapping
from enfilade.geometry.length import INCH, LengthError, length, size
from enfilade.geometry.plane import TOLERANCE, Point, Pose
from enfilade.referee import Facts, Mistake, ScenarioError
from enfilade.rulesets.runewars import contact, documents
from enfilade.rulesets.runewars.profile import BadText, Profile, dice, keywords, mistake, profile, shipped, worth
from enfilade.rulesets.runewars.state import (
    NONE,
    Contact,
    Dial,
    Ground,
    Sight,
    State,
    Terrain,
    Tray,
    Unit,
    Upgrade,
    tray,
)
from enfilade.rulesets.runewars.tables import CAPACITY, TERRAIN, TOKENS

Path = tuple[str | int, ...]


class Notes:
    """The mistakes found so far."""

    def __init__(self) -> None:
        self.found: list[Mistake] = []

    def add(self, path: Path, expected: str, found: object, hint: str = "") -> None:
        self.found.append(Mistake(path, expected, str(found), hint))

    def unknown(self, path: Path, what: str, name: str, known: list[str]) -> None:
        """A name that is not among the known ones, with the nearest of them."""
        near = get_close_matches(name, known, 1)
        hint = f'did you mean "{near[0]}"?' if near else f"known: {', '.join(known[:12])}"
        self.add(path, what, repr(name), hint)

    def length(self, path: Path, written: object, tray_size: int = INCH, positive: bool = False) -> int:
        """A length in micrometres, or 0 with a mistake noted. A bare number counts trays."""
        try:
            return (size if positive else length)(written, "tray", {"tray": tray_size})
        except LengthError as error:
            self.add(path, "a length", error)
            return 0


def setup(scenario: documents.Scenario, library: documents.Library | None = None) -> State:
    """The position of a scenario file; raises `ScenarioError` with every mistake."""
    notes = Notes()
    ground = _ground(scenario.table, notes)
    known = {**shipped(), **(library.units if library else {})}
    units = [_unit(data, ("units", i), known, ground, notes) for i, data in enumerate(scenario.units)]
    _check_ids(scenario, notes)
    state = State(
        units=tuple(unit for unit in units if unit),
        ground=ground,
        terrain=tuple(_terrain(scenario, ground, notes)),
        runes=Facts(scenario.runes) if scenario.runes is not None else None,
        dials=tuple(_dials(scenario, notes)),
        readings=Facts(scenario.readings),
        sides=Facts(scenario.sides),
        title=scenario.title,
    )
    state = replace(state, stated=tuple(_stated(scenario, state, notes)), sights=tuple(_sights(scenario, notes)))
    if not notes.found:
        _check_places(state, notes)
    if notes.found:
        raise ScenarioError(notes.found)
    return replace(state, contacts=contact.find(state))


def _ground(table: documents.Table, notes: Notes) -> Ground:
    tray_size = notes.length(("table", "tray"), table.tray, positive=True) or INCH
    width, depth = (notes.length(("table", f), getattr(table, f), tray_size, True) for f in ("width", "depth"))
    band = notes.length(("table", "range"), table.range, tray_size, True)
    return Ground(width, depth, tray_size, band, float(table.arc))


def _unit(
    data: documents.Unit, path: Path, known: dict[str, documents.Profile], ground: Ground, notes: Notes
) -> Unit | None:
    """A unit, or nothing with its mistakes noted."""
    before = len(notes.found)
    card = _profile(data.profile, (*path, "profile"), known, notes)
    if card is None:
        return None
    for name in data.tokens:
        if name not in TOKENS:
            notes.unknown((*path, "tokens", name), "a token", name, list(TOKENS))
    rows = _rows(data, path, card, notes)
    if len(notes.found) > before:
        return None
    upgrades, card = _upgrades(data, path, card, notes)
    strength = _strength(data, path, card, rows, upgrades, notes)
    return Unit(data.id, data.side, card, strength, _pose(data, path, ground, notes), Facts(data.tokens), upgrades)


def _profile(
    data: str | documents.Profile, path: Path, known: dict[str, documents.Profile], notes: Notes
) -> Profile | None:
    if isinstance(data, str) and data not in known:
        notes.unknown(path, "the name of a profile, or a profile", data, list(known))
        return None
    try:
        return profile(data, known[data]) if isinstance(data, str) else profile("this unit", data)
    except BadText as error:
        notes.found.append(mistake(path, error))
        return None


def _rows(data: documents.Unit, path: Path, card: Profile, notes: Notes) -> list[str]:
    """The rows of a legal formation: a full front rank, full ranks behind it, at most one partial rank at the back."""
    width = len(data.ranks[0])
    most = 1 if card.hero else CAPACITY[card.type]
    for i, row in enumerate(data.ranks):
        here = (*path, "ranks", i)
        strange = sorted({sign for sign in row if not (sign == "." or (sign.isascii() and sign.isdigit()))})
        if strange or not row:
            notes.add(here, "a digit for each tray, or '.' for no tray", repr(row))
        elif len(row) != width:
            notes.add(here, f"{width} places, as in the front rank", f"{len(row)} in {row!r}", "fill up with '.'")
        elif any(sign.isdigit() and int(sign) > most for sign in row):
            kind = "hero" if card.hero else card.type
            notes.add(here, f"at most {most} on a {kind} tray", repr(row))
        elif set(row) == {"."}:
            notes.add(here, "at least one tray", repr(row), "leave the rank out")
        elif "." in row and i < len(data.ranks) - 1:
            notes.add(here, "a full rank: only the backmost rank may be partial", repr(row))
        elif "." in row and i == 0:
            notes.add(here, "a full front rank", repr(row), "one rank alone is always full")
    return list(data.ranks)


def _upgrades(data: documents.Unit, path: Path, card: Profile, notes: Notes) -> tuple[tuple[Upgrade, ...], Profile]:
    """The figure upgrades, and the card with the keywords that upgrades bring."""
    upgrades, words = [], dict(card.keywords)
    for i, item in enumerate(data.upgrades):
        here: Path = (*path, "upgrades", i)
        one = documents.FigureUpgrade(name=item, keywords=(item,)) if isinstance(item, str) else item
        try:
            words.update(keywords(one.keywords)[0])
            if one.tray:
                place = tray(one.tray)
                if place.rank or place.file >= len(data.ranks[0]):
                    notes.add((*here, "tray"), "a tray of the front rank", one.tray)
                if one.taken >= one.wounds:
                    notes.add((*here, "taken"), f"fewer than its {one.wounds} wounds", one.taken)
                left = one.wounds - one.taken
                upgrades.append(Upgrade(one.name, place, worth(one.defense), left, dice(one.dice)))
        except BadText as error:
            notes.found.append(mistake(here, error))
    return tuple(upgrades), replace(card, keywords=Facts(words))


def _strength(
    data: documents.Unit, path: Path, card: Profile, rows: list[str], upgrades: tuple[Upgrade, ...], notes: Notes
) -> tuple[tuple[int, ...], ...]:
    """The wounds that the plain figures of each tray can still take."""
    taken = {tray(name): wounds for name, wounds in data.wounds.items()}
    strength = []
    for rank, row in enumerate(rows):
        line = []
        for file, sign in enumerate(row):
            special = sum(upgrade.place == (rank, file) for upgrade in upgrades)
            if sign != "." and special > int(sign):
                notes.add((*path, "ranks", rank), f"room for {special} figure upgrades on tray {file + 1}", row)
            hurt = taken.pop(Tray(rank, file), 0)
            figures = NONE if sign == "." else int(sign) - special
            if hurt and (figures < 1 or hurt >= card.wounds):
                wounded = f"fewer than the {card.wounds} wounds that remove a figure, on a tray with figures"
                notes.add((*path, "wounds", f"{rank + 1}.{file + 1}"), wounded, hurt)
            line.append(NONE if figures == NONE else max(0, figures * card.wounds - hurt))
        strength.append(tuple(line))
    for place in taken:
        notes.add((*path, "wounds", str(place)), "a tray of the unit", str(place))
    return tuple(strength)


def _pose(data: documents.Unit, path: Path, ground: Ground, notes: Notes) -> Pose | None:
    if data.position is None:
        return None
    x, y = (notes.length((*path, "position", i), data.position[i], ground.tray) for i in (0, 1))
    return Pose(Point(x, y), float(data.facing))


def _check_ids(scenario: documents.Scenario, notes: Notes) -> None:
    for field in ("units", "terrain"):
        seen: dict[str, int] = {}
        for i, item in enumerate(getattr(scenario, field)):
            if item.id in seen:
                notes.add((field, i, "id"), "an id of its own", f"{item.id!r}, which {field}[{seen[item.id]}] has too")
            seen.setdefault(item.id, i)
    sides = {unit.side for unit in scenario.units}
    for side in scenario.sides:
        if side not in sides:
            notes.unknown(("sides", side), "a side that has units", side, sorted(sides))
    if scenario.edition not in (None, "rr"):
        notes.add(("edition",), 'the edition "rr"', repr(scenario.edition))


def _terrain(scenario: documents.Scenario, ground: Ground, notes: Notes) -> Iterator[Terrain]:
    ids = [unit.id for unit in scenario.units]
    for i, piece in enumerate(scenario.terrain):
        for name in piece.keywords:
            if name not in TERRAIN:
                notes.unknown(("terrain", i, "keywords", name), "a terrain keyword", name, list(TERRAIN))
        if piece.occupant is not None and piece.occupant not in ids:
            notes.unknown(("terrain", i, "occupant"), "the id of a unit", piece.occupant, ids)
        corners = [
            Point(*(notes.length(("terrain", i, "shape", n, axis), spot[axis], ground.tray) for axis in (0, 1)))
            for n, spot in enumerate(piece.shape)
        ]
        yield Terrain(piece.id, tuple(corners), Facts(piece.keywords), piece.occupant or "")


def _dials(scenario: documents.Scenario, notes: Notes) -> Iterator[Dial]:
    ids = [unit.id for unit in scenario.units]
    for name, dial in scenario.dial.items():
        if name not in ids:
            notes.unknown(("dial", name), "the id of a unit", name, ids)
        yield Dial(name, dial.action or "", Facts(dial.modifier))


def _stated(scenario: documents.Scenario, state: State, notes: Notes) -> Iterator[Contact]:
    """The stated contacts and, where they are not stated too, the same seen from the other side."""
    given = {(data.unit, data.edge, data.enemy) for data in scenario.contacts}
    for i, data in enumerate(scenario.contacts):
        path: Path = ("contacts", i)
        one, other = (_pair(data, path, state, scenario, notes)) or (None, None)
        if one is None or other is None:
            continue
        whole = contact.edge_trays(one, data.edge)
        for n, name in enumerate(data.trays):
            if tray(name) not in whole:
                edge = ", ".join(map(str, whole))
                notes.add((*path, "trays", n), f"a tray of {one.id}'s {data.edge} edge: {edge}", name)
        if not data.trays and data.edge != "front" and len(set(one.ranks)) > 1:
            notes.add((*path, "trays"), "the trays that the enemy touches, as one rank is partial", "none")
        trays = tuple(sorted(map(tray, data.trays))) or whole
        facing = data.enemy_edge or "front"
        yield Contact(one.id, data.edge, other.id, facing, trays)
        if not any(unit == other.id and enemy == one.id for unit, _, enemy in given):
            full = len(set(other.ranks)) == 1 or facing == "front"
            yield Contact(other.id, facing, one.id, data.edge, contact.edge_trays(other, facing) if full else ())


def _pair(
    data: documents.Contact, path: Path, state: State, scenario: documents.Scenario, notes: Notes
) -> tuple[Unit, Unit] | None:
    ids = [unit.id for unit in scenario.units]
    for field in ("unit", "enemy"):
        if getattr(data, field) not in ids:
            notes.unknown((*path, field), "the id of a unit", getattr(data, field), ids)
    one, other = state.unit(data.unit), state.unit(data.enemy)
    if one and other and one.side == other.side:
        notes.add((*path, "enemy"), f"an enemy of {one.id}", f"{other.id}, of the same side")
    return (one, other) if one and other else None


def _sights(scenario: documents.Scenario, notes: Notes) -> Iterator[Sight]:
    ids = [unit.id for unit in scenario.units]
    for i, data in enumerate(scenario.sights):
        for field in ("unit", "enemy"):
            if getattr(data, field) not in ids:
                notes.unknown(("sights", i, field), "the id of a unit", getattr(data, field), ids)
        yield Sight(data.unit, data.enemy, data.range, data.in_arc, data.line_of_sight)


def _check_places(state: State, notes: Notes) -> None:
    """No two units overlap, and none hangs over the table's edge."""
    edge = state.ground.tray
    placed = [(i, unit, [unit.rect(p, edge) for p in unit.places()]) for i, unit in enumerate(state.units) if unit.pose]
    for n, (i, unit, rects) in enumerate(placed):
        corners = [corner for rect in rects for corner in rect.corners]
        over = max(max(-x, x - state.ground.width, -y, y - state.ground.depth) for x, y in corners)
        if over > TOLERANCE:
            notes.add(("units", i, "position"), f"{unit.id} on the table", f"{over / edge:.2f} trays beyond its edge")
        for _, other, theirs in placed[:n]:
            depth = max(overlapping(mine, their).margin for mine in rects for their in theirs)
            if depth > 0:
                found = f"it overlaps {other.id} by {(depth + TOLERANCE) / edge:.2f} trays"
                notes.add(("units", i, "position"), f"{unit.id} clear of every other unit", found)
