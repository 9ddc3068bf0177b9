"""Contact, arcs, cover and alignment: facts from trays at any angle, with Shapely as the independent oracle."""

import math

import pytest
import shapely
import shapely.affinity
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.rulesets.asoiaf.table import CARD, HORSE, SOLO, card, charge, judge, shoot, strike, table, unit

from enfilade.geometry import INCH, TOLERANCE, Point, Pose, Rect
from enfilade.rulesets.asoiaf.align import slid_places, turned_places
from enfilade.rulesets.asoiaf.contact import arc_region, engagements, lag, share
from enfilade.rulesets.asoiaf.cover import hidden_share
from enfilade.rulesets.asoiaf.tables import TRAYS
from enfilade.rulesets.asoiaf.way import Mover

ANY = st.floats(-18, 18, allow_nan=False)
ANGLE = st.one_of(st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0]), st.floats(0, 359.9))


def tray(name: str, x: float, y: float, facing: float) -> Rect:
    return Rect(Pose(Point(x * INCH, y * INCH), facing), TRAYS[name].width, TRAYS[name].depth)


def polygon(shape) -> shapely.Polygon:
    return shapely.Polygon([(p[0], p[1]) for p in shape.corners])


def wedge(rect: Rect, number: int) -> shapely.Polygon:
    """An arc of a tray as a huge triangle from its middle through two corners."""
    a, b, c = rect.corners[number], rect.corners[(number + 1) % 4], rect.centre
    far = [(c.x + 60 * (p.x - c.x), c.y + 60 * (p.y - c.y)) for p in (a, b)]
    return shapely.Polygon([(c.x, c.y), *far])


@given(st.sampled_from(list(TRAYS)), st.sampled_from(list(TRAYS)), ANY, ANY, ANGLE, ANGLE)
def test_the_arc_is_where_the_larger_area_is(mine, other, x, y, facing, turned):
    target, attacker = tray(mine, 0, 0, facing), tray(other, x, y, turned)
    areas = [polygon(attacker).intersection(wedge(target, n)).area for n in range(4)]
    most = max(areas)
    assume((most - sorted(areas)[-2]) / (4 * attacker.radius) > 1)  # less than a micrometre is a tie
    found = share(target, attacker, "diagonal")
    assert found.arcs == (("front", "right", "rear", "left")[areas.index(most)],)


@given(st.sampled_from(["infantry", "solo"]), ANY, ANY, ANGLE, ANGLE)
def test_arcs_at_45_degrees_from_the_corners(name, x, y, facing, turned):
    target, attacker = tray("infantry", 0, 0, facing), tray(name, x, y, turned)
    assume(not polygon(target).intersects(polygon(attacker)))
    sides = []
    for n in range(4):
        a, b = target.corners[n], target.corners[(n + 1) % 4]
        left = math.radians(turn_of(target, n) - 45)
        right = math.radians(turn_of(target, n) + 45)
        far = 60 * INCH
        ends = [(p.x + far * math.sin(w), p.y + far * math.cos(w)) for p, w in ((b, right), (a, left))]
        sides.append(polygon(attacker).intersection(shapely.Polygon([(a.x, a.y), (b.x, b.y), *ends])).area)
    most = max(sides)
    assume((most - sorted(sides)[-2]) / (4 * attacker.radius) > 1)
    assert share(target, attacker, "corner").arcs == (("front", "right", "rear", "left")[sides.index(most)],)


def turn_of(rect: Rect, number: int) -> float:
    return rect.pose.facing + 90 * number


@given(ANY, ANY, ANGLE, st.floats(0, 2), st.floats(0, 360))
def test_no_shift_shorter_than_the_lag_brings_another_arc(x, y, facing, far, way):
    target, attacker = tray("infantry", 0, 0, 0), tray("infantry", x, y, facing)
    moved = attacker.moved(far * INCH * math.sin(way), far * INCH * math.cos(way))
    for arcs in (("front",), ("left_flank", "right_flank"), ("rear",)):
        if lag(target, attacker, arcs, "diagonal") > far * INCH + 1:
            held = share(target, moved, "diagonal").arcs
            names = {"front": "front", "right": "right_flank", "rear": "rear", "left": "left_flank"}
            assert not {names[edge] for edge in held} & set(arcs)


@pytest.mark.parametrize("name", list(TRAYS))
def test_the_borders_run_through_the_corners(name):
    """Infantry: the flank is within 41.11 degrees of straight aside."""
    rect = tray(name, 0, 0, 0)
    borders = arc_region(rect, "right", "diagonal")
    half = math.degrees(math.atan2(rect.depth, rect.width))
    if name == "infantry":
        assert half == pytest.approx(41.11, abs=0.005)
    for degrees, inside in ((half - 0.01, True), (half + 0.01, False), (-half + 0.01, True), (-half - 0.01, False)):
        point = Point(1e6 * math.cos(math.radians(degrees)), 1e6 * math.sin(math.radians(degrees)))
        assert all(border.depth(point) >= 0 for border in borders) == inside


