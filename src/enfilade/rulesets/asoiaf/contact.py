"""Which units touch, on which sides, and in which arc of one tray another stands: facts from geometry, or as stated."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from enfilade.geometry import (
    EDGES,
    TOLERANCE,
    Contact,
    Edge,
    HalfPlane,
    Point,
    Pose,
    Rect,
    Region,
    Share,
    area,
    contacts,
    cut,
    diagonal_arc,
    direction,
    gap,
    half_plane,
    larger_share,
    near,
)
from enfilade.referee import Facts, Shape, Step
from enfilade.rulesets.asoiaf.drawn import inch, line
from enfilade.rulesets.asoiaf.state import State, Unit
from enfilade.rulesets.asoiaf.tables import ARCS

ALIGNED = {100: "centre to centre", 50: "at 50 %", 0: "neither centre to centre nor at 50 %"}


class Engaged(NamedTuple):
    """A unit in contact with an enemy: its own side that touches, the enemy's side, how they are aligned.

    `alignment` is 100, 50, or 0 for neither; `corner` where only corners touch; `stroke` is the line of contact, none
    where the contact is only stated; `room` how far the two are from parting or overlapping, in micrometres.
    """

    enemy: str
    side: str
    enemy_side: str
    alignment: int
    corner: bool = False
    stroke: tuple[Point, Point] | None = None
    room: int | None = None


def engagements(state: State, unit: Unit) -> tuple[Engaged, ...]:
    """Every enemy that a unit is in contact with, by its tray where both stand on the table, else as stated."""
    found = []
    for enemy in state.enemies(unit):
        if unit.pose and enemy.pose:
            engaged = _touching(unit, enemy, state)
        else:
            engaged = next(_stated(state, unit, enemy), None)
        if engaged:
            found.append(engaged)
    return tuple(found)


def touching(state: State, unit: Unit, enemy: Unit) -> Engaged | None:
    """How two placed units touch, if they do."""
    return _touching(unit, enemy, state) if unit.pose and enemy.pose else None


def _touching(unit: Unit, enemy: Unit, state: State) -> Engaged | None:
    mine, theirs = unit.rect(), enemy.rect()
    if not near(mine, theirs):
        return None
    engaged = _contact(mine, theirs, state.rules["arc_model"])
    if engaged is None or (engaged.corner and state.rules["corner_contact"] == "apart"):
        return None
    return engaged._replace(enemy=enemy.id)


@lru_cache(maxsize=4096)
def _contact(mine: Rect, theirs: Rect, model: str) -> Engaged | None:
    here, there = contacts(mine, theirs), contacts(theirs, mine)
    if not here or not there:
        return None
    own, other = max(here, key=_length), max(there, key=_length)
    room = TOLERANCE - abs(round(gap(mine, theirs).distance))
    if own.corner_only and other.corner_only:
        side, enemy_side = share(mine, theirs, model).arcs[0], share(theirs, mine, model).arcs[0]
        return Engaged("", ARCS[side], ARCS[enemy_side], 0, True, own.stroke, room)
    alignment = _alignment(mine, own.edge, theirs, other.edge)
    return Engaged("", ARCS[own.edge], ARCS[other.edge], alignment, False, own.stroke, room)


def _length(contact: Contact) -> float:
    return -1.0 if contact.corner_only else contact.end - contact.start


def _alignment(mine: Rect, edge: Edge, theirs: Rect, other: Edge) -> int:
    """How the middles of two touching edges lie: on one line, half the mover's width apart, or neither."""
    (ax, ay), (bx, by) = _middle(mine, edge), _middle(theirs, other)
    nx, ny = theirs.outward(other)
    aside = abs((ax - bx) * ny - (ay - by) * nx)
    half = (mine.width if edge in ("front", "rear") else mine.depth) / 2
    if aside <= TOLERANCE:
        return 100
    return 50 if abs(aside - half) <= TOLERANCE else 0


