"""Straight lines among walls on a square lattice, decided exactly.

Half of the interesting lines on a grid run from corner to corner and touch the ends of walls, so no tolerance can be
right. Every coordinate here is a whole number: a cell is cut into `Lattice.scale` equal parts, fine enough for every
number of the map. A line is thought to stop a hair's breadth inside the thing it aims at:

    O -> V(e) = V + e (c - V),   e > 0 and as small as you like, c the middle of the target.

Every sign below is that of a polynomial in e: the sign of its first coefficient that is not zero. A line is blocked
when it properly crosses a wall, or when it is pinched: the end of one wall touches it on the left and that of another
on the right. The axes are those of map files, x to the right and y down; left and right are those of somebody who
walks along the line.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cmp_to_key, partial
from math import gcd, lcm
from typing import Literal, NamedTuple

__all__ = [
    "MOST_CELLS",
    "MOST_DECIMALS",
    "Blockage",
    "Lattice",
    "Line",
    "Point",
    "Sector",
    "Wall",
    "blockage",
    "exact",
    "near",
    "sector",
    "side",
    "snapped",
]

MOST_CELLS = 1_000_000
"""No coordinate may be farther from the origin than this, in cells."""
MOST_DECIMALS = 18
"""No coordinate may have more decimals than this; `snapped` rounds a longer one."""

Point = tuple[int, int]
"""Whole lattice units, x to the right and y down. Also used for a step from one point to another."""


def exact(number: str | int | float | Decimal | Fraction) -> Fraction:
    """The number exactly as it is written: the text 0.3 means three tenths.

    A float stands for the shortest decimal text that names it. Raises ValueError for what is no finite number, lies
    beyond `MOST_CELLS`, or has more than `MOST_DECIMALS` decimals.
    """
    if isinstance(number, bool) or not isinstance(number, int | Fraction):
        value = _as_written(str(number).strip())
    else:
        value = Fraction(number)
    if abs(value.numerator) > MOST_CELLS * value.denominator:
        raise ValueError(f"expected a coordinate within {MOST_CELLS} cells, found {str(number)[:40]!r}")
    return value


def _as_written(text: str) -> Fraction:
    shown = repr(text[:40])
    try:
        written = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"expected a decimal number, found {shown}") from None
    if not written.is_finite():
        raise ValueError(f"expected a finite number, found {shown}")
    if not written:
        return Fraction(0)
    # Looked at before it is expanded: 1e-999999999 is a short text and a very long fraction.
    if written.adjusted() > 9:
        raise ValueError(f"expected a coordinate within {MOST_CELLS} cells, found {shown}")
    digits = written.as_tuple().digits
    spare = next(i for i, digit in enumerate(reversed(digits)) if digit)
    if -int(written.as_tuple().exponent) - spare > MOST_DECIMALS:
        raise ValueError(f"expected at most {MOST_DECIMALS} decimals, found {shown}")
    return Fraction(written)


def snapped(number: Fraction, parts: int = 1000) -> Fraction:
    """The nearest multiple of 1/`parts` of a cell (a tie goes to the even one)."""
    return Fraction(round(number * parts), parts)


class Lattice(NamedTuple):
    """The grid of whole numbers on which a map lies: `scale` lattice units make one cell."""

    scale: int

    @classmethod
    def holding(cls, numbers: Iterable[Fraction]) -> "Lattice":
        """The coarsest multiple of 1/12 cell of which all the numbers (in cells) are multiples.

        Halves are needed for the middle of a token and thirds for the points between its outermost corners. The
        other factor of two keeps them all even, so that the index of walls can draw its borders on odd numbers.
        """
        return cls(12 * lcm(1, *{number.denominator for number in numbers}))

    def units(self, number: Fraction | int) -> int:
        """A length in cells as lattice units; ValueError if it is no whole number of them."""
        units, rest = divmod(number.numerator * self.scale, number.denominator)
        if rest:
            raise ValueError(f"{number} of a cell is no multiple of 1/{self.scale} cell")
        return units

    def point(self, x: Fraction | int, y: Fraction | int) -> Point:
        """A place given in cells, in lattice units."""
        return self.units(x), self.units(y)

    def cells(self, units: Fraction | int) -> Fraction:
        """A length in lattice units, exactly in cells."""
        return Fraction(units) / self.scale


class Wall(NamedTuple):
    """A straight piece of something that stops lines, with the name by which people speak of it."""

    start: Point
    end: Point
    name: str = ""


class Line(NamedTuple):
    """A line from `origin` to `aim`, its end pulled a hair's breadth towards `inside` (no pull: give `aim` again)."""

    origin: Point
    aim: Point
    inside: Point

    @property
    def ahead(self) -> Point:
        """The step from the origin to the aim."""
        return minus(self.aim, self.origin)

    @property
    def pull(self) -> Point:
        """The step from the aim towards which its end is pulled."""
        return minus(self.inside, self.aim)


