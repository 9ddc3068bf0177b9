"""What may stand between two shapes: blockers in their order from one to the other, and the seams between them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from enfilade.geometry.gap import near, widest_side
from enfilade.geometry.plane import TOLERANCE, Convex, Point, Shape
from enfilade.geometry.polygon import HalfPlane, convex, cut

_FACING = -0.995  # two sides face one another, and do not only meet at a corner, up to some 6 degrees


class Blocker(NamedTuple):
    """A convex shape that nothing sees through. Several of one id make up one blocker of any form."""

    id: str
    shape: Convex


class Between(NamedTuple):
    """A blocker as the search needs it: with a step that leads from the origin to it, and one from it to the target."""

    ids: tuple[str, ...]
    shape: Convex
    away: Point
    onward: Point


def between(origin: Convex, target: Convex, blockers: Iterable[Blocker], enough: float) -> list[Between]:
    """The blockers that could touch a line from origin to target, seams between them included."""
    (ox, oy), (tx, ty) = origin.centre, target.centre
    dx, dy, breadth = tx - ox, ty - oy, max(origin.radius, target.radius) + enough
    squared = dx * dx + dy * dy
    found: list[Between] = []
    for name, shape in blockers:
        if len(shape.corners) < 3:
            raise ValueError(f"blocker {name!r} is only a point or a stroke: nothing can pass through its inside")
        (x, y), reach = shape.centre, shape.radius + breadth
        share = ((x - ox) * dx + (y - oy) * dy) / squared if squared else 0.0
        share = 0.0 if share < 0.0 else min(share, 1.0)
        x, y = x - ox - dx * share, y - oy - dy * share
        if x * x + y * y <= reach * reach:
            found.extend(_placed((name,), shape, origin, target))
    return [*found, *_seams(found, origin, target)] if len(found) > 1 else found


def _placed(ids: tuple[str, ...], shape: Convex, origin: Convex, target: Convex) -> Iterator[Between]:
    """A blocker with its place in the order from origin to target; without the ground under either of them."""
    apart_origin, away = _step(origin, shape)
    apart_target, onward = _step(shape, target)
    for end, apart in ((origin, apart_origin), (target, apart_target)):
        if apart < -TOLERANCE and len(end.corners) > 1:
            for part in _beside(shape, end):
                yield from _placed(ids, part, origin, target)
            return
    if apart_origin < -TOLERANCE or apart_target < -TOLERANCE:
        away = onward = Point(0.0, 0.0)  # a point deep inside: blocked whichever way it looks
    yield Between(ids, shape, away, onward)


def _step(a: Convex, b: Convex) -> tuple[float, Point]:
    """How far two shapes are apart across the line that parts them best, and the step across it from `a` to `b`."""
    apart_a, _, side_a = widest_side(a, b)
    apart_b, _, side_b = widest_side(b, a)
    if apart_a >= apart_b:
        return apart_a, a.normals[side_a]
    x, y = b.normals[side_b]
    return apart_b, Point(-x, -y)


def _beside(shape: Convex, under: Convex) -> Iterator[Shape]:
    """The parts of a shape beyond each side of another, and past the ends if that is only a stroke."""
    sides = list(zip(under.corners, under.normals, strict=True))
    if len(sides) == 2:
        sides += [(end, Point(ny, -nx)) for end, (_, (nx, ny)) in zip(under.corners[::-1], sides, strict=True)]
    for (x, y), (nx, ny) in sides:
        line = HalfPlane(Point(nx, ny), nx * x + ny * y)
        # What sticks out by less than half a micrometre is the noise of floats.
        if max(line.depth(corner) for corner in shape.corners) > 0.5:
            part = convex(cut(shape.corners, line))
            if len(part.corners) > 2:
                yield part


def _seams(found: Sequence[Between], origin: Convex, target: Convex) -> Iterator[Between]:
    """A patch over every seam between blockers that touch along an edge, so that no line slips through."""
    for i, a in enumerate(found):
        for b in found[:i]:
            if near(a.shape, b.shape):
                patch = _patch(a.shape, b.shape) or _patch(b.shape, a.shape)
                if patch:
                    ids = tuple(dict.fromkeys((*a.ids, *b.ids)))
                    yield from _placed(ids, patch, origin, target)


def _patch(a: Convex, b: Convex) -> Shape | None:
    """The diamond over the stretch where `b` touches the side of `a` nearest to it: its ends, and a point deep in each.

    None if they do not touch along more than the tolerance.
    """
    apart, _, side = widest_side(a, b)
    (x, y), (nx, ny) = a.corners[side], a.normals[side]
    opposed = [nx * mx + ny * my for mx, my in b.normals]
    if not -TOLERANCE <= apart <= TOLERANCE or min(opposed) > _FACING:
        return None
    offset, other = nx * x + ny * y, opposed.index(min(opposed))
    end_x, end_y = a.corners[(side + 1) % len(a.corners)]
    facing = cut(
        (b.corners[other], b.corners[(other + 1) % len(b.corners)]),
        HalfPlane(Point(-nx, -ny), -offset - TOLERANCE),
    )
    along = [px * ny - py * nx for px, py in facing]
    start = max(x * ny - y * nx, min(along, default=math.inf))
    end = min(end_x * ny - end_y * nx, max(along, default=-math.inf))
    if end - start <= TOLERANCE:
        return None
    middle = (start + end) / 2
    centre = Point(nx * offset + ny * middle, ny * offset - nx * middle)
    deep_a, deep_b = _through(a, centre, Point(-nx, -ny)), _through(b, centre, Point(nx, ny))
    return convex(
        (
            Point(nx * offset + ny * start, ny * offset - nx * start),
            Point(nx * offset + ny * end, ny * offset - nx * end),
            Point(centre.x - nx * deep_a, centre.y - ny * deep_a),
            Point(centre.x + nx * deep_b, centre.y + ny * deep_b),
        )
    )


def _through(shape: Convex, start: Point, way: Point) -> float:
    """How far it is from a point along a way to where it leaves a shape."""
    far = math.inf
    for (x, y), (nx, ny) in zip(shape.corners, shape.normals, strict=True):
        slant = nx * way.x + ny * way.y
        if slant > 1e-9:
            far = min(far, (nx * (x - start.x) + ny * (y - start.y)) / slant)
    return max(far, 0.0)
