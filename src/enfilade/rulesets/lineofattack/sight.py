"""The lines of one attacker to one target: where they start, what may stop them, and which are stopped."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from enfilade.geometry.lattice import Blockage, Line, Point, Sector, Wall, blockage, cross, minus, near, sector
from enfilade.geometry.lattice_shapes import lies_on, plain_blockage, surrounds
from enfilade.rulesets.lineofattack.state import State, Token, vertices


@dataclass(frozen=True, slots=True)
class Sight:
    """The lines from one point of the attacker to one target. `corner` tells whether that point is a wall corner.

    `walls` are the walls that any of these lines could meet, `leaving` where a line may leave the point.
    """

    state: State
    attacker: Token
    target: Token
    origin: Point
    corner: bool
    walls: tuple[Wall, ...]
    leaving: Sector | None = None

    def line(self, aim: Point) -> Line:
        """The line to this point of the target."""
        return Line(self.origin, aim, self.target.centre)

    def aims(self) -> tuple[Point, ...]:
        """The vertices of the target's cells that visibility, cover and soft shield count."""
        return vertices(self.target, self.state.lattice.scale, self.state.rules["target_vertices"])


class Tested(NamedTuple):
    """A line that was tested: where it aims and what stops it, if anything does."""

    aim: Point
    stop: Blockage | None


def from_centre(state: State, attacker: Token, target: Token) -> Sight:
    """The lines from the attacker's own origin, usually the middle of its token."""
    walls = _walls(state, attacker, target, attacker.origin)
    return Sight(state, attacker, target, attacker.origin, False, walls)


def from_corner(state: State, attacker: Token, target: Token, corner: Point) -> Sight:
    """The lines from a vertex of the attacker's cells; they must leave it on the attacker's own side of the walls."""
    walls = _walls(state, attacker, target, corner)
    return Sight(state, attacker, target, corner, True, walls, sector(corner, attacker.centre, walls))


def _walls(state: State, attacker: Token, target: Token, origin: Point) -> tuple[Wall, ...]:
    assert target.cells is not None
    points = (origin, attacker.origin, target.centre, *target.cells.corners)
    one_way = (door.wall for door in state.one_way if faces(door.wall, origin) == door.side)
    return (*near(state.walls, points), *near(one_way, points))


def faces(wall: Wall, point: Point) -> int:
    """Below 0 if the point lies left of the wall as it runs, above 0 if right, 0 in line with it."""
    turn = cross(minus(wall.end, wall.start), minus(point, wall.start))
    return (turn > 0) - (turn < 0)


def test(sight: Sight, aims: Iterable[Point]) -> tuple[Tested, ...]:
    """Which of the lines to these points are stopped by walls, and by which first."""
    return tuple(Tested(aim, stop(sight, sight.line(aim), sight.walls, sight.leaving)) for aim in aims)


def stop(sight: Sight, line: Line, walls: Sequence[Wall], leaving: Sector | None) -> Blockage | None:
    """What stops a line, by the predicate that this battle reads."""
    return stopped(line, walls, leaving, sight.state.rules["predicate"])


def stopped(line: Line, walls: Sequence[Wall], leaving: Sector | None, predicate: str) -> Blockage | None:
    """What stops a line by this predicate: "pinched", "open" or "closed"."""
    if predicate == "pinched":
        return blockage(line, walls, leaving)
    if leaving is not None and not leaving.admits(line):
        return blockage(line, (), leaving)
    return plain_blockage(line, walls, touching=predicate == "closed")


def open_to_dispute(line: Line, walls: Sequence[Wall], leaving: Sector | None) -> bool:
    """Whether our reading of a touch decides about this line: it meets one of these walls, and crosses none.

    What the narrowest of the three predicates stops all of them stop, what the widest lets pass all of them do.
    """
    return stopped(line, walls, leaving, "open") is None and stopped(line, walls, leaving, "closed") is not None


def disputed(sight: Sight) -> tuple[str, ...]:
    """The readings on which the effect of something near these lines depends."""
    assert sight.target.cells is not None
    points = (sight.origin, sight.target.centre, *sight.target.cells.corners)
    return tuple(dict.fromkeys(piece.name for piece in near(sight.state.disputed, points)))


def standing_on(state: State, point: Point) -> str:
    """The name of the wall or pillar on or in which the point lies; empty if there is none."""
    for wall in near(state.walls, [point]):
        if lies_on(point, wall):
            return wall.name
    return next((ring[0].name for ring in state.pillars if surrounds(ring, point)), "")
