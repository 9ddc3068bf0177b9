"""What can be thrown or drawn: pools, sums, tallies, cards.

Every throw has two sides that must agree: `chances()`, all results with exact weights, and `read(faces)`, the
result that given faces make. Brute force over all faces of small throws ties the two together in the tests.
Faces are what a player reads off the table: a number, or the symbols printed on the die ("HS", "-").
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb, gcd, prod
from typing import Generic, NamedTuple, Protocol, TypeVar

Face = int | str
R_co = TypeVar("R_co", covariant=True)


class FaceError(ValueError):
    """Faces that the dice cannot show. The text says which die, what was expected and what was found."""


class OverBudget(Exception):
    """An exact answer would need more branches than the budget allows."""


class Randomness(Protocol):
    """Where rolled faces come from; `random.Random` and `secrets.SystemRandom` both fit."""

    def randrange(self, stop: int, /) -> int: ...


class Chances(NamedTuple, Generic[R_co]):
    """All results of a throw with whole-number weights; the chance of a result is its weight over `total`."""

    weights: tuple[tuple[R_co, int], ...]
    total: int


class Throw(Protocol[R_co]):
    """Anything that gives a random result: the two faces of one description, and how it looks on the table."""

    @property
    def size(self) -> int:
        """How many faces `read` expects."""
        ...

    def chances(self) -> Chances[R_co]: ...

    def read(self, faces: Sequence[Face], /) -> R_co: ...

    def roll(self, randomness: Randomness, /) -> tuple[Face, ...]: ...

    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Die:
    """A die whose faces are equally likely; a face that is printed twice is listed twice."""

    name: str
    faces: tuple[Face, ...]

    def __hash__(self) -> int:
        return hash(self.name)  # enough to tell dice apart, and asked for at every throw

    def check(self, face: Face) -> Face:
        """The face itself; raises `FaceError` if the die has no such face. Text that is a number counts as one."""
        meant = int(face) if isinstance(face, str) and face.strip().isdecimal() else face
        for known in (face, meant):
            if type(known) in (int, str) and known in self.faces:  # True and 1.0 equal 1, but no die shows them
                return known
        known = ", ".join(str(f) for f in dict.fromkeys(self.faces))
        raise FaceError(f"a {self.name} die has the faces {known}; found {face!r}")

    def roll(self, randomness: Randomness) -> Face:
        return self.faces[randomness.randrange(len(self.faces))]


D6 = Die("d6", (1, 2, 3, 4, 5, 6))
D3 = Die("d3", (1, 2, 3))


def _checked(dice: Sequence[Die], faces: Sequence[Face], what: str) -> list[Face]:
    if len(faces) != len(dice):
        raise FaceError(f"{what} needs {len(dice)} faces; found {len(faces)}: {_row(faces)}")
    return [die.check(face) for die, face in zip(dice, faces, strict=True)]


def _row(faces: Iterable[Face]) -> str:
    return " ".join(str(face) for face in faces) or "none"


MOST_RESULTS = 2_000_000


def _listable(results: int, what: str) -> None:
    """Refuse to list more results than a machine can hold; a count or a sum of the same dice has far fewer."""
    if results > MOST_RESULTS:
        raise OverBudget(f"{what} have {results} different results; at most {MOST_RESULTS} can be listed")


def _order(face: Face) -> tuple[str, Face]:
    return ("", face) if isinstance(face, int) else (face, 0)


def _sorted(faces: Iterable[Face]) -> tuple[Face, ...]:
    return tuple(sorted(faces, key=_order))


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice of one or more kinds, kept apart: the result has, for each kind, its faces in sorted order.

    Use it where single dice matter later (which to re-roll); use `Tally` or `Sum` where only a count does.
    Faces are read in the order of `dice`: all of the first kind, then all of the second. For a re-roll, `kept`
    holds for each kind the faces that stay on the table: they are not thrown, but stand in the result.
    """

    dice: tuple[tuple[Die, int], ...]
    kept: tuple[tuple[Face, ...], ...] = ()

    @property
    def size(self) -> int:
        return sum(count for _, count in self.dice)

    def each(self) -> tuple[Die, ...]:
        return tuple(die for die, count in self.dice for _ in range(count))

    def stays(self) -> tuple[tuple[Face, ...], ...]:
        return self.kept or ((),) * len(self.dice)

    def chances(self) -> Chances[tuple[tuple[Face, ...], ...]]:
        return _pool_chances(self.dice, self.stays())

    def read(self, faces: Sequence[Face], /) -> tuple[tuple[Face, ...], ...]:
        checked = _checked(self.each(), faces, str(self))
        result, start = [], 0
        for (_, count), stay in zip(self.dice, self.stays(), strict=True):
            result.append(_sorted((*stay, *checked[start : start + count])))
            start += count
        return tuple(result)

    def roll(self, randomness: Randomness, /) -> tuple[Face, ...]:
        return tuple(die.roll(randomness) for die in self.each())

    def __str__(self) -> str:
        return " + ".join(f"{count} {die.name}" for die, count in self.dice if count) or "no dice"


