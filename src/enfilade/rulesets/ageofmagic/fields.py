"""The fields of an action: what must be given, what may be, and the refusal of anything else."""

from collections.abc import Mapping
from typing import Any

from enfilade.referee import Action, Facts, Nearest, Refusal, Step, Words, closest, shown
from enfilade.rulesets.ageofmagic.risk import MOST
from enfilade.rulesets.ageofmagic.state import State

Allowed = Mapping[str, tuple[Any, ...]]  # field: the values it may have; () for anything
DICE: tuple[Any, ...] = tuple(range(MOST + 1))
YES_NO: tuple[Any, ...] = (False, True)


def wrong_field(action: Action, allowed: Allowed, rule: str) -> Refusal | None:
    """The first field of an action that it does not have, or has with a value that means nothing."""
    for name, value in action.fields.items():
        if name not in allowed:
            near = closest(name, allowed)
            facts = Facts(kind=action.kind, field=name, known=tuple(allowed))
            step = Step(rule, "{kind} has no field {field}; it has {known}", facts, False)
            return Refusal(step, Nearest("{name}", Facts(name=near)) if near else None)
        if allowed[name] and not any(value == known and type(value) is type(known) for known in allowed[name]):
            few, ends = len(allowed[name]) < 12, Facts(least=allowed[name][0], most=allowed[name][-1])
            known = allowed[name] if few else (Words("{least} to {most}", ends),)
            facts = Facts(field=name, found=shown(value), known=known)
            return Refusal(Step(rule, "{field} is {found}; it may be {known}", facts, False))
    return None


def missing_unit(state: State, action: Action, field: str, rule: str) -> Refusal | None:
    """Why a field does not name a unit on the field."""
    name = str(action.get(field, ""))
    if state.on_field(name):
        return None
    known = [unit.id for unit in state.muster.units if state.on_field(unit.id)]
    at = state.muster.index(name)
    if at >= 0:
        facts = Facts(field=field, name=name, gone=state.units[at].gone)
        return Refusal(Step(rule, "{field} {name} is {gone}", facts, False))
    near = closest(name, known)
    words = "{field} {name} is no unit of this battle" if name else "{kind} needs the field {field}"
    step = Step(rule, words, Facts(field=field, name=name, kind=action.kind), False)
    return Refusal(step, Nearest("{name}", Facts(name=near)) if near else None)
