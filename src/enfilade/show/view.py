"""What part of a battlefield a drawing shows, and where each point of it lies on the paper."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

from enfilade.referee import Scene, Shape

Point = tuple[float, float]

WIDEST, TALLEST = 880.0, 620.0  # of the map, in pixels
LARGEST_SCALE = 130.0  # pixels for one unit of length
SCHEMATIC = frozenset({"", "area"})  # units of boards on which nothing is measured: they are shown whole
# What lies about, however far it reaches, does not decide what is shown.
SCENERY = frozenset({"table", "terrain", "arc", "range", "note", "grid", "wall", "door", "obstacle"})


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, points: Iterable[Point]) -> "Box":
        xs, ys = zip(*points, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> "Box":
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, other: "Box") -> "Box":
        """The part inside the other; sides that lie outside stop at its rim."""
        (left, top, right, bottom), (low, high, far, deep) = self, other
        ends = (max(left, low), far), (max(top, high), deep), (min(right, far), low), (min(bottom, deep), high)
        return Box(min(*ends[0]), min(*ends[1]), max(*ends[2]), max(*ends[3]))

    def meets(self, other: "Box") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: "Box") -> bool:
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom


@dataclass(frozen=True, slots=True)
class View:
    """The part `box` of a scene, `scale` pixels to one unit, on paper whose y axis points down."""

    box: Box
    scale: float
    y_up: bool

    @property
    def width(self) -> float:
        return self.box.width * self.scale

    @property
    def height(self) -> float:
        return self.box.height * self.scale

    def place(self, point: Point) -> Point:
        """Where a point of the scene lies on the paper, in pixels."""
        x, y = point
        down = self.box.bottom - y if self.y_up else y - self.box.top
        return (x - self.box.left) * self.scale, down * self.scale


def view(scene: Scene, about: Collection[str] = ()) -> View:
    """The whole table, or the part that matters where the units take up little of it.

    `about` holds the ids of what the picture is about; without any it is about every unit.
    """
    table = Box(0.0, 0.0, scene.width, scene.depth)
    points = [point for shape in _subject(scene, about) for point in shape.points if all(map(isfinite, point))]
    focus = Box.around(points) if points and scene.unit not in SCHEMATIC else table
    margin = max(0.16 * max(focus.width, focus.height), 0.02 * max(table.width, table.height), 0.6 * _grain(scene))
    box = _whole(scene, focus, margin, table)
    scale = min(WIDEST / max(box.width, 1e-6), TALLEST / max(box.height, 1e-6), LARGEST_SCALE)
    return View(box, scale, scene.y_up)


def _whole(scene: Scene, focus: Box, margin: float, table: Box) -> Box:
    """The box with its margin, so large that it cuts no unit in two, unless that would take far too much."""
    bodies = [Box.around(shape.points) for shape in scene.shapes if shape.side and shape.shape == "polygon"]
    first = box = _cut(_widened(focus.grown(margin)), table, focus)
    for _ in range(4):
        cut = [body for body in bodies if body.meets(box) and not box.holds(body)]
        parts = [box, *(body.grown(0.2 * max(body.width, body.height)) for body in cut)]
        larger = Box.around([corner for part in parts for corner in (part[:2], part[2:])])
        if not cut or larger.width * larger.height > 1.8 * first.width * first.height:
            break
        box = larger
    return box


def _subject(scene: Scene, about: Collection[str]) -> list[Shape]:
    """The shapes that have to be seen whole: the units asked about and what the ruling points at."""
    seen = [shape for shape in scene.shapes if shape.role not in SCENERY]
    chosen = [shape for shape in seen if shape.of in about or not (shape.of or shape.side)]
    return chosen if about and any(shape.of in about for shape in seen) else seen


def _grain(scene: Scene) -> float:
    """The size of the smallest unit: a margin that lets one more stand beside."""
    boxes = [Box.around(shape.points) for shape in scene.shapes if shape.side and shape.shape == "polygon"]
    return min((max(box.width, box.height) for box in boxes), default=0.0)


def _widened(box: Box) -> Box:
    """Never a narrow strip: the shorter side is at least two thirds of the longer."""
    x, y = box.centre
    half = max(box.width, box.height) / 3
    return Box(min(box.left, x - half), min(box.top, y - half), max(box.right, x + half), max(box.bottom, y + half))


def _cut(box: Box, table: Box, focus: Box) -> Box:
    """Nothing beyond the table unless something stands there; the whole table if most of it is shown anyway."""
    if box.width * box.height > 0.6 * table.width * table.height:
        box = Box(min(box.left, 0.0), min(box.top, 0.0), max(box.right, table.right), max(box.bottom, table.bottom))
    rim = 0.03 * max(box.width, box.height)
    least, most = table.grown(rim), focus.grown(rim)
    return Box(
        max(box.left, min(least.left, most.left)),
        max(box.top, min(least.top, most.top)),
        min(box.right, max(least.right, most.right)),
        min(box.bottom, max(least.bottom, most.bottom)),
    )
