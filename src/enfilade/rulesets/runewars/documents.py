"""What a Runewars scenario file and a unit file may hold: the shape of the documents, not yet the position."""

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Length = int | Decimal | str
"""A bare number counts trays; a text carries its own unit, such as "12in"."""

Name = Annotated[str, Field(min_length=1, max_length=60)]
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
    gain: dict[str, Annotated[int, Field(ge=1, le=20)]] = Field(
        description="what it gives: hit, mortal, lethal, a token, damage, wound, heal, shift"
    )
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

    dice: Annotated[str, Field(max_length=60)]
    near: Near | None = None
    surges: Annotated[tuple[Surge, ...], Field(max_length=8)] = ()


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
    """A figure upgrade in the front rank, or an upgrade card without a figure.

    What is not said is taken from the ruleset's own list, by name; a card that is not in it defaults to defense 1
    and 1 wound.
    """

    name: Name
    tray: TrayId | None = Field(None, description="the tray it stands on; none for a card without a figure")
    defense: Worth | None = None
    wounds: Annotated[int, Field(ge=1, le=20)] | None = None
    taken: Annotated[int, Field(ge=0)] = Field(0, description="wounds it has already")
    heavy: bool | None = Field(None, description="whether it takes a whole tray")
    dice: Annotated[str, Field(max_length=60)] | None = Field(None, description="dice it adds to melee attacks")
    keywords: tuple[str, ...] | None = None
    surges: Annotated[tuple[Surge, ...], Field(max_length=8)] | None = Field(
        None, description="surge abilities it adds to both kinds of attack"
    )


class Unit(Strict):
    """A unit: its trays by rank from the front, where it stands, and what lies beside it."""

    id: Name
    side: Name
    profile: str | Profile
    ranks: Annotated[tuple[Annotated[str, Field(max_length=12)], ...], Field(min_length=1, max_length=12)]
    position: Spot | None = None
    facing: Annotated[int | Decimal, Field(ge=-360, le=360)] = 0
    tokens: dict[str, Annotated[int, Field(ge=0, le=99)]] = {}
    wounds: dict[TrayId, Annotated[int, Field(ge=0)]] = Field(
        {}, description="wounds that the figures of a tray have suffered; at the wound threshold a figure falls"
    )
    upgrades: Annotated[tuple[FigureUpgrade | str, ...], Field(max_length=20)] = ()


class Terrain(Strict):
    """A terrain piece: a polygon with keywords, and the unit that occupies it."""

    id: Name
    shape: Annotated[tuple[Spot, ...], Field(min_length=3, max_length=100)]
    keywords: dict[str, bool | Annotated[int, Field(ge=0, le=20)]] = {}
    occupant: str | None = None


class Contact(Strict):
    """A stated fact: an edge of a unit touches an enemy, on these trays of the unit."""

    unit: str
    edge: EdgeName
    enemy: str
    enemy_edge: EdgeName | None = Field(None, description="the enemy's edge; its front if not said")
    trays: Annotated[tuple[TrayId, ...], Field(max_length=144)] = Field(
        (), description="the unit's own trays that the enemy touches; all of the edge if not said"
    )


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
    modifier: dict[
        Literal["hit", "surge", "accuracy", "morale", "mortal", "defend", "charge"], Annotated[int, Field(ge=-9, le=9)]
    ] = {}


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
    contacts: Annotated[tuple[Contact, ...], Field(max_length=2000)] = ()
    sights: Annotated[tuple[Sight, ...], Field(max_length=2000)] = ()


class Library(Strict):
    """A file of unit profiles by name."""

    format: Literal["enfilade/units/1"] = "enfilade/units/1"
    ruleset: Literal["runewars"] = "runewars"
    units: dict[str, Profile]


def profile_from(data: Any) -> Profile:
    """A profile from plain data; raises pydantic's `ValidationError`."""
    return Profile.model_validate(data)


def upgrade_from(data: Any) -> FigureUpgrade:
    """A figure upgrade from plain data; raises pydantic's `ValidationError`."""
    return FigureUpgrade.model_validate(data)
