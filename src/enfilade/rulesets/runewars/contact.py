"""What touches what: the one place where positions become facts about contact (RR 34, 41, 87.2).

An edge of a unit is the outer border of its joined trays on one side. Where a partial rank leaves a notch, the inner
side of a tray belongs to the unit's side edge and the bare rear of a tray to its rear edge, so that an enemy in the
notch touches two edges.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

from enfilade.geometry.gap import contacts, gap, near
from enfilade.geometry.plane import TOLERANCE, Convex, Rect
from enfilade.rulesets.runewars.state import NONE, Contact, Formation, State, Tray, Unit

BESIDE = {"front": (-1, 0), "rear": (1, 0), "left": (0, -1), "right": (0, 1)}
"""The neighbour of a tray over each of its sides: ranks back, files right."""


def find(state: State) -> tuple[Contact, ...]:
    """Every contact of enemies: as stated for the pairs that the scenario speaks of, else from positions."""
    return (*state.stated, *_found(state, combinations(_alive(state), 2)))


def around(state: State, unit: Unit) -> tuple[Contact, ...]:
    """The contacts once a unit stands elsewhere: its own are found anew, all others stay as they are."""
    kept = (contact for contact in state.contacts if unit.id not in (contact.unit, contact.enemy))
    said = (contact for contact in state.stated if unit.id in (contact.unit, contact.enemy))
    others = (other for other in _alive(state) if unit.alive and other.id != unit.id)
    return (*kept, *said, *_found(state, ((unit, other) for other in others)))


def _alive(state: State) -> Iterator[Unit]:
    return (unit for unit in state.units if unit.alive)


def _found(state: State, pairs: Iterable[tuple[Unit, Unit]]) -> Iterator[Contact]:
    """The contacts of these pairs by their positions, where the scenario does not state them."""
    stated = {(contact.unit, contact.enemy) for contact in state.stated}
    for one, other in pairs:
        if one.side != other.side and (one.id, other.id) not in stated:
            yield from placed(state, one, other)


def after_removal(before: State, state: State) -> tuple[Contact, ...]:
    """The contacts once trays are gone: none is new, and what touches at corners only may have parted (RR 17)."""
    apart = state.rules["corner_after_removal"] == "apart"
    kept = []
    for contact in find(replace(state, stated=still(state))):
        old = before.touching(contact.unit, contact.enemy)
        if old and not (apart and contact.corner and not all(was.corner for was in old)):
            kept.append(contact)
    pairs = {(contact.unit, contact.enemy) for contact in kept}
    return tuple(contact for contact in kept if (contact.enemy, contact.unit) in pairs)


def still(state: State) -> tuple[Contact, ...]:
    """The stated contacts that are left: on either side some tray that touched is still there."""
    kept = []
    for contact in state.stated:
        unit = state.unit(contact.unit)
        if unit and unit.alive:
            trays = tuple(tray for tray in contact.trays if not _gone(unit.trays, tray))
            if trays or not contact.trays:
                kept.append(contact._replace(trays=trays))
    pairs = {(contact.unit, contact.enemy) for contact in kept}
    return tuple(contact for contact in kept if (contact.enemy, contact.unit) in pairs)


def _gone(trays: Formation, place: Tray) -> bool:
    """Whether there is no such tray, or none any more."""
    return place.rank >= len(trays) or place.file >= len(trays[0]) or trays[place.rank][place.file] == NONE


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
        return [(None, part) for part in piece.parts]
    if unit.pose is None:
        return []
    return [(place, unit.rect(place, state.ground.tray)) for place in unit.places()]


@dataclass(slots=True)
class _Meeting:
    """An edge of one unit at an edge of another: the trays that lie along it, those at corners, on either side."""

    length: float = 0.0
    margin: float = 0.0
    along: tuple[set[Tray], set[Tray]] = field(default_factory=lambda: (set(), set()))
    corners: tuple[set[Tray], set[Tray]] = field(default_factory=lambda: (set(), set()))

    def add(self, places: tuple[Tray | None, Tray | None], length: float, margin: float) -> None:
        self.length, self.margin = max(self.length, length), max(self.margin, margin)
        for place, trays in zip(places, self.along if length else self.corners, strict=True):
            if place is not None:
                trays.add(place)

    def trays(self, side: int, corners_count: bool) -> tuple[tuple[Tray, ...], tuple[Tray, ...]]:
        """The trays of one side that are touched, and those of them or beside them touched at a corner only."""
        along, corners = self.along[side], self.corners[side] - self.along[side]
        touched = along | corners if corners_count or not self.length else along
        return tuple(sorted(touched)), tuple(sorted(corners))


def placed(state: State, one: Unit, other: Unit) -> Iterator[Contact]:
    """The contacts of two enemies by their positions, each seen from either side."""
    meetings = _meetings(state, one, other)
    along = {edges: meeting for edges, meeting in meetings.items() if meeting.length}
    if not along and state.rules["corner_contact"] == "apart":
        return
    size, corners_count = state.ground.tray, state.rules["corner_trays"] == "touched"
    for (edge, enemy_edge), meeting in (along or meetings).items():
        measures = (round(meeting.length / size, 4), round(meeting.margin / size, 4))
        yield Contact(one.id, edge, other.id, enemy_edge, *meeting.trays(0, corners_count), *measures)
        yield Contact(other.id, enemy_edge, one.id, edge, *meeting.trays(1, corners_count), *measures)


def _meetings(state: State, one: Unit, other: Unit) -> dict[tuple[str, str], _Meeting]:
    """What touches what, by the edges of the two units."""
    meetings: dict[tuple[str, str], _Meeting] = {}
    theirs = footprint(state, other)
    for place, shape in footprint(state, one):
        for foreign, enemy in theirs:
            if not near(shape, enemy) or abs(apart := gap(shape, enemy).distance) > TOLERANCE + 0.5:
                continue
            for edge, length in _edges(one, place, shape, enemy).items():
                for enemy_edge, enemy_length in _edges(other, foreign, enemy, shape).items():
                    meeting = meetings.setdefault((edge, enemy_edge), _Meeting())
                    meeting.add((place, foreign), min(length, enemy_length), TOLERANCE - abs(apart))
    return meetings


def _edges(unit: Unit, place: Tray | None, shape: Convex, enemy: Convex) -> dict[str, float]:
    """The edges of a unit that an enemy shape touches at one tray, with the length touched; 0 at a corner."""
    if place is None or not isinstance(shape, Rect):
        # All borders of a unit in terrain are its front edge; how long the touch is does not matter.
        return {"front": float(2 * TOLERANCE + 1)}
    touched = [contact for contact in contacts(shape, enemy) if outer(unit.trays, place, contact.edge)]
    sides = [contact for contact in touched if not contact.corner_only] or touched
    lengths = ((contact.edge, contact.end - contact.start) for contact in sides)
    return {edge: length if length > 2 * TOLERANCE else 0.0 for edge, length in lengths}