@lru_cache(maxsize=4096)
def _pool_chances(
    dice: tuple[tuple[Die, int], ...], kept: tuple[tuple[Face, ...], ...]
) -> Chances[tuple[tuple[Face, ...], ...]]:
    _listable(prod(_splits(count, len(set(die.faces))) for die, count in dice), "these dice, kept apart,")
    kinds = [
        [(_sorted(stay + row), ways) for row, ways in _multisets(die, count)]
        for (die, count), stay in zip(dice, kept, strict=True)
    ]
    weights = tuple(
        (tuple(faces for faces, _ in combination), prod(weight for _, weight in combination))
        for combination in product(*kinds)
    )
    return Chances(weights, prod(len(die.faces) ** count for die, count in dice))


def _splits(count: int, classes: int) -> int:
    """In how many ways `count` equal things fall into that many classes."""
    return comb(count + classes - 1, count)


@lru_cache(maxsize=4096)
def _multisets(die: Die, count: int) -> tuple[tuple[tuple[Face, ...], int], ...]:
    """Sorted face rows of `count` equal dice with the number of ways to roll each."""
    copies = sorted(Counter(die.faces).items(), key=lambda item: _order(item[0]))
    rows: list[tuple[tuple[Face, ...], int, int]] = [((), 1, count)]
    for face, copy in copies:
        rows = [
            (row + (face,) * n, ways * comb(left, n) * copy**n, left - n)
            for row, ways, left in rows
            for n in range(left + 1)
        ]
    return tuple((row, ways) for row, ways, left in rows if left == 0)


@dataclass(frozen=True, slots=True)
class Tally:
    """Equal dice of which only classes are counted: the result is how many dice fell in each class.

    `classes` lists faces that count together, for example `((6,), (4, 5))` for sixes and other hits on 4+;
    faces in no class are counted by none. A face may stand in one class only.
    """

    die: Die
    count: int
    classes: tuple[tuple[Face, ...], ...]

    def __post_init__(self) -> None:
        if len(self.classes) < 2:
            return
        faces = [face for members in self.classes for face in members]
        if len(set(faces)) < len(faces):
            raise ValueError(f"a face of {self.die.name} stands in two classes: {self.classes}")

    @property
    def size(self) -> int:
        return self.count

    def chances(self) -> Chances[tuple[int, ...]]:
        return _tally_chances(self.die, self.count, self.classes)

    def read(self, faces: Sequence[Face], /) -> tuple[int, ...]:
        checked = _checked((self.die,) * self.count, faces, str(self))
        return tuple(sum(face in members for face in checked) for members in self.classes)

    def roll(self, randomness: Randomness, /) -> tuple[Face, ...]:
        return tuple(self.die.roll(randomness) for _ in range(self.count))

    def __str__(self) -> str:
        return f"{self.count}{self.die.name}"


