"""A number swept through a range: the chance to win as a line with a band, and the same numbers in a table beside."""

from typing import Any, Protocol

from enfilade.show.duelchart import GRID, LEFT, PLOT, RIM, ROW, TABLE, TALL, WIDTH, percent_of
from enfilade.show.labels import wrapped
from enfilade.show.margins import text
from enfilade.show.style import QUIET, SIDES
from enfilade.show.svg import Picture, element, path, sheet

MOST_ROWS = 16
Line = list[tuple[int, float, float, float]]


class Swept(Protocol):
    """What the picture shows: the range, and for each value the mean chance and its band."""

    @property
    def range(self) -> Any: ...

    @property
    def band(self) -> str: ...

    def line(self) -> Line: ...


def sweepchart(swept: Swept) -> Picture:
    """The line over the values, the band around it."""
    line = swept.line()
    title = f"{swept.range.unit}: {swept.range.field}"
    pieces, y = [], 4.0
    for row in wrapped(title, 17, WIDTH - 2 * RIM):
        y += 22
        pieces.append(text(row, 0, y, 17, font_weight="600"))
    y += 20
    pieces.append(text(f"chance to win against the others; band: {swept.band}", 0, y, 12.5, fill=QUIET))
    y += 18
    pieces.append(element("g", _plot(line, swept.range.field), transform=f"translate(0 {y:.1f})"))
    pieces.append(element("g", _table(line, swept.range.field), transform=f"translate({TABLE:g} {y:.1f})"))
    height = y + max(TALL + 44, ROW * (min(len(line), MOST_ROWS) + 2))
    whole = element("g", *pieces, transform=f"translate({RIM:g} {RIM - 8:g})")
    said = "; ".join(f"{swept.range.field} {value}: {percent_of(mean)}" for value, mean, _, _ in line)
    return sheet(whole, (WIDTH, height + RIM), (title, said))


def _plot(line: Line, field: str) -> str:
    first, last = line[0][0], line[-1][0]
    xs = [LEFT + PLOT * ((value - first) / (last - first) if last > first else 0.5) for value, *_ in line]
    band = [(x, TALL * (1 - high)) for x, (_, _, _, high) in zip(xs, line, strict=True)]
    band += [(x, TALL * (1 - low)) for x, (_, _, low, _) in reversed(list(zip(xs, line, strict=True)))]
    middle = [(x, TALL * (1 - mean)) for x, (_, mean, _, _) in zip(xs, line, strict=True)]
    look = SIDES[0]
    drawn = _scale() + element("path", d=path(band, closed=True), fill=look.pale, stroke=look.dark, stroke_width=0.6)
    drawn += element("path", d=path(middle), fill="none", stroke=look.dark, stroke_width=2.2)
    dots = [element("circle", cx=x, cy=y, r=3.2, fill="#ffffff", stroke=look.dark, stroke_width=1.8) for x, y in middle]
    every = max(1, -(-len(line) // 16))
    feet = [text(str(line[at][0]), xs[at], TALL + 16, 11.5, text_anchor="middle") for at in range(0, len(line), every)]
    return (
        drawn + "".join(dots) + "".join(feet) + text(field, LEFT + PLOT, TALL + 34, 11.5, fill=QUIET, text_anchor="end")
    )


def _scale() -> str:
    lines = []
    for share in (0, 25, 50, 75, 100):
        y = TALL * (1 - share / 100)
        lines.append(element("path", d=path([(LEFT, y), (LEFT + PLOT, y)]), stroke=GRID, stroke_width=1))
        lines.append(text(f"{share}%", LEFT - 6, y + 4, 11, fill=QUIET, text_anchor="end"))
    return "".join(lines)


def _table(line: Line, field: str) -> str:
    columns = (70.0, 150.0, 230.0, 310.0)
    heads = (field, "wins", "from", "to")
    pieces = [text(head, x, 6, 11.5, fill=QUIET, text_anchor="end") for head, x in zip(heads, columns, strict=True)]
    for at, (value, *chances) in enumerate(line[:MOST_ROWS]):
        cells = (str(value), *map(percent_of, chances))
        pieces += [
            text(cell, x, 26 + ROW * at, 12.5, text_anchor="end") for cell, x in zip(cells, columns, strict=True)
        ]
    if len(line) > MOST_ROWS:
        pieces.append(
            text("further values are left out", columns[-1], 26 + ROW * MOST_ROWS, 11, fill=QUIET, text_anchor="end")
        )
    return "".join(pieces)
