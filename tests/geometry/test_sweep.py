"""Moves: the ground swept, where an obstacle stops them, and where turns and slides end."""

import math

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from enfilade.geometry import (
    EDGES,
    TOLERANCE,
    Point,
    Pose,
    Rect,
    ahead,
    area,
    direction,
    distance,
    flush,
    gap,
    overlapping,
    stop,
    swept,
    turned,
    turned_about,
)

from .shapes import about, anywhere, as_shapely, mirrored_table, near_trays, raster_shapes, trays, turned_table

TRAY = Rect(Pose(Point(0, 0), 0), 200_000, 100_000)
NORTH, SOUTH, EAST = Point(0, 1), Point(0, -1), Point(1, 0)


def stopped(shape, way, obstacle):
    """After how far a move is stopped; it must be."""
    found = stop(shape, way, obstacle)
    assert found is not None
    return found.distance


@given(near_trays, st.integers(-200_000, 200_000), st.integers(-200_000, 200_000))
def test_the_ground_swept_is_the_hull_of_start_and_end(tray, east, north):
    ground = swept(tray, east, north)
    both = shapely.union(as_shapely(tray), as_shapely(tray.moved(east, north))).convex_hull
    assert about(area(ground.corners), both.area, 1e3)
    assert both.hausdorff_distance(as_shapely(ground)) < 1e-3
    for share in (0.25, 0.5):
        assert as_shapely(ground).buffer(1).covers(as_shapely(tray.moved(share * east, share * north)))


def test_a_move_stops_where_it_touches():
    wall = TRAY.moved(150_000, 160_000)
    assert stop(TRAY, NORTH, wall) == (60_000, (50_000, 110_000))
    assert stop(TRAY, SOUTH, wall) is None
    assert stopped(wall, SOUTH, TRAY) == 60_000
    assert stop(TRAY, EAST, wall) is None


def test_a_move_may_slide_along_what_it_only_touches():
    beside = TRAY.moved(200_000, 40_000)
    assert stop(TRAY, NORTH, beside) is None
    assert stop(TRAY, NORTH, beside.moved(-TOLERANCE, 100_000)) is None
    assert stopped(TRAY, NORTH, beside.moved(-TOLERANCE - 1, 100_000)) == 40_000
    assert stopped(TRAY, EAST, beside) == 0


def test_a_move_out_of_an_overlap_does_not_begin():
    assert stopped(TRAY, NORTH, TRAY.moved(0, -50_000)) == 0
    assert stop(TRAY, NORTH, TRAY.moved(0, -100_000)) is None
    assert stop(TRAY, NORTH, TRAY.moved(0, -100_000 + TOLERANCE)) is None
    assert stopped(TRAY, NORTH, TRAY.moved(0, 100_000 - TOLERANCE)) == 0


@given(near_trays, near_trays, st.floats(0, 360), st.integers(0, 300_000))
def test_a_stop_is_the_first_touch(mover, obstacle, facing, far):
    way = direction(facing)
    obstacle = obstacle.moved(*(far * part for part in way))
    if gap(mover, obstacle).distance <= TOLERANCE:
        clear = 2 * (mover.radius + obstacle.radius + TOLERANCE)
        obstacle = obstacle.moved(*(clear * part for part in way))
    found = stop(mover, way, obstacle)
    long = 4_000_000
    ground, there = as_shapely(swept(mover, way.x * long, way.y * long)), as_shapely(obstacle)
    if found is None:
        # It passes, or grazes by no more than the tolerance.
        spread = [x * way.y - y * way.x for x, y in shapely.get_coordinates(ground.intersection(there))]
        assert not spread or max(spread) - min(spread) <= TOLERANCE + 1e-3
        return
    assert ground.intersects(there)
    at_stop = mover.moved(way.x * found.distance, way.y * found.distance)
    assert abs(gap(at_stop, obstacle).distance) < 1e-3
    assert there.distance(shapely.Point(found.point)) < 1e-3
    assert as_shapely(at_stop).distance(shapely.Point(found.point)) < 1e-3
    before = swept(mover, way.x * found.distance * 0.999, way.y * found.distance * 0.999)
    assert not overlapping(before, obstacle)
    assert as_shapely(before).intersection(there).area < 1e3
    assert found.distance >= gap(mover, obstacle).distance - 1e-3


