"""A turn as it went, told in steps: for each deed the unit, the words, and the sums and dice that it rests on."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from enfilade.dice import Rolled, Told, Trace
from enfilade.referee import Facts, Result, Step, Words
from enfilade.rulesets.ageofmagic.aftermath import (
    ADVANTAGE,
    LEAVE,
    SETTLE_MORALE,
    TIRE,
    rallied,
    share_row,
    successful_charge,
)
from enfilade.rulesets.ageofmagic.areas import FIELD
from enfilade.rulesets.ageofmagic.field import Attack, Field, Fire
from enfilade.rulesets.ageofmagic.fire import FIRE, VOLLEY
from enfilade.rulesets.ageofmagic.melee import BLOWS, ROLL
from enfilade.rulesets.ageofmagic.moves import CLOSE_IN, MARCH, POISE, poise
from enfilade.rulesets.ageofmagic.risk import ROLLS
from enfilade.rulesets.ageofmagic.state import Standing
from enfilade.rulesets.ageofmagic.tables import CASUALTIES_RULE


class Deed(NamedTuple):
    """Something that a unit did or that befell it: its place in the muster, and the step that tells it."""

    unit: int
    step: Step


def story(start: Field, trace: Trace[Field, Result]) -> Iterator[Deed]:
    """The deeds of a turn, a volley or a melee, in the order in which they happened."""
    before, rolls = start, []
    for told in trace.told:
        after = told.situation
        if after is not before:
            if told.stage.rule in ROLLED:
                rolls.append(_rolled(before, told))
            elif told.stage.rule in TOLD:
                yield from TOLD[told.stage.rule](before, told, rolls)
                rolls = []
        before = after


# Dice.


def _rolled(before: Field, told: Told[Field]) -> Step:
    """A roll: the sum of its value, the dice, the result."""
    after, faces = told.situation, told.answer.faces if isinstance(told.answer, Rolled) else ()
    words = "{value} with {risked} {risked:die|dice} risked ({faces}) comes to {result}"
    if not after.risked:
        words = "{value}, and no dice are risked"
    facts = Facts(value=after.value, risked=after.risked, faces=faces, result=after.result)
    return Step("1.1.2-result", words, facts, after.result, because=(_sum(before, told),))


def _sum(before: Field, told: Told[Field]) -> Step:
    if told.stage.rule in (VOLLEY[0].rule, ROLL.rule):
        return attack_sum(before, before.attacks[0])
    contest = before.contest
    assert contest
    challenges = told.stage.rule == ROLLS[0].rule
    unit = _challenger(before) if challenges else before.charges[contest.charge].unit
    return POISE.step(poise(before, unit), unit=before.card(unit).name)


def attack_sum(field: Field, attack: Attack) -> Step:
    """The attack value of a volley or of blows, addend by addend."""
    table = FIRE if isinstance(attack.facts, Fire) else BLOWS
    return table.step(attack.facts, unit=field.card(attack.attacker).name, target=field.card(attack.target).name)


def _challenger(field: Field) -> int:
    """Who wants a change: the interceptor, or the unit that evades."""
    contest = field.contest
    assert contest
    return field.charges[contest.mine].unit if contest.mine >= 0 else field.charges[contest.charge].met


def _attack(before: Field, told: Told[Field], rolls: list[Step]) -> Iterator[Deed]:
    """A volley or blows, for who dealt them and for who took them."""
    attack, after, rule = before.attacks[0], told.situation, told.stage.rule
    facts = Facts(
        unit=after.actor,
        target=after.target,
        result=before.result,
        casualties=after.casualties,
        charging=attack.charging,
    )
    table = Step(rule, told.stage.words, Facts(after.facts()), after.casualties)
    step = Step(rule, _dealt(after, rule), facts, after.casualties, because=(*rolls, table))
    yield Deed(attack.attacker, step)
    words = "Lost {casualties} to the blows of {unit}"
    if rule != CASUALTIES_RULE:
        words = "Lost {casualties} to the fire of {unit}"
    if after.casualties:
        yield Deed(attack.target, Step(rule, words, facts, after.casualties))


def _dealt(after: Field, rule: str) -> str:
    if rule != CASUALTIES_RULE:
        return "Fired at {target}, result {result}: {casualties} fell"
    if rule in after.muster.tables.replaced:
        return "Struck at {target}, result {result}: {casualties} fell"
    return "Struck at {target}, result {result}: {casualties} fell (provisional table)"


# Movement.


def _contested(before: Field, told: Told[Field], rolls: list[Step]) -> Iterator[Deed]:
    """An interception or an evasion that was rolled for."""
    contest = before.contest
    if contest is None:
        return
    charge, won = before.charges[contest.charge], contest.won == "wins"
    evading = contest.mine < 0
    words = _EVADED[won] if evading else _INTERCEPTED[won]
    facts = Facts(unit=contest.names[0], target=contest.names[1])
    yield Deed(_challenger(before), Step(told.stage.rule, words, facts, won, because=tuple(rolls)))
    if won and not evading:
        facts = Facts(unit=contest.names[1], target=contest.names[0])
        yield Deed(charge.unit, Step(told.stage.rule, "Was stopped by {target}", facts))


def _outrun(before: Field, told: Told[Field], rolls: list[Step]) -> Iterator[Deed]:
    """Who was fast enough without a roll, and who was too slow."""
    after = told.situation
    for was, now in zip(before.charges, after.charges, strict=True):
        facts = Facts(unit=after.card(now.met).name, target=after.card(now.unit).name)
        if was.how == "met" and was.reaction == "evade" and now != was:
            yield Deed(now.met, Step(told.stage.rule, _EVADED[now.how == "evaded"], facts))
        elif now.how == "stopped" and was.how != "stopped":
            facts = Facts(unit=after.card(now.unit).name)
            yield Deed(now.unit, Step("3.6.2.4-intercept", "Was stopped by a faster enemy", facts))


_EVADED = ("Did not evade {target}: struck in the rear", "Evaded {target}")
_INTERCEPTED = ("Did not come first to {target}", "Came first, and stopped {target}")


def _contacts(before: Field, told: Told[Field], rolls: list[Step]) -> Iterator[Deed]:
    """Who was met by whom, and who stood between."""
    after = told.situation
    for charge in after.charges:
        name = after.card(charge.unit).name
        if charge.how == "missed":
            facts = Facts(unit=name, target=after.card(charge.target).name)
            yield Deed(charge.unit, Step("3.6.2.4-charge", "Found {target} gone", facts))
        elif charge.met >= 0:
            met, area = after.card(charge.met).name, _area(after, after.units[charge.unit].area)
            facts = Facts(unit=name, target=met, area=area, side=charge.side)
            words = "Charged {target} ({area})"
            because: tuple[Step, ...] = ()
            if charge.side != "front":
                words = "Charged {target} ({area}), in the {side}"
                because = (Step("3.6.2.4-side", "struck in the {side}", facts, charge.side),)
            yield Deed(charge.unit, Step("3.6.2.4-charge", words, facts, because=because))
            if charge.met != charge.target:
                facts = Facts(unit=met, target=name, friend=after.card(charge.target).name)
                words = "Stood between {target} and {friend}"
                yield Deed(charge.met, Step("3.6.2.4-defend", words, facts))


def _area(field: Field, area: str) -> Words:
    return field.muster.spoken(area)


def _answers(before: Field, told: Told[Field], rolls: list[Step]) -> Iterator[Deed]:
    """Who braces and who counter-charges, where that was told beforehand or decided at the moment."""
    words = {"brace": "Braced against {target}", "counter": "Counter-charged {target}"}
    for charge in told.situation.charges:
        if charge.how == "met" and charge.reaction in words:
            cards = told.situation.muster.cards
            facts = Facts(unit=cards[charge.met].name, target=cards[charge.unit].name)
            yield Deed(charge.met, Step("3.6.2.4-stand", words[charge.reaction], facts))


def _marches(before: Field, told: Told[Field], rolls: list[Step]) -> Iterator[Deed]:
    after = told.situation
    yield from _answers(before, told, rolls)
    for at, (was, now) in enumerate(zip(before.units, after.units, strict=True)):
        if was.area != now.area:
            rule = {"rout": "3.6.2.4-rout", "retreat": "3.6.2.4-retreat"}.get(after.orders[at].kind, "3.6.2.4-move")
            leaving = now.area == FIELD
            facts = Facts(unit=after.card(at).name, area=FIELD if leaving else _area(after, now.area))
            words = "Made for the edge of the field" if leaving else "Went to {area}"
            yield Deed(at, Step(rule, words, facts))


# The end of the turn.


def _tired(before: Field, told: Told[Field], rolls: list[Step]) -> Iterator[Deed]:
    after = told.situation
    for at, (was, now) in enumerate(zip(before.units, after.units, strict=True)):
        if was.tiredness != now.tiredness:
            facts = Facts(unit=after.card(at).name, before=was.tiredness, after=now.tiredness)
            yield Deed(at, Step("3.6.2.5-tired", "Tired from {before} to {after}", facts, now.tiredness))


def _pairs(before: Field, told: Told[Field], rolls: list[Step]) -> Iterator[Deed]:
    after = told.situation
    left = {pair[:2]: pair for pair in after.pairs}
    for pair in before.pairs:
        ends = [after.muster.index(name) for name in pair[:2]]
        names = [after.card(at).name for at in ends]
        now = left.get(pair[:2])
        if now is None and all(after.units[at].size for at in ends):
            for mine in (0, 1):
                facts = Facts(unit=names[mine], target=names[1 - mine])
                yield Deed(ends[mine], Step("3.6.2.4-disengage", "Out of melee with {target}", facts))
        elif now is not None and now.ahead:
            mine = pair[:2].index(now.ahead)
            facts = Facts(unit=names[mine], target=names[1 - mine])
            words = "Won the advantage over {target} for the next turn"
            yield Deed(ends[mine], Step("3.6.2.5-advantage", words, facts))


def _morale(before: Field, told: Told[Field], rolls: list[Step]) -> Iterator[Deed]:
    """What fell in all, and what became of morale, cause by cause."""
    after = told.situation
    for at, (was, now) in enumerate(zip(before.units, after.units, strict=True)):
        unit, causes = after.card(at).name, tuple(_causes(before, at))
        if was.inflicted:
            fell = was.strength - was.size
            share = round(100 * fell / was.strength, 1)
            facts = Facts(unit=unit, fell=fell, strength=was.strength, percent=share, inflicted=was.inflicted)
            words = "Lost {fell} of {strength} in all, {percent}%"
            if was.inflicted > was.strength:
                words = "Lost all {strength}: {inflicted} inflicted, more than it had"
            yield Deed(at, Step("3.6.2.5.3-share", words, facts, fell))
        if causes and not was.gone:
            facts = Facts(unit=unit, before=was.morale, after=now.morale)
            words = "Morale from {before} to {after}" if was.morale != now.morale else "Morale still {after}"
            yield Deed(at, Step("3.6.2.5.3-levels", words, facts, now.morale, because=causes))


def _causes(field: Field, at: int) -> Iterator[Step]:
    """What moved a unit's morale, level by level."""
    said = field.adjust[at] if field.adjust else 0
    causes = (
        (
            "3.6.2.5.3-share",
            "for the share that fell: {value}",
            share_row(field.units[at], field.reading("morale_edges")),
        ),
        (
            "3.6.2.5-charge",
            "for a successful charge: {value}",
            successful_charge(field.dealt, field.muster.units[at].id),
        ),
        ("3.6.2.5.3-rally", "for rallying: {value}", rallied(field, at)),
        ("3.6.2.5.3-referee", "as the referee says: {value}", said),
    )
    for rule, words, levels in causes:
        if levels:
            yield Step(rule, words, Facts(), levels)


