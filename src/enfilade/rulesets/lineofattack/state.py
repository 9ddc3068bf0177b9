"""A position: tokens, walls and obstacles on one lattice, and what is stated or marked of pairs of tokens.

All points are whole lattice units (`State.lattice` turns them into cells), x to the right and y down.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from enfilade.geometry.lattice import Lattice, Point, Wall
from enfilade.geometry.lattice_shapes import Rect
from enfilade.referee import Facts, Rules, Words
from enfilade.rulesets.lineofattack.book import BOOK

LEVELS = ("none", "low", "medium", "high")
"""The levels of cover, from none up; a level is also written as its place in this row."""


class Obstacle(NamedTuple):
    """Something that gives cover: its edges, and its height as a level or in micrometres (then `level` is 0)."""

    id: str
    group: str
    edges: tuple[Wall, ...]
    closed: bool
    level: int
    height: int = 0


class OneWay(NamedTuple):
    """A wall that stops only the lines that come from one side of it: below 0 its left, above 0 its right."""

    wall: Wall
    side: int


class Barrier(NamedTuple):
    """A wall, door or window as it is drawn."""

    id: str
    kind: str
    points: tuple[Point, ...]
    open: bool


class Stated(NamedTuple):
    """What is stated of one attacker and one target."""

    attacker: str
    target: str
    visibility: str
    coverage: int | None
    cover: int
    soft_shield: bool
    corner: bool
    duck_protects: bool
    copertura: bool | None = None

    def sheltered(self, rules: Rules) -> bool:
        """C: as it is said outright, or else by the reading of coverage and cover."""
        if self.copertura is not None:
            return self.copertura
        return is_sheltered(self.coverage, self.cover, rules)


@dataclass(frozen=True, slots=True)
class Token:
    """A character: its own outline, the cells that contain it, where its lines start, and its stance.

    A token without a place has no outline; then everything about it has to be stated.
    """

    id: str
    side: str
    rect: Rect | None
    cells: Rect | None
    origin: Point
    height: int = 0
    duck: str = ""
    pop_up: bool = False
    shields: bool = True

    @property
    def centre(self) -> Point:
        """The middle of its outline."""
        assert self.rect is not None
        return (self.rect.left + self.rect.right) // 2, (self.rect.top + self.rect.bottom) // 2

    @property
    def stance(self) -> str:
        """none, duck or pop_up."""
        return "duck" if self.duck else "pop_up" if self.pop_up else "none"


@dataclass(frozen=True, slots=True)
class State:
    """The whole position.

    `marks` has the attackers marked of each target that names any. `disputed` holds the pieces whose effect is a
    reading, each named by it; `source` is the map file that the walls come from, if they do.
    """

    lattice: Lattice
    tokens: tuple[Token, ...]
    walls: tuple[Wall, ...] = ()
    one_way: tuple[OneWay, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    pillars: tuple[tuple[Wall, ...], ...] = ()
    barriers: tuple[Barrier, ...] = ()
    disputed: tuple[Wall, ...] = ()
    size: tuple[Fraction, Fraction] | None = None
    marks: Facts = Facts()
    stated: tuple[Stated, ...] = ()
    readings: Facts = Facts()
    sides: Facts = Facts()
    title: str = ""
    source: str = ""
    notes: tuple[Words, ...] = ()
    removed: tuple[Token, ...] = ()  # by the referee

    @property
    def rules(self) -> Rules:
        """The book as this battle reads it."""
        return Rules(BOOK, self.readings)

    def token(self, id: str) -> Token | None:
        return next((token for token in self.tokens if token.id == id), None)

    def said(self, attacker: Token, target: Token) -> Stated | None:
        """What is stated of this pair."""
        return next((s for s in self.stated if (s.attacker, s.target) == (attacker.id, target.id)), None)

    def attackers_of(self, target: Token) -> tuple[str, ...]:
        """Who is marked as Attacker of this token; if nobody is named, all its enemies are."""
        if target.id in self.marks:
            return tuple(self.marks[target.id])
        return tuple(token.id for token in self.tokens if token.id != target.id and enemies(token, target))

    def with_token(self, token: Token) -> "State":
        return replace(self, tokens=tuple(token if old.id == token.id else old for old in self.tokens))

    def cells(self, point: tuple[Fraction | int, Fraction | int]) -> tuple[Fraction, Fraction]:
        """A place in lattice units, exactly in cells."""
        return self.lattice.cells(point[0]), self.lattice.cells(point[1])

    def drawn(self, point: tuple[Fraction | int, Fraction | int]) -> tuple[float, float]:
        """A place in lattice units as a picture needs it."""
        return float(point[0] / self.lattice.scale), float(point[1] / self.lattice.scale)


def is_sheltered(percent: int | None, level: int, rules: Rules) -> bool:
    """C by the reading of this battle: coverage above 0 %, or cover, or either."""
    reading = rules["copertura"]
    return (reading != "cover" and bool(percent)) or (reading != "coverage" and level > 0)


def enemies(one: Token, other: Token) -> bool:
    """Tokens of different sides; two tokens without a side are enemies as well."""
    return one.side != other.side or not one.side


def vertices(token: Token, scale: int, which: str) -> tuple[Point, ...]:
    """The vertices of the cells that contain the token, row by row.

    `which` is the reading: every vertex once ("lattice"), those on the outline ("outline"), or the four of each
    cell, shared ones as often as cells share them ("per_cell").
    """
    assert token.cells is not None
    if which == "per_cell":
        return tuple(sorted(_of_each_cell(token.cells, scale), key=lambda point: (point[1], point[0])))
    left, top, right, bottom = token.cells
    rows = [(x, y) for y in range(top, bottom + 1, scale) for x in range(left, right + 1, scale)]
    if which == "outline":
        return tuple((x, y) for x, y in rows if x in (left, right) or y in (top, bottom))
    return tuple(rows)


def _of_each_cell(cells: Rect, scale: int) -> Iterator[Point]:
    for y in range(cells.top, cells.bottom, scale):
        for x in range(cells.left, cells.right, scale):
            yield from Rect(x, y, x + scale, y + scale).corners


def spots(*points: tuple[Fraction, Fraction]) -> Words:
    """Places in cells as a player reads them: (2, 0.8), or (2, 4/3) where no decimal is exact."""
    return Words("{places}", Facts(places=tuple(tuple(map(_number, point)) for point in points)))


def _number(value: Fraction) -> int | Decimal | Fraction:
    if value.denominator == 1:
        return value.numerator
    exact = Decimal(f"{float(value):.4f}".rstrip("0"))
    return exact if Fraction(exact) == value else value if value.denominator < 100 else Decimal(f"{float(value):.3f}")
