"""What an Age of Magic scenario and a file of tables may hold: the shape of the documents, not yet the battle."""

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Number = (
    Annotated[int, Field(strict=True, ge=-1000, le=1000)] | Annotated[Decimal, Field(strict=True, ge=-1000, le=1000)]
)
Count = Annotated[int, Field(strict=True)] | Annotated[Decimal, Field(strict=True)]
"""How many combatants. What is negative or no whole number is told with all other mistakes of the battle."""
Whole = Annotated[int, Field(strict=True, ge=-100, le=100)]
Percent = Annotated[int, Field(strict=True, ge=0, le=1000)]
Position = Literal["good", "normal", "poor"]
Morale = Literal["good", "normal", "poor", "routing"]
Tiredness = Literal[
    "fresh", "normal", "slightly tired", "quite tired", "tired", "very tired", "exhausted", "reeling", "unconscious"
]
Visibility = Literal["normal", "reduced", "poor", "very poor"]
Wind = Literal["normal", "windy", "very windy"]
Kind = Literal["lance", "spear", "javelin", "pike", "other"]
Orders = Annotated[
    dict[str, Any],
    Field(description="unit: an order, such as stand, {charge: UNIT}, {fire: UNIT, dice: 2} or {move: AREA}"),
]


class Strict(BaseModel):
    """A part of a document: unknown fields are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Leader(Strict):
    """Who rolls for a unit."""

    name: str = ""
    tactics: Number
    leading: Number = Field(0, description="specialism: leading a unit in battle")
    strategy: Number = Field(0, description="specialism: strategy in battle")
    iq: Number


class Weapon(Strict):
    """The battle factors of a weapon."""

    attack: Number
    damage: Number
    kind: Kind = "other"
    range: Annotated[int, Field(strict=True, ge=0, le=10000)] = Field(0, description="effective range in metres")


class Arms(Strict):
    """Average skill and ST with a weapon; or, for the whole unit, the combat value outright."""

    value: Number | None = None
    skill: Number | None = None
    st: Number | None = None
    weapon: str | Weapon | None = Field(None, description="a name that is known, or its factors")
    kind: Kind | None = Field(None, description="kind of the main weapon, where only the value is stated")


class Shield(Strict):
    """The average Shield skill and the parry factor."""

    skill: Number
    parry: Number = 0


class Defence(Strict):
    """Combat skill and damage resistance (or ST, armour, magic), a shield; or the value outright."""

    value: Number | None = None
    combat: Number | None = None
    resistance: Number | None = None
    st: Number | None = None
    armour: str | Number | None = Field(None, description="a suit that is known, or its protection value")
    magic: Number = 0
    shield: Shield | None = None


class Group(Strict):
    """Combatants of a unit who are alike."""

    number: Count
    melee: Arms | None = None
    missile: Arms | None = None
    defence: Defence | None = None


class Unit(Strict):
    """A unit as a scenario describes it."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$", max_length=40)]
    side: str
    name: str = ""
    leader: Leader | None = None
    size: Count = Field(description="combatants now, a whole number; 0 for a unit that was annihilated")
    start_size: Count | None = None
    area: str = Field(description="right, centre, left or reserve of its own side; or SIDE AREA")
    order_of_battle: Literal["close", "skirmish", "none"] = "none"
    training: Literal["green", "veteran", "elite", "irregular"] = "irregular"
    mount: Literal["none", "cavalry"] = "none"
    barding: Literal["none", "partial", "full"] = "none"
    melee: Arms | None = None
    missile: Arms | None = None
    defence: Defence | None = None
    groups: Annotated[tuple[Group, ...], Field(max_length=50)] = ()
    morale: Morale = "normal"
    tiredness: Tiredness = "fresh"
    half_tired: bool = Field(False, description="half a level of tiredness is banked")
    position: Position = "normal"
    speed: Annotated[int, Field(strict=True, ge=0, le=10)] | None = Field(None, description="1 on foot, 2 mounted")
    fortified: bool = False


