"""What the referee may decide of a unit: its place, its ranks, its wounds and tokens, or that it is gone."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from enfilade.geometry.gap import overlapping
from enfilade.geometry.plane import Point, Pose, Rect
from enfilade.referee import Deciding, Facts, Mistake, Notes, ScenarioError
from enfilade.referee.deciding import REMOVED, removal
from enfilade.rulesets.runewars import contact, documents
from enfilade.rulesets.runewars.mustering import Muster, mustered
from enfilade.rulesets.runewars.placing import check_place
from enfilade.rulesets.runewars.state import NONE, State, Terrain, Tray, Unit

FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "position": "x and y of its middle, in trays or with their unit",
        "facing": "degrees clockwise from north, from -360 to 360",
        "ranks": "the figures on each tray by rank from the front, such as 44/4.",
        "wounds": "the wounds of each hurt tray by its name, such as 1.2: 1",
        "tokens": "tokens with their numbers, such as panic: 1",
        "occupies": "the terrain that it stands in, or none",
        "removed": REMOVED,
    }
)
PLACED: Final = frozenset({"position", "facing", "ranks", "occupies", "removed"})
"""What changes who touches whom."""


def told(state: State, name: str) -> Facts:
    """A unit as its scenario would write it now: what is left of it, and its middle."""
    unit = trimmed(_unit(state, name), state.ground.tray)
    piece = state.occupied(name)
    place = unit.pose and [length / state.ground.tray for length in unit.pose.position]
    return Facts(
        position=place,
        facing=unit.pose and unit.pose.facing,
        ranks=_ranks(unit),
        wounds=_wounds(unit),
        tokens={token: number for token, number in unit.tokens.items() if number},
        occupies=piece.id if piece else "",
        removed=not unit.alive,
    )


def changed(state: State, name: str, fields: Facts) -> State:
    """The position with these fields of a unit set. Raises `ScenarioError` or pydantic's `ValidationError`."""
    old, notes = trimmed(_unit(state, name), state.ground.tray), Notes()
    unit = _removed(old) if removal(fields, notes) else _set(old, told(state, name), fields, state, notes)
    terrain = _terrain(state, unit, fields, notes)
    after = replace(state.with_unit(unit), terrain=terrain)
    if not notes.found and PLACED & fields.keys():
        check_place(after, unit, (other for other in after.units if other.id != name), ((), notes))
    if notes.found:
        raise ScenarioError([_named(mistake) for mistake in notes.found])
    return _in_contact(after, unit, fields) if PLACED & fields.keys() else after


def trimmed(unit: Unit, edge: int) -> Unit:
    """The same unit without the ranks and files that are gone: then its middle is that of what is left."""
    left = list(unit.places())
    if not left:
        return unit
    ranks, files = zip(*left, strict=True)
    first, last = Tray(min(ranks), min(files)), Tray(max(ranks), max(files))
    if first == (0, 0) and last == (len(unit.trays) - 1, len(unit.trays[0]) - 1):
        return unit
    rows = tuple(row[first.file : last.file + 1] for row in unit.trays[first.rank : last.rank + 1])
    upgrades = tuple(
        one._replace(place=Tray(one.place.rank - first.rank, one.place.file - first.file)) for one in unit.upgrades
    )
    pose = unit.pose and Pose(unit.block(first, last, edge).centre, unit.pose.facing)
    return replace(unit, trays=rows, upgrades=upgrades, pose=pose)


def _unit(state: State, name: str) -> Unit:
    unit = state.unit(name)
    assert unit is not None, "a decision is of a unit that is there"
    return unit


def _ranks(unit: Unit) -> list[str]:
    if not unit.alive:
        return []
    rows = enumerate(unit.trays)
    return ["".join(_sign(unit, Tray(rank, file)) for file in range(len(row))) for rank, row in rows]


def _sign(unit: Unit, place: Tray) -> str:
    return "." if unit.trays[place.rank][place.file] == NONE else str(unit.on(place))


def _wounds(unit: Unit) -> dict[str, int]:
    hurt = {str(place): -unit.trays[place.rank][place.file] % unit.profile.wounds for place in unit.places()}
    return {place: wounds for place, wounds in hurt.items() if wounds}


def _removed(unit: Unit) -> Unit:
    trays = tuple((NONE,) * len(row) for row in unit.trays)
    return replace(unit, trays=trays, upgrades=tuple(one._replace(left=0) for one in unit.upgrades))


