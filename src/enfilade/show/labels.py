"""Labels that never cover one another: how wide a text is, what is taken, and the nearest free place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from enfilade.show.view import Box, Point

GRAIN = 5.0  # the paper is divided into squares of so many pixels
TAKEN = 1_000  # what a place costs that another label has
LINE = 1.25  # the height of a line of text, in font sizes

_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()[]-· "), frozenset("mwMWOQGD@%→–—≥")


def text_width(text: str, size: float) -> float:
    """About how wide a sans serif text gets; rather too wide than too narrow."""
    units = sum(0.36 if c in _NARROW else 0.9 if c in _WIDE else 0.68 if c.isupper() else 0.58 for c in text)
    return units * size


def wrapped(text: str, size: float, room: float) -> list[str]:
    """The text broken into lines no wider than `room`."""
    lines = [""]
    for word in filter(None, text.split(" ")):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def shortened(text: str, most: int = 28) -> str:
    """A name short enough for a map."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


class Spot(NamedTuple):
    """A place for a label: its box, how far it stands from what it names, and whether it lies on top of that."""

    box: Box
    away: float
    inside: bool = False


@dataclass(slots=True)
class Paper:
    """What of the paper is taken, square by square."""

    edge: Box
    squares: dict[tuple[int, int], int] = field(default_factory=dict)

    def take(self, box: Box, cost: int) -> None:
        for square in _squares(box):
            self.squares[square] = self.squares.get(square, 0) + cost

    def take_line(self, points: Sequence[Point], cost: int) -> None:
        """Take every square along a row of points."""
        for (x0, y0), (x1, y1) in pairwise(points):
            steps = min(int(hypot(x1 - x0, y1 - y0) / GRAIN) + 1, 2_000)
            for step in range(steps + 1):
                x, y = x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps
                square = int(x // GRAIN), int(y // GRAIN)
                self.squares[square] = self.squares.get(square, 0) + cost

    def take_polygon(self, corners: Sequence[Point], cost: int) -> None:
        """Take every square whose middle lies inside these corners."""
        for square in _squares(Box.around(corners)):
            if _inside(((square[0] + 0.5) * GRAIN, (square[1] + 0.5) * GRAIN), corners):
                self.squares[square] = self.squares.get(square, 0) + cost

    def cost(self, box: Box) -> int:
        return sum(self.squares.get(square, 0) for square in _squares(box))

    def free(self, spots: Iterable[Spot], own: int = 0) -> tuple[Spot, int] | None:
        """The best of these places, and what it costs to cover what lies there; `None` if all are taken.

        No box may leave the paper or cover a label. `own` is what a square of the named thing itself costs: on top
        of it that is no loss.
        """
        best: tuple[Spot, int] | None = None
        least = float("inf")
        for spot in spots:
            if spot.away >= least or not self.edge.holds(spot.box):
                continue
            mine = own * len(list(_squares(spot.box))) if spot.inside else 0
            cost = max(self.cost(spot.box) - mine, 0)
            if cost < TAKEN - mine and cost + spot.away < least:
                best, least = (spot, cost), cost + spot.away
        return best


def beside(thing: Box, width: float, height: float) -> Iterator[Spot]:
    """Places around a thing for a label of this size, from near to far."""
    x, y = thing.centre
    for gap in (4.0, 12.0, 26.0, 46.0, 72.0):
        top, bottom = thing.top - gap - height, thing.bottom + gap
        left, right = thing.left - gap - width, thing.right + gap
        middle, level = x - width / 2, y - height / 2
        places = [(middle, bottom), (middle, top), (right, level), (left, level)]
        places += [(right, bottom), (left, bottom), (right, top), (left, top)]
        for rank, (a, b) in enumerate(places):
            yield Spot(Box(a, b, a + width, b + height), gap + rank / 2)


def upon(thing: Box, width: float, height: float) -> Iterator[Spot]:
    """Places on top of a thing: its middle, then towards its sides and corners, as far as the label fits in."""
    spare = thing.width - width - 6, thing.height - height - 6
    x, y = thing.centre[0] - width / 2, thing.centre[1] - height / 2
    for rank, (across, down) in enumerate(_TOWARDS if min(spare) >= 0 else _TOWARDS[:1]):
        a, b = x + across * max(spare[0], 0.0) / 2, y + down * max(spare[1], 0.0) / 2
        yield Spot(Box(a, b, a + width, b + height), rank / 2, inside=True)


_TOWARDS = ((0.0, 0.0), *((a, d / 2) for d in (-1, 1, -2, 2) for a in (0.0, -1.0, 1.0)))


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left // GRAIN), int(box.right // GRAIN) + 1):
        for row in range(int(box.top // GRAIN), int(box.bottom // GRAIN) + 1):
            yield column, row


def _inside(point: Point, corners: Sequence[Point]) -> bool:
    """Whether a point lies inside a polygon: a line from it to the far right crosses an odd number of sides."""
    x, y = point
    odd = False
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            odd = not odd
    return odd
