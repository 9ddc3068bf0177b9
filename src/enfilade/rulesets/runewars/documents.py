"""What a Runewars scenario file and a unit file may hold: the shape of the documents, not yet the position."""

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Length = int | Decimal | str
"""A bare number counts trays; a text carries its own unit, such as "12in"."""

Spot = Annotated[tuple[Length, Length], Field(description="x east, y north from the table's south-west corner")]
TrayId = Annotated[str, Field(pattern=r"^[1-9]\d?\.[1-9]\d?$", description="rank.file, counted from the front left")]
EdgeName = Literal["front", "left", "right", "rear"]
Worth = int | str
"""A whole number, or a text with a rune in square brackets, such as "[stable]" or "1 + [stable]"."""


class Strict(BaseModel):
    """A part of a document: unknown fields are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Surge(Strict):
    """An ability that surges buy."""

    cost: Annotated[int, Field(ge=1, le=6)]
    unique: bool = Field(False, description="at most once in an attack")
    plus: bool = Field(False, description="surge+: any number of surges each time")
    gain: dict[str, int] = Field(description="what it gives: hit, mortal, lethal, a token, damage, wound, heal, shift")
    to: str = Field("", description="whom damage or wounds are for, in words")
    range: tuple[int, int] | None = Field(None, description="only against targets at this range")
    needs: str | None = Field(None, description="only against targets with this token")
    cheaper_if: str | None = Field(None, description="one surge cheaper against targets with this token, or bane")


class Near(Strict):
    """Dice that are added at short range."""

    dice: str
    range: Annotated[int, Field(ge=1, le=5)]


class Attack(Strict):
    """An attack profile: dice such as "R R B" or "[unstable] W", and what surges buy."""

    dice: str
    near: Near | None = None
    surges: tuple[Surge, ...] = ()


class Profile(Strict):
    """A unit card as numbers."""

    type: Literal["infantry", "cavalry", "siege"]
    hero: bool = False
    defense: Worth
    wounds: Annotated[int, Field(ge=1, le=20)] = Field(description="the wound threshold of a figure")
    melee: Attack | None = None
    ranged: Attack | None = None
    keywords: tuple[str, ...] = ()
    faction: str = ""
    formations: dict[str, int] = Field({}, description="width x depth to cost")


class FigureUpgrade(Strict):
    """A figure upgrade, heavy or hero that stands in the front rank, or an upgrade card without a figure."""

    name: str
    tray: TrayId | None = Field(None, description="the tray it stands on; none for a card without a figure")
    defense: Worth = 1
    wounds: Annotated[int, Field(ge=1, le=20)] = 1
    taken: Annotated[int, Field(ge=0)] = Field(0, description="wounds it has already")
    dice: str = Field("", description="dice it adds to melee attacks")
    keywords: tuple[str, ...] = ()


class Unit(Strict):
    """A unit: its trays by rank from the front, where it stands, and what lies beside it."""

    id: str
    side: str
    profile: str | Profile
    ranks: Annotated[tuple[str, ...], Field(min_length=1, max_length=12)]
    position: Spot | None = None
    facing: int | Decimal = 0
    tokens: dict[str, Annotated[int, Field(ge=0, le=99)]] = {}
    wounds: dict[TrayId, Annotated[int, Field(ge=0)]] = {}
    upgrades: tuple[FigureUpgrade | str, ...] = ()


class Terrain(Strict):
    """A terrain piece: a polygon with keywords, and the unit that occupies it."""

    id: str
    shape: Annotated[tuple[Spot, ...], Field(min_length=3, max_length=100)]
    keywords: dict[str, int | bool] = {}
    occupant: str | None = None


class Contact(Strict):
    """A stated fact: an edge of a unit touches an enemy, on these trays of the unit."""

    unit: str
    edge: EdgeName
    enemy: str
    enemy_edge: EdgeName | None = None
    trays: tuple[TrayId, ...] = ()


class Sight(Strict):
    """A stated fact: how a shooter sees an enemy."""

    unit: str
    enemy: str
    range: Annotated[int, Field(ge=1, le=99)]
    in_arc: bool = True
    line_of_sight: bool = True


class Dial(Strict):
    """The revealed command tool of a unit: its action, and the modifier's icons, defend or charge."""

    action: str | None = None
    modifier: dict[Literal["hit", "surge", "accuracy", "morale", "mortal", "defend"], int] = {}


class Table(Strict):
    """The table and the lengths that were not found in the rules."""

    width: Length = "6ft"
    depth: Length = "3ft"
    tray: Length = Field("2.5in", description="the edge of one tray")
    range: Length = Field(1, description="the length of one band of the range ruler")
    arc: int | Decimal = Field(45, description="degrees that the firing arc's lines lean outward", ge=0, le=90)


class Scenario(Strict):
    """A Runewars position."""

    format: Literal["enfilade/scenario/1"]
    ruleset: Literal["runewars"]
    edition: str | None = None
    title: str = ""
    readings: dict[str, str] = {}
    sides: dict[str, str] = {}
    table: Table = Table()
    units: Annotated[tuple[Unit, ...], Field(min_length=1, max_length=200)]
    terrain: Annotated[tuple[Terrain, ...], Field(max_length=200)] = ()
    runes: dict[Literal["stable", "unstable", "natural"], Annotated[int, Field(ge=0, le=10)]] | None = None
    dial: dict[str, Dial] = {}
    contacts: tuple[Contact, ...] = ()
    sights: tuple[Sight, ...] = ()


class Library(Strict):
    """A file of unit profiles by name."""

    format: Literal["enfilade/units/1"] = "enfilade/units/1"
    ruleset: Literal["runewars"] = "runewars"
    units: dict[str, Profile]


def profile_from(data: Any) -> Profile:
    """A profile from plain data; raises pydantic's `ValidationError`."""
    return Profile.model_validate(data)
