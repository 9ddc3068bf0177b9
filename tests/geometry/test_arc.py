"""Arcs: the rays and who is inside, the larger share, and by how much."""

import math

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from enfilade.geometry import (
    EDGES,
    INCH,
    Edge,
    Point,
    Pose,
    Rect,
    Shape,
    arc_shares,
    area,
    clip,
    corner_arc,
    diagonal_arc,
    half_ahead,
    in_arc,
    larger_share,
    part_inside,
    wholly_inside,
)

from .shapes import about, anywhere, as_shapely, mirrored_table, near_trays, same, trays, turned_table

INFANTRY = Rect(Pose(Point(0, 0), 0), 139_700, 121_920)
MIRRORED: dict[Edge, Edge] = {"front": "front", "right": "left", "rear": "rear", "left": "right"}


def quarter(tray, arc):
    """One of the four arcs for Shapely: a triangle out of the centre, far larger than a table."""
    start, end = tray.edge(arc)
    (x, y), far = tray.centre, 10_000
    return shapely.Polygon([(x, y), *((x + far * (px - x), y + far * (py - y)) for px, py in (start, end))])


@pytest.mark.parametrize("arc", EDGES)
def test_the_rays_through_the_corners_are_inside_both_arcs(arc):
    start, end = INFANTRY.edge(arc)
    for corner in (start, end, Point(10 * start.x, 10 * start.y)):
        assert in_arc(INFANTRY, arc, corner) == (True, 0)
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    assert in_arc(INFANTRY, arc, middle)
    assert not in_arc(INFANTRY, arc, Point(-middle.x, -middle.y))


def test_the_flank_of_an_infantry_tray_is_as_wide_as_its_corners_say():
    """The ray leaves the centre atan(4.8 / 5.5), some 41.11 degrees, from the side axis."""
    angle = math.degrees(math.atan2(4.8, 5.5))
    for degrees, inside in ((angle - 0.01, True), (angle + 0.01, False)):
        point = Point(INCH * 10 * math.cos(math.radians(degrees)), INCH * 10 * math.sin(math.radians(degrees)))
        assert bool(in_arc(INFANTRY, "right", point)) is inside
        assert bool(in_arc(INFANTRY, "front", point)) is not inside


@given(trays, anywhere)
def test_every_point_is_in_an_arc_and_in_two_only_on_a_ray(tray, point):
    found = {arc: in_arc(tray, arc, point) for arc in EDGES}
    holds = [arc for arc in EDGES if found[arc]]
    assert holds
    assert len(holds) == 1 or all(found[arc].margin == 0 for arc in holds)
    right, ahead = tray.from_table(point)
    across, along = right / tray.width, ahead / tray.depth
    if abs(abs(across) - abs(along)) > 1e-6:
        sides = ("front" if along > 0 else "rear", "right" if across > 0 else "left")
        assert holds == [sides[abs(across) > abs(along)]]


@given(near_trays, near_trays)
def test_shares_are_shapelys_areas_and_make_one_whole(tray, other):
    shares = arc_shares(tray, other)
    assert about(sum(shares), 1, 1e-9)
    outline = as_shapely(other)
    for arc, share in zip(EDGES, shares, strict=True):
        assert about(share, quarter(tray, arc).intersection(outline).area / outline.area, 1e-6)


def test_a_tray_astride_a_ray_is_half_in_each_arc():
    """A square tray whose own diagonal lies on the ray is cut in two equal halves."""
    square = Rect(Pose(Point(0, 0), 0), 100_000, 100_000)
    other = Rect(Pose(Point(200_000, 200_000), 0), 60_000, 60_000)
    assert arc_shares(square, other) == (0.5, 0.5, 0, 0)
    assert larger_share(square, other) == (("front", "right"), 0)
    assert larger_share(square, other).close
    assert larger_share(square, other.moved(0, 1_000)).arcs == ("front",)
    assert larger_share(square, other.moved(0, -1_000)).arcs == ("right",)


def test_a_tray_over_the_centre_lies_in_all_four_arcs():
    square = Rect(Pose(Point(0, 0), 0), 100_000, 100_000)
    assert arc_shares(square, square) == (0.25, 0.25, 0.25, 0.25)
    assert larger_share(square, square).arcs == EDGES


@pytest.mark.parametrize("degrees", [0, 30, 45, 123.4])
def test_a_tie_is_a_tie_at_any_angle(degrees):
    square = turned_table(Rect(Pose(Point(INCH, 3 * INCH), 0), 100_000, 100_000), degrees)
    other = turned_table(Rect(Pose(Point(INCH + 200_000, 3 * INCH - 200_000), 0), 60_000, 60_000), degrees)
    assert larger_share(square, other) == (("right", "rear"), 0)


