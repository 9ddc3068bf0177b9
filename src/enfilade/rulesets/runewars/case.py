"""One attack as the position has it: who, over which edge, at what range. Facts only; the rules read them."""

from typing import NamedTuple

from enfilade.referee import Action
from enfilade.rulesets.runewars import profile
from enfilade.rulesets.runewars.contact import edge_trays
from enfilade.rulesets.runewars.state import Contact, State, Tray, Unit


class Case(NamedTuple):
    """The facts of one attack. `contact` is the attacker's edge in a melee attack, `range` the band in a ranged one."""

    state: State
    action: Action
    attacker: Unit
    target: Unit
    card: profile.Attack
    contact: Contact | None = None
    range: int = 0

    @property
    def melee(self) -> bool:
        return self.contact is not None

    def keyword(self, unit: Unit, name: str) -> int:
        """The worth of a unit's keyword with this round's runes; 0 without the keyword."""
        return self.state.worth(unit.keyword(name))


def front_trays(unit: Unit) -> tuple[Tray, ...]:
    """The trays of the front rank."""
    first = next(unit.places()).rank
    return tuple(place for place in unit.places() if place.rank == first)


def partial_trays(unit: Unit) -> tuple[Tray, ...]:
    """The trays of the partial rank, if there is one: the backmost rank with fewer trays than the front (RR 66.3)."""
    if unit.ranks[-1] == unit.ranks[0]:
        return ()
    last = max(place.rank for place in unit.places())
    return tuple(place for place in unit.places() if place.rank == last)


def full_ranks(unit: Unit) -> int:
    """The number of full ranks, the front rank included (RR 66.2; for re-rolls leave the front rank out)."""
    return sum(count == unit.ranks[0] for count in unit.ranks)


def flanks(state: State, one: Unit, other: Unit) -> Contact | None:
    """The contact in which the front edge of `one` touches a side or the rear of `other`, if it flanks it (RR 41).

    A unit in terrain cannot be flanked, for its contacts are all at its front edge. A corner flanks by a reading only.
    """
    corners = state.rules["corner_flanking"] == "counts"
    found = (contact for contact in _at_the_flank(state, one, other) if corners or not contact.corner)
    return next(found, None)


def corner_at_flank(state: State, one: Unit, other: Unit) -> bool:
    """Whether it is only a corner by which `one` might flank `other`, so that the reading decides."""
    found = _at_the_flank(state, one, other)
    return bool(found) and all(contact.corner for contact in found)


def _at_the_flank(state: State, one: Unit, other: Unit) -> list[Contact]:
    if state.occupied(other.id):
        return []
    return [c for c in state.touching(one.id, other.id) if c.edge == "front" and c.enemy_edge != "front"]


def contacted(state: State, unit: Unit, enemy: Unit) -> dict[str, Contact]:
    """The attacker's edges that touch the enemy, each with all its trays that the enemy touches."""
    edges: dict[str, Contact] = {}
    for contact in state.touching(unit.id, enemy.id):
        old = edges.get(contact.edge)
        edges[contact.edge] = _together(old, contact) if old else contact
    return edges


def _together(one: Contact, other: Contact) -> Contact:
    """Two contacts over the same edge as one."""
    along = (set(one.trays) - set(one.corners)) | (set(other.trays) - set(other.corners))
    corners = {*one.corners, *other.corners} - along
    return one._replace(trays=tuple(sorted({*one.trays, *other.trays})), corners=tuple(sorted(corners)))


def along(unit: Unit, edge: str, edge_length: int) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    """The strokes of an edge on the table, one for each tray, in trays; none for a unit without a place."""
    if unit.pose is None:
        return ()
    strokes = []
    for place in edge_trays(unit, edge):
        start, end = unit.rect(place, edge_length).edge(edge)  # type: ignore[arg-type]
        strokes.append(((start.x / edge_length, start.y / edge_length), (end.x / edge_length, end.y / edge_length)))
    return tuple(strokes)
