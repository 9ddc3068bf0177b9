"""The morale test after an attack: severity, cards, the one that is chosen (RR 10 step 11, RR 53)."""

from collections.abc import Mapping
from typing import NamedTuple

from enfilade.dice import Choice, Draw, Option, Roll
from enfilade.rulesets.runewars.blow import Blow
from enfilade.rulesets.runewars.casualties import changed, holds_without
from enfilade.rulesets.runewars.state import NONE, Tray, Unit, places
from enfilade.rulesets.runewars.tables import MORALE

DECK = tuple((name, card.copies) for name, card in MORALE.items())


class Nerve(NamedTuple):
    """How a unit stands a morale test: each card's icons against it, and who carries out what it does."""

    icons: tuple[tuple[str, int], ...]
    faith: str  # the side that picks the tray for Loss of Faith


def nerve(unit: Unit, faith: str) -> Nerve:
    """The icons of every card against a unit, Steadfast counted in."""
    steadfast: Mapping[str, int] = unit.profile.steadfast
    icons = tuple((name, card.icons + steadfast.get(card.type, 0)) for name, card in MORALE.items())
    return Nerve(icons, "defender" if faith == "owner" else "attacker")


def spend_panic(tokens: int, blow: Blow) -> Choice[Blow] | Blow:
    """Add any number of the defender's panic tokens to the morale icons. First: all of them."""
    if not tokens:
        return blow._replace(severity=blow.morale)
    options = (
        Option(f"spend {n} panic tokens", blow._replace(severity=blow.morale + n, tokens=n))
        for n in range(tokens, -1, -1)
    )
    return Choice("attacker", "How many panic tokens for the morale test?", tuple(options))


def draw(nerve: Nerve, blow: Blow) -> Roll[Blow] | Blow:
    """Draw as many cards as the severity; only those that the severity can pay for are remembered."""
    payable = tuple(name for name, icons in nerve.icons if icons <= blow.severity)
    if not payable:
        return blow
    throw = Draw(DECK, blow.severity, payable)
    return Roll(throw, lambda drawn: blow._replace(drawn=tuple(dict.fromkeys(drawn))))


def choose_card(nerve: Nerve, blow: Blow) -> Choice[Blow] | Blow:
    """Choose one of the cards. First: the one with the most icons."""
    if not blow.drawn:
        return blow
    icons = dict(nerve.icons)
    ordered = sorted(blow.drawn, key=lambda name: (-icons[name], name))
    options = tuple(Option(name, blow._replace(card=name, drawn=())) for name in ordered)
    return options[0].to if len(options) == 1 else Choice("attacker", "Which morale card?", options)


def lose_faith(nerve: Nerve, blow: Blow) -> Choice[Blow] | Blow:
    """Loss of Faith: a unit of more than one tray loses one tray of its back rank, without splitting."""
    standing = frozenset(places(blow.trays))
    if blow.card != "Loss of Faith" or len(standing) < 2:
        return blow
    back = max(place.rank for place in standing)
    open_to = sorted(place for place in standing if place.rank == back and holds_without(standing, place))
    cheapest = sorted(open_to, key=lambda place: (blow.trays[place.rank][place.file], place))
    options = tuple(Option(f"tray {place} is lost", _without(blow, place)) for place in cheapest)
    return options[0].to if len(options) == 1 else Choice(nerve.faith, "Which tray does Loss of Faith take?", options)


def _without(blow: Blow, place: Tray) -> Blow:
    return blow._replace(trays=changed(blow.trays, place, NONE))


def test_friend(icons: tuple[tuple[str, int], ...], blow: Blow) -> Roll[Blow]:
    """A severity-1 test of one friend of the shooter: one card, resolved if it costs no more than one icon."""
    payable = tuple(name for name, cost in icons if cost <= 1)

    def drawn(cards: tuple[str, ...]) -> Blow:
        return blow._replace(friends=(*blow.friends, cards[0] if cards else ""))

    return Roll(Draw(DECK, 1, payable), drawn)
