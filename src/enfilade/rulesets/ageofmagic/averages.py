"""The average combatant of a unit: skills and strengths weighed by number, the weapon that most of them bear."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from enfilade.referee import Facts, Rules, Step, folded
from enfilade.rulesets.ageofmagic.numbers import AVERAGING, Number, exact
from enfilade.rulesets.ageofmagic.state import Arms, Group, Guard
from enfilade.rulesets.ageofmagic.tables import Weapon


class Share(NamedTuple):
    """So many combatants with such a score."""

    number: int
    score: Number


def average(rule: str, what: str, shares: Sequence[Share], rules: Rules) -> Step:
    """The mean score of these combatants, rounded as the battle reads it; a leaf where all are alike."""
    if len({share.score for share in shares}) == 1:
        return Step(rule, "{what}", Facts(what=what), shares[0].score)
    count = sum(share.number for share in shares)
    total = sum(share.number * share.score for share in shares)
    mean = Fraction(total) / count
    return Step(
        "3.6.2.2-average",
        "average {what} of {count}: {total} / {count} = {mean}, taken as {value}",
        Facts(what=what, count=count, total=exact(Fraction(total)), mean=exact(mean)),
        AVERAGING[rules["averages"]](exact(mean)),
        because=tuple(
            Step(rule, "{number} with {what} {value}", Facts(number=share.number, what=what), share.score)
            for share in shares
        ),
        readings=("averages",),
    )


def main_weapon(groups: Sequence[tuple[int, Weapon]]) -> tuple[Weapon, tuple[Step, ...]]:
    """The weapon that most bear (the first listed, if equal), with the step that says so if there are several."""
    bearers: dict[Weapon, int] = {}
    for number, weapon in groups:
        bearers[weapon] = bearers.get(weapon, 0) + number
    main = max(bearers, key=lambda weapon: bearers[weapon])
    if len(bearers) == 1:
        return main, ()
    facts = Facts(weapon=main.name, number=bearers[main], count=sum(bearers.values()))
    words = "the main weapon is the {weapon}: {number} of {count} bear it"
    return main, (Step("3.6.2.2-main-weapon", words, facts, main.name),)


def armed(groups: Sequence[Group], arms: Callable[[Group], Arms | None]) -> list[tuple[int, Arms]]:
    """The groups that have such a weapon, with their numbers."""
    return [(group.number, found) for group in groups if (found := arms(group)) is not None]


def resistance(guard: Guard) -> Step:
    """Damage resistance of a combatant: stated, or strength, armour and magic together (3.1.6)."""
    if guard.resistance is not None:
        return Step("3.1.6-resistance", "damage resistance {value}", Facts(), guard.resistance)
    parts = [
        Step("3.1.6-resistance", "ST", Facts(), guard.st),
        Step("1.12.4.1-armour", "the armour's protection", Facts(), guard.armour),
    ]
    if guard.magic:
        parts.append(Step("3.1.6-resistance", "magical resistance", Facts(), guard.magic))
    return folded("sum", "3.1.6-resistance", "damage resistance {value}", parts)


def average_resistance(guards: Sequence[tuple[int, Guard]], rules: Rules) -> Step:
    """The average damage resistance of a unit."""
    each = [resistance(guard) for _, guard in guards]
    if len({step.value for step in each}) == 1:
        return each[0]
    shares = [Share(number, step.value) for (number, _), step in zip(guards, each, strict=True)]
    return average("3.1.6-resistance", "damage resistance", shares, rules)
