"""What a scenario file and a unit file of this game may hold: the shape of the documents, not yet the position."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from enfilade.rulesets.asoiaf.tables import CONDITIONS, TERRAIN, TRAY_NAMES

Number = int | Decimal | Annotated[float, Field(allow_inf_nan=False)]
Length = Number | str
"""A bare number counts inches; a text carries its own unit, such as "139.7mm"."""

Spot = Annotated[tuple[Length, Length], Field(description="x east, y north from the table's south-west corner, inches")]
Side = Literal["front", "left_flank", "right_flank", "rear"]
Target = Annotated[int, Field(ge=2, le=7, description="a number to reach: 4 for 4+")]
Tray = Annotated[str, Field(json_schema_extra={"enum": sorted(TRAY_NAMES)})]
Condition = Annotated[str, Field(json_schema_extra={"enum": sorted(CONDITIONS)})]
TerrainWord = Annotated[str, Field(json_schema_extra={"enum": sorted(TERRAIN)})]


class Strict(BaseModel):
    """A part of a document: unknown fields are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Attack(Strict):
    """An attack of a card: how it reaches, the number to hit, dice by ranks left (all ranks first)."""

    name: Annotated[str, Field(min_length=1, max_length=80)]
    kind: Literal["melee", "short", "long"]
    to_hit: Annotated[int, Field(ge=1, le=6)]
    dice: Annotated[tuple[Annotated[int, Field(ge=0, le=40)], ...], Field(min_length=1, max_length=6, strict=False)]
    keywords: Annotated[tuple[str, ...], Field(strict=False)] = ()


class Profile(Strict):
    """A unit card as numbers."""

    tray: Tray
    speed: Length = Field(description="inches")
    defense: Target
    morale: Annotated[int, Field(ge=1, le=13)]
    wounds_per_model: Annotated[int, Field(ge=1, le=40)] = 1
    attacks: Annotated[tuple[Attack, ...], Field(strict=False, max_length=8)] = ()
    keywords: Annotated[tuple[str, ...], Field(strict=False)] = ()
    models: Annotated[int, Field(ge=1, le=60)] | None = Field(
        None, description="where it is not the tray's usual number"
    )
    ranks: Annotated[int, Field(ge=1, le=6)] | None = Field(None, description="where it is not the tray's usual number")
    cost: Annotated[int, Field(ge=0, le=99)] = 0


class Unit(Strict):
    """A unit: its card, what is left of it, where it stands, what lies beside it."""

    id: Annotated[str, Field(min_length=1, max_length=60)]
    side: Annotated[str, Field(min_length=1, max_length=60)]
    profile: str | Profile
    wounds: Annotated[int, Field(ge=1)] | None = Field(None, description="wounds left; all of them if absent")
    position: Annotated[Spot, Field(strict=False)] | None = Field(None, description="the middle of the tray")
    facing: Number = Field(0, description="degrees clockwise, 0 = north")
    conditions: Annotated[tuple[Condition, ...], Field(strict=False)] = ()
    activated: bool = False
    attachments: Annotated[tuple[str, ...], Field(strict=False, max_length=4)] = ()


class Terrain(Strict):
    """A terrain piece: an outline with keywords."""

    id: Annotated[str, Field(min_length=1, max_length=60)]
    shape: Annotated[
        tuple[Annotated[Spot, Field(strict=False)], ...], Field(min_length=3, max_length=100, strict=False)
    ]
    keywords: Annotated[tuple[TerrainWord, ...], Field(strict=False)] = ()


class Contact(Strict):
    """A stated fact: a side of a unit touches a side of an enemy."""

    unit: str
    side: Side = "front"
    enemy: str
    enemy_side: Side = "front"
    alignment: Literal[100, 50] = 100


class Sighting(Strict):
    """A stated fact: how a unit sees an enemy, where they have no positions."""

    unit: str
    enemy: str
    enemy_side: Side = Field("front", description="the arc of the enemy that holds the unit")
    range: Length | None = Field(None, description="from the front arrow to the nearest part of the tray")
    gap: Length | None = Field(None, description="straight ahead to contact, for a charge")
    sight: bool = True
    cover: bool = False


class Table(Strict):
    """The size of the table."""

    width: Length = "4ft"
    depth: Length = "4ft"


class Scenario(Strict):
    """A position of A Song of Ice & Fire: Tabletop Miniatures Game."""

    format: Literal["enfilade/scenario/1"]
    ruleset: Literal["asoiaf"]
    edition: str | None = None
    title: str = ""
    readings: dict[str, str] = {}
    sides: dict[str, str] = {}
    table: Table = Table()
    units: Annotated[tuple[Unit, ...], Field(min_length=1, max_length=200, strict=False)]
    terrain: Annotated[tuple[Terrain, ...], Field(max_length=200, strict=False)] = ()
    contacts: Annotated[tuple[Contact, ...], Field(strict=False)] = ()
    sightings: Annotated[tuple[Sighting, ...], Field(strict=False)] = ()
    round: Annotated[int, Field(ge=1, le=6)] = 1
    to_act: str = Field("", description="the side whose turn it is; either may begin if absent")


class Library(Strict):
    """A file of unit profiles by name."""

    format: Literal["enfilade/units/1"] = "enfilade/units/1"
    ruleset: Literal["asoiaf"] = "asoiaf"
    units: dict[str, Profile]
