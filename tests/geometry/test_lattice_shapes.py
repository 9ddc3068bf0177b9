"""Rectangles, rings, outermost corners and distances on the lattice, beside Shapely and a real small pull."""

from fractions import Fraction
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LinearRing, LineString, Polygon
from shapely import Point as Spot

from enfilade.geometry.lattice import Line, Wall, blockage, cross, minus
from enfilade.geometry.lattice_shapes import (
    Rect,
    clearance,
    lies_on,
    outermost,
    plain_blockage,
    runs_through,
    surrounds,
    thirds,
)

POINTS = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
LINES = st.builds(Line, POINTS, POINTS, POINTS).filter(lambda line: line.origin != line.aim)
RECTS = st.builds(
    lambda x, y, w, h: Rect(x, y, x + w, y + h),
    st.integers(-5, 3),
    st.integers(-5, 3),
    st.integers(1, 4),
    st.integers(1, 4),
)


@given(LINES, RECTS)
def test_running_through_agrees_with_a_real_small_pull(line, rect):
    """Cut the pulled line by the four sides in fractions: what is left must be inside for a positive length."""
    pull = Fraction(1, 10**9)
    end = [line.aim[axis] + pull * line.pull[axis] for axis in (0, 1)]
    enter, leave = Fraction(0), Fraction(1)
    for axis, low, high in ((0, rect.left, rect.right), (1, rect.top, rect.bottom)):
        start, step = line.origin[axis], end[axis] - line.origin[axis]
        if step == 0:
            if not low < start < high:
                leave = enter
            continue
        first, last = sorted(((low - start) / step, (high - start) / step))
        enter, leave = max(enter, first), min(leave, last)
    assert runs_through(line, rect) == (enter < leave)


@pytest.mark.parametrize(
    ("origin", "rect", "expected"),
    [
        ((1, 1), Rect(4, 0, 6, 2), {(4, 0), (4, 2)}),
        ((1, 1), Rect(4, 4, 6, 6), {(4, 6), (6, 4)}),
        ((1, 1), Rect(6, 2, 8, 4), {(6, 4), (8, 2)}),
        ((1, 1), Rect(6, 0, 10, 4), {(6, 4), (6, 0)}),
        ((2, 2), Rect(6, 2, 8, 4), {(6, 4), (6, 2)}),
        ((2, 2), Rect(2, 0, 4, 2), None),
        ((0, 2), Rect(2, 0, 4, 2), {(2, 2), (2, 0)}),
    ],
)
def test_outermost_corners(origin, rect, expected):
    found = outermost(origin, rect)
    assert (found and set(found)) == expected


@given(POINTS, RECTS)
def test_all_corners_lie_between_the_outermost(origin, rect):
    found = outermost(origin, rect)
    assert (found is None) == rect.holds(origin)
    if found:
        first, last = (minus(corner, origin) for corner in found)
        assert cross(first, last) > 0
        for corner in rect.corners:
            assert cross(first, minus(corner, origin)) >= 0 >= cross(last, minus(corner, origin))


@given(POINTS, RECTS, st.sampled_from(["projection", "diagonal"]))
def test_the_other_readings_agree_where_the_square_is_seen_across_its_diagonal(origin, rect, how):
    side = rect.right - rect.left
    rect = rect._replace(bottom=rect.top + side)
    beside = not (rect.left <= origin[0] <= rect.right) and not (rect.top <= origin[1] <= rect.bottom)
    found = outermost(origin, rect, how)
    if found and beside:
        assert set(found) == set(outermost(origin, rect) or ())


def test_thirds():
    assert thirds((0, 6), (12, 0)) == ((0, 6), (4, 4), (8, 2), (12, 0))


@given(POINTS, st.tuples(POINTS, POINTS).filter(lambda ends: ends[0] != ends[1]))
def test_lying_on_a_wall(point, ends):
    assert lies_on(point, Wall(*ends)) == (LineString(ends).distance(Spot(point)) < 1e-12)


@given(POINTS, st.lists(POINTS, min_size=3, max_size=6, unique=True))
def test_a_ring_surrounds(point, corners):
    ring = LinearRing(corners)
    if not ring.is_simple or Polygon(corners).area == 0:
        return
    walls = [Wall(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    assert surrounds(walls, point) == Polygon(corners).intersects(Spot(point))


@given(LINES, st.tuples(POINTS, POINTS).filter(lambda ends: ends[0] != ends[1]))
def test_the_plain_tests_beside_shapely(line, ends):
    wall = Wall(*ends)
    segment, across = LineString([line.origin, line.aim]), LineString(ends)
    parallel = cross(line.ahead, minus(wall.end, wall.start)) == 0
    meets = segment.intersects(across) and not parallel and not lies_on(line.origin, wall)
    assert (plain_blockage(line, [wall], touching=True) is not None) == meets
    assert (plain_blockage(line, [wall], touching=False) is not None) == segment.crosses(across)


@given(LINES, st.lists(st.tuples(POINTS, POINTS).filter(lambda e: e[0] != e[1]), min_size=1, max_size=4))
def test_clearance_of_a_free_line_is_the_distance_to_the_nearest_wall(line, pairs):
    segment = LineString([line.origin, line.aim])
    walls = [Wall(*ends) for ends in pairs]
    if blockage(line, walls) is None:
        expected = min(segment.distance(LineString(ends)) for ends in pairs)
        found = clearance(line, walls, blocked=False)
        assert found is not None
        assert isclose(found[0], expected, abs_tol=1e-9)
        assert isclose(segment.distance(LineString(found[1][:2])), expected, abs_tol=1e-9)


def test_clearance_of_a_blocked_line_is_what_its_walls_must_draw_back():
    line = Line((0, 0), (10, 0), (10, 0))
    short, long, ending = Wall((4, -1), (4, 3)), Wall((6, -5), (6, 2)), Wall((4, 0), (4, 3))
    assert clearance(line, [short], blocked=True) == (1.0, short)
    assert clearance(line, [short, long], blocked=True) == (2.0, long)
    assert clearance(line, [ending, Wall((6, -5), (6, 0))], blocked=True) is None
    assert clearance(line, [], blocked=False) is None
