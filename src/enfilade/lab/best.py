"""Both sides at their best: backward induction through the stages of every attack and the positions of the duel.

What is maximised is the chance to win, with half a win for an end that beats nobody; so what one side gains the other
loses. Where positions lead back to themselves, policies are improved until none changes.
"""

from dataclasses import dataclass, replace
from typing import Any

from enfilade.dice import Choice, Option, OverBudget, Policy, Program, Stage, Until, odds
from enfilade.lab import solve
from enfilade.lab.choices import Answered
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
from enfilade.lab.unfolding import CLOSE, Unfolded, unfold
from enfilade.referee import Result, Ruling

MOST_BEST = 1_500
"""Positions up to which best play is sought: any choice counts, so that there are many more."""
SWEEPS = 100


@dataclass(slots=True)
class _Place:
    """A position while best play is sought: its attack laid open, and the positions its results lead to."""

    ruling: Ruling
    program: Program[Any, Any] | None
    game: Unfolded | None
    to: tuple[int, ...]
    acting: str
    taken: list[int] | None = None


def best_chain(duel: Duel, most: int = MOST_BEST) -> Chain:
    """The chain of the duel when every side whose policy is "best" plays to win. Raises `OverBudget`."""
    duel, positions, places = _solved(duel, most)
    return Chain(duel, tuple(positions), tuple(_row_of(place) if place else None for place in places))


def best_answers(duel: Duel, most: int = MOST_BEST) -> tuple[Duel, dict[Position, Answered]]:
    """The same play as answers, for every position with dice that it may come to; and the duel as it is played.

    With a limit of rounds they are told apart in it, for best play knows how many are left. Raises `OverBudget`.
    """
    duel, positions, places = _solved(duel, most)
    found = {}
    for position, place in zip(positions, places, strict=True):
        if place and place.game:
            found[position] = Answered(_answering(duel, place), tuple(place.taken or ()))
    return duel, found


def _answering(duel: Duel, place: _Place) -> Policy[Any]:
    """The options taken in a position, and the policy of a side that does not play its best."""
    assert place.game
    known, best, fixed = place.game.choices, place.game.policy(place.taken or []), _fixed(duel, place.ruling)

    def answer(at: int, situation: Any, choice: Choice[Any]) -> Option[Any]:
        return (best if (at, situation) in known else fixed[choice.side])(at, situation, choice)

    return answer


def _solved(duel: Duel, most: int) -> tuple[Duel, list[Position], list[_Place | None]]:
    """The duel as it is played, its positions, and the options taken in each."""
    if duel.rounds and not duel.clocked:
        duel = replace(duel, clocked=True)
    positions, places = _places(duel, most)
    targets = tuple(Row(place.to, (1,) * len(place.to), len(place.to)) if place else None for place in places)
    values = [0.5] * len(positions)
    for group in components(targets):
        if places[group[0]] is None:
            values[group[0]] = _worth(duel, positions[group[0]])
            continue
        _settle(duel, group, places, values)
    return duel, positions, places


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
        program = last_situations(_with_fixed(duel, ruling))
        games[key] = program, unfold(program)
    program, game = games[key]
    end, arrive = ruling.dice.end, numbers.arrivals(position)
    return _Place(ruling, program, game, tuple(arrive(end(situation)) for situation in game.last), acting)


def _fixed(duel: Duel, ruling: Ruling) -> dict[str, Policy[Any]]:
    """The policies of the sides that do not play their best, by their part in this attack."""
    acting = duel.side_of(ruling.action)
    return {
        "attacker" if side == acting else "defender": policy_of(duel, ruling, side)
        for side in duel.sides
        if duel.policy(side) != "best"
    }


def _with_fixed(duel: Duel, ruling: Ruling) -> Program[Any, Result]:
    """The program with the choices of a side that does not play its best answered by its policy."""
    assert ruling.dice is not None
    fixed = _fixed(duel, ruling)
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


def _settle(duel: Duel, group: list[int], places: list[_Place | None], values: list[float]) -> None:
    """Values of a group of positions, by improving their policies until none changes."""
    for sweep in range(SWEEPS):
        changed = [_improve(duel, places[at], values) for at in group]
        if sweep and not any(changed):
            break
        before = [values[at] for at in group]
        for at, value in zip(group, _evaluate(group, [_shares(places[at]) for at in group], values), strict=True):
            values[at] = value
        if sweep and max(abs(values[at] - was) for at, was in zip(group, before, strict=True)) < CLOSE:
            break


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


def _shares(place: _Place | None) -> list[tuple[int, float]]:
    """Where a position leads under the options taken, with the chances."""
    assert place is not None
    return list(zip(place.to, place.game.chances(place.taken) if place.game else [1.0], strict=True))


def _row_of(place: _Place) -> Row:
    """The row of a position under the options taken: the odds of its attack."""
    if place.game is None or place.program is None:
        return Row(place.to, (1,), 1)
    found = odds(place.program, place.game.policy(place.taken or []), BRANCHES * 4, samples=1)
    if found.sampled:
        raise OverBudget("best play needs more branches than the budget in one attack")
    where = dict(zip(place.game.last, place.to, strict=True))
    weights: dict[int, int] = {}
    for situation, weight in found.weights.items():
        weights[where[situation]] = weights.get(where[situation], 0) + weight
    return Row(tuple(weights), tuple(weights.values()), found.total)


def _evaluate(group: list[int], shares: list[list[tuple[int, float]]], values: list[float]) -> list[Any]:
    """The values of a group when each of its positions leads on with these chances."""
    inside = set(group)
    fixed = [sum(values[to] * chance for to, chance in row if to not in inside) for row in shares]
    return solve.group_values(group, shares, fixed)
