"""How far apart two shapes are, whether they touch, and along which edges.

A gap below zero is an overlap: how far one of the two would have to shift, at the least, to be clear of the other.
"""

from __future__ import annotations

import math
import operator
from typing import NamedTuple

from enfilade.geometry.plane import EDGES, TOLERANCE, Convex, Edge, Finding, Point, Rect, at_least, more_than


class Gap(NamedTuple):
    """The distance between two things (below zero: the overlap) and the point on each where it is measured."""

    distance: float
    start: Point
    end: Point


class Contact(NamedTuple):
    """Where another shape touches one edge of a tray.

    `start` and `end` are micrometres along the edge, from its first corner clockwise (the front edge: from front left);
    `stroke` is the same stretch on the table. `corner_only`: nothing but the corner at the end of the edge is touched.
    """

    edge: Edge
    start: float
    end: float
    gap: float
    corner_only: bool
    stroke: tuple[Point, Point]


def distance(a: Point, b: Point) -> float:
    """How far two points are apart."""
    return math.hypot(b[0] - a[0], b[1] - a[1])


def nearest(point: Point, start: Point, end: Point) -> Point:
    """The point of a stroke, from start to end, that is nearest to a point."""
    (x, y), (ax, ay) = point, start
    dx, dy = end[0] - ax, end[1] - ay
    squared = dx * dx + dy * dy
    share = ((x - ax) * dx + (y - ay) * dy) / squared if squared else 0.0
    if share <= 0.0:
        return start
    if share >= 1.0:
        return end
    return Point(ax + dx * share, ay + dy * share)


def near(a: Convex, b: Convex, reach: float = TOLERANCE) -> bool:
    """Whether two shapes may be within reach of one another: a cheap test by the circles around them.

    `False` is certain; `True` only says that it is worth measuring.
    """
    (ax, ay), (bx, by) = a.centre, b.centre
    dx, dy, most = bx - ax, by - ay, a.radius + b.radius + reach
    return dx * dx + dy * dy <= most * most


def gap(a: Convex, b: Convex) -> Gap:
    """The gap between two shapes, with the nearest point of each; below zero the depth of their overlap."""
    if len(a.corners) < 3 or len(b.corners) < 3:
        return _gap_of_strokes(a, b)
    apart_a, corner_a, side_a = widest_side(a, b)
    apart_b, corner_b, side_b = widest_side(b, a)
    if apart_a >= apart_b:
        found = _gap_at_side(a, side_a, corner_a, apart_a)
    else:
        turned = _gap_at_side(b, side_b, corner_b, apart_b)
        found = turned and Gap(turned.distance, turned.end, turned.start)
    return found or _gap_of_corners(a, b)


def widest_side(a: Convex, b: Convex) -> tuple[float, Point, int]:
    """The side of `a` that keeps `b` farthest out: by how much, the corner of `b` nearest to it, the side's number."""
    corners_b = b.corners
    most, nearest_corner, side = -math.inf, corners_b[0], 0
    for number, ((cx, cy), (nx, ny)) in enumerate(zip(a.corners, a.normals, strict=False)):
        least, candidate = math.inf, nearest_corner
        for corner in corners_b:
            out = nx * (corner[0] - cx) + ny * (corner[1] - cy)
            if out < least:
                least, candidate = out, corner
        if least > most:
            most, nearest_corner, side = least, candidate, number
    return most, nearest_corner, side


def _gap_at_side(a: Convex, side: int, corner: Point, apart: float) -> Gap | None:
    """The gap between a side of `a` and a corner; none where the corner lies past the ends of the side."""
    (ax, ay), (nx, ny) = a.corners[side], a.normals[side]
    foot = Point(corner[0] - nx * apart, corner[1] - ny * apart)
    if apart > 0.0:
        bx, by = a.corners[(side + 1) % len(a.corners)]
        along = (foot[0] - ax) * ny - (foot[1] - ay) * nx
        if not 0.0 <= along <= (bx - ax) * ny - (by - ay) * nx:
            return None
    return Gap(apart, foot, corner)


