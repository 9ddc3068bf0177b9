"""What the icons of an attack buy: modifiers, surge abilities, accuracy, mortal strikes, damage (RR 10, steps 4-9)."""

from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from enfilade.dice import Choice, Option
from enfilade.referee import Facts, Words
from enfilade.rulesets.runewars.blow import Blow, Standing
from enfilade.rulesets.runewars.profile import Surge
from enfilade.rulesets.runewars.rolling import Dice
from enfilade.rulesets.runewars.tables import ICONS


class Icons(NamedTuple):
    """Icons not yet spent, what was bought for the attack, and for each surge ability the number bought."""

    hits: int
    surges: int
    morale: int
    accuracy: int
    mortal: int
    lethal: int = 0
    paid: int = 0
    bought: tuple[int, ...] = ()

    def facts(self) -> dict[str, Any]:
        names = ("hits", "surges", "morale", "accuracy", "mortal", "lethal")
        there = [(name, value) for name, value in zip(names, self, strict=False) if value]
        said = tuple(Words("{icon} {amount}", Facts(icon=name, amount=value)) for name, value in there)
        return {**self._asdict(), "icons": said or "no icons"}


HEEDED = (True, True, True, True, True)
"""Which icons matter in an attack: hits, surges, morale, accuracy, mortal strikes."""


@lru_cache(maxsize=65536)
def count(heeded: tuple[bool, ...], dice: Dice) -> Icons:
    """Read the dice as icons; those that nothing can be made of in this attack count as none."""
    text = "".join(face for row in dice.faces for face in row)
    hits, surges, morale, accuracy, mortal = (
        text.count(symbol) if heed else 0 for symbol, heed in zip(ICONS.values(), heeded, strict=True)
    )
    return Icons(hits, surges, morale, accuracy, mortal)


def modify(more: tuple[tuple[str, int], ...], icons: Icons) -> Icons:
    """Add and take away icons; none falls below zero."""
    names = {"hit": "hits", "surge": "surges"}
    for name, amount in more:
        field = names.get(name, name)
        icons = icons._replace(**{field: max(0, getattr(icons, field) + amount)})
    return icons


def pay_blood(most: int, icons: Icons) -> Choice[Icons]:
    """Suffer wounds for Lethal 1 each. First: none."""
    options = (
        Option.saying(
            "pay {number} for Lethal {number}" if n else "pay none",
            icons._replace(lethal=icons.lethal + n, paid=n),
            number=n,
        )
        for n in range(most + 1)
    )
    return Choice("attacker", "How many wounds for Lethal?", tuple(options))


class Purchase(NamedTuple):
    """A combination of surge abilities: how often each is bought (surge+: with how many surges), what it adds."""

    label: str
    bought: tuple[Words, ...]
    numbers: tuple[int, ...]
    spent: int
    hits: int
    mortal: int
    lethal: int


def spend_surges(prices: tuple[tuple[int, Surge], ...], icons: Icons) -> Choice[Icons] | Icons:
    """Buy surge abilities; `prices` pairs each ability that is open in this attack with its cost here.

    First: as many surges spent as can be, on the abilities in the order of the card.
    """
    options = tuple(_sale(bought, _with(bought, icons)) for bought in _purchases(prices, icons.surges))
    return options[0].to if len(options) == 1 else Choice("attacker", "What do the surges buy?", options)


def _sale(bought: Purchase, icons: Icons) -> Option[Icons]:
    """A combination that may be bought, in words: its parts one after another, or nothing."""
    return Option(bought.label, icons, "{bought}" if bought.bought else "", {"bought": bought.bought})


def _with(bought: Purchase, icons: Icons) -> Icons:
    """The icons after a purchase; surges that are left over buy nothing."""
    hits, mortal, lethal = icons.hits + bought.hits, icons.mortal + bought.mortal, icons.lethal + bought.lethal
    return Icons(hits, 0, icons.morale, icons.accuracy, mortal, lethal, icons.paid, bought.numbers)


@lru_cache(maxsize=4096)
def _purchases(prices: tuple[tuple[int, Surge], ...], surges: int) -> tuple[Purchase, ...]:
    """Every combination that so many surges can pay for, those that use most of them first."""
    most = [_most(cost, surge, surges) for cost, surge in prices]
    found = [_purchase(prices, numbers) for numbers in product(*(range(n + 1) for n in most))]
    open_to = [bought for bought in found if bought.spent <= surges]
    return tuple(sorted(open_to, key=lambda bought: (-bought.spent, tuple(-n for n in bought.numbers))))


def _most(cost: int, surge: Surge, surges: int) -> int:
    if surge.plus:
        return surges
    if surge.unique:
        return int(surges >= cost)
    return surges // cost if cost else 1


def _purchase(prices: tuple[tuple[int, Surge], ...], numbers: tuple[int, ...]) -> Purchase:
    bought = [(cost, surge, number) for (cost, surge), number in zip(prices, numbers, strict=True) if number]
    said = tuple(Words("{number} x ({gain})", Facts(number=number, gain=surge.said)) for _, surge, number in bought)
    label = " and ".join(map(str, said)) or "nothing"
    spent = sum(number if surge.plus else cost * number for cost, surge, number in bought)
    gains = {"hit": 0, "mortal": 0, "lethal": 0}
    for _, surge, number in bought:
        for name, amount in surge.gain:
            if name in gains:
                gains[name] += amount * number
    return Purchase(label, said, numbers, spent, *gains.values())


def take_aim(standing: Standing, icons: Icons) -> Choice[Blow] | Blow:
    """Put accuracy icons on figure upgrades. First: on as many as there are icons for, in order."""
    alive = [i for i, left in enumerate(standing.upgrades) if left > 0]
    most = min(icons.accuracy, len(alive))
    if not most:
        return face(standing, icons)
    picks = [
        tuple(i for i, yes in zip(alive, chosen, strict=True) if yes)
        for chosen in product((True, False), repeat=len(alive))
        if sum(chosen) <= most
    ]
    options = (_aim(pick, face(standing, icons, pick)) for pick in sorted(picks, key=lambda pick: (-len(pick), pick)))
    return Choice("attacker", "Where does accuracy go?", tuple(options))


def _aim(pick: tuple[int, ...], blow: Blow) -> Option[Blow]:
    """Accuracy on these figure upgrades."""
    numbers = ", ".join(str(i + 1) for i in pick)
    return Option.saying("on upgrade {numbers}" if pick else "on none", blow, numbers=numbers)


def face(standing: Standing, icons: Icons, aimed: tuple[int, ...] = ()) -> Blow:
    """The target faces what the icons have come to."""
    return Blow(
        icons.hits,
        icons.mortal,
        icons.lethal,
        0,
        standing.trays,
        standing.upgrades,
        aimed,
        icons.morale,
        icons.bought,
        icons.paid,
    )


class Price(NamedTuple):
    """What hits come to: the threat, Lethal and Protected, and the damage remembered from earlier attacks."""

    threat: int
    lethal: int
    protected: int
    remembered: int


def spend_hits(price: Price, blow: Blow) -> Blow:
    """Hits times threat, Lethal added, Protected subtracted."""
    lethal = blow.lethal + price.lethal
    damage = max(0, blow.hits * price.threat + lethal - price.protected)
    return blow._replace(pool=damage + price.remembered, damage=damage, lethal=lethal)


def strike(price: Price, standing: Standing, icons: Icons) -> Blow:
    """The same at once, where there is neither accuracy nor a mortal strike to be spent first."""
    return spend_hits(price, face(standing, icons))
