"""Foundry VTT scenes, of versions 0.8 to 14: walls with doors and directions, tokens. Square grids only.

Walls and tokens are in pixels of the canvas, which has a rim of padding round the scene. What stops sight is taken
for structure; what only stops movement, light or sound is left out.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil
from typing import Any, Final

from enfilade.files.build import Path
from enfilade.files.drawn import DrawnMap, How, Numbers, listed, mapped, pieces
from enfilade.files.wording import describe
from enfilade.referee import Mistake

NORMAL: Final = 20
LIMITED: Final = 10
LEGACY: Final = {0: 0, 1: NORMAL, 2: LIMITED}
"""How versions up to 0.8 wrote `sense`."""
SIDES: Final = {0: "both", 1: "left", 2: "right"}
DISPOSITIONS: Final = {-2: "secret", -1: "hostile", 0: "neutral", 1: "friendly"}
OPEN_DOOR: Final = 1
SQUARE: Final = (0, 1)


def is_foundry(data: dict[str, Any]) -> bool:
    """Whether this looks like a Foundry scene."""
    return "walls" in data and ("grid" in data or "tokens" in data or "padding" in data) and "format" not in data


def drawn(data: dict[str, Any], how: How) -> DrawnMap:
    """The map in a Foundry scene. Raises `Unfit` with every mistake in it."""
    numbers, notes = Numbers(how.snap), list[str]()
    size = _grid(data, numbers)
    width, depth = (numbers.number((name,), data.get(name)) for name in ("width", "height"))
    padding = numbers.number(("padding",), data["padding"]) if "padding" in data else Fraction(1, 4)
    if "padding" not in data:
        notes.append("the file has no padding; 0.25 is taken")
    numbers.check()
    rim = tuple(Fraction(ceil(padding * length / size) * size) for length in (width, depth))
    cells = numbers.size(("width",), width / size, depth / size)
    walls: list[Any] = []
    for i, wall in enumerate(listed(data, "walls", numbers)):
        found = mapped(wall, ("walls", i), numbers)
        points = _points(found, ("walls", i), numbers, (rim, size))
        if len(points) == 2:
            walls += _wall(found, ("walls", i), numbers, (points, how))
    tokens = [
        _token(mapped(token, ("tokens", i), numbers), ("tokens", i), numbers, (rim, size))
        for i, token in enumerate(listed(data, "tokens", numbers, notes))
    ]
    numbers.check()
    background = data.get("background")
    if data.get("img") or (isinstance(background, dict) and background.get("src")):
        notes.append("the picture of the scene lies in another file; it is left out")
    name = data.get("name")
    return DrawnMap(cells, walls, name if isinstance(name, str) else "", _named(tokens), tuple(notes))


def _grid(data: dict[str, Any], numbers: Numbers) -> Fraction:
    """Pixels to a cell: a number up to version 9, an object since."""
    grid = data.get("grid")
    size, kind = (grid.get("size"), grid.get("type", 1)) if isinstance(grid, dict) else (grid, data.get("gridType", 1))
    path: Path = ("grid", "size") if isinstance(grid, dict) else ("grid",)
    if kind not in SQUARE:
        numbers.mistakes.append(Mistake(("grid",), "a square grid (type 1)", f"type {describe(kind)}"))
    pixels = numbers.number(path, size)
    if pixels < 1:
        numbers.mistakes.append(Mistake(path, "at least 1 pixel to a cell", describe(size)))
        return Fraction(1)
    return pixels


def _points(
    wall: dict[str, Any], path: Path, numbers: Numbers, where: tuple[tuple[Fraction, ...], Fraction]
) -> list[Any]:
    """The two ends of a wall in cells of the scene."""
    rim, size = where
    ends = wall.get("c")
    if not isinstance(ends, list) or len(ends) != 4:
        numbers.mistakes.append(Mistake((*path, "c"), "a list of four numbers", describe(ends)))
        return []
    pixels = [numbers.number((*path, "c", n), value) for n, value in enumerate(ends)]
    place = [numbers.written((value - rim[n % 2]) / size) for n, value in enumerate(pixels)]
    return pieces([place[:2], place[2:]])


def _wall(wall: dict[str, Any], path: Path, numbers: Numbers, given: tuple[list[Any], How]) -> list[Any]:
    """A wall, door or limited wall as a scenario has it; nothing for what does not stop sight."""
    points, how = given
    sight = wall.get("sight", LEGACY.get(wall.get("sense", 1), NORMAL) if "sense" in wall else NORMAL)
    door, state, side = (wall.get(name, 0) for name in ("door", "ds", "dir"))
    for name, value in (("sight", sight), ("door", door), ("ds", state), ("dir", side)):
        if not isinstance(value, int):
            numbers.mistakes.append(Mistake((*path, name), "a whole number", describe(value)))
            return []
    if sight not in (NORMAL, LIMITED):
        return []
    one_way = {} if SIDES.get(side, "both") == "both" else {"stops": SIDES[side]}
    name = f"wall {int(path[1]) + 1}"
    if door:
        return [{**how.door(points, state != OPEN_DOOR, f"door {int(path[1]) + 1}"), **one_way}]
    if sight == LIMITED:
        return [{"id": name, "kind": "limited", "points": points, **one_way}]
    return [{"id": name, "points": points, **one_way}] if one_way else [points]


def _token(
    token: dict[str, Any], path: Path, numbers: Numbers, where: tuple[tuple[Fraction, ...], Fraction]
) -> dict[str, Any]:
    """A token on the nearest whole cell, its side that of its disposition."""
    rim, size = where
    x, y = (numbers.number((*path, axis), token.get(axis)) for axis in "xy")
    width, depth = (max(1, ceil(numbers.number((*path, n), token.get(n, 1)))) for n in ("width", "height"))
    cell = [round((x - rim[0]) / size), round((y - rim[1]) / size)]
    disposition = token.get("disposition", 0)
    side = DISPOSITIONS.get(disposition, "neutral") if isinstance(disposition, int) else "neutral"
    name = token.get("name")
    found = {"id": name if isinstance(name, str) else "token", "side": side, "cell": cell}
    return found if (width, depth) == (1, 1) else {**found, "size": [min(width, 50), min(depth, 50)]}


def _named(tokens: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The tokens with short ids of their own."""
    seen: dict[str, int] = {}
    for token in tokens:
        stem = re.sub(r"[^a-z0-9]+", "_", token["id"].lower()).strip("_")[:24] or "token"
        seen[stem] = seen.get(stem, 0) + 1
        token["id"] = stem if seen[stem] == 1 else f"{stem}_{seen[stem]}"
    return tokens
