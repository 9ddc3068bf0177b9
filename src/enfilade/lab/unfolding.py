"""One attack laid open: every situation that its dice and choices can reach, as tables of chances.

They are made once, from the program itself. Then the chances of its ends, and its best choices for any worth of them,
are found again and again by one text, plain or compiled, in a few microseconds.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from enfilade.dice import Choice, Option, OverBudget, Policy, Program, Roll, Until
from enfilade.lab.compiling import compiled, loaded

WORTH_COMPILING = 400_000
"""Branches from which on compiled code is sooner done, the loading of the compiler counted in."""
CLOSE = 1e-13
"""Values that differ by less are rounding; the option listed first is taken then."""
THROWN, ATTACKERS, DEFENDERS = 0, 1, 2


class Tables(NamedTuple):
    """Situations in the order of the stages: situation `i` leads to `to[first[i] : first[i + 1]]`, all of them later.

    `chance` lies beside `to`; where a player chooses, `whose` tells who, and `chance` is for the options taken.
    """

    first: Any
    to: Any
    chance: Any
    whose: Any


def pour(first: Any, to: Any, chance: Any, weight: Any) -> None:
    """Let the weight of the first situation flow down to the last ones."""
    for at in range(len(first) - 1):
        share = weight[at]
        if share > 0.0:
            for e in range(first[at], first[at + 1]):
                weight[to[e]] += share * chance[e]


def decide(first: Any, to: Any, chance: Any, signs: Any, value: Any, taken: Any) -> None:
    """From the values of the last situations those of all before, and which option is taken where a player chooses.

    `signs` has for each situation 1 where the greatest value is taken, -1 for the least, and 0 where dice decide.
    """
    for back in range(len(first) - 1):
        at = len(first) - 2 - back
        begin, end = first[at], first[at + 1]
        if signs[at] == 0:
            total = 0.0
            for e in range(begin, end):
                total += chance[e] * value[to[e]]
            value[at] = total
            continue
        best = signs[at] * value[to[begin]]
        for e in range(begin + 1, end):
            best = max(best, signs[at] * value[to[e]])
        for e in range(begin, end):
            if signs[at] * value[to[e]] >= best - CLOSE:
                taken[at] = e - begin
                value[at] = value[to[e]]
                break


@cache
def _fast() -> Any:
    return compiled(pour, decide)


@dataclass(frozen=True, slots=True)
class Unfolded:
    """An attack laid open. `choices` has for each situation in which a player chooses its stage and its number.

    `last` are the last situations; they stand at the end of the tables.
    """

    tables: Tables
    choices: dict[tuple[int, Any], int]
    last: tuple[Any, ...]

    @property
    def fast(self) -> bool:
        """Whether its tables are arrays, for compiled code."""
        return not isinstance(self.tables.to, list)

    def chances(self, taken: Sequence[int] | None = None) -> list[float]:
        """How likely each last situation is, with these options taken; without them every choice has its first."""
        first, to, chance, whose = self.tables
        if taken is not None and self.choices:
            chance = chance.copy()
            for at, one in enumerate(whose):
                for option in range(first[at + 1] - first[at] if one else 0):
                    chance[first[at] + option] = float(option == taken[at])
        weight = self._row(1.0)
        (_fast()["pour"] if self.fast else pour)(first, to, chance, weight)
        return list(weight[len(first) - 1 :])

    def value(self, worth: Sequence[float], high: Callable[[str], bool]) -> tuple[float, list[int]]:
        """The value at the start and the option taken in every situation; `high(side)` maximises, others minimise."""
        first, to, chance, whose = self.tables
        sign = (0, 1 if high("attacker") else -1, 1 if high("defender") else -1)
        value, taken, signs = self._row(0.0), [0] * (len(first) - 1), [sign[one] for one in whose]
        value[len(first) - 1 :] = worth
        if self.fast:
            import numpy as np

            picked = np.zeros(len(taken), np.int64)
            _fast()["decide"](first, to, chance, np.array(signs, np.int64), value, picked)
            return float(value[0]), picked.tolist()
        decide(first, to, chance, signs, value, taken)
        return value[0], taken

    def _row(self, start: float) -> Any:
        """A number for every situation, `start` for the first one."""
        size = len(self.tables.first) - 1 + len(self.last)
        row: Any = [0.0] * size
        if self.fast:
            import numpy as np

            row = np.zeros(size)
        row[0] = start
        return row

    def policy(self, taken: Sequence[int]) -> Policy[Any]:
        """The options taken, as a policy."""

        def answer(at: int, situation: Any, choice: Choice[Any]) -> Option[Any]:
            return choice.options[taken[self.choices[at, situation]]]

        return answer


def unfold(program: Program[Any, Any], budget: int = 2_000_000) -> Unfolded:
    """The program laid open. Raises `OverBudget`."""
    layer: dict[Any, int] = {program.start: 0}
    first, to, chance, whose = [0], list[int](), list[float](), list[int]()
    choices: dict[tuple[int, Any], int] = {}

    def done(until: Until[Any]) -> bool:
        return all(map(until.done, layer))

    for at, stage in program.rounds(done):
        following: dict[Any, int] = {}
        begins = len(whose) + len(layer)
        for situation in layer:
            move = stage.run(situation)
            if type(move) is Choice:
                choices[at, situation] = len(whose)
                whose.append(ATTACKERS if move.side == "attacker" else DEFENDERS)
            else:
                whose.append(THROWN)
            for number, share in _ways(move, following):
                to.append(begins + number)
                chance.append(share)
            first.append(len(to))
        if len(to) > budget:
            raise OverBudget(f"best play needs more than {budget} branches in one attack")
        layer = following
    tables = Tables(first, to, chance, whose)
    if len(to) >= WORTH_COMPILING or (loaded() and _fast()):
        tables = _arrays(tables)
    return Unfolded(tables, choices, tuple(layer))


def _ways(move: Any, following: dict[Any, int]) -> list[tuple[int, float]]:
    """Where a move leads: numbers of situations that follow, with their chances; the first option of a choice has 1."""
    if type(move) is Roll:
        weights, total = move.throw.chances()
        found: dict[int, float] = {}
        for result, weight in weights:
            number = following.setdefault(move.then(result), len(following))
            found[number] = found.get(number, 0.0) + weight / total
        return list(found.items())
    options = [option.to for option in move.options] if type(move) is Choice else [move]
    return [(following.setdefault(to, len(following)), float(not n)) for n, to in enumerate(options)]


def _arrays(tables: Tables) -> Tables:
    """The tables for compiled code."""
    import numpy as np

    return Tables(np.array(tables.first), np.array(tables.to, np.int64), np.array(tables.chance), tables.whose)
