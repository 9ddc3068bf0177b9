"""What follows from effects other than attacks: damage, wounds, morale tests, figures that return."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from enfilade.dice import Program, Stage
from enfilade.referee import Action, Event, Facts, Nearest, Refusal, Result, Ruling, Step, allow, refuse
from enfilade.rulesets.runewars import aftermath
from enfilade.rulesets.runewars.blow import Blow, Shaken, Standing, Suffered
from enfilade.rulesets.runewars.legality import strange_field
from enfilade.rulesets.runewars.morale import nerve
from enfilade.rulesets.runewars.program import damage_stages, morale_stages, mortal_stage
from enfilade.rulesets.runewars.result import Attack, body, holds, read, standing
from enfilade.rulesets.runewars.state import EMPTY, State, Tray, Unit
from enfilade.rulesets.runewars.tables import CAPACITY
from enfilade.rulesets.runewars.threat import floored, printed_defense

KINDS = {
    "damage": ("target", "amount"),
    "wound": ("target", "amount"),
    "morale": ("target", "severity"),
    "regenerate": ("attacker",),
}
"""The kinds of effects, and the fields of each."""


def judge(state: State, action: Action) -> Ruling:
    """The ruling on an effect.

    They are `{kind: damage|wound, target, amount}`, `{kind: morale, target, severity}` and
    `{kind: regenerate, attacker}`.
    """
    strange = strange_field(action, KINDS[action.kind], "22.effect")
    if strange:
        return refuse(action, (), state.rules, strange)
    field = KINDS[action.kind][0]
    name = action.get(field)
    unit = state.unit(name) if isinstance(name, str) else None
    if unit is None or not unit.alive:
        known = tuple(unit.id for unit in state.units if unit.alive)
        words = "{field}: there is no unit {name} with figures left"
        step = Step("22.effect", words, Facts(field=field, name=str(name)), False)
        return refuse(action, (), state.rules, Refusal(step, Nearest("one of {units}", Facts(units=known))))
    if action.kind == "regenerate":
        return _regenerate(state, action, unit)
    amount = action.get("severity" if action.kind == "morale" else "amount")
    if not isinstance(amount, int) or isinstance(amount, bool) or not 0 < amount < 100:
        words = "expected how much, a whole number from 1 to 99; found {amount}"
        return refuse(action, (), state.rules, Refusal(Step("22.effect", words, Facts(amount=str(amount)), False)))
    return _test(state, action, unit, amount) if action.kind == "morale" else _damage(state, action, unit, amount)


def _effect(state: State, unit: Unit, price: int) -> Attack:
    """The frame of an attack without an attacker."""
    there, panic, boons = standing(unit), unit.token("panic"), unit.token("inspiration")
    icons, victim = nerve(unit, state.rules["loss_of_faith"]), body(state, unit, price)
    held = holds(state, unit)
    return Attack("", unit.id, "effect", (), victim, there, icons, panic, 0, (), held, boons, victim, there)


def _blow(there: Standing) -> Blow:
    return Blow(0, 0, 0, 0, there.trays, there.upgrades, (), 0, (), 0)


def _damage(state: State, action: Action, unit: Unit, amount: int) -> Ruling:
    """Damage is paid at the unit's defense, cover left aside; a wound needs no defense."""
    price = floored(state, printed_defense(state, unit))
    attack = _effect(state, unit, price.value)
    start = _blow(attack.standing)
    if action.kind == "damage":
        words = "damage by an effect: {amount}; terrain does not count against it"
        start = start._replace(pool=amount + unit.remembered, damage=amount)
    else:
        words = "wounds by an effect, whatever the defense: {amount}"
        start = start._replace(mortal=amount, pool=unit.remembered)
    stages: list[Any] = [*([mortal_stage(attack)] if action.kind == "wound" else []), *damage_stages(attack)]
    steps = [Step("22.effect", words, Facts(amount=amount), amount), price, aftermath.casualties(state, unit)]
    return _allowed(state, action, steps, Program(start, tuple(stages), partial(read, attack)))


def _test(state: State, action: Action, unit: Unit, severity: int) -> Ruling:
    attack = _effect(state, unit, 1)
    attack = replace(attack, body=attack.body._replace(remembers=False))
    first = Step("53.cards", "severity before panic tokens: {value}", value=severity, name="severity")
    steps = [first, *aftermath.nerves(state, unit, attack.panic)]
    start = Shaken(Suffered(0, 0, 0), *attack.standing, severity)
    return _allowed(state, action, steps, Program(start, tuple(morale_stages(attack)), partial(read, attack)))


def _allowed(state: State, action: Action, steps: Sequence[Step], dice: Program[Any, Result]) -> Ruling:
    return allow(action, steps, state.rules, dice)


def _regenerate(state: State, action: Action, unit: Unit) -> Ruling:
    """Up to X figures return, one by one: the frontmost tray with space, trays with figures before empty ones."""
    keyword = unit.keyword("regenerate")
    if keyword is None:
        step = Step("45.regenerate", "{unit} has no Regenerate", Facts(unit=unit.id), False)
        return refuse(action, (), state.rules, Refusal(step))
    figures = state.worth(keyword)
    steps = [Step("45.regenerate", "figures that may return: {value}", value=figures, name="regenerate")]
    if state.runes is None and keyword.runes:
        steps.append(Step("11.runes", "no energy runes are stated: they count as none", value=0))
    stage: Stage[Any] = Stage("45.regenerate", "wounds left by tray: {trays}", partial(_return, unit, figures))
    return _allowed(state, action, steps, Program(_blow(standing(unit)), (stage,), partial(_returned, unit)))


def _return(unit: Unit, figures: int, blow: Blow) -> Blow:
    rows = [list(row) for row in blow.trays]
    each = unit.profile.wounds
    for _ in range(figures):
        space = [
            (rows[place.rank][place.file] == EMPTY, place)
            for place in unit.places()
            if rows[place.rank][place.file] + each <= _room(unit, place) * each
        ]
        if not space:
            break
        place = min(space)[1]
        rows[place.rank][place.file] += each
    return blow._replace(trays=tuple(map(tuple, rows)))


def _room(unit: Unit, place: Tray) -> int:
    """The plain figures that a tray can hold beside the upgrades on it."""
    most = 1 if unit.profile.hero else CAPACITY[unit.profile.type]
    there = [upgrade for upgrade in unit.standing if upgrade.place == place]
    return 0 if any(upgrade.heavy for upgrade in there) else most - len(there)


def _returned(unit: Unit, blow: Blow) -> Result:
    before = sum(unit.on(place) for place in unit.places())
    grown = sum(-(-n // unit.profile.wounds) for row in blow.trays for n in row if n > 0) + len(unit.standing)
    upgrades = tuple(upgrade.left for upgrade in unit.upgrades)
    event = Event("losses", Facts(unit=unit.id, trays=blow.trays, upgrades=upgrades))
    return Result(Facts(returned=grown - before), (event,) if grown != before else ())
