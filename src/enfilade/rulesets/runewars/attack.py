"""The attack: the referee's ruling on one (RR 10). Its dice are in program.py."""

from collections.abc import Iterator

from enfilade.referee import Action, Facts, Nearest, Refusal, Ruling, Step, allow, refuse
from enfilade.rulesets.runewars import abilities, aftermath, hand, legality
from enfilade.rulesets.runewars.case import Case
from enfilade.rulesets.runewars.profile import Worth
from enfilade.rulesets.runewars.program import program
from enfilade.rulesets.runewars.result import Attack
from enfilade.rulesets.runewars.state import State
from enfilade.rulesets.runewars.tables import ATTACKING, DEFENDING
from enfilade.rulesets.runewars.threat import defense, flank_step, rerolls, threat

NOTHING = Worth(0)


def judge(state: State, action: Action) -> Ruling:
    """The ruling on a melee or ranged attack."""
    steps, case = legality.check(state, action)
    if isinstance(case, Refusal):
        return refuse(action, steps, state.rules, Refusal(case.step, _offered(state, case.nearest)))
    valued = list(_values(case))
    dice = next(step for step in valued if step.name == "dice")
    if not dice.facts["left"]:
        none = Step("10.none", "no die is left to roll: the attack is cancelled", dice.facts, False, because=(dice,))
        return refuse(action, steps, state.rules, Refusal(none))
    values = {step.name: step.value for step in valued}
    attack = Attack.of(case, hand.prices(case), values["defense"])
    prospect = hand.prospect(case, dice, attack.panic)
    told = [*steps, *valued, *_aftermath(case, attack, prospect)]
    return allow(action, told, state.rules, program(case, attack, values, prospect))


def _offered(state: State, nearest: Nearest | None) -> Nearest | None:
    """What a refusal proposes, if it is legal itself, or legal with the edge that its own refusal proposes."""
    while nearest and nearest.action:
        _, case = legality.check(state, nearest.action)
        if not isinstance(case, Refusal):
            return nearest if hand.dice(case, bool(flank_step(case).value)).facts["left"] else None
        if case.step.rule != "82.choice" or case.nearest is None or case.nearest.action == nearest.action:
            return None
        nearest = Nearest(nearest.words, nearest.facts, case.nearest.action)
    return nearest


def _values(case: Case) -> Iterator[Step]:
    """The named values of an attack, each with what it rests on."""
    worth = threat(case)
    yield worth
    yield from rerolls(case)
    flank = flank_step(case)
    yield flank
    yield hand.dice(case, bool(flank.value))
    yield from abilities.before_the_blow(case)
    yield defense(case)
    yield Step("10.8", "damage of each hit: {value}", value=worth.value, name="damage_per_hit")
    for name, rule, unit in (("lethal", "45.lethal", case.attacker), ("protected", "45.protected", case.target)):
        keyword = unit.keyword(name)
        if keyword is not None:
            facts = Facts(keyword=f"{name.capitalize()} {keyword}", unit=unit.id)
            yield Step(rule, "{keyword} of {unit}", facts, case.state.worth(keyword), name)
    yield from _impact(case)
    if case.state.runes is None and _uses_runes(case):
        yield Step("11.runes", "no energy runes are stated: they count as none", value=0)


def _impact(case: Case) -> Iterator[Step]:
    """After a charge each point of Impact has put a panic token on the target (RR 45)."""
    keyword = case.attacker.keyword("impact")
    if case.action.get("charge") and keyword is not None:
        facts = Facts(keyword=f"Impact {keyword}", target=case.target.id)
        words = "{keyword} in the charge, panic tokens on {target}: {value}"
        yield Step("45.impact", words, facts, case.state.worth(keyword), "impact")


def _uses_runes(case: Case) -> bool:
    """Whether a number of this attack depends on the energy runes."""
    worths = [die.number for die in (*case.card.dice, *case.card.near)]
    worths.append(case.target.profile.defense)
    worths += [case.attacker.keyword(name) or NOTHING for name in ATTACKING]
    worths += [case.target.keyword(name) or NOTHING for name in DEFENDING]
    if case.action.get("charge"):
        worths.append(case.attacker.keyword("impact") or NOTHING)
    return any(worth.runes for worth in worths)


def _aftermath(case: Case, attack: Attack, prospect: hand.Prospect) -> Iterator[Step]:
    """Steps 8 to 11, as far as they can be told before the dice are thrown."""
    yield aftermath.casualties(case.state, case.target)
    yield from aftermath.closing_in(case)
    if prospect.tests:
        yield from aftermath.nerves(case.state, case.target, attack.panic)
    yield from aftermath.friends(attack.friends, case.target)
