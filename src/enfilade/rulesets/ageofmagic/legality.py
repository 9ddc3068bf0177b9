"""Who may fire and who may strike: the checks of a single volley or melee, in the order of the rules."""

from collections.abc import Iterable, Iterator

from enfilade.referee import Action, Facts, Nearest, Refusal, Step
from enfilade.rulesets.ageofmagic.areas import said
from enfilade.rulesets.ageofmagic.fields import DICE, YES_NO, missing_unit, wrong_field
from enfilade.rulesets.ageofmagic.orders import in_reach
from enfilade.rulesets.ageofmagic.state import State

POSITIONS = ("good", "normal", "poor")
MISSILE_FIELDS = {"attacker": (), "target": (), "dice": DICE, "moving": YES_NO, "position": POSITIONS}
MELEE_FIELDS = {
    "attacker": (),
    "target": (),
    "dice": DICE,
    "target_dice": DICE,
    "charging": YES_NO,
    "side": ("front", "flank", "rear"),
    "meets": ("brace", "counter", "caught"),
    "position": POSITIONS,
}
Check = tuple[Step, Nearest | None]
Checked = tuple[list[Step], Refusal | None]


def missile_refusal(state: State, action: Action) -> Checked:
    """The checks of a volley that held, and the one that failed if any."""
    rule = "3.6.2.4-fire"
    refusal = wrong_field(action, MISSILE_FIELDS, rule) or _ends(state, action, rule)
    return ([], refusal) if refusal else _first_failing(_missile_checks(state, action))


def melee_refusal(state: State, action: Action) -> Checked:
    """The checks of a melee that held, and the one that failed if any."""
    rule = "3.6.2.5.2-melee"
    refusal = wrong_field(action, MELEE_FIELDS, rule) or _ends(state, action, rule)
    return ([], refusal) if refusal else _first_failing(_melee_checks(state, action))


def _first_failing(checks: Iterable[Check]) -> Checked:
    held: list[Step] = []
    for step, nearest in checks:
        if not step.value:
            return held, Refusal(step, nearest)
        held.append(step)
    return held, None


def _ends(state: State, action: Action, rule: str) -> Refusal | None:
    refusal = missing_unit(state, action, "attacker", rule) or missing_unit(state, action, "target", rule)
    if refusal:
        return refusal
    sides = [state.muster.units[state.muster.index(action[end])].side for end in ("attacker", "target")]
    if sides[0] != sides[1]:
        return None
    step = Step(rule, "{attacker} and {target} are on the same side", Facts(action.fields), False)
    return Refusal(step)


def _missile_checks(state: State, action: Action) -> Iterator[Check]:
    at, target = state.muster.index(action["attacker"]), state.muster.index(action["target"])
    unit, stands = state.muster.units[at], state.units[at]
    facts = Facts(unit=unit.name)
    missile = state.muster.cards[at].missile
    yield (
        Step(
            "3.6.2.2-missile",
            _either(missile, "missiles are at hand for {unit}", "{unit} cannot fire without missiles"),
            facts,
            bool(missile),
        ),
        None,
    )
    yield _not_routing(state, at)
    enemies = state.enemies(unit.id)
    words = _either(not enemies, "no enemy is in melee with {unit}", "{unit} cannot fire while in melee with {enemies}")
    nearest = (
        Nearest(
            "a melee with {enemies}", Facts(enemies=enemies), Action.of("melee", attacker=unit.id, target=enemies[0])
        )
        if enemies
        else None
    )
    yield Step("3.6.2.4-fire", words, Facts(unit=unit.name, enemies=enemies), not enemies), nearest
    yield _reach(state, at, target, "3.6.2.4-fire")
    words = _either(not stands.fired, "no volley of {unit} yet this turn", "{unit} fired already this turn")
    yield Step("3.6.2.5-sequence", words, facts, not stands.fired), None


def _melee_checks(state: State, action: Action) -> Iterator[Check]:
    at, target = state.muster.index(action["attacker"]), state.muster.index(action["target"])
    ids = action["attacker"], action["target"]
    facts = Facts(unit=state.muster.units[at].name, target=state.muster.units[target].name)
    yield _not_routing(state, at)
    engaged = ids[1] in state.enemies(ids[0])
    if action.get("charging"):
        free = not state.enemies(ids[0])
        words = _either(free, "{unit} can charge: not in melee", "{unit} cannot charge while in melee")
        stay = Action.of("melee", attacker=ids[0], target=ids[1]) if engaged else None
        yield (
            Step("3.6.2.4-charge", words, facts, free),
            Nearest("the melee as it stands", Facts(), stay) if stay else None,
        )
        yield _reach(state, at, target, "3.6.2.4-charge")
    else:
        words = _either(engaged, "{unit} and {target} are in melee", "{unit} and {target} are not in melee")
        charge = Action.of("melee", attacker=ids[0], target=ids[1], charging=True)
        near = not state.enemies(ids[0]) and in_reach(state, at, state.units[target].area)
        nearest = Nearest("a charge", Facts(), charge) if near and not engaged else None
        yield Step("3.6.2.5.2-melee", words, facts, engaged), nearest
    done = any({one.attacker, one.target} == set(ids) for one in state.dealt)
    words = _either(not done, "no blows between them yet this turn", "they struck already this turn")
    yield Step("3.6.2.5-sequence", words, Facts(), not done), None


def _either(holds: object, words: str, otherwise: str) -> str:
    return words if holds else otherwise


def _not_routing(state: State, at: int) -> Check:
    routing = state.units[at].morale == "routing"
    words = _either(not routing, "{unit} can fight: not routing", "{unit} cannot inflict anything while routing")
    return Step("3.6.2.5.3-routing", words, Facts(unit=state.muster.units[at].name), not routing), None


def _reach(state: State, at: int, target: int, rule: str) -> Check:
    here, there = state.units[at].area, state.units[target].area
    near = in_reach(state, at, there)
    places = {"here": said(here), "there": said(there)}
    words = _either(near, "{there} touches {here}", "{there} does not touch {here}")
    words = "both stand in {here}" if here == there else words
    area = Step("3.6.2.3-adjacent", words, Facts(places), near)
    words = _either(near, "{target} can be reached", "{target} cannot be reached: {there} does not touch {here}")
    facts = Facts(target=state.muster.units[target].name, **places)
    return Step(rule, words, facts, near, because=(area,)), None
