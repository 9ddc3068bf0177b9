"""The morale test after an attack: severity, cards, the one that is chosen (RR 10 step 11, RR 53)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from enfilade.dice import Choice, Draw, Option, Roll
from enfilade.rulesets.runewars.blow import Shaken
from enfilade.rulesets.runewars.casualties import changed, health, holds_without
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


def spend_panic(tokens: int, shaken: Shaken) -> Choice[Shaken] | Shaken:
    """Add any number of the defender's panic tokens to the morale icons. First: all of them.

    Nobody tests a unit that was destroyed.
    """
    if not health(shaken.trays, shaken.upgrades):
        return shaken._replace(severity=0)
    if not tokens:
        return shaken
    options = (
        Option.saying("panic tokens: {number}", shaken._replace(severity=shaken.severity + n, tokens=n), number=n)
        for n in range(tokens, -1, -1)
    )
    return Choice("attacker", "How many panic tokens for the morale test?", tuple(options))


def draw(nerve: Nerve, shaken: Shaken) -> Roll[Shaken] | Shaken:
    """Draw as many cards as the severity; which there are that the severity can pay for is remembered."""
    throw = _cards(nerve.icons, shaken.severity)
    return Roll(throw, shaken.drew) if throw else shaken


@lru_cache(maxsize=1024)
def _cards(icons: tuple[tuple[str, int], ...], severity: int) -> Draw | None:
    payable = tuple(name for name, cost in icons if cost <= severity)
    return Draw(DECK, severity, payable, distinct=True) if payable else None


def choose_card(nerve: Nerve, shaken: Shaken) -> Choice[Shaken] | Shaken:
    """Choose one of the cards. First: the one with the most icons."""
    if len(shaken.drawn) < 2:
        return shaken.took(shaken.drawn[0]) if shaken.drawn else shaken
    names = _by_icons(nerve.icons, shaken.drawn)
    return Choice("attacker", "Which morale card?", tuple(Option(name, shaken.took(name)) for name in names))


@lru_cache(maxsize=16384)
def _by_icons(icons: tuple[tuple[str, int], ...], drawn: tuple[str, ...]) -> tuple[str, ...]:
    cost, order = dict(icons), list(MORALE)
    return tuple(sorted(drawn, key=lambda name: (-cost[name], order.index(name))))


def lose_faith(nerve: Nerve, shaken: Shaken) -> Choice[Shaken] | Shaken:
    """Loss of Faith: a unit of more than one tray loses one tray of its back rank, without splitting.

    First: the tray that its owner would miss least, or most where the opponent picks.
    """
    if shaken.card != "Loss of Faith":
        return shaken
    standing = frozenset(places(shaken.trays))
    if len(standing) < 2:
        return shaken
    back = max(place.rank for place in standing)
    open_to = sorted(place for place in standing if place.rank == back and holds_without(standing, place))
    dearest = -1 if nerve.faith == "attacker" else 1
    ordered = sorted(open_to, key=lambda place: (dearest * shaken.trays[place.rank][place.file], place))
    options = tuple(Option.saying("tray {tray} is lost", _without(shaken, place), tray=str(place)) for place in ordered)
    return options[0].to if len(options) == 1 else Choice(nerve.faith, "Which tray does Loss of Faith take?", options)


def _without(shaken: Shaken, place: Tray) -> Shaken:
    return shaken._replace(trays=changed(shaken.trays, place, NONE))


class Friend(NamedTuple):
    """A friend of the shooter in the fight that was shot into: each card's icons against it, and its boons."""

    unit: str
    icons: tuple[tuple[str, int], ...]
    boons: int


def test_friend(icons: tuple[tuple[str, int], ...], shaken: Shaken) -> Roll[Shaken]:
    """A severity-1 test of one friend of the shooter: one card, resolved if it costs no more than one icon."""
    payable = tuple(name for name, cost in icons if cost <= 1)

    def drawn(cards: tuple[str, ...]) -> Shaken:
        return shaken._replace(friends=(*shaken.friends, cards[0] if cards else ""))

    return Roll(Draw(DECK, 1, payable), drawn)
