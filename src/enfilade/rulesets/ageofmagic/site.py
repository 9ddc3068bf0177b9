"""Who reaches the site of the battle first and fixes its terrain (3.6.2.3)."""

from functools import partial

from enfilade.dice import Program, Stage
from enfilade.referee import Action, Event, Facts, Refusal, Result, Rules, Ruling, Step, allow, refuse
from enfilade.rulesets.ageofmagic.field import Contest, Field
from enfilade.rulesets.ageofmagic.fields import DICE, wrong_field
from enfilade.rulesets.ageofmagic.risk import opposed, risk_step, tie_step
from enfilade.rulesets.ageofmagic.rows import Row, Summed
from enfilade.rulesets.ageofmagic.state import State

RULE = "3.6.2.3-site"
SITE = Summed(
    RULE,
    "{commander}, value for the site {value}",
    (
        Row(RULE, "Tactics", lambda c: c.tactics),
        Row(RULE, "strategy in battle", lambda c: c.strategy),
        Row(RULE, "IQ", lambda c: c.iq),
        Row(RULE, "knows the terrain", lambda c: 3 if c.knows_terrain else None),
        Row(RULE, "waits for the other", lambda c: 5 if c.waiting else None),
    ),
)


def judge_site(state: State, action: Action, rules: Rules) -> Ruling:
    """The ruling on the commanders' roll for the site."""
    refusal = wrong_field(action, {"dice": DICE, "against_dice": DICE}, RULE)
    if refusal is None and not state.muster.commanders:
        refusal = Refusal(Step(RULE, "no commanders are described", value=False))
    if refusal is None and state.site:
        refusal = Refusal(Step(RULE, "{army} was there first", Facts(army=state.site), False))
    if refusal:
        return refuse(action, (), rules, refusal)
    commanders, most = state.muster.commanders, state.muster.tables.dice
    names = (commanders[0].name, commanders[1].name)
    sums = [
        SITE.step(one, f"{side}_value", commander=one.name)
        for side, one in zip(state.muster.sides, commanders, strict=True)
    ]
    dice = int(action.get("dice", -1)), int(action.get("against_dice", -1))
    contest = Contest(names, ("attacker", "defender"), sums[0].value, sums[1].value, *dice)
    risks = [risk_step(*one, rules, most) for one in zip(names, dice, (step.value for step in sums), strict=True)]
    stages = opposed(Stage(RULE, "{outcome} was there first", _first), rules["ties"], min(dice) < 0)
    field = Field(state.muster, (), contest=contest)
    return allow(action, [*sums, *risks, tie_step(rules)], rules, Program(field, stages, partial(_ended, state)))


def _first(field: Field) -> Field:
    contest = field.contest
    assert contest
    return field._replace(outcome=contest.names[0 if contest.won == "wins" else 1])


def _ended(state: State, field: Field) -> Result:
    assert field.contest
    side = state.muster.sides[0 if field.contest.won == "wins" else 1]
    return Result(Facts(first=side), (Event("site", Facts(side=side)),))
