"""Convex shapes made, cut and measured: hulls, pieces, half planes, areas."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from enfilade.geometry.plane import Convex, Finding, Point, Shape, at_least


class HalfPlane(NamedTuple):
    """One side of a line: the points where `x * inward.x + y * inward.y` is at least `offset`.

    `inward` is a step of length one.
    """

    inward: Point
    offset: float

    def depth(self, point: Point) -> float:
        """How far inside the line a point is; below zero outside."""
        return self.inward[0] * point[0] + self.inward[1] * point[1] - self.offset


Region = tuple[HalfPlane, ...]
"""What lies inside all of some lines; convex and perhaps endless."""


def half_plane(through: Point, along: Point) -> HalfPlane:
    """What lies to the right of a line through a point, looking along it; the line itself is inside."""
    size = math.hypot(along[0], along[1])
    inward = Point(along[1] / size, -along[0] / size)
    return HalfPlane(inward, inward.x * through[0] + inward.y * through[1])


def convex(points: Iterable[Point]) -> Shape:
    """The smallest convex shape around some points (their hull), corners clockwise. Raises `ValueError` for none."""
    ordered = sorted(set(points))
    if not ordered:
        raise ValueError("no points, no shape")
    if len(ordered) < 3:
        return Shape(tuple(ordered))
    upper, lower = _chain(ordered), _chain(ordered[::-1])
    return Shape((*upper[:-1], *lower[:-1]))


def _chain(ordered: Sequence[Point]) -> list[Point]:
    """The clockwise half of a hull over points in order."""
    chain: list[Point] = []
    for point in ordered:
        while len(chain) > 1 and _right_turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _right_turn(a: Point, b: Point, c: Point) -> float:
    """Twice the area of the triangle, above zero where the way a, b, c turns right."""
    return (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1])


def area(corners: Sequence[Point]) -> float:
    """The area inside the corners, in square micrometres; clockwise or not."""
    if len(corners) < 3:
        return 0.0
    ox, oy = corners[0]
    total: float = 0  # not 0.0: fractions stay fractions
    bx, by = corners[1][0] - ox, corners[1][1] - oy
    for x, y in corners[2:]:
        cx, cy = x - ox, y - oy
        total += bx * cy - by * cx
        bx, by = cx, cy
    return abs(total) / 2


def cut(corners: Sequence[Point], line: HalfPlane) -> list[Point]:
    """The corners of what is left of a convex shape inside one line; may be none, one or two corners."""
    (nx, ny), offset = line
    depths = [nx * x + ny * y - offset for x, y in corners]
    if not depths or min(depths) >= 0:
        return list(corners)
    if max(depths) < 0:
        return []
    left: list[Point] = []
    previous, depth_before = corners[-1], depths[-1]
    for corner, depth in zip(corners, depths, strict=True):
        if (depth > 0 > depth_before) or (depth < 0 < depth_before):
            share = depth_before / (depth_before - depth)
            px, py = previous
            left.append(Point(px + (corner[0] - px) * share, py + (corner[1] - py) * share))
        if depth >= 0:
            left.append(corner)
        previous, depth_before = corner, depth
    return left


def clip(shape: Convex, region: Region) -> Shape | None:
    """The part of a shape inside a region, borders included; a point or a stroke where it only meets the border."""
    left: Sequence[Point] = shape.corners
    for line in region:
        left = cut(left, line)
        if not left:
            return None
    if len(left) == len(shape.corners) and tuple(left) == shape.corners:
        return shape if isinstance(shape, Shape) else Shape(shape.corners)
    return convex(left)


def part_inside(shape: Convex, region: Region) -> Finding:
    """Whether any part of a shape lies inside a region, borders included.

    The margin is how far all the border lines together would have to move to change that: the depth of the shape's
    deepest point.
    """
    corners = shape.corners
    best = -math.inf
    before = _depths(region, corners[-1])
    for corner in corners:
        depths = _depths(region, corner)
        best = max(best, min(depths), _deepest_between(before, depths))
        before = depths
    # A region that ends on all sides may have its own deepest point inside the shape.
    for three in itertools.combinations(region, 3):
        point = _equally_deep(*three)
        if point and (depth := min(_depths(region, point))) > best and min(_depths(inside_lines(shape), point)) >= 0:
            best = depth
    return at_least(best)


def _depths(region: Region, point: Point) -> list[float]:
    """How deep a point is inside each line of a region."""
    x, y = point
    return [nx * x + ny * y - offset for (nx, ny), offset in region]


def _equally_deep(a: HalfPlane, b: HalfPlane, c: HalfPlane) -> Point | None:
    """The point that is equally deep inside three lines, if there is one."""
    ((ax, ay), level), ((bx, by), level_b), ((cx, cy), level_c) = a, b, c
    px, py, p, qx, qy, q = ax - bx, ay - by, level - level_b, ax - cx, ay - cy, level - level_c
    slant = px * qy - py * qx
    return Point((p * qy - q * py) / slant, (px * q - qx * p) / slant) if abs(slant) > 1e-12 else None


def _deepest_between(start: Sequence[float], end: Sequence[float]) -> float:
    """The greatest least depth along an edge, where two of the depths cross; minus infinity if they do not."""
    best = -math.inf
    for i, (a, b) in enumerate(zip(start, end, strict=True)):
        for c, d in zip(start[:i], end[:i], strict=True):
            before, after = a - c, b - d
            if (before < 0 < after) or (after < 0 < before):
                share = before / (before - after)
                best = max(best, min(p + (q - p) * share for p, q in zip(start, end, strict=True)))
    return best


def wholly_inside(shape: Convex, region: Region) -> Finding:
    """Whether all of a shape lies inside a region, borders included; the margin is its shallowest corner's depth."""
    return at_least(min(line.depth(corner) for corner in shape.corners for line in region))


