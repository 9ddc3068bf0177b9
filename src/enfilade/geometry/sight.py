"""What stands between two shapes, and by how much.

The question: is there a straight line from some point of one shape to some point of another that passes through the
inside of no blocker? Blockers that touch are one: no line slips through a seam, nor through a gap that is within the
tolerance along an edge. Running along an edge or past a corner is not passing through.

What is proven. A line through which nothing passes can be shifted sideways until it is about to leave one of the
shapes or to enter a blocker, and then rolled around that corner until the same happens at a second one: so if there is
any free line, there is one that leans on two of the shapes and blockers at once. All of those are tried (there are at
most four for a pair), so the answer is right both ways, except where the best line has less than a micrometre to spare
or to miss. `margin` is what was reached, not a bound: the lines tried are those, the ones halfway between, and a search
around the best of them. A clear margin is therefore safe to rely on; a blocked line may lie a little less deep.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from enfilade.geometry.between import Between, Blocker, between
from enfilade.geometry.gap import gap, widest_side
from enfilade.geometry.length import INCH
from enfilade.geometry.plane import TOLERANCE, Convex, Finding, Point, at_least
from enfilade.geometry.polygon import convex


class Sight(NamedTuple):
    """Whether one shape sees another, and the line that shows it.

    `line` runs from the origin to the target: the widest clear line found, or the one that misses by least. The margin
    is the room beside it: how far all that stands between may spread sideways before it is closed, or (below zero)
    would have to draw back before it opens. `blockers` are the ids that a blocked line meets, in order.
    """

    clear: Finding
    line: tuple[Point, Point]
    blockers: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.clear.truth


class _View(NamedTuple):
    """The two shapes, what may stand between them, and the clearance beyond which nobody asks."""

    origin: Convex
    target: Convex
    between: Sequence[Between]
    enough: float


class _Line(NamedTuple):
    """A line looked along: its direction, how far right of the table's corner it runs, and the room beside it."""

    room: float
    way: Point
    right: float


def sight(origin: Convex, target: Convex, blockers: Iterable[Blocker], enough: float = INCH) -> Sight:
    """Whether any straight line from one shape to another passes through no blocker, with the widest line found.

    To keep to an arc, clip both shapes by it first: between two points of an arc the line stays inside. What lies under
    the origin or the target itself never blocks. The search stops at a clearance of `enough`; with 0 it only looks for
    any line at all. Raises `ValueError` for a blocker without an inside.
    """
    apart = gap(origin, target)
    if apart.distance <= TOLERANCE:
        return Sight(at_least(enough), (apart.start, apart.end))
    standing = between(origin, target, blockers, enough)
    if not standing:
        return Sight(at_least(enough), (apart.start, apart.end))
    straight = _unit(apart.end[0] - apart.start[0], apart.end[1] - apart.start[1])
    view = _View(origin, target, standing, enough)
    return _told(view, _best_line(view, straight))


def screen(origin: Convex, target: Convex, blockers: Iterable[Blocker]) -> tuple[str, ...]:
    """The ids of blockers that hide a target together, none of which could be spared; empty if it is seen."""
    left = list(blockers)
    if sight(origin, target, left, 0.0):
        return ()
    for name in dict.fromkeys(blocker.id for blocker in left):
        others = [blocker for blocker in left if blocker.id != name]
        if not sight(origin, target, others, 0.0):
            left = others
    return tuple(dict.fromkeys(blocker.id for blocker in left))


def _unit(x: float, y: float) -> Point:
    """The step of length one in a direction."""
    size = math.hypot(x, y)
    return Point(x / size, y / size)


# Lines looked along


def _room(view: _View, dx: float, dy: float) -> _Line | None:
    """The line along one direction with the most room beside it; none if no such line meets both shapes."""
    spread_origin = [x * dy - y * dx for x, y in view.origin.corners]
    spread_target = [x * dy - y * dx for x, y in view.target.corners]
    low, high = max(min(spread_origin), min(spread_target)), min(max(spread_origin), max(spread_target))
    if high < low:
        if high < low - 0.5:
            return None
        low = high = (low + high) / 2
    shut = []
    for _, corners, _, (ax, ay), (bx, by) in view.between:
        # Along one way a shape that is clear of another is either before it or after it, on whatever line.
        if ax * dx + ay * dy >= 0.0 and bx * dx + by * dy >= 0.0:
            spread = [x * dy - y * dx for x, y in corners]
            shut.append((min(spread), max(spread)))
    room, right = _widest_slot(shut, low, high, view.enough) if shut else (view.enough, (low + high) / 2)
    return _Line(min(room, view.enough), Point(dx, dy), right)


def _widest_slot(shut: list[tuple[float, float]], low: float, high: float, enough: float) -> tuple[float, float]:
    """The place from low to high that is farthest from every shut stretch (or least deep in one), and how far.

    A stretch whose middle is left of the place lies to its left, so between two neighbouring middles all is known.
    """
    shut.sort(key=_middle)
    first_right = [math.inf]
    for start, _ in reversed(shut):
        first_right.append(min(first_right[-1], start))
    last_left, edge = -math.inf, -math.inf
    best, place = -math.inf, low
    for i in range(len(shut) + 1):
        next_edge = _middle(shut[i]) / 2 if i < len(shut) else math.inf
        begin, end = max(low, edge), min(high, next_edge)
        if begin <= end:
            a, b = max(last_left, begin - enough), min(first_right[-1 - i], end + enough)
            here = min(max((a + b) / 2, begin), end)
            room = min(here - last_left, first_right[-1 - i] - here)
            if room > best:
                best, place = room, here
        if i < len(shut):
            last_left, edge = max(last_left, shut[i][1]), next_edge
    return best, place


