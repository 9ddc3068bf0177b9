"""The map to look at: walls, doors, obstacles by height, tokens, and the evidence of a ruling. Lengths are in cells."""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil

from enfilade.referee import Facts, Ruling, Scene, Shape, Words
from enfilade.rulesets.lineofattack.state import LEVELS, Barrier, Obstacle, State, Token

STANCES = {"none": "", "duck": "ducked", "pop_up": "popped up"}


def scene(state: State, ruling: Ruling | None = None) -> Scene:
    """The position, with the ruling's evidence on it."""
    width, depth = _size(state)
    ground = ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))
    shapes = [Shape("polygon", ground, "table")]
    shapes += [_obstacle(state, obstacle) for obstacle in state.obstacles if obstacle.edges]
    for barrier in state.barriers:
        shapes += _barrier(state, barrier)
    for token in state.tokens:
        if token.rect is not None:
            shapes.append(_token(state, token))
    if ruling is not None:
        shapes += ruling.evidence
    return Scene(width, depth, "cell", False, tuple(shapes), state.title)


def _size(state: State) -> tuple[float, float]:
    """The size of the map; without one, far enough for all that is on it."""
    if state.size:
        return float(state.size[0]), float(state.size[1])
    points = [point for barrier in state.barriers for point in barrier.points]
    points += [edge.end for obstacle in state.obstacles for edge in obstacle.edges]
    points += [corner for token in state.tokens if token.cells for corner in token.cells.corners]
    drawn = [state.drawn(point) for point in points]
    return tuple(float(max(1, ceil(max((p[axis] for p in drawn), default=1)))) for axis in (0, 1))  # type: ignore[return-value]


def _obstacle(state: State, obstacle: Obstacle) -> Shape:
    points = [state.drawn(edge.start) for edge in obstacle.edges]
    role = f"obstacle_{LEVELS[obstacle.level]}" if obstacle.level else "obstacle"
    label = Words("{name}", Facts(name=obstacle.id))
    if obstacle.closed:
        return Shape("polygon", tuple(points), role, label, obstacle.id)
    return Shape("line", (*points, state.drawn(obstacle.edges[-1].end)), role, label, obstacle.id)


def _barrier(state: State, barrier: Barrier) -> Iterator[Shape]:
    """A wall, piece by piece, so that a piece can be pointed at; a door as one line."""
    role = {"wall": "wall", "object": "wall"}.get(barrier.kind, "door")
    label = {"wall": "", "object": ""}.get(barrier.kind, f"{barrier.kind}{' (open)' if barrier.open else ''}")
    for start, end in pairwise(barrier.points):
        yield Shape("line", (state.drawn(start), state.drawn(end)), role, label, barrier.id)


def _token(state: State, token: Token) -> Shape:
    assert token.rect is not None
    corners = tuple(state.drawn(corner) for corner in token.rect.corners)
    stance = STANCES[token.stance]
    label = Words("{name}, {stance}" if stance else "{name}", Facts(name=token.id, stance=stance))
    return Shape("polygon", corners, "token", label, token.id, token.side)
