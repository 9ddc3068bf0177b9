"""From a document to a position, with every mistake in it named by its place."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from enfilade.geometry.lattice import Lattice
from enfilade.geometry.lattice_shapes import Rect
from enfilade.referee import Facts, Notes, Path, ScenarioError
from enfilade.rulesets.lineofattack import barriers, checks, documents
from enfilade.rulesets.lineofattack.numbers import coordinate, height
from enfilade.rulesets.lineofattack.state import LEVELS, Obstacle, State, Stated, Token

MOST_LATTICE = 10**40
"""No cell may be cut into more parts than this: coordinates of quite different fractions."""


def setup(scenario: documents.Scenario, library: object = None) -> State:
    """The position of a scenario file; raises `ScenarioError` with every mistake."""
    notes = Notes()
    checks.names(scenario, notes)
    places = {path: coordinate(notes, path, value) for path, value in _numbers(scenario)}
    lattice = Lattice.holding(places.values())
    if lattice.scale > MOST_LATTICE:
        notes.add(("walls",), "coordinates with a common fraction of a cell", f"1/{lattice.scale:.0e} of a cell",
                  "round them to 1/1000 cell")  # fmt: skip
    if notes.found:
        raise ScenarioError(notes.found)
    state = State(
        lattice=lattice,
        tokens=tuple(token_of(data, ("tokens", i), places, lattice, notes) for i, data in enumerate(scenario.tokens)),
        obstacles=tuple(_obstacles(scenario, places, lattice, notes)),
        size=_size(places),
        marks=Facts({target: tuple(names) for target, names in scenario.attackers.items()}),
        stated=tuple(_stated(scenario)),
        readings=Facts(scenario.readings),
        sides=Facts(scenario.sides),
        title=scenario.title,
        source=scenario.map.source,
    )
    state = _behind_walls(barriers.raised(state, scenario, places))
    checks.places(state, notes)
    if not notes.found:
        checks.stances(state, notes)
    if notes.found:
        raise ScenarioError(notes.found)
    return state


def _numbers(scenario: documents.Scenario) -> Iterator[tuple[Path, object]]:
    """Every coordinate of the document with its path."""
    for axis, value in enumerate(scenario.map.size or ()):
        yield ("map", "size", axis), value
    for path, points in barriers.outlines(scenario):
        for number, point in enumerate(points):
            yield (*path, number, 0), point[0]
            yield (*path, number, 1), point[1]
    for i, token in enumerate(scenario.tokens):
        for field in ("cell", "origin"):
            for axis, value in enumerate(getattr(token, field) or ()):
                yield ("tokens", i, field, axis), value


def _size(places: dict[Path, Fraction]) -> tuple[Fraction, Fraction] | None:
    if ("map", "size", 0) not in places:
        return None
    return places["map", "size", 0], places["map", "size", 1]


def token_of(data: documents.Token, path: Path, places: dict[Path, Fraction], lattice: Lattice, notes: Notes) -> Token:
    """A token with its outline and cells."""
    stance = data.stance or documents.Stance()
    token = Token(
        data.id, data.side, None, None, (0, 0),
        height=height(notes, (*path, "height"), data.height) if data.height is not None else 0,
        duck=str(stance.duck) if stance.duck is not None else "", pop_up=stance.pop_up, shields=data.shields,
    )  # fmt: skip
    if data.cell is None:
        return token
    left, top = places[*path, "cell", 0], places[*path, "cell", 1]
    right, bottom = left + data.size[0], top + data.size[1]
    rect = Rect(*lattice.point(left, top), *lattice.point(right, bottom))
    cells = Rect(*lattice.point(left.__floor__(), top.__floor__()), *lattice.point(right.__ceil__(), bottom.__ceil__()))
    origin = (left + right) / 2, (top + bottom) / 2
    if data.origin is not None:
        origin = places[*path, "origin", 0], places[*path, "origin", 1]
    return replace(token, rect=rect, cells=cells, origin=lattice.point(*origin))


def _obstacles(
    scenario: documents.Scenario, places: dict[Path, Fraction], lattice: Lattice, notes: Notes
) -> Iterator[Obstacle]:
    for i, data in enumerate(scenario.obstacles):
        path: Path = ("obstacles", i)
        points = barriers.points_at((*path, "shape"), len(data.shape), places, lattice)
        closed = len(points) > 2 if data.closed is None else data.closed
        edges = barriers.edges(points, data.id, closed)
        known = data.height in LEVELS
        yield Obstacle(
            data.id, data.group or data.id, edges, closed and len(points) > 2,
            LEVELS.index(str(data.height)) if known else 0,
            0 if known else height(notes, (*path, "height"), data.height),
        )  # fmt: skip


def _stated(scenario: documents.Scenario) -> Iterator[Stated]:
    for data in scenario.stated:
        yield Stated(
            data.attacker, data.target, data.visibility, data.coverage, LEVELS.index(data.cover), data.soft_shield,
            data.corner, data.duck_protects,
            data.copertura,
        )  # fmt: skip


def _behind_walls(state: State) -> State:
    """The position with ducks behind a wall by its number ("7") given the wall's name."""
    named = {barrier.id.removeprefix("wall "): barrier.id for barrier in state.barriers}
    known = {obstacle.id for obstacle in state.obstacles} | {obstacle.group for obstacle in state.obstacles}
    tokens = tuple(
        token if token.duck in known else replace(token, duck=named.get(token.duck, token.duck))
        for token in state.tokens
    )
    return replace(state, tokens=tokens)