def _set(unit: Unit, now: Facts, fields: Facts, state: State, notes: Notes) -> Unit:
    """The unit with these fields, read as those of a scenario are; all others stay exactly as they are."""
    given = {name: value for name, value in fields.json().items() if name in documents.Unit.model_fields}
    if isinstance(given.get("ranks"), str | int):
        given["ranks"] = str(given["ranks"]).split("/")
    wounds = {place: hurt for place, hurt in now["wounds"].items() if _same_tray(place, now, given)}
    stands = {**now.json(), "wounds": wounds, **given, "id": unit.id, "side": unit.side, "profile": unit.profile.name}
    stands = {
        name: value for name, value in stands.items() if name in documents.Unit.model_fields and value is not None
    }
    read = mustered(unit, documents.Unit.model_validate(stands), Muster({}, state.ground.tray, notes))
    if "facing" in given and read.pose is None:
        notes.add(("facing",), f"a position too, as {unit.id} has none", given["facing"])
    trays = read.trays if {"ranks", "wounds"} & given.keys() else unit.trays
    tokens = Facts({token: number for token, number in read.tokens.items() if number})
    tokens = tokens if "tokens" in given else unit.tokens
    return replace(unit, trays=trays, tokens=tokens, pose=_pose(unit, read, given, state.ground.tray))


def _same_tray(place: str, now: Facts, given: Mapping[str, Any]) -> bool:
    """Whether a tray has as many figures as before, so that its wounds stay."""
    rank, file = (int(part) - 1 for part in place.split("."))
    rows = given.get("ranks", now["ranks"])
    return rank < len(rows) and rows[rank][file : file + 1] == now["ranks"][rank][file]


def _pose(unit: Unit, read: Unit, given: Mapping[str, Any], edge: int) -> Pose | None:
    """Where the unit stands now. If only its ranks are another, its front stays where it is."""
    if read.pose is None or unit.pose is None:
        return read.pose
    facing = read.pose.facing if "facing" in given else unit.pose.facing
    if "position" in given:
        return Pose(read.pose.position, facing)
    more = (len(read.trays) - len(unit.trays)) * edge / 2 if "ranks" in given else 0
    place = Rect(unit.pose, edge, edge).to_table(0, -more) if more else unit.pose.position
    return Pose(Point(*place), facing)


def _terrain(state: State, unit: Unit, fields: Facts, notes: Notes) -> tuple[Terrain, ...]:
    """The terrain with who stands in it: as decided, and nobody who is gone or has been moved out of it."""
    if "occupies" in fields:
        return _occupied(state, unit, str(fields["occupies"]), notes)
    left = "removed" in fields or "position" in fields
    return tuple(
        piece._replace(occupant="") if left and piece.occupant == unit.id and not _in(state, unit, piece) else piece
        for piece in state.terrain
    )


def _occupied(state: State, unit: Unit, name: str, notes: Notes) -> tuple[Terrain, ...]:
    held = {piece.id: piece.occupant for piece in state.terrain}
    if name not in (*held, "", "none"):
        notes.unknown(("occupies",), "the id of terrain", name, held)
    elif held.get(name) not in (None, "", unit.id):
        notes.add(("occupies",), "terrain that nobody stands in", f"{name}, where {held[name]} stands")
    others = {piece: "" if occupant == unit.id else occupant for piece, occupant in held.items()}
    return tuple(piece._replace(occupant=unit.id if piece.id == name else others[piece.id]) for piece in state.terrain)


def _in(state: State, unit: Unit, piece: Terrain) -> bool:
    rects = [unit.rect(place, state.ground.tray) for place in unit.places()] if unit.pose else []
    return any(overlapping(rect, part) for rect in rects for part in piece.parts)


def _named(mistake: Mistake) -> Mistake:
    """The mistake with its field as decisions call it."""
    if mistake.path[:1] == ("terrain",):
        return replace(mistake, path=("occupies",))
    hint = mistake.hint.replace("write occupant:", "write occupies: the terrain of") if mistake.hint else ""
    return replace(mistake, hint=hint)


def _in_contact(state: State, unit: Unit, fields: Facts) -> State:
    """The position with what the unit touches now; what was stated of its old place is no longer so."""
    moved = {"position", "facing", "removed"} & fields.keys()
    placed = {other.id for other in state.units if other.pose or not other.alive}

    def holds(one: str, other: str) -> bool:
        return not (moved and unit.id in (one, other) and {one, other} <= placed)

    stated = tuple(fact for fact in state.stated if holds(fact.unit, fact.enemy))
    sights = tuple(fact for fact in state.sights if holds(fact.unit, fact.enemy))
    state = replace(state, stated=contact.still(replace(state, stated=stated)), sights=sights)
    return replace(state, contacts=contact.around(state, unit))


DECIDING: Final = Deciding(FIELDS, lambda state: tuple(unit.id for unit in state.units), told, changed)