def _gap_of_corners(a: Convex, b: Convex) -> Gap:
    """The gap between two shapes that do not overlap, by every corner against every side."""
    of_b, foot_a, corner_b = _nearest_corner(a, b)
    of_a, foot_b, corner_a = _nearest_corner(b, a)
    if of_b <= of_a:
        return Gap(math.sqrt(of_b), foot_a, corner_b)
    return Gap(math.sqrt(of_a), corner_a, foot_b)


def _nearest_corner(shape: Convex, other: Convex) -> tuple[float, Point, Point]:
    """The corner of another shape that is nearest to a side of one: the squared distance, the foot, the corner."""
    best, foot_x, foot_y = math.inf, 0.0, 0.0
    corner = other.corners[0]
    bx, by = shape.corners[-1]
    for ax, ay in shape.corners:
        dx, dy = bx - ax, by - ay
        squared = dx * dx + dy * dy
        for candidate in other.corners:
            px, py = candidate[0] - ax, candidate[1] - ay
            along = px * dx + py * dy
            # The foot lies within the side, or it is one of its ends.
            if along <= 0.0:
                share = 0.0
            elif along >= squared:
                share = 1.0
            else:
                share = along / squared
            ex, ey = px - dx * share, py - dy * share
            apart = ex * ex + ey * ey
            if apart < best:
                best, corner = apart, candidate
                foot_x, foot_y = (bx, by) if share == 1.0 else (ax + dx * share, ay + dy * share)
        bx, by = ax, ay
    return best, Point(foot_x, foot_y), corner


def _gap_of_strokes(a: Convex, b: Convex) -> Gap:
    """The gap where one of two shapes is only a point or a stroke; such a one overlaps nothing, so at least zero."""
    best = _gap_of_corners(a, b)
    for inner, outer in ((a, b), (b, a)):
        if len(outer.corners) > 2 and (depth := _depth(inner.corners[0], outer)) >= 0.0:
            return Gap(-0.0 * depth, inner.corners[0], inner.corners[0])
    crossing = _crossing(a, b)
    return Gap(0.0, crossing, crossing) if crossing else best


def _crossing(a: Convex, b: Convex) -> Point | None:
    """A point where a side of one shape crosses a side of the other, if any does."""
    before = a.corners[-1]
    for after in a.corners:
        start = b.corners[-1]
        for end in b.corners:
            crossing = _cross(before, after, start, end)
            if crossing:
                return crossing
            start = end
        before = after
    return None


