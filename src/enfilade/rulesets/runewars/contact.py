"""What touches what: the one place where positions become facts about contact (RR 34, 41, 87.2).

An edge of a unit is the outer border of its joined trays on one side. Where a partial rank leaves a notch, the inner
side of a tray belongs to the unit's side edge and the bare rear of a tray to its rear edge, so that an enemy in the
notch touches two edges.
"""

from collections.abc import Iterator
from dataclasses import replace

from enfilade.geometry.gap import contacts, gap, near
from enfilade.geometry.plane import TOLERANCE, Convex, Rect
from enfilade.geometry.polygon import pieces
from enfilade.rulesets.runewars.state import NONE, Contact, Formation, State, Tray, Unit

BESIDE = {"front": (-1, 0), "rear": (1, 0), "left": (0, -1), "right": (0, 1)}
"""The neighbour of a tray over each of its sides: ranks back, files right."""


def find(state: State) -> tuple[Contact, ...]:
    """Every contact of enemies: as stated for the pairs that the scenario speaks of, else from positions."""
    stated = {(contact.unit, contact.enemy) for contact in state.stated}
    found = list(state.stated)
    for number, one in enumerate(state.units):
        for other in state.units[number + 1 :]:
            if one.side == other.side or not (one.alive and other.alive) or (one.id, other.id) in stated:
                continue
            found += _between(state, one, other)
    return tuple(found)


def after_removal(before: State, state: State) -> tuple[Contact, ...]:
    """The contacts once trays are gone: none is new, and what touches at corners only may have parted (RR 17)."""
    apart = state.rules["corner_after_removal"] == "apart"
    kept = []
    for contact in find(replace(state, stated=_still(state))):
        old = before.touching(contact.unit, contact.enemy)
        if old and not (apart and contact.corner and not all(was.corner for was in old)):
            kept.append(contact)
    pairs = {(contact.unit, contact.enemy) for contact in kept}
    return tuple(contact for contact in kept if (contact.enemy, contact.unit) in pairs)


def _still(state: State) -> tuple[Contact, ...]:
    """The stated contacts that are left: on either side some tray that touched is still there."""
    kept = []
    for contact in state.stated:
        unit = state.unit(contact.unit)
        if unit and unit.alive:
            trays = tuple(tray for tray in contact.trays if unit.trays[tray.rank][tray.file] != NONE)
            if trays or not contact.trays:
                kept.append(contact._replace(trays=trays))
    pairs = {(contact.unit, contact.enemy) for contact in kept}
    return tuple(contact for contact in kept if (contact.enemy, contact.unit) in pairs)


def outer(trays: Formation, place: Tray, edge: str) -> bool:
    """Whether this side of a tray is a part of the unit's edge: no own tray lies beside it."""
    back, right = BESIDE[edge]
    rank, file = place.rank + back, place.file + right
    if not (0 <= rank < len(trays) and 0 <= file < len(trays[0])):
        return True
    return trays[rank][file] == NONE


def edge_trays(unit: Unit, edge: str) -> tuple[Tray, ...]:
    """The trays that make up an edge of a unit."""
    return tuple(place for place in unit.places() if outer(unit.trays, place, edge))


def footprint(state: State, unit: Unit) -> list[tuple[Tray | None, Convex]]:
    """The shapes that enemies can touch: the unit's trays, or the terrain that it stands in (RR 81)."""
    piece = state.occupied(unit.id)
    if piece:
        return [(None, part) for part in pieces(piece.outline)]
    if unit.pose is None:
        return []
    return [(place, unit.rect(place, state.ground.tray)) for place in unit.places()]


def _between(state: State, one: Unit, other: Unit) -> Iterator[Contact]:
    """The contacts of two enemies, each seen from either side, from their positions."""
    meetings: dict[tuple[str, str], tuple[set[Tray], set[Tray], float, float]] = {}
    for place, shape in footprint(state, one):
        for foreign, enemy in footprint(state, other):
            if not near(shape, enemy):
                continue
            mine = _edges(one, place, shape, enemy)
            theirs = _edges(other, foreign, enemy, shape)
            margin = TOLERANCE - abs(gap(shape, enemy).distance)
            for edge, length in mine.items():
                for enemy_edge, enemy_length in theirs.items():
                    old = meetings.get((edge, enemy_edge), (set(), set(), 0.0, 0.0))
                    longest = max(old[2], min(length, enemy_length))
                    meeting = (old[0] | _some(place), old[1] | _some(foreign), longest, max(old[3], margin))
                    meetings[edge, enemy_edge] = meeting
    along = {key: meeting for key, meeting in meetings.items() if meeting[2] > 0}
    if not along and state.rules["corner_contact"] == "apart":
        return
    size = state.ground.tray
    for (edge, enemy_edge), (mine_at, theirs_at, length, margin) in (along or meetings).items():
        measures = (round(length / size, 4), round(margin / size, 4))
        yield Contact(one.id, edge, other.id, enemy_edge, tuple(sorted(mine_at)), *measures)
        yield Contact(other.id, enemy_edge, one.id, edge, tuple(sorted(theirs_at)), *measures)


def _some(place: Tray | None) -> set[Tray]:
    return set() if place is None else {place}


def _edges(unit: Unit, place: Tray | None, shape: Convex, enemy: Convex) -> dict[str, float]:
    """The edges of a unit that an enemy shape touches at one tray, with the length touched; 0 at a corner."""
    if place is None or not isinstance(shape, Rect):
        # All borders of a unit in terrain are its front edge; how long the touch is does not matter.
        return {"front": float(2 * TOLERANCE + 1)} if abs(gap(shape, enemy).distance) <= TOLERANCE else {}
    touched = [contact for contact in contacts(shape, enemy) if outer(unit.trays, place, contact.edge)]
    sides = [contact for contact in touched if not contact.corner_only] or touched
    lengths = ((contact.edge, contact.end - contact.start) for contact in sides)
    return {edge: length if length > 2 * TOLERANCE else 0.0 for edge, length in lengths}
