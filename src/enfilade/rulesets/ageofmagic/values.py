"""The four combat values of a unit (3.6.2.2), every addend a step."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from enfilade.referee import Action, Facts, Rules, Ruling, Step, allow, folded
from enfilade.rulesets.ageofmagic.averages import Share, armed, average, average_resistance, main_weapon
from enfilade.rulesets.ageofmagic.numbers import AVERAGING, Number, exact
from enfilade.rulesets.ageofmagic.state import Arms, Guard, Standing, State, Unit
from enfilade.rulesets.ageofmagic.tables import (
    BARDING_BONUS,
    CAVALRY_BONUS,
    CLOSE_ORDER_BONUS,
    DEFENCE_SPAN,
    MELEE_BASE,
    MELEE_SPAN,
    MISSILE_BASE,
    MISSILE_SPAN,
    RANGE_STEP,
    SKIRMISH_BONUS,
    Weapon,
)


def rule_values(state: State, action: Action, at: int, rules: Rules) -> Ruling:
    """The ruling on a unit's combat values: size, melee, missile and defence, and what looks unusual."""
    unit, stands = state.muster.units[at], state.units[at]
    steps = [
        replace(size_step(unit, stands), name="size"),
        melee_value(unit, rules),
        missile_value(unit, rules),
        defence_value(unit, rules),
        Step("3.6.2.2-levels", "morale {value}", Facts(), stands.morale, "morale"),
        Step("3.6.2.2-levels", "tiredness {value}", Facts(), stands.tiredness, "tiredness"),
    ]
    spans = zip(("melee", "missile", "defence"), steps[1:4], (MELEE_SPAN, MISSILE_SPAN, DEFENCE_SPAN), strict=True)
    said = [(kind, step, span) for kind, step, span in spans if kind not in unit.stated.unsaid]
    warnings = [span_warning(kind, step.value, span) for kind, step, span in said]
    return allow(action, [*steps, *filter(None, warnings)], rules)


def size_step(unit: Unit, stands: Standing) -> Step:
    """How many combatants a unit has; a short question may leave that open."""
    words = "{unit}, size {value}"
    if "size" in unit.stated.unsaid:
        words = "nothing is said of the size of {unit}, which is taken as {value}"
    return Step("3.6.2.2-size", words, Facts(unit=unit.name), stands.size)


def span_warning(kind: str, value: Number, span: tuple[int, int]) -> Step | None:
    """A word of warning about a value outside its usual span; never a refusal."""
    low, high = span
    if low <= value <= high:
        return None
    words = "worth a second look: a {kind} value is usually {low} to {high}; this is {found}"
    return Step("3.6.2.2-span", words, Facts(kind=kind, low=low, high=high, found=value), False)


def melee_value(unit: Unit, rules: Rules) -> Step:
    """How much damage the average combatant does in melee."""
    if unit.stated.melee is not None:
        return _stated(unit, "melee", unit.stated.melee)
    fighters = armed(unit.groups, lambda group: group.melee)
    addends = [
        *_arms("3.6.2.2-melee", fighters, rules),
        Step("3.6.2.2-melee", "8 for every unit", Facts(), MELEE_BASE),
        *order_bonuses(unit),
    ]
    return folded("sum", "3.6.2.2-melee", "{unit}, melee value {value}", addends, name="melee_value", unit=unit.name)


def order_bonuses(unit: Unit) -> list[Step]:
    """What close order and horses add to the melee value."""
    bonuses = []
    if unit.order == "close":
        worth = CLOSE_ORDER_BONUS[unit.training]
        words = "close order, {training}"
        bonuses.append(Step("3.6.2.2-close", words, Facts(training=unit.training), worth))
    if unit.mount == "cavalry":
        bonuses.append(Step("3.6.2.2-cavalry", "cavalry", Facts(), CAVALRY_BONUS))
    return bonuses


def missile_value(unit: Unit, rules: Rules) -> Step:
    """How much damage the average combatant does with missiles; 0 without a missile weapon."""
    if unit.stated.missile is not None:
        return _stated(unit, "missile", unit.stated.missile)
    archers = armed(unit.groups, lambda group: group.missile)
    if not archers:
        words = "{unit} without missile weapon, missile value {value}"
        return Step("3.6.2.2-missile", words, Facts(unit=unit.name), 0, "missile_value")
    bearing = sum(number for number, _ in archers)
    everyone = sum(group.number for group in unit.groups)
    weapon, _ = main_weapon([(number, arms.weapon) for number, arms in archers])
    addends = [
        *_arms("3.6.2.2-missile", archers, rules),
        _range(weapon),
        Step("3.6.2.2-missile", "5 for every unit with missiles", Facts(), MISSILE_BASE),
    ]
    if unit.order == "skirmish":
        addends.append(Step("3.6.2.2-skirmish", "loose skirmish order", Facts(), SKIRMISH_BONUS))
    words = "{unit}, missile value {value}"
    if bearing == everyone:
        return folded("sum", "3.6.2.2-missile", words, addends, name="missile_value", unit=unit.name)
    bearers = folded("sum", "3.6.2.2-missile", "those who bear missiles: {value}", addends)
    mean = AVERAGING[rules["averages"]](exact(Fraction(bearing, everyone) * bearers.value))
    return Step(
        "3.6.2.2-mixed",
        "{unit}: {bearing} of {everyone} bear missiles, the others count 0; missile value {value}",
        Facts(unit=unit.name, bearing=bearing, everyone=everyone),
        mean,
        "missile_value",
        because=(bearers,),
        readings=("averages",),
    )


