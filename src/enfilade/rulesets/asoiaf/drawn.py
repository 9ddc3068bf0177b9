"""Micrometres into inches, and trays and lines into shapes to draw: the evidence of rulings and the scene."""

from collections.abc import Sequence

from enfilade.geometry import INCH, Convex, Point
from enfilade.referee import Shape, Words


def inch(micrometres: float) -> float:
    """A length in inches, to a ten-thousandth."""
    return round(micrometres / INCH, 4) + 0.0


def across(step: Point) -> tuple[float, float]:
    """A step across the table in inches, to five decimals: that brings whole micrometres back exactly."""
    return round(step[0] / INCH, 5) + 0.0, round(step[1] / INCH, 5) + 0.0


def spot(point: Point) -> tuple[float, float]:
    """A place on the table in inches."""
    return inch(point[0]), inch(point[1])


def outline(shape: Convex, role: str, of: str = "", side: str = "", label: str | Words = "") -> Shape:
    """A tray or another convex shape."""
    return Shape("polygon", tuple(spot(corner) for corner in shape.corners), role, label, of, side)


def line(start: Point, end: Point, role: str, label: str = "") -> Shape:
    """A straight line to draw."""
    return Shape("line", (spot(start), spot(end)), role, label)


def polygon(points: Sequence[Point], role: str, label: str | Words = "", of: str = "") -> Shape:
    """An outline to draw."""
    return Shape("polygon", tuple(spot(point) for point in points), role, label, of)
