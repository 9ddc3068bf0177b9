"""The names on a map: every label where it covers least, what the picture is about first, none over another."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import hypot

from enfilade.referee import Shape, Translator, same
from enfilade.show.labels import LINE, TAKEN, Paper, beside, shortened, text_width, upon, wrapped
from enfilade.show.marks import badge, stop
from enfilade.show.style import INK, QUIET, Side, style
from enfilade.show.svg import Attribute, element, words
from enfilade.show.view import Box, Point, View

Placed = tuple[Shape, list[Point]]

BODIES = frozenset({"unit", "token"})
FAINT = "#4a463f"
_MIDDLE: dict[str, Attribute] = {"text_anchor": "middle", "class_": "label"}
FILLING = frozenset({"tray", "figure"})  # parts of a body that leave no room for its name
# How much worse it is to cover these than to stand a pixel further off.
COSTS: Mapping[str, int] = {
    "unit": 2,
    "token": 2,
    "tray": 1,
    "facing": 3,
    "contacted": 4,
    "counted": 3,
    "terrain": 1,
    "arc": 0,
    "range": 0,
    "table": 0,
}
LINES = 3
FAR = 22.0  # beyond so many pixels a thin line leads from the label to what it names
CLOSE = 8.0  # the same for a thing so small that the label could belong to another
NEAR = 90.0  # within so many pixels the same text is said once
SIGN = 22.0  # the room of a side's badge in front of a name
MOST_LINES = 40
CROWD = 60  # with more bodies than this, a name that would cover something is left to the tooltip


@dataclass(frozen=True, slots=True)
class Label:
    """A text for a shape: its lines, the box of what it names, its size and the badge in front of it."""

    lines: tuple[str, ...]
    thing: Box
    size: float
    own: int  # what a square of the thing costs
    upon: bool  # whether it belongs on top of the thing, however small that is
    sign: tuple[Side, str] | None = None

    @property
    def width(self) -> float:
        return max(text_width(line, self.size) for line in self.lines) + (SIGN if self.sign else 0.0)

    @property
    def height(self) -> float:
        return max(self.size * LINE * len(self.lines), 17.0 if self.sign else 0.0)

    def fits(self) -> bool:
        """Whether it has room on top of the thing."""
        return self.width + 6 < self.thing.width and self.height + 6 < self.thing.height

    def folded(self) -> "Label":
        """The same in more lines, if so it fits on top of the thing."""
        room = self.thing.width - 8 - (SIGN if self.sign else 0.0)
        narrow = replace(self, lines=tuple(wrapped(self.lines[0], self.size, room)))
        return narrow if narrow.fits() and not self.fits() else self


def labels(
    placed: Sequence[Placed],
    seen: View,
    looks: Mapping[str, tuple[Side, str]],
    about: Collection[str],
    translate: Translator = same,
) -> str:
    """All labels of a map, in SVG."""
    paper = Paper(Box(0, 0, seen.width, seen.height).grown(-2))
    for shape, points in placed:
        _take(paper, shape, points)
    filled = {shape.of for shape, _ in placed if shape.role in FILLING}
    placed = [pair for pair in placed if pair[0].label != translate(style(pair[0].role).legend) or not pair[0].label]
    crowded = sum(shape.role in BODIES for shape, _ in placed) > CROWD
    written = list(_tray_marks(placed, paper.edge))
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
        said = shortened(str(shape.label) or (shape.of if body else ""), 44 if body else 28)
        there = _thing(shape, points, whole).within(edge)
        near = [at for at in told.get(said, ()) if hypot(at[0] - there.centre[0], at[1] - there.centre[1]) < NEAR]
        if said and shape.role != "tray" and (body or not near) and _to_be_seen(shape, there):
            told.setdefault(said, []).append(there.centre)
            own, upon_it = COSTS.get(shape.role, LINES), shape.shape == "text" and not body
            sign = looks.get(shape.side) if body else None
            yield shape, Label((said,), there, 12.5 if body else 11.5, own, upon_it, sign)


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
    if shape.role == "line_blocked" and points[1:]:
        return Box.around([stop(points)])
    if shape.shape in ("line", "edge") and points[1:]:
        (x0, y0), (x1, y1) = points[0], points[-1]
        return Box.around([((x0 + x1) / 2, (y0 + y1) / 2)])
    return Box.around(points)


def _tray_marks(placed: Iterable[Placed], edge: Box) -> Iterator[str]:
    """The small signs of the trays ("2.1"), each in a corner of its tray, where the tray is large enough."""
    for shape, points in placed:
        box = Box.around(points)
        if shape.role != "tray" or not shape.label or min(box.width, box.height) < 44:
            continue
        (x, y), (a, b) = points[0], box.centre
        x, y = x + 0.26 * (a - x), y + 0.26 * (b - y) + 3
        if edge.holds(Box(x - 8, y - 8, x + 8, y)):
            yield element("text", words(str(shape.label)), x=x, y=y, font_size=9.5, fill=FAINT, **_MIDDLE)


def _to_be_seen(shape: Shape, there: Box) -> bool:
    """Whether enough of a thing lies on the map that a name would not puzzle."""
    least = 12.0 if shape.shape == "polygon" and shape.role not in BODIES else 0.0
    return there.width >= least and there.height >= least


def _write(paper: Paper, label: Label, filled: bool, shy: bool) -> str:
    """The label at its best place; where there is none, at least the side's badge on top of the body.

    A shy label covers nothing and stands close by, or not at all.
    """
    label, thing = label if filled else label.folded(), label.thing
    around = beside(thing, label.width, label.height)
    if label.upon or (label.fits() and not filled):
        around = chain(upon(thing, label.width, label.height), around)
    found = paper.free(around, label.own)
    if found is None or (shy and (found[1] or found[0].away > FAR)):
        small = min(8.0, min(thing.width, thing.height) / 2.6)
        return badge(thing.centre, *label.sign, small) if label.sign and small >= 4 else ""
    spot, _ = found
    paper.take(spot.box, TAKEN)
    far = FAR if min(thing.width, thing.height) > 24 else CLOSE
    return (_leader(thing, spot.box) if spot.away > far else "") + _text(label, spot.box)


def _text(label: Label, box: Box) -> str:
    """The lines of a label in its box, the badge before the first."""
    x, line = box.left + (SIGN if label.sign else 0.0), label.size * LINE
    first = box.centre[1] - line * (len(label.lines) - 1) / 2
    look: dict[str, Attribute] = {"font_size": label.size, "fill": INK, "class_": "label"}
    look["font_weight"] = "600" if label.sign else None
    written = [
        element("text", words(said), x=x, y=first + line * at + 0.36 * label.size, **look)
        for at, said in enumerate(label.lines)
    ]
    return (badge((box.left + 9, first), *label.sign) if label.sign else "") + "".join(written)


def _leader(thing: Box, box: Box) -> str:
    """A thin line from a far label to what it names."""
    x, y = thing.centre
    near = min(max(x, box.left), box.right), min(max(y, box.top), box.bottom)
    rim = min(max(near[0], thing.left), thing.right), min(max(near[1], thing.top), thing.bottom)
    return element("line", x1=near[0], y1=near[1], x2=rim[0], y2=rim[1], stroke=QUIET, stroke_width=0.8)
