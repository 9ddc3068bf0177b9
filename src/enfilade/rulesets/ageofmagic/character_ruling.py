"""Rulings on characters: their rolls of a turn, where a wound is, and what a blow does outside battle."""

from decimal import Decimal
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from enfilade.dice import D6, Program, Roll, Stage, Sum
from enfilade.referee import Action, Event, Facts, Refusal, Result, Rules, Ruling, Step, allow, folded, refuse
from enfilade.rulesets.ageofmagic.characters import (
    DISPOSITIONS,
    GLORY_STAGES,
    SHIFT,
    STYLE,
    SURVIVAL_STAGES,
    TACTICS,
    TIREDNESS,
    Hero,
    style_worth,
)
from enfilade.rulesets.ageofmagic.fields import DICE, YES_NO, wrong_field
from enfilade.rulesets.ageofmagic.numbers import Number, exact
from enfilade.rulesets.ageofmagic.risk import risk_step
from enfilade.rulesets.ageofmagic.state import Character, State
from enfilade.rulesets.ageofmagic.wounds import LOCATION, SEVERITY, severity

RULE = "3.6.3-sequence"
MOST = 10**6  # of damage and resistance
ROLLS = MappingProxyType(
    {
        "tactics": ("3.6.3.2-tactics", ("Tactics", "tactics"), ("IQ", "iq")),
        "glory": ("3.6.3.3-glory", ("weapon skill", "skill"), ("CO", "co")),
        "survival": ("3.6.3.4-survival", ("Combat", "combat"), ("ST", "st")),
    }
)


def judge_character(state: State, action: Action, rules: Rules) -> Ruling:
    """The ruling on a character's rolls of this turn."""
    allowed = {"character": (), "dice": DICE, "melee": YES_NO, "casualties": YES_NO}
    refusal = wrong_field(action, allowed, RULE) or _nobody(state, action)
    who = character_of(state, str(action.get("character", "")))
    if refusal or who is None:
        return refuse(action, (), rules, refusal or Refusal(Step(RULE, "nobody", value=False)))
    melee, casualties, fought = _fighting(state, who, action)
    for step in (fought, _not_yet(state, who)):
        if not step.value:
            return refuse(action, (), rules, Refusal(step))
    used = ["tactics", *(["glory"] if melee else []), *(["survival"] if casualties else [])]
    sums = {what: roll_sum(who, what) for what in ROLLS}
    hero = Hero(
        who.name,
        who.disposition,
        who.style,
        sums["tactics"].value,
        sums["glory"].value,
        sums["survival"].value,
        int(action.get("dice", -1)),
        rules["dice_limit"],
        state.muster.tables.dice,
        rules["result_cap"],
    )
    stages = (*TACTICS, SHIFT, STYLE, *(GLORY_STAGES if melee else ()), *(SURVIVAL_STAGES if casualties else ()))
    death = [Step("3.6.3.4-death", "a fatal wound kills, unless magic helps at once")] if casualties else []
    risk = risk_step(who.name, hero.stated, max(sums[what].value for what in used), rules, hero.most)
    steps = [fought, *(sums[what] for what in used), *_ways(who), *death, risk]
    return allow(action, steps, rules, Program(hero, stages, partial(_rolled, who, state.turn)))


def character_of(state: State, name: str) -> Character | None:
    """The character of that id."""
    return next((one for one in state.characters if one.id == name), None)


def _nobody(state: State, action: Action) -> Refusal | None:
    """Why the field `character` names nobody who could roll."""
    name = str(action.get("character", ""))
    who = character_of(state, name)
    if who is None:
        known = tuple(one.id for one in state.characters)
        words = "{name} is no character of this battle; there are: {known}"
        return Refusal(Step(RULE, words, Facts(name=name or "nobody", known=known), False))
    return Refusal(Step("3.6.3.4-death", "{name} is dead", Facts(name=who.name), False)) if who.dead else None


def _fighting(state: State, who: Character, action: Action) -> tuple[bool, bool, Step]:
    """Whether the unit was in melee, took casualties and fought at all: as stated, or as it did of late."""
    at = state.muster.index(who.unit)
    one = state.units[at]
    fight, fell = max(one.fight, one.last_fight), max(one.inflicted, one.last_inflicted)
    if not fight and state.enemies(who.unit):
        fight, fell = 2, 1  # in melee, and nothing is ruled yet: the rolls as they will be
    melee, casualties = bool(action.get("melee", fight == 2)), bool(action.get("casualties", fell > 0))
    fought = melee or casualties or fight > 0
    words = "{unit} fought: {how}" if fought else "{unit} neither fought nor was fired at"
    how = [name for name, true in (("in melee", melee), ("with casualties", casualties)) if true]
    facts = Facts(unit=state.muster.units[at].name, how=tuple(how) or "with missiles")
    return melee, casualties, Step(RULE, words, facts, fought)


def _not_yet(state: State, who: Character) -> Step:
    done = who.turn >= state.turn
    words = "{name} has rolled already this turn" if done else "{name} has not rolled yet this turn"
    return Step(RULE, words, Facts(name=who.name), not done)


