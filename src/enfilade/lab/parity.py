"""The proof of the twin: the same dice given to it and to the readable text, and every decision compared.

For each battle the readable text is played with faces from the battle's own stream, and the twin's kernel writes down
every node and digit. Then throw by throw: the digits, the situation, the throw asked for, the face values read; choice
by choice: the stage and the option; turn by turn: the result and the position it leads to; and the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from enfilade.dice import Choice, Chosen, Program, Roll, Rolled, Told
from enfilade.lab.battles import Text, Turn
from enfilade.lab.chart import Chart, Way
from enfilade.lab.faces import reading
from enfilade.lab.kernel import UNKNOWN
from enfilade.lab.philox import Stream
from enfilade.lab.twin import Place, Twin, run_tables
from enfilade.referee import Result

SLICE = 500


class Parted(Exception):
    """Where the twin and the readable text part: the battle, the turn, what each of them says."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How much was compared: battles, turns, throws, single digits, choices; `untold` battles left the tables."""

    battles: int = 0
    turns: int = 0
    throws: int = 0
    digits: int = 0
    choices: int = 0
    untold: int = 0

    def plus(self, **more: int) -> "Agreement":
        return Agreement(**{name: getattr(self, name) + more.get(name, 0) for name in self.__slots__})


class _Written(Stream):
    """A stream that keeps its digits."""

    __slots__ = ("digits",)

    def __init__(self, seed: int, battle: int) -> None:
        super().__init__(seed, battle)
        self.digits: list[int] = []

    def digit(self, base: int) -> int:
        found = super().digit(base)
        self.digits.append(found)
        return found


def compare(made: Twin, seed: int, battles: Sequence[int]) -> Agreement:
    """Fight these battles twice. Raises `Parted` at the first difference."""
    text, tables = Text(made.choices), made.tables()
    found = Agreement()
    for at in range(0, len(battles), SLICE):
        part = battles[at : at + SLICE]
        plain = run_tables(tables, made.limit, seed, part)
        written = run_tables(tables, made.limit, seed, part, sum(map(int, plain.draws)))
        drawn = 0
        for n, battle in enumerate(part):
            until = drawn + int(written.draws[n])
            rows = [list(map(int, row[drawn:until])) for row in (written.nodes, written.digits)]
            drawn = until
            if tables.kind[int(written.last[n])] == UNKNOWN:
                found = found.plus(untold=1)
                continue
            one = _Battle(made, battle, rows[0], rows[1])
            found = found.plus(**one.compared(text, seed, (int(written.last[n]), int(written.rounds[n]))))
    return found


class _Battle:
    """One battle as the kernel wrote it down, read beside the text."""

    def __init__(self, made: Twin, battle: int, nodes: list[int], digits: list[int]) -> None:
        self.made, self.battle, self.nodes, self.digits = made, battle, nodes, digits
        self.at = self.position = 0
        self.counts = dict.fromkeys(("battles", "turns", "throws", "digits", "choices"), 0)

    def compared(self, text: Text, seed: int, end: tuple[int, int]) -> dict[str, int]:
        """Compare it all; `end` has the last position and the round in which the kernel came there."""
        stream = _Written(seed, self.battle)
        rounds, over = 0, True
        for turn in text.battle(stream):
            self._turn(turn, stream.digits)
            rounds, over = rounds + turn.over, turn.over
        self._same("the last position", self.position, end[0])
        self._same("the last round", rounds + 1 - over, end[1])
        self._same("the number of digits", len(stream.digits), len(self.digits))
        return {**self.counts, "battles": 1}

    def _turn(self, turn: Turn, digits: list[int]) -> None:
        self._same("the position", self.made.positions[self.position], turn.position)
        place = self.made.places[self.position]
        if place is None:
            raise Parted(f"battle {self.battle}: the twin does not know position {self.position}")
        if turn.trace is None or turn.program is None:
            self._same("an attack with dice", place.chart, None)
            self.position = place.to[0]
        else:
            assert place.chart is not None
            result = self._attack(place, place.chart, (turn.program, turn.trace.told), digits)
            self._same("the result", turn.program.end(place.chart.last[result]), turn.trace.result)
            self.position = place.to[result]
        self._same("the position after it", self.made.positions[self.position], turn.to)
        self.counts["turns"] += 1

    def _attack(
        self, place: Place, chart: Chart, text: tuple[Program[Any, Result], tuple[Told[Any], ...]], digits: list[int]
    ) -> int:
        """Compare one attack; the number of its result."""
        program, told = text
        rules = [stage.rule for stage in program.every()]
        way, chosen = chart.first, 0
        before: Any = program.start
        for one in told:
            if isinstance(one.asked, Choice) and isinstance(one.answer, Chosen):
                self._same("a choice", chosen < len(way.chosen), True)
                at, label = way.chosen[chosen]
                self._same("who is asked to choose", rules[at], one.stage.rule)
                self._same("the choice", label, one.answer.label)
                chosen += 1
                self.counts["choices"] += 1
            elif isinstance(one.asked, Roll) and isinstance(one.answer, Rolled):
                self._same("the choices before a throw", chosen, len(way.chosen))
                asked = chart.asked[way.to]
                self._same("the stage that throws", rules[asked.at], one.stage.rule)
                self._same("the situation", asked.situation, before)
                self._same("the throw", asked.throw, one.asked.throw)
                way, chosen = self._throw(chart, way, place.offset + chart.starts[way.to], one, digits)
            before = one.situation
        self._same("the choices before the end", chosen, len(way.chosen))
        self._same("the end of the attack", way.to < 0, True)
        return -1 - way.to

    def _throw(self, chart: Chart, way: Way, node: int, one: Told[Any], digits: list[int]) -> tuple[Way, int]:
        """Compare one throw digit by digit, from its first node on."""
        throw = chart.asked[way.to].throw
        read = reading(throw)
        heap = 0 if read.heaps else -1
        while heap >= 0:
            self._same("the node", self.nodes[self.at], node + heap)
            self._same("the digit", self.digits[self.at], digits[self.at])
            heap = read.heaps[heap].to[read.heaps[heap].letters[self.digits[self.at]]]
            self.at += 1
            self.counts["digits"] += 1
        assert isinstance(one.answer, Rolled)
        self._same("what the dice say", read.results[-1 - heap], throw.read(one.answer.faces))
        self.counts["throws"] += 1
        return chart.ways[way.to][-1 - heap], 0

    def _same(self, what: str, twin: Any, text: Any) -> None:
        if twin is not text and twin != text:
            turn = self.counts["turns"] + 1
            raise Parted(f"battle {self.battle}, turn {turn}: {what}: the twin says {twin}, the text says {text}")
