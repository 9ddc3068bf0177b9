"""The situation of an attack once its icons are settled: what the target's side still has to bear."""

from typing import Any, NamedTuple

from enfilade.rulesets.runewars.state import NONE, Formation


def formation(trays: Formation) -> str:
    """The formation in words: strengths by rank, "." where no tray is."""
    return " / ".join(" ".join("." if n == NONE else str(n) for n in row) for row in trays)


class Blow(NamedTuple):
    """What the target's side has to bear: the unspent mortal strikes and damage, and the unit as it stands by then.

    `trays` and `upgrades` hold the wounds that trays and figure upgrades can still take, `aimed` the upgrades
    that accuracy made eligible. The rest is kept for the record of the attack.
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
    wounds: int = 0
    severity: int = 0
    tokens: int = 0
    drawn: tuple[str, ...] = ()
    card: str = ""
    friends: tuple[str, ...] = ()

    def facts(self) -> dict[str, Any]:
        return {**self._asdict(), "trays": formation(self.trays), "left": self.pool}


class Standing(NamedTuple):
    """The target before the attack, as far as wounds need it."""

    trays: tuple[tuple[int, ...], ...]
    upgrades: tuple[int, ...]
