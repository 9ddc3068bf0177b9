"""What stands around the map: the caption with the verdict above, the grid and its numbers, the legend below."""

from collections.abc import Mapping, Sequence
from math import ceil, floor

from enfilade.referee import Ruling, Scene, Shape, Translator, same
from enfilade.show.labels import text_width, wrapped
from enfilade.show.marks import badge, mark
from enfilade.show.style import INK, LEGAL, NEUTRAL, PAPER, QUIET, REFUSED, Side, style
from enfilade.show.svg import element, number, words
from enfilade.show.view import SCHEMATIC, Box, View
from enfilade.show.words import deed, listed, verdict

Block = tuple[str, float]  # a piece of the picture and its height
SQUARE = 26.0  # the least side of a grid square, in pixels


def text(said: str, x: float, y: float, size: float = 13, **how: str | float | None) -> str:
    """A line of text whose base line starts at (x, y)."""
    return element("text", words(said), x=x, y=y, font_size=size, **{"fill": INK, **how})


def caption(scene: Scene, ruling: Ruling | None, width: float, translate: Translator = same) -> Block:
    """The title, and of a ruling the action, its verdict and its values; every number is the ruling's own."""
    pieces, y = [], 4.0
    for line in wrapped(str(scene.title), 17, width) if scene.title else []:
        y += 20
        pieces.append(text(line, 0, y, 17, font_weight="600"))
    if ruling:
        y += 22
        pieces.append(text(deed(ruling.action, translate), 0, y, 13.5, fill=QUIET))
        chip, chip_width = _chip(verdict(ruling, translate), y + 9, REFUSED if ruling.refusal else LEGAL)
        pieces.append(chip)
        reason = ruling.refusal.step.text(translate) if ruling.refusal else listed(ruling.values, translate)
        lines = wrapped(reason, 13.5, width - chip_width - 10)
        pieces += [text(line, chip_width + 10, y + 24 + 18 * at, 13.5) for at, line in enumerate(lines)]
        y += 24 + 18 * (len(lines) - 1) + 6
    return "".join(pieces), y + 10 if pieces else 0.0


def _chip(said: str, top: float, colour: str) -> tuple[str, float]:
    width = text_width(said, 12.5) + 20
    plate = element("rect", x=0, y=top, width=width, height=21, rx=4, fill=colour)
    return plate + text(said, width / 2, top + 15, 12.5, fill=PAPER, font_weight="700", text_anchor="middle"), width


def step_of(view: View) -> float:
    """The side of a grid square in the scene's unit: the smallest round number that leaves it legible."""
    step = 1.0
    while True:
        for factor in (1, 2, 5):
            if step * factor * view.scale >= SQUARE:
                return step * factor
        step *= 10


def grid(view: View, scene: Scene, translate: Translator = same) -> tuple[str, str]:
    """The lines of the grid on the table, and the numbers along its left and lower rim."""
    if scene.unit in SCHEMATIC:
        return "", ""
    step, box = step_of(view), view.box
    columns = _multiples(max(box.left, 0.0), min(box.right, scene.width), step)
    rows = _multiples(max(box.top, 0.0), min(box.bottom, scene.depth), step)
    low, high = (
        view.place((max(box.left, 0.0), max(box.top, 0.0))),
        view.place((min(box.right, scene.width), min(box.bottom, scene.depth))),
    )
    lines, numbers = [], []
    for value in columns:
        x = view.place((value, 0.0))[0]
        lines.append(f"M{number(x)},{number(low[1])}V{number(high[1])}")
        numbers.append(
            text(translate.number(f"{value:g}"), x, view.height + 14, 10.5, fill=QUIET, text_anchor="middle")
        )
    for value in rows:
        y = view.place((0.0, value))[1]
        lines.append(f"M{number(low[0])},{number(y)}H{number(high[0])}")
        numbers.append(text(translate.number(f"{value:g}"), -6, y + 3.5, 10.5, fill=QUIET, text_anchor="end"))
    return element("path", d="".join(lines), stroke="#cfc8b6", stroke_width=0.7, fill="none"), "".join(numbers)


def _multiples(low: float, high: float, step: float) -> list[float]:
    return [at * step for at in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def legend(
    scene: Scene,
    looks: Mapping[str, tuple[Side, str]],
    names: Mapping[str, str],
    room: tuple[View, float],
    translate: Translator = same,
) -> Block:
    """Who is who, what each kind of mark on this map means, and how large a square is."""
    view, width = room
    items = [(badge((9, -4), look, letter), names.get(side, side)) for side, (look, letter) in looks.items()]
    items += [(_swatch(shape, translate), translate(style(shape.role).legend)) for shape in _kinds(scene, view)]
    if scene.unit not in SCHEMATIC:
        items.append((_SQUARE, _size(step_of(view), scene.unit, translate)))
    return _flow(items, width)


def _size(step: float, unit: str, translate: Translator) -> str:
    return f"{translate.number(f'{step:g}')} {translate(unit if step == 1 else _MANY.get(unit, unit))}"


_MANY = {"tray": "trays", "cell": "cells", "inch": "inches", "area": "areas"}


def _kinds(scene: Scene, view: View) -> list[Shape]:
    """One shape of every role that needs explaining and is to be seen on the map."""
    kinds: dict[str, Shape] = {}
    for shape in scene.shapes:
        if style(shape.role).legend and shape.points and view.box.meets(Box.around(shape.points).grown(1e-6)):
            kinds.setdefault(style(shape.role).legend, shape)
    return list(kinds.values())


def _swatch(shape: Shape, translate: Translator) -> str:
    if shape.shape == "point":
        return mark(shape, [(10.0, -4.0)], NEUTRAL, translate=translate)
    kind = "line" if shape.shape in ("line", "edge") else "polygon"
    points = [(0.0, -4.0), (16.0, -4.0)] if kind == "line" else [(0.0, -10.0), (20.0, -10.0), (20.0, 2.0), (0.0, 2.0)]
    return mark(Shape(kind, tuple(points), shape.role), points, NEUTRAL, translate=translate)


_SQUARE = element("rect", x=4, y=-10, width=12, height=12, fill="none", stroke="#b9b09a", stroke_width=1.2)


def _flow(items: Sequence[tuple[str, str]], width: float) -> Block:
    """The items in rows, as many as fit beside one another."""
    pieces, x, y = [], 0.0, 16.0
    for drawn, said in items:
        size = 28 + text_width(said, 12) + 16
        if x and x + size > width:
            x, y = 0.0, y + 22
        pieces.append(element("g", drawn, text(said, 28, 0, 12), transform=f"translate({number(x)} {number(y)})"))
        x += size
    return "".join(pieces), y + 8
