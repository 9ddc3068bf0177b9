"""How far the ends of lines have to shift before walls answer differently: by how much a token's place decides.

Seen from the end of a line that stays, each wall hides a strip without end behind it. The line is blocked while the
end that moves lies in one of these strips, so the answer can change only on their borders. The nearest change is
looked for where a border comes nearest and where two borders meet, and tried on every side of each such place.

Everything here is in cells and in floats; nothing is decided here that a ruling rests on.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import atan2, cos, hypot, inf, pi, sin
from typing import Final, NamedTuple

from enfilade.geometry.lattice import Line, Point, Sector, Wall, cross, minus

__all__ = ["REACH", "Bundle", "Shift", "aims_shifting", "beside", "least_shift", "origin_shifting"]

REACH: Final = 1.0
"""No shift beyond this is looked for, in cells."""
MOST_BORDERS: Final = 60
"""With more borders within reach, a shift is told only up to where the last of them begins."""
PULL: Final = 1e-9
"""The hair's breadth by which the end of a line is pulled into its target, as a share of the way to its middle."""
STEP: Final = 1e-6
"""How far from a border both sides of it are tried, in cells."""

Step = tuple[float, float]


class Strip(NamedTuple):
    """What a wall hides: the ways from the end that stays to both ends of the wall, clockwise, and to the other end."""

    start: Step
    end: Step
    place: Step

    def holds(self, shift: Step) -> bool:
        """Whether the end that moves lies behind the wall after this shift."""
        at = self.place[0] + shift[0], self.place[1] + shift[1]
        beyond = _turn(_less(self.end, self.start), _less(at, self.start)) < 0
        return beyond and _turn(self.start, at) > 0 and _turn(at, self.end) > 0

    def borders(self) -> Iterator["Border"]:
        """The wall, and the edges of the strip behind its two ends."""
        yield Border(_less(self.start, self.place), _less(self.end, self.start), 1.0)
        yield Border(_less(self.start, self.place), self.start, inf)
        yield Border(_less(self.end, self.place), self.end, inf)


class Border(NamedTuple):
    """A straight border among the shifts: where it begins, its way, and how many times as long it is."""

    start: Step
    way: Step
    length: float

    def nearest(self, to: Step = (0.0, 0.0)) -> Step:
        """The point of the border that is nearest."""
        square = self.way[0] ** 2 + self.way[1] ** 2
        along = _dot(_less(to, self.start), self.way) / square if square else 0.0
        along = min(max(along, 0.0), self.length)
        return self.start[0] + along * self.way[0], self.start[1] + along * self.way[1]


class Open(NamedTuple):
    """Where lines may leave a wall corner: clockwise from `start` to `end`, and the way to the end that moves."""

    start: Step
    end: Step
    place: Step

    def holds(self, shift: Step) -> bool:
        """Whether the line still leaves as it may."""
        at = self.place[0] + shift[0], self.place[1] + shift[1]
        after, before, opening = _turn(self.start, at), _turn(at, self.end), _turn(self.start, self.end)
        return (after >= 0 and before >= 0) if opening > 0 else (after >= 0 or before >= 0)

    def borders(self) -> Iterator[Border]:
        """The two walls at the corner, and on."""
        for way in (self.start, self.end):
            yield Border((-self.place[0], -self.place[1]), way, inf)


class Bundle(NamedTuple):
    """Of each line of a bundle that shifts together: the strips that may hide it, and how it may leave its origin."""

    strips: tuple[tuple[Strip, ...], ...]
    leaving: tuple[Open | None, ...]

    def blocked(self, shift: Step) -> list[bool]:
        """Which of the lines are blocked after this shift."""
        return [
            any(strip.holds(shift) for strip in strips) or (leaving is not None and not leaving.holds(shift))
            for strips, leaving in zip(self.strips, self.leaving, strict=True)
        ]

    def borders(self) -> list[Border]:
        """All borders within reach, the nearest first."""
        every = [border for strips in self.strips for strip in strips for border in strip.borders()]
        every += [border for leaving in self.leaving if leaving for border in leaving.borders()]
        every.sort(key=lambda border: hypot(*border.nearest()))
        return [border for border in every if hypot(*border.nearest()) <= REACH]


def beside(line: Line, walls: Iterable[Wall], scale: int) -> list[Wall]:
    """The walls that come within reach of the line, and perhaps some more."""
    ahead, reach = line.ahead, REACH * scale * hypot(*line.ahead)
    found = []
    for wall in walls:
        first, second = cross(ahead, minus(wall.start, line.origin)), cross(ahead, minus(wall.end, line.origin))
        if min(first, second) <= reach and max(first, second) >= -reach:
            found.append(wall)
    return found


