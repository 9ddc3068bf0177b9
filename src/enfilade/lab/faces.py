"""Throws digit by digit: how equally likely digits become faces, and how few states it takes to read them.

A throw is drawn in as many digits as it takes with bases up to `MOST_BASE`: five six-sided dice are one digit of base
7,776, its first die counting most. Cards are drawn one to a digit. What a digit shows is read as a letter (how many
dice fell in each class, their sum, their faces in order), and letters are gathered until the throw is read by its own
`read`. No chance is computed here: every digit stands for dice on the table.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import Any, NamedTuple

from enfilade.dice import Draw, Face, OverBudget, Pool, Sum, Tally, Throw
from enfilade.lab.philox import Stream

MOST_BASE = 7_776
MOST_STATES = 50_000
Faces = tuple[Face, ...]


class Heap(NamedTuple):
    """What has fallen so far in one throw: the base of the next digit, and how its digits read as letters.

    Each letter leads to a heap of the same reading, or below zero to the result -1 - n.
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


def dice_of(throw: Throw[Any]) -> tuple[Faces, ...]:
    """For each die of a throw the faces it may show, learnt by rolling it with every number in turn."""
    return _dice_of(throw)  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def _dice_of(throw: Throw[Any]) -> tuple[Faces, ...]:
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


def reading(throw: Throw[Any]) -> Reading:
    """The throw as a machine. Raises `OverBudget` where it would be too large."""
    return _reading(throw)  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def _reading(throw: Throw[Any]) -> Reading:
    return _read_cards(throw) if isinstance(throw, Draw) else _read_dice(throw)


Gist = Callable[[Sequence[Faces], Faces], Any]
"""What can be told apart in the faces of some dice; the first argument has the faces that each of them may show."""


def _in_classes(classes: tuple[Faces, ...], _dice: Sequence[Faces], faces: Faces) -> Any:
    return tuple(sum(face in members for face in faces) for members in classes)


def _summed(_dice: Sequence[Faces], faces: Faces) -> Any:
    return sum(int(face) for face in faces)


def _by_kind(dice: Sequence[Faces], faces: Faces) -> Any:
    kinds: dict[Faces, list[Face]] = {}
    for die, face in zip(dice, faces, strict=True):
        kinds.setdefault(die, []).append(face)
    return tuple(tuple(sorted(row, key=str)) for row in kinds.values())


def _in_order(_dice: Sequence[Faces], faces: Faces) -> Any:
    return faces


def _gist(throw: Throw[Any]) -> Gist:
    if type(throw) is Tally:
        return partial(_in_classes, throw.classes)
    return {Sum: _summed, Pool: _by_kind}.get(type(throw), _in_order)


def _read_dice(throw: Throw[Any]) -> Reading:
    gist, dice = _gist(throw), dice_of(throw)
    heaps: list[Heap] = []
    results: dict[Any, int] = {}
    known: dict[Any, Faces] = {gist((), ()): ()}  # the heaps of one layer, each with faces that make it
    done = 0
    parts = list(groups(dice))
    for part in parts:
        letters, shown = _alphabet(_key(throw), part, gist)
        done += len(part)
        last = part is parts[-1]
        first_after = len(heaps) + len(known)
        after: dict[Any, Faces] = {}
        order: dict[Any, int] = {}
        for faces in known.values():
            to = []
            for more in shown:
                both = (*faces, *more)
                if last:
                    to.append(-1 - results.setdefault(throw.read(both), len(results)))
                    continue
                heap = gist(dice[:done], both)
                if heap not in order:
                    order[heap] = first_after + len(order)
                    after[heap] = both
                    _bounded(order[heap], throw)
                to.append(order[heap])
            heaps.append(Heap(prod(map(len, part)), letters, tuple(to)))
        known = after
    if not heaps:
        results[throw.read(())] = 0
    return Reading(tuple(heaps), tuple(results))


def _key(throw: Throw[Any]) -> Any:
    """A name for how a throw tells faces apart, shared by throws that do it alike."""
    return throw.classes if type(throw) is Tally else type(throw)


_LETTERS: dict[Any, tuple[tuple[int, ...], tuple[Faces, ...]]] = {}


def _alphabet(name: Any, part: tuple[Faces, ...], gist: Gist) -> tuple[tuple[int, ...], tuple[Faces, ...]]:
    """The letter of every digit of a group of dice, and for every letter faces that show it."""
    if (name, part) not in _LETTERS:
        numbers: dict[Any, int] = {}
        shown: list[Faces] = []
        letters = []
        for faces in product(*part):
            heap = gist(part, faces)
            if heap not in numbers:
                numbers[heap] = len(numbers)
                shown.append(faces)
            letters.append(numbers[heap])
        _LETTERS[name, part] = tuple(letters), tuple(shown)
    return _LETTERS[name, part]


def _read_cards(draw: Draw) -> Reading:
    """Cards one by one; a heap is how many of each heeded name and of all the others are drawn."""
    cards = _ordered(draw)
    heeded = [name for name, _ in cards if draw.heeded is None or name in draw.heeded]
    copies = [copies for _, copies in cards[: len(heeded)]]
    copies.append(sum(copies for _, copies in cards[len(heeded) :]))
    heaps: list[Heap] = []
    results: dict[Any, int] = {}
    layer = {(0,) * len(copies): 0}
    for number in range(draw.size):
        after: dict[tuple[int, ...], int] = {}
        first_after = len(heaps) + len(layer)
        for drawn in layer:
            left = [have - gone for have, gone in zip(copies, drawn, strict=True)]
            open_to = [n for n, some in enumerate(left) if some]
            to = []
            for n in open_to:
                more = tuple(gone + (n == at) for at, gone in enumerate(drawn))
                if number + 1 == draw.size:
                    names = [name for name, gone in zip(heeded, more, strict=False) for _ in range(gone)]
                    to.append(-1 - results.setdefault(draw.told(names), len(results)))
                else:
                    to.append(after.setdefault(more, first_after + len(after)))
                    _bounded(to[-1], draw)
            letters = tuple(letter for letter, n in enumerate(open_to) for _ in range(left[n]))
            heaps.append(Heap(len(letters), letters, tuple(to)))
        layer = after
    if not heaps:
        results[()] = 0
    return Reading(tuple(heaps), tuple(results))


def _bounded(states: int, throw: Throw[Any]) -> None:
    if states >= MOST_STATES:
        raise OverBudget(f"{throw} takes more than {MOST_STATES} states to read die by die")
