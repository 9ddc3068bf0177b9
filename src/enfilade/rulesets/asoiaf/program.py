"""The dice of one attack put together: which stages it needs, in order, and from which numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from enfilade.dice import Program, Stage
from enfilade.referee import Result
from enfilade.rulesets.asoiaf import attack
from enfilade.rulesets.asoiaf.contact import engagements
from enfilade.rulesets.asoiaf.editions import BY_RESULT, EDITIONS, Panic, saves
from enfilade.rulesets.asoiaf.fight import Fight, Nerve, Terms
from enfilade.rulesets.asoiaf.ground import DANGEROUS
from enfilade.rulesets.asoiaf.plan import Ending, Ends, Plan
from enfilade.rulesets.asoiaf.state import State, Unit
from enfilade.rulesets.asoiaf.worth import dice_at

Stages = Iterator[Stage[Fight]]

CHARGE_DIE = Stage("9.6", "the charge {charged}", attack.charge_die)
LOWER_CHARGE_DIE = Stage("13.hindering", "the charge {charged}", attack.lower_charge_die)
STRUCK_FIRST = Stage(
    "8.set", "{own} {own:wound|wounds} left to the charger, {dice} attack {dice:die|dice}", attack.struck_first
)
REROLL_MISSES = Stage("10.1", "{dice} {dice:die|dice} again", attack.reroll_misses)
REROLL_ANY = Stage("8.3", "{dice} {dice:die|dice} again", attack.reroll_any)
SPEND_WEAKENED = Stage("12.weakened", "{dice} {dice:die|dice} again", attack.spend_weakened)
AUTO_HITS = Stage("8.5", "{hits} {hits:hit|hits} with the automatic ones", attack.add_hits)
SPEND_VULNERABLE = Stage("12.vulnerable", "{dice} {dice:save|saves} again", attack.spend_vulnerable)
SUFFER = Stage("8.8", "{wounds} {wounds:wound|wounds}, {left} left to the target", attack.suffer)
ONLY_IF_DAMAGED = Stage("7.4a", "friends test if there was a wound", attack.friends_only_if_damaged)
ONLY_IF_STANDING = Stage("7.4a", "friends test if the target still stands", attack.friends_only_if_standing)
CHARGER, TARGET = "panic test of the charger: {cost}", "panic test of the target: {cost}"
FRIEND, ALONE = "panic test of a friend: {cost}", "panic test: {cost}"
FAILED_CHARGE = Stage("9.11", "the charger must test for panic: {failed}", attack.charger_if_failed)


class Sixes(NamedTuple):
    """How an attack's dice are rolled, and what becomes of natural sixes."""

    roll: Stage[Fight]
    again: Stage[Fight]
    keyword: tuple[Stage[Fight], ...] = ()


_HITS, _SIXES = "{hits} {hits:hit|hits}", "{hits} {hits:hit|hits}, and natural sixes: {sixes}"
PLAIN = Sixes(Stage("8.2", _HITS, attack.roll_attack), Stage("8.3", _HITS, attack.roll_attack))
_OF_HITS = Stage("8.2", _SIXES, attack.roll_attack_with_sixes), Stage("8.3", _SIXES, attack.roll_attack_with_sixes)
_OF_FACES = (
    Stage("8.2", _SIXES, attack.roll_attack_with_any_sixes),
    Stage("8.3", _SIXES, attack.roll_attack_with_any_sixes),
)
ROLLS: Mapping[str, tuple[Stage[Fight], Stage[Fight]]] = MappingProxyType({"hit": _OF_HITS, "face": _OF_FACES})
"""By the reading `six_that_misses`."""
KEYWORDS: Mapping[tuple[bool, bool], tuple[Stage[Fight], ...]] = MappingProxyType(
    {
        (True, False): (Stage("8.critical", "{hits} {hits:hit|hits}", attack.critical_blow),),
        (False, True): (Stage("8.precision", "{hits} {hits:hit|hits}, {sure} without a save", attack.precision),),
        (True, True): (Stage("8.both", "{hits} {hits:hit|hits}, {sure} without a save", attack.precise_critical_blow),),
    }
)
"""By Critical Blow and Precision."""


def program(state: State, plan: Plan, ends: Ends) -> Program[Fight, Result]:
    """The dice of an attack, from the charge die to the last panic test."""
    return Program(_start(state, plan), tuple(_stages(state, plan)), Ending(plan, ends))