def _middle(stretch: tuple[float, float]) -> float:
    """Twice the middle of a stretch."""
    return stretch[0] + stretch[1]


def _best_line(view: _View, straight: Point) -> _Line:
    """The line with the most room, of all that lean on two shapes, those halfway between, and those near the best."""
    slopes = _slopes(view, straight)
    slopes += [(a + b) / 2 for a, b in itertools.pairwise(slopes)]
    (ox, oy), (tx, ty) = view.origin.centre, view.target.centre
    best, best_slope = None, _slope(tx - ox, ty - oy, straight)
    for slope in (best_slope, *slopes):
        line = _along(view, straight, slope)
        if line and (best is None or line.room > best.room):
            best, best_slope = line, slope
            if line.room >= view.enough:
                return line
    assert best is not None, "two shapes that are apart have a line between them"
    below = max((slope for slope in slopes if slope < best_slope), default=best_slope)
    above = min((slope for slope in slopes if slope > best_slope), default=best_slope)
    return _refined(view, straight, best, (below, above))


def _slope(dx: float, dy: float, straight: Point) -> float:
    """A direction as the step to the left of the straight way for every step along it."""
    ahead = dx * straight.x + dy * straight.y
    return (dy * straight.x - dx * straight.y) / ahead if ahead else math.inf


def _along(view: _View, straight: Point, slope: float) -> _Line | None:
    """The best line along the straight way turned by a slope."""
    size = math.sqrt(1.0 + slope * slope)
    sx, sy = straight
    return _room(view, (sx - sy * slope) / size, (sy + sx * slope) / size)


def _slopes(view: _View, straight: Point) -> list[float]:
    """The slopes of all lines between the two shapes that lean on two of them and of the blockers, in order."""
    origin, target = view.origin.corners, view.target.corners
    ends = sorted(_leaning(origin, target, straight))
    low, high = ends[0], ends[-1]
    hull = convex((*origin, *target))
    shapes = [origin, target]
    for _, corners, shape, _, _ in view.between:
        if widest_side(hull, shape)[0] < 0 and widest_side(shape, hull)[0] < 0:
            shapes.append(corners)
    found = set(ends)
    for i, first in enumerate(shapes[2:], 2):
        for second in shapes[:i]:
            found.update(slope for slope in _leaning(first, second, straight) if low < slope < high)
    return sorted(found)


def _leaning(first: Sequence[Point], second: Sequence[Point], straight: Point) -> Iterator[float]:
    """The slopes of the lines that lean on both of two shapes."""
    for i, (x, y) in enumerate(first):
        (px, py), (qx, qy) = first[i - 1], first[(i + 1) % len(first)]
        px, py, qx, qy = px - x, py - y, qx - x, qy - y
        for j, (u, v) in enumerate(second):
            dx, dy = u - x, v - y
            if _parts(dx * py - dy * px, dx * qy - dy * qx):
                continue
            (ax, ay), (bx, by) = second[j - 1], second[(j + 1) % len(second)]
            if not _parts(dx * (ay - v) - dy * (ax - u), dx * (by - v) - dy * (bx - u)):
                yield _slope(dx, dy, straight)


def _parts(before: float, after: float) -> bool:
    """Whether a line through a corner parts its two neighbours, given the areas they span with it; noise is no."""
    return (before > 1.0 and after < -1.0) or (before < -1.0 and after > 1.0)


def _refined(view: _View, straight: Point, best: _Line, around: tuple[float, float]) -> _Line:
    """The best line after a search by the golden section between two slopes."""
    low, high = around
    golden = (math.sqrt(5) - 1) / 2
    for _ in range(12):
        left, right = high - golden * (high - low), low + golden * (high - low)
        a, b = _along(view, straight, left), _along(view, straight, right)
        best = max(best, a or best, b or best, key=lambda line: line.room)
        if (a.room if a else -math.inf) >= (b.room if b else -math.inf):
            high = right
        else:
            low = left
    return best


# The answer


def _told(view: _View, line: _Line) -> Sight:
    """The answer that a line gives: from where it leaves the origin to where it meets the target."""
    (dx, dy), right = line.way, line.right
    leave, meet = _chord(view.origin.corners, line)[1], _chord(view.target.corners, line)[0]
    start = Point(dy * right + dx * leave, dy * leave - dx * right)
    end = Point(dy * right + dx * meet, dy * meet - dx * right)
    clear = at_least(line.room)
    if clear:
        return Sight(clear, (start, end))
    crossed = []
    for ids, corners, _, (ax, ay), (bx, by) in view.between:
        spread = [x * dy - y * dx for x, y in corners]
        if ax * dx + ay * dy >= 0.0 and bx * dx + by * dy >= 0.0 and min(spread) < right < max(spread):
            crossed.append((_chord(corners, line)[0], ids))
    return Sight(clear, (start, end), tuple(dict.fromkeys(name for _, ids in sorted(crossed) for name in ids)))


def _chord(corners: Sequence[Point], line: _Line) -> tuple[float, float]:
    """From where to where along a line a convex shape reaches; its nearest corner where the line just misses it."""
    (dx, dy), right = line.way, line.right
    found: list[float] = []
    bx, by = corners[-1]
    before = bx * dy - by * dx - right
    for x, y in corners:
        after = x * dy - y * dx - right
        if after == 0.0 or (before < 0.0) != (after < 0.0):
            share = 1.0 if after == before else before / (before - after)
            found.append((bx + (x - bx) * share) * dx + (by + (y - by) * share) * dy)
        bx, by, before = x, y, after
    if not found:
        x, y = min(corners, key=lambda corner: abs(corner[0] * dy - corner[1] * dx - right))
        found.append(x * dx + y * dy)
    return min(found), max(found)
