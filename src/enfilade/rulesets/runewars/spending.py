"""What the icons of an attack buy: modifiers, surge abilities, accuracy, mortal strikes, damage (RR 10, steps 4-9)."""

from functools import lru_cache, partial
from itertools import product
from typing import Any, NamedTuple

from enfilade.dice import Choice, Option
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
        there = [f"{value} {name}" for name, value in zip(names, self, strict=False) if value]
        return {**self._asdict(), "icons": ", ".join(there) or "no icons"}


@lru_cache(maxsize=65536)
def count(dice: Dice) -> Icons:
    """Read the dice as icons."""
    text = "".join(face for row in dice.faces for face in row)
    hits, surges, morale, accuracy, mortal = (text.count(symbol) for symbol in ICONS.values())
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
        Option(f"{n} wounds for Lethal {n}", icons._replace(lethal=icons.lethal + n, paid=n)) for n in range(most + 1)
    )
    return Choice("attacker", "How many wounds for Lethal?", tuple(options))


def spend_surges(prices: tuple[tuple[int, Surge], ...], icons: Icons) -> Choice[Icons] | Icons:
    """Buy surge abilities; `prices` pairs each ability that is open in this attack with its cost here.

    First: as many surges spent as can be, on the abilities in the order of the card.
    """
    options = _purchases(prices, icons.surges)
    if len(options) == 1:
        return icons._replace(bought=(0,) * len(prices), surges=icons.surges)
    bought = (Option(label, _bought(prices, numbers, icons)) for label, numbers in options)
    return Choice("attacker", "What do the surges buy?", tuple(bought))


@lru_cache(maxsize=4096)
def _purchases(prices: tuple[tuple[int, Surge], ...], surges: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Every affordable combination: its label and how often each ability is bought (surge+: with how many surges)."""
    most = [_most(cost, surge, surges) for cost, surge in prices]
    found = []
    for numbers in product(*(range(n + 1) for n in most)):
        spent = sum(_cost(cost, surge, n) for (cost, surge), n in zip(prices, numbers, strict=True))
        if spent <= surges:
            names = [f"{n} x ({surge})" for (_, surge), n in zip(prices, numbers, strict=True) if n]
            found.append((-spent, tuple(-n for n in numbers), " and ".join(names) or "nothing", numbers))
    return tuple((label, numbers) for _, _, label, numbers in sorted(found))


def _most(cost: int, surge: Surge, surges: int) -> int:
    if surge.plus:
        return surges
    if surge.unique:
        return int(surges >= cost)
    return surges // cost if cost else 1


def _cost(cost: int, surge: Surge, number: int) -> int:
    return number if surge.plus else cost * number


def _bought(prices: tuple[tuple[int, Surge], ...], numbers: tuple[int, ...], icons: Icons) -> Icons:
    spent = sum(_cost(cost, surge, n) for (cost, surge), n in zip(prices, numbers, strict=True))
    gains = {"hit": 0, "mortal": 0, "lethal": 0}
    for (_, surge), number in zip(prices, numbers, strict=True):
        for name, amount in surge.gain:
            if name in gains:
                gains[name] += amount * number
    return icons._replace(
        hits=icons.hits + gains["hit"],
        mortal=icons.mortal + gains["mortal"],
        lethal=icons.lethal + gains["lethal"],
        surges=icons.surges - spent,
        bought=numbers,
    )


def take_aim(standing: Standing, icons: Icons) -> Choice[Blow] | Blow:
    """Put accuracy icons on figure upgrades. First: on as many as there are icons for, in order."""
    alive = [i for i, left in enumerate(standing.upgrades) if left > 0]
    most = min(icons.accuracy, len(alive))
    blow = partial(_blow, standing, icons)
    if not most:
        return blow(())
    picks = [
        tuple(i for i, yes in zip(alive, chosen, strict=True) if yes)
        for chosen in product((True, False), repeat=len(alive))
        if sum(chosen) <= most
    ]
    options = (
        Option("on upgrade " + ", ".join(str(i + 1) for i in pick) if pick else "on none", blow(pick))
        for pick in sorted(picks, key=lambda pick: (-len(pick), pick))
    )
    return Choice("attacker", "Where does accuracy go?", tuple(options))


def _blow(standing: Standing, icons: Icons, aimed: tuple[int, ...]) -> Blow:
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


def spend_hits(threat: int, protected: int, before: int, blow: Blow) -> Blow:
    """Hits times threat, Lethal added, Protected subtracted; `before` is damage remembered from earlier."""
    damage = max(0, blow.hits * threat + blow.lethal - protected)
    return blow._replace(pool=damage + before, damage=damage)
