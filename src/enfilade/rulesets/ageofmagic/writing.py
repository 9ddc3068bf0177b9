"""Writing events into the state. Nothing is decided here."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from enfilade.referee import Event, Facts
from enfilade.rulesets.ageofmagic.state import Dealt, Pair, State


def apply(state: State, event: Event) -> State:
    """The state with this event written down."""
    return _WRITERS[event.kind](state, event.facts)


def _stands(state: State, facts: Facts) -> State:
    at = state.muster.index(facts["unit"])
    one = state.units[at]._replace(**{name: value for name, value in facts.items() if name != "unit"})
    return replace(state, units=(*state.units[:at], one, *state.units[at + 1 :]))


def _melee(state: State, facts: Facts) -> State:
    """Two units are in melee, unless they were already, and have struck."""
    dealt = (*state.dealt, *(Dealt(*one) for one in facts["dealt"]))
    joined = () if facts["other"] in state.enemies(facts["one"]) else (Pair(facts["one"], facts["other"]),)
    return replace(state, pairs=(*state.pairs, *joined), dealt=dealt)


def _melees(state: State, facts: Facts) -> State:
    return replace(state, pairs=tuple(Pair(*pair) for pair in facts["pairs"]), dealt=())


def _turn(state: State, facts: Facts) -> State:
    """The next turn comes, with the orders and the weather that the plan has for it."""
    number = facts["turn"]
    sheet = dict(state.plan).get(number)
    if sheet is None:
        return replace(state, turn=number, orders=())
    visibility, wind = sheet.visibility or state.visibility, sheet.wind or state.wind
    return replace(state, turn=number, orders=sheet.orders, visibility=visibility, wind=wind)


def _character(state: State, facts: Facts) -> State:
    wounds = tuple((kind, where) for kind, where in facts["wounds"])
    fields = {name: facts[name] for name in ("disposition", "turn", "dead")}
    return _with_character(state, facts["character"], wounds=wounds, **fields)


def _located(state: State, facts: Facts) -> State:
    who = next(one for one in state.characters if one.id == facts["character"])
    wounds = list(who.wounds)
    wounds[facts["wound"]] = (wounds[facts["wound"]][0], facts["location"])
    return _with_character(state, who.id, wounds=tuple(wounds))


def _with_character(state: State, name: str, **fields: Any) -> State:
    characters = tuple(one._replace(**fields) if one.id == name else one for one in state.characters)
    return replace(state, characters=characters)


_WRITERS: Mapping[str, Callable[[State, Facts], State]] = MappingProxyType(
    {
        "stands": _stands,
        "melee": _melee,
        "melees": _melees,
        "turn": _turn,
        "character": _character,
        "located": _located,
        "site": lambda state, facts: replace(state, site=facts["side"]),
        "given_up": lambda state, facts: replace(state, given_up=facts["side"]),
    }
)