class Character(Strict):
    """A person of note in a unit."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$", max_length=40)]
    unit: str
    name: str = ""
    tactics: Number = 0
    iq: Number = 0
    skill: Number = Field(0, description="weapon skill")
    co: Number = 0
    combat: Number = 0
    st: Number = 0
    disposition: Literal["heroic", "vanguard", "main body", "protected"] = "main body"
    style: Literal["defensive", "normal", "all-out attack"] | None = None
    berserk: Annotated[int, Field(strict=True, ge=0, le=6)] = Field(0, description="1 to 6 for a berserker")
    tiredness: Tiredness = "fresh"
    modifier: Number = Field(0, description="what wounds and the like add to every roll, as the referee says")


class Commander(Strict):
    """Who rolls for the choice of the site."""

    name: str = ""
    tactics: Number
    strategy: Number = 0
    iq: Number
    knows_terrain: bool = False
    waiting: bool = False


class Terrain(Strict):
    """An area's terrain in a word, and which ways out of it are closed."""

    name: str = ""
    closed: tuple[str, ...] = Field((), description="areas that cannot be reached from it, or field")


class Sheet(Strict):
    """A later turn's orders, and the weather that comes with it."""

    orders: Orders = {}
    visibility: Visibility | None = None
    wind: Wind | None = None


class Conditions(Strict):
    """What the whole battle is fought under."""

    kind: Literal["open", "siege"] = "open"
    visibility: Visibility = "normal"
    wind: Wind = "normal"
    turn: Annotated[int, Field(strict=True, ge=1, le=1000)] = 1
    last_turn: Annotated[int, Field(strict=True, ge=1, le=1000)] | None = Field(None, description="then night falls")
    dice: Annotated[int, Field(strict=True, ge=0, le=30)] | None = Field(
        None, description="dice that every leader risks whose order does not say"
    )


class Scenario(Strict):
    """A battle of two armies in eight areas."""

    format: Literal["enfilade/scenario/1"]
    ruleset: Literal["ageofmagic"]
    edition: str | None = None
    title: str = ""
    readings: dict[str, str] = {}
    sides: dict[str, str] = {}
    battle: Conditions = Conditions()
    commanders: dict[str, Commander] = {}
    units: Annotated[tuple[Unit, ...], Field(min_length=1, max_length=100)]
    characters: Annotated[tuple[Character, ...], Field(max_length=100)] = ()
    terrain: dict[str, Terrain | str] = {}
    engaged: tuple[Annotated[tuple[str, ...], Field(min_length=2, max_length=3)], ...] = Field(
        (), description="pairs in melee, the second in the first's area; a third name is the unit with the advantage"
    )
    orders: Orders = {}
    plan: dict[str, Sheet] = Field({}, description="orders of later turns, by the turn's number")
    standing: dict[str, tuple[Any, ...]] = Field({}, description="unit or side: orders, the first that is legal holds")


class Bands(Strict):
    """Percent by result: for results up to a number, then so much more a point."""

    up_to: Annotated[dict[Annotated[str, Field(pattern=r"^-?\d{1,3}$")], Percent], Field(min_length=1, max_length=100)]
    each_point_above: Percent


class MeleeBonus(Strict):
    """Added to a melee attack by how the target is struck or stands."""

    flank: Whole = 0
    rear: Whole = 0
    evading: Whole = 0
    routing: Whole = 0
    skirmish: Whole = 0


class CloseOrder(Strict):
    """Added to a melee attack against a target in close order."""

    veteran: Whole = 0
    elite: Whole = 0


class Fortified(Strict):
    """Added to an attack against a unit behind fortifications."""

    missile: Whole = 0
    melee: Whole = 0


class Rally(Strict):
    """Levels of morale that a quiet turn of "retreat and rally" gives back."""

    levels: Annotated[int, Field(strict=True, ge=0, le=3)] = 0


class Limits(Strict):
    """How many dice are offered, and the turn after which night falls."""

    dice: Annotated[int, Field(strict=True, ge=0, le=30)] = 0
    turns: Annotated[int, Field(strict=True, ge=1, le=1000)] = 1


class Library(Strict):
    """Tables of the user's own in place of the assumed ones, and weapons by name. What is left out stays as it is."""

    format: Literal["enfilade/units/1"] = "enfilade/units/1"
    ruleset: Literal["ageofmagic"] = "ageofmagic"
    melee_casualties: Bands | None = None
    melee_bonus: MeleeBonus | None = None
    against_close_order: CloseOrder | None = None
    against_fortified: Fortified | None = None
    rally: Rally | None = None
    limits: Limits | None = None
    weapons: dict[str, Weapon] = {}
