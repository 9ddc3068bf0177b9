"""The names on a map: every label where it covers least, what the picture is about first, none over another."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from enfilade.referee import Shape
from enfilade.show.labels import LINE, TAKEN, Paper, beside, shortened, text_width, upon
from enfilade.show.marks import badge, stop
from enfilade.show.style import INK, QUIET, Side
from enfilade.show.svg import Attribute, element, words
from enfilade.show.view import Box, Point, View

Placed = tuple[Shape, list[Point]]

BODIES = frozenset({"unit", "token"})
FAINT = "#4a463f"
_MIDDLE: dict[str, Attribute] = {"text_anchor": "middle", "class_": "label"}
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
MOST_LINES = 40
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
    written = list(_tray_marks(placed))
    for shape, label in sorted(_wanted(placed, looks, paper.edge), key=lambda pair: _rank(pair[0], about)):
        shy = crowded and shape.role in BODIES and shape.of not in about
        written.append(_write(paper, label, shape.of in filled, shy))
    return "".join(written)


def many_lines(placed: Sequence[Placed]) -> bool:
    """Whether there are so many sight lines that they are drawn fine and their blockers are left to tooltips."""
    return sum(shape.role.startswith("line_") for shape, _ in placed) > MOST_LINES


def _rank(shape: Shape, about: Collection[str]) -> int:
    return 0 if shape.of in about and shape.role in BODIES else 1 if shape.role in BODIES else 2


def _take(paper: Paper, shape: Shape, points: list[Point]) -> None:
    cost = COSTS.get(shape.role, LINES)
    if not cost:
        return
    if shape.shape == "polygon" and shape.role in BODIES | {"tray", "counted"}:
        paper.take_polygon(points, cost)
    elif shape.shape in ("circle", "point", "text"):
        paper.take(Box.around([points[0]]).grown(2), cost)
    else:
        paper.take_line([*points, points[0]] if shape.shape == "polygon" else points, cost)


def _wanted(
    placed: Sequence[Placed], looks: Mapping[str, tuple[Side, str]], edge: Box
) -> Iterator[tuple[Shape, Label]]:
    """The labels that the shapes ask for; the same text is not repeated close by."""
    told: dict[str, list[Point]] = {}
    whole, few_names = _bodies(placed), many_lines(placed)
    for shape, points in placed:
        if few_names and shape.role in ("line_blocked", "blocker"):
            continue
        body = shape.role in BODIES
        said = shortened(shape.label or (shape.of if body else ""))
        there = _thing(shape, points, whole).within(edge)
        near = [at for at in told.get(said, ()) if hypot(at[0] - there.centre[0], at[1] - there.centre[1]) < NEAR]
        if said and shape.role != "tray" and (body or not near) and _to_be_seen(shape, there):
            told.setdefault(said, []).append(there.centre)
            yield shape, Label(said, there, 12.5 if body else 11.5, body, looks.get(shape.side) if body else None)


def _bodies(placed: Iterable[Placed]) -> dict[str, Box]:
    """The box around all that is drawn of each body."""
    corners: dict[str, list[Point]] = {}
    for shape, points in placed:
        if shape.of and shape.role in BODIES | {"tray"}:
            corners.setdefault(shape.of, []).extend(points)
    return {of: Box.around(points) for of, points in corners.items()}


def _thing(shape: Shape, points: list[Point], whole: Mapping[str, Box]) -> Box:
    """The box of what a label names."""
    if shape.role in BODIES and shape.of in whole:
        return whole[shape.of]
    return Box.around([stop(points)] if shape.role == "line_blocked" and points[1:] else points)


def _tray_marks(placed: Iterable[Placed]) -> Iterator[str]:
    """The small signs of the trays ("2.1"), each in a corner of its tray, where the tray is large enough."""
    for shape, points in placed:
        box = Box.around(points)
        if shape.role == "tray" and shape.label and min(box.width, box.height) >= 44:
            (x, y), (a, b) = points[0], box.centre
            x, y = x + 0.26 * (a - x), y + 0.26 * (b - y) + 3
            yield element("text", words(shape.label), x=x, y=y, font_size=9.5, fill=FAINT, **_MIDDLE)


def _to_be_seen(shape: Shape, there: Box) -> bool:
    """Whether enough of a thing lies on the map that a name would not puzzle."""
    least = 12.0 if shape.shape == "polygon" and shape.role not in BODIES else 0.0
    return there.width >= least and there.height >= least


def _write(paper: Paper, label: Label, filled: bool, shy: bool) -> str:
    """The label at its best place; where there is none, at least the side's badge on top of the body.

    A shy label covers nothing and stands close by, or not at all.
    """
    thing = label.thing
    fits = label.width + 6 < thing.width and label.height + 4 < thing.height and not filled
    around = upon if fits or (not label.body and thing.width < 3) else beside
    spot = paper.free(around(thing, label.width, label.height))
    if spot is None or (shy and (spot.cost or spot.away > FAR)):
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
