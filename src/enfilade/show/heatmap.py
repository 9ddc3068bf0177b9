"""Chances to win, all against all, as a picture: a square for each pair, with its number in it."""

from fractions import Fraction
from typing import Any, Protocol

from enfilade.show.duelchart import percent_of
from enfilade.show.labels import shortened, text_width, wrapped
from enfilade.show.margins import text
from enfilade.show.style import QUIET
from enfilade.show.svg import Picture, element, sheet

RIM, MOST_NAME = 20.0, 26
LOW, MIDDLE, HIGH = (179, 71, 0), (247, 244, 236), (11, 83, 148)
"""From the colour of losing over an even match to that of winning: the colours of the two sides."""
SMALLEST, LARGEST = 22.0, 58.0
DARK = 0.18
"""Below this brightness white figures are read better than dark ones."""


class AllAgainstAll(Protocol):
    """What the picture shows."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def roster(self) -> Any: ...

    def cell(self, row: int, column: int) -> Any: ...

    def average(self, row: int) -> float | None: ...


def heatmap(found: AllAgainstAll) -> Picture:
    """The row's unit against the column's: blue wins, orange loses; in each square the percent."""
    names = [shortened(name, MOST_NAME) for name in found.names]
    room = max(text_width(name, 12.5) for name in names) + 14
    size = max(SMALLEST, min(LARGEST, 900 / (len(names) + 1)))
    title = found.roster.title or "all against all"
    pieces, y = [], 4.0
    for line in wrapped(title, 17, max(360.0, room + size * (len(names) + 1))):
        y += 22
        pieces.append(text(line, 0, y, 17, font_weight="600"))
    y += 20
    pieces.append(text("chance that the row wins against the column, in percent", 0, y, 12.5, fill=QUIET))
    top = y + room * 0.72 + 16
    pieces += _names(names, (room, top), size)
    pieces += _squares(found, (room, top), size)
    bottom = top + size * len(names) + 16
    pieces.append(_key(room, bottom))
    width = max(380.0, room + size * (len(names) + 1) + room * 0.72) + 2 * RIM
    whole = element("g", *pieces, transform=f"translate({RIM:g} {RIM - 8:g})")
    return sheet(whole, (width, bottom + 50 + RIM), (title, _spoken(found)))


def _names(names: list[str], corner: tuple[float, float], size: float) -> list[str]:
    left, top = corner
    pieces = []
    for at, name in enumerate([*names, "average"]):
        x, y = left + size * (at + 0.5) + 4, top - 6
        pieces.append(text(name, x, y, 12.5, transform=f"rotate(-45 {x:.1f} {y:.1f})"))
        if at < len(names):
            pieces.append(text(name, left - 8, top + size * (at + 0.5) + 4, 12.5, text_anchor="end"))
    return pieces


def _squares(found: AllAgainstAll, corner: tuple[float, float], size: float) -> list[str]:
    pieces = []
    for row in range(len(found.names)):
        for column in range(len(found.names)):
            cell = found.cell(row, column)
            wins = None if cell is None else cell.wins
            said = f"{found.names[row]} against {found.names[column]}: "
            said += "not finished" if cell is None else percent_of(cell.wins)
            if cell is not None and cell.how == "sampled":
                said += f" ({percent_of(cell.low)} to {percent_of(cell.high)})"
            pieces.append(_square(wins, (corner[0] + size * column, corner[1] + size * row), size, said))
        average = found.average(row)
        said = f"{found.names[row]} on average: {'–' if average is None else percent_of(average)}"
        at = (corner[0] + size * len(found.names) + 4, corner[1] + size * row)
        pieces.append(_square(average, at, size, said))
    return pieces


def _square(wins: float | None, at: tuple[float, float], size: float, said: str) -> str:
    colour = "#ffffff" if wins is None else _colour(wins)
    square = element("rect", x=at[0], y=at[1], width=size - 1, height=size - 1, fill=colour, stroke="#c9c3b3")
    number = "–" if wins is None else whole_percent(wins)
    ink = "#ffffff" if luminance(colour) < DARK else "#000000"
    label = text(number, at[0] + size / 2, at[1] + size / 2 + 4, min(13.0, size * 0.45), text_anchor="middle", fill=ink)
    return element("g", element("title", said), square, label)


def whole_percent(chance: float) -> str:
    """A chance in whole percent, without the sign; what is not quite certain stays below 100 and above 0."""
    exact = Fraction(chance).limit_denominator(10**12)  # what rounding has left of a certainty is one
    whole = round(100 * exact)
    return "<1" if whole == 0 and exact else ">99" if whole == 100 and exact != 1 else str(whole)


def luminance(colour: str) -> float:
    """How bright a colour "#rrggbb" looks, from 0 to 1 (the relative luminance of sRGB)."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _colour(wins: float) -> str:
    end, share = (HIGH, (wins - 0.5) * 2) if wins >= 0.5 else (LOW, (0.5 - wins) * 2)
    parts = (round(a + (b - a) * share) for a, b in zip(MIDDLE, end, strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def _key(x: float, y: float) -> str:
    steps = [element("rect", x=x + 24 * n, y=y, width=24, height=10, fill=_colour(n / 8)) for n in range(9)]
    ends = text("loses", x, y + 24, 11.5, fill=QUIET) + text(
        "wins", x + 216, y + 24, 11.5, fill=QUIET, text_anchor="end"
    )
    return "".join(steps) + ends + text("even", x + 108, y + 24, 11.5, fill=QUIET, text_anchor="middle")


def _spoken(found: AllAgainstAll) -> str:
    said = [f"{name} {percent_of(found.average(at) or 0.0)}" for at, name in enumerate(found.names)]
    return f"Chance to win on average: {', '.join(said)}. Blue wins, orange loses."