def _middle(tray: Rect, edge: Edge) -> Point:
    (ax, ay), (bx, by) = tray.edge(edge)
    return Point((ax + bx) / 2, (ay + by) / 2)


def _stated(state: State, unit: Unit, enemy: Unit) -> Iterator[Engaged]:
    for stated in state.stated:
        if (stated.unit, stated.enemy) == (unit.id, enemy.id):
            yield Engaged(enemy.id, stated.side, stated.enemy_side, stated.alignment)


# Arcs (rules 1.5 to 1.7) ---------------------------------------------------------------------------------------


def share(tray: Rect, other: Rect, model: str) -> Share:
    """Which arcs of a tray hold the larger part of another tray: several on a tie."""
    return larger_share(tray, other) if model == "diagonal" else _corner_share(tray, other)


def arc_region(tray: Rect, edge: Edge, model: str) -> Region:
    """One arc of a tray: between its diagonals, or between lines at 45 degrees from the corners of the edge."""
    return diagonal_arc(tray, edge) if model == "diagonal" else _corner_region(tray, edge)


def _corner_region(tray: Rect, edge: Edge) -> Region:
    (start, end), out = tray.edge(edge), tray.outward(edge)
    facing = tray.pose.facing + 90 * EDGES.index(edge)
    left, right = direction(facing - 45), direction(facing + 45)
    return (
        HalfPlane(out, out.x * start.x + out.y * start.y),
        half_plane(start, left),
        half_plane(end, Point(-right.x, -right.y)),
    )


def _corner_share(tray: Rect, other: Rect) -> Share:
    areas = _areas(tray, other, "corner")
    most = max(areas)
    lags = [round((most - part) / (4 * other.radius)) for part in areas]
    arcs = tuple(edge for edge, lag in zip(EDGES, lags, strict=True) if lag == 0)
    return Share(arcs, min((lag for lag in lags if lag), default=0) if len(arcs) == 1 else 0)


def _areas(tray: Rect, other: Rect, model: str) -> list[float]:
    """The area of another tray in each arc of a tray."""
    areas = []
    for edge in EDGES:
        left = list(other.corners)
        for border in arc_region(tray, edge, model):
            left = cut(left, border)
        areas.append(area(left))
    return areas


def lag(tray: Rect, other: Rect, arcs: tuple[str, ...], model: str) -> float:
    """A shift of another tray that is surely too short to bring its larger part into one of some arcs."""
    areas = _areas(tray, other, model)
    most = max(part for edge, part in zip(EDGES, areas, strict=True) if ARCS[edge] in arcs)
    return (max(areas) - most) / (4 * other.radius)


def arc_step(target: Unit, attacker: Unit, pose: Pose | None, model: str, chosen: str = "") -> Step:
    """In which arc of the target the attacker stands: the one that holds the larger part of its tray.

    On a tie the chosen arc counts, else the first of those that tie.
    """
    theirs, mine = target.rect(), attacker.rect(pose)
    found = share(theirs, mine, model)
    arcs = tuple(ARCS[edge] for edge in found.arcs)
    arc = chosen if chosen in arcs else arcs[0]
    words = "the larger part of {attacker} is in the {value} arc of {target}"
    if len(arcs) > 1:
        words = "{attacker} is divided equally between arcs of {target} ({arcs}); the {value} arc is chosen"
    return Step(
        "1.7",
        words,
        Facts(attacker=attacker.id, target=target.id, arcs=arcs),
        arc,
        "arc",
        inch(found.margin),
        found.close,
        evidence=tuple(_ray(theirs, edge) for edge in EDGES),
        readings=("arc_model",),
    )


def _ray(tray: Rect, edge: Edge) -> Shape:
    """The border of an arc, drawn from the middle through the corner at the start of an edge."""
    corner, centre = tray.edge(edge)[0], tray.centre
    beyond = Point(centre.x + 2.5 * (corner.x - centre.x), centre.y + 2.5 * (corner.y - centre.y))
    return line(centre, beyond, "arc")
