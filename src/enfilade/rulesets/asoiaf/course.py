"""How a ruling runs: a course yields its steps in the order of the rule and ends with the dice.

The first `Refusal` a course yields is the end of it. What courses share, the names in an action, whose turn it is, is
here too.
"""

import math
from collections.abc import Callable, Generator, Sequence
from decimal import Decimal
from typing import Any, TypeVar

from enfilade.dice import Program
from enfilade.geometry import LengthError, Point, length
from enfilade.referee import Action, Facts, Nearest, Refusal, Result, Ruling, Step, allow, closest, refuse
from enfilade.rulesets.asoiaf.state import Attack, State, Unit

T = TypeVar("T")
Part = Generator[Step | Refusal, None, T]
"""A part of a course: its steps, and what it found."""

Course = Part[Program[Any, Result] | None]


def ruled(state: State, action: Action, course: Course) -> Ruling:
    """The ruling that a course comes to."""
    steps: list[Step] = []
    while True:
        try:
            step = next(course)
        except StopIteration as end:
            return allow(action, steps, state.rules, end.value)
        if isinstance(step, Refusal):
            return refuse(action, steps, state.rules, step)
        steps.append(step)


def need(step: Step, nearest: Nearest | None = None) -> Step | Refusal:
    """The step itself if it holds, else the refusal it makes."""
    return step if step.value else Refusal(step, nearest)


def no(rule: str, words: str, nearest: Nearest | None = None, /, **facts: Any) -> Refusal:
    """A refusal without a measure."""
    return Refusal(Step(rule, words, Facts(facts), False), nearest)


def named(state: State, action: Action, field: str, rule: str) -> Unit | Refusal:
    """The unit that a field of the action names."""
    name = action.get(field)
    unit = state.unit(name)
    if unit:
        return unit
    if any(lost.id == name for lost in state.lost):
        return no(rule, "{name} is destroyed", name=name)
    if name is None:
        return no(rule, "the action does not say which unit is its {field}", field=field)
    return no(
        rule,
        "{field}: there is no unit {name}",
        _like(str(name), [u.id for u in state.units]),
        field=field,
        name=str(name),
    )


def _like(name: str, known: Sequence[str]) -> Nearest | None:
    """The name that was probably meant."""
    found = closest(name, known)
    return Nearest("perhaps {name}", Facts(name=found)) if found else None


def pair(state: State, action: Action, rule: str) -> tuple[Unit, Unit] | Refusal:
    """The attacker and the target, who must be enemies."""
    attacker, target = (named(state, action, field, rule) for field in ("attacker", "target"))
    if isinstance(attacker, Refusal):
        return attacker
    if isinstance(target, Refusal):
        return target
    if attacker.side == target.side:
        return no(rule, "{target} is no enemy of {attacker}", attacker=attacker.id, target=target.id)
    return attacker, target


def weapon(unit: Unit, action: Action, ranged: bool, rule: str) -> Attack | Refusal:
    """The attack that the action names, or the first of the right kind if it names none."""
    fits = [attack for attack in unit.profile.attacks if attack.ranged == ranged]
    kind = "ranged" if ranged else "melee"
    name = action.get("attack")
    chosen = next((attack for attack in unit.profile.attacks if attack.name == name), None)
    others = tuple(attack.name for attack in fits)
    nearest = Nearest("its {kind} attacks: {names}", Facts(kind=kind, names=others)) if fits else None
    if name is not None and chosen is None:
        return no(rule, "{unit} has no attack called {attack}", nearest, unit=unit.id, attack=str(name))
    if not fits:
        return no(rule, "{unit} has no {kind} attack", None, unit=unit.id, kind=kind)
    if chosen and chosen.ranged != ranged:
        return no(rule, "{attack} of {unit} is no {kind} attack", nearest, unit=unit.id, attack=chosen.name, kind=kind)
    return chosen or fits[0]


def turn(state: State, unit: Unit, action: Action) -> Step | Refusal:
    """Rules 3.1 and 3.4: a unit acts once a round, on its side's turn; a free action needs neither."""
    facts = Facts(unit=unit.id, side=unit.side)
    if action.get("free"):
        return Step("3.4", "a free action: {unit} acts without activating", facts, True)
    if unit.activated:
        return no("3.1", "{unit} was activated this round", Nearest("a free action, if an effect gives one"), **facts)
    if state.to_act and state.to_act != unit.side:
        return no("3.1", "it is not the turn of {army}", army=unit.side)
    return Step("3.1", "{unit} has not been activated this round", facts, True)


def choice(action: Action, field: str, options: Sequence[Any], rule: str) -> Refusal | None:
    """A refusal if the action names something in a field that is not among the options."""
    value = action.get(field)
    if value is None or value in options:
        return None
    known = Nearest("{field}: {options}", Facts(field=field, options=tuple(map(str, options))))
    return no(rule, "{field} cannot be {value}", known, field=field, value=str(value))


def measure(action: Action, field: str, rule: str) -> int | Refusal | None:
    """A length in the action (a number of inches, or a text such as "2in") in micrometres; `None` if it is absent."""
    written = action.get(field)
    if written is None:
        return None
    try:
        return length(written)
    except LengthError as error:
        return no(rule, "{field}: {error}", field=field, error=str(error))


def step_across(action: Action, field: str, rule: str) -> Point | Refusal | None:
    """A step across the table in the action, `[dx, dy]`, in micrometres; `None` if it is absent."""
    written = action.get(field)
    if written is None:
        return None
    try:
        dx, dy = written
        return Point(length(dx), length(dy))
    except (LengthError, TypeError, ValueError):
        return no(rule, "{field} must be two lengths [dx, dy], not {value}", field=field, value=str(written))


def angle(action: Action, field: str, rule: str) -> float | Refusal | None:
    """A facing in the action in degrees from 0 up to 360; `None` if it is absent."""
    written = action.get(field)
    if written is None:
        return None
    if isinstance(written, bool) or not isinstance(written, int | float | Decimal) or not math.isfinite(written):
        return no(rule, "{field} must be degrees clockwise from north, not {value}", field=field, value=str(written))
    return float(written) % 360.0


def fields(action: Action, rule: str, /, **readers: Callable[[Action, str, str], Any]) -> dict[str, Any] | Refusal:
    """Several fields of the action, each read by its reader; the first that cannot be read is the refusal."""
    found = {}
    for field, reader in readers.items():
        value = reader(action, field, rule)
        if isinstance(value, Refusal):
            return value
        found[field] = value
    return found
