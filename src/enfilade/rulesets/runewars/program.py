"""The dice of an attack: its eleven steps as stages; those that cannot matter in this attack are left out (RR 10)."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from enfilade.dice import Program, Stage, Until
from enfilade.referee import Result
from enfilade.rulesets.runewars import casualties, morale, rolling, spending
from enfilade.rulesets.runewars.abilities import blood_price
from enfilade.rulesets.runewars.case import Case
from enfilade.rulesets.runewars.hand import Prospect
from enfilade.rulesets.runewars.result import Attack, read

Stages = Iterator[Stage[Any] | Until[Any]]


def program(case: Case, attack: Attack, values: Mapping[str, Any], prospect: Prospect) -> Program[Any, Result]:
    """The whole attack: what is thrown, what it buys, who suffers."""
    stages = [
        *_rolling(case, values, prospect),
        *_spending(case, attack, prospect),
        *_suffering(case, attack, values, prospect),
    ]
    return Program(rolling.in_hand(prospect.hand), tuple(stages), partial(read, attack))


def _rolling(case: Case, values: Mapping[str, Any], prospect: Prospect) -> Stages:
    """Steps 2 and 3: dice added, rolled, re-rolled, taken away."""
    if prospect.flanking:
        yield Stage("41.2", "with one more die for flanking: {hand}", rolling.add_flank_die)
    for _ in range(prospect.blight):
        yield Stage("87.blight", "one die fewer for blight: {hand}", partial(rolling.take_die, "Which die for blight?"))
    yield Stage("10.2", "rolled {faces}", rolling.throw)
    number = sum(prospect.hand) + 1
    haunting = case.keyword(case.target, "haunting")
    if haunting:
        words = "thrown again by the defender: {hand}"
        yield from rolling.reroll_stages("defender", haunting, "card.defender_reroll", words)
    for _ in range(values["rerolls_full"]):
        yield from rolling.reroll_stages("attacker", number, "10.3", "thrown again for a full rank: {hand}")
    for _ in range(values["rerolls_single"]):
        yield from rolling.reroll_stages("attacker", 1, "10.3", "thrown again for the partial rank: {hand}")
    hunter = case.keyword(case.attacker, "panic hunter")
    if hunter and case.target.token("panic"):
        words = "thrown again against the panicked: {hand}"
        yield from rolling.reroll_stages("attacker", hunter, "card.hunter", words)
    for _ in range(case.keyword(case.attacker, "discard")):
        yield Stage("card.discard", "one die taken away, left: {faces}", rolling.discard)


def _spending(case: Case, attack: Attack, prospect: Prospect) -> Stages:
    """Steps 4 to 6: icons read and changed, surges spent, accuracy put on upgrades."""
    yield Stage("10.4", "{icons}", partial(spending.count, prospect.heeded))
    if prospect.modifiers:
        yield Stage("10.4", "after modifiers: {icons}", partial(spending.modify, prospect.modifiers))
    blood = blood_price(case)
    if blood > 0:
        yield Stage("card.blood_price", "wounds paid: {paid}, Lethal {lethal}", partial(spending.pay_blood, blood))
    if attack.prices:
        rule = "card.borrow" if case.attacker.keyword("borrow surges") is not None else "10.5"
        yield Stage(rule, "after the surges: {icons}", partial(spending.spend_surges, attack.prices))
    if prospect.accuracy:
        yield Stage("10.6", "accuracy on {aimed}", partial(spending.take_aim, attack.standing))
    elif prospect.mortal:
        yield Stage("10.7", "mortal strikes: {mortal}", partial(spending.face, attack.standing))


def _suffering(case: Case, attack: Attack, values: Mapping[str, Any], prospect: Prospect) -> Stages:
    """Steps 8 to 11: mortal strikes, damage, empty trays, morale."""
    if prospect.mortal:
        yield mortal_stage(attack)
    lethal, protected = values.get("lethal", 0), values.get("protected", 0)
    price = spending.Price(values["threat"], lethal, protected, case.target.remembered)
    faced = prospect.accuracy or prospect.mortal
    spend = partial(spending.spend_hits, price) if faced else partial(spending.strike, price, attack.standing)
    yield Stage("10.8", "hits: {hits}, damage: {damage}", spend)
    yield from damage_stages(attack)
    if prospect.tests:
        yield from morale_stages(attack)
    for friend in attack.friends:
        yield Stage("10.friends", "cards for friends: {friends}", partial(morale.test_friend, friend.icons))


def mortal_stage(attack: Attack) -> Until[Any]:
    """One wound for each mortal strike, as long as there is somebody to suffer it."""
    strike = Stage(
        "10.7", "by mortal strikes, wounds left by tray: {trays}", partial(casualties.suffer_mortal, attack.body)
    )
    return Until((strike,), partial(casualties.no_mortal, attack.body))


def damage_stages(attack: Attack) -> Stages:
    """Wounds paid for with damage as long as it reaches, then empty trays are removed."""
    words = "damage left: {left}, wounds left by tray: {trays}"
    wound = Stage("22.1", words, partial(casualties.suffer_damage, attack.body))
    yield Until((wound,), partial(casualties.no_damage, attack.body))
    before = casualties.health(*attack.standing)
    remove = partial(casualties.remove_empty, before, attack.body)
    yield Stage("10.10", "wounds suffered: {wounds}, left by tray: {trays}", remove)


def morale_stages(attack: Attack) -> Stages:
    """Step 11: severity, cards, the chosen one."""
    yield Stage("10.11", "severity {severity}", partial(morale.spend_panic, attack.panic))
    yield Stage("53.cards", "cards that can be chosen: {drawn}", partial(morale.draw, attack.nerve))
    yield Stage("53.cards", "the card: {card}", partial(morale.choose_card, attack.nerve))
    yield Stage("53.cards", "by Loss of Faith, wounds left by tray: {trays}", partial(morale.lose_faith, attack.nerve))
