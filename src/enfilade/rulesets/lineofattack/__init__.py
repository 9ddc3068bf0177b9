"""Linea di attacco: who can attack whom among walls, obstacles and others. See README.md in this folder."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from enfilade.dice import Policy, first
from enfilade.referee import Action, Facts, Outcome, Refusal, Result, Ruling, Step, refuse
from enfilade.rulesets.lineofattack import attack, corner, moves, shelter
from enfilade.rulesets.lineofattack.asking import QUESTIONS as questions
from enfilade.rulesets.lineofattack.asking import ask
from enfilade.rulesets.lineofattack.book import BOOK as book
from enfilade.rulesets.lineofattack.documents import Scenario as document
from enfilade.rulesets.lineofattack.moves import apply
from enfilade.rulesets.lineofattack.scene import scene
from enfilade.rulesets.lineofattack.setup import setup
from enfilade.rulesets.lineofattack.sight import from_centre
from enfilade.rulesets.lineofattack.state import State, enemies

__all__ = [
    "aims",
    "apply",
    "ask",
    "book",
    "candidates",
    "document",
    "edition",
    "editions",
    "judge",
    "library",
    "name",
    "outcome",
    "policies",
    "questions",
    "scene",
    "setup",
]

name = "lineofattack"
edition = "page"
editions = ("page",)
library = None
policies: Mapping[str, Policy[Any]] = MappingProxyType({"first": first})
aims: Mapping[str, Callable[[Result], Fraction | int]] = MappingProxyType(
    {"changes": lambda result: len(result.events)}  # nothing is thrown here: a stance is taken or it is not
)


def candidates(state: State) -> Iterator[Action]:
    """For every pair of enemies: the attack from the middle, then that from each wall corner that qualifies."""
    for attacker in state.tokens:
        for target in state.tokens:
            if attacker.id == target.id or not enemies(attacker, target):
                continue
            plain = Action.of("attack", attacker=attacker.id, target=target.id)
            yield plain
            for place in _corners(state, plain):
                yield Action.of("attack", attacker=attacker.id, target=target.id, corner=place)


def _corners(state: State, action: Action) -> tuple[Any, ...]:
    """The corners from which the attacker may lean out at this target."""
    attacker, target = state.token(action["attacker"]), state.token(action["target"])
    assert attacker is not None
    assert target is not None
    stated = state.said(attacker, target)
    if stated:
        return (True,) if stated.corner else ()
    if attack.misplaced(state, attacker, target):
        return ()
    view = shelter.look(from_centre(state, attacker, target))
    return tuple(corner.options_step(state, view.seen, corner.candidates(view)).value)


def judge(state: State, action: Action) -> Ruling:
    """The ruling on an attack or a change of stance; an unknown kind of action is refused."""
    if action.kind == "attack":
        return attack.judge(state, action)
    if action.kind in moves.KINDS:
        return moves.judge(state, action)
    facts = Facts(kind=action.kind, known=("attack", *moves.KINDS))
    step = Step("attack", "{kind} is not an action here; these are: {known}", facts, False)
    return refuse(action, (), state.rules, Refusal(step))


def outcome(state: State) -> Outcome | None:
    """The page knows no end of a battle; a position is played out when nobody has a line of attack."""
    if not any(judge(state, action).legal for action in candidates(state)):
        return Outcome(None, "nobody has a line of attack")
    return None
