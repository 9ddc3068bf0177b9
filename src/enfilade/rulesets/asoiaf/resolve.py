"""From a legal attack to its numbers and its dice (rules 8, 10 and 11)."""

from collections.abc import Iterator
from typing import NamedTuple

from enfilade.referee import Action, Facts, Refusal, Step
from enfilade.rulesets.asoiaf import worth
from enfilade.rulesets.asoiaf.course import Course, no
from enfilade.rulesets.asoiaf.editions import EDITIONS
from enfilade.rulesets.asoiaf.plan import Charge, Ends, Plan
from enfilade.rulesets.asoiaf.program import program
from enfilade.rulesets.asoiaf.state import State, Unit
from enfilade.rulesets.asoiaf.tables import EFFECTS
from enfilade.rulesets.asoiaf.worth import Strike


class Beside(NamedTuple):
    """What goes with an attack besides its own dice."""

    friends: tuple[Unit, ...] = ()
    charge: Charge | None = None
    dangerous: bool = False


ALONE = Beside()


def effects(action: Action) -> Facts | Refusal:
    """The effects of cards and abilities that the action states."""
    stated = action.get("effects", Facts())
    if not isinstance(stated, Facts):
        return no("8.4", "effects must be names with whole numbers, not {value}", value=str(stated))
    for name, amount in stated.items():
        if name not in EFFECTS:
            return no("8.4", "{name} is no effect; there are: {known}", name=name, known=tuple(EFFECTS))
        if isinstance(amount, bool) or not isinstance(amount, int) or abs(amount) > 20:
            return no("8.4", "{name} must be a whole number up to 20, not {value}", name=name, value=str(amount))
    if stated.get("hits", 0) < 0:
        return no("8.5", "automatic hits cannot be fewer than none: {value}", value=stated["hits"])
    return stated


def resolved(state: State, strike: Strike, ends: Ends, beside: Beside = ALONE) -> Course:
    """The numbers of an attack, step by step, and its dice."""
    edition = EDITIONS[state.edition]
    dice = worth.attack_dice(strike, edition.solo_ranks)
    hit, save, nerve = worth.to_hit(strike), worth.save(strike), worth.nerve(strike)
    yield dice
    yield from _rerolls(strike, beside)
    yield hit
    yield save
    yield nerve
    yield from _readings(state, strike, hit.value, save.value)
    plan = Plan(strike, dice.value, hit.value, save.value, nerve.value, *beside)
    return program(state, plan, ends)


def _rerolls(strike: Strike, beside: Beside) -> Iterator[Step]:
    """Who may re-roll what, before any die falls."""
    names = Facts(attacker=strike.attacker.id, target=strike.target.id)
    if strike.charging and (beside.charge is None or beside.charge.bonus):
        yield Step("10.1", "charging, {attacker} may re-roll its missed dice", names, True)
    if "weakened" in strike.attacker.conditions:
        yield Step("12.weakened", "{attacker} is Weakened: its hits may be re-rolled by the enemy", names, True)
    if "vulnerable" in strike.target.conditions:
        yield Step("12.vulnerable", "{target} is Vulnerable: its saves may be re-rolled by the enemy", names, True)
    if "panicked" in strike.target.conditions:
        yield Step("12.panicked", "{target} is Panicked: its panic dice may be re-rolled by the enemy", names, True)


def _readings(state: State, strike: Strike, hit: int, save: int) -> Iterator[Step]:
    """Disputed points that the numbers of this attack touch."""
    if save > 6:
        facts = Facts(edition=state.edition, reading=state.rules["natural_six_saves"])
        words = "whether a natural 6 saves all the same: {reading} ({edition})"
        yield Step("8.7", words, facts, readings=("natural_six_saves",))
    if hit > 6 and strike.keywords.keys() & {"critical blow", "precision"}:
        facts = Facts(reading=state.rules["six_that_misses"])
        yield Step("8.4", "a natural 6 that misses: {reading}", facts, readings=("six_that_misses",))
