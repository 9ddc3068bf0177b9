"""The numbers of an attack as steps: dice, what they must show, what saves and panic tests must show (rules 8, 10).

A number is the sum of its steps: what the card says, and one step for every row of the tables that counts here.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from enfilade.referee import Facts, Step, folded
from enfilade.rulesets.asoiaf.state import Attack, Unit
from enfilade.rulesets.asoiaf.tables import GROUND, NERVE, SAVE, TO_HIT, Modifier


class Strike(NamedTuple):
    """One attack as the modifiers see it: who, whom, with what, from which arc, and what else holds.

    `effects` are the stated effects of cards and abilities, `ground` the keywords of the terrain the target stands in.
    """

    attacker: Unit
    target: Unit
    attack: Attack
    arc: str
    charging: bool = False
    cover: bool = False
    fortified: bool = False
    effects: Facts = Facts()
    ground: frozenset[str] = frozenset()

    @property
    def keywords(self) -> Mapping[str, int]:
        """The keywords of the unit and of the attack, with their numbers."""
        return {**self.attacker.profile.keywords, **self.attack.keywords}

    def holding(self) -> Mapping[str, int]:
        """What holds, by the names that the tables use, with amounts where there are any."""
        plain = {
            "flank": self.arc in ("left_flank", "right_flank"),
            "rear": self.arc == "rear",
            "cover": self.cover,
            "fortified": self.fortified,
        }
        return {name: 1 for name, holds in plain.items() if holds} | dict(self.keywords) | dict(self.effects)


def dice_at(attack: Attack, unit: Unit, wounds: int) -> int:
    """The attack dice for the ranks that so many wounds fill; 0 for none."""
    return attack.dice[len(attack.dice) - unit.profile.ranks(wounds)] if wounds > 0 else 0


def attack_dice(strike: Strike, solo_ranks: int) -> Step:
    """Rule 8.1: by the ranks that are left, plus what effects add. A solo unit has its one number of dice."""
    unit, attack = strike.attacker, strike.attack
    ranks = solo_ranks if unit.profile.solo else unit.ranks
    facts = {"attacker": unit.id, "attack": attack.name, "ranks": ranks, "wounds_left": unit.wounds}
    words = "{attack}: {value} {value:die|dice}, ranks left: {ranks}"
    card = Step("8.1", words, Facts(facts), dice_at(attack, unit, unit.wounds))
    more = strike.effects.get("dice", 0)
    added = [Step("8.1", "an effect adds dice: {value}", Facts(), max(more, -card.value))] if more else []
    words = "{attacker} rolls {value} {value:die|dice}"
    return folded("sum", "8.1", words, [card, *added], name="attack_dice", attacker=unit.id)


def to_hit(strike: Strike) -> Step:
    """Rules 8.2 and 8.4: the face that an attack die must show at least."""
    card = Step("8.2", "{attack} hits on {value}+", Facts(attack=strike.attack.name), strike.attack.to_hit)
    return folded("sum", "8.2", "a hit on {value}+", [card, *rows(TO_HIT, strike.holding())], name="to_hit")


def save(strike: Strike) -> Step:
    """Rules 8.4 and 8.6: the face that a save must show at least; above 6 no die can."""
    card = Step("8.6", "{target} saves on {value}+", Facts(target=strike.target.id), strike.target.profile.defense)
    because = [card, *rows(SAVE, strike.holding())]
    words = "a save on {value}+"
    if sum(step.value for step in because) > 6:
        words = "a save would take {value}: more than a die shows"
    return folded("sum", "8.6", words, because, name="save")


def nerve(strike: Strike) -> Step:
    """What this attack changes of the target's panic test."""
    because = [*rows(NERVE, strike.holding()), *rows(GROUND, dict.fromkeys(strike.ground, 1))]
    words = "the panic test of {target} on {morale}+ is changed by {value}"
    if not because:
        words = "nothing changes the panic test of {target} on {morale}+"
    facts = {"target": strike.target.id, "morale": strike.target.profile.morale}
    return folded("sum", "11.1", words, because, name="panic_modifier", **facts)


def rows(table: Sequence[Modifier], holding: Mapping[str, int]) -> list[Step]:
    """The modifiers of a table that count, as steps."""
    return [
        Step(
            row.rule, row.words, Facts(amount=holding[row.when]), row.worth * (holding[row.when] if row.counted else 1)
        )
        for row in table
        if row.when in holding
    ]
