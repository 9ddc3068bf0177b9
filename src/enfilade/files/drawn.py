"""A map that was drawn elsewhere, as a scenario has it: the form in which every importer hands over what it read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from enfilade.files.build import Path
from enfilade.geometry.lattice import exact, snapped
from enfilade.referee import Mistake, ScenarioError

MOST_CELLS: Final = 1_000
"""No imported map may be wider or deeper than this, in cells."""
MOST_MISTAKES: Final = 1_000
PORTALS: Final = ("as_drawn", "open", "closed", "windows")


@dataclass(frozen=True, slots=True)
class How:
    """How to read a map: coordinates rounded to 1/1000 cell or exact, what becomes of its doors, which scene."""

    snap: bool = True
    portals: str = "as_drawn"
    scene: str = ""

    def door(self, points: list[Any], closed: bool, name: str, kind: str = "door") -> dict[str, Any]:
        """A door of the map as a wall of a scenario."""
        if self.portals == "windows" and not closed:
            return {"id": name, "kind": "window", "points": points}
        opened = not closed if self.portals in ("as_drawn", "windows") else self.portals == "open"
        return {"id": name, "kind": kind, "points": points, **({"open": True} if opened else {})}


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """What was read: title, size in cells, walls and tokens as a scenario has them, and what was found odd."""

    size: tuple[Fraction, Fraction]
    walls: list[Any]
    title: str = ""
    tokens: list[dict[str, Any]] = field(default_factory=list)
    notes: tuple[str, ...] = ()

    @property
    def counted(self) -> str:
        """How large it is and what is on it, in words."""
        kinds = [wall["kind"] if isinstance(wall, dict) and "kind" in wall else "wall" for wall in self.walls]
        parts = [f"{kinds.count(kind)} of kind {kind}" for kind in dict.fromkeys(kinds)]
        size = " x ".join(str(written(length)) for length in self.size)
        return ", ".join([f"{size} cells", *parts, f"{len(self.tokens)} tokens"])

    def fields(self) -> dict[str, Any]:
        """The fields of a scenario that come from the map."""
        size = [written(length) for length in self.size]
        return {"map": {"size": size}, "walls": self.walls, **({"tokens": self.tokens} if self.tokens else {})}


class Unfit(ScenarioError):
    """A map that cannot be used, with every mistake in it."""


class Numbers:
    """Coordinates of a map file as exact numbers, and the mistakes among them."""

    def __init__(self, snap: bool) -> None:
        self.snap = snap
        self.mistakes: list[Mistake] = []

    def wrong(self, mistake: Mistake) -> None:
        """One more mistake. Raises `Unfit` where there are so many that nobody would read on."""
        self.mistakes.append(mistake)
        if len(self.mistakes) >= MOST_MISTAKES:
            raise Unfit(self.mistakes)

    def number(self, path: Path, value: Any) -> Fraction:
        """The number at this path; 0 with a mistake noted if it is none."""
        try:
            if isinstance(value, str):
                raise ValueError(f"expected a number, found the text {value[:40]!r}")
            return exact(value)
        except (ValueError, TypeError) as error:
            expected, _, found = str(error).removeprefix("expected ").partition(", found ")
            self.wrong(Mistake(path, expected, found or "something else"))
            return Fraction(0)

    def point(self, path: Path, value: Any, origin: Sequence[Fraction] = (Fraction(0), Fraction(0))) -> list[Any]:
        """A point {x, y} of the file, less the origin, as a scenario writes it."""
        if not isinstance(value, dict):
            self.wrong(Mistake(path, "a point with x and y", _kind(value)))
            return [0, 0]
        place = [self.number((*path, axis), value.get(axis)) - origin[i] for i, axis in enumerate("xy")]
        return [self.written(length) for length in place]

    def written(self, number: Fraction) -> int | Decimal:
        """The number as a scenario writes it, rounded to 1/1000 if so read."""
        return written(snapped(number) if self.snap else number)

    def size(self, path: Path, width: Fraction, depth: Fraction) -> tuple[Fraction, Fraction]:
        """The size of the map, if it is a size at all."""
        for axis, length in (("x", width), ("y", depth)):
            if not 0 < length <= MOST_CELLS:
                found = str(float(length))
                self.mistakes.append(Mistake((*path, axis), f"a size above 0 and up to {MOST_CELLS} cells", found))
        return width, depth

    def check(self) -> None:
        """Raises `Unfit` if anything was wrong."""
        if self.mistakes:
            raise Unfit(self.mistakes)


def written(number: Fraction) -> int | Decimal:
    """A fraction as a decimal; one that has no end is rounded to 1/1000."""
    if number.denominator == 1:
        return number.numerator
    rest = number.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    exactly = number if rest == 1 else snapped(number)
    return Decimal(exactly.numerator) / Decimal(exactly.denominator)


def pieces(points: Iterable[Any]) -> list[Any]:
    """The points without those that only repeat the one before."""
    kept: list[Any] = []
    for point in points:
        if not kept or kept[-1] != point:
            kept.append(point)
    return kept


def listed(data: dict[str, Any], name: str, numbers: Numbers, notes: list[str] | None = None) -> list[Any]:
    """The list in this field. A missing one is a note if `notes` are given, else a mistake."""
    value = data.get(name)
    if isinstance(value, list):
        return value
    if value is None and notes is not None:
        notes.append(f"the file has no {name}")
    else:
        numbers.mistakes.append(Mistake((name,), "a list", _kind(value)))
    return []


def mapped(data: Any, path: Path, numbers: Numbers) -> dict[str, Any]:
    """The mapping at this path; an empty one with a mistake noted if there is none."""
    if isinstance(data, dict):
        return data
    numbers.mistakes.append(Mistake(path, "a mapping", _kind(data)))
    return {}


def _kind(value: Any) -> str:
    from enfilade.files.wording import describe

    return describe(value)
