"""What the referee may decide of a unit: its place, wounds, conditions and activation, or that it is gone or back."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from enfilade.geometry import INCH, Pose
from enfilade.referee import Deciding, Facts, Notes, ScenarioError
from enfilade.referee.deciding import REMOVED, removal
from enfilade.rulesets.asoiaf.document import Unit as Written
from enfilade.rulesets.asoiaf.setup import check_place, standing
from enfilade.rulesets.asoiaf.state import State, Unit

FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "position": "x and y of its middle, in inches or with their unit",
        "facing": "degrees clockwise from north",
        "wounds": "the wounds left, a whole number from 1",
        "conditions": "a list of panicked, vulnerable and weakened",
        "activated": "true or false",
        "removed": REMOVED,
    }
)


def told(state: State, name: str) -> Facts:
    """A unit as its scenario would write it now; of one that is gone, no wounds are left."""
    unit = _unit(state, name)
    return Facts(
        position=unit.pose and [length / INCH for length in unit.pose.position],
        facing=unit.pose and unit.pose.facing,
        wounds=unit.wounds,
        conditions=unit.conditions,
        activated=unit.activated,
        removed=state.unit(name) is None,
    )


def changed(state: State, name: str, fields: Facts) -> State:
    """The position with these fields of a unit set. Raises `ScenarioError` or pydantic's `ValidationError`."""
    notes, old = Notes(), _unit(state, name)
    there, gone = state.unit(name) is not None, removal(fields, notes)
    if gone or (gone is None and not there and "wounds" not in fields):
        unit = old
    else:
        unit = _set(old, told(state, name), fields, notes)
        if not there or {"position", "facing"} & fields.keys():
            check_place(state, unit, state.others(unit), (("position",), notes))
    if notes.found:
        raise ScenarioError(notes.found)
    if unit is old or there:
        return state.without(unit) if gone and there else state.with_unit(unit)
    lost = tuple(other for other in state.lost if other.id != name)
    return replace(state, units=(*state.units, unit), lost=lost)


def _unit(state: State, name: str) -> Unit:
    return next(unit for unit in (*state.units, *state.lost) if unit.id == name)


def _set(unit: Unit, now: Facts, fields: Facts, notes: Notes) -> Unit:
    """The unit with these fields, read as those of a scenario are; all others stay exactly as they are."""
    given = {name: value for name, value in fields.json().items() if name != "removed"}
    written = {**now.json(), **given, "id": unit.id, "side": unit.side, "profile": unit.profile.name}
    known = {name: value for name, value in written.items() if name != "removed" and value is not None}
    read = standing(Written.model_validate(known), (), unit.profile, notes)
    assert read is not None, "only a unit without its card is none"
    if unit.most < read.wounds <= unit.profile.full:
        notes.add(("wounds",), f"at most the {unit.most} wounds of those who live", read.wounds)
    if "facing" in given and read.pose is None:
        notes.add(("facing",), f"a position too, as {unit.id} has none", given["facing"])
    values: dict[str, Any] = {name: getattr(read, name) for name in ("wounds", "conditions", "activated")}
    return replace(unit, **{name: values[name] for name in values if name in given}, pose=_pose(unit, read, given))


def _pose(unit: Unit, read: Unit, given: Mapping[str, Any]) -> Pose | None:
    if read.pose is None or unit.pose is None:
        return read.pose
    facing = read.pose.facing if "facing" in given else unit.pose.facing
    return Pose(read.pose.position if "position" in given else unit.pose.position, facing)


def _units(state: State) -> tuple[str, ...]:
    return tuple(unit.id for unit in (*state.units, *state.lost))


DECIDING: Final = Deciding(FIELDS, _units, told, changed)
