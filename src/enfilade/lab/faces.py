"""Throws digit by digit: how equally likely digits become faces, and how few states it takes to read them.

A throw is drawn in as many digits as it takes with bases up to `MOST_BASE`: five six-sided dice are one digit of base
7,776, its first die counting most. Cards are drawn one to a digit. What a digit shows is read as a letter (how many
dice fell in each class, their sum, their faces in order), and letters are gathered until the throw is read by its own
`read`. No chance is computed here: every digit stands for dice on the table.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

from enfilade.dice import Draw, Face, OverBudget, Pool, Sum, Tally, Throw
from enfilade.lab.philox import Stream

MOST_BASE = 7_776
MOST_STATES = 50_000
Faces = tuple[Face, ...]


class Heap(NamedTuple):
    """What has fallen so far in one throw: the base of the next digit, how its digits read as letters, and where
    each letter leads: a heap of the same reading, or below zero the result -1 - n.
    """

    base: int
    letters: tuple[int, ...]
    to: tuple[int, ...]


class Reading(NamedTuple):
    """A throw as a small machine, its first heap first, and the results it may come to."""

    heaps: tuple[Heap, ...]
    results: tuple[Any, ...]


class _Script:
    """Randomness that was written beforehand; keeps what it was asked for."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers, self.asked = list(reversed(numbers)), list[int]()

    def randrange(self, stop: int, /) -> int:
        self.asked.append(stop)
        return self.numbers.pop() if self.numbers else 0


@lru_cache(maxsize=4096)
def dice_of(throw: Throw[Any]) -> tuple[Faces, ...]:
    """For each die of a throw the faces it may show, learnt by rolling it with every number in turn."""
    first = _Script(())
    throw.roll(first)
    rows = []
    for at, stop in enumerate(first.asked):
        zeros = [0] * at
        rows.append(tuple(throw.roll(_Script([*zeros, number]))[at] for number in range(stop)))
    return tuple(rows)


def groups(dice: Sequence[Faces]) -> Iterator[tuple[Faces, ...]]:
    """The dice in order, as many together as one digit may hold."""
    group: list[Faces] = []
    for die in dice:
        if group and prod(map(len, group)) * len(die) > MOST_BASE:
            yield tuple(group)
            group = []
        group.append(die)
    if group:
        yield tuple(group)


def drawn(throw: Throw[Any], stream: Stream) -> Faces:
    """The faces of a throw, drawn from the battle's stream."""
    if isinstance(throw, Draw):
        return _cards(throw, stream)
    faces: list[Face] = []
    for group in groups(dice_of(throw)):
        faces += _shown(group, stream.digit(prod(map(len, group))))
    return tuple(faces)


def _shown(group: tuple[Faces, ...], digit: int) -> list[Face]:
    faces = []
    for die in reversed(group):
        digit, number = divmod(digit, len(die))
        faces.append(die[number])
    return faces[::-1]


def _cards(draw: Draw, stream: Stream) -> Faces:
    """Cards lie in the deck with those first that the result heeds."""
    left = [name for name, copies in _ordered(draw) for _ in range(copies)]
    return tuple(left.pop(stream.digit(len(left))) for _ in range(draw.size))


def _ordered(draw: Draw) -> list[tuple[str, int]]:
    return sorted(draw.deck, key=lambda card: draw.heeded is not None and card[0] not in draw.heeded)


# The machine that reads them -------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def reading(throw: Throw[Any]) -> Reading:
    """The throw as a machine. Raises `OverBudget` where it would be too large."""
    return _read_cards(throw) if isinstance(throw, Draw) else _read_dice(throw)


Gist = Callable[[Faces], Any]


def _gist(throw: Throw[Any]) -> tuple[Any, Gist]:
    """What of some faces the throw can tell apart, and a name for it that other throws share."""
    if type(throw) is Sum:
        return "sum", sum  # type: ignore[return-value]
    if type(throw) is Tally:
        known = {face: n for n, members in enumerate(throw.classes) for face in members}
        return throw.classes, lambda faces: tuple(sorted(known.get(face, -1) for face in faces))
    return "row", lambda faces: faces


def _read_dice(throw: Throw[Any]) -> Reading:
    name, gist = _gist(throw)
    kinds = dice_of(throw)
    if type(throw) is Pool:
        name, gist = "kinds", lambda faces: _sorted_by_kind(kinds, faces)
    parts = list(groups(kinds))
    at = [sum(len(part) for part in parts[:n]) for n in range(len(parts))]
    heaps: list[Heap | None] = [None]
    results: dict[Any, int] = {}
    layer: dict[Any, tuple[int, Faces]] = {gist(()): (0, ())}
    for n, part in enumerate(parts):
        own: Gist = gist if type(throw) is not Pool else _own_gist(part)
        letters, shown = _alphabet((name, part), part, own)
        following: dict[Any, tuple[int, Faces]] = {}
        for number, faces in layer.values():
            to = []
            for more in shown:
                both = (*faces, *more)
                if n + 1 == len(parts):
                    to.append(-1 - results.setdefault(throw.read(both), len(results)))
                    continue
                heap = gist(both)
                if heap not in following:
                    _bounded(len(heaps), throw)
                    following[heap] = len(heaps), both
                    heaps.append(None)
                to.append(following[heap][0])
            heaps[number] = Heap(prod(map(len, part)), letters, tuple(to))
        layer = following
        del at[:0]
    if not parts:
        results[throw.read(())] = 0
        return Reading((), tuple(results))
    return Reading(tuple(heap for heap in heaps if heap), tuple(results))


def _bounded(states: int, throw: Throw[Any]) -> None:
    if states >= MOST_STATES:
        raise OverBudget(f"{throw} takes more than {MOST_STATES} states to read die by die")