# Cover ---------------------------------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(st.floats(-5, 5), st.floats(3, 9)), min_size=3, max_size=7),
    st.floats(-4, 4),
    st.floats(11, 16),
    ANGLE,
)
def test_hidden_share_is_what_the_shadow_covers(points, x, y, facing):
    """The shadow of a convex piece: everything on a line from the point that the piece meets first."""
    hull = shapely.MultiPoint([(px * INCH, py * INCH) for px, py in points]).convex_hull
    assume(hull.geom_type == "Polygon" and hull.area > 0.2 * INCH * INCH)
    target = tray("infantry", x, y, facing)
    far = shapely.affinity.scale(hull, 40, 40, origin=(0, 0))
    shadow = shapely.MultiPoint([*hull.exterior.coords, *far.exterior.coords]).convex_hull
    share_of_shadow = polygon(target).intersection(shadow).area / polygon(target).area
    from enfilade.geometry import convex

    piece = (convex(Point(px, py) for px, py in hull.exterior.coords),)
    assert hidden_share(Point(0, 0), target, piece) == pytest.approx(share_of_shadow, abs=1e-6)


def test_cover_needs_more_than_half():
    """A hedge in front of the target's left part: 49 % hidden is no cover, 51 % is."""
    for right, covered in ((23.9, False), (24.1, True)):
        hedge = {"id": "hedge", "shape": [[10, 19.9], [right, 19.9], [right, 20], [10, 20]], "keywords": ["cover"]}
        state = table(unit("a", "x", 24, 12), unit("t", "y", 24, 22.5, 180), terrain=[hedge])
        ruling = shoot(state, attack="bow")
        assert ruling.values["to_hit"] == (5 if covered else 4)
        assert any("hides" in step.text() for step in ruling.walk())


# Contact and alignment -----------------------------------------------------------------------------------------

SIDES = {"front": 0.0, "right_flank": 90.0, "rear": 180.0, "left_flank": 270.0}


@pytest.mark.parametrize("facing", [0.0, 37.3, 90.0, 251.7])
@pytest.mark.parametrize("edge", ["front", "right", "rear", "left"])
@pytest.mark.parametrize("names", [("infantry", "infantry"), ("solo", "cavalry"), ("infantry", "large_solo")])
def test_where_trays_lie_after_aligning(facing, edge, names):
    """Centre distance (depth + depth) / 2 on front and rear, (width + depth) / 2 on a flank; half a width aside."""
    cards = {"infantry": CARD, "cavalry": HORSE, "solo": SOLO, "large_solo": card(SOLO, tray="large_solo")}
    state = table(
        unit("a", "x", 8, 8, profile=cards[names[0]]), unit("t", "y", 30, 30, facing, profile=cards[names[1]])
    )
    attacker, target = state.units
    mine, theirs = TRAYS[names[0]], TRAYS[names[1]]
    out = (theirs.depth if edge in ("front", "rear") else theirs.width) / 2 + mine.depth / 2
    for place in turned_places(Mover(state, attacker), target, edge):
        there = attacker.rect(place.pose)
        ahead, aside = across(target.rect(), edge, there.centre)
        assert ahead == pytest.approx(out, abs=1)
        assert abs(aside) == pytest.approx({100: 0, 50: mine.width / 2}[place.alignment], abs=1)
        assert polygon(there).intersection(polygon(target.rect())).area < 1e7  # a strip of less than a micrometre
        assert place.obstacle is None


def across(target: Rect, edge, point: Point) -> tuple[float, float]:
    (nx, ny), (cx, cy) = target.outward(edge), target.centre
    return (point.x - cx) * nx + (point.y - cy) * ny, (point.x - cx) * ny - (point.y - cy) * nx


@pytest.mark.parametrize("facing", [0.0, 63.1, 180.0])
@pytest.mark.parametrize("alignment", [100, 50])
def test_aligned_trays_are_engaged_as_aligned(facing, alignment):
    """What an alignment makes, contact reads back, at any angle."""
    state = table(unit("a", "x", 8, 8), unit("t", "y", 30, 30, facing))
    attacker, target = state.units
    for place in turned_places(Mover(state, attacker), target, "left"):
        if place.alignment != alignment:
            continue
        x, y = place.pose.position
        moved = table(unit("a", "x", x / INCH, y / INCH, place.pose.facing), unit("t", "y", 30, 30, facing))
        (contact,) = engagements(moved, moved.units[0])
        assert (contact.side, contact.enemy_side, contact.alignment) == ("front", "left_flank", alignment)


