"""The course of a duel as a chain: which positions there are, and where each leads with which chance.

A position is a turn and a state. Its row comes from the odds of the ruling, so nothing is worked out a second time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

from enfilade.dice import Choice, Option, Policy, Program, Until, best
from enfilade.lab.duels import Duel
from enfilade.referee import Action, Event, Facts, Result, Ruling

T = TypeVar("T")

POSITIONS = 20_000
BRANCHES = 2_000_000


class Position(NamedTuple):
    """Whose turn it is, counted through the opening and then the turns of a round, and the state by then."""

    turn: int
    state: Any


class Row(NamedTuple):
    """Where a position leads: the numbers of positions, with whole weights over `total`."""

    to: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Chain:
    """Every position that can be reached, the start first. `rows` holds `None` where the duel has ended."""

    duel: Duel
    positions: tuple[Position, ...]
    rows: tuple[Row | None, ...]

    @property
    def branches(self) -> int:
        return sum(len(row.to) for row in self.rows if row)

    def left(self, at: int) -> tuple[Facts, Facts]:
        """What either side has left in a position."""
        return both(self.duel, self.positions[at].state)


def both(duel: Duel, state: Any) -> tuple[Facts, Facts]:
    """What either side has left, in the order of the sides."""
    one, other = duel.ruleset.left(state).values()
    return one, other


def ended(duel: Duel, position: Position) -> bool:
    """Whether a side is beaten, or the last round is over."""
    out_of_time = duel.clocked and position.turn == turns_of(duel)
    return out_of_time or any(side["beaten"] for side in both(duel, position.state))


def _rounds_after(duel: Duel) -> int:
    """The rounds that follow the opening."""
    return duel.rounds - bool(duel.opening)


def turns_of(duel: Duel) -> int:
    """How many turns the duel has at most; 0 without a limit."""
    return len(duel.opening) + len(duel.turns) * _rounds_after(duel) if duel.rounds else 0


def action_at(duel: Duel, turn: int) -> Action:
    """The action of a turn."""
    opening = len(duel.opening)
    return duel.opening[turn] if turn < opening else duel.turns[(turn - opening) % len(duel.turns)]


def following(duel: Duel, turn: int) -> tuple[int, bool]:
    """The turn after this one, and whether a round ends between them."""
    to, opening = turn + 1, len(duel.opening)
    ends = to >= opening and (to - opening) % len(duel.turns) == 0
    return (opening if ends and not duel.clocked else to), ends


def settled(duel: Duel, turn: int, state: Any) -> Position:
    """The position after a turn that led to this state."""
    to, ends = following(duel, turn)
    return Position(to, duel.ruleset.fresh(state, ends))


def arrivals(duel: Duel, position: Position, reach: Callable[[int, Any], T]) -> Callable[[Result], T]:
    """What `reach` makes of the turn and the state after each result of it.

    Events that several results share are written down once, and each state reached is asked about once.
    """
    apply, turn = duel.ruleset.apply, position.turn
    written: dict[tuple[int, Event], Any] = {}
    reached: dict[int, T] = {}

    def arrive(result: Result) -> T:
        state = position.state
        for event in result.events:
            key = id(state), event
            following = written.get(key)
            if following is None:
                following = written[key] = apply(state, event)
            state = following
        if id(state) not in reached:
            reached[id(state)] = reach(turn, state)
        return reached[id(state)]

    return arrive


def ruling_at(duel: Duel, position: Position) -> Ruling:
    """The referee's ruling on the turn of a position."""
    return duel.ruleset.judge(position.state, action_at(duel, position.turn))


def start(duel: Duel) -> Position:
    """The position in which the duel begins."""
    return Position(0, duel.ruleset.fresh(duel.battle.state, False))


def signature(program: Program[Any, Any], whole: bool = False) -> Any:
    """What a program's start and stages are made of: equal where they cannot differ in any dice or choice.

    With `whole` also how its last situation is read.
    """
    parts = []
    for stage in program.stages:
        inner = stage.stages if isinstance(stage, Until) else (stage,)
        parts.append((*((one.rule, _made_of(one.run)) for one in inner), isinstance(stage, Until)))
        if isinstance(stage, Until):
            parts.append((_made_of(stage.done),))
    return program.start, tuple(parts), _made_of(program.end) if whole else None


def alike(duel: Duel, ruling: Ruling) -> Any:
    """What the dice and the choices of a turn depend on: turns for which it is equal differ at most in their results.

    A side that does best for an aim looks at the results too. What a side does that plays its best is not told here.
    """
    assert ruling.dice is not None
    acting = duel.side_of(ruling.action)
    policies = tuple(duel.policy(side) for side in sorted(duel.sides, key=lambda side: side != acting))
    aiming = any(policy.startswith("best:") for policy in policies)
    return duel.ruleset.name, policies, signature(ruling.dice, aiming)


def last_situations(program: Program[Any, Any]) -> Program[Any, Any]:
    """The program whose result is its last situation, to be read by each attack that has the same dice."""
    return replace(program, end=_itself)


def _itself(situation: Any) -> Any:
    return situation


def _made_of(function: Any) -> Any:
    if isinstance(function, partial):
        return function.func, function.args, tuple(function.keywords.items())
    return function


def answers(duel: Duel, ruling: Ruling) -> Policy[Any]:
    """Who answers the choices of this ruling: the policy of the side that acts, and that of the other side."""
    acting = duel.side_of(ruling.action)
    own = policy_of(duel, ruling, acting)
    theirs = next(policy_of(duel, ruling, side) for side in duel.sides if side != acting)

    def answer(at: int, situation: Any, choice: Choice[Any]) -> Option[Any]:
        return (own if choice.side == "attacker" else theirs)(at, situation, choice)

    return answer


def policy_of(duel: Duel, ruling: Ruling, side: str) -> Policy[Any]:
    """A side's policy for one attack; a "best:AIM" does best in this attack, and is exact in that."""
    name, _, aim = duel.policy(side).partition(":")
    if name != "best":
        policies = duel.ruleset.policies
        return policies[name or next(iter(policies))]
    assert ruling.dice is not None
    wanted = duel.ruleset.aims[aim or next(iter(duel.ruleset.aims))]
    return best(ruling.dice, wanted, "attacker")


def components(rows: tuple[Row | None, ...]) -> Iterator[list[int]]:
    """Groups of positions that lead to one another, those that are reached last first (Tarjan's algorithm)."""
    order = [-1] * len(rows)
    low = [0] * len(rows)
    stack: list[int] = []
    waiting = [False] * len(rows)
    found = 0
    for root in range(len(rows)):
        if order[root] >= 0:
            continue
        path = [(root, iter(_targets(rows[root])))]
        order[root] = low[root] = found
        found += 1
        stack.append(root)
        waiting[root] = True
        while path:
            at, left = path[-1]
            for to in left:
                if order[to] < 0:
                    order[to] = low[to] = found
                    found += 1
                    stack.append(to)
                    waiting[to] = True
                    path.append((to, iter(_targets(rows[to]))))
                    break
                if waiting[to]:
                    low[at] = min(low[at], order[to])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[at])
                if low[at] == order[at]:
                    group: list[int] = []
                    while not group or group[-1] != at:
                        group.append(stack.pop())
                        waiting[group[-1]] = False
                    yield group


def _targets(row: Row | None) -> tuple[int, ...]:
    return row.to if row else ()
