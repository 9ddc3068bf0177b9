"""A Song of Ice & Fire: attack, charge, moves and panic. See README.md in this folder for what stands where."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from enfilade.dice import Policy, first
from enfilade.referee import Result
from enfilade.rulesets.asoiaf.asking import QUESTIONS as questions
from enfilade.rulesets.asoiaf.asking import ask
from enfilade.rulesets.asoiaf.book import BOOK as book
from enfilade.rulesets.asoiaf.decisions import DECIDING as decidable
from enfilade.rulesets.asoiaf.document import Library as library
from enfilade.rulesets.asoiaf.document import Scenario as document
from enfilade.rulesets.asoiaf.editions import DEFAULT as edition
from enfilade.rulesets.asoiaf.editions import EDITIONS
from enfilade.rulesets.asoiaf.events import apply, outcome
from enfilade.rulesets.asoiaf.importing import read_units
from enfilade.rulesets.asoiaf.judge import ACTIONS, candidates, judge
from enfilade.rulesets.asoiaf.lasting import fresh, left, meeting, switches
from enfilade.rulesets.asoiaf.pieces import pieces
from enfilade.rulesets.asoiaf.policies import keep_tokens
from enfilade.rulesets.asoiaf.scene import scene
from enfilade.rulesets.asoiaf.setup import setup
from enfilade.rulesets.asoiaf.telling import came_of

__all__ = [
    "aims",
    "apply",
    "ask",
    "book",
    "came_of",
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
    "read_units",
    "scene",
    "setup",
    "switches",
]

name = "asoiaf"
editions = tuple(EDITIONS)
kinds: tuple[str, ...] = ACTIONS
policies: Mapping[str, Policy[Any]] = MappingProxyType({"plain": first, "keep_tokens": keep_tokens})
aims: Mapping[str, Callable[[Result], Fraction | int]] = MappingProxyType(
    {
        "wounds": lambda result: int(result.counts.get("wounds", 0)),
        "destroyed": lambda result: int(result.counts.get("destroyed", 0)),
        "ranks": lambda result: -int(result.counts.get("ranks_left", 0)),
        "panic": lambda result: int(result.counts.get("panic_wounds", 0)),
    }
)
