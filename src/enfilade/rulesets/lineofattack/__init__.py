"""Linea di attacco: who can attack whom among walls, obstacles and others. See README.md in this folder."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from enfilade.dice import Policy, first
from enfilade.referee import Action, Facts, Nearest, Outcome, Refusal, Result, Ruling, Step, closest, deciding, refuse
from enfilade.rulesets.lineofattack import attack, moves
from enfilade.rulesets.lineofattack.asking import QUESTIONS as questions
from enfilade.rulesets.lineofattack.asking import ask
from enfilade.rulesets.lineofattack.book import BOOK as book
from enfilade.rulesets.lineofattack.decisions import DECIDING as decidable
from enfilade.rulesets.lineofattack.documents import Scenario as document
from enfilade.rulesets.lineofattack.moves import apply
from enfilade.rulesets.lineofattack.pieces import pieces
from enfilade.rulesets.lineofattack.scene import scene
from enfilade.rulesets.lineofattack.setup import setup
from enfilade.rulesets.lineofattack.state import State, enemies
from enfilade.rulesets.lineofattack.survey import is_large, survey

__all__ = [
    "aims",
    "apply",
    "ask",
    "book",
    "candidates",
    "decidable",
    "document",
    "edition",
    "editions",
    "judge",
    "kinds",
    "library",
    "name",
    "outcome",
    "pieces",
    "policies",
    "questions",
    "scene",
    "setup",
    "survey",
]

name = "lineofattack"
edition = "page"
editions: tuple[str, ...] = ("page",)
kinds: tuple[str, ...] = ("attack", *moves.KINDS, deciding.KIND)
library = None
policies: Mapping[str, Policy[Any]] = MappingProxyType({"first": first})
aims: Mapping[str, Callable[[Result], Fraction | int]] = MappingProxyType(
    {"changes": lambda result: len(result.events)}  # nothing is thrown here: a stance is taken or it is not
)

# What an action of each kind may say.
FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "attack": ("attacker", "target", "corner"),
        "duck": ("token", "behind"),
        "pop_up": ("token",),
        "stand": ("token",),
    }
)


def candidates(state: State, about: str = "") -> Iterator[Action]:
    """For every pair of enemies: the attack from the middle, then that from each wall corner that qualifies.

    With `about` only for the pairs that this token belongs to.
    """
    if is_large(state):  # the corners are found sooner for all pairs at once
        yield from (ruling.action for ruling in survey(state, about))
        return
    for attacker in state.tokens:
        for target in state.tokens:
            if attacker.id != target.id and enemies(attacker, target) and about in ("", attacker.id, target.id):
                yield from attack.ways(state, attacker, target)


def judge(state: State, action: Action) -> Ruling:
    """The ruling on an attack, a change of stance or a decision; an unknown kind of action is refused."""
    if action.kind == deciding.KIND:
        return deciding.judge(state, action, state.rules, decidable)
    strange = _strange(action)
    if strange:
        return refuse(action, (), state.rules, strange)
    if action.kind == "attack":
        return attack.judge(state, action)
    if action.kind in moves.KINDS:
        return moves.judge(state, action)
    facts = Facts(kind=action.kind, known=kinds)
    step = Step("attack", "{kind} is not an action here; these are: {known}", facts, False)
    return refuse(action, (), state.rules, Refusal(step))


def _strange(action: Action) -> Refusal | None:
    """The refusal of an action that has a field which its kind does not have."""
    known = FIELDS.get(action.kind, tuple(action.fields))
    strange = next((name for name in action.fields if name not in known), None)
    if strange is None:
        return None
    near = closest(strange, known)
    facts = Facts(kind=action.kind, field=strange, known=known)
    step = Step("attack", "{kind} has no field {field}; it has {known}", facts, False)
    return Refusal(step, Nearest("{name}", Facts(name=near)) if near else None)


def outcome(state: State) -> Outcome | None:
    """The page knows no end of a battle; a position is played out when nobody has a line of attack."""
    if not any(ruling.legal for ruling in survey(state)):
        return Outcome(None, "nobody has a line of attack")
    return None
