"""Both sides at their best: backward induction through the stages of every attack and the positions of the duel.

What is maximised is the chance to win, with half a win for an end that beats nobody; so what one side gains the other
loses. Where positions lead back to themselves, policies are improved until none changes.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from enfilade.dice import Choice, Option, OverBudget, Policy, Program, Roll, Stage, Until, odds
from enfilade.lab import solve
from enfilade.lab.course import (
    BRANCHES,
    Chain,
    Position,
    Row,
    both,
    components,
    ended,
    last_situations,
    policy_of,
    ruling_at,
    signature,
    start,
)
from enfilade.lab.duels import Duel
from enfilade.lab.rows import Numbers
from enfilade.referee import Result, Ruling

MOST_BEST = 1_500
"""Positions up to which best play is sought: any choice counts, so that there are many more."""
SWEEPS = 100
CLOSE = 1e-13
"""Values that differ by less are rounding; the option listed first is taken then."""


@dataclass(frozen=True, slots=True)
class Chances:
    """A throw laid open: the numbers of the situations it leads to, and the chance of each."""

    ways: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Options:
    """A choice laid open: whose it is, and the numbers of the situations among which it decides."""

    side: str
    to: tuple[int, ...]


Move = int | Chances | Options


@dataclass(frozen=True, slots=True)
class Unfolded:
    """All situations that any dice and any choices of one attack can reach, stage by stage, and the last of them."""

    layers: tuple[tuple[int, dict[Any, int], tuple[Move, ...]], ...]
    last: tuple[Any, ...]

    def value(self, worth: list[float], high: Callable[[str], bool]) -> tuple[float, dict[tuple[int, int], int]]:
        """The value at the start and the option taken in every layer and situation; `high(side)` maximises."""
        values = worth
        taken: dict[tuple[int, int], int] = {}
        for number in range(len(self.layers) - 1, -1, -1):
            before = []
            for at, move in enumerate(self.layers[number][2]):
                if type(move) is int:
                    before.append(values[move])
                elif type(move) is Chances:
                    before.append(sum(values[to] * chance for to, chance in move.ways))
                else:
                    sign = 1 if high(move.side) else -1  # type: ignore[union-attr]
                    pick = _pick([sign * values[to] for to in move.to])  # type: ignore[union-attr]
                    taken[number, at] = pick
                    before.append(values[move.to[pick]])  # type: ignore[union-attr]
            values = before
        return values[0], taken

    def policy(self, taken: dict[tuple[int, int], int]) -> Policy[Any]:
        """The options taken, as a policy. A repeated stage has a place of its own in every round of it."""
        known: dict[tuple[int, Any], int] = {}
        for number, (at, situations, _) in enumerate(self.layers):
            for situation, index in situations.items():
                if (number, index) in taken:
                    known[at, situation] = taken[number, index]

        def answer(at: int, situation: Any, choice: Choice[Any]) -> Option[Any]:
            return choice.options[known[at, situation]]

        return answer


def _pick(values: list[float]) -> int:
    best = max(values)
    return next(at for at, value in enumerate(values) if value >= best - CLOSE)


def unfold(program: Program[Any, Result], budget: int = BRANCHES) -> Unfolded:
    """The program laid open. Raises `OverBudget`."""
    layer: dict[Any, int] = {program.start: 0}
    layers: list[tuple[int, dict[Any, int], tuple[Move, ...]]] = []
    spent = 0

    def done(until: Until[Any]) -> bool:
        return all(map(until.done, layer))

    for at, stage in program.rounds(done):
        following: dict[Any, int] = {}
        moves = tuple(_move(stage.run(situation), following) for situation in layer)
        layers.append((at, layer, moves))
        spent += sum(len(move.ways) for move in moves if type(move) is Chances) + len(moves)
        if spent > budget:
            raise OverBudget(f"best play needs more than {budget} branches in one attack")
        layer = following
    return Unfolded(tuple(layers), tuple(layer))


def _move(move: Any, following: dict[Any, int]) -> Move:
    if type(move) is Roll:
        weights, total = move.throw.chances()
        found: dict[int, float] = {}
        for result, weight in weights:
            to = following.setdefault(move.then(result), len(following))
            found[to] = found.get(to, 0.0) + weight / total
        return Chances(tuple(found.items()))
    if type(move) is Choice:
        return Options(move.side, tuple(following.setdefault(option.to, len(following)) for option in move.options))
    return following.setdefault(move, len(following))


@dataclass(slots=True)
class _Place:
    """A position while best play is sought: its attack laid open, and the positions its results lead to."""

    ruling: Ruling
    program: Program[Any, Any] | None
    game: Unfolded | None
    to: tuple[int, ...]
    acting: str
    taken: dict[tuple[int, int], int] | None = None


def best_chain(duel: Duel, most: int = MOST_BEST) -> Chain:
    """The chain of the duel when every side whose policy is "best" plays to win. Raises `OverBudget`."""
    if duel.rounds and not duel.clocked:
        duel = replace(duel, clocked=True)
    positions, places = _places(duel, most)
    targets = tuple(Row(place.to, (1,) * len(place.to), len(place.to)) if place else None for place in places)
    values = [0.5] * len(positions)
    rows: list[Row | None] = [None] * len(positions)
    for group in components(targets):
        if places[group[0]] is None:
            values[group[0]] = _worth(duel, positions[group[0]])
            continue
        _settle(duel, group, places, (values, rows))
    return Chain(duel, tuple(positions), tuple(rows))


def _worth(duel: Duel, position: Position) -> float:
    beaten = [bool(side["beaten"]) for side in both(duel, position.state)]
    return 0.5 if beaten[0] == beaten[1] else float(beaten[1])


def _places(duel: Duel, most: int) -> tuple[list[Position], list[_Place | None]]:
    """Every position that any play can reach."""
    numbers = Numbers(duel)
    places: list[_Place | None] = []
    games: dict[Any, tuple[Program[Any, Any], Unfolded]] = {}
    numbers.number(start(duel))
    while len(places) < len(numbers.positions):
        position = numbers.positions[len(places)]
        places.append(None if ended(duel, position) else _place(numbers, position, games))
        if len(numbers.positions) > most:
            raise OverBudget(f"best play has more than {most} positions")
    return numbers.positions, places


def _place(numbers: Numbers, position: Position, games: dict[Any, Any]) -> _Place:
    duel = numbers.duel
    ruling = ruling_at(duel, position)
    acting = duel.side_of(ruling.action)
    if ruling.dice is None:
        return _Place(ruling, None, None, (numbers.after(position.turn, position.state),), acting)
    key = signature(ruling.dice, any(duel.policy(side).startswith("best:") for side in duel.sides)), acting
    if key not in games:
        program = last_situations(_with_fixed(duel, ruling, acting))
        games[key] = program, unfold(program)
    program, game = games[key]
    end, arrive = ruling.dice.end, numbers.arrivals(position)
    return _Place(ruling, program, game, tuple(arrive(end(situation)) for situation in game.last), acting)


def _with_fixed(duel: Duel, ruling: Ruling, acting: str) -> Program[Any, Result]:
    """The program with the choices of a side that does not play its best answered by its policy."""
    assert ruling.dice is not None
    fixed: dict[str, Policy[Any]] = {}
    for side in duel.sides:
        if duel.policy(side) != "best":
            fixed["attacker" if side == acting else "defender"] = policy_of(duel, ruling, side)
    if not fixed:
        return ruling.dice
    stages: list[Stage[Any] | Until[Any]] = []
    at = 0
    for stage in ruling.dice.stages:
        inner = stage.stages if isinstance(stage, Until) else (stage,)
        answered = tuple(_answered(at + n, one, fixed) for n, one in enumerate(inner))
        at += len(inner)
        stages.append(replace(stage, stages=answered) if isinstance(stage, Until) else answered[0])
    return replace(ruling.dice, stages=tuple(stages))


def _answered(at: int, stage: Stage[Any], fixed: dict[str, Policy[Any]]) -> Stage[Any]:
    def run(situation: Any) -> Any:
        move = stage.run(situation)
        if type(move) is Choice and move.side in fixed:
            return fixed[move.side](at, situation, move).to
        return move

    return replace(stage, run=run)


def _settle(
    duel: Duel, group: list[int], places: list[_Place | None], known: tuple[list[float], list[Row | None]]
) -> None:
    """Values and rows of a group of positions, by improving their policies until none changes."""
    values, rows = known
    for sweep in range(SWEEPS):
        changed = False
        for at in group:
            changed |= _improve(duel, places[at], values) or rows[at] is None
            rows[at] = _row_of(places[at])
        if not changed:
            return
        before = [values[at] for at in group]
        for at, value in zip(group, _evaluate(group, rows, values), strict=True):
            values[at] = value
        if sweep and max(abs(values[at] - was) for at, was in zip(group, before, strict=True)) < CLOSE:
            return


def _improve(duel: Duel, place: _Place | None, values: list[float]) -> bool:
    """Take the best options against these values; tell whether any changed."""
    assert place is not None
    if place.game is None:
        return False
    first = place.acting == duel.sides[0]

    def high(side: str) -> bool:
        return (side == "attacker") == first

    _, taken = place.game.value([values[to] for to in place.to], high)
    changed = taken != place.taken
    place.taken = taken
    return changed


def _row_of(place: _Place | None) -> Row:
    """The row of a position under the options taken: the odds of its attack."""
    assert place is not None
    if place.game is None or place.program is None:
        return Row(place.to, (1,), 1)
    found = odds(place.program, place.game.policy(place.taken or {}), BRANCHES * 4, samples=1)
    if found.sampled:
        raise OverBudget("best play needs more branches than the budget in one attack")
    where = dict(zip(place.game.last, place.to, strict=True))
    weights: dict[int, int] = {}
    for situation, weight in found.weights.items():
        weights[where[situation]] = weights.get(where[situation], 0) + weight
    return Row(tuple(weights), tuple(weights.values()), found.total)


def _evaluate(group: list[int], rows: list[Row | None], values: list[float]) -> list[Any]:
    """The values of a group when its positions keep to their rows."""
    inside = {at: n for n, at in enumerate(group)}
    small: list[Row | None] = []
    fixed: list[float] = []
    for at in group:
        row = rows[at]
        assert row is not None
        small.append(row)
        fixed.append(
            sum(values[to] * w / row.total for to, w in zip(row.to, row.weights, strict=True) if to not in inside)
        )
    return solve.group_values(group, small, fixed)
