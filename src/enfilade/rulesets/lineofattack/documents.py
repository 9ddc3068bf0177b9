"""What a scenario file for the line of attack may hold: the shape of the document, not yet the position."""

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema


def _written(value: Any) -> Any:
    """A number as it was written; a text or a truth value is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise ValueError("expected a number, found something else")
    return Decimal(repr(value)) if isinstance(value, float) else value


Number = Annotated[int | Decimal, BeforeValidator(_written), WithJsonSchema({"type": "number"})]
Spot = Annotated[tuple[Number, Number], Field(description="in cells: x to the right, y down")]
Length = int | Decimal | str
Height = Literal["low", "medium", "high"]
BarrierKind = Literal["wall", "door", "window", "limited", "portcullis", "object"]


MOST_STRANGE = 200
"""With more walls than this that are none, they are told in one mistake."""


class Strict(BaseModel):
    """A part of a document: unknown fields are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Map(Strict):
    """The map: its size in cells, or the map file that was drawn elsewhere."""

    size: Spot | None = None
    import_: str | None = Field(None, alias="import", description="a map file, found from the folder of this one")
    portals: Literal["as_drawn", "open", "closed", "windows"] = Field(
        "as_drawn", description="doors of an imported map; windows: those that are not closed are windows"
    )
    scene: str = Field("", description="which scene of a file that holds several")
    source: str = Field("", description="the map file that the walls come from")


Points = Annotated[tuple[Spot, ...], Field(min_length=2, max_length=5000)]


class Barrier(Strict):
    """A wall with a name, or something that stops lines only sometimes. Its points are joined one after the other."""

    points: Points
    id: str = ""
    kind: BarrierKind = "wall"
    open: bool = Field(False, description="an open door stops nothing")
    stops: Literal["both", "left", "right"] = Field(
        "both", description="the side from which it stops lines, as somebody sees it who walks along its points"
    )


class Obstacle(Strict):
    """Something that gives cover. Two points are a fence; three or more enclose an area unless `closed` is false."""

    id: str
    height: Height | Length
    shape: Points
    closed: bool | None = None
    group: str | None = Field(None, description="obstacles of one group count as one to duck behind")


class Stance(Strict):
    """What the token does against its attackers: duck behind something, or pop up."""

    duck: str | int | None = Field(None, description="the obstacle, group or wall it ducks behind")
    pop_up: bool = False


def _a_stance(given: object) -> object:
    """The short form pop_up as the long one; what is no stance at all is refused in one sentence."""
    if given == "pop_up":
        return Stance(pop_up=True)
    if given is None or isinstance(given, dict | Stance):
        return given
    raise ValueError("expected pop_up or {duck: ID}")


class Token(Strict):
    """A character on the map. `cell` is the top left one of the cells it fills."""

    id: str
    side: str = ""
    cell: Spot | None = None
    size: tuple[Annotated[int, Field(ge=1, le=50)], Annotated[int, Field(ge=1, le=50)]] = (1, 1)
    height: Length | None = Field(None, description="how tall it stands, for obstacles whose height is a length")
    stance: Annotated[
        Stance | None, BeforeValidator(_a_stance, json_schema_input_type=Literal["pop_up"] | Stance | None)
    ] = None
    origin: Spot | None = Field(None, description="where its lines start; the middle if not said")
    shields: bool = Field(True, description="whether lines through it count for soft shield")


class Stated(Strict):
    """What is stated of one attacker and one target, instead of being worked out from the map."""

    attacker: str
    target: str
    visibility: Literal["full", "partial", "no"] = "full"
    coverage: Literal[0, 25, 50, 75] | None = None
    cover: Literal["none", "low", "medium", "high"] = "none"
    soft_shield: bool = False
    corner: bool = Field(False, description="whether some corner of the attacker's cells sees the target in full")
    copertura: bool | None = Field(None, description="the column of the last table, if it is said outright")
    duck_protects: bool = Field(True, description="whether what the target ducks behind is what covers it")


def _mostly_walls(given: object) -> object:
    """The walls, unless so many are none that a list of all mistakes would be of no use."""
    if isinstance(given, list | tuple):
        strange = sum(not _may_be_wall(wall) for wall in given)
        if strange > MOST_STRANGE:
            raise ValueError(f"expected walls, each as two or more points [x, y], found {strange} others")
    return given


def _may_be_wall(wall: object) -> bool:
    points = wall.get("points") if isinstance(wall, dict) else wall
    if isinstance(wall, Barrier):
        return True
    return isinstance(points, list | tuple) and len(points) > 1 and all(map(_may_be_spot, points))


def _may_be_spot(point: object) -> bool:
    return isinstance(point, list | tuple) and len(point) == 2 and not any(isinstance(at, str) for at in point)


class Scenario(Strict):
    """A position for the line of attack."""

    format: Literal["enfilade/scenario/1"]
    ruleset: Literal["lineofattack"]
    edition: str | None = None
    title: str = ""
    readings: dict[str, str] = {}
    sides: dict[str, str] = {}
    map: Map = Map()
    walls: Annotated[tuple[Points | Barrier, ...], Field(max_length=100_000), BeforeValidator(_mostly_walls)] = ()
    obstacles: Annotated[tuple[Obstacle, ...], Field(max_length=10_000)] = ()
    tokens: Annotated[tuple[Token, ...], Field(max_length=2_000)] = ()
    attackers: dict[str, tuple[str, ...]] = Field({}, description="who is marked as Attacker of whom; if not: enemies")
    stated: Annotated[tuple[Stated, ...], Field(max_length=10_000)] = ()
