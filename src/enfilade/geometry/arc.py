"""The arcs around a tray: by its diagonals, or by lines from its front corners."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.geometry.plane import EDGES, Convex, Edge, Finding, Point, Rect, at_least, direction
from enfilade.geometry.polygon import HalfPlane, Region, area, cut, half_plane


class Shares(NamedTuple):
    """How a shape is divided among the four arcs of a tray: the part of its area in each, together 1."""

    front: float
    right: float
    rear: float
    left: float


class Share(NamedTuple):
    """The arcs that hold the larger part of a shape: one, or several on a tie; and by how much.

    `margin` is a shift, in whole micrometres, that is surely too short to let another arc hold as much; zero on a tie.
    """

    arcs: tuple[Edge, ...]
    margin: int

    @property
    def close(self) -> bool:
        """Whether a shift within the tolerance might turn the answer."""
        return Finding(True, self.margin).close


def diagonal_arc(tray: Rect, arc: Edge) -> Region:
    """The arc in front of one edge of a tray: between the rays from its centre through the ends of that edge.

    The rays themselves are inside.
    """
    start, end = tray.edge(arc)
    centre = tray.centre
    return (
        half_plane(centre, Point(start[0] - centre[0], start[1] - centre[1])),
        half_plane(centre, Point(centre[0] - end[0], centre[1] - end[1])),
    )


def corner_arc(tray: Rect, degrees: float) -> Region:
    """The arc ahead of the front edge, between lines from the front corners that lean outwards by an angle.

    `degrees` is the angle from straight ahead, 0 to 90. The lines and the front edge are inside.
    """
    if not 0.0 <= degrees <= 90.0:
        raise ValueError(f"the lines from the front corners lean outwards by 0 to 90 degrees, not {degrees}")
    (left, right), facing = tray.edge("front"), tray.pose.facing
    outward_right, outward_left = direction(facing + degrees), direction(facing - degrees)
    ahead = tray.forward
    return (
        HalfPlane(ahead, ahead.x * left[0] + ahead.y * left[1]),
        half_plane(left, outward_left),
        half_plane(right, Point(-outward_right.x, -outward_right.y)),
    )


def half_ahead(tray: Rect) -> Region:
    """Everything ahead of the line through a tray's front edge."""
    return (HalfPlane(tray.forward, tray.forward.x * tray.arrow.x + tray.forward.y * tray.arrow.y),)


def arc_shares(tray: Rect, other: Convex) -> Shares:
    """Which part of a shape's area lies in each of a tray's four diagonal arcs."""
    areas = [_area_in(tray, arc, other) for arc in EDGES]
    total = sum(areas)
    if total == 0:
        raise ValueError("a point or a stroke has no area to share out")
    return Shares(*(part / total for part in areas))


def _area_in(tray: Rect, arc: Edge, other: Convex) -> float:
    """The area of the part of a shape in one diagonal arc."""
    left, right = diagonal_arc(tray, arc)
    return area(cut(cut(other.corners, left), right))


def larger_share(tray: Rect, other: Convex) -> Share:
    """The diagonal arc of a tray that holds the larger part of a shape; all that tie for it.

    A shift by d moves at most d times the shape's diameter of area out of one arc, and as much into another: hence the
    margin. What would be settled by less than half a micrometre is a tie.
    """
    areas = [_area_in(tray, arc, other) for arc in EDGES]
    most = max(areas)
    if most == 0:
        raise ValueError("a point or a stroke has no area to share out")
    step = 4 * other.radius  # twice the diameter
    lag = [round((most - part) / step) for part in areas]
    arcs = tuple(arc for arc, behind in zip(EDGES, lag, strict=True) if behind == 0)
    return Share(arcs, min((behind for behind in lag if behind), default=0) if len(arcs) == 1 else 0)


def in_arc(tray: Rect, arc: Edge, point: Point) -> Finding:
    """Whether a point lies in one of a tray's diagonal arcs, rays included; the margin is its distance from them."""
    return at_least(min(line.depth(point) for line in diagonal_arc(tray, arc)))
