"""The table as shapes, with the evidence of a ruling on top."""

from collections.abc import Iterator

from enfilade.geometry import INCH
from enfilade.referee import Facts, Ruling, Scene, Shape, Words
from enfilade.rulesets.asoiaf.drawn import inch, outline, polygon, spot
from enfilade.rulesets.asoiaf.state import State, Terrain, Unit


def scene(state: State, ruling: Ruling | None = None) -> Scene:
    """The battlefield in inches: terrain, trays with their arrows and labels, then what the ruling points at."""
    width, depth = inch(state.width), inch(state.depth)
    shapes = (
        Shape("polygon", ((0, 0), (width, 0), (width, depth), (0, depth)), "table"),
        *(polygon(p.outline, "terrain", _of_terrain(p), p.id) for p in state.terrain),
        *(shape for unit in state.units if unit.pose for shape in _unit(state, unit)),
        *_parties(state, ruling),
        *(ruling.evidence if ruling else ()),
    )
    return Scene(width, depth, "in", True, shapes, state.title)


def _of_terrain(piece: Terrain) -> Words:
    rules = tuple(sorted(word.replace("_", " ") for word in piece.keywords))
    return Words("{name}, {rules}" if rules else "{name}", Facts(name=piece.id, rules=rules))


def _unit(state: State, unit: Unit) -> Iterator[Shape]:
    tray = unit.rect()
    yield outline(tray, "unit", unit.id, unit.side, _label(state, unit))
    tip = tray.to_table(0, tray.depth / 2 + INCH)
    yield Shape("line", (spot(tray.arrow), spot(tip)), "facing", "", unit.id, unit.side)


def _label(state: State, unit: Unit) -> Words:
    """What a player needs at a glance: name, wounds, tokens; and the id where others have that name."""
    name = unit.profile.name
    alone = name == unit.id or sum(one.profile.name == name for one in state.units) == 1
    called = name if alone else f"{name} ({unit.id})"
    facts = Facts(name=called, wounds=unit.wounds, full=unit.profile.full, conditions=unit.conditions)
    return Words("{name}: {wounds}/{full}, {conditions}" if unit.conditions else "{name}: {wounds}/{full}", facts)


def _parties(state: State, ruling: Ruling | None) -> Iterator[Shape]:
    """The attacker's and the target's tray, outlined."""
    for field in ("attacker", "target", "unit"):
        unit = state.unit(ruling.action.get(field)) if ruling else None
        if unit and unit.pose:
            yield outline(unit.rect(), "target" if field == "target" else "attacker", unit.id, unit.side)