def _gone(before: Field, told: Told[Field], rolls: list[Step]) -> Iterator[Deed]:
    after = told.situation
    for at, (was, now) in enumerate(zip(before.units, after.units, strict=True)):
        if now.gone and not was.gone:
            words = "Annihilated" if now.gone == "annihilated" else "Fled the field"
            yield Deed(at, Step("3.6.2.5.3-gone", words, Facts(unit=after.card(at).name), now.gone))


def stands_step(unit: str, one: Standing) -> Step:
    """How a unit stands when the turn is over."""
    words = (
        "{size} left, routing, tiredness {tiredness}"
        if one.morale == "routing"
        else "{size} left, {morale} morale, tiredness {tiredness}"
    )
    facts = Facts(unit=unit, size=one.size, morale=one.morale, tiredness=one.tiredness)
    return Step("3.6.2.2-size", words, facts, one.size)


ROLLED = frozenset((VOLLEY[0].rule, ROLL.rule, *(stage.rule for stage in ROLLS)))
TOLD: Mapping[str, Callable[[Field, Told[Field], list[Step]], Iterator[Deed]]] = MappingProxyType(
    {
        "3.6.2.4-speed": _outrun,
        "3.6.2.4-intercept": _contested,
        "3.6.2.4-evade": _contested,
        CLOSE_IN.rule: _contacts,
        MARCH.rule: _marches,
        VOLLEY[1].rule: _attack,
        CASUALTIES_RULE: _attack,
        TIRE.rule: _tired,
        ADVANTAGE.rule: _pairs,
        SETTLE_MORALE.rule: _morale,
        LEAVE.rule: _gone,
    }
)
