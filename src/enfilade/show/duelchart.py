"""A duel round by round: who has won by then, and the same numbers in a table beside."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from enfilade.show.labels import shortened, wrapped
from enfilade.show.margins import text
from enfilade.show.style import QUIET, SIDES
from enfilade.show.svg import Picture, element, number, path, sheet
from enfilade.show.words import percent

WIDTH, RIM = 900.0, 20.0
LEFT, PLOT, TABLE = 46.0, 470.0, 560.0
TALL, ROW = 240.0, 18.0
GRID, FIGHTING = "#ddd8ca", "#e9e6de"
MOST_ROWS = 14


class Rounds(Protocol):
    """What the picture shows: the sides' names, and for each round who has won with which chance."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def rounds(self) -> tuple[Any, ...]: ...

    @property
    def title(self) -> str: ...

    @property
    def how(self) -> str: ...

    @property
    def samples(self) -> int: ...


def survival(fought: Rounds) -> Picture:
    """Bands from the bottom: won by the first side, still fought or drawn, won by the second from the top."""
    title = fought.title or " against ".join(fought.names)
    pieces, y = [], 4.0
    for line in wrapped(title, 17, WIDTH - 2 * RIM):
        y += 22
        pieces.append(text(line, 0, y, 17, font_weight="600"))
    y += 20
    how = f"{fought.samples:,} duels sampled" if fought.samples else "exact"
    pieces.append(text(f"who has won by the end of each round; {how}", 0, y, 12.5, fill=QUIET))
    y += 18
    rounds = _told(fought.rounds)
    pieces.append(element("g", _plot(rounds), _key(fought.names, _drawn(rounds)), transform=f"translate(0 {y:.1f})"))
    pieces.append(element("g", _table(fought.names, rounds), transform=f"translate({TABLE:g} {y:.1f})"))
    height = y + max(TALL + 66, ROW * (min(len(rounds), MOST_ROWS) + 2) + 10)
    whole = element("g", *pieces, transform=f"translate({RIM:g} {RIM - 8:g})")
    return sheet(whole, (WIDTH, height + RIM), (title, _spoken(fought.names, rounds)))


class _Round(NamedTuple):
    """How it stands after a round."""

    number: int
    first: float
    second: float
    fighting: float
    draw: float


def _told(rounds: Sequence[Any]) -> list[_Round]:
    after = [_Round(r.round, float(r.won[0]), float(r.won[1]), float(r.fighting), float(r.draw)) for r in rounds]
    return [_Round(0, 0.0, 0.0, 1.0, 0.0), *after]


def _drawn(rounds: list[_Round]) -> bool:
    """Whether both may be beaten."""
    return any(row.draw for row in rounds)


def _plot(rounds: list[_Round]) -> str:
    last = max(1, rounds[-1].number)
    xs = [LEFT + PLOT * row.number / last for row in rounds]
    first = [TALL * (1 - row.first) for row in rounds]
    second = [TALL * row.second for row in rounds]
    base = [(LEFT, TALL), *zip(xs, first, strict=True), (xs[-1], TALL)]
    top = [(LEFT, 0.0), *zip(xs, second, strict=True), (xs[-1], 0.0)]
    bands = element("rect", x=LEFT, y=0, width=PLOT, height=TALL, fill=FIGHTING)
    for look, points in ((SIDES[0], base), (SIDES[1], top)):
        bands += element("path", d=path(points, closed=True), fill=look.pale)
        bands += element("path", d=path(points[1:-1]), fill="none", stroke=look.dark, stroke_width=2)
    return bands + _scale() + _feet(rounds, xs)


def _scale() -> str:
    lines = []
    for share in (0, 25, 50, 75, 100):
        y = TALL * (1 - share / 100)
        lines.append(element("path", d=path([(LEFT, y), (LEFT + PLOT, y)]), stroke=GRID, stroke_width=0.7))
        lines.append(text(f"{share}%", LEFT - 6, y + 4, 11, fill=QUIET, text_anchor="end"))
    return "".join(lines)


def _feet(rounds: list[_Round], xs: list[float]) -> str:
    every = max(1, -(-len(rounds) // 20))
    feet = [
        text(str(rounds[at].number), xs[at], TALL + 16, 11, text_anchor="middle") for at in range(0, len(xs), every)
    ]
    return "".join(feet) + text("round", LEFT + PLOT, TALL + 32, 11, fill=QUIET, text_anchor="end")


def _key(names: tuple[str, ...], drawn: bool) -> str:
    pieces, x = [], LEFT
    for name, fill, stroke in (
        (f"won by {names[0]}", SIDES[0].pale, SIDES[0].dark),
        (f"won by {names[1]}", SIDES[1].pale, SIDES[1].dark),
        ("fought or both beaten" if drawn else "still fought", FIGHTING, QUIET),
    ):
        said = shortened(name, 24)
        pieces.append(element("rect", x=x, y=TALL + 40, width=12, height=12, fill=fill, stroke=stroke))
        pieces.append(text(said, x + 18, TALL + 50, 12))
        x += 34 + 7.2 * len(said)
    return "".join(pieces)


def _table(names: tuple[str, ...], rounds: list[_Round]) -> str:
    drawn = _drawn(rounds)
    columns = (36.0, 112.0, 188.0, 236.0, 306.0) if drawn else (40.0, 140.0, 240.0, 310.0)
    called = (shortened(name, 10 if drawn else 14) for name in names)
    heads = ("round", *called, "fought", *(("both beaten",) if drawn else ()))
    pieces = [text(head, x, 6, 11.5, fill=QUIET, text_anchor="end") for head, x in zip(heads, columns, strict=True)]
    shown = rounds[1 : MOST_ROWS + 1]
    for at, row in enumerate(shown):
        cells = (number(row.number), *(percent_of(chance) for chance in row[1 : len(columns)]))
        y = 26 + ROW * at
        pieces += [text(cell, x, y, 12.5, text_anchor="end") for cell, x in zip(cells, columns, strict=True)]
    if len(rounds) - 1 > len(shown):
        pieces.append(
            text("further rounds are left out", columns[-1], 26 + ROW * len(shown), 11, fill=QUIET, text_anchor="end")
        )
    return "".join(pieces)


def percent_of(chance: float) -> str:
    """A chance that is a float, as percent."""
    from fractions import Fraction

    return percent(Fraction(min(1.0, max(0.0, chance))).limit_denominator(10**12))


def _spoken(names: tuple[str, ...], rounds: list[_Round]) -> str:
    said = [
        f"after round {row.number}: {names[0]} {percent_of(row.first)}, {names[1]} {percent_of(row.second)}"
        + (f", both beaten {percent_of(row.draw)}" if _drawn(rounds) else "")
        for row in rounds[1:]
    ]
    return "Won by then. " + "; ".join(said) + "."
