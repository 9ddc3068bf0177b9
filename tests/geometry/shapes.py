"""Shapes for the plane tests: drawn at random and on a coarse raster, turned and mirrored, and as Shapely sees them."""

import math

import shapely
from hypothesis import strategies as st

from enfilade.geometry import INCH, Convex, Point, Pose, Rect, Shape, convex, direction

STEP = 10_000
"""The raster for degenerate positions: shapes on it touch exactly or are apart by far more than the tolerance."""

facings = st.one_of(st.sampled_from([0, 45, 90, 180, 270]), st.floats(0, 360, exclude_max=True))
anywhere = st.builds(lambda x, y: Point(x, y), st.integers(0, 48 * INCH), st.integers(0, 48 * INCH))
trays = st.builds(
    lambda position, facing, width, depth: Rect(Pose(position, facing), width, depth),
    anywhere,
    facings,
    st.sampled_from([139_700, 70_104, 63_500]),
    st.sampled_from([121_920, 127_000, 70_104, 140_970]),
)
near_trays = st.builds(
    lambda tray, east, north: tray.moved(east - tray.centre.x, north - tray.centre.y),
    trays,
    st.integers(-6 * INCH, 6 * INCH),
    st.integers(-6 * INCH, 6 * INCH),
)
"""Trays around the corner of the table, which often touch, overlap or hide one another."""


@st.composite
def raster_trays(draw, span=9):
    """A tray on the raster, at a quarter turn."""
    x, y, width, depth = (draw(st.integers(low, high)) for low, high in ((0, span), (0, span), (1, 2), (1, 2)))
    return Rect(
        Pose(Point(x * STEP, y * STEP), draw(st.sampled_from([0, 90, 180, 270]))), 2 * width * STEP, 2 * depth * STEP
    )


@st.composite
def raster_shapes(draw, least=3, span=9):
    """A convex shape with corners on the raster, a box about as often as not."""
    x, y = draw(st.integers(0, span)), draw(st.integers(0, span))
    if least > 2 and draw(st.booleans()):
        width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
        points = [(0, 0), (width, 0), (width, height), (0, height)]
    else:
        pair = st.tuples(st.integers(0, 4), st.integers(0, 4))
        points = draw(st.lists(pair, min_size=least, max_size=6))
    shape = convex(Point((x + u) * STEP, (y + v) * STEP) for u, v in points)
    return shape if len(shape.corners) >= least else convex([*shape.corners, *_more(shape)])


def _more(shape: Shape) -> list[Point]:
    """Two corners that give any point or stroke an inside."""
    x, y = shape.corners[0]
    return [Point(x + 5 * STEP, y + STEP), Point(x - STEP, y + 5 * STEP)]


def as_shapely(shape: Convex) -> shapely.Geometry:
    """The same shape for the oracle."""
    kinds = {1: lambda corners: shapely.Point(corners[0]), 2: shapely.LineString}
    return kinds.get(len(shape.corners), shapely.Polygon)(shape.corners)


def turned_table(thing, degrees: float):
    """A point or a shape after the whole table has turned clockwise about its south-west corner."""
    sin, cos = direction(degrees)
    if isinstance(thing, Point):
        return Point(thing.x * cos + thing.y * sin, thing.y * cos - thing.x * sin)
    if isinstance(thing, Rect):
        pose = Pose(turned_table(Point(*thing.pose.position), degrees), (thing.pose.facing + degrees) % 360)
        return thing.at(pose)
    return Shape(tuple(turned_table(corner, degrees) for corner in thing.corners))


def mirrored_table(thing):
    """A point or a shape as a mirror along the table's west edge shows it."""
    if isinstance(thing, Point):
        return Point(-thing.x, thing.y)
    if isinstance(thing, Rect):
        return thing.at(Pose(mirrored_table(Point(*thing.pose.position)), -thing.pose.facing % 360))
    return Shape(tuple(mirrored_table(corner) for corner in thing.corners[::-1]))


def same(a, b) -> bool:
    """Whether two findings agree: the same margin up to two micrometres, and the same truth unless on the border."""
    return abs(a.margin - b.margin) <= 2 and (bool(a) == bool(b) or min(abs(a.margin), abs(b.margin)) <= 2)


def about(a: float, b: float, slack: float = 1e-3) -> bool:
    """Whether two lengths are the same but for the noise of floats, in micrometres."""
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=slack)
