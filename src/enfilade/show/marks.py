"""Each shape of a scene as a mark on the paper: polygons, edges, arrows, lines with their crosses, badges."""

from collections.abc import Callable
from math import atan2, cos, hypot, pi, sin

from enfilade.referee import Shape, Translator, same
from enfilade.show.style import PAPER, Side, Style, style, thin
from enfilade.show.svg import Attribute, element, path, words
from enfilade.show.view import Point
from enfilade.show.words import spoken

CROSS = 5.0  # half the width of the cross on a blocked line
ARROW = 9.0  # the length of an arrow's head
SMALLEST = 1.2  # a figure with a smaller radius on the paper is not drawn


def mark(shape: Shape, points: list[Point], look: Side, fine: bool = False, translate: Translator = same) -> str:
    """The mark for a shape whose points already lie on the paper; nothing for one too small to see.

    Sight lines are drawn `fine` where there are so many that they would hide the map.
    """
    how = thin(style(shape.role)) if fine and shape.role.startswith("line_") else style(shape.role)
    drawn = _DRAWN.get(shape.shape, _row)(points, how, look, shape)
    if not drawn:
        return ""
    name = " ".join(part for part in (spoken(shape.role, translate), str(shape.label or shape.of)) if part)
    return element("g", element("title", words(name)), drawn, class_=shape.role)


def _polygon(points: list[Point], how: Style, look: Side, shape: Shape) -> str:
    outline = path(points, closed=True)
    fill, hatch = how.fill.partition("+")[0], how.fill.endswith("+hatch") and look.hatch
    rim = element("path", d=outline, **_stroke(how, look))
    layers = [_casing(outline, how)]
    if fill != "none":
        layers.append(element("path", d=outline, fill=_colour(fill, look), fill_opacity=_some(how.opacity)))
    if hatch:
        layers.append(element("path", d=outline, fill=f"url(#{look.badge}-hatch)", fill_opacity=0.5))
    return "".join([*layers, rim])


def _row(points: list[Point], how: Style, look: Side, shape: Shape) -> str:
    if len(points) < 2:
        return _point(points, how, look, shape)
    if shape.role in ("facing", "order"):
        return _arrow(points, how, look)
    if shape.role == "line_blocked":
        return _blocked(points, how, look)
    line = path(points)
    return _casing(line, how) + element("path", d=line, stroke_linecap="round", **_stroke(how, look))


def _arrow(points: list[Point], how: Style, look: Side) -> str:
    (x0, y0), (x1, y1) = points[-2:]
    length = hypot(x1 - x0, y1 - y0)
    head = min(ARROW, max(length * 0.6, 4.0))
    turn = atan2(y1 - y0, x1 - x0)
    wings = [(x1 - head * cos(turn + side), y1 - head * sin(turn + side)) for side in (0.45, -0.45)]
    neck = (x1 - 0.8 * head * cos(turn), y1 - 0.8 * head * sin(turn))
    shaft = path([*points[:-1], neck])
    tip = path([(x1, y1), *wings], closed=True)
    rim = _casing(shaft, how) + (
        element("path", d=tip, stroke=PAPER, stroke_width=2 * how.casing) if how.casing else ""
    )
    return rim + element("path", d=shaft, **_stroke(how, look)) + element("path", d=tip, fill=look.dark)


def _blocked(points: list[Point], how: Style, look: Side) -> str:
    """A dashed line with a cross.

    Of three points the second is where the line stops: there the cross stands, and beyond it the line is faint.
    A line of two points is blocked somewhere along its way, and has its cross half way.
    """
    stroke = _stroke(how, look)
    reached = path(points[:2])
    marks = [_casing(reached, how), element("path", d=reached, **stroke)]
    if len(points) > 2 and how.casing:
        marks.append(element("path", d=path(points[1:]), **{**stroke, "stroke_dasharray": "1 4", "stroke_width": 1.2}))
    return "".join([*marks, cross(stop(points), how.stroke, CROSS if how.casing else CROSS / 2)])


