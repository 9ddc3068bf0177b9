"""The shortest shift that makes something possible: halving squares, nearest first.

Squares in which the wanted thing is certainly impossible are dropped; of the others a place is tried, then they are
quartered. So a shift is found if there is room for one of the resolution's size, and what is found is shortest to
within that resolution, then shortened along its own line.
"""

import heapq
import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from enfilade.geometry import Point

FINEST, COARSE = 0.02, 0.08
"""The smallest square, as a share of the limit: 0.04 inches for a shift of 2; and 0.16 where any shift will do."""
MOST = 1500
"""Squares looked at before the search gives up."""


class Wanted(NamedTuple):
    """What is looked for: whether a shift does it, and whether any shift in a circle around one might."""

    does: Callable[[Point], bool]
    might: Callable[[Point, float], bool]


def shortest(wanted: Wanted, limit: float) -> Point | None:
    """The shortest shift of at most `limit` that does what is wanted; `None` if there is none."""
    best: Point | None = None
    far = limit
    for nearest, place in _tried(wanted.might, limit, FINEST):
        if nearest > far or (best and nearest > far - FINEST * limit / 2):
            break
        if math.hypot(*place) <= far and wanted.does(place):
            best, far = place, math.hypot(*place)
    return best and shortened(wanted.does, best)


def some(wanted: Wanted, limit: float) -> Point | None:
    """Some shift of at most `limit` that does what is wanted, not the shortest; `None` if none was found."""
    places = (place for _, place in _tried(wanted.might, limit, COARSE))
    return next((place for place in places if math.hypot(*place) <= limit and wanted.does(place)), None)


def _tried(might: Callable[[Point, float], bool], limit: float, finest: float) -> Iterator[tuple[float, Point]]:
    """Places to try, two in every square that is not hopeless, each with how near its square comes; nearest first.

    A place that is in several squares is tried once.
    """
    heap: list[tuple[float, float, Point]] = [(0.0, limit, Point(0.0, 0.0))]
    tried: set[Point] = set()
    for _ in range(MOST):
        if not heap or heap[0][0] > limit:
            return
        nearest, half, middle = heapq.heappop(heap)
        if not might(middle, half * math.sqrt(2)):
            continue
        for place in (_nearest(middle, half), middle):
            if place not in tried:
                tried.add(place)
                yield nearest, place
        if half > finest * limit:
            for quarter in _quarters(middle, half / 2):
                heapq.heappush(heap, (math.hypot(*_nearest(quarter, half / 2)), half / 2, quarter))


def _nearest(middle: Point, half: float) -> Point:
    """The place of a square that is nearest to no shift at all."""
    x, y = (math.copysign(max(0.0, abs(c) - half), c) for c in middle)
    return Point(x, y)


def _quarters(middle: Point, half: float) -> list[Point]:
    x, y = middle
    return [Point(x + dx, y + dy) for dx in (-half, half) for dy in (-half, half)]


def shortened(does: Callable[[Point], bool], shift: Point) -> Point:
    """The same shift, as much shorter along its own line as still does; to less than a micrometre."""
    low, high = 0.0, 1.0
    if does(Point(0.0, 0.0)):
        return Point(0.0, 0.0)
    for _ in range(18):
        middle = (low + high) / 2
        if does(Point(shift.x * middle, shift.y * middle)):
            high = middle
        else:
            low = middle
    return Point(shift.x * high, shift.y * high)


def whole(does: Callable[[Point], bool], shift: Point, limit: float) -> Point | None:
    """A shift in whole micrometres, as an action can write it, beside one that does: the nearest that does as well."""
    x, y = math.floor(shift.x), math.floor(shift.y)
    beside = [Point(x + dx, y + dy) for dx in range(-2, 4) for dy in range(-2, 4)]
    for place in sorted(beside, key=lambda place: math.dist(place, shift)):
        if round(math.hypot(*place)) <= limit and does(place):
            return place
    return None
