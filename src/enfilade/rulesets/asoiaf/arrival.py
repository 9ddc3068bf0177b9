"""What a move comes to: its dice if it has any, and the events that write down where the tray ends."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from enfilade.dice import D6, Program, Roll, Stage, Sum
from enfilade.geometry import Pose
from enfilade.referee import Event, Facts, Result
from enfilade.rulesets.asoiaf.contact import engagements
from enfilade.rulesets.asoiaf.drawn import inch
from enfilade.rulesets.asoiaf.fight import Fight, Terms
from enfilade.rulesets.asoiaf.ground import DANGEROUS
from enfilade.rulesets.asoiaf.plan import acted, stands, suffers
from enfilade.rulesets.asoiaf.state import State, Unit


class End(NamedTuple):
    """Where a move ends, how far it went (micrometres), the enemies it leaves without anybody to fight.

    `hurt` where it passes over dangerous ground.
    """

    pose: Pose
    far: float
    released: tuple[str, ...] = ()
    hurt: bool = False


@dataclass(frozen=True, slots=True)
class Arrival:
    """How the last situation of a move reads. `ends` holds one end, or one for each face of the die."""

    unit: Unit
    ends: tuple[End, ...]
    acts: bool = True

    def __call__(self, fight: Fight) -> Result:
        end = self.ends[max(0, fight.die - 1)]
        counts = {"moved_in": inch(end.far)} | ({"die": fight.die} if fight.die else {})
        return Result(Facts(counts), tuple(self._events(fight, end)))

    def _events(self, fight: Fight, end: End) -> Iterator[Event]:
        if end.pose != self.unit.pose:
            yield stands(self.unit.id, end.pose)
        if self.acts:
            yield acted(self.unit.id)
        for enemy in end.released:
            yield Event("released", Facts(unit=enemy))
        yield from suffers(self.unit.id, fight.toll, "ground")


def stay(fight: Fight) -> Fight:
    """A stage in which nothing is left to chance."""
    return fight


def retreat_die(fight: Fight) -> Roll[Fight]:
    """The die that adds to the Speed of a retreat."""
    return Roll(Sum(D6, 1), lambda die: fight._replace(die=die))


def arrived(arrival: Arrival, stage: Stage[Fight]) -> Program[Fight, Result]:
    """The program of a move: its own stage, and the toll of dangerous ground where it passes over some."""
    hurt = [die for die, end in enumerate(arrival.ends, 1) if end.hurt]
    return Program(Fight(Terms(toll_from=min(hurt, default=0))), (stage, DANGEROUS) if hurt else (stage,), arrival)


def released(state: State, unit: Unit, pose: Pose) -> tuple[str, ...]:
    """The enemies that were engaged with a unit and, once it stands elsewhere, are engaged with nobody (rule 5.5)."""
    after = state.with_unit(replace(unit, pose=pose))
    enemies = (after.unit(engaged.enemy) for engaged in engagements(state, unit))
    return tuple(enemy.id for enemy in enemies if enemy and not engagements(after, enemy))