def inside_lines(shape: Convex) -> Region:
    """A shape as a region: the half planes inside its sides."""
    sides = zip(shape.corners, shape.normals, strict=True)
    return tuple(HalfPlane(Point(-nx, -ny), -(nx * x + ny * y)) for (x, y), (nx, ny) in sides)


def pieces(outline: Sequence[Point]) -> tuple[Shape, ...]:
    """An outline of any form cut into convex shapes, for instance the outline of a wood.

    The outline may run either way round and have notches, but must not cross itself; `ValueError` says so if it does.
    """
    around = [Point(*p) for i, p in enumerate(outline) if tuple(p) != tuple(outline[i - 1])]
    if len(around) < 3 or area(around) == 0:
        raise ValueError("an outline needs at least three corners that are not on one line")
    if sum(_right_turn(around[0], around[i], around[i + 1]) for i in range(1, len(around) - 1)) < 0:
        around.reverse()
    if _is_convex(around):
        return (convex(around),)
    shapes: list[Shape] = []
    while len(around) > 3:
        ear = _ear(around)
        triangle = (around[ear - 1], around[ear], around[(ear + 1) % len(around)])
        if area(triangle) > 0:
            shapes.append(convex(triangle))
        del around[ear]
    if area(around) > 0:
        shapes.append(convex(around))
    return tuple(shapes)


def _is_convex(around: Sequence[Point]) -> bool:
    """Whether a clockwise outline never turns left and goes round only once."""
    turns = [_right_turn(around[i - 2], around[i - 1], around[i]) for i in range(len(around))]
    return min(turns) >= 0 and math.isclose(area(convex(around).corners), area(around), rel_tol=1e-12)


def _ear(around: Sequence[Point]) -> int:
    """The number of a corner that can be cut off a clockwise outline without cutting through it."""
    for i, tip in enumerate(around):
        before, after = around[i - 1], around[(i + 1) % len(around)]
        turn = _right_turn(before, tip, after)
        if turn < 0:
            continue
        if turn == 0 or not any(
            _right_turn(before, tip, p) >= 0 and _right_turn(tip, after, p) >= 0 and _right_turn(after, before, p) >= 0
            for p in around
            if p not in (before, tip, after)
        ):
            return i
    raise ValueError("the outline crosses itself")
