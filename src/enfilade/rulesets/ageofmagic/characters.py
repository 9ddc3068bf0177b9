"""Characters in a battle (3.6.3): disposition, tactics roll, style of fighting, glory, survival."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from math import ceil
from types import MappingProxyType
from typing import Any, NamedTuple

from enfilade.dice import Choice, Option, Roll, Stage
from enfilade.referee import Facts, Words
from enfilade.rulesets.ageofmagic.numbers import Number, exact
from enfilade.rulesets.ageofmagic.risk import THROWS, most_offered, offer, outcome
from enfilade.rulesets.ageofmagic.wounds import SEVERITY, wounds

# Disposition: what it adds to glory and to survival.
DISPOSITIONS = MappingProxyType({"heroic": (6, -6), "vanguard": (2, -3), "main body": (-2, 0), "protected": (-6, 3)})
# Tiredness of a character, in every roll (1.13.2).
TIREDNESS: Mapping[str, Number] = MappingProxyType(
    {
        "fresh": 0,
        "normal": 0,
        "slightly tired": Fraction(-1, 2),
        "quite tired": -1,
        "tired": Fraction(-3, 2),
        "very tired": -2,
        "exhausted": -3,
        "reeling": -4,
        "unconscious": -4,
    }
)
STYLES = ("normal", "defensive", "all-out attack")
GLORY = ((15, "spectacular"), (8, "impressive"), (1, "average"))


def _wounds(count: int, name: str) -> Words:
    """So many wounds of one severity: 2 light."""
    what = "wound" if count == 1 else "several"  # some languages say the severity of several otherwise
    return Words(f"{{count}} {{{what}}}", Facts({"count": count, what: name}))


class Hero(NamedTuple):
    """A character between two dice of a turn. The last fields tell what has just happened."""

    name: str
    disposition: str
    style: str
    tactics: Number  # basic values of the three rolls
    glory: Number
    survival: Number
    stated: int  # dice to risk in each roll; -1 leaves it open
    limit: str
    most: int
    cap: str
    dice: int = -1
    insight: Number = 0  # the tactics result
    fame: str = ""
    hurt: tuple[int, ...] = (0,) * len(SEVERITY)
    value: Number = 0
    risked: int = 0
    result: Number = 0

    def facts(self) -> dict[str, Any]:
        """What the words of a stage may speak of."""
        numbers = zip(SEVERITY, self.hurt, strict=True)
        return {
            **self._asdict(),
            "wounds": tuple(_wounds(count, name) for name, count in numbers if count),
        }


def style_worth(style: str, insight: Number) -> tuple[Number, Number]:
    """What a style adds to glory and survival; a tactics result below 0 counts as 0."""
    gain = Fraction(max(0, insight))
    if style == "defensive":
        return -3, exact(3 + gain / 2)
    if style == "all-out attack":
        return exact(3 + gain / 2), -3
    return exact(gain / 4), exact(gain / 4)


def levels(insight: Number) -> int:
    """By how many levels a tactics result lets the disposition shift; a fraction counts as the next whole number."""
    whole = ceil(insight)
    return 0 if whole <= 5 else 1 if whole < 12 else 2 if whole < 18 else len(DISPOSITIONS)


def glory_grade(result: Number) -> str:
    """How glorious a result is; a fraction counts as the next whole number."""
    return next((grade for least, grade in GLORY if ceil(result) >= least), "disappointing")


# The stages.


def _risk(hero: Hero, value: Number, what: str) -> Hero | Choice[Hero]:
    if hero.stated >= 0:
        return hero._replace(dice=hero.stated)
    most = most_offered(value, hero.limit, hero.most)
    question = Words("{name}, {roll}: dice to risk", Facts(name=hero.name, roll=what))
    return offer("attacker", question, most, lambda count: hero._replace(dice=count))


def _rolled(hero: Hero, value: Number, total: int) -> Hero:
    result = outcome(value, hero.dice, total, hero.cap)
    return hero._replace(value=value, risked=hero.dice, result=result, dice=-1)


def _read(hero: Hero, **fields: Any) -> Hero:
    """What a result comes to; the roll itself is told and done with."""
    return hero._replace(value=0, risked=0, result=0, **fields)


def tactics_dice(hero: Hero) -> Hero | Choice[Hero]:
    """How many dice to risk in the tactics roll."""
    return _risk(hero, hero.tactics, "battle tactics")


def tactics_roll(hero: Hero) -> Roll[Hero]:
    """The tactics roll."""
    return Roll(THROWS[hero.dice], partial(_rolled, hero, hero.tactics))


def read_tactics(hero: Hero) -> Hero:
    """By how far the disposition may shift, and what the style will gain."""
    return _read(hero, insight=hero.result)


def shift(hero: Hero) -> Hero | Choice[Hero]:
    """The disposition may shift by as many levels as the tactics result allows; it stays unless somebody says so."""
    names = list(DISPOSITIONS)
    at, reach = names.index(hero.disposition), levels(hero.insight)
    near = [name for name in names if 0 < abs(names.index(name) - at) <= reach]
    if not near:
        return hero
    options = tuple(Option(name, hero._replace(disposition=name)) for name in (hero.disposition, *near))
    return Choice.asking("attacker", "{name}: disposition", options, name=hero.name)


def take_style(hero: Hero) -> Hero | Choice[Hero]:
    """The style of fighting for this turn, unless it is told; with it the values of glory and survival are settled."""
    if hero.style:
        return _settled(hero, hero.style)
    options = tuple(Option(style, _settled(hero, style)) for style in STYLES)
    return Choice.asking("attacker", "{name}: style of fighting", options, name=hero.name)


def _settled(hero: Hero, style: str) -> Hero:
    gain, worth = style_worth(style, hero.insight), DISPOSITIONS[hero.disposition]
    glory, survival = (
        exact(Fraction(base + worth[at] + gain[at])) for at, base in enumerate((hero.glory, hero.survival))
    )
    return hero._replace(style=style, glory=glory, survival=survival, insight=0)


def glory_dice(hero: Hero) -> Hero | Choice[Hero]:
    """How many dice to risk in the glory roll."""
    return _risk(hero, hero.glory, "glory")


def glory_roll(hero: Hero) -> Roll[Hero]:
    """The glory roll."""
    return Roll(THROWS[hero.dice], partial(_rolled, hero, hero.glory))


def read_glory(hero: Hero) -> Hero:
    """How glorious the result is."""
    return _read(hero, fame=glory_grade(hero.result))


def survival_dice(hero: Hero) -> Hero | Choice[Hero]:
    """How many dice to risk in the survival roll."""
    return _risk(hero, hero.survival, "survival")


def survival_roll(hero: Hero) -> Roll[Hero]:
    """The survival roll."""
    return Roll(THROWS[hero.dice], partial(_rolled, hero, hero.survival))


def read_survival(hero: Hero) -> Hero:
    """The wounds that the result leaves."""
    return _read(hero, hurt=wounds(hero.result))


WORDS = "{name}: value {value}, {risked} {risked:die|dice} risked, result {result}"
RISK = "{name} decides what to risk"
TACTICS = (
    Stage("1.1.2-risk", RISK, tactics_dice),
    Stage("1.1.2-result", WORDS, tactics_roll),
    Stage("3.6.3.2-tactics", "{name}'s tactics result is {insight}", read_tactics),
)
SHIFT = Stage("3.6.3.1-disposition", "{name} fights {disposition}", shift)
STYLE = Stage("3.6.3.2-style", "{name}'s style is {style}: glory {glory}, survival {survival}", take_style)
GLORY_STAGES = (
    Stage("1.1.2-risk", RISK, glory_dice),
    Stage("1.1.2-result", WORDS, glory_roll),
    Stage("3.6.3.3-glory", "{name}'s deeds are {fame}", read_glory),
)
SURVIVAL_STAGES = (
    Stage("1.1.2-risk", RISK, survival_dice),
    Stage("1.1.2-result", WORDS, survival_roll),
    Stage("3.6.3.4-survival", "{name}'s wounds: {wounds}", read_survival),
)
