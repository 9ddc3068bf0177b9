"""What follows from effects other than attacks: damage, wounds, morale tests, figures that return."""

from functools import partial
from typing import Any

from enfilade.dice import Program, Stage, Until
from enfilade.referee import Action, Event, Facts, Nearest, Refusal, Result, Ruling, Step, allow, refuse
from enfilade.rulesets.runewars.attack import damage_stages, morale_stages, mortal_stages
from enfilade.rulesets.runewars.blow import Blow, Standing
from enfilade.rulesets.runewars.morale import nerve
from enfilade.rulesets.runewars.result import Attack, body, read, standing
from enfilade.rulesets.runewars.state import EMPTY, State, Unit
from enfilade.rulesets.runewars.tables import CAPACITY

KINDS = ("damage", "wound", "morale", "regenerate")


def judge(state: State, action: Action) -> Ruling:
    """The ruling on an effect: `{kind: damage|wound, target, amount}`, `{kind: morale, target, severity}` or
    `{kind: regenerate, attacker}`.
    """
    field = "attacker" if action.kind == "regenerate" else "target"
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
    there, icons = standing(unit), nerve(unit, state.rules["loss_of_faith"])
    victim = body(state, unit, price)
    return Attack("", unit.id, "effect", (), (), victim, there, icons, 0, 0, (), (), 0, True, False, victim, there)


def _blow(there: Standing) -> Blow:
    return Blow(0, 0, 0, 0, there.trays, there.upgrades, (), 0, (), 0)


def _damage(state: State, action: Action, unit: Unit, amount: int) -> Ruling:
    """Damage is paid at the printed defense, cover left aside; a wound needs no defense."""
    price = max(1, state.worth(unit.profile.defense))
    attack = _effect(state, unit, price)
    steps = [Step("22.effect", "defense {value}; cover does not count against effects", value=price, name="defense")]
    stages: list[Stage[Any] | Until[Any]]
    if action.kind == "damage":
        start, stages = _blow(attack.standing)._replace(pool=amount, damage=amount), [*damage_stages(attack)]
    else:
        start = _blow(attack.standing)._replace(mortal=amount)
        stages = [mortal_stages(attack), *damage_stages(attack)]
    return allow(action, steps, state.rules, Program(start, tuple(stages), partial(read, attack)))


def _test(state: State, action: Action, unit: Unit, severity: int) -> Ruling:
    attack = _effect(state, unit, 1)._replace(panic=unit.token("panic"), boons=unit.token("inspiration"))
    steps = [Step("53.cards", "severity {value} before panic tokens", value=severity, name="severity")]
    start = _blow(attack.standing)._replace(morale=severity)
    return allow(action, steps, state.rules, Program(start, tuple(morale_stages(attack)), partial(read, attack)))


def _regenerate(state: State, action: Action, unit: Unit) -> Ruling:
    """Up to X figures return, one by one: the frontmost tray with space, trays with figures before empty ones."""
    keyword = unit.profile.keyword("regenerate")
    if keyword is None:
        step = Step("45.regenerate", "{unit} has no Regenerate", Facts(unit=unit.id), False)
        return refuse(action, (), state.rules, Refusal(step))
    figures = state.worth(keyword)
    steps = [Step("45.regenerate", "up to {value} figures return", value=figures, name="regenerate")]
    stage: Stage[Any] = Stage("45.regenerate", "now {trays}", partial(_return, unit, figures))
    return allow(action, steps, state.rules, Program(_blow(standing(unit)), (stage,), partial(_returned, unit)))


def _return(unit: Unit, figures: int, blow: Blow) -> Blow:
    rows = [list(row) for row in blow.trays]
    most = 1 if unit.profile.hero else CAPACITY[unit.profile.type]
    for _ in range(figures):
        space = [
            (rows[place.rank][place.file] == EMPTY, place)
            for place in unit.places()
            if rows[place.rank][place.file] + unit.profile.wounds <= _room(unit, most, place) * unit.profile.wounds
        ]
        if not space:
            break
        place = min(space)[1]
        rows[place.rank][place.file] += unit.profile.wounds
    return blow._replace(trays=tuple(map(tuple, rows)))


def _room(unit: Unit, most: int, place: tuple[int, int]) -> int:
    return most - sum(upgrade.place == place and upgrade.left > 0 for upgrade in unit.upgrades)


def _returned(unit: Unit, blow: Blow) -> Result:
    before = sum(unit.on(place) for place in unit.places())
    after = Standing(blow.trays, tuple(upgrade.left for upgrade in unit.upgrades))
    grown = sum(-(-n // unit.profile.wounds) for row in blow.trays for n in row if n > 0)
    grown += sum(left > 0 for left in after.upgrades)
    event = Event("losses", Facts(unit=unit.id, trays=after.trays, upgrades=after.upgrades))
    return Result(Facts(figures=before - grown), (event,) if grown != before else ())
