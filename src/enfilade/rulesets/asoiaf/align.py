"""The two ways trays may lie against one another (rules 1.8, 7.7, 9.7): centre to centre, or half aside."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from enfilade.geometry import Edge, Point, Pose, Rect, flush
from enfilade.rulesets.asoiaf.state import Unit
from enfilade.rulesets.asoiaf.way import Mover, Obstacle, crossed, first, over_the_edge, where_it_ends


class Place(NamedTuple):
    """A place against an enemy's edge: 100 or 50 %, on which side of the middle, the pose, and what is in the way."""

    alignment: int
    side: str
    pose: Pose
    obstacle: Obstacle | None


WAYS = ((100, "", 0), (50, "left", -1), (50, "right", 1))
"""Alignment, and to which side of the middle line the tray lies as it looks at the enemy."""


def turned_places(mover: Mover, target: Unit, edge: Edge) -> tuple[Place, ...]:
    """The places with the front flush on an enemy's edge: after a charge, or after turning to face."""
    tray, other = mover.unit.rect(), target.rect()
    found = []
    for alignment, side, way in WAYS:
        pose = flush(tray, other, edge, way * tray.width / 2)
        found.append(Place(alignment, side, pose, first(_lying(mover, target, tray.at(pose)))))
    return tuple(found)


def slid_places(mover: Mover, target: Unit, own: Edge, edge: Edge) -> tuple[Place, ...]:
    """The places that a tray can slide to along an enemy's edge without turning, its own edge staying on it."""
    tray, other = mover.unit.rect(), target.rect()
    ox, oy = other.outward(edge)
    here, there = middle(tray, own), middle(other, edge)
    half = (tray.width if own in ("front", "rear") else tray.depth) / 2
    found = []
    for alignment, side, way in WAYS:
        # Looking at the enemy, right is the outward step turned a quarter to the left.
        goal = Point(there.x - oy * way * half, there.y + ox * way * half)
        pose = Pose(Point(tray.centre.x + goal.x - here.x, tray.centre.y + goal.y - here.y), tray.pose.facing)
        passed = (obstacle for obstacle in crossed(mover, tray, tray.at(pose)) if obstacle.blocker != target.id)
        found.append(Place(alignment, side, pose, first(chain(_lying(mover, target, tray.at(pose)), passed))))
    return tuple(found)


def _lying(mover: Mover, target: Unit, end: Rect) -> Iterator[Obstacle]:
    """What is in the way of lying there; the enemy itself is not."""
    yield from over_the_edge(mover.state, end)
    yield from (obstacle for obstacle in where_it_ends(mover, end) if obstacle.blocker != target.id)


def middle(tray: Rect, edge: Edge) -> Point:
    """The middle of an edge."""
    (ax, ay), (bx, by) = tray.edge(edge)
    return Point((ax + bx) / 2, (ay + by) / 2)


def free(places: Sequence[Place]) -> tuple[int, ...]:
    """The alignments that are possible, 100 before 50."""
    return tuple(dict.fromkeys(place.alignment for place in places if place.obstacle is None))


def pick(places: Sequence[Place], start: Point, alignment: int | None, side: str | None) -> Place | None:
    """The place that is wanted, or that is nearest of those that are free; 100 % first where nothing is wanted."""
    fits = [
        place
        for place in places
        if place.obstacle is None
        and (alignment is None or place.alignment == alignment)
        and (side is None or place.side in (side, ""))
    ]
    return min(fits, key=lambda place: (-place.alignment, _apart(place.pose.position, start)), default=None)


def _apart(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
