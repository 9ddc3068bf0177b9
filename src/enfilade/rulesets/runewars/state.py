"""A position: units as formations of trays, what lies beside them, and what touches what.

A formation holds, for every place of the full rectangle, the wounds that the figures on that tray can still take,
`EMPTY` (0) for a tray without figures and `NONE` (-1) where no tray is. Figures follow from it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from enfilade.geometry.plane import Point, Pose, Rect, Shape
from enfilade.referee import Facts, Rules
from enfilade.rulesets.runewars.book import BOOK
from enfilade.rulesets.runewars.profile import Die, Profile, Surge, Worth

NONE, EMPTY = -1, 0
Formation = tuple[tuple[int, ...], ...]


class Tray(NamedTuple):
    """The place of a tray: rank from the front and file from the left as the unit looks, both from 0."""

    rank: int
    file: int

    def __str__(self) -> str:
        return f"{self.rank + 1}.{self.file + 1}"


def tray(text: str) -> Tray:
    """The place named by "rank.file"."""
    rank, _, file = text.partition(".")
    return Tray(int(rank) - 1, int(file) - 1)


class Upgrade(NamedTuple):
    """A figure upgrade in the front rank; `left` is the wounds it can still take. What it adds goes with it.

    A heavy one takes a whole tray.
    """

    name: str
    place: Tray
    defense: Worth
    left: int
    heavy: bool = False
    dice: tuple[Die, ...] = ()
    keywords: Facts = Facts()
    surges: tuple[Surge, ...] = ()


class Contact(NamedTuple):
    """An edge of a unit that touches an enemy.

    `trays` are the unit's own trays that the enemy touches, `corners` those of which it only touches a corner;
    `length` (in trays) is how much of the edge lies along the enemy, 0 for a corner, `None` where the contact is
    stated; `margin` (in trays) how far it is from parting.
    """

    unit: str
    edge: str
    enemy: str
    enemy_edge: str
    trays: tuple[Tray, ...]
    corners: tuple[Tray, ...] = ()
    length: float | None = None
    margin: float | None = None

    @property
    def corner(self) -> bool:
        return self.length == 0


class Sight(NamedTuple):
    """How a shooter sees an enemy, as stated."""

    unit: str
    enemy: str
    range: int
    in_arc: bool
    clear: bool


class Terrain(NamedTuple):
    """A terrain piece: convex parts of its outline for the geometry, its outline for the drawing."""

    id: str
    outline: tuple[Point, ...]
    parts: tuple[Shape, ...]
    keywords: Facts
    occupant: str


class Dial(NamedTuple):
    """A revealed command tool."""

    unit: str
    action: str
    modifier: Facts


class Ground(NamedTuple):
    """The table: its size and the lengths of a tray and a range band in micrometres, the lean of the arc in degrees.

    `assumed` names the lengths and angles that the scenario does not state.
    """

    width: int
    depth: int
    tray: int
    band: int
    arc: float
    assumed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the table. Its pose is that of its whole rectangle, trays that are gone included."""

    id: str
    side: str
    profile: Profile
    trays: Formation
    pose: Pose | None
    tokens: Facts
    upgrades: tuple[Upgrade, ...] = ()
    attacked: tuple[str, ...] = ()
    remembered: int = 0  # damage kept from earlier attacks, where that is the reading

    @property
    def ranks(self) -> tuple[int, ...]:
        """The number of trays in each rank that has any, from the front."""
        return ranks(self.trays)

    @property
    def figures(self) -> int:
        return sum(self.on(place) for place in self.places())

    @property
    def alive(self) -> bool:
        return any(strength > 0 for row in self.trays for strength in row) or any(u.left > 0 for u in self.upgrades)

    @property
    def standing(self) -> tuple[Upgrade, ...]:
        """The figure upgrades that are still there."""
        return tuple(upgrade for upgrade in self.upgrades if upgrade.left > 0)

    def keyword(self, name: str) -> Worth | None:
        """A keyword of the card, with what figure upgrades add to it; none without the keyword."""
        found: Worth | None = self.profile.keywords.get(name)
        for upgrade in self.standing:
            more: Worth | None = upgrade.keywords.get(name)
            found = found.and_also(more) if found else more
        return found

    def places(self) -> Iterator[Tray]:
        return places(self.trays)

    def on(self, place: Tray) -> int:
        """The figures on a tray, upgrades included."""
        plain = figures(self.trays[place.rank][place.file], self.profile.wounds)
        return plain + sum(upgrade.place == place for upgrade in self.standing)

    def token(self, name: str) -> int:
        return int(self.tokens.get(name, 0))

    def rect(self, place: Tray, edge: int) -> Rect:
        """The footprint of one tray; the unit must have a pose."""
        assert self.pose is not None
        return grid(self.pose, len(self.trays), len(self.trays[0]), edge)[place]

    def block(self, first: Tray, last: Tray, edge: int) -> Rect:
        """The rectangle from one tray's front left to another's rear right."""
        assert self.pose is not None
        whole = Rect(self.pose, edge * len(self.trays[0]), edge * len(self.trays))
        return _part(whole, first, last, edge)

    def front(self, edge: int) -> Rect:
        """The rectangle of the front rank's trays."""
        assert self.pose is not None
        return _front(self.pose, self.trays, edge)