class Blockage(NamedTuple):
    """What stops a line, and where.

    `kind` says how: a wall is crossed, two walls pinch the line between their ends, or the line would leave its origin
    through a wall that stands there. `walls` are the ones to name. `share` is how far along the line it is stopped
    (0 at the origin, 1 at the aim) and `point` the place, in lattice units; both are exact.
    """

    kind: Literal["crossing", "pinch", "origin"]
    walls: tuple[Wall, ...]
    share: Fraction
    point: tuple[Fraction, Fraction]


def minus(a: Point, b: Point) -> Point:
    """The step from b to a."""
    return a[0] - b[0], a[1] - b[1]


def cross(a: Point, b: Point) -> int:
    """Above 0 if the step b turns right of the step a on the map, below 0 if left, 0 if they are parallel."""
    return a[0] * b[1] - a[1] * b[0]


def dot(a: Point, b: Point) -> int:
    """Above 0 if the steps a and b point the same way, below 0 if opposite ways."""
    return a[0] * b[0] + a[1] * b[1]


def side(line: Line, point: Point) -> int:
    """On which side of the line a point lies: below 0 left, above 0 right, 0 on it however small the pull."""
    away = minus(point, line.origin)
    return cross(line.ahead, away) or cross(line.pull, away)


def blockage(line: Line, walls: Iterable[Wall], leaving: "Sector | None" = None) -> Blockage | None:
    """What stops the line first, or None if it is free.

    Of several crossings the one nearest to the origin counts, of equal ones the wall given first. A pinch stops the
    line where the second of its two ends is met. A wall along the line stops nothing, nor does a touch at the origin
    or at the very end. `leaving` is where a line may leave an origin that lies on walls itself.
    """
    if leaving is not None and not leaving.admits(line):
        return Blockage("origin", leaving.walls, Fraction(0), _place(line, Fraction(0)))
    crossings: list[_Stop] = []
    on_left: list[_Stop] = []
    on_right: list[_Stop] = []
    for wall in walls:
        first, second = side(line, wall.start), side(line, wall.end)
        if first * second < 0:
            if _separates(wall, line):
                crossings.append((_share(line, wall), wall))
        elif (first == 0) != (second == 0):  # one end of the wall lies on the line
            touching, other = (wall.start, second) if first == 0 else (wall.end, first)
            if _between(line, touching):
                (on_left if other < 0 else on_right).append((_reach(line, touching), wall))
    hit = min(crossings, key=_nearness, default=None)
    if on_left and on_right:
        ends = sorted((min(on_left, key=_nearness), min(on_right, key=_nearness)), key=_nearness)
        if hit is None or ends[1][0] < hit[0]:
            return Blockage("pinch", (ends[0][1], ends[1][1]), ends[1][0], _place(line, ends[1][0]))
    return hit and Blockage("crossing", (hit[1],), hit[0], _place(line, hit[0]))


_Stop = tuple[Fraction, Wall]


def _nearness(stop: _Stop) -> Fraction:
    return stop[0]


def _separates(wall: Wall, line: Line) -> bool:
    """Whether origin and pulled end lie on different sides of the wall."""
    along = minus(wall.end, wall.start)
    before = cross(along, minus(line.origin, wall.start))
    after = cross(along, minus(line.aim, wall.start)) or cross(along, line.pull)
    return (before < 0 < after) or (after < 0 < before)


def _share(line: Line, wall: Wall) -> Fraction:
    """How far along the line the wall is crossed."""
    along = minus(wall.end, wall.start)
    before = cross(along, minus(line.origin, wall.start))
    return Fraction(before, before - cross(along, minus(line.aim, wall.start)))


