"""Points, poses and convex shapes on the table, and the one tolerance.

Coordinates are micrometres: x east, y north. Facings are degrees clockwise, 0 = north. Corners run clockwise, and a
tray's begin at its front left. At a facing that is a multiple of 90 degrees nothing is rounded; at any other angle
floats are off by far less than a micrometre, and every margin is told in whole micrometres, which hides that noise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

TOLERANCE = 254
"""One hundredth of an inch, in micrometres.

Two shapes whose gap or overlap is no more than this count as touching, since positions typed with two decimals at an
odd angle cannot meet exactly; and an answer that a shift of less than this could turn is called close.
"""

Edge = Literal["front", "right", "rear", "left"]
EDGES: tuple[Edge, ...] = ("front", "right", "rear", "left")
"""The edges of a tray in the order of its corners: `corners[i]` to `corners[i + 1]` is edge `EDGES[i]`."""


class Finding(NamedTuple):
    """Whether something holds, and by how much: the whole micrometres to spare, below zero when missing."""

    truth: bool
    margin: int

    def __bool__(self) -> bool:
        return self.truth

    @property
    def close(self) -> bool:
        """Whether less than the tolerance would turn the answer."""
        return abs(self.margin) < TOLERANCE


def at_least(margin: float) -> Finding:
    """A finding that holds from a margin of zero up: the border itself is inside."""
    whole = round(margin)
    return Finding(whole >= 0, whole)


def more_than(margin: float) -> Finding:
    """A finding that holds above a margin of zero: the border itself is outside."""
    whole = round(margin)
    return Finding(whole > 0, whole)


class Point(NamedTuple):
    """A place on the table, or a step across it: micrometres east and north."""

    x: float
    y: float


class Pose(NamedTuple):
    """Where the middle of a thing stands and which way it looks, in degrees clockwise from north."""

    position: Point
    facing: float = 0.0


_QUARTERS = {0: Point(0.0, 1.0), 1: Point(1.0, 0.0), 2: Point(0.0, -1.0), 3: Point(-1.0, 0.0)}


def direction(facing: float) -> Point:
    """The step of length one along a facing; exact at multiples of 90 degrees.

    Facings a quarter turn apart give the same digits turned, and mirrored facings the same digits mirrored, so that a
    whole table can be turned or mirrored without changing a verdict.
    """
    quarter, rest = divmod(facing % 360.0, 90.0)
    forward = _QUARTERS[int(quarter) % 4]
    if rest == 0.0:
        return forward
    if rest <= 45.0:
        ahead, aside = math.cos(math.radians(rest)), math.sin(math.radians(rest))
    else:
        ahead, aside = math.sin(math.radians(90.0 - rest)), math.cos(math.radians(90.0 - rest))
    if rest == 45.0:
        aside = ahead
    return Point(forward.x * ahead + forward.y * aside, forward.y * ahead - forward.x * aside)


def compass(degrees: float) -> float:
    """Any angle as a facing, 0 up to but not including 360."""
    return degrees % 360.0 % 360.0  # the remainder of a tiny angle below zero rounds to 360 itself


def bearing(origin: Point, target: Point) -> float:
    """The facing from one point towards another, 0 up to 360; exact for due north, east, south and west.

    Raises `ValueError` where both are the same point.
    """
    east, north = target[0] - origin[0], target[1] - origin[1]
    if east == north == 0:
        raise ValueError("no bearing from a point to itself")
    if abs(east) <= abs(north):
        turned = math.degrees(math.atan(east / north)) + (0.0 if north > 0 else 180.0)
    else:
        turned = (90.0 if east > 0 else 270.0) - math.degrees(math.atan(north / east))
    return compass(turned)


def turn(degrees: float) -> float:
    """The angle as a turn between -180 (left) and 180 (right), 180 included."""
    return 180.0 - (180.0 - degrees) % 360.0


class Convex(Protocol):
    """Anything with straight sides and no notch: a `Rect` or a `Shape`."""

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners, clockwise."""

    @property
    def normals(self) -> tuple[Point, ...]:
        """For every side, `corners[i]` to `corners[i + 1]`, the step of length one straight out of it."""

    @property
    def centre(self) -> Point:
        """A point in the middle."""

    @property
    def radius(self) -> float:
        """How far the farthest corner is from the centre."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A convex shape given by its corners: clockwise, no three on a line. One corner is a point, two are a stroke.

    `polygon.convex` makes one from points in any order.
    """

    corners: tuple[Point, ...]
    normals: tuple[Point, ...] = field(init=False, repr=False, compare=False)
    centre: Point = field(init=False, repr=False, compare=False)
    radius: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        corners = self.corners
        set_field = object.__setattr__
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        middle = Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        normals = []
        if len(corners) > 1:
            bx, by = corners[-1]
            for x, y in corners:
                along_x, along_y = x - bx, y - by
                size = math.hypot(along_x, along_y)
                normals.append(Point(-along_y / size, along_x / size))
                bx, by = x, y
            normals.append(normals.pop(0))
        set_field(self, "normals", tuple(normals))
        set_field(self, "centre", middle)
        set_field(self, "radius", max(math.hypot(x - middle.x, y - middle.y) for x, y in corners))


