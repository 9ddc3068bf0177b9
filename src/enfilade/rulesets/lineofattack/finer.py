"""The same position on a finer lattice, so that a place between the old points has one too."""

from collections.abc import Iterable
from dataclasses import replace

from enfilade.geometry.lattice import Lattice, Point, Wall
from enfilade.geometry.lattice_shapes import Rect
from enfilade.rulesets.lineofattack.state import State, Token


def on_lattice(state: State, lattice: Lattice) -> State:
    """The position with all its points on `lattice`, whose scale is a multiple of that of the position's own."""
    times = lattice.scale // state.lattice.scale
    if times == 1:
        return state
    return replace(
        state,
        lattice=lattice,
        tokens=tuple(_token(token, times) for token in state.tokens),
        removed=tuple(_token(token, times) for token in state.removed),
        walls=_walls(state.walls, times),
        one_way=tuple(one._replace(wall=_wall(one.wall, times)) for one in state.one_way),
        obstacles=tuple(one._replace(edges=_walls(one.edges, times)) for one in state.obstacles),
        pillars=tuple(_walls(ring, times) for ring in state.pillars),
        barriers=tuple(one._replace(points=tuple(_point(p, times) for p in one.points)) for one in state.barriers),
        disputed=_walls(state.disputed, times),
    )


def _point(point: Point, times: int) -> Point:
    return point[0] * times, point[1] * times


def _wall(wall: Wall, times: int) -> Wall:
    return Wall(_point(wall.start, times), _point(wall.end, times), wall.name)


def _walls(walls: Iterable[Wall], times: int) -> tuple[Wall, ...]:
    return tuple(_wall(wall, times) for wall in walls)


def _rect(rect: Rect | None, times: int) -> Rect | None:
    return rect and Rect(*(edge * times for edge in rect))


def _token(token: Token, times: int) -> Token:
    rect, cells = _rect(token.rect, times), _rect(token.cells, times)
    return replace(token, rect=rect, cells=cells, origin=_point(token.origin, times))
