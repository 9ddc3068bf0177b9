"""What lasts from one turn of a battle to the next, and what is left of each side by then."""

from collections.abc import Mapping
from dataclasses import replace

from enfilade.referee import Facts
from enfilade.rulesets.ageofmagic.state import State


def fresh(state: State, over: bool = True) -> State:
    """The battle without what no later turn reads: the turn's number where no plan hangs on it, last turn's losses.

    Where there are characters, their rolls read those losses, and they stay. `over` changes nothing: a turn is whole.
    """
    turn = state.turn if state.plan else 1
    if state.characters:
        return replace(state, turn=turn)
    return replace(state, turn=turn, units=tuple(one._replace(last_fight=0, last_fell=0) for one in state.units))


def left(state: State) -> Mapping[str, Facts]:
    """For each side the combatants it has left on the field, those that rout apart, and how it was beaten."""
    found: dict[str, Facts] = {}
    for side in state.muster.sides:
        mine = [one for unit, one in zip(state.muster.units, state.units, strict=True) if unit.side == side]
        there = [one for one in mine if one.size and not one.gone]
        steady = sum(one.size for one in there if one.morale != "routing")
        routing = sum(one.size for one in there if one.morale == "routing")
        fled = routing or any(one.gone == "fled" for one in mine)
        beaten = "" if steady else "routs" if fled else "destroyed"
        found[side] = Facts(combatants=steady, routing=routing, beaten=beaten)
    return found
