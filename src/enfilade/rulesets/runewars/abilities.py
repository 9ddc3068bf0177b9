"""What the cards of either side let players do with the dice, in words (RR 10, steps 3 to 5)."""

from collections.abc import Iterator

from enfilade.referee import Facts, Step, Words
from enfilade.rulesets.runewars import casualties, hand
from enfilade.rulesets.runewars.case import Case
from enfilade.rulesets.runewars.result import standing


def before_the_blow(case: Case) -> Iterator[Step]:
    """Re-rolls by cards, dice taken away, icons changed, wounds to pay, surges to spend."""
    haunting = case.keyword(case.target, "haunting")
    if haunting:
        words = "the defender may first re-roll dice of the attacker: {value}"
        yield Step("card.defender_reroll", words, Facts(target=case.target.id), haunting)
    hunter = case.keyword(case.attacker, "panic hunter")
    if hunter and case.target.token("panic"):
        words = "{target} has panic, dice that may be re-rolled for it: {value}"
        yield Step("card.hunter", words, Facts(target=case.target.id), hunter)
    discard = case.keyword(case.attacker, "discard")
    if discard:
        yield Step("card.discard", "dice taken away after the re-rolls: {value}", value=discard)
    yield from _icons(case)
    blood = blood_price(case)
    if blood > 0:
        yield Step("card.blood_price", "wounds that may be paid for Lethal 1 each: {value}", value=blood)
    yield from _surges(case)


def blood_price(case: Case) -> int:
    """The wounds that the attacker may pay; it cannot pay with its last figure."""
    most = casualties.health(*standing(case.attacker)) - 1
    return min(case.keyword(case.attacker, "blood price"), most)


def _icons(case: Case) -> Iterator[Step]:
    """Icons added and taken away in step 4."""
    modifiers = hand.modifiers(case)
    if modifiers:
        icons = tuple(Words("{amount} {icon}", Facts(amount=f"{amount:+d}", icon=name)) for name, amount in modifiers)
        yield Step("10.4", "icons added and taken away: {icons}", Facts(icons=icons))


def _surges(case: Case) -> Iterator[Step]:
    """The surge abilities that are open, by their cost."""
    prices = hand.prices(case)
    if prices:
        told = tuple(
            Words("{cost} for {gain}", Facts(cost="any number" if surge.plus else cost, gain=surge.said))
            for cost, surge in prices
        )
        rule = "card.borrow" if case.attacker.keyword("borrow surges") is not None else "10.5"
        yield Step(rule, "surges can buy: {abilities}", Facts(abilities=told))