@lru_cache(maxsize=1024)
def grid(pose: Pose, depth: int, width: int, edge: int) -> Mapping[Tray, Rect]:
    """The footprints of all places of a rectangle of trays."""
    whole = Rect(pose, edge * width, edge * depth)
    spots = (Tray(rank, file) for rank in range(depth) for file in range(width))
    return MappingProxyType({place: _part(whole, place, place, edge) for place in spots})


@lru_cache(maxsize=1024)
def _front(pose: Pose, trays: Formation, edge: int) -> Rect:
    """The footprint of the first rank that has trays, those between its outermost included."""
    first = next(places(trays))
    row = [place for place in places(trays) if place.rank == first.rank]
    return _part(Rect(pose, edge * len(trays[0]), edge * len(trays)), first, row[-1], edge)


def _part(whole: Rect, first: Tray, last: Tray, edge: int) -> Rect:
    """The part of a rectangle of trays from one tray's front left to another's rear right."""
    across = (first.file + last.file + 1) * edge / 2 - whole.width / 2
    ahead = whole.depth / 2 - (first.rank + last.rank + 1) * edge / 2
    width, depth = last.file - first.file + 1, last.rank - first.rank + 1
    return Rect(Pose(whole.to_table(across, ahead), whole.pose.facing), width * edge, depth * edge)


@dataclass(frozen=True, slots=True)
class State:
    """The whole position. `contacts` holds what touches what, found once whenever units change."""

    units: tuple[Unit, ...]
    ground: Ground
    terrain: tuple[Terrain, ...] = ()
    runes: Facts | None = None
    dials: tuple[Dial, ...] = ()
    stated: tuple[Contact, ...] = ()
    sights: tuple[Sight, ...] = ()
    contacts: tuple[Contact, ...] = ()
    readings: Facts = Facts()
    sides: Facts = Facts()
    title: str = ""

    @property
    def rules(self) -> Rules:
        return Rules(BOOK, self.readings)

    def unit(self, name: str) -> Unit | None:
        return next((unit for unit in self.units if unit.id == name), None)

    def touching(self, unit: str, enemy: str) -> tuple[Contact, ...]:
        """The contacts of a unit's edges with one enemy."""
        return tuple(contact for contact in self.contacts if contact.unit == unit and contact.enemy == enemy)

    def engaged(self, unit: str) -> tuple[str, ...]:
        """The enemies that a unit is engaged with."""
        return tuple(dict.fromkeys(contact.enemy for contact in self.contacts if contact.unit == unit))

    def occupied(self, unit: str) -> Terrain | None:
        """The terrain that a unit stands in."""
        return next((piece for piece in self.terrain if piece.occupant == unit), None)

    def dial(self, unit: str) -> Dial | None:
        return next((dial for dial in self.dials if dial.unit == unit), None)

    def worth(self, amount: Worth | None) -> int:
        """A worth with this round's runes; 0 for none."""
        return amount.at(self.runes or {}) if amount else 0

    def with_unit(self, unit: Unit) -> "State":
        """The same position with this unit changed; contacts are left as they were."""
        return replace(self, units=tuple(unit if other.id == unit.id else other for other in self.units))


def places(trays: Formation) -> Iterator[Tray]:
    """Every tray that is there, front rank first, left to right."""
    for rank, row in enumerate(trays):
        for file, strength in enumerate(row):
            if strength != NONE:
                yield Tray(rank, file)


def ranks(trays: Formation) -> tuple[int, ...]:
    """The number of trays in each rank that has any."""
    counts = [sum(strength != NONE for strength in row) for row in trays]
    return tuple(count for count in counts if count)


def figures(strength: int, wounds: int) -> int:
    """The figures behind a tray's strength: the last may be wounded."""
    return max(0, -(-strength // wounds))
