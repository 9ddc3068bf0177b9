"""A position: units on their trays, terrain, what touches what as far as it was stated, and whose turn it is.

Everything is frozen, hashable, plain data in micrometres. What can be seen from the trays is not stored: it is
derived in `contact.py` and `seen.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from enfilade.geometry import Point, Pose, Rect, Shape
from enfilade.referee import Facts, Rules
from enfilade.rulesets.asoiaf.book import BOOK
from enfilade.rulesets.asoiaf.tables import TRAYS


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack of a card. `kind` is melee, short or long; `dice` are for all ranks first, for the last rank last."""

    name: str
    kind: str
    to_hit: int
    dice: tuple[int, ...]
    keywords: Facts = Facts()

    @property
    def ranged(self) -> bool:
        return self.kind != "melee"


@dataclass(frozen=True, slots=True)
class Profile:
    """A unit card as numbers: `speed` in micrometres, `models` and `files` as they stand on the tray when fresh."""

    name: str
    tray: str
    speed: int
    defense: int
    morale: int
    wounds_per_model: int
    attacks: tuple[Attack, ...]
    keywords: Facts
    models: int
    files: int
    cost: int = 0

    def __hash__(self) -> int:
        return hash((self.name, self.speed, self.defense, self.morale, self.cost))  # enough to tell cards apart

    @property
    def full(self) -> int:
        """The wounds of a fresh unit."""
        return self.models * self.wounds_per_model

    @property
    def solo(self) -> bool:
        return TRAYS[self.tray].models == 1

    def ranks(self, wounds: int) -> int:
        """The ranks that so many wounds left fill: whole models from the front (rules 2.5 and 2.7)."""
        models = -(-wounds // self.wounds_per_model)
        return -(-models // self.files)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the table; `attachments` are those that live, `fallen` those that died."""

    id: str
    side: str
    profile: Profile
    wounds: int
    pose: Pose | None = None
    conditions: tuple[str, ...] = ()
    activated: bool = False
    attachments: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    may_pivot: bool = False

    @property
    def ranks(self) -> int:
        return self.profile.ranks(self.wounds)

    @property
    def most(self) -> int:
        """The wounds it can be restored to: dead attachments never come back (rule 14.2)."""
        return self.profile.full - len(self.fallen) * self.profile.wounds_per_model

    def holding(self, condition: str) -> "Unit":
        """The unit with a condition token; a second one of the same kind changes nothing (rule 12.1)."""
        return replace(self, conditions=tuple(sorted({*self.conditions, condition})))

    def rect(self, pose: Pose | None = None) -> Rect:
        """The tray where it stands, or in another pose."""
        there = pose or self.pose
        assert there is not None, f"{self.id} has no position"
        return _tray(self.profile.tray, there)


@lru_cache(maxsize=8192)
def _tray(name: str, pose: Pose) -> Rect:
    tray = TRAYS[name]
    return Rect(pose, tray.width, tray.depth)


@dataclass(frozen=True, slots=True)
class Terrain:
    """A terrain piece: its outline to draw, and the same cut into convex shapes to measure."""

    id: str
    outline: tuple[Point, ...]
    shapes: tuple[Shape, ...]
    keywords: frozenset[str]


class Stated(NamedTuple):
    """A stated contact, seen from one unit: its own side that touches, the enemy and its side, the alignment."""

    unit: str
    side: str
    enemy: str
    enemy_side: str
    alignment: int


class Sighting(NamedTuple):
    """A stated view of an enemy: the arc of it that holds the unit, range and charge gap in micrometres."""

    unit: str
    enemy: str
    enemy_side: str
    range: int | None
    gap: int | None
    clear: bool
    cover: bool


@dataclass(frozen=True, slots=True)
class State:
    """A position with its edition and readings. `to_act` is empty where either side may begin."""

    edition: str
    readings: Facts
    width: int
    depth: int
    units: tuple[Unit, ...]
    terrain: tuple[Terrain, ...] = ()
    stated: tuple[Stated, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    round: int = 1
    to_act: str = ""
    sides: Facts = Facts()
    lost: tuple[Unit, ...] = ()
    title: str = ""

    @property
    def rules(self) -> Rules:
        return Rules(BOOK, self.readings)

    def unit(self, name: object) -> Unit | None:
        return next((unit for unit in self.units if unit.id == name), None)

    def enemies(self, unit: Unit) -> Iterator[Unit]:
        return (other for other in self.units if other.side != unit.side)

    def others(self, unit: Unit) -> Iterator[Unit]:
        return (other for other in self.units if other.id != unit.id)

    def with_unit(self, unit: Unit) -> "State":
        """The same position with one unit changed."""
        return replace(self, units=tuple(unit if other.id == unit.id else other for other in self.units))

    def without(self, unit: Unit) -> "State":
        """The same position once a unit is removed (rule 14.1), with all that was stated of it."""
        return replace(
            self,
            units=tuple(other for other in self.units if other.id != unit.id),
            stated=tuple(stated for stated in self.stated if unit.id not in (stated.unit, stated.enemy)),
            sightings=tuple(s for s in self.sightings if unit.id not in (s.unit, s.enemy)),
            lost=(*self.lost, replace(unit, wounds=0)),
        )