def _cross(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """The point where two strokes properly cross, if they do."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    slant = ux * vy - uy * vx
    if slant == 0:
        return None
    wx, wy = c[0] - a[0], c[1] - a[1]
    share_a, share_c = (wx * vy - wy * vx) / slant, (wx * uy - wy * ux) / slant
    if not (0 <= share_a <= 1 and 0 <= share_c <= 1):
        return None
    return Point(a[0] + ux * share_a, a[1] + uy * share_a)


def _depth(point: Point, shape: Convex) -> float:
    """How deep a point lies inside the sides of a shape; below zero outside."""
    x, y = point
    return -max(nx * (x - cx) + ny * (y - cy) for (cx, cy), (nx, ny) in zip(shape.corners, shape.normals, strict=True))


def gap_from(point: Point, shape: Convex) -> Gap:
    """The distance from a point to the nearest part of a shape; below zero inside, down to the nearest side."""
    corners = shape.corners
    best, foot = math.inf, corners[0]
    before = corners[-1]
    for after in corners:
        here = nearest(point, before, after)
        apart = math.hypot(point[0] - here[0], point[1] - here[1])
        if apart < best:
            best, foot = apart, here
        before = after
    inside = len(corners) > 2 and _depth(point, shape) >= 0.0
    return Gap(-best if inside else best, point, foot)


def contains(shape: Convex, point: Point) -> Finding:
    """Whether a point lies in a shape, border included; the margin is its distance from the border."""
    return at_least(-gap_from(point, shape).distance)


def within(a: Convex, b: Convex, reach: float) -> Finding:
    """Whether two shapes are no farther apart than a reach, which itself still counts."""
    return at_least(reach - max(0.0, gap(a, b).distance))


def touching(a: Convex, b: Convex) -> Finding:
    """Whether two shapes touch: neither a gap nor an overlap beyond the tolerance."""
    return at_least(TOLERANCE - abs(gap(a, b).distance))


def overlapping(a: Convex, b: Convex) -> Finding:
    """Whether two shapes overlap by more than the tolerance."""
    return more_than(-gap(a, b).distance - TOLERANCE)


def contacts(tray: Rect, other: Convex) -> tuple[Contact, ...]:
    """Which edges of a tray another shape touches, and along which stretch; none where they do not touch.

    A stretch is what lies within the tolerance of the nearest approach. Where it is no longer than twice the tolerance
    and at the end of the edge, only the corner touches.
    """
    if not near(tray, other):
        return ()
    apart = gap(tray, other).distance
    if not -TOLERANCE <= round(apart) <= TOLERANCE:
        return ()
    found = (_contact(tray, number, other, apart) for number in range(4))
    return tuple(contact for contact in found if contact)


def _contact(tray: Rect, number: int, other: Convex, apart: float) -> Contact | None:
    """Where another shape touches one edge of a tray, if it does."""
    (cx, cy), (nx, ny) = tray.corners[number], tray.normals[number]
    size = tray.depth if number % 2 else tray.width
    seen = [((x - cx) * ny - (y - cy) * nx, (x - cx) * nx + (y - cy) * ny) for x, y in other.corners]
    if all(out < -TOLERANCE for _, out in seen):
        return None
    # First the part of the other shape beside the edge and no deeper than the tolerance, then the part near it.
    beside = _band(_band(seen, 0, -TOLERANCE, size + TOLERANCE), 1, -TOLERANCE, math.inf)
    closest = min((out for _, out in beside), default=math.inf)
    if closest > TOLERANCE:
        return None
    stretch = [along for along, _ in _band(beside, 1, -math.inf, closest + TOLERANCE)]
    start, end = float(min(max(min(stretch), 0.0), size)), float(min(max(max(stretch), 0.0), size))
    corner_only = end - start <= 2 * TOLERANCE and (start <= TOLERANCE or end >= size - TOLERANCE)
    ends = Point(cx + ny * start, cy - nx * start), Point(cx + ny * end, cy - nx * end)
    return Contact(EDGES[number], start, end, apart if corner_only else closest, corner_only, ends)


def _band(corners: list[tuple[float, float]], axis: int, low: float, high: float) -> list[tuple[float, float]]:
    """What is left of a convex outline between two values of one coordinate."""
    if corners and min(corners, key=_AXES[axis])[axis] < low:
        corners = _beyond(corners, axis, 1.0, low)
    if corners and max(corners, key=_AXES[axis])[axis] > high:
        corners = _beyond(corners, axis, -1.0, -high)
    return corners


_AXES = operator.itemgetter(0), operator.itemgetter(1)


def _beyond(corners: list[tuple[float, float]], axis: int, sign: float, bound: float) -> list[tuple[float, float]]:
    """What is left of a convex outline where one coordinate, taken with a sign, is no less than a bound."""
    left: list[tuple[float, float]] = []
    before = corners[-1]
    depth_before = sign * before[axis] - bound
    for corner in corners:
        depth = sign * corner[axis] - bound
        if (depth > 0.0 > depth_before) or (depth < 0.0 < depth_before):
            share = depth_before / (depth_before - depth)
            left.append((before[0] + (corner[0] - before[0]) * share, before[1] + (corner[1] - before[1]) * share))
        if depth >= 0.0:
            left.append(corner)
        before, depth_before = corner, depth
    return left