@given(near_trays, near_trays, st.floats(0, 360), st.floats(0, 0.99))
def test_a_shift_below_the_margin_never_turns_the_larger_share(tray, other, way, share):
    found = larger_share(tray, other)
    assume(found.margin > 1)
    shift = share * (found.margin - 1)
    moved = other.moved(shift * math.sin(math.radians(way)), shift * math.cos(math.radians(way)))
    assert larger_share(tray, moved).arcs == found.arcs
    assert max(arc_shares(tray, other)) == arc_shares(tray, other)[EDGES.index(found.arcs[0])]


def test_a_stroke_has_no_share():
    stroke = Shape(INFANTRY.edge("front"))
    for told in (arc_shares, larger_share):
        with pytest.raises(ValueError, match="no area"):
            told(INFANTRY, stroke)


def test_the_arc_between_lines_from_the_front_corners():
    arc = corner_arc(INFANTRY, 45)
    box = Rect(Pose(Point(0, 0), 0), 20_000, 20_000)
    corner = Point(69_850, 60_960)
    on_the_line = box.moved(corner.x + 110_000, corner.y + 90_000)  # its upper left corner is on the line
    assert part_inside(on_the_line, arc) == (True, 0)
    assert part_inside(on_the_line.moved(10, 0), arc) == (False, round(-10 / math.sqrt(2)))
    # The line that leans outwards by 45 degrees passes through its corner; the border counts.
    assert part_inside(box.moved(0, 60_960 - 10_000), arc) == (True, 0)
    assert part_inside(box.moved(0, 60_960 - 10_001), arc) == (False, -1)
    assert wholly_inside(box.moved(0, 70_960), arc) == (True, 0)
    assert clip(INFANTRY, arc) == Shape(INFANTRY.edge("front"))


@pytest.mark.parametrize(("degrees", "beside"), [(0, False), (90, True)])
def test_the_narrowest_and_the_widest_corner_arc(degrees, beside):
    box = Rect(Pose(Point(150_000, 100_000), 0), 20_000, 20_000)
    assert bool(part_inside(box, corner_arc(INFANTRY, degrees))) is beside
    assert bool(part_inside(box, half_ahead(INFANTRY))) is True


@pytest.mark.parametrize("degrees", [-1, 91, math.nan])
def test_no_other_lean_is_an_arc(degrees):
    with pytest.raises(ValueError, match="0 to 90"):
        corner_arc(INFANTRY, degrees)


@given(near_trays, near_trays, st.floats(0, 90))
def test_a_part_in_the_corner_arc_is_what_shapely_says(tray, other, degrees):
    found = part_inside(other, corner_arc(tray, degrees))
    far, outline = 1_000 * INCH, as_shapely(other)
    left, right = tray.edge("front")
    lean = math.radians(degrees)
    sides = [
        tray.to_table(sign * (tray.width / 2 + far * math.sin(lean)), tray.depth / 2 + far * math.cos(lean))
        for sign in (-1, 1)
    ]
    arc = shapely.Polygon([right, left, sides[0], tray.to_table(0, tray.depth / 2 + 2 * far), sides[1]])
    if abs(found.margin) > 1:
        assert found.truth == arc.intersects(outline)
    left_over = clip(other, corner_arc(tray, degrees))
    assert about(area(left_over.corners) if left_over else 0, arc.intersection(outline).area, 1e4)


@given(near_trays, near_trays, st.sampled_from([90, 180, 270]) | st.floats(0, 360), st.floats(0, 90))
def test_arcs_turn_and_mirror_with_the_table(tray, other, degrees, lean):
    turned, seen = turned_table(tray, degrees), turned_table(other, degrees)
    mirror, image = mirrored_table(tray), mirrored_table(other)
    for arc in EDGES:
        here = part_inside(other, diagonal_arc(tray, arc))
        assert same(here, part_inside(seen, diagonal_arc(turned, arc)))
        assert same(here, part_inside(image, diagonal_arc(mirror, MIRRORED[arc])))
    for told in (part_inside, wholly_inside):
        here = told(other, corner_arc(tray, lean))
        assert same(here, told(seen, corner_arc(turned, lean)))
        assert same(here, told(image, corner_arc(mirror, lean)))
    share, there, mirrored = larger_share(tray, other), larger_share(turned, seen), larger_share(mirror, image)
    assert abs(share.margin - there.margin) <= 1
    assert abs(share.margin - mirrored.margin) <= 1
    if share.margin > 1:
        assert share.arcs == there.arcs == tuple(MIRRORED[arc] for arc in mirrored.arcs)
