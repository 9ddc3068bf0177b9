"""Gaps, overlaps and contact: exact where the numbers are, Shapely's otherwise, the same on a turned table."""

import math

import pytest
import shapely
from hypothesis import assume, example, given
from hypothesis import strategies as st

from enfilade.geometry import (
    EDGES,
    INCH,
    TOLERANCE,
    Point,
    Pose,
    Rect,
    Shape,
    at_least,
    contacts,
    contains,
    distance,
    flush,
    gap,
    gap_from,
    near,
    nearest,
    overlapping,
    touching,
    turned_about,
    within,
)

from .shapes import (
    STEP,
    about,
    anywhere,
    as_shapely,
    mirrored_table,
    near_trays,
    raster_shapes,
    same,
    trays,
    turned_table,
)

TRAY = Rect(Pose(Point(0, 0), 0), 200_000, 100_000)
MIRRORED = {"front": "front", "right": "left", "rear": "rear", "left": "right"}


def test_gaps_at_quarter_turns_are_exact():
    ahead = TRAY.moved(0, 130_001)
    assert gap(TRAY, ahead).distance == 30_001
    assert gap(TRAY, TRAY.moved(230_000, 140_000)).distance == 50_000
    assert gap(TRAY, TRAY.moved(230_000, 140_000))[1:] == ((100_000, 50_000), (130_000, 90_000))
    assert gap(TRAY, TRAY.moved(0, 100_000)).distance == 0
    assert gap(TRAY, TRAY.moved(200_000, 100_000)).distance == 0
    assert gap(TRAY, TRAY.moved(150_000, 30_000)).distance == -50_000
    assert gap(TRAY, TRAY).distance == -100_000


def test_reach_counts_to_the_last_micrometre():
    there = TRAY.moved(0, 100_000 + 6 * INCH)
    assert within(TRAY, there, 6 * INCH) == (True, 0)
    assert within(TRAY, there.moved(0, 1), 6 * INCH) == (False, -1)
    assert within(TRAY, TRAY.moved(0, 40_000), 6 * INCH) == (True, 6 * INCH)


@pytest.mark.parametrize(
    ("apart", "touches", "overlaps"),
    [
        (0, (True, 254), (False, -254)),
        (254, (True, 0), (False, -508)),
        (255, (False, -1), (False, -509)),
        (-254, (True, 0), (False, 0)),
        (-255, (False, -1), (True, 1)),
    ],
)
def test_touching_ends_and_overlapping_begins_at_the_tolerance(apart, touches, overlaps):
    there = TRAY.moved(30_000, 100_000 + apart)
    assert touching(TRAY, there) == touches
    assert overlapping(TRAY, there) == overlaps
    assert bool(contacts(TRAY, there)) == touches[0]


@given(near_trays, near_trays)
def test_the_gap_of_trays_is_shapelys_distance(a, b):
    found = gap(a, b)
    one, other = as_shapely(a), as_shapely(b)
    assert about(max(0, found.distance), one.distance(other))
    if found.distance > 0:
        assert about(distance(found.start, found.end), found.distance)
        assert one.distance(shapely.Point(found.start)) < 1e-3
        assert other.distance(shapely.Point(found.end)) < 1e-3
    else:
        # The overlap is what the second would have to shift, from `start` to `end` backwards, to be just clear.
        east, north = found.start.x - found.end.x, found.start.y - found.end.y
        assert about(math.hypot(east, north), -found.distance)
        assert about(gap(a, b.moved(east, north)).distance, 0)
        assert abs(one.intersection(as_shapely(b.moved(1.001 * east, 1.001 * north))).area) < 1e3


@given(near_trays, near_trays, st.floats(0, 360), st.floats(0, 0.999))
def test_no_shorter_shift_clears_an_overlap(a, b, way, share):
    depth = -gap(a, b).distance
    assume(depth > 10)
    east, north = (depth * share * trig(math.radians(way)) for trig in (math.sin, math.cos))
    assert as_shapely(a).intersection(as_shapely(b.moved(east, north))).area > 0


@given(raster_shapes(least=1), raster_shapes(least=1))
@example(Shape((Point(0, 0), Point(0, 20_000))), Shape((Point(0, 30_000), Point(0, 40_000))))
@example(Shape((Point(0, 0), Point(20_000, 20_000))), Shape((Point(0, 20_000), Point(20_000, 0))))
@example(Shape((Point(0, 0),)), Shape((Point(0, 0),)))
def test_the_gap_of_any_shapes_is_shapelys_distance(a, b):
    found, expected = gap(a, b).distance, as_shapely(a).distance(as_shapely(b))
    assert about(max(0, found), expected)
    if min(len(a.corners), len(b.corners)) > 2:
        assert (found < -1e-6) == as_shapely(a).relate_pattern(as_shapely(b), "T********")
    else:
        assert found >= 0


