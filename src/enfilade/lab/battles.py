"""One battle of a duel in the readable text, with the dice that its number and the seed name."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from enfilade.dice import Policy, Program, Trace, play
from enfilade.lab.choices import Choices, choices
from enfilade.lab.course import Position, arrivals, ended, following, ruling_at, settled, start
from enfilade.lab.duels import Duel
from enfilade.lab.faces import drawn
from enfilade.lab.philox import Stream
from enfilade.referee import Result

ROUNDS = 60
"""So many rounds a duel without a limit is fought."""


class Turn(NamedTuple):
    """One turn of a battle: the position, its dice and how they went (`None` without), what follows.

    `over` tells whether a round ends with it.
    """

    position: Position
    program: Program[Any, Result] | None
    trace: Trace[Any, Result] | None
    to: Position
    over: bool


class _Ruled(NamedTuple):
    program: Program[Any, Result] | None
    policy: Policy[Any] | None
    arrive: Callable[[Result], Position] | None
    after: Position | None
    over: bool


class Text:
    """The readable text of a duel. A position is ruled on once, as long as there are not too many of them."""

    MOST = 100_000

    def __init__(self, duel: Duel | Choices) -> None:
        self.choices = duel if isinstance(duel, Choices) else choices(duel)
        self.duel = self.choices.duel
        self.limit = self.duel.rounds or ROUNDS
        self._ruled: dict[Position, _Ruled] = {}

    def battle(self, stream: Stream) -> Iterator[Turn]:
        """A battle turn by turn, its dice from the stream: as far as somebody is beaten, or to the last round."""
        position, rounds = start(self.duel), 0
        while not ended(self.duel, position) and rounds < self.limit:
            turn = self.turn(position, stream)
            yield turn
            position, rounds = turn.to, rounds + turn.over

    def turn(self, position: Position, stream: Stream) -> Turn:
        """One turn from a position."""
        ruled = self._ruled.get(position) or self._rule(position)
        if ruled.program is None or ruled.policy is None or ruled.arrive is None:
            assert ruled.after is not None
            return Turn(position, None, None, ruled.after, ruled.over)
        trace = play(ruled.program, lambda throw: drawn(throw, stream), ruled.policy)
        assert trace.result is not None
        return Turn(position, ruled.program, trace, ruled.arrive(trace.result), ruled.over)

    def _rule(self, position: Position) -> _Ruled:
        over = following(self.duel, position.turn)[1]
        ruling = ruling_at(self.duel, position)
        if ruling.dice is None:
            made = _Ruled(None, None, None, settled(self.duel, position.turn, position.state), over)
        else:
            made = _Ruled(
                ruling.dice,
                self.choices.policy(position, ruling),
                arrivals(self.duel, position, partial(settled, self.duel)),
                None,
                over,
            )
        if len(self._ruled) < self.MOST:
            self._ruled[position] = made
        return made