def origin_shifting(lines: Sequence[Line], walls: Sequence[Sequence[Wall]], scale: int) -> Bundle:
    """The lines, with walls for each, as their common origin moves; each is seen from its pulled end."""
    strips = []
    for line, some in zip(lines, walls, strict=True):
        pull = line.pull[0] * PULL, line.pull[1] * PULL
        strips.append(_strips(line.aim, pull, line.origin, some, scale))
    return Bundle(tuple(strips), (None,) * len(lines))


def aims_shifting(lines: Sequence[Line], walls: Sequence[Sequence[Wall]], scale: int, leaving: Sector | None) -> Bundle:
    """The lines, with walls for each, as all their aims move together; they are seen from the origin.

    A wall on which the origin lies stops none of them but through `leaving`.
    """
    strips = tuple(
        _strips(line.origin, (0.0, 0.0), line.aim, some, scale) for line, some in zip(lines, walls, strict=True)
    )
    if leaving is None or leaving.kind != "wedge":
        return Bundle(strips, (None,) * len(lines))
    ways = [(float(way[0]), float(way[1])) for way in (leaving.start, leaving.end)]
    places = [(line.ahead[0] / scale, line.ahead[1] / scale) for line in lines]
    return Bundle(strips, tuple(Open(ways[0], ways[1], place) for place in places))


def _strips(eye: Point, pull: Step, place: Point, walls: Iterable[Wall], scale: int) -> tuple[Strip, ...]:
    found = []
    for wall in walls:
        start, end, to_place = (
            ((point[0] - eye[0] - pull[0]) / scale, (point[1] - eye[1] - pull[1]) / scale)
            for point in (wall.start, wall.end, place)
        )
        turn = _turn(start, end)
        if turn:
            found.append(Strip(start, end, to_place) if turn > 0 else Strip(end, start, to_place))
    return tuple(found)


class Shift(NamedTuple):
    """A shift by so many cells, and one a hair longer after which the answer is another, if that was found."""

    by: float
    after: Step | None


def least_shift(bundle: Bundle, changed: Callable[[Sequence[bool]], bool]) -> Shift | None:
    """The least shift after which `changed` of the blocked lines is true.

    None if there is none within `REACH`. With too many borders around, so far as is certain that nothing changes.
    """
    borders = bundle.borders()
    sure = REACH if len(borders) <= MOST_BORDERS else hypot(*borders[MOST_BORDERS].nearest())
    borders = borders[:MOST_BORDERS]
    places = [border.nearest() for border in borders]
    places += [place for at, one in enumerate(borders) for other in borders[:at] for place in _meeting(one, other)]
    for place in sorted(set(places), key=lambda place: hypot(*place)):
        if hypot(*place) > sure:
            break
        after = next((shift for shift in _around(place, borders) if changed(bundle.blocked(shift))), None)
        if after:
            return Shift(hypot(*place) if hypot(*place) > STEP else 0.0, after)
    return None if sure == REACH else Shift(sure, None)


def _around(place: Step, borders: Iterable[Border]) -> Iterator[Step]:
    """A shift on every side of a place on borders: between each two of those that run through it."""
    turns = set()
    for border in borders:
        if hypot(*_less(border.nearest(place), place)) < STEP / 100:
            turn = atan2(border.way[1], border.way[0])
            turns |= {turn % (2 * pi), (turn + pi) % (2 * pi)}
    order = sorted(turns)
    for one, other in zip(order, [*order[1:], order[0] + 2 * pi] if order else [], strict=True):
        if other - one < STEP:  # two borders that the pull alone keeps apart
            continue
        middle = (one + other) / 2
        yield place[0] + STEP * cos(middle), place[1] + STEP * sin(middle)


def _meeting(one: Border, other: Border) -> Iterator[Step]:
    """Where two borders cross or touch within reach."""
    turn = _turn(one.way, other.way)
    if not turn:
        return
    between = _less(other.start, one.start)
    along, across = _turn(between, other.way) / turn, _turn(between, one.way) / turn
    if -1e-9 <= along <= one.length + 1e-9 and -1e-9 <= across <= other.length + 1e-9:
        place = one.start[0] + along * one.way[0], one.start[1] + along * one.way[1]
        if hypot(*place) <= REACH:
            yield place


def _turn(a: Step, b: Step) -> float:
    return a[0] * b[1] - a[1] * b[0]


def _less(a: Step, b: Step) -> Step:
    return a[0] - b[0], a[1] - b[1]


def _dot(a: Step, b: Step) -> float:
    return a[0] * b[0] + a[1] * b[1]