@dataclass(frozen=True, slots=True)
class Rect:
    """A tray's footprint: a pose, the width of its front edge and its depth from front to rear."""

    pose: Pose
    width: float
    depth: float
    forward: Point = field(init=False, repr=False, compare=False)
    corners: tuple[Point, ...] = field(init=False, repr=False, compare=False)
    normals: tuple[Point, ...] = field(init=False, repr=False, compare=False)
    centre: Point = field(init=False, repr=False, compare=False)
    radius: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        (x, y), facing = self.pose
        if not (self.width > 0 and self.depth > 0):
            raise ValueError(f"a tray needs a width and a depth above zero, not {self.width} x {self.depth}")
        fx, fy = direction(facing)
        half_width, half_depth = self.width / 2, self.depth / 2
        ax, ay = fx * half_depth, fy * half_depth  # half the depth ahead
        sx, sy = fy * half_width, -fx * half_width  # half the width to the right
        set_field = object.__setattr__
        set_field(self, "forward", Point(fx, fy))
        set_field(
            self,
            "corners",
            (
                Point(x + (ax - sx), y + (ay - sy)),
                Point(x + (ax + sx), y + (ay + sy)),
                Point(x - (ax - sx), y - (ay - sy)),
                Point(x - (ax + sx), y - (ay + sy)),
            ),
        )
        set_field(self, "normals", (Point(fx, fy), Point(fy, -fx), Point(-fx, -fy), Point(-fy, fx)))
        set_field(self, "centre", Point(x, y))
        set_field(self, "radius", math.hypot(half_width, half_depth))

    @property
    def arrow(self) -> Point:
        """The middle of the front edge."""
        (x, y), (fx, fy), ahead = self.centre, self.forward, self.depth / 2
        return Point(x + fx * ahead, y + fy * ahead)

    def edge(self, name: Edge) -> tuple[Point, Point]:
        """The two ends of an edge, clockwise: the front edge runs from front left to front right."""
        number = EDGES.index(name)
        return self.corners[number], self.corners[(number + 1) % 4]

    def outward(self, name: Edge) -> Point:
        """The step of length one straight out of an edge."""
        return self.normals[EDGES.index(name)]

    def to_table(self, right: float, ahead: float) -> Point:
        """The place on the table of a point given from the tray's middle: so far to its right, so far ahead."""
        (x, y), (fx, fy) = self.centre, self.forward
        return Point(x + (fx * ahead + fy * right), y + (fy * ahead - fx * right))

    def from_table(self, point: Point) -> Point:
        """A point on the table as the tray sees it from its middle: how far to the right, how far ahead."""
        (x, y), (fx, fy) = self.centre, self.forward
        east, north = point[0] - x, point[1] - y
        return Point(east * fy - north * fx, east * fx + north * fy)

    def moved(self, east: float, north: float) -> Rect:
        """The same tray shifted across the table without turning."""
        (x, y), facing = self.pose
        return Rect(Pose(Point(x + east, y + north), facing), self.width, self.depth)

    def at(self, pose: Pose) -> Rect:
        """The same tray in another pose."""
        return Rect(pose, self.width, self.depth)