@lru_cache(maxsize=4096)
def _tally_chances(die: Die, count: int, classes: tuple[tuple[Face, ...], ...]) -> Chances[tuple[int, ...]]:
    sides = [sum(face in members for face in die.faces) for members in classes]
    _listable(_splits(count, sum(map(bool, sides)) + 1), f"{count} {die.name} in {len(classes)} classes")
    rest = len(die.faces) - sum(sides)
    common = gcd(rest, *sides)  # half the faces of a die are one of two: the numbers stay short
    sides, rest = [side // common for side in sides], rest // common
    rows: list[tuple[tuple[int, ...], int, int]] = [((), 1, count)]
    for side in sides:
        rows = [
            ((*row, n), ways * comb(left, n) * side**n, left - n)
            for row, ways, left in rows
            for n in (range(left + 1) if side else (0,))
        ]
    weights = tuple((row, ways * rest**left) for row, ways, left in rows if rest or not left)
    return Chances(weights, (len(die.faces) // common) ** count)


@dataclass(frozen=True, slots=True)
class Sum:
    """The total of equal numbered dice plus a fixed number, such as 2d6-2 or 1+d3."""

    die: Die
    count: int
    plus: int = 0

    @property
    def size(self) -> int:
        return self.count

    def chances(self) -> Chances[int]:
        return _sum_chances(self.die, self.count, self.plus)

    def read(self, faces: Sequence[Face], /) -> int:
        return self.plus + sum(int(face) for face in _checked((self.die,) * self.count, faces, str(self)))

    def roll(self, randomness: Randomness, /) -> tuple[Face, ...]:
        return tuple(self.die.roll(randomness) for _ in range(self.count))

    def __str__(self) -> str:
        return f"{self.count}{self.die.name}" + (f"{self.plus:+d}" if self.plus else "")


@lru_cache(maxsize=4096)
def _sum_chances(die: Die, count: int, plus: int) -> Chances[int]:
    ways = {plus: 1}
    for _ in range(count):
        further: Counter[int] = Counter()
        for total, weight in ways.items():
            for face in die.faces:
                further[total + int(face)] += weight
        ways = dict(further)
    return Chances(tuple(sorted(ways.items())), len(die.faces) ** count)


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards drawn together from a shuffled deck; the result lists the drawn names in sorted order.

    `deck` holds each name with its number of copies. Drawing more than the deck holds draws all of it. With
    `heeded` only those names appear in the result, which keeps it small where the other cards cannot matter; with
    `distinct` each of them appears once, where it cannot matter how often it was drawn.
    """

    deck: tuple[tuple[str, int], ...]
    count: int
    heeded: tuple[str, ...] | None = None
    distinct: bool = False

    @property
    def size(self) -> int:
        return min(self.count, sum(copies for _, copies in self.deck))

    def chances(self) -> Chances[tuple[str, ...]]:
        return _draw_chances(self.deck, self.size, self.heeded, self.distinct)

    def read(self, faces: Sequence[Face], /) -> tuple[str, ...]:
        if len(faces) != self.size:
            raise FaceError(f"{self} needs {self.size} names; found {len(faces)}: {_row(faces)}")
        drawn, copies = Counter(str(face) for face in faces), dict(self.deck)
        for name, times in drawn.items():
            if times > copies.get(name, 0):
                raise FaceError(f"the deck holds {copies.get(name, 0)} of {name!r}; found {times}")
        return self.told(drawn.elements())

    def told(self, drawn: Iterable[str]) -> tuple[str, ...]:
        """The result of these names: those that are heeded, sorted."""
        heeded = [name for name in drawn if self.heeded is None or name in self.heeded]
        return tuple(sorted(set(heeded) if self.distinct else heeded))

    def roll(self, randomness: Randomness, /) -> tuple[Face, ...]:
        left = [name for name, copies in self.deck for _ in range(copies)]
        return tuple(left.pop(randomness.randrange(len(left))) for _ in range(self.size))

    def __str__(self) -> str:
        return f"{self.count} card" + ("s" if self.count != 1 else "")


@lru_cache(maxsize=1024)
def _draw_chances(
    deck: tuple[tuple[str, int], ...], size: int, heeded: tuple[str, ...] | None, distinct: bool
) -> Chances[tuple[str, ...]]:
    known = sorted((name, copies) for name, copies in deck if heeded is None or name in heeded)
    total = sum(copies for _, copies in deck)
    results = _splits(size, len(known) + 1)
    _listable(min(results, 2 ** len(known)) if distinct else results, f"{size} cards")
    rows: dict[tuple[tuple[str, ...], int], int] = {((), size): 1}  # names drawn so far, cards left to draw: ways
    for name, copies in known:
        further: Counter[tuple[tuple[str, ...], int]] = Counter()
        for (row, left), ways in rows.items():
            for n in range(min(copies, left) + 1):
                further[row + (name,) * (min(n, 1) if distinct else n), left - n] += ways * comb(copies, n)
        rows = further
    others = total - sum(copies for _, copies in known)
    weights: Counter[tuple[str, ...]] = Counter()
    for (row, left), ways in rows.items():
        if left <= others:
            weights[row] += ways * comb(others, left)
    return Chances(tuple(weights.items()), comb(total, size))
