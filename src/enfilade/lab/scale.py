"""A million battles of one duel: shared out in chunks, counted in whole numbers, the same whoever counts them.

A battle depends on the seed and its number alone, and counts add up in any order; so chunks, workers and interruptions
leave no trace in the answer. Its `digest` sums up one number for every battle, and tells if a single one differed.
"""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from enfilade.lab.battles import Text
from enfilade.lab.course import Position
from enfilade.lab.duels import Duel
from enfilade.lab.fought import Fought, LabError
from enfilade.lab.kernel import COMPILED, UNKNOWN, Tables
from enfilade.lab.philox import MOST_SEED, Stream
from enfilade.lab.tallies import Ending, Tally, ending, opened
from enfilade.lab.twin import Twin, numbers_of, run_tables, twin
from enfilade.lab.workers import Crew, share

if TYPE_CHECKING:
    from enfilade.show import Report

SLICE = 65_536
SECONDS = 1.5
"""So long a chunk is meant to take."""
FIRST = 10_000
"""The answer is looked at after so many battles, then after twice as many, and so on."""
MOST_BATTLES = 10**12
Watch = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Run:
    """How many battles, from which seed.

    With a `width` only until the 95 % interval of the chance to win is no wider than that on either side.
    """

    battles: int = 1_000_000
    seed: int = 0
    width: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.battles <= MOST_BATTLES:
            raise LabError(f"from 1 to {MOST_BATTLES:,} battles were expected; found {self.battles}")
        if not 0 <= self.seed <= MOST_SEED:
            raise LabError(f"a seed from 0 to {MOST_SEED} was expected; found {self.seed}")
        if not 0 <= self.width < 1:
            raise LabError(f"a width from 0 to 1 was expected, such as 0.01; found {self.width:g}")

    def steps(self) -> Iterator[int]:
        """After how many battles the answer is looked at."""
        step = FIRST if self.width else self.battles
        while step < self.battles:
            yield step
            step *= 2
        yield self.battles


class Chunk(NamedTuple):
    """Battles for one worker: the tables, for every position what it ends as and the mark of that, and which ones."""

    tables: Tables
    ends: Sequence[int]
    marks: Sequence[int]
    limit: int
    seed: int
    battles: Sequence[int]


class Count(NamedTuple):
    """What became of a chunk: the battles that came to each end in each round, and their digest.

    `left` are the battles that left the tables, each with the position where it stands.
    """

    ends: tuple[tuple[int, int, int], ...]
    digest: int
    left: tuple[tuple[int, int], ...]