def roll_sum(who: Character, what: str) -> Step:
    """The basic value of one of the three rolls, before disposition and style."""
    rule, *parts = ROLLS[what]
    addends = [Step(rule, "{part}", Facts(part=name), getattr(who, field)) for name, field in parts]
    if who.berserk and what == "tactics":
        addends.append(Step("3.6.3.2-berserk", "berserk", Facts(), -who.berserk))
    if TIREDNESS[who.tiredness]:
        tired = Facts(tiredness=who.tiredness)
        addends.append(Step("1.13.2-tired", "tiredness: {tiredness}", tired, TIREDNESS[who.tiredness]))
    if who.modifier:
        addends.append(Step("3.6.3.3-more", "the referee's modifier", Facts(), who.modifier))
    words = "{who}, {what} value {value}"
    return folded("sum", "1.1.2-value", words, addends, name=f"{what}_value", who=who.name, what=what)


def _ways(who: Character) -> list[Step]:
    """What the disposition and, where it is told, the style will add."""
    glory, survival = DISPOSITIONS[who.disposition]
    facts = Facts(disposition=who.disposition, glory=glory, survival=survival)
    words = "{disposition}: glory {glory}, survival {survival}"
    steps = [Step("3.6.3.1-disposition", words, facts, who.disposition, "disposition")]
    if who.style:
        worth = style_worth(who.style, 0)
        words = "{style}: glory {glory}, survival {survival}, and more by the tactics result"
        steps.append(Step("3.6.3.2-style", words, Facts(style=who.style, glory=worth[0], survival=worth[1]), who.style))
    return steps


def _rolled(who: Character, turn: int, hero: Hero) -> Result:
    numbers = dict(zip(SEVERITY, hero.hurt, strict=True))
    dead = numbers["fatal"] > 0
    fame = {"glory": hero.fame} if hero.fame else {}
    counts = Facts({**fame, "wounds": sum(hero.hurt), **numbers, "dies": dead})
    wounds = (*who.wounds, *((name, "") for name, count in numbers.items() for _ in range(count)))
    facts = Facts(character=who.id, disposition=hero.disposition, wounds=wounds, turn=turn, dead=dead)
    return Result(counts, (Event("character", facts),))


# Where a wound is.


def judge_location(state: State, action: Action, rules: Rules) -> Ruling:
    """The ruling on the location of a character's next wound: two dice."""
    refusal = wrong_field(action, {"character": ()}, "3.6.3.4-location")
    who = character_of(state, str(action.get("character", "")))
    open_wounds = [at for at, (_, where) in enumerate(who.wounds) if not where] if who else []
    if refusal is None and (who is None or not open_wounds):
        words = "{name} has no wound whose location is still to be rolled"
        name = who.name if who else str(action.get("character") or "nobody")
        refusal = Refusal(Step("3.6.3.4-location", words, Facts(name=name), False))
    if refusal or who is None:
        return refuse(action, (), rules, refusal or Refusal(Step(RULE, "nobody", value=False)))
    kind = who.wounds[open_wounds[0]][0]
    step = Step("3.6.3.4-location", "{name}'s {kind} wound: two dice say where", Facts(name=who.name, kind=kind), kind)
    stage = Stage("3.6.3.4-location", "{where}", _where)
    return allow(action, [step], rules, Program(Wound(), (stage,), partial(_located, who, open_wounds[0])))


class Wound(NamedTuple):
    """The location of a wound; empty before the roll."""

    where: str = ""


def _where(wound: Wound) -> Roll[Wound]:
    return Roll(Sum(D6, 2), lambda total: Wound(LOCATION[total]))


def _located(who: Character, at: int, wound: Wound) -> Result:
    counts = Facts(severity=who.wounds[at][0], location=wound.where)
    return Result(counts, (Event("located", Facts(character=who.id, wound=at, location=wound.where)),))


# A blow outside battle.


def judge_wound(state: State, action: Action, rules: Rules) -> Ruling:
    """The ruling on an ordinary wound: damage less resistance."""
    refusal = wrong_field(action, {"damage": (), "resistance": ()}, "3.1.6-wound")
    given = [action.get(name) for name in ("damage", "resistance")]
    damage, resistance = map(_number, given)
    if refusal is None and (damage is None or resistance is None):
        words = "damage and resistance must be numbers; found {found}"
        refusal = Refusal(Step("3.1.6-wound", words, Facts(found=tuple(map(repr, given))), False))
    if refusal or damage is None or resistance is None:
        return refuse(action, (), rules, refusal or Refusal(Step("3.1.6-wound", "no numbers", value=False)))
    through = exact(Fraction(damage - resistance))
    facts = Facts(damage=damage, resistance=resistance, through=through)
    words = "{damage} less resistance {resistance} leaves {through}: {value}"
    return allow(action, [Step("3.1.6-wound", words, facts, severity(through), "wound")], rules)


def _number(value: object) -> Number | None:
    """A number as it may stand in an action, exactly; `None` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | Fraction):
        return None
    return exact(Fraction(str(value))) if -MOST < value < MOST else None
