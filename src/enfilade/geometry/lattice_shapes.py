"""Rectangles, rings and outermost corners on a lattice, and how near a line is to another answer.

All but the distances is exact, in whole lattice units; x to the right, y down, as in `lattice`.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import hypot, sqrt
from typing import NamedTuple

from enfilade.geometry.lattice import Blockage, Line, Point, Wall, cross, dot, minus, side

__all__ = ["Rect", "clearance", "lies_on", "outermost", "plain_blockage", "runs_through", "surrounds", "thirds"]


class Rect(NamedTuple):
    """An upright rectangle; `right` and `bottom` are the larger coordinates."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The four corners, clockwise on the map from the top left."""
        return (self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)

    def holds(self, point: Point) -> bool:
        """Whether the point lies in the rectangle or on its edge."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def overlaps(self, other: "Rect") -> bool:
        """Whether the two share more than an edge or a corner."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def runs_through(line: Line, rect: Rect) -> bool:
    """Whether the line, its end pulled, runs through the inside of the rectangle; touching its edge does not count.

    It does if its span meets that of the rectangle in both directions, and corners lie on both sides of it.
    """
    (x, y), (to_x, to_y) = line.origin, line.aim
    left, top, right, bottom = rect
    if max(x, to_x) < left or min(x, to_x) > right or max(y, to_y) < top or min(y, to_y) > bottom:
        return False
    ahead_x, ahead_y = to_x - x, to_y - y
    # The corners farthest to the right and to the left of the line.
    far_right = ahead_x * ((bottom if ahead_x > 0 else top) - y) - ahead_y * ((left if ahead_y > 0 else right) - x)
    far_left = ahead_x * ((top if ahead_x > 0 else bottom) - y) - ahead_y * ((right if ahead_y > 0 else left) - x)
    if far_right < 0 or far_left > 0:
        return False
    turns = [side(line, corner) for corner in rect.corners] if far_right == 0 or far_left == 0 else [-1, 1]
    spans = _spans(x, to_x, line.pull[0], left, right) and _spans(y, to_y, line.pull[1], top, bottom)
    return spans and min(turns) < 0 < max(turns)


def _spans(start: int, end: int, pull: int, low: int, high: int) -> bool:
    """Whether the way from start to the pulled end meets the open stretch from low to high."""
    beyond_low = start > low or end > low or (end == low and pull > 0)
    return beyond_low and (start < high or end < high or (end == high and pull < 0))


def outermost(origin: Point, rect: Rect, how: str = "angular") -> tuple[Point, Point] | None:
    """The two corners that bound the rectangle as seen from the origin; None if the origin lies in it or on its edge.

    Of two corners in one direction the nearer counts. `how` may also be "projection", the corners farthest apart
    across the line to the middle, or "diagonal", the ends of the diagonal that stands most across that line.
    """
    if rect.holds(origin):
        return None
    middle = rect.left + rect.right, rect.top + rect.bottom
    sight = middle[0] - 2 * origin[0], middle[1] - 2 * origin[1]
    corners = sorted(rect.corners, key=lambda corner: _square(minus(corner, origin)))
    if how == "angular":
        first = last = corners[0]
        for corner in corners[1:]:
            if cross(minus(first, origin), minus(corner, origin)) < 0:
                first = corner
            if cross(minus(last, origin), minus(corner, origin)) > 0:
                last = corner
        return first, last
    if how == "projection":
        return min(corners, key=lambda c: cross(sight, c)), max(corners, key=lambda c: cross(sight, c))
    top_left, top_right, bottom_right, bottom_left = rect.corners
    diagonals = ((top_left, bottom_right), (top_right, bottom_left))
    return max(diagonals, key=lambda ends: Fraction(cross(sight, minus(*ends)) ** 2, _square(minus(*ends))))


def thirds(first: Point, last: Point) -> tuple[Point, Point, Point, Point]:
    """The two points and those a third and two thirds between them; they must lie on the lattice."""
    step = (last[0] - first[0]) // 3, (last[1] - first[1]) // 3
    second, third = ((first[0] + n * step[0], first[1] + n * step[1]) for n in (1, 2))
    return first, second, third, last


def lies_on(point: Point, wall: Wall) -> bool:
    """Whether the point lies on the wall, its ends included."""
    to_start, to_end = minus(wall.start, point), minus(wall.end, point)
    return cross(to_start, to_end) == 0 and dot(to_start, to_end) <= 0


def surrounds(ring: Sequence[Wall], point: Point) -> bool:
    """Whether the point lies inside a closed ring of walls or on it."""
    if any(lies_on(point, wall) for wall in ring):
        return True
    odd = False
    for wall in ring:
        upper, lower = sorted((wall.start, wall.end), key=lambda end: end[1])
        if upper[1] <= point[1] < lower[1] and cross(minus(lower, upper), minus(point, upper)) > 0:
            odd = not odd
    return odd


def plain_blockage(line: Line, walls: Iterable[Wall], touching: bool) -> Blockage | None:
    """The answer of the two tests that other programs use; the end of the line is not pulled.

    Without `touching` only a crossing strictly inside both blocks, with it any shared point but the origin;
    a wall along the line never does.
    """
    hits = []
    for wall in walls:
        first, second = (cross(line.ahead, minus(end, line.origin)) for end in (wall.start, wall.end))
        along = minus(wall.end, wall.start)
        before, after = (cross(along, minus(point, wall.start)) for point in (line.origin, line.aim))
        strict = first * second < 0 and before * after < 0
        closed = (first or second) and first * second <= 0 and before != 0 and before * after <= 0
        if strict or (touching and closed):
            hits.append((Fraction(before, before - after), wall))
    if not hits:
        return None
    share, wall = min(hits, key=lambda hit: hit[0])
    place = line.origin[0] + share * line.ahead[0], line.origin[1] + share * line.ahead[1]
    return Blockage("crossing", (wall,), share, place)


def clearance(line: Line, walls: Iterable[Wall], blocked: bool) -> tuple[float, Wall] | None:
    """How far one end of a wall would have to move to change the answer for this line, in lattice units; and which.

    Of a free line: the distance to the nearest wall. Of a blocked one: over all walls across it, the farthest that
    one of them has to draw back its nearer end. None if there is no wall to move; of a blocked line that means a pinch.
    """
    if not blocked:
        return min(((_apart(line, wall), wall) for wall in walls), key=_length, default=None)
    across = [
        (min(_from_line(line, wall.start), _from_line(line, wall.end)), wall)
        for wall in walls
        if plain_blockage(line, (wall,), touching=False)
    ]
    return max(across, key=_length, default=None)


def _length(found: tuple[float, Wall]) -> float:
    return found[0]


def _square(step: Point) -> int:
    return dot(step, step)


def _apart(line: Line, wall: Wall) -> float:
    """The distance between a line and a wall; 0 where they meet."""
    if plain_blockage(line, (wall,), touching=True):
        return 0.0
    there = Line(wall.start, wall.end, wall.end)
    ends = [_from_line(line, end) for end in (wall.start, wall.end)]
    return min(*ends, _from_line(there, line.origin), _from_line(there, line.aim))


def _from_line(line: Line, point: Point) -> float:
    """The distance of a point from the stretch between origin and aim."""
    away, ahead = minus(point, line.origin), line.ahead
    reach, length = dot(away, ahead), dot(ahead, ahead)
    if reach <= 0 or length == 0:
        return hypot(*away)
    if reach >= length:
        return hypot(*minus(point, line.aim))
    return abs(cross(ahead, away)) / sqrt(length)