@given(raster_shapes(), raster_shapes(), st.sampled_from([0, 90, 180, 270, 45]))
def test_on_the_raster_a_move_is_stopped_if_its_ground_is_taken(mover, obstacle, facing):
    assume(not as_shapely(mover).relate_pattern(as_shapely(obstacle), "T********"))
    way = direction(facing)
    ground = as_shapely(swept(mover, 2_000_000 * way.x, 2_000_000 * way.y))
    taken = ground.buffer(-1).intersects(as_shapely(obstacle))
    assert (stop(mover, way, obstacle) is not None) == taken


@given(near_trays, near_trays, st.floats(0, 360), st.floats(0, 360))
def test_a_stop_turns_and_mirrors_with_the_table(mover, obstacle, facing, degrees):
    here = stop(mover, direction(facing), obstacle)
    turn = stop(turned_table(mover, degrees), direction(facing + degrees), turned_table(obstacle, degrees))
    mirror = stop(mirrored_table(mover), direction(-facing), mirrored_table(obstacle))
    assume(here is not None and turn is not None and mirror is not None)
    assert here is not None
    assert turn is not None
    assert mirror is not None
    assert about(here.distance, turn.distance)
    assert about(here.distance, mirror.distance)


@given(trays, st.floats(-720, 720))
def test_a_turn_on_the_spot_keeps_the_middle(tray, degrees):
    pose = turned(tray.pose, degrees)
    assert pose.position == tray.pose.position
    assert 0 <= pose.facing < 360
    assert about(math.cos(math.radians(pose.facing - tray.pose.facing - degrees)), 1)


@given(trays, anywhere, st.floats(-360, 360))
def test_a_turn_about_a_point_keeps_every_distance_to_it(tray, pivot, degrees):
    there = tray.at(turned_about(tray.pose, pivot, degrees))
    for corner, after in zip(tray.corners, there.corners, strict=True):
        assert about(distance(pivot, corner), distance(pivot, after))
    back = tray.at(turned_about(there.pose, pivot, -degrees))
    for corner, after in zip(tray.corners, back.corners, strict=True):
        assert distance(corner, after) < 1e-3


def test_a_wheel_about_a_front_corner_is_exact_at_a_quarter_turn():
    pose = turned_about(TRAY.pose, TRAY.corners[0], 90)
    assert pose == ((-150_000, -50_000), 90)
    # A quarter turn clockwise about the front left corner: that corner stays.
    assert TRAY.at(pose).corners[0] == TRAY.corners[0]


@given(trays, st.integers(-500_000, 500_000))
def test_moving_ahead_keeps_the_lane(tray, far):
    there = tray.at(ahead(tray.pose, far))
    right, forwards = tray.from_table(there.centre)
    assert about(right, 0)
    assert about(forwards, far)


def test_a_flush_tray_faces_the_edge_it_touches():
    mover = Rect(Pose(Point(9, 9), 33), 60_000, 40_000)
    assert mover.at(flush(mover, TRAY, "front")) == Rect(Pose(Point(0, 70_000), 180), 60_000, 40_000)
    assert mover.at(flush(mover, TRAY, "right")) == Rect(Pose(Point(120_000, 0), 270), 60_000, 40_000)
    assert mover.at(flush(mover, TRAY, "rear")) == Rect(Pose(Point(0, -70_000), 0), 60_000, 40_000)
    assert mover.at(flush(mover, TRAY, "left")) == Rect(Pose(Point(-120_000, 0), 90), 60_000, 40_000)
    # To its own right: for one that looks south that is west.
    assert flush(mover, TRAY, "front", 30_000).position == (-30_000, 70_000)


@given(trays, trays, st.sampled_from(EDGES), st.sampled_from([-0.5, 0, 0.5]))
def test_a_tray_slid_by_half_its_width_has_a_side_on_the_middle_of_the_edge(target, mover, edge, slide):
    there = mover.at(flush(mover, target, edge, slide * mover.width))
    start, end = target.edge(edge)
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    right, forwards = there.from_table(middle)
    assert about(right, -slide * mover.width)
    assert about(forwards, mover.depth / 2)
    x, y = target.outward(edge)
    assert about(there.forward.x, -x, 1e-9)
    assert about(there.forward.y, -y, 1e-9)
    assert not overlapping(there, target)


@pytest.mark.parametrize("edge", EDGES)
def test_flush_is_exact_at_quarter_turns(edge):
    for facing in (0, 90, 180, 270):
        target = TRAY.at(Pose(Point(300_001, 200_003), facing))
        assert gap(TRAY.at(flush(TRAY, target, edge)), target).distance == 0
