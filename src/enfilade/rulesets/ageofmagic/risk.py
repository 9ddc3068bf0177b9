"""The dice roll (1.1.2): points given up for dice, and the result; two leaders rolling against each other."""

from collections.abc import Callable, Hashable
from functools import partial
from math import ceil
from typing import TypeVar

from enfilade.dice import D6, Choice, Option, Roll, Stage, Sum
from enfilade.referee import Facts, Rules, Step, Words
from enfilade.rulesets.ageofmagic.field import Field
from enfilade.rulesets.ageofmagic.numbers import COST, Number

S = TypeVar("S", bound=Hashable)

MOST = 30  # as many dice as may be stated
THROWS = tuple(Sum(D6, count) for count in range(MOST + 1))
LABELS = tuple(f"{count} {'die' if count == 1 else 'dice'}" for count in range(MOST + 1))
SAID = tuple(("{count} die" if count == 1 else "{count} dice", Facts(count=count)) for count in range(MOST + 1))


def outcome(value: Number, dice: int, total: int, cap: str) -> Number:
    """The result of a roll: the basic value less 3 for each die risked, plus the dice."""
    result = value - COST * dice + total
    return min(result, value) if cap == "basic_value" else result


def most_offered(value: Number, limit: str, most: int) -> int:
    """The greatest number of dice that is offered where the choice is open."""
    return min(most, max(0, ceil(value / COST))) if limit == "within_value" else most


def offer(side: str, question: Words, most: int, put: Callable[[int], S]) -> Choice[S]:
    """A leader decides how many dice to risk; none, unless somebody says otherwise."""
    options = tuple(Option(LABELS[count], put(count), *SAID[count]) for count in range(most + 1))
    return Choice(side, str(question), options, question.words, question.facts)


def asked(name: str) -> Words:
    """The question to one leader."""
    return Words("{name}: dice to risk", Facts(name=name))


def thrown(count: int, then: Callable[[int], Field]) -> Roll[Field] | Field:
    """So many dice; with none the result is certain."""
    return Roll(THROWS[count], then) if count else then(0)


def risk_step(who: str, dice: int, value: Number, rules: Rules, most: int) -> Step:
    """What the ruling says of somebody's dice: how many are stated, or how many are offered."""
    readings = ("dice_limit", "result_cap")
    if dice >= 0:
        words = "{value} {value:die|dice} risked by {unit}, 3 points given up for each"
        return Step("1.1.2-risk", words, Facts(unit=who), dice, readings=readings)
    offered = most_offered(value, rules["dice_limit"], most)
    words = "{unit} may risk up to {value} {value:die|dice}, 3 points given up for each"
    return Step("1.1.2-limit", words, Facts(unit=who), offered, readings=readings)


def tie_step(rules: Rules) -> Step:
    """What equal results of an opposed roll mean."""
    words = "on equal results the one who wants a change fails"
    if rules["ties"] == "reroll":
        words = "equal results are rolled once more"
    return Step("3.6.2.4-tie", words, readings=("ties",))


# An opposed roll. Each stage passes by where no contest is open; the choices do where the dice are stated.


def challenger_dice(field: Field) -> Field | Choice[Field]:
    """The challenger decides how many dice to risk."""
    contest = field.contest
    if contest is None or contest.dice >= 0:
        return field
    most = most_offered(contest.value, field.reading("dice_limit"), field.muster.tables.dice)
    return offer(contest.choosers[0], asked(contest.names[0]), most, partial(_challenger_risks, field))


def other_dice(field: Field) -> Field | Choice[Field]:
    """The other decides how many dice to risk."""
    contest = field.contest
    if contest is None or contest.against_dice >= 0:
        return field
    most = most_offered(contest.against, field.reading("dice_limit"), field.muster.tables.dice)
    return offer(contest.choosers[1], asked(contest.names[1]), most, partial(_other_risks, field))


def challenger_roll(field: Field) -> Field | Roll[Field]:
    """The challenger rolls."""
    contest = field.contest
    if contest is None or contest.won not in ("", "again"):
        return field
    return thrown(contest.dice, partial(_challenger_rolled, field))


def other_roll(field: Field) -> Field | Roll[Field]:
    """The other rolls; the higher result wins."""
    contest = field.contest
    if contest is None or contest.won not in ("", "again"):
        return field
    return thrown(contest.against_dice, partial(_other_rolled, field))


def _challenger_risks(field: Field, dice: int) -> Field:
    assert field.contest
    return field._replace(contest=field.contest._replace(dice=dice))


def _other_risks(field: Field, dice: int) -> Field:
    assert field.contest
    return field._replace(contest=field.contest._replace(against_dice=dice))


def _challenger_rolled(field: Field, total: int) -> Field:
    contest = field.contest
    assert contest
    result = outcome(contest.value, contest.dice, total, field.reading("result_cap"))
    rolled = contest._replace(held=result)
    name, target = contest.names
    return field._replace(
        contest=rolled, actor=name, target=target, value=contest.value, risked=contest.dice, result=result
    )


def _other_rolled(field: Field, total: int) -> Field:
    """Who is ahead. Equal results: the one who wants a change fails, or the pair rolls once more."""
    contest = field.contest
    assert contest and contest.held is not None
    result = outcome(contest.against, contest.against_dice, total, field.reading("result_cap"))
    won = "wins" if contest.held > result else "fails"
    if contest.held == result and field.reading("ties") == "reroll" and contest.won == "":
        won = "again"
    rolled = contest._replace(won=won, reply=result)
    (target, name), dice = contest.names, contest.against_dice
    return field._replace(contest=rolled, actor=name, target=target, value=contest.against, risked=dice, result=result)


WORDS = "{actor} against {target}: value {value}, {risked} {risked:die|dice} risked, result {result}"
ROLLS = (Stage("1.1.2-result", WORDS, challenger_roll), Stage("1.1.2-opposed", WORDS, other_roll))


def opposed(settle: Stage[Field], ties: str, choices: bool) -> tuple[Stage[Field], ...]:
    """The stages of an opposed roll, ending with what it settles; the pair may roll twice if ties are rolled again."""
    choosing = (
        Stage("1.1.2-risk", "the challenger decides what to risk", challenger_dice),
        Stage("1.1.2-risk", "the other decides what to risk", other_dice),
    )
    rolling = ROLLS * 2 if ties == "reroll" else ROLLS
    return (*(choosing if choices else ()), *rolling, settle)
