"""One attack as a chart: every throw that it can come to, by the stage and the situation that ask for it.

Stages that are certain and choices, which a policy answers, are gone through while the chart is drawn; what remains
are throws. The chart keeps the way from throw to throw, so that a battle of the twin can be laid beside the text.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from enfilade.dice import Choice, OverBudget, Policy, Program, Roll, Throw, Until
from enfilade.lab.faces import reading

MOST_WAYS = 300_000
MOST_STEPS = 100_000
"""So many stages without a throw are taken for a program that never ends."""


class Asked(NamedTuple):
    """A throw where it is asked for: the place of the stage, counted as policies count, and the situation."""

    at: int
    situation: Any
    throw: Throw[Any]


class Way(NamedTuple):
    """From one throw to the next: what was chosen on the way (place, label), and where it leads.

    That is the number of a throw, or below zero the last situation -1 - n.
    """

    chosen: tuple[tuple[int, str], ...]
    to: int


@dataclass(frozen=True, slots=True)
class Chart:
    """All throws of an attack; `first` is the way to the first one, `ways[n]` lead on from throw n by its result.

    `last` are the last situations, which each attack that has the same dice reads for itself. As numbers, throw n has
    its first node at `starts[n]`.
    """

    first: Way
    asked: tuple[Asked, ...]
    ways: tuple[tuple[Way, ...], ...]
    last: tuple[Any, ...]
    starts: tuple[int, ...]

    def nodes(self) -> "Nodes":
        """The chart as numbers: one node for every digit that a throw takes."""
        readings = [reading(one.throw) for one in self.asked]
        starts = self.starts

        def node(way: Way) -> int:
            to = way.to
            while to >= 0 and not readings[to].heaps:  # a throw of no dice leads on at once
                to = self.ways[to][0].to
            return starts[to] if to >= 0 else to

        rows = []
        for throw, read, start in zip(self.ways, readings, starts, strict=True):
            for heap in read.heaps:
                to = tuple(start + n if n >= 0 else node(throw[-1 - n]) for n in heap.to)
                rows.append((heap.base, heap.letters, to))
        return Nodes(node(self.first), tuple(rows))


class Nodes(NamedTuple):
    """A chart as numbers: its first node, and for each node base, letter of each digit, next node of each letter."""

    start: int
    rows: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]


class _Cursor(NamedTuple):
    """Where in a program: the number of the stage or repetition, and within a repetition the stage of its round."""

    outer: int
    inner: int


@dataclass(frozen=True, slots=True)
class _Walk:
    """A program on the way from throw to throw; `places` has for each row of stages the place of its first."""

    program: Program[Any, Any]
    policy: Policy[Any]
    places: tuple[int, ...]

    def on(self, cursor: _Cursor, situation: Any) -> tuple[list[tuple[int, str]], _Cursor, Any, Roll[Any] | None]:
        """What is chosen from here on, and where it comes to: a throw, or the end of the program and no throw."""
        chosen: list[tuple[int, str]] = []
        stages = self.program.stages
        for _ in range(MOST_STEPS):
            if cursor.outer == len(stages):
                return chosen, cursor, situation, None
            stage = stages[cursor.outer]
            if isinstance(stage, Until):
                if stage.done(situation):
                    cursor = _Cursor(cursor.outer + 1, 0)
                    continue
                stage = stage.stages[cursor.inner]
            move = stage.run(situation)
            if type(move) is Roll:
                return chosen, cursor, situation, move
            if type(move) is Choice:
                option = self.policy(self.places[cursor.outer] + cursor.inner, situation, move)
                chosen.append((self.places[cursor.outer] + cursor.inner, option.label))
                move = option.to
            cursor, situation = self.after(cursor), move
        raise OverBudget(f"an attack has {MOST_STEPS} stages in a row without a throw")

    def after(self, cursor: _Cursor) -> _Cursor:
        """The place that follows; a repetition begins again."""
        stage = self.program.stages[cursor.outer]
        if isinstance(stage, Until):
            return _Cursor(cursor.outer, (cursor.inner + 1) % len(stage.stages))
        return _Cursor(cursor.outer + 1, 0)


def chart(program: Program[Any, Any], policy: Policy[Any], most: int = MOST_WAYS) -> Chart:
    """The program with every choice answered by the policy. Raises `OverBudget` beyond `most` ways."""
    lengths = (len(stage.stages) if isinstance(stage, Until) else 1 for stage in program.stages)
    walk = _Walk(program, policy, (0, *accumulate(lengths)))
    numbers: dict[tuple[_Cursor, Any], int] = {}
    asked: list[Asked] = []
    rolls: list[tuple[_Cursor, Roll[Any]]] = []
    last: dict[Any, int] = {}

    def way(cursor: _Cursor, situation: Any) -> Way:
        chosen, cursor, situation, roll = walk.on(cursor, situation)
        if roll is None:
            return Way(tuple(chosen), -1 - last.setdefault(situation, len(last)))
        key = cursor, situation
        if key not in numbers:
            numbers[key] = len(asked)
            asked.append(Asked(walk.places[cursor.outer] + cursor.inner, situation, roll.throw))
            rolls.append((cursor, roll))
        return Way(tuple(chosen), numbers[key])

    first = way(_Cursor(0, 0), program.start)
    ways: list[tuple[Way, ...]] = []
    spent = 0
    while len(ways) < len(asked):
        cursor, roll = rolls[len(ways)]
        read = reading(roll.throw)
        spent += sum(len(heap.to) for heap in read.heaps) + len(read.results)
        if spent > most:
            raise OverBudget(f"one attack has more than {most} ways from throw to throw")
        onward = walk.after(cursor)
        known: dict[Any, Way] = {}
        for to in (row := [roll.then(result) for result in read.results]):
            if to not in known:
                known[to] = way(onward, to)
        ways.append(tuple(known[to] for to in row))
    sizes = [len(reading(one.throw).heaps) for one in asked]
    starts = (0, *accumulate(sizes))[: len(sizes)]
    return Chart(first, tuple(asked), tuple(ways), tuple(last), starts)
