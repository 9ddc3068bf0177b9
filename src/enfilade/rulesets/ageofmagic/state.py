"""What stands on the field: units as they were raised, as they stand now, and who fights whom."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from enfilade.referee import Book, Facts, Rules, Words
from enfilade.rulesets.ageofmagic.areas import Closed, Sides, owner, place
from enfilade.rulesets.ageofmagic.numbers import Number
from enfilade.rulesets.ageofmagic.tables import Tables, Weapon


class Leader(NamedTuple):
    """Who rolls for a unit: the Tactics skill with its two specialisms, and IQ."""

    name: str
    tactics: Number
    leading: Number
    strategy: Number
    iq: Number


class Arms(NamedTuple):
    """How an average combatant fights: skill, strength and weapon."""

    skill: Number
    st: Number
    weapon: Weapon


class Guard(NamedTuple):
    """What protects an average combatant. Resistance is stated, or is ST, armour and magic together."""

    combat: Number
    resistance: Number | None = None
    st: Number = 0
    armour: Number = 0
    magic: Number = 0
    shield: Number | None = None
    parry: Number = 0


class Group(NamedTuple):
    """Combatants of a unit who are alike."""

    number: int
    melee: Arms | None
    missile: Arms | None
    guard: Guard | None


class Stated(NamedTuple):
    """Combat values that the referee states outright; `None` where they follow from the groups.

    `unsaid` are those of the unit's numbers of which a short question says nothing: they are only taken for something.
    """

    melee: Number | None = None
    missile: Number | None = None
    defence: Number | None = None
    unsaid: frozenset[str] = frozenset()  # melee, defence, size


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as it was raised; nothing here changes in the battle."""

    id: str
    name: str
    side: str
    leader: Leader
    groups: tuple[Group, ...]
    stated: Stated
    order: str = "none"  # close | skirmish | none
    training: str = "irregular"  # green | veteran | elite | irregular
    mount: str = "none"  # none | cavalry
    barding: str = "none"  # none | partial | full
    kind: str = "other"  # of its melee weapon: lance | spear | javelin | pike | other
    speed: int = 1  # 1 on foot, 2 mounted; the referee may say otherwise
    fortified: bool = False
    start: int = 0  # combatants at the start of the battle


class Card(NamedTuple):
    """A unit's numbers as its attacks and contests use them."""

    name: str
    side: int  # 0 or 1, as the sides are listed
    leader: Leader
    melee: Number
    missile: Number
    defence: Number
    order: str
    training: str
    cavalry: bool
    kind: str
    speed: int
    fortified: bool


class Standing(NamedTuple):
    """A unit as it stands now.

    `strength` is its size when the turn began, and `inflicted` the casualties dealt to it since, which may be more
    than it had: `strength` - `size` fell. `fight` is the heaviest fighting it saw this turn (0 none, 1 missiles,
    2 melee); `weary` counts banked half levels.
    """

    size: int
    strength: int
    area: str
    morale: str = "normal"
    tiredness: str = "fresh"
    position: str = "normal"
    inflicted: int = 0
    fight: int = 0
    fired: bool = False
    weary: int = 0
    last_fight: int = 0
    last_inflicted: int = 0
    gone: str = ""  # annihilated | fled


class Pair(NamedTuple):
    """Two enemy units in melee; `ahead` is the one with the combat advantage, or "" if neither has it."""

    one: str
    other: str
    ahead: str = ""

    def enemy(self, unit: str) -> str:
        """The other of the two; "" if `unit` is neither."""
        return self.other if unit == self.one else self.one if unit == self.other else ""


class Dealt(NamedTuple):
    """What one unit inflicted on another in this turn's melee, and whether it was charging."""

    attacker: str
    target: str
    inflicted: int
    charging: bool = False


class Order(NamedTuple):
    """What a unit is told to do this turn. `dice` is -1 where the number to risk is left open."""

    kind: str = ""
    target: str = ""
    if_charged: str = ""  # brace | evade | counter; "" leaves it to the moment
    dice: int = -1
    position: str = ""


class Character(NamedTuple):
    """A person of note in a unit, with what the four rolls of a turn need, and the wounds so far."""

    id: str
    name: str
    unit: str
    tactics: Number = 0
    iq: Number = 0
    skill: Number = 0
    co: Number = 0
    combat: Number = 0
    st: Number = 0
    disposition: str = "main body"
    style: str = ""  # "" leaves it to the moment
    berserk: int = 0
    tiredness: str = "fresh"
    modifier: Number = 0
    wounds: tuple[tuple[str, str], ...] = ()  # severity and location, "" until it is rolled
    turn: int = 0  # the last turn whose rolls were made
    dead: bool = False


