"""What lasts from one turn of a battle to the next, and what is left of each side by then."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from enfilade.referee import Facts, Words
from enfilade.rulesets.ageofmagic.state import State

SWITCHES: tuple[tuple[str, Any, tuple[Any, ...]], ...] = (
    ("morale", "normal", ("good", "normal", "poor")),
    ("position", "normal", ("good", "normal", "poor")),
    ("tiredness", "fresh", ("fresh", "tired")),
    ("order_of_battle", "none", ("close", "none")),
    ("fortified", False, (True, False)),
)
"""Fields of a unit, what they are where they are not said, and the values worth trying."""

meeting: Mapping[str, Any] = MappingProxyType(
    {
        "battle": {"dice": 2},
        "units": {"area": "first centre"},
        "engaged": [["one", "other"]],
    }
)
"""How two units called one and other, of the sides first and second, meet where nothing is said: in melee.

Every leader risks two dice.
"""


def fresh(state: State, over: bool = True) -> State:
    """The battle without what no later turn reads: the turn's number where no plan hangs on it, last turn's losses.

    Where there are characters, their rolls read those losses, and they stay. `over` changes nothing: a turn is whole.
    """
    turn = state.turn if state.plan else 1
    if state.characters:
        return replace(state, turn=turn)
    return replace(state, turn=turn, units=tuple(one._replace(last_fight=0, last_inflicted=0) for one in state.units))


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


def switches(document: Mapping[str, Any]) -> Iterator[tuple[str, Words, tuple[str | int, ...], Any]]:
    """What may be switched in a scenario to see what it is worth: kind, words, the field's path, its other value.

    Morale, position, tiredness, order of battle and fortifications of each unit.
    """
    for at, unit in enumerate(document["units"]):
        for field, usual, others in SWITCHES:
            for value in others:
                if value != unit.get(field, usual):
                    what = field.replace("_", " ")
                    words = Words("{unit}: {what} {value}", Facts(unit=unit["id"], value=value, what=what))
                    yield what, words, ("units", at, field), value
