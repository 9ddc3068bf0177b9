"""All against all: every duel of a roster, worked out in any order on any number of workers, kept as it comes in."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from enfilade.dice import OverBudget, wilson
from enfilade.lab.course import Position, start
from enfilade.lab.duels import Duel
from enfilade.lab.fighting import sampled_until, weighed
from enfilade.lab.fought import Fought, LabError
from enfilade.lab.rosters import SIDES, Pair, Roster
from enfilade.lab.rows import Rows, explored
from enfilade.lab.workers import Crew, share

if TYPE_CHECKING:
    from enfilade.show import Picture, Report


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to try: positions weighed exactly, duels sampled beyond that, the width at which sampling stops.

    With a `width` duels are sampled until the 95 % interval is no wider on either side, or 200,000 are counted.
    """

    most: int = 1_500
    samples: int = 4_000
    width: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.most < 1 or self.samples < 1:
            raise LabError(f"a budget of at least 1 was expected; found {min(self.most, self.samples)}")
        if not 0 <= self.width < 1:
            raise LabError(f"a width from 0 to 1 was expected, such as 0.01; found {self.width:g}")


class Meeting(NamedTuple):
    """One duel of a roster: the chance that either wins, the share of it that either keeps, how it was found."""

    one: int
    other: int
    wins: float
    loses: float
    keeps: float
    other_keeps: float
    rounds: float
    how: str
    samples: int


class Cell(NamedTuple):
    """One unit against another, whoever strikes first: the chance to win with its interval, and points won and lost."""

    wins: float
    low: float
    high: float
    loses: float
    taken: float
    lost: float
    how: str


@dataclass(frozen=True, slots=True)
class MatchUps:
    """Every unit of a roster against every unit; what is missing was not finished."""

    roster: Roster
    meetings: Mapping[tuple[int, int], Meeting]
    effort: Effort = field(default_factory=Effort)

    @property
    def names(self) -> tuple[str, ...]:
        return self.roster.names

    @property
    def complete(self) -> bool:
        return len(self.meetings) == len(self.roster.pairs())

    def cell(self, row: int, column: int) -> Cell | None:
        """The row's unit against the column's; each strikes first in half of the duels. `None` if it is missing."""
        first, second = self.meetings.get((row, column)), self.meetings.get((column, row))
        if first is None or second is None:
            return None
        wins, loses = (first.wins + second.loses) / 2, (first.loses + second.wins) / 2
        low, high = wins, wins
        if first.samples or second.samples:
            low, high = (
                sum(pair) / 2 for pair in zip(_bounds(first, first.wins), _bounds(second, second.loses), strict=True)
            )
        points = self.roster.points
        kept, others = (first.keeps + second.other_keeps) / 2, (first.other_keeps + second.keeps) / 2
        how = "sampled" if first.samples or second.samples else "exact"
        return Cell(wins, low, high, loses, points[column] * (1 - others), points[row] * (1 - kept), how)

    def efficiency(self, row: int) -> float | None:
        """Points taken from all others for each point lost to them; `None` without points or losses."""
        cells = [cell for column in range(len(self.names)) if column != row and (cell := self.cell(row, column))]
        lost = sum(cell.lost for cell in cells)
        return sum(cell.taken for cell in cells) / lost if lost else None

    def average(self, row: int) -> float | None:
        """The chance to win against one of the others drawn at random."""
        cells = [cell for column in range(len(self.names)) if column != row and (cell := self.cell(row, column))]
        return sum(cell.wins for cell in cells) / len(cells) if cells else None

    def rows(self) -> Iterator[dict[str, Any]]:
        """One flat row for each pair of units."""
        for row, name in enumerate(self.names):
            for column, other in enumerate(self.names):
                cell = self.cell(row, column)
                if cell:
                    yield {"unit": name, "against": other, **cell._asdict()}

    def digest(self) -> str:
        """A hash of all numbers: equal for equal answers, whoever worked them out in whatever order."""
        lines = [json.dumps(self.meetings[pair], separators=(",", ":")) for pair in sorted(self.meetings)]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def to_pandas(self) -> Any:
        """The pairs as a data frame; needs pandas."""
        from enfilade.lab.writing import frame

        return frame(list(self.rows()))

    def heatmap(self) -> "Picture":
        """The chances to win as a picture with its numbers."""
        from enfilade.show.heatmap import heatmap

        return heatmap(self)

    def report(self) -> "Report":
        """The roster in words, the best first."""
        from enfilade.lab.matchtold import told

        return told(self)

    def json(self) -> dict[str, Any]:
        from enfilade.lab.matchtold import matchups_json

        return matchups_json(self)

    def __str__(self) -> str:
        return str(self.report())

    def _repr_html_(self) -> str:
        from enfilade.lab.matchtold import matchups_html

        return matchups_html(self)

    def _repr_svg_(self) -> str:
        return self.heatmap().svg


def _bounds(meeting: Meeting, share: float) -> tuple[float, float]:
    return wilson(share, meeting.samples) if meeting.samples else (share, share)


