"""The situation of an attack once its icons are settled: what the target's side still has to bear."""

from typing import Any, NamedTuple

from enfilade.referee import Facts, Words
from enfilade.rulesets.runewars.state import NONE, Formation


def formation(trays: Formation) -> str:
    """The formation in words: the wounds left on each tray by rank, "." where no tray is."""
    rows = (" ".join("." if n == NONE else str(n) for n in row) for row in trays if set(row) != {NONE})
    return " / ".join(rows) or "nobody"


class Blow(NamedTuple):
    """What the target's side has to bear: the unspent mortal strikes and damage, and the unit as it stands by then.

    `trays` and `upgrades` hold the wounds that trays and figure upgrades can still take, `aimed` the upgrades
    that accuracy made eligible. The rest is kept for the morale test and the record of the attack.
    """

    hits: int
    mortal: int
    lethal: int
    pool: int
    trays: tuple[tuple[int, ...], ...]
    upgrades: tuple[int, ...]
    aimed: tuple[int, ...]
    morale: int
    bought: tuple[int, ...]
    paid: int
    damage: int = 0

    def struck(self, unit: "Standing", mortal: int, pool: int) -> "Blow":
        """With the unit as it stands now, and what is left of mortal strikes and damage."""
        trays, upgrades = unit
        rest = (self.aimed, self.morale, self.bought, self.paid, self.damage)
        return Blow(self.hits, mortal, self.lethal, pool, trays, upgrades, *rest)

    def facts(self) -> dict[str, Any]:
        aimed = tuple(Words("upgrade {number}", Facts(number=number + 1)) for number in self.aimed)
        return {**self._asdict(), "trays": formation(self.trays), "left": self.pool, "aimed": aimed}


class Suffered(NamedTuple):
    """What an attack has done to figures, told once it is over; `pool` is the damage that is kept, if any is."""

    hits: int
    damage: int
    wounds: int
    bought: tuple[int, ...] = ()
    paid: int = 0
    pool: int = 0


class Shaken(NamedTuple):
    """The unit once the blow has fallen, and its morale test: severity, panic tokens spent, cards drawn and chosen.

    `friends` are the cards drawn for friends of the attacker in the same fight.
    """

    suffered: Suffered
    trays: tuple[tuple[int, ...], ...]
    upgrades: tuple[int, ...]
    severity: int
    tokens: int = 0
    drawn: tuple[str, ...] = ()
    card: str = ""
    friends: tuple[str, ...] = ()

    def drew(self, cards: tuple[str, ...]) -> "Shaken":
        return Shaken(
            self.suffered, self.trays, self.upgrades, self.severity, self.tokens, cards, self.card, self.friends
        )

    def took(self, card: str) -> "Shaken":
        """With a card chosen, the others put back."""
        return Shaken(self.suffered, self.trays, self.upgrades, self.severity, self.tokens, (), card, self.friends)

    def facts(self) -> dict[str, Any]:
        drawn = self.drawn or ("none",)
        friends = tuple(card or "none" for card in self.friends)
        told = {**self.suffered._asdict(), **self._asdict(), "trays": formation(self.trays)}
        return {**told, "drawn": drawn, "friends": friends, "card": self.card or "none"}


class Standing(NamedTuple):
    """The target before the attack, as far as wounds need it."""

    trays: tuple[tuple[int, ...], ...]
    upgrades: tuple[int, ...]
