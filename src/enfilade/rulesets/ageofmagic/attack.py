"""What a volley and a blow have in common: the dice to risk, the result, and casualties as a share of the attacker."""

from fractions import Fraction
from functools import partial
from math import ceil

from enfilade.dice import Choice, Roll, Stage
from enfilade.referee import Facts, Words
from enfilade.rulesets.ageofmagic.field import Attack, Field
from enfilade.rulesets.ageofmagic.numbers import exact, part
from enfilade.rulesets.ageofmagic.risk import most_offered, offer, outcome, thrown
from enfilade.rulesets.ageofmagic.tables import Bands


def attack_dice(field: Field) -> Field | Choice[Field]:
    """The leader of the next attack that is still open decides how many dice to risk, before any of them is rolled."""
    for at, attack in enumerate(field.attacks):
        if attack.dice < 0:
            names = field.card(attack.attacker).name, field.card(attack.target).name
            most = most_offered(attack.value, field.reading("dice_limit"), field.muster.tables.dice)
            question = Words("{unit} against {target}: dice to risk", Facts(unit=names[0], target=names[1]))
            return offer(field.chooser(attack.attacker), question, most, partial(_risked, field, at))
    return field


def _risked(field: Field, at: int, dice: int) -> Field:
    attack = field.attacks[at]._replace(dice=dice)
    attacks = (*field.attacks[:at], attack, *field.attacks[at + 1 :])
    chosen = (*field.chosen, (attack.attacker, dice))
    return field._replace(attacks=attacks, chosen=chosen, actor=field.card(attack.attacker).name, risked=dice)


RISK = Stage("1.1.2-risk", "{given} {given:point|points} of value given up", attack_dice)


def roll_attack(field: Field) -> Field | Roll[Field]:
    """The next attack is rolled; nothing happens where none is left."""
    if not field.attacks:
        return field
    return thrown(field.attacks[0].dice, partial(_rolled, field))


def _rolled(field: Field, total: int) -> Field:
    attack, cards = field.attacks[0], field.muster.cards
    return field._replace(
        actor=cards[attack.attacker].name,
        target=cards[attack.target].name,
        value=attack.value,
        risked=attack.dice,
        result=outcome(attack.value, attack.dice, total, field.reading("result_cap")),
        size=attack.size if attack.parts == 1 else exact(Fraction(attack.size, attack.parts)),
        percent=0,
        inflicted=0,
        casualties=0,
    )


def fallen(field: Field, attack: Attack, table: Bands) -> tuple[int, int]:
    """The percent for the result just rolled, and how many that is of the attacker's size or its part."""
    percent = table.percent(ceil(field.result))
    return percent, part(attack.size * percent, 100 * attack.parts, field.reading("casualty_rounding"))
