"""A sweep: one number of one unit through a range, and how its chance to win against the others follows."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from enfilade.files.wording import suggestion
from enfilade.lab.fought import LabError
from enfilade.lab.matchups import Cell, Effort, MatchUps, Meeting, meet
from enfilade.lab.rosters import Pair, Roster, swept
from enfilade.lab.workers import Crew, share

if TYPE_CHECKING:
    from enfilade.show import Picture, Report

MOST_VALUES = 100


class Range(NamedTuple):
    """What is swept: the unit ("" for the first of the roster), its field, and the values."""

    unit: str
    field: str
    values: tuple[int, ...]


class Point(NamedTuple):
    """The unit with one value against one other."""

    value: int
    against: str
    cell: Cell


def read_range(written: str, roster: Roster) -> Range:
    """`morale=5..9`, `UNIT.morale=5..9` or `defense=3,5`. Raises `LabError`."""
    match = re.fullmatch(r"\s*([^=]+?)\s*=\s*(-?\d+)(?:\s*\.\.\s*(-?\d+)|((?:\s*,\s*-?\d+)*))\s*", written)
    if not match:
        raise LabError(f"a sweep such as morale=5..9 was expected; found {written!r}")
    name, field = _named(match[1], roster)
    first = int(match[2])
    if match[3] is not None:
        values = tuple(range(first, int(match[3]) + 1))
    else:
        values = (first, *(int(part) for part in (match[4] or "").split(",") if part.strip()))
    if not 0 < len(values) <= MOST_VALUES:
        raise LabError(f"a sweep over 1 to {MOST_VALUES} values was expected; {written!r} has {len(values)}")
    return Range(name, field, values)


def _named(path: str, roster: Roster) -> tuple[str, str]:
    """The unit and the field: a unit's whole name before a dot, else the first unit of the roster."""
    for name in sorted(roster.names, key=len, reverse=True):
        if path.startswith(f"{name}."):
            return name, path[len(name) + 1 :]
    head, dot, _ = path.partition(".")
    if dot and head not in _fields(roster.units[0]):
        hint = suggestion(head, list(roster.names))
        raise LabError(f"there is no unit called {head}" + (f"; {hint}" if hint else ""))
    return roster.names[0], path


def _fields(part: Any) -> Iterator[str]:
    """The names of all fields of a unit, however deep."""
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    yield from part if isinstance(part, dict) else ()
    for one in inside:
        yield from _fields(one)


@dataclass(frozen=True, slots=True)
class Sweep:
    """The chance of one unit to win for every value, against each of the others."""

    roster: Roster
    range: Range
    points: tuple[Point, ...]

    def line(self) -> list[tuple[int, float, float, float]]:
        """For each value the mean chance to win over the others, and the band around it.

        The band is the mean of the intervals where something was sampled, else the least and the greatest chance.
        """
        found = []
        for value in dict.fromkeys(point.value for point in self.points):
            cells = [point.cell for point in self.points if point.value == value]
            if any(cell.how == "sampled" for cell in cells):
                low, high = (sum(ends) / len(cells) for ends in zip(*((c.low, c.high) for c in cells), strict=True))
            else:
                low, high = min(cell.wins for cell in cells), max(cell.wins for cell in cells)
            found.append((value, sum(cell.wins for cell in cells) / len(cells), low, high))
        return found

    @property
    def band(self) -> str:
        """What the band around the line is."""
        sampled = any(point.cell.how == "sampled" for point in self.points)
        return "95% interval" if sampled else "from the worst to the best opponent"

    def rows(self) -> Iterator[dict[str, Any]]:
        for point in self.points:
            yield {
                "unit": self.range.unit,
                self.range.field: point.value,
                "against": point.against,
                **point.cell._asdict(),
            }

    def to_pandas(self) -> Any:
        """The points as a data frame; needs pandas."""
        from enfilade.lab.writing import frame

        return frame(list(self.rows()))

    def chart(self) -> "Picture":
        """The line with its band, and the numbers beside it."""
        from enfilade.show.sweepchart import sweepchart

        return sweepchart(self)

    def report(self) -> "Report":
        from enfilade.lab.matchtold import chance
        from enfilade.show import Report, Row

        rows = [Row(0, f"{self.range.unit}: {self.range.field}", f"chance to win; band: {self.band}", "head")]
        for value, mean, low, high in self.line():
            rows.append(Row(1, str(value), f"{chance(mean)} ({chance(low)} to {chance(high)})"))
        return Report(tuple(rows))

    def json(self) -> dict[str, Any]:
        return {"unit": self.range.unit, "field": self.range.field, "points": list(self.rows())}

    def __str__(self) -> str:
        return str(self.report())

    def _repr_html_(self) -> str:
        from enfilade.lab.matchtold import chance
        from enfilade.lab.telling import table_html

        rows = [(value, chance(mean), chance(low), chance(high)) for value, mean, low, high in self.line()]
        return table_html((self.range.field, "wins", "from", "to"), rows, f"{self.range.unit} ({self.band})")

    def _repr_svg_(self) -> str:
        return self.chart().svg


def sweep(
    roster: Roster,
    written: str,
    effort: Effort | None = None,
    crew: Crew | None = None,
    watch: Callable[[int, int, str], None] = lambda done, total, words: None,
) -> Sweep:
    """One number through a range, such as `morale=5..9`; all values are checked before any is worked out."""
    wanted = read_range(written, roster)
    at = roster.names.index(wanted.unit)
    others = [other for other in range(len(roster.names)) if other != at]
    rosters = [swept(roster, wanted.unit, wanted.field, value) for value in wanted.values]
    for one in rosters:
        for other in others:
            one.duel(Pair(at, other))
    pairs = [Pair(at, other) for other in others]
    tasks = [(one.json(), pair, effort or Effort()) for one in rosters for pair in pairs]
    answers: dict[int, list[Meeting]] = {}
    for number, meetings in share(meet, tasks, crew or Crew()):
        answers[number] = meetings
        watch(len(answers), len(tasks), f"{wanted.field} {wanted.values[number // len(pairs)]}")
    points = []
    for n, (one, value) in enumerate(zip(rosters, wanted.values, strict=True)):
        told = [meeting for m in range(len(pairs)) for meeting in answers[n * len(pairs) + m]]
        mine = {(meeting.one, meeting.other): meeting for meeting in told}
        found = MatchUps(one, mine)
        cells = [(roster.names[other], found.cell(at, other)) for other in others]
        points += [Point(value, name, cell) for name, cell in cells if cell]
    return Sweep(roster, wanted, tuple(points))
