"""The course of a duel as a chain: which positions there are, and where each leads with which chance.

A position is a turn and a state. Its row comes from the odds of the ruling, so nothing is worked out a second time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import gcd
from typing import Any, NamedTuple

from enfilade.dice import Choice, Distribution, Option, OverBudget, Policy, Program, Until, best, odds
from enfilade.lab.duels import Duel
from enfilade.referee import Action, Event, Facts, Result, Ruling

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
    out_of_time = duel.clocked and position.turn == len(duel.opening) + len(duel.turns) * _rounds_after(duel)
    return out_of_time or any(side["beaten"] for side in both(duel, position.state))


def _rounds_after(duel: Duel) -> int:
    """The rounds that follow the opening."""
    return duel.rounds - bool(duel.opening)


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


def after(duel: Duel, position: Position, result: Result) -> Position:
    """The position after a turn that ended with this result."""
    state = position.state
    for event in result.events:
        state = duel.ruleset.apply(state, event)
    return settled(duel, position.turn, state)


def ruling_at(duel: Duel, position: Position) -> Ruling:
    """The referee's ruling on the turn of a position."""
    return duel.ruleset.judge(position.state, action_at(duel, position.turn))


def start(duel: Duel) -> Position:
    """The position in which the duel begins."""
    return Position(0, duel.ruleset.fresh(duel.battle.state, False))


Step = Callable[[Position, Ruling], Distribution[Result]]


def plain(duel: Duel) -> Step:
    """The odds of a turn with every choice answered by the policy of its side.

    Attacks whose programs are equal part by part have equal odds, and are asked for once.
    """
    known: dict[Any, Distribution[Result]] = {}

    def step(_position: Position, ruling: Ruling) -> Distribution[Result]:
        assert ruling.dice is not None
        key = signature(ruling.dice), duel.side_of(ruling.action)
        found = known.get(key)
        if found is None:
            found = known[key] = odds(ruling.dice, answers(duel, ruling), BRANCHES, samples=1)
        if found.sampled:
            raise OverBudget(f"a single attack needs more than {BRANCHES} branches")
        return found

    return step


def signature(program: Program[Any, Any]) -> Any:
    """What a program is made of: equal for programs that cannot differ in anything."""
    parts = []
    for stage in program.stages:
        inner = stage.stages if isinstance(stage, Until) else (stage,)
        parts.append((*((one.rule, _made_of(one.run)) for one in inner), isinstance(stage, Until)))
        if isinstance(stage, Until):
            parts.append((_made_of(stage.done),))
    return program.start, tuple(parts), _made_of(program.end)


def _made_of(function: Any) -> Any:
    if isinstance(function, partial):
        return function.func, function.args, tuple(function.keywords.items())
    return function


def answers(duel: Duel, ruling: Ruling) -> Policy[Any]:
    """Who answers the choices of this ruling: the policy of the side that acts, and that of the other side."""
    acting = duel.side_of(ruling.action)
    own = _policy(duel, ruling, acting)
    theirs = next(_policy(duel, ruling, side) for side in duel.sides if side != acting)

    def answer(at: int, situation: Any, choice: Choice[Any]) -> Option[Any]:
        return (own if choice.side == "attacker" else theirs)(at, situation, choice)

    return answer


def _policy(duel: Duel, ruling: Ruling, side: str) -> Policy[Any]:
    """A side's policy for one attack; a "best:AIM" does best in this attack, and is exact in that."""
    name, _, aim = duel.policy(side).partition(":")
    if name != "best":
        policies = duel.ruleset.policies
        return policies[name or next(iter(policies))]
    assert ruling.dice is not None
    wanted = duel.ruleset.aims[aim or next(iter(duel.ruleset.aims))]
    return best(ruling.dice, wanted, "attacker")


def explore(duel: Duel, step: Step, most: int = POSITIONS, starts: tuple[Position, ...] = ()) -> Chain:
    """Every position that can be reached from the start, or from `starts`, which stand first in the chain.

    Raises `OverBudget` beyond `most` positions.
    """
    numbers: dict[Position, int] = {}
    positions: list[Position] = []
    rows: list[Row | None] = []

    def number(position: Position) -> int:
        if position not in numbers:
            if len(positions) >= most:
                raise OverBudget(f"the duel has more than {most} positions")
            numbers[position] = len(positions)
            positions.append(position)
        return numbers[position]

    for position in starts or (start(duel),):
        number(position)
    while len(rows) < len(positions):
        position = positions[len(rows)]
        rows.append(None if ended(duel, position) else _row(duel, position, step, number))
    return Chain(duel, tuple(positions), tuple(rows))


def _row(duel: Duel, position: Position, step: Step, number: Callable[[Position], int]) -> Row:
    ruling = ruling_at(duel, position)
    if ruling.dice is None:
        return Row((number(settled(duel, position.turn, position.state)),), (1,), 1)
    distribution = step(position, ruling)
    found: dict[int, int] = {}
    arrive = arrivals(duel, position)
    for result, weight in distribution.weights.items():
        to = number(arrive(result))
        found[to] = found.get(to, 0) + weight
    common = gcd(distribution.total, *found.values())
    return Row(tuple(found), tuple(weight // common for weight in found.values()), distribution.total // common)


def arrivals(duel: Duel, position: Position) -> Callable[[Result], Position]:
    """The positions after the results of one turn; events that several results share are written down once."""
    pool: dict[Any, Any] = {}
    written: dict[tuple[int, Event], Any] = {}
    reached: dict[int, Position] = {}

    def arrive(result: Result) -> Position:
        state = position.state
        for event in result.events:
            key = id(state), event
            if key not in written:
                new = duel.ruleset.apply(state, event)
                written[key] = pool.setdefault(new, new)
            state = written[key]
        if id(state) not in reached:
            reached[id(state)] = settled(duel, position.turn, state)
        return reached[id(state)]

    return arrive


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