def _start(state: State, plan: Plan) -> Fight:
    strike, charge = plan.strike, plan.charge
    attacker, target = strike.attacker, strike.target
    terms = Terms(plan.hit, plan.save, strike.effects.get("hits", 0))
    if charge:
        terms = terms._replace(need=charge.need, disorderly=charge.disorderly, toll_from=charge.toll_from)
    if charge and charge.strike:
        extra = plan.dice - dice_at(strike.attack, attacker, attacker.wounds)
        per_wounds = tuple(
            max(0, dice_at(strike.attack, attacker, wounds) + extra) if wounds else 0
            for wounds in range(attacker.wounds + 1)
        )
        terms = terms._replace(strike=charge.strike, own_save=attacker.profile.defense, dice_at=per_wounds)
    return Fight(
        terms,
        target.wounds,
        plan.dice,
        tuple(_nerves(state, plan)),
        own=attacker.wounds if terms.strike else 0,  # nothing else asks: attacks of many wounds go alike
        weakened="weakened" in attacker.conditions,
        vulnerable="vulnerable" in target.conditions,
    )


def _nerves(state: State, plan: Plan) -> Iterator[Nerve]:
    """Who may have to test, in order: a charger that fails, the target, friends of the shooter."""
    strike = plan.strike
    extra = strike.effects.get("panic_wounds", 0)
    if plan.charge:  # the charger is engaged by then, but was not when the charge began
        extra += strike.attacker.profile.keywords.get("panic wounds", 0)
        if state.rules["failed_charge_panic"] == "yes":
            yield nerve_of(state, strike.attacker)
    yield nerve_of(state, strike.target, plan.nerve, extra)
    for friend in plan.friends:
        yield nerve_of(state, friend)


def nerve_of(state: State, unit: Unit, modifier: int = 0, extra: int = 0) -> Nerve:
    """A unit before a panic test; enemies that it is engaged with may make a failure worse."""
    enemies = (state.unit(engaged.enemy) for engaged in engagements(state, unit))
    worse = sum(enemy.profile.keywords.get("panic wounds", 0) for enemy in enemies if enemy)
    return Nerve(unit.profile.morale, modifier, unit.wounds, extra + worse, "panicked" in unit.conditions)


def _stages(state: State, plan: Plan) -> Stages:
    rules, panic = state.rules, EDITIONS[state.edition].panic
    charge = plan.charge
    if charge:
        yield LOWER_CHARGE_DIE if charge.hindered else CHARGE_DIE
        if rules["failed_charge_panic"] == "yes":
            yield FAILED_CHARGE
            yield from test_of(panic, plan.strike.attacker, "defender", CHARGER)
        if charge.strike:
            yield STRUCK_FIRST
    yield from _hits(state, plan)
    rolled = saves(state.edition, rules["natural_six_saves"]) if plan.save > 6 else BY_RESULT
    yield rolled.roll
    if "vulnerable" in plan.strike.target.conditions:
        yield SPEND_VULNERABLE
        yield rolled.again
    yield SUFFER
    yield from test_of(panic, plan.strike.target, "attacker", TARGET)
    yield from _friends(state, plan, panic)
    if plan.dangerous:
        yield DANGEROUS


def _hits(state: State, plan: Plan) -> Stages:
    """The attack dice: rolled, re-rolled by the attacker, then by the enemy, then counted."""
    words, strike = plan.strike.keywords, plan.strike
    critical, precise = "critical blow" in words, "precision" in words
    dice = PLAIN
    if critical or precise:
        dice = Sixes(*ROLLS[state.rules["six_that_misses"]], KEYWORDS[critical, precise])
    yield dice.roll
    if "reroll any" in words:
        yield REROLL_ANY
        yield dice.again
    elif strike.charging and (plan.charge is None or plan.charge.bonus):
        yield REROLL_MISSES
        yield dice.again
    if "weakened" in strike.attacker.conditions:
        yield SPEND_WEAKENED
        yield dice.again
    yield from dice.keyword
    if strike.effects.get("hits"):
        yield AUTO_HITS


def _friends(state: State, plan: Plan, panic: Panic) -> Stages:
    """Rule 7.4a: the shooter's friends in that fight test after the shot, each by its own Morale."""
    if plan.friends and state.rules["friends_without_damage"] == "only_damage":
        yield ONLY_IF_DAMAGED
    if plan.friends and state.rules["friends_of_destroyed"] == "after":
        yield ONLY_IF_STANDING
    for friend in plan.friends:
        yield from test_of(panic, friend, "defender", FRIEND)


def test_of(panic: Panic, unit: Unit, enemy: str, words: str) -> tuple[Stage[Fight], ...]:
    """The stages of a unit's panic test, the last with these words.

    `enemy` is the side that may spend its Panicked token.
    """
    stages = panic.plain
    if "panicked" in unit.conditions:
        stages = panic.attacker_spends if enemy == "attacker" else panic.defender_spends
    return _telling(stages, words)


@lru_cache(maxsize=64)
def _telling(stages: tuple[Stage[Fight], ...], words: str) -> tuple[Stage[Fight], ...]:
    return (*stages[:-1], replace(stages[-1], words=words))