def _between(line: Line, point: Point) -> bool:
    """Whether a point that lies on the line is strictly between the origin and the pulled end."""
    reach = dot(minus(point, line.origin), line.ahead)
    rest = dot(line.ahead, line.ahead) - reach or dot(line.pull, line.ahead)
    return reach > 0 and rest > 0


def _reach(line: Line, point: Point) -> Fraction:
    """How far along the line a point on it lies."""
    return Fraction(dot(minus(point, line.origin), line.ahead), dot(line.ahead, line.ahead))


def _place(line: Line, share: Fraction) -> tuple[Fraction, Fraction]:
    return line.origin[0] + share * line.ahead[0], line.origin[1] + share * line.ahead[1]


def near(walls: Iterable[Wall], points: Sequence[Point]) -> list[Wall]:
    """The walls that a line among these points could meet, in their old order."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return [
        wall
        for wall in walls
        if (wall.start[0] >= left or wall.end[0] >= left)
        and (wall.start[0] <= right or wall.end[0] <= right)
        and (wall.start[1] >= top or wall.end[1] >= top)
        and (wall.start[1] <= bottom or wall.end[1] <= bottom)
    ]


class Sector(NamedTuple):
    """The ways by which a line may leave a point that lies on walls.

    The walls that meet the point cut its surroundings into sectors. Lines may leave by the closed sector that holds
    the way home (to the middle of whoever leans out from there): clockwise on the map from `start` to `end`. With at
    most one wall direction every way is open; if the way home runs along one of several, none is.
    """

    kind: Literal["open", "wedge", "shut"]
    start: Point = (0, 0)
    end: Point = (0, 0)
    walls: tuple[Wall, ...] = ()

    def admits(self, line: Line) -> bool:
        """Whether the line leaves within the sector; running along one of its two walls does."""
        if self.kind != "wedge":
            return self.kind == "open"
        after_start = _turn(self.start, line)
        before_end = -_turn(self.end, line)
        opening = cross(self.start, self.end)
        if opening > 0:
            return after_start >= 0 and before_end >= 0
        if opening < 0:
            return after_start >= 0 or before_end >= 0
        return after_start >= 0


def _turn(way: Point, line: Line) -> int:
    """Above 0 if the line leaves its origin clockwise of the way, within half a turn; 0 if parallel to it."""
    return cross(way, line.ahead) or cross(way, line.pull)


def sector(origin: Point, home: Point, walls: Iterable[Wall]) -> Sector:
    """Where a line may leave `origin`, given the walls and the point `home` from which somebody leans out there."""
    ways: dict[Point, Wall] = {}
    for wall in walls:
        for way in _ways(origin, wall):
            ways.setdefault(way, wall)
    if len(ways) < 2:
        return Sector("open")
    back = minus(home, origin)
    order = sorted(ways, key=cmp_to_key(partial(_clockwise, back)))
    if cross(back, order[0]) == 0 and dot(back, order[0]) > 0:
        return Sector("shut", walls=(ways[order[0]],))
    bounds = (ways[order[-1]], ways[order[0]])
    return Sector("wedge", order[-1], order[0], bounds if bounds[0] != bounds[1] else bounds[:1])


def _ways(origin: Point, wall: Wall) -> list[Point]:
    """The directions in which a wall leaves the point: none, one if it ends there, two if it runs through."""
    to_start, to_end = minus(wall.start, origin), minus(wall.end, origin)
    if cross(to_start, to_end) != 0 or dot(to_start, to_end) > 0:
        return []
    return [(way[0] // gcd(*way), way[1] // gcd(*way)) for way in (to_start, to_end) if way != (0, 0)]


def _clockwise(back: Point, a: Point, b: Point) -> int:
    """Below 0 if, turning clockwise from `back`, one meets a before b."""
    half_a, half_b = _half(back, a), _half(back, b)
    return half_a - half_b or -cross(a, b)


def _half(back: Point, way: Point) -> int:
    """0 for ways along `back` and up to half a turn clockwise of it, 1 for straight away from it and beyond."""
    turn = cross(back, way)
    return 0 if turn > 0 or (turn == 0 and dot(back, way) > 0) else 1
