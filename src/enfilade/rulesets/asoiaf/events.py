"""Facts written into a position, rounds that end, and how a battle ends (rules 3.1, 14 and 16)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from enfilade.geometry import INCH, Point, Pose
from enfilade.referee import Event, Outcome, deciding
from enfilade.rulesets.asoiaf.decisions import DECIDING
from enfilade.rulesets.asoiaf.state import State, Unit
from enfilade.rulesets.asoiaf.tables import ROUNDS


def apply(state: State, event: Event) -> State:
    """The position with this fact written down."""
    if event.kind == deciding.EVENT:
        return _next_side(deciding.apply(state, event, DECIDING), "")
    unit = state.unit(event.facts["unit"])
    if unit is None:
        return state
    after = WRITE[event.kind](state, unit, event)
    return _next_side(after, unit.side if event.kind == "acted" else "")


def _stands(state: State, unit: Unit, event: Event) -> State:
    place = Point(round(event.facts["x"] * INCH, 2), round(event.facts["y"] * INCH, 2))
    return state.with_unit(replace(unit, pose=Pose(place, event.facts["facing"])))


def _acted(state: State, unit: Unit, event: Event) -> State:
    return state.with_unit(replace(unit, activated=True, may_pivot=False))


def _gains(state: State, unit: Unit, event: Event) -> State:
    return state.with_unit(unit.holding(event.facts["condition"]))


def _spent(state: State, unit: Unit, event: Event) -> State:
    left = tuple(condition for condition in unit.conditions if condition != event.facts["condition"])
    return state.with_unit(replace(unit, conditions=left))


def _wounds(state: State, unit: Unit, event: Event) -> State:
    """Fewer wounds; at none the unit is removed (rule 14.1)."""
    left = unit.wounds - event.facts["wounds"]
    if left > 0:
        return state.with_unit(replace(unit, wounds=left))
    return state.without(unit)


def _restored(state: State, unit: Unit, event: Event) -> State:
    return state.with_unit(replace(unit, wounds=min(unit.most, unit.wounds + event.facts["wounds"])))


def _fallen(state: State, unit: Unit, event: Event) -> State:
    name = event.facts["attachment"]
    left = tuple(other for other in unit.attachments if other != name)
    return state.with_unit(replace(unit, attachments=left, fallen=(*unit.fallen, name)))


def _released(state: State, unit: Unit, event: Event) -> State:
    return state.with_unit(replace(unit, may_pivot=True))


WRITE: Mapping[str, Callable[[State, Unit, Event], State]] = MappingProxyType(
    {
        "stands": _stands,
        "acted": _acted,
        "gains": _gains,
        "spent": _spent,
        "wounds": _wounds,
        "restored": _restored,
        "fallen": _fallen,
        "released": _released,
    }
)


def _next_side(state: State, acted: str) -> State:
    """Whose turn it is once somebody acted or fell; a new round when every unit has been activated (rule 3.1)."""
    if not state.units or not (acted or state.to_act):
        return state
    waiting = {unit.side for unit in state.units if not unit.activated}
    if not waiting:
        fresh = tuple(replace(unit, activated=False, may_pivot=False) for unit in state.units)
        return replace(state, units=fresh, round=state.round + 1, to_act="")
    if acted:
        order = sorted({unit.side for unit in state.units} | {acted})
        place = order.index(acted)
        others = [side for side in (*order[place + 1 :], *order[: place + 1]) if side in waiting]
        return replace(state, to_act=others[0])
    return state if state.to_act in waiting else replace(state, to_act=min(waiting))


def outcome(state: State) -> Outcome | None:
    """One side alone is left, or the last round is over: then the army points left decide (rule 16.2)."""
    sides = {unit.side for unit in state.units}
    if state.lost and len(sides) <= 1:
        return Outcome(*((min(sides), "the last side standing") if sides else (None, "nobody is left")))
    if state.round <= ROUNDS:
        return None
    points = {side: sum(u.profile.cost for u in state.units if u.side == side) for side in sorted(sides)}
    most = max(points.values())
    ahead = [side for side, left in points.items() if left == most]
    if len(ahead) == 1:
        return Outcome(ahead[0], "more army points left after the last round")
    return Outcome(None, "as many army points left after the last round")
