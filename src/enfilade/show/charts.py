"""Odds as pictures: bars for each result, the curve of "at least", and the same numbers in a table beside."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from enfilade.dice import Distribution
from enfilade.referee import Translator, phrase, same, shown
from enfilade.show.labels import text_width, wrapped
from enfilade.show.margins import text
from enfilade.show.style import LEGAL, QUIET, SIDES
from enfilade.show.svg import Picture, element, number, path, sheet
from enfilade.show.tallies import Tally, alike, certainly, named
from enfilade.show.words import colon, mean, percent, spoken

WIDTH, RIM = 860.0, 20.0
LEFT, PLOT, TABLE = 46.0, 520.0, 590.0  # where the plot starts, how wide it is, where the table starts
TALL, ROW = 180.0, 18.0
BAR, CURVE, GRID = SIDES[0].pale, LEGAL, "#ddd8ca"
MOST_ROWS = 16


class _Axis(NamedTuple):
    """The values along the bottom and the room that each of them has."""

    values: tuple[Any, ...]
    room: float

    def middle(self, at: int) -> float:
        return LEFT + (at + 0.5) * self.room


def chart(odds: Distribution[Any], title: str = "", translate: Translator = same) -> Picture:
    """The odds of an attack: a panel for each count that is not certain, with its table beside it."""
    how = "exact" if not odds.sampled else "{total} samples, 95% intervals"
    how = phrase(how, {"total": translate.number(f"{odds.total:,}")}, translate)
    pieces, y = [], 4.0
    for line in wrapped(title, 17, WIDTH - 2 * RIM) if title else []:
        y += 22
        pieces.append(text(line, 0, y, 17, font_weight="600"))
    y += 20
    pieces.append(text(how, 0, y, 12.5, fill=QUIET))
    said = []
    for tally in alike(odds):
        panel, height = _panel(tally, translate)
        pieces.append(element("g", panel, transform=f"translate(0 {y + 14:.2f})"))
        y += height + 14
        said.append(_sentence(tally, translate))
    whole = element("g", *pieces, transform=f"translate({RIM:g} {RIM - 8:g})")
    return sheet(whole, (WIDTH, y + 2 * RIM), (title or translate("odds"), f"{how}. {' '.join(said)}"))


def _sentence(tally: Tally, translate: Translator) -> str:
    """The panel for people who hear it."""
    name = named(tally, translate)
    if tally.certain:
        return f"{name}{colon(translate)} {certainly(tally, translate)}."
    if not tally.numeric:
        each = (f"{tally.told(v, translate)} {percent(tally.exactly(v).share, translate)}" for v in tally.values)
        return f"{name}{colon(translate)} {', '.join(each)}."
    least = [phrase("at least {number}", {"number": v}, translate) for v in tally.thresholds()]
    chances = [percent(tally.at_least(v).share, translate) for v in tally.thresholds()]
    return f"{name}{colon(translate)} " + ", ".join(f"{a} {b}" for a, b in zip(least, chances, strict=True)) + "."


def _panel(tally: Tally, translate: Translator) -> tuple[str, float]:
    name = text(named(tally, translate), 0, 14, 14, font_weight="600")
    if tally.certain:
        return name + text(certainly(tally, translate), LEFT + 100, 14, 13), 24.0
    if not tally.numeric or len(tally.values) == 2:
        return name + _rows(tally, translate), 30 + 24.0 * len(tally.values)
    middle = phrase("expected {mean}", {"mean": mean(tally.expected(), translate)}, translate)
    table, height = _table(tally, translate)
    plot = element("g", _plot(tally, translate), transform="translate(0 30)")
    return (
        name
        + text(middle, LEFT + PLOT, 14, 12.5, fill=QUIET, text_anchor="end")
        + plot
        + element("g", table, transform=f"translate({TABLE:g} 30)"),
        max(TALL + 62, height + 40),
    )


def _rows(tally: Tally, translate: Translator) -> str:
    """One bar lying down for each of a few named results, such as yes and no."""
    pieces = []
    for at, value in enumerate(tally.values):
        y, chance = 28 + 24.0 * at, tally.exactly(value)
        pieces.append(text(tally.told(value, translate), LEFT + 90, y + 14, 12.5, text_anchor="end"))
        pieces.append(_rect(LEFT + 100, y, max(float(chance.share) * 360, 0.8), 18))
        pieces.append(text(percent(chance.share, translate), LEFT + 108 + float(chance.share) * 360, y + 14, 12.5))
    return "".join(pieces)


def _rect(x: float, y: float, width: float, height: float) -> str:
    return element("rect", x=x, y=y, width=width, height=height, fill=BAR, stroke=SIDES[0].dark, stroke_width=1)


def _plot(tally: Tally, translate: Translator) -> str:
    """Bars for exactly N; over them the points and steps of at least N."""
    axis = _Axis(tally.values, PLOT / len(tally.values))
    width = max(axis.room * 0.62, 1.0)
    bars = []
    for at, value in enumerate(axis.values):
        height = max(float(tally.exactly(value).share) * TALL, 0.6)
        bars.append(_rect(axis.middle(at) - width / 2, TALL - height, width, height))
    return _scale(translate) + "".join(bars) + _curve(tally, axis) + _feet(axis, translate)


def _scale(translate: Translator) -> str:
    lines = []
    for share in (0, 25, 50, 75, 100):
        y = TALL * (1 - share / 100)
        lines.append(element("path", d=path([(LEFT, y), (LEFT + PLOT, y)]), stroke=GRID, stroke_width=1))
        lines.append(text(translate.percent(f"{share}"), LEFT - 6, y + 4, 11, fill=QUIET, text_anchor="end"))
    return "".join(lines)


def _curve(tally: Tally, axis: _Axis) -> str:
    chances = [tally.at_least(value) for value in axis.values]
    points = [(axis.middle(at), TALL * (1 - float(chance.share))) for at, chance in enumerate(chances)]
    line = element("path", d=path(points), fill="none", stroke=CURVE, stroke_width=1.8)
    spans = [
        element("path", d=f"M{number(x)},{number(TALL * (1 - low))}V{number(TALL * (1 - high))}", stroke=CURVE)
        for (x, _), chance in zip(points, chances, strict=True)
        for low, high in ([chance.interval] if chance.interval else [])
    ]
    radius = min(3.4, max(axis.room / 3, 1.0))
    dots = [element("circle", cx=x, cy=y, r=radius, fill="#ffffff", stroke=CURVE, stroke_width=1.8) for x, y in points]
    return line + "".join(spans) + "".join(dots)


def _feet(axis: _Axis, translate: Translator) -> str:
    """The numbers under the bars, as many as have room."""
    said = [shown(value, translate) for value in axis.values]
    widest = max(text_width(one, 11.5) for one in said) + 8
    every = max(1, -(-int(widest * 100) // int(axis.room * 100)))
    numbers = [(said[at], axis.middle(at)) for at in range(0, len(said), every)]
    return "".join(text(one, x, TALL + 16, 11.5, text_anchor="middle") for one, x in numbers)


def _table(tally: Tally, translate: Translator) -> tuple[str, float]:
    """The same numbers to read: N, exactly N and at least N; thinned and said so where there are too many."""
    values: Sequence[Any] = tally.values
    if len(values) > MOST_ROWS:
        values = (tally.values[0], *tally.thresholds(MOST_ROWS - 2))
    heads = (spoken(tally.names[0], translate), translate("exactly"), translate("at least"))
    columns = (70.0, 150.0, 230.0)
    pieces = [text(head, x, 4, 11.5, fill=QUIET, text_anchor="end") for head, x in zip(heads, columns, strict=True)] + [
        _sign(columns[1], BAR, True),
        _sign(columns[2], CURVE, False),
    ]
    for at, value in enumerate(values):
        chances = (percent(one(value).share, translate) for one in (tally.exactly, tally.at_least))
        row = (shown(value, translate), *chances)
        y = 24 + ROW * at
        pieces += [text(said, x, y, 12.5, text_anchor="end") for said, x in zip(row, columns, strict=True)]
    height = 24 + ROW * len(values)
    if len(values) < len(tally.values):
        pieces.append(text(translate("some rows are left out"), columns[2], height, 11, fill=QUIET, text_anchor="end"))
    return "".join(pieces), height


def _sign(right: float, colour: str, bar: bool) -> str:
    """What in the plot a column of the table stands for."""
    if bar:
        return element("rect", x=right - 62, y=-5, width=9, height=9, fill=colour, stroke=SIDES[0].dark)
    return element("circle", cx=right - 58, cy=0, r=3.4, fill="none", stroke=colour, stroke_width=1.8)
