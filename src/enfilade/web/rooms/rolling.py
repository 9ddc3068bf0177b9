"""An attack goes on until it waits for a person: for faces that are typed in, or for a choice."""

from collections import deque
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from enfilade.dice import (
    Answer,
    Choice,
    Chosen,
    Face,
    FaceError,
    Option,
    Policy,
    Program,
    Rolled,
    Throw,
    Trace,
    follow,
    play,
)
from enfilade.referee import Result
from enfilade.web.rooms.fair import FairDice
from enfilade.web.telling.rolled import each


class Hand(NamedTuple):
    """Who answers: the dice of the server, and a policy for each of "attacker" and "defender" that has named one."""

    dice: FairDice | None
    policies: Mapping[str, Policy[Any]] = MappingProxyType({})


class _Waits(Exception):
    """A person is asked."""


def onward(program: Program[Any, Result], answers: Sequence[Answer], hand: Hand) -> Trace[Any, Result]:
    """The attack with these answers, and with all that needs no person. Raises `AnswerError` or `FaceError`."""
    follow(program, answers)  # whether they fit
    left, given = deque(answers), list[Answer]()

    def faces(throw: Throw[Any]) -> tuple[Face, ...]:
        thrown = throw.roll(hand.dice) if hand.dice and throw.size else None  # dice that fell are wound forward
        if left:
            given.append(left.popleft())
        elif thrown is None and throw.size:
            raise _Waits
        else:
            given.append(Rolled(thrown or ()))
        return given[-1].faces if isinstance(given[-1], Rolled) else ()

    def choose(at: int, situation: Any, choice: Choice[Any]) -> Option[Any]:
        if left:
            given.append(left.popleft())
        elif choice.side not in hand.policies:
            raise _Waits
        else:
            given.append(Chosen(hand.policies[choice.side](at, situation, choice).label))
        label = given[-1].label if isinstance(given[-1], Chosen) else ""
        return next(option for option in choice.options if option.label == label)

    try:
        return play(program, faces, choose)
    except _Waits:
        return follow(program, given)


def fell(trace: Trace[Any, Result]) -> bool:
    """Whether a die has fallen."""
    return any(isinstance(answer, Rolled) and answer.faces for answer in trace.answers)


def typed(throw: Throw[Any], faces: Sequence[Face]) -> Rolled:
    """Faces as a person typed them, in the way the dice say them. Raises `FaceError`."""
    dice = each(throw)
    if len(faces) != len(dice):
        raise FaceError(f"{throw} needs {len(dice)} faces; found {len(faces)}")
    return Rolled(tuple(die.check(face) for die, face in zip(dice, faces, strict=True)))
