"""Runewars: threat and attack. See README.md in this folder for what is covered and where each rule lives."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from enfilade.dice import Policy
from enfilade.referee import Action, Facts, Outcome, Refusal, Result, Ruling, Step, deciding, refuse
from enfilade.rulesets.runewars import attack, effects, engagement
from enfilade.rulesets.runewars.asking import QUESTIONS as questions
from enfilade.rulesets.runewars.asking import ask
from enfilade.rulesets.runewars.book import BOOK as book
from enfilade.rulesets.runewars.case import contacted
from enfilade.rulesets.runewars.decisions import DECIDING as decidable
from enfilade.rulesets.runewars.documents import Library as library
from enfilade.rulesets.runewars.documents import Scenario as document
from enfilade.rulesets.runewars.lasting import fresh, left, meeting, switches
from enfilade.rulesets.runewars.pieces import pieces
from enfilade.rulesets.runewars.policies import POLICIES
from enfilade.rulesets.runewars.scene import scene
from enfilade.rulesets.runewars.setup import setup
from enfilade.rulesets.runewars.state import State, Unit
from enfilade.rulesets.runewars.tables import SYMBOLS as symbols
from enfilade.rulesets.runewars.writing import apply

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
    "fresh",
    "judge",
    "kinds",
    "left",
    "library",
    "meeting",
    "name",
    "outcome",
    "pieces",
    "policies",
    "questions",
    "scene",
    "setup",
    "switches",
    "symbols",
]

name = "runewars"
edition = "rr"
editions: tuple[str, ...] = ("rr",)
kinds: tuple[str, ...] = ("melee", "ranged", *effects.KINDS, deciding.KIND)
policies: Mapping[str, Policy[Any]] = POLICIES
aims: Mapping[str, Callable[[Result], Fraction | int]] = MappingProxyType(
    {
        "wounds": lambda result: int(result.counts.get("wounds", 0)),
        "figures": lambda result: int(result.counts.get("figures", 0)),
        "damage": lambda result: int(result.counts.get("damage", 0)),
        "destroyed": lambda result: int(result.counts.get("destroyed", 0)),
    }
)


def candidates(state: State, about: str = "") -> Iterator[Action]:
    """For every pair of enemies: a melee attack over each contacted edge, and a ranged attack; legal or not.

    With `about` only for the pairs that this unit belongs to.
    """
    alive = [unit for unit in state.units if unit.alive]
    for unit in alive:
        for enemy in alive:
            if enemy.side == unit.side or about not in ("", unit.id, enemy.id):
                continue
            if unit.profile.melee is not None:
                for edge in contacted(state, unit, enemy) or (None,):
                    yield Action.of("melee", attacker=unit.id, target=enemy.id, edge=edge, charge=_charge(state, unit))
            if unit.profile.ranged is not None:
                yield Action.of("ranged", attacker=unit.id, target=enemy.id)


def _charge(state: State, unit: Unit) -> bool | None:
    """Whether the dial of a unit shows a charge, which ends in its attack."""
    dial = state.dial(unit.id)
    return True if dial and dial.action == "march" and dial.modifier.get("charge") else None


def judge(state: State, action: Action) -> Ruling:
    """The ruling on an attack, an effect or a decision; an unknown kind of action is refused."""
    if action.kind == deciding.KIND:
        return deciding.judge(state, action, state.rules, decidable)
    if action.kind in ("melee", "ranged"):
        return attack.judge(state, action)
    if action.kind in effects.KINDS:
        return effects.judge(state, action)
    step = Step("10.1", "{kind} is not an action here; these are: {known}", Facts(kind=action.kind, known=kinds), False)
    return refuse(action, (), state.rules, Refusal(step))


def outcome(state: State) -> Outcome | None:
    """The position is played out when one side is left, or when nobody has an attack left."""
    sides = sorted({unit.side for unit in state.units if unit.alive})
    if len(sides) == 1:
        return Outcome(sides[0], "only this side has figures left")
    # A melee attack over no edge is on an enemy that nothing touches: refused (34.1) but for those who sweep, and most
    # of a big table.
    far = {unit.id for unit in state.units if engagement.sweeps(unit)}
    every = candidates(state)
    tried = (one for one in every if one.kind == "ranged" or one.get("edge") or one["attacker"] in far)
    if not sides or not any(judge(state, action).legal for action in tried):
        return Outcome(None, "nobody has an attack left")
    return None
