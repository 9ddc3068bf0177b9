"""Match-ups and sweeps in words, as JSON and as HTML."""

from fractions import Fraction
from typing import Any

from enfilade.lab.matchups import MatchUps
from enfilade.lab.telling import share, table_html
from enfilade.show import Report, Row


def chance(value: float | None) -> str:
    """A chance as percent; a dash where it is missing."""
    return "–" if value is None else share(Fraction(value).limit_denominator(10**12))


def counted(duels: int) -> str:
    """So many duels."""
    return f"{duels:,} duel{'s' * (duels != 1)}"


def ranking(found: MatchUps) -> list[tuple[str, float | None, float | None]]:
    """Every unit with its average chance to win and its points taken for each point lost, the best first."""
    rows = [(name, found.average(at), found.efficiency(at)) for at, name in enumerate(found.names)]
    return sorted(rows, key=lambda row: -(row[1] if row[1] is not None else -1.0))


def told(found: MatchUps) -> Report:
    """The roster in words, the best first; then what is missing."""
    how = sorted({meeting.how for meeting in found.meetings.values()})
    said = "exact" if "sampled" not in how else f"{'partly ' * (len(how) > 1)}sampled, with 95% intervals"
    rows = [Row(0, found.roster.title or "all against all", f"{counted(len(found.meetings))}, {said}", "head")]
    widest = max(map(len, found.names))
    for name, average, worth in ranking(found):
        words = f"wins {chance(average)} on average"
        if worth is not None:
            words += f", takes {worth:.2f} points for each point lost"
        rows.append(Row(0, f"{name:<{widest}}", words, share=Fraction(average or 0).limit_denominator(10**9)))
    missing = len(found.roster.pairs()) - len(found.meetings)
    if missing:
        rows.append(Row(0, "missing", f"not finished: {counted(missing)}", "close"))
    return Report(tuple(rows))


def matchups_json(found: MatchUps) -> dict[str, Any]:
    """All pairs, the ranking, and the hash of all numbers."""
    best = [{"unit": name, "wins": average, "efficiency": worth} for name, average, worth in ranking(found)]
    return {
        "title": found.roster.title,
        "complete": found.complete,
        "digest": found.digest(),
        "units": best,
        "pairs": list(found.rows()),
    }


def matrix(found: MatchUps) -> list[list[str]]:
    """The chances to win, a row for each unit."""
    count = range(len(found.names))
    cells = [[found.cell(row, column) for column in count] for row in count]
    return [[chance(cell.wins if cell else None) for cell in row] for row in cells]


def matchups_html(found: MatchUps) -> str:
    """The chances to win as an HTML table: the row's unit against the column's."""
    rows = [[name, *row] for name, row in zip(found.names, matrix(found), strict=True)]
    return table_html(("wins", *found.names), rows, found.roster.title or "all against all")


def page(title: str, svg: str, table: str) -> str:
    """A picture and its table as one HTML page."""
    from html import escape

    style = "body{font-family:sans-serif;margin:2rem}td,th{padding:.2rem .6rem;text-align:right}"
    head = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
    body = f"<h1>{escape(title)}</h1>{svg}{table}"
    return f"{head}<style>{style}</style></head><body>{body}</body></html>\n"
