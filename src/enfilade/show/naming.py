"""The names on a map: every label where it covers least, what the picture is about first, none over another."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from enfilade.referee import Shape
from enfilade.show.labels import LINE, TAKEN, Paper, beside, shortened, text_width, upon
from enfilade.show.marks import badge, stop
from enfilade.show.style import INK, QUIET, Side
from enfilade.show.svg import element, words
from enfilade.show.view import Box, Point, View

Placed = tuple[Shape, list[Point]]

BODIES = frozenset({"unit", "token"})
INSIDE = frozenset({"tray", "figure", "facing"})  # parts of a body
# How much worse it is to cover these than to stand a pixel further off.
COSTS: Mapping[str, int] = {
    "unit": 2,
    "token": 2,
    "tray": 1,
    "facing": 3,
    "contacted": 4,
    "counted": 3,
    "terrain": 0,
    "arc": 0,
    "range": 0,
    "table": 0,
}
LINES = 3
FAR = 22.0  # beyond so many pixels a thin line leads from the label to what it names
NEAR = 90.0  # within so many pixels the same text is said once
SIGN = 22.0  # the room of a side's badge in front of a name
CROWD = 60  # with more bodies than this, a name that would cover something is left to the tooltip


@dataclass(frozen=True, slots=True)
class Label:
    """A text for a shape: what it says, the box of what it names, its size and the badge in front of it."""

    said: str
    thing: Box
    size: float
    body: bool = False
    sign: tuple[Side, str] | None = None

    @property
    def width(self) -> float:
        return text_width(self.said, self.size) + (SIGN if self.sign else 0.0)

    @property
    def height(self) -> float:
        return max(self.size * LINE, 17.0 if self.sign else 0.0)


def labels(placed: Sequence[Placed], seen: View, looks: Mapping[str, tuple[Side, str]], about: Collection[str]) -> str:
    """All labels of a map, in SVG."""
    paper = Paper(Box(0, 0, seen.width, seen.height).grown(-2))
    for shape, points in placed:
        _take(paper, shape, points)
    filled = {shape.of for shape, _ in placed if shape.role in INSIDE}
    crowded = sum(shape.role in BODIES for shape, _ in placed) > CROWD
    written = []
    for shape, label in sorted(_wanted(placed, looks, paper.edge), key=lambda pair: _rank(pair[0], about)):
        limit = 1 if crowded and shape.role in BODIES and shape.of not in about else TAKEN
        written.append(_write(paper, label, shape.of in filled, limit))
    return "".join(written)


def _rank(shape: Shape, about: Collection[str]) -> int:
    return 0 if shape.of in about and shape.role in BODIES else 1 if shape.role in BODIES else 2


def _take(paper: Paper, shape: Shape, points: list[Point]) -> None:
    cost = COSTS.get(shape.role, LINES)
    if not cost:
        return
    if shape.shape == "polygon" and shape.role in BODIES | INSIDE | {"counted"}:
        paper.take_polygon(points, cost)
    elif shape.shape == "circle":
        paper.take(Box.around([points[0]]).grown(2), cost)
    else:
        paper.take_line([*points, points[0]] if shape.shape == "polygon" else points, cost)


def _wanted(
    placed: Iterable[Placed], looks: Mapping[str, tuple[Side, str]], edge: Box
) -> Iterator[tuple[Shape, Label]]:
    """The labels that the shapes ask for; the same text is not repeated close by."""
    told: dict[str, list[Point]] = {}
    for shape, points in placed:
        body = shape.role in BODIES
        said = shortened(shape.label or (shape.of if body else ""))
        thing = Box.around([stop(points)]) if shape.role == "line_blocked" and points[1:] else Box.around(points)
        there = thing.within(edge)
        near = [at for at in told.get(said, ()) if hypot(at[0] - there.centre[0], at[1] - there.centre[1]) < NEAR]
        if said and (body or not near) and _to_be_seen(shape, there):
            told.setdefault(said, []).append(there.centre)
            yield shape, Label(said, there, 12.5 if body else 11.5, body, looks.get(shape.side) if body else None)


def _to_be_seen(shape: Shape, there: Box) -> bool:
    """Whether enough of a thing lies on the map that a name would not puzzle."""
    least = 12.0 if shape.shape == "polygon" and shape.role not in BODIES else 0.0
    return there.width >= least and there.height >= least


def _write(paper: Paper, label: Label, filled: bool, limit: int) -> str:
    """The label at its best place; where there is none, at least the side's badge on top of the body."""
    thing = label.thing
    fits = label.width + 6 < thing.width and label.height + 4 < thing.height and not filled
    around = upon if fits or (not label.body and thing.width < 3) else beside
    spot = paper.free(around(thing, label.width, label.height))
    if spot is None or spot.cost >= limit:
        small = min(8.0, min(thing.width, thing.height) / 2.6)
        return badge(thing.centre, *label.sign, small) if label.sign and small >= 4 else ""
    paper.take(spot.box, TAKEN)
    return (_leader(thing, spot.box) if spot.away > FAR else "") + _text(label, spot.box)


def _text(label: Label, box: Box) -> str:
    start, middle = box.left, box.centre[1]
    sign = badge((start + 9, middle), *label.sign) if label.sign else ""
    return sign + element(
        "text",
        words(label.said),
        x=start + (SIGN if label.sign else 0.0),
        y=middle + 0.36 * label.size,
        font_size=label.size,
        font_weight="600" if label.body else None,
        fill=INK,
        class_="label",
    )


def _leader(thing: Box, box: Box) -> str:
    """A thin line from a far label to what it names."""
    x, y = thing.centre
    near = min(max(x, box.left), box.right), min(max(y, box.top), box.bottom)
    rim = min(max(near[0], thing.left), thing.right), min(max(near[1], thing.top), thing.bottom)
    return element("line", x1=near[0], y1=near[1], x2=rim[0], y2=rim[1], stroke=QUIET, stroke_width=0.8)
