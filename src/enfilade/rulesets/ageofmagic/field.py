"""The battlefield while the dice fall: one situation for a single exchange and for a whole battle turn."""

from typing import Any, NamedTuple

from enfilade.dice import changeable
from enfilade.rulesets.ageofmagic.numbers import COST, Number
from enfilade.rulesets.ageofmagic.state import Card, Dealt, Muster, Order, Pair, Standing
from enfilade.rulesets.ageofmagic.tables import Assumed


class Charge(NamedTuple):
    """A unit's charge as it goes. `how` is running, stopped, met, evaded or missed; `met` is -1 before contact.

    `reaction` is how the unit that is met answers: "" while open, then brace, counter, evade, caught or held.
    """

    unit: int
    target: int
    origin: str
    how: str = "running"
    met: int = -1
    side: str = "front"
    reaction: str = ""


class Contest(NamedTuple):
    """An opposed roll between two leaders: the challenger wants to change how things go.

    `held` is the challenger's result once rolled, `reply` the other's; `won` is "", wins, fails or again (a tie).
    """

    names: tuple[str, str]
    choosers: tuple[str, str]
    value: Number
    against: Number
    dice: int = -1
    against_dice: int = -1
    charge: int = -1  # the charge at issue
    mine: int = -1  # an interceptor's own charge
    held: Number | None = None
    reply: Number | None = None
    won: str = ""


class Poise(NamedTuple):
    """All that a leader's value in a contest depends on."""

    tactics: Number
    strategy: Number
    iq: Number
    tiredness: str


class Fire(NamedTuple):
    """All that a volley's attack value depends on."""

    tactics: Number
    leading: Number
    iq: Number
    missile: Number
    morale: str
    tiredness: str
    position: str
    moving: bool
    defence: Number
    order: str
    visibility: str
    wind: str
    fortified: int | None


class Blow(NamedTuple):
    """All that a melee attack value depends on. `advantage` is 1, 0 or -1."""

    tactics: Number
    leading: Number
    iq: Number
    melee: Number
    morale: str
    tiredness: str
    position: str
    advantage: int
    one_position: bool
    charging: bool
    cavalry: bool
    kind: str
    bracing: bool
    defence: Number
    order: str
    training: str
    side: str
    evading: bool
    fleeing: bool
    fortified: bool
    assumed: Assumed


class Attack(NamedTuple):
    """A volley or one side's blows, ready to be rolled. `parts` is among how many enemies it divides its size."""

    attacker: int
    target: int
    value: Number
    size: int
    parts: int
    dice: int
    facts: Fire | Blow
    charging: bool = False


@changeable
class Field(NamedTuple):
    """The field between two dice. The fields from `actor` on tell what has just happened, for the words."""

    muster: Muster
    units: tuple[Standing, ...]
    orders: tuple[Order, ...] = ()
    pairs: tuple[Pair, ...] = ()
    dealt: tuple[Dealt, ...] = ()
    visibility: str = "normal"
    wind: str = "normal"
    first: int = 0  # the side whose choices are "the attacker's"
    charges: tuple[Charge, ...] = ()
    conflicts: tuple[tuple[int, int], ...] = ()  # interceptions still to settle: two places in `charges`
    contest: Contest | None = None
    attacks: tuple[Attack, ...] = ()
    adjust: tuple[int, ...] = ()  # the referee's own word on morale, by unit
    chosen: tuple[tuple[int, int], ...] = ()  # dice that were decided at the moment, by unit
    actor: str = ""
    target: str = ""
    value: Number = 0
    risked: int = 0
    result: Number = 0
    size: Number = 0
    percent: int = 0
    inflicted: int = 0
    casualties: int = 0
    outcome: str = ""

    def facts(self) -> dict[str, object]:
        """What the words of a stage may speak of."""
        return {"given": COST * self.risked, **{name: getattr(self, name) for name in TOLD}}

    def card(self, at: int) -> Card:
        """The numbers of the unit at this place."""
        return self.muster.cards[at]

    def chooser(self, at: int) -> str:
        """Whose choice a choice of this unit is."""
        return "attacker" if self.muster.cards[at].side == self.first else "defender"

    def reading(self, name: str) -> str:
        """How this battle reads a disputed point."""
        return self.muster.read[name]


TOLD = ("actor", "target", "value", "risked", "result", "size", "percent", "inflicted", "casualties", "outcome")


def quiet(field: Field) -> Field:
    """The field with nothing said of what has just happened, so that equal fields are equal again."""
    return field._replace(
        actor="", target="", value=0, risked=0, result=0, size=0, percent=0, inflicted=0, casualties=0, outcome=""
    )


def struck(field: Field, attack: Attack, percent: int, inflicted: int, fight: int) -> Field:
    """The field after an attack that inflicted so many; both have seen fighting (1 missiles, 2 melee).

    No more fall than there are. What was inflicted is kept beside it, for morale and the combat advantage go by that
    (the worked battle counts 476 on a unit of 400).
    """
    after = list(field.units)
    one = after[attack.target]
    left = max(0, one.size - inflicted)
    casualties = one.size - left
    after[attack.target] = one._replace(size=left, inflicted=one.inflicted + inflicted, fight=max(one.fight, fight))
    one = after[attack.attacker]
    after[attack.attacker] = one._replace(fight=max(one.fight, fight), fired=one.fired or fight == 1)
    return field._replace(
        units=tuple(after),
        attacks=field.attacks[1:],
        value=0,
        risked=0,
        result=0,
        percent=percent,
        inflicted=inflicted,
        casualties=casualties,
    )


def changed(units: tuple[Standing, ...], at: int, **fields: Any) -> tuple[Standing, ...]:
    """The units with one of them changed."""
    return (*units[:at], units[at]._replace(**fields), *units[at + 1 :])