def stop(points: list[Point]) -> Point:
    """Where the cross of a blocked line stands."""
    (x0, y0), (x1, y1) = points[0], points[1]
    return (x1, y1) if len(points) > 2 else ((x0 + x1) / 2, (y0 + y1) / 2)


def cross(at: Point, colour: str, half: float = CROSS) -> str:
    """A cross that says: no further."""
    x, y = at
    arms = path([(x - half, y - half), (x + half, y + half)]) + path([(x - half, y + half), (x + half, y - half)])
    under = element("path", d=arms, stroke=PAPER, stroke_width=half, fill="none", stroke_linecap="round")
    return under + element("path", d=arms, stroke=colour, stroke_width=0.48 * half, fill="none", stroke_linecap="round")


def _circle(points: list[Point], how: Style, look: Side, shape: Shape) -> str:
    (x, y), (rim_x, rim_y) = points[0], points[-1]
    radius = hypot(rim_x - x, rim_y - y)
    if radius < SMALLEST:
        return ""
    fill = _colour(how.fill.partition("+")[0], look)
    return element(
        "circle", cx=x, cy=y, r=radius, **{**_stroke(how, look), "fill": fill}, fill_opacity=_some(how.opacity)
    )


def _point(points: list[Point], how: Style, look: Side, shape: Shape) -> str:
    x, y = points[0]
    if shape.role in ("blocker", "line_blocked"):
        return cross((x, y), how.stroke)
    fill = _colour(how.fill, look) if how.fill != "none" else PAPER
    radius = 4.5 if shape.role == "figure" else 3.6
    solid: dict[str, Attribute] = {**_stroke(how, look), "fill": fill, "stroke_dasharray": None}
    return element("circle", cx=x, cy=y, r=radius, **solid)


def _nothing(points: list[Point], how: Style, look: Side, shape: Shape) -> str:
    return ""


_DRAWN: dict[str, Callable[[list[Point], Style, Side, Shape], str]] = {
    "polygon": _polygon,
    "circle": _circle,
    "point": _point,
    "text": _nothing,  # a label places it
}


def badge(at: Point, look: Side, letter: str, size: float = 8.0) -> str:
    """The sign of a side: its shape in its colour with its letter."""
    x, y = at
    filled: dict[str, Attribute] = {"fill": look.dark, "stroke": PAPER, "stroke_width": 1.0}
    if look.badge == "circle":
        sign = element("circle", cx=x, cy=y, r=size, **filled)
    else:
        corners, turn, reach = _BADGES[look.badge]
        ring = [turn + 2 * pi * corner / corners for corner in range(corners)]
        sign = element(
            "path", d=path([(x + reach * size * cos(a), y + reach * size * sin(a)) for a in ring], True), **filled
        )
    text = element(
        "text",
        words(letter),
        x=x,
        y=y + 0.36 * size * 1.3,
        fill=PAPER,
        font_size=size * 1.3,
        font_weight="700",
        text_anchor="middle",
    )
    return sign + text


_BADGES = {"square": (4, pi / 4, 1.25), "diamond": (4, 0.0, 1.35), "hexagon": (6, 0.0, 1.12)}


def _stroke(how: Style, look: Side) -> dict[str, Attribute]:
    colour = _colour(how.stroke, look)
    dash = how.dash or None
    return {
        "fill": "none",
        "stroke": colour,
        "stroke_width": how.width,
        "stroke_dasharray": dash,
        "stroke_linejoin": "round",
    }


def _casing(outline: str, how: Style) -> str:
    if not how.casing:
        return ""
    width = how.width + 2 * how.casing
    return element("path", d=outline, fill="none", stroke=PAPER, stroke_width=width, stroke_opacity=0.85)


def _colour(name: str, look: Side) -> str:
    return {"dark": look.dark, "pale": look.pale}.get(name, name)


def _some(opacity: float) -> float | None:
    return None if opacity == 1.0 else opacity
