"""Hulls, cuts, areas and pieces, against Shapely and against exact fractions."""

import math
from fractions import Fraction
from typing import Any

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from enfilade.geometry import (
    INCH,
    HalfPlane,
    Point,
    Pose,
    Rect,
    Shape,
    area,
    clip,
    convex,
    cut,
    half_plane,
    inside_lines,
    part_inside,
    pieces,
    wholly_inside,
)

from .shapes import STEP, about, anywhere, as_shapely, near_trays, raster_shapes, raster_trays

BOX = Rect(Pose(Point(0, 0), 0), 200, 100)


def clockwise(corners):
    return not shapely.LinearRing(corners).is_ccw


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=12))
def test_a_hull_is_shapelys_hull(points):
    shape = convex(Point(*point) for point in points)
    expected = shapely.MultiPoint(points).convex_hull
    assert as_shapely(shape).equals(expected)
    assert set(shape.corners) == set(shapely.get_coordinates(expected).view("f8,f8").ravel().tolist())
    assert len(shape.corners) < 3 or clockwise(shape.corners)


def test_no_points_make_no_shape():
    with pytest.raises(ValueError, match="no points"):
        convex([])


@given(raster_shapes(), raster_trays())
def test_a_clipped_shape_is_shapelys_intersection(shape, tray):
    left = clip(shape, inside_lines(tray))
    expected = as_shapely(shape).intersection(as_shapely(tray))
    assert (left is None) == expected.is_empty
    if left is not None:
        assert about(area(left.corners), expected.area, 1)
        assert as_shapely(left).hausdorff_distance(expected) < 1e-6


@given(near_trays, near_trays)
def test_the_area_of_what_is_left_is_shapelys(shape, tray):
    left = clip(shape, inside_lines(tray))
    expected = as_shapely(shape).intersection(as_shapely(tray)).area
    assert math.isclose(area(left.corners) if left else 0, expected, rel_tol=1e-9, abs_tol=1)


@given(raster_shapes(), st.integers(-5, 5), st.integers(-5, 5), st.integers(-40, 40))
def test_a_cut_is_exact_in_fractions(shape, a, b, c):
    assume(a or b)
    corners: list[Any] = [tuple(Fraction(round(part / STEP)) for part in corner) for corner in shape.corners]
    line, other = HalfPlane(Point(a, b), c), HalfPlane(Point(-a, -b), -c)
    one, two = cut(corners, line), cut(corners, other)
    assert all(line.depth(corner) >= 0 for corner in one)
    assert all(other.depth(corner) >= 0 for corner in two)
    assert area(one) + area(two) == area(corners)
    in_floats = cut([Point(float(x), float(y)) for x, y in corners], line)
    assert math.isclose(area(in_floats), area(one), rel_tol=1e-12, abs_tol=1e-12)


def test_a_half_plane_lies_to_the_right_of_its_line():
    line = half_plane(Point(0, 0), Point(0, 3))
    assert [line.depth(Point(x, 7)) for x in (-2, 0, 2)] == [-2, 0, 2]


def test_a_shape_that_meets_only_the_border_leaves_a_stroke_or_a_point():
    east = half_plane(Point(100, 0), Point(0, 1))
    assert clip(BOX, (east,)) == Shape((Point(100, -50), Point(100, 50)))
    corner = half_plane(Point(100, 50), Point(1, -1))
    assert clip(BOX, (HalfPlane(Point(-corner.inward.x, -corner.inward.y), -corner.offset),)) is not None
    assert clip(BOX, (half_plane(Point(100.5, 0), Point(0, 1)),)) is None
    assert clip(BOX, ()) == Shape(BOX.corners)


def test_margins_of_lying_inside():
    left_of = half_plane(Point(60, 0), Point(0, -1))
    assert part_inside(BOX, (left_of,)) == (True, 160)
    assert wholly_inside(BOX, (left_of,)) == (False, -40)
    band = (left_of, half_plane(Point(40, 0), Point(0, 1)))
    # A band 20 wide runs through the box: its middle is 10 deep.
    assert part_inside(BOX, band) == (True, 10)
    assert part_inside(BOX.moved(170, 0), band) == (False, -10)
    # A small box in the middle of the large one: its own middle is the deepest point.
    assert part_inside(BOX, inside_lines(Rect(Pose(Point(20, 10), 0), 40, 30))) == (True, 15)
    assert part_inside(BOX, inside_lines(convex([Point(0, 0), Point(30, 0), Point(0, 40)]))) == (True, 10)
    assert wholly_inside(BOX, inside_lines(BOX)) == (True, 0)


