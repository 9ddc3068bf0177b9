"""One Page Dungeons (Watabou's generator): rooms as rectangles of cells, doors between them, columns.

Walls are the edges of cells that have floor on exactly one side. A door owns a cell; its leaf is drawn across the
middle of that cell, where a token in the doorway would stand on it, so here it hangs at the edge by which one enters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Final

from enfilade.files.build import Path
from enfilade.files.drawn import MOST_CELLS, DrawnMap, How, Numbers, listed, mapped
from enfilade.referee import Mistake

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]

MOST_FLOOR: Final = 250_000
DOORS: Final = frozenset({1, 5, 6, 7})
"""Types with a leaf: door, double door, secret door, steel door."""
PORTCULLIS: Final = 4
OPEN: Final = frozenset({0, 2, 3, 8, 9})
"""Types that are open: passage, narrow passage, entrance, stairs down, stairwell."""
COLUMN: Final = Fraction(1, 4)
"""Half the side of a column; the file does not say how thick they are."""


def is_watabou(data: dict[str, Any]) -> bool:
    """Whether this looks like a One Page Dungeon."""
    return "rects" in data


def drawn(data: dict[str, Any], how: How) -> DrawnMap:
    """The map in a One Page Dungeon, shifted so that it begins at (0, 0). Raises `Unfit` with every mistake."""
    numbers, notes = Numbers(how.snap), list[str]()
    floor = _floor(data, numbers)
    numbers.check()
    left, top = min(x for x, _ in floor), min(y for _, y in floor)
    width, depth = max(x for x, _ in floor) + 1 - left, max(y for _, y in floor) + 1 - top
    numbers.size(("rects",), Fraction(width), Fraction(depth))
    walls: list[Any] = [[_shifted(end, left, top) for end in run] for run in joined(borders(floor))]
    for i, door in enumerate(listed(data, "doors", numbers, notes)):
        walls += _door(mapped(door, ("doors", i), numbers), i, numbers, (how, left, top))
    for i, column in enumerate(listed(data, "columns", numbers, notes)):
        middle = _middle(mapped(column, ("columns", i), numbers), ("columns", i), numbers)
        points = _square(middle[0] - left, middle[1] - top, numbers)
        walls.append({"id": f"column {i + 1}", "kind": "object", "points": points})
    numbers.check()
    title = data.get("title")
    return DrawnMap(
        (Fraction(width), Fraction(depth)), walls, title if isinstance(title, str) else "", notes=tuple(notes)
    )


def _floor(data: dict[str, Any], numbers: Numbers) -> set[Cell]:
    """All cells that have floor."""
    floor: set[Cell] = set()
    left = 4 * MOST_FLOOR  # rectangles may overlap, but not without end
    for i, rect in enumerate(listed(data, "rects", numbers)):
        x, y, width, depth = _whole(rect, ("rects", i), ("x", "y", "w", "h"), numbers)
        if not (0 < width <= MOST_CELLS and 0 < depth <= MOST_CELLS):
            numbers.mistakes.append(
                Mistake(("rects", i), f"a width and height from 1 to {MOST_CELLS}", f"{width}, {depth}")
            )
            continue
        left -= width * depth
        if left >= 0:
            floor.update((x + across, y + down) for across in range(width) for down in range(depth))
        if left < 0 or len(floor) > MOST_FLOOR:
            numbers.mistakes.append(Mistake(("rects", i), f"at most {MOST_FLOOR:,} cells of floor", "more"))
            break
    if not floor and not numbers.mistakes:
        numbers.mistakes.append(Mistake(("rects",), "at least one rectangle", "none"))
    return floor


def _whole(thing: Any, path: Path, names: tuple[str, ...], numbers: Numbers) -> tuple[int, ...]:
    """Whole numbers of a part of the file."""
    found = mapped(thing, path, numbers)
    values = []
    for name in names:
        value = numbers.number((*path, name), found.get(name))
        if value.denominator != 1:
            numbers.mistakes.append(Mistake((*path, name), "a whole number", str(float(value))))
        values.append(int(value))
    return tuple(values)


def borders(floor: set[Cell]) -> Iterator[Edge]:
    """The edges of cells with floor on exactly one side, from left to right or top to bottom each."""
    for x, y in sorted(floor):
        if (x - 1, y) not in floor:
            yield (x, y), (x, y + 1)
        if (x + 1, y) not in floor:
            yield (x + 1, y), (x + 1, y + 1)
        if (x, y - 1) not in floor:
            yield (x, y), (x + 1, y)
        if (x, y + 1) not in floor:
            yield (x, y + 1), (x + 1, y + 1)


def joined(edges: Iterable[Edge]) -> list[Edge]:
    """Unit edges that follow one another in a straight line, as one wall."""
    every = list(edges)
    upright = sorted(edge for edge in every if edge[0][0] == edge[1][0])
    level = sorted((edge for edge in every if edge[0][1] == edge[1][1]), key=lambda edge: (edge[0][1], edge[0][0]))
    runs: list[Edge] = []
    for edge in [*upright, *level]:
        straight = runs and (runs[-1][0][0] == edge[1][0] or runs[-1][0][1] == edge[1][1])
        if straight and runs[-1][1] == edge[0]:
            runs[-1] = runs[-1][0], edge[1]
        else:
            runs.append(edge)
    return runs


def _door(door: dict[str, Any], i: int, numbers: Numbers, where: tuple[How, int, int]) -> list[dict[str, Any]]:
    """The leaf of a door, at the edge of its cell by which one enters; nothing for an open passage."""
    how, left, top = where
    x, y, kind = _whole(door, ("doors", i), ("x", "y", "type"), numbers)
    across, down = _whole(door.get("dir"), ("doors", i, "dir"), ("x", "y"), numbers)
    if kind in OPEN:
        return []
    if kind not in DOORS | {PORTCULLIS} or abs(across) + abs(down) != 1:
        known = ", ".join(map(str, sorted(OPEN | DOORS | {PORTCULLIS})))
        mistake = Mistake(
            ("doors", i), f"a type of {known} and a direction along an axis", f"type {kind}, {across}, {down}"
        )
        numbers.mistakes.append(mistake)
        return []
    x, y = x - left, y - top
    if across:
        points = [[x + (across < 0), y], [x + (across < 0), y + 1]]
    else:
        points = [[x, y + (down < 0)], [x + 1, y + (down < 0)]]
    if kind == PORTCULLIS:
        return [{"id": f"door {i + 1}", "kind": "portcullis", "points": points}]
    return [how.door(points, True, f"door {i + 1}")]


def _shifted(point: Cell, left: int, top: int) -> list[int]:
    return [point[0] - left, point[1] - top]


def _middle(column: dict[str, Any], path: Path, numbers: Numbers) -> tuple[Fraction, Fraction]:
    """Where a column stands: whole numbers name a cell, others (in round rooms) the point itself."""
    x, y = (numbers.number((*path, axis), column.get(axis)) for axis in "xy")
    if x.denominator == y.denominator == 1:
        return x + Fraction(1, 2), y + Fraction(1, 2)
    return x, y


def _square(x: Fraction, y: Fraction, numbers: Numbers) -> list[Any]:
    """The outline of a column round its middle."""
    low_x, high_x, low_y, high_y = (numbers.written(middle + side) for middle in (x, y) for side in (-COLUMN, COLUMN))
    return [[low_x, low_y], [high_x, low_y], [high_x, high_y], [low_x, high_y], [low_x, low_y]]
