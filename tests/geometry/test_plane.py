"""Points, poses, trays: exact at quarter turns, consistent at every other angle."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from enfilade.geometry import (
    EDGES,
    TOLERANCE,
    Finding,
    Point,
    Pose,
    Rect,
    Shape,
    at_least,
    bearing,
    compass,
    direction,
    more_than,
    turn,
)

from .shapes import about, anywhere, as_shapely, facings, mirrored_table, trays, turned_table

TRAY = Rect(Pose(Point(609_600, 508_000), 0), 139_700, 121_920)


def test_the_tolerance_is_a_hundredth_of_an_inch():
    assert TOLERANCE * 100 == 25_400


def test_a_finding_holds_on_the_border_or_not():
    assert at_least(0.4) == at_least(-0.5) == Finding(True, 0)
    assert not at_least(-0.51)
    assert more_than(0.51)
    assert not more_than(0.5)


def test_a_finding_is_close_when_less_than_the_tolerance_turns_it():
    assert [at_least(margin).close for margin in (0, 253, 254, -253, -254)] == [True, True, False, True, False]


def test_corners_of_a_tray_at_quarter_turns_are_exact():
    west, east, south, north = 539_750, 679_450, 447_040, 568_960
    assert TRAY.corners == ((west, north), (east, north), (east, south), (west, south))
    assert TRAY.arrow == (609_600, north)
    turned = TRAY.at(Pose(TRAY.centre, 90))
    assert turned.corners == ((670_560, 577_850), (670_560, 438_150), (548_640, 438_150), (548_640, 577_850))
    assert turned.arrow == (670_560, 508_000)
    assert TRAY.at(Pose(TRAY.centre, -270)).corners == TRAY.at(Pose(TRAY.centre, 450)).corners == turned.corners


def test_edges_run_clockwise_from_the_front_left_corner():
    front_left, front_right, rear_right, rear_left = TRAY.corners
    assert [TRAY.edge(name) for name in EDGES] == [
        (front_left, front_right),
        (front_right, rear_right),
        (rear_right, rear_left),
        (rear_left, front_left),
    ]
    assert [TRAY.outward(name) for name in EDGES] == [(0, 1), (1, 0), (0, -1), (-1, 0)]


@pytest.mark.parametrize(("width", "depth"), [(0, 1), (1, 0), (-1, 1), (math.nan, 1)])
def test_a_tray_has_a_size(width, depth):
    with pytest.raises(ValueError, match="above zero"):
        Rect(TRAY.pose, width, depth)


def test_trays_are_equal_by_pose_and_size():
    assert Rect(Pose(Point(609_600, 508_000), 0), 139_700, 121_920) == TRAY
    assert len({TRAY, TRAY.moved(0, 0), TRAY.moved(1, 0)}) == 2


@given(facings)
def test_a_direction_has_length_one_along_the_facing(facing):
    x, y = direction(facing)
    assert about(math.hypot(x, y), 1, 1e-15)
    assert about(x, math.sin(math.radians(facing)), 1e-14)
    assert about(y, math.cos(math.radians(facing)), 1e-14)


@given(st.sampled_from([0, 45, 90, 135]) | st.integers(0, 180 * 1024).map(lambda parts: parts / 1024))
def test_directions_a_quarter_turn_apart_or_mirrored_have_the_same_digits(facing):
    x, y = direction(facing)
    assert direction(facing + 90) == (y, -x)
    assert direction(360 - facing) == (-x, y)


@given(anywhere, anywhere)
def test_a_bearing_is_the_direction_to_look(origin, target):
    assume(origin != target)
    facing = bearing(origin, target)
    away = math.dist(origin, target)
    x, y = direction(facing)
    assert 0 <= facing < 360
    assert about(origin.x + x * away, target.x)
    assert about(origin.y + y * away, target.y)
    assert about(abs(turn(bearing(target, origin) - facing)), 180, 1e-9)


@pytest.mark.parametrize(("step", "facing"), [((0, 5), 0), ((5, 5), 45), ((5, 0), 90), ((0, -5), 180), ((-5, 0), 270)])
def test_a_bearing_along_the_compass_is_exact(step, facing):
    assert bearing(Point(3, 4), Point(3 + step[0], 4 + step[1])) == facing


def test_there_is_no_bearing_to_the_same_place():
    with pytest.raises(ValueError, match="itself"):
        bearing(Point(1, 2), Point(1, 2))


@pytest.mark.parametrize(("degrees", "facing"), [(0, 0), (360, 0), (-90, 270), (725.5, 5.5), (-1e-60, 0)])
def test_any_angle_is_a_facing(degrees, facing):
    assert compass(degrees) == facing


@given(st.floats(-1000, 1000))
def test_a_turn_is_at_most_half_round(degrees):
    assert -180 < turn(degrees) <= 180
    assert about(math.cos(math.radians(turn(degrees))), math.cos(math.radians(degrees)), 1e-9)


@given(trays, anywhere)
def test_a_tray_sees_the_table_and_back(tray, point):
    right, ahead = tray.from_table(point)
    there = tray.to_table(right, ahead)
    assert about(there.x, point.x)
    assert about(there.y, point.y)
    assert about(math.hypot(right, ahead), math.dist(point, tray.centre))


@given(trays)
def test_a_tray_knows_its_own_corners(tray):
    half_width, half_depth = tray.width / 2, tray.depth / 2
    seen = [tray.from_table(corner) for corner in (*tray.corners, tray.arrow)]
    places = [(-1, 1), (1, 1), (1, -1), (-1, -1), (0, 1)]
    for (right, ahead), (sideways, forwards) in zip(seen, places, strict=True):
        assert about(right, sideways * half_width)
        assert about(ahead, forwards * half_depth)
    assert about(as_shapely(tray).area, tray.width * tray.depth, 10)


# Facings whose sums with quarter turns are exact, so that every digit can be compared.
fine_facings = st.integers(0, 360 * 1024 - 1).map(lambda parts: parts / 1024)


@given(trays, fine_facings, st.sampled_from([90, 180, 270]))
def test_a_quarter_turn_or_a_mirror_changes_no_digit(tray, facing, degrees):
    tray = tray.at(Pose(tray.centre, facing))
    turned = turned_table(tray, degrees)
    assert turned.corners == tuple(turned_table(corner, degrees) for corner in tray.corners)
    left, right, rear_right, rear_left = mirrored_table(tray).corners
    assert [right, left, rear_left, rear_right] == [mirrored_table(corner) for corner in tray.corners]


@given(trays)
def test_a_shape_with_the_same_corners_has_the_same_sides(tray):
    shape = Shape(tray.corners)
    for (x, y), (u, v) in zip(shape.normals, tray.normals, strict=True):
        assert about(x, u, 1e-9)
        assert about(y, v, 1e-9)
    assert shape.radius <= tray.radius + 1e-6


def test_a_point_and_a_stroke_are_shapes():
    point, stroke = Shape((Point(3, 4),)), Shape((Point(0, 0), Point(0, 2)))
    assert (point.normals, point.centre, point.radius) == ((), (3, 4), 0)
    assert (stroke.normals, stroke.centre, stroke.radius) == (((-1, 0), (1, 0)), (0, 1), 1)