class Commander(NamedTuple):
    """Who rolls for the choice of the site."""

    name: str
    tactics: Number
    strategy: Number
    iq: Number
    knows_terrain: bool = False
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class Muster:
    """All that stays the same during a battle. Its hash is worked out once: the dice ask for it often."""

    sides: Sides
    names: tuple[str, str]
    units: tuple[Unit, ...]
    cards: tuple[Card, ...]
    tables: Tables
    readings: Facts  # every reading with the option this battle uses
    closed: Closed = frozenset()
    kind: str = "open"  # open | siege
    terrain: Facts = Facts()
    commanders: tuple[Commander, ...] = ()
    last_turn: int = 0
    dice: int = -1  # what a unit risks whose order does not say; -1 leaves it open
    places: dict[str, int] = field(init=False, compare=False, repr=False)  # of the units, quick to look up
    read: dict[str, str] = field(init=False, compare=False, repr=False)  # the readings, quick to look up
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", {unit.id: at for at, unit in reversed(list(enumerate(self.units)))})
        object.__setattr__(self, "read", {name: str(option) for name, option in self.readings.items()})
        parts = (self.sides, self.units, self.tables, self.readings, self.closed, self.kind, self.last_turn)
        object.__setattr__(self, "_hash", hash(parts))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        names = [name for name in self.__dataclass_fields__ if name not in ("places", "read", "_hash")]
        return Muster, tuple(getattr(self, name) for name in names)  # the hash differs from process to process

    def spoken(self, area: str) -> Words:
        """An area as it is spoken of: "Darius, left"."""
        return Words("{army}, {place}", Facts(army=self.names[self.sides.index(owner(area))], place=place(area)))

    def index(self, unit: str) -> int:
        """The place of a unit in the lists; -1 if there is none of that name."""
        return self.places.get(unit, -1)


@dataclass(frozen=True, slots=True)
class State:
    """A battle between two turns, or within one that the referee rules by hand."""

    muster: Muster
    units: tuple[Standing, ...]  # in the order of the muster
    pairs: tuple[Pair, ...] = ()
    dealt: tuple[Dealt, ...] = ()  # this turn's melees so far
    orders: tuple[tuple[str, Order], ...] = ()  # for this turn
    plan: tuple[tuple[int, "Sheet"], ...] = ()  # for later turns
    standing: tuple[tuple[str, tuple[Order, ...]], ...] = ()  # by unit or side, in order of preference
    turn: int = 1
    visibility: str = "normal"
    wind: str = "normal"
    characters: tuple[Character, ...] = ()
    given_up: str = ""  # the side that has left the field to the other
    site: str = ""  # the side that fixes the terrain, once that is rolled for

    def with_units(self, units: tuple[Standing, ...]) -> "State":
        """The same with the units standing so; written out, for a campaign does it hundreds of thousands of times."""
        return State(
            self.muster,
            units,
            self.pairs,
            self.dealt,
            self.orders,
            self.plan,
            self.standing,
            self.turn,
            self.visibility,
            self.wind,
            self.characters,
            self.given_up,
            self.site,
        )

    def stands(self, unit: str) -> Standing:
        """How this unit stands now."""
        return self.units[self.muster.index(unit)]

    def on_field(self, unit: str) -> bool:
        """Whether there is such a unit and it has neither fled nor been annihilated."""
        at = self.muster.index(unit)
        return at >= 0 and self.units[at].size > 0 and not self.units[at].gone

    def enemies(self, unit: str) -> tuple[str, ...]:
        """The units that this one is in melee with."""
        return tuple(enemy for pair in self.pairs if (enemy := pair.enemy(unit)))

    def begun(self) -> bool:
        """Whether part of this turn was ruled by hand."""
        return bool(self.dealt) or any(one.fight for one in self.units)


class Sheet(NamedTuple):
    """The orders of a later turn, with the weather that comes then ("" stays as it is)."""

    orders: tuple[tuple[str, Order], ...]
    visibility: str = ""
    wind: str = ""


def rules_of(muster: Muster, book: Book) -> Rules:
    """The book as this battle reads it: the user's own tables count as stated, not assumed."""
    return _rules(muster.tables.replaced, muster.readings, book)


def _rules(replaced: tuple[str, ...], readings: Facts, book: Book) -> Rules:
    if not replaced:
        return Rules(book, readings)
    from dataclasses import replace

    sources = dict(book.sources)
    for rule in replaced:
        if rule in sources:
            words = sources[rule].heading + ", by the tables given"
            sources[rule] = replace(sources[rule], words=words, basis="stated", book="the tables given")
    return Rules(Book(sources, book.readings), readings)
