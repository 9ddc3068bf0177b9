"""What stands between two shapes, and by how much.

The question: is there a straight line from some point of one shape to some point of another that passes through the
inside of no blocker? Blockers that touch are one: no line slips through a seam, nor through a gap that is within the
tolerance along an edge. Running along an edge or past a corner is not passing through. What overlaps one of the two
within the tolerance only touches it.

What is proven. A line through which nothing passes can be shifted sideways until it is about to leave one of the
shapes or to enter a blocker, and then rolled around that corner until the same happens at a second one: so if there is
any free line, there is one that leans on two of the shapes and blockers at once. All of those are tried (there are at
most four for a pair), so the answer is right both ways, except where the best line has less than a micrometre to spare
or to miss. `margin` is what was reached, not a bound: the lines tried are those, the ones halfway between, and a search
around the best two of them. So a clear margin can be relied on. Among several blockers there may in rare cases be more
room, or a line that lies less deep, than was found; where little decides, the tests find it within half the tolerance.
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


class _Frame(NamedTuple):
    """The way from the origin's nearest point straight to the target's: x along it, y to its left."""

    start: Point
    ahead: Point

    def seen(self, corners: Sequence[Point]) -> _Outline:
        (ox, oy), (ax, ay) = self
        return [((x - ox) * ax + (y - oy) * ay, (y - oy) * ax - (x - ox) * ay) for x, y in corners]

    def on_table(self, x: float, y: float) -> Point:
        (ox, oy), (ax, ay) = self
        return Point(ox + (ax * x - ay * y), oy + (ay * x + ax * y))


_Outline = list[tuple[float, float]]


class _Standing(NamedTuple):
    """What stands between: its ids and outline, and the steps from the origin to it and from it to the target."""

    ids: tuple[str, ...]
    outline: _Outline
    away: tuple[float, float]
    onward: tuple[float, float]
    inside: bool


class _View(NamedTuple):
    """The two shapes and what stands between them, all as seen along the straight way, and the clearance sought."""

    origin: _Outline
    target: _Outline
    standing: list[_Standing]
    enough: float


class _Line(NamedTuple):
    """A line `y = slope * x + left` in the frame, and the room beside it."""

    room: float
    slope: float
    left: float


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
    frame = _Frame(apart.start, _unit(apart.end[0] - apart.start[0], apart.end[1] - apart.start[1]))
    view = _seen(frame, origin, target, standing, enough)
    return _told(frame, view, _best_line(view))


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


def _seen(frame: _Frame, origin: Convex, target: Convex, standing: Sequence[Between], enough: float) -> _View:
    """Everything as seen along the straight way."""
    hull = convex((*origin.corners, *target.corners))
    ax, ay = frame.ahead
    found = []
    for ids, shape, (px, py), (qx, qy) in standing:
        inside = widest_side(hull, shape)[0] < 0 and widest_side(shape, hull)[0] < 0
        away, onward = (px * ax + py * ay, py * ax - px * ay), (qx * ax + qy * ay, qy * ax - qx * ay)
        found.append(_Standing(ids, frame.seen(shape.corners), away, onward, inside))
    return _View(frame.seen(origin.corners), frame.seen(target.corners), found, enough)


# Lines looked along

_NOWHERE = _Line(-math.inf, 0.0, 0.0)


def _room(view: _View, slope: float) -> _Line | None:
    """The line of a slope with the most room beside it; none if no line of that slope meets both shapes."""
    size = math.sqrt(1.0 + slope * slope)
    origin = [y - slope * x for x, y in view.origin]
    target = [y - slope * x for x, y in view.target]
    low, high = max(min(origin), min(target)), min(max(origin), max(target))
    if high < low:
        if high < low - 0.5 * size:
            return None
        low = high = (low + high) / 2
    shut = []
    for _, outline, (ax, ay), (bx, by), _ in view.standing:
        # Along one way a shape that is clear of another is either before it or after it, on whatever line.
        if ax + ay * slope >= 0.0 <= bx + by * slope:
            spread = [y - slope * x for x, y in outline]
            start, end = min(spread), max(spread)
            shut.append(((start + end) / 2, start, end))
    if not shut:
        return _Line(view.enough, slope, (low + high) / 2)
    room, left = _widest_slot(shut, low, high, view.enough * size)
    return _Line(min(room / size, view.enough), slope, left)


def _widest_slot(shut: list[tuple[float, float, float]], low: float, high: float, enough: float) -> tuple[float, float]:
    """How far the place from low to high that is farthest from all shut stretches is from them, and the place.

    Where all is shut, how deep the place that is least deep lies in them, below zero. A stretch is given with its
    middle: if that is below the place, so is the stretch; so between two neighbouring middles all is known.
    """
    shut.sort()
    nexts, least = [math.inf], math.inf
    for _, start, _ in reversed(shut):
        least = min(least, start)
        nexts.append(least)
    last_below, begin = -math.inf, low
    best, place = -math.inf, low
    for middle, _, end in (*shut, (math.inf, 0.0, 0.0)):
        above, finish = nexts.pop(), min(middle, high)
        if begin <= finish:
            here = (max(last_below, begin - enough) + min(above, finish + enough)) / 2
            here = begin if here < begin else min(here, finish)
            room = min(here - last_below, above - here)
            if room > best:
                best, place = room, here
        last_below, begin = max(last_below, end), max(begin, middle)
    return best, place


def _best_line(view: _View) -> _Line:
    """The line with the most room of all that lean on two shapes, those halfway, and those near the best two."""
    best = _room(view, _middle_slope(view)) or _NOWHERE
    if best.room >= view.enough:
        return best
    slopes, tried = _slopes(view), [best]
    if view.enough > 0.0:
        slopes += [(a + b) / 2 for a, b in itertools.pairwise(slopes)]
    for slope in slopes:
        line = _room(view, slope)
        if line and line.room >= view.enough:
            return line
        tried.append(line or _NOWHERE._replace(slope=slope))
    best = max(tried)
    return best if view.enough <= 0.0 else max(best, *_refined(view, sorted(tried, key=_slope_of)))


def _middle_slope(view: _View) -> float:
    """The slope of the line through the middles of both shapes."""
    (ox, oy), (tx, ty) = (
        (sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline))
        for outline in (view.origin, view.target)
    )
    return (ty - oy) / (tx - ox)


def _slopes(view: _View) -> list[float]:
    """The slopes of all lines between the two shapes that lean on two of them and of the blockers, in order."""
    ends = sorted(_leaning(view.origin, view.target))
    low, high = ends[0], ends[-1]
    shapes = [view.origin, view.target, *(standing.outline for standing in view.standing if standing.inside)]
    found = set(ends)
    for i, first in enumerate(shapes[2:], 2):
        for second in shapes[:i]:
            found.update(slope for slope in _leaning(first, second) if low < slope < high)
    return sorted(found)


def _leaning(first: _Outline, second: _Outline) -> Iterator[float]:
    """The slopes of the lines that lean on both of two shapes."""
    corners = list(zip(second, second[-1:] + second[:-1], second[1:] + second[:1], strict=True))
    for (x, y), (px, py), (qx, qy) in zip(first, first[-1:] + first[:-1], first[1:] + first[:1], strict=True):
        px, py, qx, qy = px - x, py - y, qx - x, qy - y
        for (u, v), (ax, ay), (bx, by) in corners:
            dx, dy = u - x, v - y
            if (
                dx != 0.0
                and not _parts(dx * py - dy * px, dx * qy - dy * qx)
                and not _parts(dx * (ay - v) - dy * (ax - u), dx * (by - v) - dy * (bx - u))
            ):
                yield dy / dx


def _parts(before: float, after: float) -> bool:
    """Whether a line through a corner parts its two neighbours, given the areas they span with it; noise is no."""
    return (before > 1.0 and after < -1.0) or (before < -1.0 and after > 1.0)


_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


def _refined(view: _View, tried: list[_Line]) -> Iterator[_Line]:
    """The lines found by the golden section around the best two of those tried that beat their neighbours."""
    around = zip(tried[:1] + tried[:-1], tried, tried[1:] + tried[-1:], strict=True)
    peaks = [three for three in around if three[0].room <= three[1].room >= three[2].room]
    for below, _, above in sorted(peaks, key=_peak, reverse=True)[:2]:
        low, high = below.slope, above.slope
        step = _GOLDEN * (high - low)
        left, right = _room(view, high - step) or _NOWHERE, _room(view, low + step) or _NOWHERE
        for _ in range(10):
            step *= _GOLDEN
            if left.room >= right.room:
                high = low + step / _GOLDEN
                left, right = _room(view, high - step) or _NOWHERE, left
            else:
                low = high - step / _GOLDEN
                left, right = right, _room(view, low + step) or _NOWHERE
        yield max(left, right)


def _slope_of(line: _Line) -> float:
    """The slope of a line."""
    return line.slope


def _peak(three: tuple[_Line, _Line, _Line]) -> float:
    """The room beside the middle one of three lines."""
    return three[1].room


# The answer


def _told(frame: _Frame, view: _View, line: _Line) -> Sight:
    """The answer that a line gives: from where it leaves the origin to where it meets the target."""
    leave, meet = _chord(view.origin, line)[1], _chord(view.target, line)[0]
    ends = frame.on_table(leave, leave * line.slope + line.left), frame.on_table(meet, meet * line.slope + line.left)
    clear = at_least(line.room)
    if clear:
        return Sight(clear, ends)
    crossed = []
    for ids, outline, (ax, ay), (bx, by), _ in view.standing:
        spread = [y - line.slope * x for x, y in outline]
        ahead = ax + ay * line.slope >= 0.0 <= bx + by * line.slope
        if ahead and min(spread) < line.left < max(spread):
            crossed.append((_chord(outline, line)[0], ids))
    return Sight(clear, ends, tuple(dict.fromkeys(name for _, ids in sorted(crossed) for name in ids)))


def _chord(outline: _Outline, line: _Line) -> tuple[float, float]:
    """From where to where along the frame a line passes through an outline; its nearest corner where it just misses."""
    _, slope, left = line
    found: list[float] = []
    bx, by = outline[-1]
    before = by - slope * bx - left
    for x, y in outline:
        after = y - slope * x - left
        if after == 0.0:
            found.append(x)
        elif (before < 0.0 < after) or (after < 0.0 < before):
            found.append(bx + (x - bx) * before / (before - after))
        bx, by, before = x, y, after
    if not found:
        found.append(min(outline, key=lambda corner: abs(corner[1] - slope * corner[0] - left))[0])
    return min(found), max(found)
