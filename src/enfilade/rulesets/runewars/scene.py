"""The table to look at: trays, figures, facings, terrain, and the evidence of a ruling. Lengths are in trays."""

from collections.abc import Iterator
from dataclasses import replace

from enfilade.geometry.plane import Point, Pose
from enfilade.referee import Facts, Ruling, Scene, Shape, Words
from enfilade.rulesets.runewars.state import State, Terrain, Tray, Unit

GRID = {1: ((0.0, 0.0),), 2: ((-0.22, 0.0), (0.22, 0.0)), 3: ((-0.22, 0.2), (0.22, 0.2), (-0.22, -0.2))}
FOUR = ((-0.22, 0.2), (0.22, 0.2), (-0.22, -0.2), (0.22, -0.2))


def scene(state: State, ruling: Ruling | None = None) -> Scene:
    """The position, with the ruling's evidence on it. Units without a place are lined up beside one another."""
    placed = _lined_up(state)
    size = state.ground.tray
    width, depth = state.ground.width / size, state.ground.depth / size
    shapes = [Shape("polygon", ((0, 0), (width, 0), (width, depth), (0, depth)), "table")]
    for piece in state.terrain:
        shapes.append(Shape("polygon", _points(piece.outline, size), "terrain", _terrain_words(piece), piece.id))
    for unit in placed:
        shapes += _unit(state, unit)
    if ruling is not None:
        shapes += ruling.evidence
    return Scene(width, depth, "tray", True, tuple(shapes), state.title)


def _terrain_words(piece: Terrain) -> Words:
    rules = tuple(
        name if worth is True else Words("{rule} {worth}", Facts(rule=name, worth=worth))
        for name, worth in piece.keywords.items()
        if worth
    )
    return Words("{name}, {rules}" if rules else "{name}", Facts(name=piece.id, rules=rules))


def _points(points: tuple[Point, ...], size: int) -> tuple[tuple[float, float], ...]:
    return tuple((x / size, y / size) for x, y in points)


def _lined_up(state: State) -> list[Unit]:
    """The units that have figures; those without a place stand in a row along the table's south edge."""
    size, x, units = state.ground.tray, state.ground.tray, []
    for unit in state.units:
        if not unit.alive:
            continue
        if unit.pose is None:
            width, depth = len(unit.trays[0]) * size, len(unit.trays) * size
            unit = replace(unit, pose=Pose(Point(x + width / 2, size + depth / 2), 0.0))
            x += width + size
        units.append(unit)
    return units


def _unit(state: State, unit: Unit) -> Iterator[Shape]:
    size = state.ground.tray
    for place in unit.places():
        yield Shape("polygon", _points(unit.rect(place, size).corners, size), "tray", str(place), unit.id, unit.side)
        yield from _figures(unit, place, size)
    front = unit.front(size)
    tip = front.to_table(0, front.depth / 2 + size * 0.35)
    yield Shape("line", _points((front.arrow, tip), size), "facing", "", unit.id, unit.side)
    block = unit.block(Tray(0, 0), Tray(len(unit.trays) - 1, len(unit.trays[0]) - 1), size)
    words = f"{unit.id}: {unit.profile.name}" if unit.profile.name.lower() != unit.id else unit.profile.name
    label = Words("{name}", Facts(name=words))
    yield Shape("text", _points((block.centre,), size), "unit", label, unit.id, unit.side)


def _figures(unit: Unit, place: Tray, size: int) -> Iterator[Shape]:
    """The figures on a tray as points, the figure upgrades first and by name."""
    rect, number = unit.rect(place, size), unit.on(place)
    names = [upgrade.name for upgrade in unit.standing if upgrade.place == place]
    for i, (right, ahead) in enumerate(GRID.get(number, FOUR)[:number]):
        points = _points((rect.to_table(right * size, ahead * size),), size)
        label = Words("{name}", Facts(name=names[i])) if i < len(names) else ""
        yield Shape("point", points, "figure", label, unit.id, unit.side)
