"""Walls, doors, windows and pillars of a document: which of them stop lines, by the readings of this battle."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from enfilade.geometry.lattice import Lattice, Point, Wall
from enfilade.referee import Facts, Path, Words
from enfilade.rulesets.lineofattack import documents
from enfilade.rulesets.lineofattack.state import LEVELS, Barrier, Obstacle, OneWay, State

READINGS = {"window": "windows", "limited": "limited_walls", "portcullis": "portcullises", "object": "objects"}
"""The kinds of barrier whose effect is a reading."""


def outlines(scenario: documents.Scenario) -> Iterator[tuple[Path, Sequence[documents.Spot]]]:
    """The points of every wall and obstacle with their path in the document."""
    for i, wall in enumerate(scenario.walls):
        if isinstance(wall, documents.Barrier):
            yield ("walls", i, "points"), wall.points
        else:
            yield ("walls", i), wall
    for i, obstacle in enumerate(scenario.obstacles):
        yield ("obstacles", i, "shape"), obstacle.shape


def points_at(path: Path, count: int, places: dict[Path, Fraction], lattice: Lattice) -> tuple[Point, ...]:
    """The points of one of those, in lattice units."""
    return tuple(lattice.point(places[*path, n, 0], places[*path, n, 1]) for n in range(count))


def edges(points: Sequence[Point], name: str, closed: bool) -> tuple[Wall, ...]:
    """The pieces between the points, and back to the first if closed; those without length are dropped."""
    ring = [*points, points[0]] if closed else points
    return tuple(Wall(start, end, name) for start, end in pairwise(ring) if start != end)


def raised(state: State, scenario: documents.Scenario, places: dict[Path, Fraction]) -> State:
    """The position with the walls of the document in it.

    Pieces without length are dropped, and walls without an id that were drawn before, with a note.
    """
    walls: list[Wall] = []
    one_way: list[OneWay] = []
    disputed: list[Wall] = []
    obstacles, pillars, drawn, dropped = list(state.obstacles), [], [], []
    first: dict[tuple[str, tuple[Point, ...]], str] = {}
    for i, data in enumerate(scenario.walls):
        barrier = data if isinstance(data, documents.Barrier) else documents.Barrier(points=data)
        path: Path = ("walls", i, "points") if isinstance(data, documents.Barrier) else ("walls", i)
        points = points_at(path, len(barrier.points), places, state.lattice)
        name = barrier.id or f"wall {i + 1}"
        drawn.append(Barrier(name, barrier.kind, points, barrier.open))
        pieces = edges(points, name, False)
        if len(pieces) < len(points) - 1:
            dropped.append(Words("{wall} has a piece without length", Facts(wall=name)))
        same = first.setdefault((barrier.kind, min(points, points[::-1])), name)
        if same != name and not barrier.id:
            dropped.append(Words("{wall} is {other} once more", Facts(wall=name, other=same)))
            continue
        effect = _effect(barrier, state)
        disputed += [piece._replace(name=reading) for reading in _readings(barrier) for piece in pieces]
        if effect == "high_obstacle":
            obstacles.append(Obstacle(name, name, pieces, points[0] == points[-1], LEVELS.index("high")))
        elif effect == "structure" and barrier.stops != "both" and state.rules["one_way_walls"] == "one_sided":
            one_way += [OneWay(piece, -1 if barrier.stops == "left" else 1) for piece in pieces]
        elif effect == "structure":
            walls += pieces
            if pieces and barrier.kind == "object" and points[0] == points[-1]:
                pillars.append(pieces)
    return replace(
        state, walls=tuple(walls), one_way=tuple(one_way), obstacles=tuple(obstacles), pillars=tuple(pillars),
        barriers=tuple(drawn), disputed=tuple(disputed), notes=tuple(dropped),
    )  # fmt: skip


def _readings(barrier: documents.Barrier) -> tuple[str, ...]:
    """The readings on which its effect depends."""
    kinds = (READINGS[barrier.kind],) if barrier.kind in READINGS else ()
    return kinds if barrier.stops == "both" else (*kinds, "one_way_walls")


def _effect(barrier: documents.Barrier, state: State) -> str:
    """structure, high_obstacle or nothing."""
    if barrier.kind == "door":
        return "nothing" if barrier.open else "structure"
    return state.rules[READINGS[barrier.kind]] if barrier.kind in READINGS else "structure"
