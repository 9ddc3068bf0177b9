"""Whether a unit may let its activation go by (rules 3.2 and 3.6); each edition has its own answer."""

from collections.abc import Callable

from enfilade.referee import Facts, Nearest, Refusal, Step
from enfilade.rulesets.asoiaf import retreat
from enfilade.rulesets.asoiaf.contact import engagements
from enfilade.rulesets.asoiaf.state import State, Unit

Idle = Callable[[State, Unit], Step | Refusal]


def anyone(_state: State, unit: Unit) -> Step | Refusal:
    """A unit may do nothing."""
    return Step("3.2", "{unit} does nothing", Facts(unit=unit.id), True)


def unless_engaged(state: State, unit: Unit) -> Step | Refusal:
    """An engaged unit must attack or retreat, if it can do either."""
    enemies = tuple(engaged.enemy for engaged in engagements(state, unit))
    facts = Facts(unit=unit.id, enemies=enemies)
    if not enemies:
        return Step("3.6", "{unit} is not engaged: it may do nothing", facts, True)
    strikes = any(not attack.ranged for attack in unit.profile.attacks)
    if not strikes and not retreat.possible(state, unit):
        return Step("3.6", "{unit} is engaged, but can neither attack nor retreat", facts, True)
    words = "{unit} is engaged with {enemies}: it must attack or retreat"
    return Refusal(Step("3.6", words, facts, False), Nearest("a melee attack, or a retreat"))
