"""A battlefield as an SVG picture: what stands where, and what the ruling rests on.

Nothing is measured here. Shapes come from the ruleset's scene, words and numbers from the ruling.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import isfinite

from enfilade.files.picture import Backdrop
from enfilade.referee import Ruling, Scene, Shape, Translator, same
from enfilade.show.margins import caption, grid, legend
from enfilade.show.marks import mark
from enfilade.show.naming import BODIES, Placed, labels, many_lines
from enfilade.show.style import NEUTRAL, Side, hatches, layer, sides
from enfilade.show.svg import Picture, element, sheet
from enfilade.show.view import Box, Point, View, view
from enfilade.show.words import deed, label_text, listed, title_text, verdict

GUTTER = 34.0  # for the numbers left of the map
RIM = 18.0
NARROWEST = 560.0


def draw(
    scene: Scene,
    ruling: Ruling | None = None,
    names: Mapping[str, str] | None = None,
    translate: Translator = same,
    below: Backdrop | None = None,
) -> Picture:
    """The scene as a picture; of the ruling that it shows, the verdict and the values above.

    `names` are those of the sides; `below` is a picture of the ground to lie under everything.
    """
    scene = worded(scene, translate)
    about = {str(value) for value in ruling.action.fields.values() if isinstance(value, str)} if ruling else set()
    seen = view(scene, about)
    looks = sides(tuple(dict.fromkeys(shape.side for shape in scene.shapes if shape.side)))
    width = max(seen.width + GUTTER, NARROWEST)
    head, head_height = caption(scene, ruling, width, translate)
    foot, foot_height = legend(scene, looks, names or {}, (seen, width), translate)
    left = RIM + GUTTER + (width - GUTTER - seen.width) / 2
    top = RIM + head_height
    pieces = [
        element("g", head, transform=f"translate({RIM:g} {RIM - 8:g})") if head else "",
        element("g", _map(scene, seen, looks, about, (below, translate)), transform=f"translate({left:.2f} {top:.2f})"),
        element("g", foot, transform=f"translate({RIM:g} {top + seen.height + 26:.2f})"),
    ]
    size = (width + 2 * RIM, top + seen.height + 26 + foot_height + RIM - 6)
    return sheet("".join(pieces), size, _spoken(scene, ruling, translate), hatches())


def worded(scene: Scene, translate: Translator) -> Scene:
    """The scene with its title and its labels as text, in a language."""
    return replace(scene, title=title_text(scene.title, translate), shapes=relabelled(scene.shapes, translate))


def relabelled(shapes: Iterable[Shape], translate: Translator) -> tuple[Shape, ...]:
    """The shapes with their labels in a language; what players gave a name is called so."""
    return tuple(replace(one, label=label_text(one.label, translate)) if one.label else one for one in shapes)


def _spoken(scene: Scene, ruling: Ruling | None, translate: Translator) -> tuple[str, str]:
    units = [str(shape.label or shape.of) for shape in scene.shapes if shape.role in BODIES]
    there = ", ".join(unit for unit in units if unit)
    if not ruling:
        return str(scene.title) or translate("Battlefield"), there
    said = ruling.refusal.step.text(translate) if ruling.refusal else listed(ruling.values, translate, ", ")
    title = f"{scene.title}: {deed(ruling.action, translate)}".removeprefix(": ")
    return title, f"{verdict(ruling, translate)}. {said}. {there}"


def _map(
    scene: Scene,
    seen: View,
    looks: Mapping[str, tuple[Side, str]],
    about: set[str],
    rest: tuple[Backdrop | None, Translator],
) -> str:
    """The part of the battlefield in view, with everything on it and the labels on top."""
    ground = Shape("polygon", ((0, 0), (scene.width, 0), (scene.width, scene.depth), (0, scene.depth)), "table")
    sound = [shape for shape in (ground, *scene.shapes) if _sound(shape)]
    sound.sort(key=lambda shape: layer(shape.role))
    everywhere = [(shape, [seen.place(point) for point in shape.points]) for shape in sound]
    placed: list[Placed] = [(shape, points) for shape, points in everywhere if _within(points, seen)]
    lines, numbers = grid(seen, scene, rest[1])
    fine = many_lines(placed)
    marks = [mark(shape, points, _look(shape, looks), fine, rest[1]) for shape, points in placed]
    tables = sum(shape.role == "table" for shape, _ in placed)
    clip = element("clipPath", element("rect", width=seen.width, height=seen.height), id="map")
    inside = element("g", *marks[:tables], _ground(rest[0], seen), lines, *marks[tables:], clip_path="url(#map)")
    frame = element("rect", width=seen.width, height=seen.height, fill="none", stroke="#b9b09a", stroke_width=1)
    return clip + inside + frame + numbers + labels(placed, seen, looks, about, rest[1])


def _ground(below: Backdrop | None, seen: View) -> str:
    """The picture of the ground inside the drawing itself, never a link to elsewhere."""
    if below is None:
        return ""
    left, top = seen.place((0.0, 0.0))
    size = {"width": below.width * seen.scale, "height": below.depth * seen.scale}
    image = element("image", x=left, y=top, preserveAspectRatio="none", **size)
    return f'{image[:-2]} href="data:{below.kind};base64,{b64encode(below.data).decode("ascii")}"/>'


def _sound(shape: Shape) -> bool:
    return bool(shape.points) and all(isfinite(x) and isfinite(y) for x, y in shape.points)


def _within(points: list[Point], seen: View) -> bool:
    return Box(0, 0, seen.width, seen.height).grown(2).meets(Box.around(points).grown(0.5))


def _look(shape: Shape, looks: Mapping[str, tuple[Side, str]]) -> Side:
    return looks[shape.side][0] if shape.side in looks else NEUTRAL