def defence_value(unit: Unit, rules: Rules) -> Step:
    """How well the average combatant is protected."""
    if unit.stated.defence is not None:
        return _stated(unit, "defence", unit.stated.defence)
    guards = [(group.number, group.guard) for group in unit.groups if group.guard is not None]
    skill, shielded = _skill(guards, rules)
    addends = [skill, average_resistance(guards, rules)]
    if shielded:
        addends += _parry(guards, bool(skill.facts["by_shield"]), rules)
    if unit.mount == "cavalry" and BARDING_BONUS[unit.barding]:
        facts = Facts(barding=unit.barding)
        addends.append(Step("3.6.2.2-barding", "{barding} barding", facts, BARDING_BONUS[unit.barding]))
    words = "{unit}, defence value {value}"
    return folded("sum", "3.6.2.2-defence", words, addends, name="defence_value", unit=unit.name)


def _stated(unit: Unit, kind: str, value: Number) -> Step:
    words = "as the referee states, {kind} value {value}"
    if kind in unit.stated.unsaid:
        words = "nothing is said of the {kind} value, which is taken as {value}"
    return Step("3.6.2.2-stated", words, Facts(kind=kind), value, f"{kind}_value")


def _arms(rule: str, fighters: Sequence[tuple[int, Arms]], rules: Rules) -> list[Step]:
    """Average skill, average strength, and the two factors of the main weapon."""
    weapon, which = main_weapon([(number, arms.weapon) for number, arms in fighters])
    skills = [Share(number, arms.skill) for number, arms in fighters]
    strengths = [Share(number, arms.st) for number, arms in fighters]
    facts = Facts(weapon=weapon.name)
    return [
        average(rule, "weapon skill", skills, rules),
        average(rule, "ST", strengths, rules),
        Step("3.6.2.2-weapon", "{weapon}, attack factor", facts, weapon.attack, because=which),
        Step("3.6.2.2-weapon", "{weapon}, damage factor", facts, weapon.damage),
    ]


def _range(weapon: Weapon) -> Step:
    words = "effective range {range} m, one for each full 25"
    return Step("3.6.2.2-range", words, Facts(range=weapon.range), int(weapon.range // RANGE_STEP))


def _skill(guards: Sequence[tuple[int, Guard]], rules: Rules) -> tuple[Step, bool]:
    """The Combat skill, or the Shield skill in its place where most bear shields; and whether they do."""
    bearers = [(number, guard) for number, guard in guards if guard.shield is not None]
    combat_shares = [Share(number, guard.combat) for number, guard in guards]
    combat = average("3.6.2.2-defence", "Combat skill", combat_shares, rules)
    shielded = 2 * sum(number for number, _ in bearers) > sum(number for number, _ in guards)
    if not shielded:
        return combat, False
    shield_shares = [Share(number, guard.shield) for number, guard in bearers if guard.shield is not None]
    shield = average("3.6.2.2-shield", "Shield skill", shield_shares, rules)
    if rules["shield_skill"] == "always":
        words, skills = "the Shield skill stands for the Combat skill", [shield]
    else:
        words, skills = "the better of Combat and Shield skill", [combat, shield]
    step = folded(
        "greatest", "3.6.2.2-shield", words, skills, by_shield=len(skills) == 1 or shield.value > combat.value
    )
    return replace(step, readings=("shield_skill",)), True


def _parry(guards: Sequence[tuple[int, Guard]], by_shield: bool, rules: Rules) -> list[Step]:
    if rules["parry_factor"] == "with_shield_skill" and not by_shield:
        words = "the shields' parry factor goes with the Shield skill, which is not used"
        return [Step("3.6.2.2-parry", words, Facts(), 0, readings=("parry_factor",))]
    shares = [Share(number, guard.parry) for number, guard in guards if guard.shield is not None]
    parry = average("3.6.2.2-parry", "parry factor of the shields", shares, rules)
    return [replace(parry, readings=(*parry.readings, "parry_factor"))]
