"""The positions of a duel by number, and their rows, each worked out once when it is asked for.

A row comes from the odds of the ruling. What costs time is shared where it cannot differ: attacks whose programs start
and go on alike have the same odds of every last situation, only what a situation comes to is read for each of them; and
what is left of a state after a turn is found once for each state.
"""

from collections.abc import Callable
from math import gcd
from threading import Lock
from typing import Any

from enfilade.dice import Distribution, OverBudget, odds
from enfilade.lab.course import (
    BRANCHES,
    POSITIONS,
    Chain,
    Position,
    Row,
    alike,
    answers,
    arrivals,
    ended,
    last_situations,
    ruling_at,
    settled,
    start,
    turns_of,
)
from enfilade.lab.duels import Duel
from enfilade.referee import Result, Ruling

Step = Callable[[Ruling, int], Distribution[Any]]
"""How likely every last situation of a turn's dice is, within so many branches. Raises `OverBudget`."""
MOST_KEPT = 150_000
"""Situations of which the odds are kept from duel to duel."""
TOLD_AFTER = 50
MOST_BRANCHES = 1_500_000
"""Branches up to which the rows of a duel are kept."""


class Numbers:
    """Positions in the order in which they were met, and where the results of a turn lead among them.

    `noted` is told of every new one.
    """

    def __init__(self, duel: Duel, noted: Callable[[Position], object] = lambda position: None) -> None:
        self.duel, self._noted = duel, noted
        self.positions: list[Position] = []
        self._numbers: dict[Position, int] = {}
        self._settled: dict[tuple[int, Any], int] = {}

    def number(self, position: Position) -> int:
        """The number of a position."""
        found = self._numbers.get(position)
        if found is None:
            found = self._numbers[position] = len(self.positions)
            self.positions.append(position)
            self._noted(position)
        return found

    def after(self, turn: int, state: Any) -> int:
        """The number of the position after a turn that led to this state."""
        key = turn, state
        found = self._settled.get(key)
        if found is None:
            found = self._settled[key] = self.number(settled(self.duel, turn, state))
        return found

    def arrivals(self, position: Position) -> Callable[[Result], int]:
        """Where the results of one turn lead."""
        return arrivals(self.duel, position, self.after)


class Rows:
    """The rows of a duel by number of position; they are kept as long as there are not too many branches."""

    def __init__(self, duel: Duel) -> None:
        self.duel, self.numbers = duel, Numbers(duel)
        self._step = plain(duel)
        self._rows: dict[int, Row | None] = {}
        self._room = MOST_BRANCHES

    def row(self, at: int, budget: int = BRANCHES) -> Row | None:
        """Where a position leads; `None` where the duel has ended.

        Raises `OverBudget` where the odds of its attack are not known yet and take more branches than that.
        """
        if at in self._rows:
            return self._rows[at]
        position = self.numbers.positions[at]
        row = None if ended(self.duel, position) else self._worked_out(position, budget)
        if self._room > 0:
            self._rows[at] = row
            self._room -= len(row.to) if row else 0
        return row

    def _worked_out(self, position: Position, budget: int) -> Row:
        ruling = ruling_at(self.duel, position)
        if ruling.dice is None:
            return Row((self.numbers.after(position.turn, position.state),), (1,), 1)
        last = self._step(ruling, budget)
        end, arrive = ruling.dice.end, self.numbers.arrivals(position)
        found: dict[int, int] = {}
        for situation, weight in last.weights.items():
            to = arrive(end(situation))
            found[to] = found.get(to, 0) + weight
        common = gcd(last.total, *found.values())
        return Row(tuple(found), tuple(weight // common for weight in found.values()), last.total // common)


def explore(duel: Duel, most: int = POSITIONS) -> Chain:
    """Every position that can be reached from the start. Raises `OverBudget` beyond `most`."""
    return explored(Rows(duel), most)


Watch = Callable[[int, int, str], None]


def unwatched(done: int, total: int, words: str) -> None:
    """Nobody is told how far the work is."""


def explored(rows: Rows, most: int, starts: tuple[Position, ...] = (), watch: Watch = unwatched) -> Chain:
    """Every position that can be reached from the start, or from `starts`, which stand first in the chain.

    With a limit of rounds what comes after it is left out. Raises `OverBudget` beyond `most` positions; the rows that
    are worked out by then may serve all the same. `watch` is told now and then how many of those met are worked out.
    """
    numbers, limit = rows.numbers, turns_of(rows.duel)
    for position in starts or (start(rows.duel),):
        numbers.number(position)
    found: list[Row | None] = []
    turn, met = 0, len(numbers.positions)  # so many positions are met by this turn at the latest
    while len(found) < len(numbers.positions):
        if len(found) == met:
            turn, met = turn + 1, len(numbers.positions)
        found.append(None if limit and turn == limit else rows.row(len(found)))
        if len(found) % TOLD_AFTER == 0:
            watch(len(found), len(numbers.positions), "")
        if len(numbers.positions) > most:
            raise OverBudget(f"the duel has more than {most} positions")
    return Chain(rows.duel, tuple(numbers.positions), tuple(found))


# Odds -----------------------------------------------------------------------------------------------------------


class _Kept:
    """Odds that were worked out, by what they depend on; all are dropped when they are too many."""

    def __init__(self) -> None:
        self._known: dict[Any, Distribution[Any]] = {}
        self._size = 0
        self._lock = Lock()

    def get(self, key: Any) -> Distribution[Any] | None:
        return self._known.get(key)

    def keep(self, key: Any, found: Distribution[Any]) -> None:
        with self._lock:
            self._size += len(found)
            if self._size > MOST_KEPT:
                self._known, self._size = {}, len(found)
            self._known[key] = found


_KEPT = _Kept()


def plain(duel: Duel) -> Step:
    """The odds of a turn with every choice answered by the policy of its side.

    They are asked for once, in this duel and those that follow, for all turns that are alike.
    """

    def step(ruling: Ruling, budget: int) -> Distribution[Any]:
        program = ruling.dice
        assert program is not None
        key = alike(duel, ruling), budget
        found = _KEPT.get(key)
        if found is None:
            found = odds(last_situations(program), answers(duel, ruling), budget, samples=1)
            _KEPT.keep(key, found)
        if found.sampled:
            raise OverBudget(f"a single attack needs more than {budget} branches")
        return found

    return step