def matchup(
    roster: Roster,
    effort: Effort | None = None,
    crew: Crew | None = None,
    keep: str | os.PathLike[str] | None = None,
    watch: Callable[[int, int, str], None] = lambda done, total, words: None,
) -> MatchUps:
    """Every duel of the roster. What `keep` holds already is not worked out again, what comes in is added to it.

    Stopped from the keyboard, it gives what it has. Raises `LabError` if two units cannot meet.
    """
    effort = effort or Effort()
    pairs = roster.pairs()
    for pair in pairs:
        if pair.one <= pair.other:
            roster.duel(pair)  # units that cannot meet are told before any work
    with _Kept(keep, roster, effort) as kept:
        found = dict(kept.found)
        left = [pair for pair in pairs if pair.one <= pair.other and not {pair, Pair(*pair[::-1])} <= set(found)]
        tasks = [(roster.json(), pair, effort) for pair in left]
        watch(len(found), len(pairs), "")
        try:
            for number, meetings in share(meet, tasks, crew or Crew()):
                for meeting in meetings:
                    if (meeting.one, meeting.other) not in found:
                        found[meeting.one, meeting.other] = meeting
                        kept.add(meeting)
                watch(len(found), len(pairs), " against ".join(roster.names[at] for at in left[number]))
        except KeyboardInterrupt:
            pass
    return MatchUps(roster, found, effort)


def meet(task: tuple[dict[str, Any], Pair, Effort]) -> list[Meeting]:
    """The duels of two units of a roster, each striking first once; what comes of them depends on the task alone."""
    import numpy  # noqa: F401 - one duel does not wait for it; of many even the small ones are sooner solved in arrays

    data, (one, other), effort = task
    roster = Roster.from_json(data)
    if one == other:
        return [_alone(roster.duel(Pair(one, one)), Pair(one, one), effort)]
    pairs = Pair(one, other), Pair(other, one)
    duel = roster.duel(pairs[0])
    if duel.rounds or len(duel.turns) != 2:
        return [_alone(roster.duel(pair), pair, effort) for pair in pairs]
    return _together(duel, pairs, effort)


def _together(duel: Duel, pairs: tuple[Pair, Pair], effort: Effort) -> list[Meeting]:
    """Both duels from the same rows: who strikes second in one strikes first from its second turn on."""
    rows = Rows(duel)
    second = Position(1, duel.ruleset.fresh(duel.battle.state))
    try:
        chain = explored(rows, 2 * effort.most, (start(duel), second))
    except OverBudget:
        fought = [_sampled(rows, pair, effort, at) for at, pair in enumerate(pairs)]
    else:
        fought = [weighed(chain, at) for at in range(2)]
    return [_meeting(duel, pair, one, SIDES[::way]) for pair, one, way in zip(pairs, fought, (1, -1), strict=True)]


def _alone(duel: Duel, pair: Pair, effort: Effort) -> Meeting:
    """One duel by itself, exact or sampled."""
    rows = Rows(duel)
    try:
        fought = weighed(explored(rows, effort.most))
    except OverBudget:
        fought = _sampled(rows, pair, effort)
    return _meeting(duel, pair, fought, SIDES)


def _sampled(rows: Rows, pair: Pair, effort: Effort, at: int = 0) -> Fought:
    seed = int.from_bytes(hashlib.sha256(f"{effort.seed} {pair[0]} {pair[1]}".encode()).digest()[:6], "big")
    return sampled_until(rows, effort.width, effort.samples, seed, at)


def _meeting(duel: Duel, pair: Pair, fought: Fought, sides: tuple[str, ...]) -> Meeting:
    kept, others = (float(fought.expected(side)) / _whole(duel, side) for side in sides)
    wins, loses = (float(fought.wins(side)) for side in sides)
    rounds = 1 + sum(float(after.fighting) for after in fought.rounds[:-1])
    return Meeting(pair.one, pair.other, wins, loses, kept, others, rounds, fought.how, fought.samples)


def _whole(duel: Duel, side: str) -> int:
    return int(next(iter(duel.ruleset.left(duel.battle.state)[side].values()))) or 1


class _Kept:
    """The file of finished duels: one line each under a line that says of which roster and effort."""

    def __init__(self, path: str | os.PathLike[str] | None, roster: Roster, effort: Effort) -> None:
        self.path = Path(path) if path else None
        told = json.dumps([roster.json(), effort.most, effort.samples, effort.width, effort.seed], default=str)
        self.head = json.dumps({"format": "enfilade/matchups/1", "of": hashlib.sha256(told.encode()).hexdigest()})
        self.found: dict[tuple[int, int], Meeting] = {}
        self._out: Any = None

    def __enter__(self) -> "_Kept":
        if self.path:
            lines = self.path.read_text("utf-8").splitlines() if self.path.exists() else []
            if lines and lines[0] != self.head:
                raise LabError(f"{self.path}: these duels are of another roster or effort; name a new file")
            for line in lines[1:]:
                self._take(line)
            whole = [self.head, *(json.dumps(meeting) for meeting in self.found.values())]
            from enfilade.lab.writing import write_text

            write_text(self.path, "\n".join(whole) + "\n")  # without a line that was cut off
            self._out = self.path.open("a", encoding="utf-8")
        return self

    def _take(self, line: str) -> None:
        try:
            meeting = Meeting(*json.loads(line))
        except (ValueError, TypeError):
            return  # cut off when the disk was full or the power went
        self.found[meeting.one, meeting.other] = meeting

    def add(self, meeting: Meeting) -> None:
        """Write a finished duel down at once."""
        if not self._out:
            return
        try:
            self._out.write(json.dumps(meeting) + "\n")
            self._out.flush()
        except OSError as error:
            raise LabError(
                f"{self.path}: {error.strerror}; {len(self.found)} duels are kept, run it again to go on"
            ) from None
        self.found[meeting.one, meeting.other] = meeting

    def __exit__(self, *_: object) -> None:
        if self._out:
            try:
                self._out.close()
            except OSError:
                self._out = None  # what could not be written is worked out again next time