@given(near_trays, near_trays)
def test_a_gap_is_the_same_from_both_sides(a, b):
    one, other = gap(a, b), gap(b, a)
    assert about(one.distance, other.distance, 1e-6)
    assert touching(a, b).margin == pytest.approx(touching(b, a).margin, abs=1)
    assert not (touching(a, b) and overlapping(a, b))


@given(near_trays, near_trays, st.integers(0, 20_000))
def test_near_never_denies_what_is_near(a, b, reach):
    if gap(a, b).distance <= reach:
        assert near(a, b, reach)


@given(trays, anywhere)
def test_the_gap_from_a_point_is_shapelys(tray, point):
    found = gap_from(point, tray)
    outline = as_shapely(tray)
    assert about(abs(found.distance), outline.exterior.distance(shapely.Point(point)))
    assert (found.distance <= 0) == outline.covers(shapely.Point(point)) or abs(found.distance) < 1e-3
    assert found.start == point
    assert about(distance(point, found.end), abs(found.distance))
    assert same(contains(tray, point), at_least(-found.distance))


@given(anywhere, anywhere, anywhere)
def test_the_nearest_point_of_a_stroke_is_shapelys(point, start, end):
    foot = nearest(point, start, end)
    assert about(distance(point, foot), shapely.LineString([start, end]).distance(shapely.Point(point)))


# Contact


def edges_of(found):
    """The edges along which a contact lies, and those of which only a corner touches."""
    return [contact.edge for contact in found if not contact.corner_only], [
        contact.edge for contact in found if contact.corner_only
    ]


def test_trays_flush_on_an_edge_touch_along_all_of_it():
    front = contacts(TRAY, TRAY.moved(0, 100_000))[0]
    assert front == ("front", 0, 200_000, 0, False, ((-100_000, 50_000), (100_000, 50_000)))
    assert edges_of(contacts(TRAY, TRAY.moved(0, 100_000))) == (["front"], ["right", "left"])


def test_a_stretch_is_measured_clockwise_from_the_first_corner_of_its_edge():
    ahead, east = TRAY.moved(50_000, 100_000), TRAY.moved(200_000, 30_000)
    for one, other, stretch in (
        (TRAY, ahead, ("front", 50_000, 200_000)),
        (ahead, TRAY, ("rear", 50_000, 200_000)),
        (TRAY, east, ("right", 0, 70_000)),
        (east, TRAY, ("left", 0, 70_000)),
    ):
        assert [contact[:3] for contact in contacts(one, other) if not contact.corner_only] == [stretch]


def test_diagonal_trays_touch_with_a_corner_only():
    assert edges_of(contacts(TRAY, TRAY.moved(200_000, 100_000))) == ([], ["front", "right"])
    assert edges_of(contacts(TRAY, TRAY.moved(-200_000, -100_000))) == ([], ["rear", "left"])


def test_a_corner_on_the_middle_of_an_edge_touches_the_edge_but_with_its_corner_only():
    pointed = Rect(Pose(Point(30_000, 50_000 + 50_000 * math.sqrt(2)), 45), 100_000, 100_000)
    assert edges_of(contacts(TRAY, pointed)) == (["front"], [])
    (touched,) = contacts(TRAY, pointed)
    assert abs((touched.start + touched.end) / 2 - 130_000) < 1
    assert touched.end - touched.start <= 2 * TOLERANCE + 1
    assert edges_of(contacts(pointed, TRAY)) == ([], ["right", "rear"])


def test_a_gap_within_the_tolerance_is_told():
    assert contacts(TRAY, TRAY.moved(0, 100_100))[0].gap == 100
    assert contacts(TRAY, TRAY.moved(0, 99_900))[0].gap == -100


def test_the_notch_of_an_l_is_touched_on_both_inner_edges():
    """A tray that fits into the notch touches the tray beside it and the tray before it, each along one edge."""
    size = 63_500
    front, partial = Rect(Pose(Point(size, size), 0), size, size), Rect(Pose(Point(0, 0), 0), size, size)
    enemy = Rect(Pose(Point(size, 0), 270), size, size)
    assert edges_of(contacts(front, enemy))[0] == ["rear"]
    assert edges_of(contacts(partial, enemy))[0] == ["right"]
    assert edges_of(contacts(enemy, front))[0] == ["right"]
    assert edges_of(contacts(enemy, partial))[0] == ["front"]


