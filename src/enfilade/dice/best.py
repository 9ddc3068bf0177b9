"""The best answers to the choices of a program: backward induction over its stages, exact."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Generic, NamedTuple, TypeVar

from enfilade.dice.program import Choice, Option, Program, Roll, Until
from enfilade.dice.throw import OverBudget

S = TypeVar("S", bound=Hashable)
R = TypeVar("R", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Best(Generic[S]):
    """The policy that does best from every situation, and the exact value it reaches from the start."""

    value: Fraction
    taken: dict[int, dict[S, Option[S]]]

    def __call__(self, at: int, situation: S, choice: Choice[S], /) -> Option[S]:
        return self.taken[at][situation]


def best(program: Program[S, R], worth: Callable[[R], Fraction | int], side: str, budget: int = 5_000_000) -> Best[S]:
    """The policy that makes `worth` greatest where `side` chooses and least where anybody else does.

    Backward induction over the same stages, exact: whole numbers over one common denominator per stage. Ties
    go to the option listed first. Raises `OverBudget` beyond `budget` branches.
    """
    reach, last = _reachable(program, budget)
    ends = [Fraction(worth(program.end(situation))) for situation in last]
    total = lcm(*[value.denominator for value in ends])
    values = [value.numerator * (total // value.denominator) for value in ends]
    taken: dict[int, dict[S, Option[S]]] = {}
    for at, moves in reversed(reach):
        lot = lcm(*[move.total for move in moves if type(move) is _Thrown])
        choices = taken.setdefault(at, {})
        before = []
        for move in moves:
            if type(move) is _Thrown:
                before.append(lot // move.total * sum([values[place] * ways for place, ways in move.parts]))
            elif type(move) is _Chosen:
                pick = max if move.choice.side == side else min
                number = pick(range(len(move.places)), key=[values[place] for place in move.places].__getitem__)
                choices[move.situation] = move.choice.options[number]
                before.append(lot * values[move.places[number]])
            else:
                before.append(lot * values[move])
        values, total = before, total * lot
    return Best(Fraction(values[0], total), taken)


class _Thrown(NamedTuple):
    """A roll: each result's place in the next layer with the ways to come there."""

    parts: list[tuple[int, int]]
    total: int


class _Chosen(NamedTuple):
    """A choice: each option's place in the next layer."""

    situation: Any
    choice: Choice[Any]
    places: list[int]


_Move = _Thrown | _Chosen | int


def _reachable(program: Program[S, R], budget: int) -> tuple[list[tuple[int, list[_Move]]], dict[S, int]]:
    """Every situation that any answers can reach, stage by stage, with its move to places in the next layer."""
    reach: list[tuple[int, list[_Move]]] = []
    layer: dict[S, int] = {program.start: 0}
    spent = 0

    def done(until: Until[S]) -> bool:
        return all(map(until.done, layer))

    for at, stage in program.rounds(done):
        moves: list[_Move] = []
        after: dict[Any, int] = {}
        for situation in layer:
            move = stage.run(situation)
            branches = 1
            if type(move) is Roll:
                weights, total = move.throw.chances()
                parts = [(after.setdefault(move.then(result), len(after)), ways) for result, ways in weights]
                moves.append(_Thrown(parts, total))
                branches = len(parts)
            elif type(move) is Choice:
                places = [after.setdefault(option.to, len(after)) for option in move.options]
                moves.append(_Chosen(situation, move, places))
                branches = len(places)
            else:
                moves.append(after.setdefault(move, len(after)))
            spent += branches * (1 + len(reach) // 400)  # some dice never quite end, and their numbers grow long
            if spent > budget:
                raise OverBudget(f"the best policy needs more than {budget} branches")
        reach.append((at, moves))
        layer = after
    return reach, layer