def count(chunk: Chunk) -> Count:
    """Fight the battles of a chunk. What comes of it depends on the chunk alone."""
    import numpy as np

    width = chunk.limit + 2
    marks = np.asarray(chunk.marks, np.int64)
    counts = np.zeros(len(marks) * width, np.int64)
    ends, kind = np.asarray(chunk.ends, np.int64), np.asarray(chunk.tables.kind)
    digest, left = 0, []
    for at in range(0, len(chunk.battles), SLICE):
        numbers = numbers_of(chunk.battles[at : at + SLICE])
        written = run_tables(chunk.tables, chunk.limit, chunk.seed, numbers)
        last, rounds, draws = (np.asarray(row, np.int64) for row in written[:3])
        stands = kind[last] == UNKNOWN
        if stands.any():
            left += list(zip(numbers[stands].tolist(), last[stands].tolist(), strict=True))
            last, rounds, draws, numbers = last[~stands], rounds[~stands], draws[~stands], numbers[~stands]
        end = ends[last]
        counts += np.bincount(end * width + rounds, minlength=len(counts))
        digest += mixed(numbers, marks[end], rounds, draws)
    there = np.flatnonzero(counts)
    found = tuple((int(n) // width, int(n) % width, int(counts[n])) for n in there)
    return Count(found, digest % 2**64, tuple(left))


def mixed(battles: Any, marks: Any, rounds: Any, draws: Any) -> int:
    """One number that sums up battles: which, how each ended, in which round, after how many digits."""
    import numpy as np

    odd = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)
    mix = np.zeros(len(battles), np.uint64)
    for row, factor in zip((battles, marks, rounds, draws), odd, strict=True):
        mix = (mix ^ np.asarray(row, np.int64).astype(np.uint64)) * np.uint64(factor)
        mix ^= mix >> np.uint64(29)
    return int(mix.sum(dtype=np.uint64))


@dataclass(frozen=True, slots=True)
class Many:
    """Battles fought and counted.

    `digest` is equal for equal runs; `told` of them left the tables of the twin and were fought in the readable text;
    `complete` is false where the run was stopped before its end.
    """

    fought: Fought
    run: Run
    digest: int
    told: int
    tables: str
    complete: bool

    def report(self) -> "Report":
        """The answer in words, and how it was found."""
        from enfilade.show import Report, Row

        rows = [*self.fought.report().rows, Row(0, "rolled", self.tables, "quiet")]
        if self.told:
            rows.append(Row(0, "in the readable text", f"{self.told:,} battles", "quiet"))
        return Report((*rows, Row(0, "seed and digest", f"{self.run.seed}, {self.digest:016x}", "quiet")))

    def json(self) -> dict[str, Any]:
        """Everything as plain data."""
        found = {"seed": self.run.seed, "digest": f"{self.digest:016x}", "told": self.told, "complete": self.complete}
        return {**self.fought.json(), **found, "tables": self.tables}

    def __str__(self) -> str:
        return str(self.report())

    def _repr_html_(self) -> str:
        return self.fought._repr_html_()

    def _repr_svg_(self) -> str:
        return self.fought._repr_svg_()


def fight_many(
    duel: Duel | Twin,
    run: Run | None = None,
    crew: Crew | None = None,
    keep: str | os.PathLike[str] | None = None,
    watch: Watch = lambda done, total, words: None,
) -> Many:
    """Fight a duel again and again, every die rolled; give its twin instead where that is made already.

    What the file `keep` holds is not fought again, and what comes in is added to it.
    Stopped from the keyboard, it gives what is counted by then. Raises `LabError`; `OverBudget` where a side plays its
    best and the duel has too many positions to find out what that is.
    """
    run, crew = run or Run(), crew or Crew()
    made, duel = (duel, duel.duel) if isinstance(duel, Twin) else (None, duel)
    tally = opened(keep, duel, run.seed)
    front = _Front(made or twin(duel, run.seed), run, crew)
    try:
        for step in run.steps():
            for _ in front.fight(tally, step):
                tally.save()
                watch(tally.battles, run.battles, "")
            if run.width and tally.widest(duel.sides) <= run.width:
                break
        complete = True
    except KeyboardInterrupt:
        complete = False
        tally.save()
    if not tally.battles:
        raise LabError("stopped before anything was counted")
    fought = tally.fought(duel, len(front.twin.positions), front.twin.limit)
    return Many(fought, run, tally.digest, tally.told, front.words(), complete)


class _Front:
    """Where the battles of a run are fought: the twin, and the readable text where it does not reach."""

    def __init__(self, made: Twin, run: Run, crew: Crew) -> None:
        self.twin, self.run, self.crew = made, run, crew
        self.text = Text(made.choices)
        self._numbers: dict[Ending, int] = {}
        self._ends: list[int] = []
        self._marks: list[int] = []
        start = time.perf_counter()
        size = 2_000
        count(self._chunk(range(size)))
        self.rate = size / max(1e-6, time.perf_counter() - start)

    def words(self) -> str:
        """How the dice are rolled, in words."""
        how = "compiled" if COMPILED else "side by side"
        made = self.twin
        return f"every die, {how}; tables of {len(made.positions):,} positions and {made.entries:,} numbers"

    def _chunk(self, battles: Sequence[int]) -> Chunk:
        made = self.twin
        for position in made.positions[len(self._ends) :]:
            end = ending(made.duel, position)
            if end not in self._numbers:
                self._numbers[end] = len(self._numbers)
                self._marks.append(end.mark)
            self._ends.append(self._numbers[end])
        return Chunk(made.tables(), tuple(self._ends), tuple(self._marks), made.limit, self.run.seed, battles)

    def fight(self, tally: Tally, until: int) -> Iterator[None]:
        """Fight the battles up to this number that are not in the tally; yields after each chunk that came in."""
        missing = list(tally.missing(until))
        size = max(1, int(self.rate * SECONDS))
        if self.crew.on == "threads":  # which cost nothing to start
            size = min(size, ceil(sum(map(len, missing)) / self.crew.size) or 1)
        parts = [gap[at : at + size] for gap in missing for at in range(0, len(gap), size)]
        whole = self._chunk(())
        tasks = [whole._replace(battles=part) for part in parts]
        for number, found in share(count, tasks, self.crew) if len(tasks) > 1 else enumerate(map(count, tasks)):
            part = self._counted(found)
            self._settle(found.left, part)
            tally.add(parts[number], part)
            yield

    def _counted(self, found: Count) -> Tally:
        ends = list(self._numbers)
        return Tally(Counter({(ends[end], after): many for end, after, many in found.ends}), digest=found.digest)

    def _settle(self, left: Sequence[tuple[int, int]], part: Tally) -> None:
        """Fight battles that left the tables again, by tables that reach further, or in the readable text."""
        places = self.twin.places
        while left:
            stuck = sorted({at for _, at in left})
            known = any(places[at] is not None for at in stuck)  # laid open since for battles of another chunk
            if not self.twin.grow(stuck) and not known:
                for battle, _ in left:
                    part.join(self._told(battle))
                return
            found = count(self._chunk([battle for battle, _ in left]))
            part.join(self._counted(found))
            left = found.left

    def _told(self, battle: int) -> Tally:
        """A battle in the readable text."""
        stream = Stream(self.run.seed, battle)
        position: Position = self.twin.positions[0]
        rounds, over = 0, True
        for turn in self.text.battle(stream):
            position, rounds, over = turn.to, rounds + turn.over, turn.over
        end, after = ending(self.twin.duel, position), rounds + 1 - over
        digest = mixed([battle], [end.mark], [after], [stream.drawn])
        return Tally(Counter({(end, after): 1}), digest=digest, told=1)
