"""How much of a tray a terrain piece hides from a shooter."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from enfilade.geometry import Convex, HalfPlane, Point, area, contains, cut, half_plane


def hidden_share(origin: Point, target: Convex, piece: Sequence[Convex]) -> float:
    """The part of a target's area, 0 to 1, whose straight line to a point passes through a piece.

    Exact: between the directions of all corners, what hides is one side of the piece. A piece around the point itself
    hides nothing.
    """
    if any(contains(part, origin) for part in piece):
        return 0.0
    hidden = sum(_hidden_between(origin, target, piece, slice_) for slice_ in _slices(origin, target, piece))
    return min(1.0, hidden / area(target.corners))


def _slices(origin: Point, target: Convex, piece: Sequence[Convex]) -> Iterable[tuple[float, float]]:
    """The angles between neighbouring corners as seen from a point, over the breadth of the target."""
    ox, oy = origin
    middle = math.atan2(target.centre.y - oy, target.centre.x - ox)

    def turned(corner: Point) -> float:
        return (math.atan2(corner.y - oy, corner.x - ox) - middle + math.pi) % (2 * math.pi) - math.pi

    own = [turned(corner) for corner in target.corners]
    low, high = min(own), max(own)
    others = (turned(corner) for part in piece for corner in part.corners)
    angles = sorted({*own, *(angle for angle in others if low < angle < high)})
    return [(a + middle, b + middle) for a, b in pairwise(angles) if b - a > 1e-12]


def _hidden_between(origin: Point, target: Convex, piece: Sequence[Convex], angles: tuple[float, float]) -> float:
    """The hidden area of a target between two directions, where no corner of the piece lies."""
    low, high = angles
    side = _nearest_side(origin, piece, (low + high) / 2)
    if side is None:
        return 0.0
    left = cut(target.corners, half_plane(origin, Point(-math.cos(low), -math.sin(low))))
    left = cut(left, half_plane(origin, Point(math.cos(high), math.sin(high))))
    return area(cut(left, _beyond(origin, *side)))


def _nearest_side(origin: Point, piece: Sequence[Convex], angle: float) -> tuple[Point, Point] | None:
    """The side of a piece that a ray meets first."""
    wx, wy = math.cos(angle), math.sin(angle)
    best, found = math.inf, None
    for part in piece:
        start = part.corners[-1]
        for end in part.corners:
            far = _along_ray(origin, (wx, wy), start, end)
            if far is not None and far < best:
                best, found = far, (start, end)
            start = end
    return found


def _along_ray(origin: Point, way: tuple[float, float], start: Point, end: Point) -> float | None:
    """How far along a ray a stroke is met, if it is."""
    ex, ey = end.x - start.x, end.y - start.y
    slant = way[0] * ey - way[1] * ex
    if slant == 0:
        return None
    ax, ay = start.x - origin[0], start.y - origin[1]
    far, share = (ax * ey - ay * ex) / slant, (ax * way[1] - ay * way[0]) / slant
    return far if far > 0 and 0 <= share <= 1 else None


def _beyond(origin: Point, start: Point, end: Point) -> HalfPlane:
    """The side of a line that a point is not on."""
    line = half_plane(start, Point(end.x - start.x, end.y - start.y))
    if line.depth(origin) <= 0:
        return line
    return half_plane(start, Point(start.x - end.x, start.y - end.y))
