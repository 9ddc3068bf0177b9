"""Shapes that move: the ground a move passes over, where it stops, where a turn or a slide ends."""

from __future__ import annotations

import math
from typing import NamedTuple

from enfilade.geometry.gap import gap
from enfilade.geometry.plane import TOLERANCE, Convex, Edge, Point, Pose, Rect, Shape, compass, direction
from enfilade.geometry.polygon import convex


class Stop(NamedTuple):
    """Where a straight move is stopped: after which distance, and at which point the two shapes meet."""

    distance: float
    point: Point


def swept(shape: Convex, east: float, north: float) -> Shape:
    """All the ground that a shape passes over in a straight move without turning."""
    return convex((*shape.corners, *(Point(x + east, y + north) for x, y in shape.corners)))


def stop(shape: Convex, way: Point, obstacle: Convex) -> Stop | None:
    """Where a shape moving straight along `way` (a step of length one) first meets an obstacle; none if it never does.

    It may slide along an obstacle: where the two overlap across the way by no more than the tolerance they pass.
    Where they overlap from the start the distance is zero.
    """
    wx, wy = way
    front = [(x * wy - y * wx, x * wx + y * wy) for x, y in shape.corners]
    rear = [(x * wy - y * wx, x * wx + y * wy) for x, y in obstacle.corners]
    low = max(min(front)[0], min(rear)[0])
    high = min(max(front)[0], max(rear)[0])
    if high - low <= TOLERANCE:
        return None
    best, where = math.inf, low
    # Across the way the room between the two is a convex function, straight between corners.
    for across in {low, high, *(a for a, _ in front if low < a < high), *(a for a, _ in rear if low < a < high)}:
        room = _bound(rear, across, -1.0) - _bound(front, across, 1.0)
        if room < best or (room == best and across < where):
            best, where = room, across
    if best < 0.0:
        overlap = gap(shape, obstacle)
        if overlap.distance < -TOLERANCE:
            return Stop(0.0, overlap.start)
        # Clear of one another: on every line along the way the same one is ahead.
        middle = (low + high) / 2
        if _chord_middle(rear, middle) < _chord_middle(front, middle):
            return None
    ahead = _bound(rear, where, -1.0)
    return Stop(max(0.0, best), Point(where * wy + ahead * wx, ahead * wy - where * wx))


def _chord_middle(corners: list[tuple[float, float]], across: float) -> float:
    """How far ahead the middle of an outline is at a place across the way."""
    return (_bound(corners, across, 1.0) + _bound(corners, across, -1.0)) / 2


def _bound(corners: list[tuple[float, float]], across: float, sign: float) -> float:
    """How far ahead an outline reaches at a place across the way (sign 1), or from where on it begins (sign -1)."""
    best = -math.inf
    bx, by = corners[-1]
    for x, y in corners:
        if min(bx, x) <= across <= max(bx, x):
            if bx == x:
                best = max(best, sign * by, sign * y)
            else:
                best = max(best, sign * (by + (y - by) * (across - bx) / (x - bx)))
        bx, by = x, y
    return sign * best


def turned(pose: Pose, degrees: float) -> Pose:
    """The pose after turning on the spot, clockwise, about the middle."""
    return Pose(pose.position, compass(pose.facing + degrees))


def turned_about(pose: Pose, pivot: Point, degrees: float) -> Pose:
    """The pose after turning clockwise about any point."""
    sin, cos = direction(degrees)
    east, north = pose.position[0] - pivot[0], pose.position[1] - pivot[1]
    position = Point(pivot[0] + east * cos + north * sin, pivot[1] + north * cos - east * sin)
    return Pose(position, compass(pose.facing + degrees))


def ahead(pose: Pose, distance: float) -> Pose:
    """The pose after moving straight ahead; backwards below zero."""
    fx, fy = direction(pose.facing)
    return Pose(Point(pose.position[0] + fx * distance, pose.position[1] + fy * distance), pose.facing)


def flush(mover: Rect, target: Rect, edge: Edge, aside: float = 0.0) -> Pose:
    """The pose in which a tray's front edge lies flush on an edge of another, their middles on one line.

    `aside` slides the mover that far to its own right.
    """
    start, end = target.edge(edge)
    ox, oy = target.outward(edge)
    out = mover.depth / 2
    # Looking against the outward step, the mover's right is the outward step turned a quarter to the left.
    position = Point(
        (start[0] + end[0]) / 2 + (ox * out - oy * aside),
        (start[1] + end[1]) / 2 + (oy * out + ox * aside),
    )
    quarter = {"front": 180.0, "right": 270.0, "rear": 0.0, "left": 90.0}[edge]
    return Pose(position, compass(target.pose.facing + quarter))
