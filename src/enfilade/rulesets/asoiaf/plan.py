"""An attack that was ruled on: what its dice start from, and what their end writes down."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from enfilade.geometry import Pose
from enfilade.referee import Event, Facts, Result
from enfilade.rulesets.asoiaf.drawn import spot
from enfilade.rulesets.asoiaf.fight import Fight, Loss
from enfilade.rulesets.asoiaf.state import Unit
from enfilade.rulesets.asoiaf.worth import Strike


class Charge(NamedTuple):
    """What the dice of a charge need: the lowest die that makes contact, the highest that is disorderly.

    `hindered` rolls two dice and keeps the lower; `bonus` tells whether there is one to lose; `strike` is what a set
    defender deals first; `toll_from` the lowest die whose move reaches dangerous ground.
    """

    need: int
    disorderly: int
    hindered: bool = False
    bonus: bool = True
    strike: int = 0
    toll_from: int = 0


class Plan(NamedTuple):
    """An attack ready to be rolled: the numbers ruled on, who else tests, the charge, and what the end writes down."""

    strike: Strike
    dice: int
    hit: int
    save: int
    nerve: int
    friends: tuple[Unit, ...] = ()
    charge: Charge | None = None
    dangerous: bool = False


class Ends(NamedTuple):
    """Where the attacker's tray ends, and other events that are certain.

    `failed` holds, for each charge die from 1, the pose after a charge that falls short; `acts` is no for a free
    action.
    """

    pose: Pose | None = None
    failed: tuple[Pose | None, ...] = ()
    acts: bool = True
    events: tuple[Event, ...] = ()
    if_contact: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How the last situation of an attack reads: counts for the players, events for the record."""

    plan: Plan
    ends: Ends

    def __call__(self, fight: Fight) -> Result:
        return Result(self._counts(fight), tuple(self._events(fight)))

    def _tested(self, fight: Fight) -> tuple[Loss, tuple[Loss, ...], tuple[Loss, ...]]:
        """What the panic tests cost: the target, the shooter's friends, the charger (none where it did not test)."""
        before = len(fight.losses) - 1 - len(self.plan.friends)
        return fight.losses[before], fight.losses[before + 1 :], fight.losses[:before]

    def _struck(self, fight: Fight) -> int:
        """The wounds that a set defender dealt the charger."""
        charge = self.plan.charge
        return self.plan.strike.attacker.wounds - fight.own if charge and charge.strike else 0

    def _counts(self, fight: Fight) -> Facts:
        plan, target = self.plan, self.plan.strike.target
        tested, friends, charger = self._tested(fight)
        left = fight.left - tested.wounds
        shot = charged = None
        if plan.friends:
            shot = sum(loss.wounds for loss in friends)
        if plan.charge:
            charged = fight.contact, self._struck(fight) + sum(loss.wounds for loss in charger)
        return counted((fight.wounds, tested.wounds), (target.profile.ranks(left), left == 0), shot, charged)

    def _events(self, fight: Fight) -> Iterator[Event]:
        plan, attacker, target = self.plan, self.plan.strike.attacker, self.plan.strike.target
        tested, friends, charger = self._tested(fight)
        yield from self.ends.events
        yield from self.ends.if_contact if fight.contact else ()
        pose = self.ends.pose if fight.contact else self.ends.failed[fight.die - 1]
        if pose is not None and pose != attacker.pose:
            yield stands(attacker.id, pose)
        if self.ends.acts:
            yield acted(attacker.id)
        for loss in charger:
            yield from _lost(attacker, loss)
        if "weakened" in attacker.conditions and not fight.weakened:
            yield spent(attacker.id, "weakened")
        if "vulnerable" in target.conditions and not fight.vulnerable:
            yield spent(target.id, "vulnerable")
        yield from suffers(attacker.id, self._struck(fight), "strike")
        yield from suffers(target.id, fight.wounds, "attack")
        yield from _lost(target, tested)
        for friend, loss in zip(plan.friends, friends, strict=True):
            yield from _lost(friend, loss)
        yield from suffers(attacker.id, fight.toll, "ground")


def _lost(unit: Unit, loss: Loss) -> Iterator[Event]:
    """What a panic test cost a unit."""
    if loss.token_spent:
        yield spent(unit.id, "panicked")
    yield from suffers(unit.id, loss.wounds, "panic")


# Facts are frozen and know their hash once it was asked for, so equal ones are made once.


@lru_cache(maxsize=8192)
def counted(
    wounds: tuple[int, int], left: tuple[int, bool], friendly: int | None, charged: tuple[bool, int] | None
) -> Facts:
    """The counts of a result: wounds by attack and panic, ranks left and destroyed, then friends and the charger."""
    counts: dict[str, int | bool] = {"wounds": sum(wounds), "attack_wounds": wounds[0], "panic_wounds": wounds[1]}
    counts["ranks_left"], counts["destroyed"] = left
    if friendly is not None:
        counts["friendly_wounds"] = friendly
    if charged is not None:
        counts["contact"], counts["charger_wounds"] = charged
    return Facts(counts)


@lru_cache(maxsize=4096)
def stands(unit: str, pose: Pose) -> Event:
    """A unit stands somewhere else now; inches and degrees."""
    x, y = spot(pose.position)
    return Event("stands", Facts(unit=unit, x=x, y=y, facing=round(pose.facing, 6)))


@lru_cache(maxsize=1024)
def acted(unit: str) -> Event:
    """A unit has used its activation."""
    return Event("acted", Facts(unit=unit))


@lru_cache(maxsize=1024)
def gains(unit: str, condition: str) -> Event:
    """A unit gains a condition token."""
    return Event("gains", Facts(unit=unit, condition=condition))


@lru_cache(maxsize=1024)
def spent(unit: str, condition: str) -> Event:
    """A condition token of a unit is spent."""
    return Event("spent", Facts(unit=unit, condition=condition))


@lru_cache(maxsize=4096)
def suffers(unit: str, wounds: int, cause: str) -> tuple[Event, ...]:
    """A unit loses wounds, unless there are none to lose."""
    return (Event("wounds", Facts(unit=unit, wounds=wounds, cause=cause)),) if wounds else ()
