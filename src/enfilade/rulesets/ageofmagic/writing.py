"""Writing events into the state. Nothing is decided here."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from enfilade.referee import Event, Facts, deciding
from enfilade.rulesets.ageofmagic.decisions import DECIDING
from enfilade.rulesets.ageofmagic.state import Dealt, Pair, Sheet, Standing, State


def apply(state: State, event: Event) -> State:
    """The state with this event written down."""
    if event.kind == deciding.EVENT:
        decided: State = deciding.apply(state, event, DECIDING)
        return decided
    return _WRITERS[event.kind](state, event.facts)


def _stands(state: State, facts: Facts) -> State:
    fields = dict(facts)
    at = state.muster.index(fields.pop("unit"))
    return state.with_units((*state.units[:at], state.units[at]._replace(**fields), *state.units[at + 1 :]))


def _melee(state: State, facts: Facts) -> State:
    """Two units are in melee, unless they were already, and have struck."""
    dealt = (*state.dealt, *(Dealt(*one) for one in facts["dealt"]))
    joined = () if facts["other"] in state.enemies(facts["one"]) else (Pair(facts["one"], facts["other"]),)
    return replace(state, pairs=(*state.pairs, *joined), dealt=dealt)


def _turn(state: State, facts: Facts) -> State:
    return next_turn(state, state.units, tuple(Pair(*pair) for pair in facts["melees"]), facts["turn"])


def next_turn(state: State, units: tuple[Standing, ...], pairs: tuple[Pair, ...], turn: int) -> State:
    """The next turn comes, with the orders and the weather that the plan has for it."""
    sheet = next((sheet for number, sheet in state.plan if number == turn), Sheet(()))
    return State(
        state.muster,
        units,
        pairs,
        (),
        sheet.orders,
        state.plan,
        state.standing,
        turn,
        sheet.visibility or state.visibility,
        sheet.wind or state.wind,
        state.characters,
        state.given_up,
        state.site,
    )


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
        "turn": _turn,
        "character": _character,
        "located": _located,
        "site": lambda state, facts: replace(state, site=facts["side"]),
        "given_up": lambda state, facts: replace(state, given_up=facts["side"]),
    }
)