@given(near_trays, raster_shapes(), st.integers(-400, 400))
def test_the_margin_of_a_part_inside_is_how_far_the_lines_move(tray, shape, extra):
    """Moving all lines outwards by a distance adds that distance to the margin, and the truth is Shapely's."""
    lines = inside_lines(shape)
    found = part_inside(tray, lines)
    moved = part_inside(tray, tuple(HalfPlane(line.inward, line.offset - extra) for line in lines))
    assert abs(moved.margin - found.margin - extra) <= 1
    if found.margin <= -1:
        assert not as_shapely(tray).intersects(as_shapely(shape))
    if found.margin >= 1:
        assert as_shapely(tray).intersects(as_shapely(shape))


@given(near_trays, anywhere, st.floats(0, 360), st.floats(1, 179))
def test_a_wedge_holds_a_part_of_a_tray_as_shapely_says(tray, apex, facing, spread):
    """A region of two lines is endless, so the deepest point is on the tray's outline and the margin is exact."""
    apex = Point(apex.x / 8, apex.y / 8)
    sides = [Point(math.sin(math.radians(angle)), math.cos(math.radians(angle))) for angle in (facing, facing + spread)]
    region = (half_plane(apex, sides[0]), half_plane(apex, Point(-sides[1].x, -sides[1].y)))
    found = part_inside(tray, region)
    far = 100_000 * INCH
    middle = math.radians(facing + spread / 2)
    wedge = shapely.Polygon(
        [
            apex,
            (apex.x + far * sides[0].x, apex.y + far * sides[0].y),
            (apex.x + far * math.sin(middle), apex.y + far * math.cos(middle)),
            (apex.x + far * sides[1].x, apex.y + far * sides[1].y),
        ]
    )
    if abs(found.margin) > 1:
        assert found.truth == as_shapely(tray).intersects(wedge)
        assert wholly_inside(tray, region).truth <= found.truth
    whole = wholly_inside(tray, region)
    if abs(whole.margin) > 1:
        assert whole.truth == wedge.contains(as_shapely(tray))


OUTLINES = {
    "box": [(0, 0), (4, 0), (4, 4), (0, 4)],
    "box with corners in its sides": [(0, 0), (2, 0), (4, 0), (4, 4), (2, 4), (0, 4), (0, 2)],
    "L": [(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)],
    "comb": [(0, 0), (9, 0), (9, 5), (8, 5), (8, 1), (5, 1), (5, 5), (4, 5), (4, 1), (1, 1), (1, 5), (0, 5)],
    "star": [(0, 3), (2, 2), (3, 0), (4, 2), (6, 3), (4, 4), (3, 6), (2, 4)],
    "dart": [(0, 0), (4, 2), (0, 4), (1, 2)],
}


@pytest.mark.parametrize("name", OUTLINES)
@pytest.mark.parametrize("backwards", [False, True])
def test_an_outline_is_cut_into_convex_pieces(name, backwards):
    outline = [Point(x * STEP, y * STEP) for x, y in OUTLINES[name]]
    parts = pieces(outline[::-1] if backwards else outline)
    whole = shapely.Polygon(outline)
    assert shapely.union_all([as_shapely(part) for part in parts]).equals(whole)
    assert about(sum(area(part.corners) for part in parts), whole.area)
    assert (len(parts) == 1) == name.startswith("box")
    assert all(clockwise(part.corners) for part in parts)


@pytest.mark.parametrize(
    "outline",
    [[(0, 0), (4, 0)], [(0, 0), (1, 1), (2, 2)], [(0, 0), (4, 4), (4, 0), (0, 4)], [(0, 0), (0, 0), (0, 0), (1, 1)]],
)
def test_an_outline_that_encloses_nothing_or_crosses_itself_is_refused(outline):
    with pytest.raises(ValueError, match="outline"):
        pieces([Point(*corner) for corner in outline])


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=3, max_size=9, unique=True))
def test_any_honest_outline_is_cut_without_loss(points):
    outline = shapely.Polygon(points)
    assume(outline.is_valid and outline.area > 0)
    parts = pieces([Point(*point) for point in points])
    assert about(sum(area(part.corners) for part in parts), outline.area, 1e-9)
    assert shapely.union_all([as_shapely(part) for part in parts]).symmetric_difference(outline).area < 1e-9
