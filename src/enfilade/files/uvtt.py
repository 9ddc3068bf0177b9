"""Universal VTT maps (`.uvtt`, `.dd2vtt`, `.df2vtt`): walls, outlines of objects, portals.

The picture is left out here; `picture` reads it where a drawing asks for it.

The format was never written down officially; what is read here is what map editors write: coordinates in cells with
y downwards, all of them shifted by `resolution.map_origin`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Final

from enfilade.files.build import Path
from enfilade.files.drawn import DrawnMap, How, Numbers, listed, mapped, pieces
from enfilade.files.wording import describe
from enfilade.referee import Mistake

MOST_BYTES: Final = 64 * 2**20
"""A file may be so large, for most of it is the picture."""
PICTURE: Final = re.compile(rb'("image"\s*:\s*)"[A-Za-z0-9+/=\s\\]*"')


def without_picture(source: bytes) -> bytes:
    """The file with an empty picture: the picture is most of its bytes and is not needed."""
    return PICTURE.sub(rb'\1""', source)


def is_uvtt(data: dict[str, Any]) -> bool:
    """Whether this looks like a Universal VTT map."""
    return "line_of_sight" in data or "resolution" in data


def drawn(data: dict[str, Any], how: How) -> DrawnMap:
    """The map in a Universal VTT file. Raises `Unfit` with every mistake in it."""
    numbers, notes = Numbers(how.snap), list[str]()
    resolution = mapped(data.get("resolution"), ("resolution",), numbers)
    origin = _pair(resolution.get("map_origin", {"x": 0, "y": 0}), ("resolution", "map_origin"), numbers)
    if "map_origin" not in resolution:
        notes.append("the file has no resolution.map_origin; (0, 0) is taken")
    size = _pair(resolution.get("map_size"), ("resolution", "map_size"), numbers)
    size = numbers.size(("resolution", "map_size"), *size)
    walls: list[Any] = []
    for i, points in enumerate(listed(data, "line_of_sight", numbers)):
        line = _line(points, ("line_of_sight", i), numbers, origin)
        if len(line) > 1:
            walls.append(line)
        else:
            notes.append(f"line_of_sight[{i}] has fewer than two points; it is dropped")
    for i, points in enumerate(listed(data, "objects_line_of_sight", numbers, notes)):
        ring = _line(points, ("objects_line_of_sight", i), numbers, origin)
        if len(ring) > 2:
            closed = ring if ring[0] == ring[-1] else [*ring, ring[0]]
            walls.append({"id": f"object {i + 1}", "kind": "object", "points": closed})
        else:
            notes.append(f"objects_line_of_sight[{i}] encloses nothing; it is dropped")
    for i, portal in enumerate(listed(data, "portals", numbers, notes)):
        walls += _portal(portal, ("portals", i), numbers, (how, origin))
    numbers.check()
    return DrawnMap(size, walls, _title(data), notes=tuple(notes))


def _pair(value: Any, path: Path, numbers: Numbers) -> tuple[Fraction, Fraction]:
    found = mapped(value, path, numbers)
    if not found:
        return Fraction(1), Fraction(1)
    return numbers.number((*path, "x"), found.get("x")), numbers.number((*path, "y"), found.get("y"))


def _line(points: Any, path: Path, numbers: Numbers, origin: tuple[Fraction, Fraction]) -> list[Any]:
    """The points of a line without repeated ones."""
    if not isinstance(points, list):
        numbers.mistakes.append(Mistake(path, "a list of points", describe(points)))
        return [0, 1]
    return pieces(numbers.point((*path, n), point, origin) for n, point in enumerate(points))


def _portal(
    portal: Any, path: Path, numbers: Numbers, how: tuple[How, tuple[Fraction, Fraction]]
) -> list[dict[str, Any]]:
    """A door, as a wall of its own: the walls beside it stop where it begins."""
    found = mapped(portal, path, numbers)
    bounds = found.get("bounds")
    if not isinstance(bounds, list) or len(bounds) != 2:
        numbers.mistakes.append(Mistake((*path, "bounds"), "a list of two points", describe(bounds)))
        return []
    points = _line(bounds, (*path, "bounds"), numbers, how[1])
    closed = found.get("closed", True)
    if not isinstance(closed, bool):
        numbers.mistakes.append(Mistake((*path, "closed"), "true or false", describe(closed)))
    return [how[0].door(points, bool(closed), f"door {int(path[1]) + 1}")] if len(points) == 2 else []


def _title(data: dict[str, Any]) -> str:
    title = data.get("title") or data.get("name") or ""
    return title if isinstance(title, str) else ""