def test_a_solo_slides_half_its_own_width():
    """Q5: a small tray against a large one lies centre to centre or 1.38 inches aside."""
    state = table(unit("a", "x", 24, 12, profile=SOLO), unit("t", "y", 24, 20, 180))
    places = turned_places(Mover(state, state.units[0]), state.units[1], "front")
    assert [round((place.pose.position.x - 24 * INCH) / INCH, 2) for place in places] == [0, -1.38, 1.38]


def test_sliding_without_turning_keeps_the_side():
    """The attacker's own flank stays on the enemy's front: half of its depth aside."""
    state = table(unit("a", "x", 24, 20, 90), unit("t", "y", 24, 25.15, 180))
    ruling = strike(state, attack="sword", align=50)
    assert ruling.legal
    places = slid_places(Mover(state, state.units[0], frozenset({"t"})), state.units[1], "left", "front")
    aside = [round((place.pose.position.x - 24 * INCH) / INCH, 2) for place in places]
    assert aside == [0, -2.4, 2.4]
    assert {place.pose.facing for place in places} == {90.0}


def test_touching_within_the_tolerance_engages_and_beyond_does_not():
    for gap, engaged in ((0.0, True), (0.009, True), (-0.009, True), (0.012, False)):
        state = table(unit("a", "x", 24, 20), unit("t", "y", 24, 24.8 + gap, 180))
        assert bool(engagements(state, state.units[0])) == engaged


# Laws: the table turned, mirrored, moved -------------------------------------------------------------------------


def spread(*places):
    """The same two units after a move of the whole table, as (x, y, facing)."""
    return table(unit("a", "x", *places[0]), unit("t", "y", *places[1]))


@given(st.floats(14, 34), st.floats(14, 34), ANGLE, ANGLE)
def test_turning_or_mirroring_the_table_changes_no_verdict(x, y, facing, turned):
    apart = math.hypot(x - 24, y - 24)
    assume(apart > 7.4)
    rulings = []
    for way in ("as it is", "turned", "mirrored"):
        places = [(24.0, 24.0, facing), (x, y, turned)]
        if way == "turned":
            places = [(px, 48 - qx, (f + 90) % 360) for qx, px, f in places]
        if way == "mirrored":
            places = [(48 - px, py, -f % 360) for px, py, f in places]
        state = spread(*places)
        rulings.append([shoot(state, attack="bow", shift=[0, 0]), charge(state)])
    swapped = {"left_flank": "right_flank", "right_flank": "left_flank"}
    for kind in (0, 1):
        plain, after, mirror = (row[kind] for row in rulings)
        if any(step.too_close for step in plain.walk()):
            continue
        assert plain.verdict == after.verdict == mirror.verdict
        for name in ("arc", "attack_dice", "to_hit", "save", "charge_die"):
            if name in plain.values:
                assert plain.values[name] == after.values[name]
                same = swapped.get(plain.values[name], plain.values[name]) if name == "arc" else plain.values[name]
                assert same == mirror.values[name]


@given(st.floats(16, 32), st.floats(16, 32), ANGLE)
def test_a_unit_far_away_changes_nothing(x, y, facing):
    assume(math.hypot(x - 24, y - 24) > 7.4)
    two = [unit("a", "x", 24, 24, facing), unit("t", "y", x, y)]
    alone, beside = table(*two), table(*two, unit("far", "y", 70, 70), table={"width": "8ft", "depth": "8ft"})
    for kind in ("ranged", "charge"):
        first, second = (judge(s, kind, attacker="a", target="t") for s in (alone, beside))
        assert first.verdict == second.verdict
        assert first.values == second.values


@given(st.floats(18, 30), st.floats(32, 38), ANGLE, st.floats(20, 28), st.floats(28, 30))
def test_a_wall_never_opens_a_line(x, y, facing, wx, wy):
    wall = {"id": "wall", "shape": [[wx, wy], [wx + 3, wy], [wx + 3, wy + 0.4], [wx, wy + 0.4]]}
    wall["keywords"] = ["blocks_line_of_sight"]
    free = shoot(table(unit("a", "x", 24, 24), unit("t", "y", x, y, facing)), attack="bow", shift=[0, 0])
    walled = shoot(
        table(unit("a", "x", 24, 24), unit("t", "y", x, y, facing), terrain=[wall]), attack="bow", shift=[0, 0]
    )
    assert free.legal or not walled.legal


def test_the_tolerance_is_a_hundredth_of_an_inch():
    assert pytest.approx(0.01) == TOLERANCE / INCH