@given(trays, trays, st.sampled_from(EDGES), st.floats(-0.4, 0.4))
def test_a_flush_tray_touches_that_edge_at_any_angle(target, mover, edge, slide):
    mover = mover.at(flush(mover, target, edge, slide * mover.width))
    along, (front,) = (
        [contact for contact in contacts(one, other) if not contact.corner_only]
        for one, other in ((target, mover), (mover, target))
    )
    assert [contact.edge for contact in along] == [edge]
    assert front.edge == "front"
    assert about(front.gap, 0)
    assert about(front.end - front.start, along[0].end - along[0].start)
    shared = as_shapely(target).buffer(1).intersection(as_shapely(mover).boundary).length
    assert abs(shared - (front.end - front.start)) < 10
    assert contacts(target, mover.moved(*(2 * TOLERANCE * part for part in target.outward(edge)))) == ()


@given(raster_shapes(), st.integers(1, 4), st.integers(1, 4))
def test_on_the_raster_contact_is_what_shapely_says(shape, width, depth):
    """Every edge of a box is touched as long as its shared border with a shape that it touches is."""
    for east, north in ((0, 0), (3, 2), (5, 5)):
        tray = Rect(Pose(Point((east + width) * STEP, (north + depth) * STEP), 0), 2 * width * STEP, 2 * depth * STEP)
        box, other = as_shapely(tray), as_shapely(shape)
        found = contacts(tray, shape)
        assert bool(found) == box.touches(other)
        for name in EDGES if found else ():
            shared = shapely.LineString(tray.edge(name)).intersection(other)
            told = [contact for contact in found if contact.edge == name]
            assert bool(told) == (not shared.is_empty)
            if shared.length:
                # A side that leaves the edge at a slant stays within the tolerance for a little longer.
                (contact,) = told
                assert not contact.corner_only
                assert -1e-6 <= contact.end - contact.start - shared.length <= 10 * TOLERANCE


# The whole table turned, shifted or mirrored


@given(near_trays, near_trays, st.sampled_from([90, 180, 270]) | st.floats(0, 360), anywhere)
def test_turning_and_shifting_the_table_changes_nothing(a, b, degrees, step):
    there = [turned_table(tray, degrees).moved(*step) for tray in (a, b)]
    assert about(gap(a, b).distance, gap(*there).distance)
    for told in (touching, overlapping):
        assert same(told(a, b), told(*there))
    if not touching(a, b).margin < 2:
        for one, other in zip(contacts(a, b), contacts(*there), strict=True):
            assert one.edge == other.edge
            assert about(one.start, other.start, 1)
            assert about(one.end, other.end, 1)


@given(trays, trays, st.sampled_from(EDGES), st.floats(-0.6, 0.6), st.floats(0, 360))
def test_contact_turns_and_mirrors_with_the_table(target, mover, edge, slide, degrees):
    mover = mover.at(flush(mover, target, edge, slide * (mover.width + target.width) / 2))
    here = {(contact.edge, contact.corner_only): contact for contact in contacts(target, mover)}
    turned = {
        (contact.edge, contact.corner_only): contact
        for contact in contacts(turned_table(target, degrees), turned_table(mover, degrees))
    }
    mirrored = {
        (MIRRORED[contact.edge], contact.corner_only): contact
        for contact in contacts(mirrored_table(target), mirrored_table(mover))
    }
    sizes = {"front": target.width, "right": target.depth, "rear": target.width, "left": target.depth}
    # Where a stretch is about as long as a corner's, or a corner about to lose touch, noise may tip it.
    lengths = [contact.end - contact.start for contact in here.values() if not contact.corner_only]
    assume(all(abs(length - 2 * TOLERANCE) > 1 for length in lengths))
    overhang = abs(abs(slide) * (mover.width + target.width) / 2 - abs(mover.width - sizes[edge]) / 2)
    assume(abs(overhang - TOLERANCE) > 1)
    assert here.keys() == turned.keys() == mirrored.keys()
    for key, contact in here.items():
        assert about(contact.start, turned[key].start, 1)
        assert about(contact.end, turned[key].end, 1)
        assert about(contact.start, sizes[key[0]] - mirrored[key].end, 1)


@given(near_trays, near_trays, st.floats(0, 360))
def test_turning_both_about_one_point_keeps_the_gap(a, b, degrees):
    there = [tray.at(turned_about(tray.pose, Point(7, 9), degrees)) for tray in (a, b)]
    assert about(gap(a, b).distance, gap(*there).distance)
