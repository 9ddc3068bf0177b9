"""An attack that was ruled on: what its dice start from, and what their end writes down."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from enfilade.geometry import Pose
from enfilade.referee import Event, Facts, Result
from enfilade.rulesets.asoiaf.drawn import spot
from enfilade.rulesets.asoiaf.fight import Fight
from enfilade.rulesets.asoiaf.state import Unit
from enfilade.rulesets.asoiaf.worth import Strike


class Charge(NamedTuple):
    """What the dice of a charge need: the lowest die that makes contact, the highest that is disorderly.

    `hindered` rolls two dice and keeps the lower; `bonus` tells whether there is one to lose; `strike` is what a set
    defender deals first.
    """

    need: int
    disorderly: int
    hindered: bool = False
    bonus: bool = True
    strike: int = 0


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

    def _counts(self, fight: Fight) -> Facts:
        target, panic = self.plan.strike.target, fight.losses[0].wounds
        left = fight.left - panic
        counts: dict[str, int | bool] = {
            "wounds": fight.wounds + panic,
            "attack_wounds": fight.wounds,
            "panic_wounds": panic,
            "ranks_left": target.profile.ranks(left),
            "destroyed": left == 0,
        }
        friends = fight.losses[1 : 1 + len(self.plan.friends)]
        if self.plan.friends:
            counts["friendly_wounds"] = sum(loss.wounds for loss in friends)
        if self.plan.charge:
            counts |= {"contact": fight.contact, "charger_wounds": self._own(fight)}
        return Facts(counts)

    def _own(self, fight: Fight) -> int:
        """What the charger lost, to a set defender or to its own panic test."""
        tests = fight.losses[1 + len(self.plan.friends) :]
        return self.plan.strike.attacker.wounds - fight.own + sum(loss.wounds for loss in tests)

    def _events(self, fight: Fight) -> Iterator[Event]:
        plan, attacker, target = self.plan, self.plan.strike.attacker, self.plan.strike.target
        yield from self.ends.events
        yield from self.ends.if_contact if fight.contact else ()
        pose = self.ends.pose if fight.contact else self.ends.failed[fight.die - 1]
        if pose is not None and pose != attacker.pose:
            yield stands(attacker, pose)
        if self.ends.acts:
            yield Event("acted", Facts(unit=attacker.id))
        if "weakened" in attacker.conditions and not fight.weakened:
            yield spent(attacker, "weakened")
        if "vulnerable" in target.conditions and not fight.vulnerable:
            yield spent(target, "vulnerable")
        yield from suffers(attacker, attacker.wounds - fight.own, "strike")
        yield from suffers(target, fight.wounds, "attack")
        testing = (target, *plan.friends, attacker)
        for unit, loss in zip(testing, fight.losses, strict=False):
            if loss.token_spent:
                yield spent(unit, "panicked")
            yield from suffers(unit, loss.wounds, "panic")
        yield from suffers(attacker, fight.toll, "ground")


def stands(unit: Unit, pose: Pose) -> Event:
    """A unit stands somewhere else now; inches and degrees."""
    x, y = spot(pose.position)
    return Event("stands", Facts(unit=unit.id, x=x, y=y, facing=round(pose.facing, 6)))


def gains(unit: Unit, condition: str) -> Event:
    """A unit gains a condition token."""
    return Event("gains", Facts(unit=unit.id, condition=condition))


def spent(unit: Unit, condition: str) -> Event:
    """A condition token of a unit is spent."""
    return Event("spent", Facts(unit=unit.id, condition=condition))


def suffers(unit: Unit, wounds: int, cause: str) -> Iterator[Event]:
    """A unit loses wounds, unless there are none to lose."""
    if wounds:
        yield Event("wounds", Facts(unit=unit.id, wounds=wounds, cause=cause))
