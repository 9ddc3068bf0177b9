"""The best attack and the threat area, against trying everything."""

import math

import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.rulesets.asoiaf.table import CARD, battle, card, charge, expected, judge, shoot, table, unit, why

from enfilade.geometry import INCH
from enfilade.referee import Action, Facts, ScenarioError
from enfilade.rulesets import asoiaf


def best(state, name="a"):
    return judge(state, "best", unit=name)


def test_the_flank_is_better_than_the_front():
    state = table(unit("a", "x", 24, 10), unit("t", "y", 20, 21, 180), unit("u", "y", 29, 21, 90))
    ruling = best(state)
    assert ruling.values["best"]["target"] == "u"
    action = Action.from_json(ruling.values["best"].json())
    assert asoiaf.judge(state, action).legal
    assert expected(asoiaf.judge(state, action)) == ruling.values["best_wounds"]
    assert ruling.values["runner_up_wounds"] <= ruling.values["best_wounds"]


def test_a_shift_for_a_better_arc_is_found():
    """Two inches aside bring the larger part of the shooter into the target's flank."""
    state = table(unit("a", "x", 24, 10), unit("t", "y", 33.2, 20.2, 180, profile=card(attacks=[])))
    here = shoot(state, attack="bow", shift=[0, 0])
    ruling = best(state)
    assert here.values["arc"] == "front"
    found = asoiaf.judge(state, Action.from_json(ruling.values["best"].json()))
    assert found.values["arc"] != "front"
    assert ruling.values["best_wounds"] > expected(here)


def test_engaged_units_choose_among_their_enemies():
    frail = card(defense=6, morale=9)
    state = table(unit("a", "x", 24, 20), unit("t", "y", 24, 24.8, 180), unit("u", "y", 29.15, 20, 270, profile=frail))
    ruling = best(state)
    assert (ruling.values["best"]["target"], ruling.values["runner_up"]["target"]) == ("u", "t")


def test_nobody_to_attack():
    assert why(best(table(unit("a", "x", 24, 10, 180), unit("t", "y", 24, 40)))) == "8.best"
    assert why(best(table(unit("a", "x", 24, 10)), "z")) == "8.best"


@settings(max_examples=8)
@given(st.integers(0, 10_000))
def test_nothing_tried_beats_the_best(seed):
    """Every charge, and shots after shifts on a ring of our own."""
    state = scattered(seed)
    ruling = best(state)
    worth = ruling.values.get("best_wounds", 0)
    for enemy in ("t", "u"):
        for attack in ("bow", "dart"):
            for far in (0.0, 1.0, 2.0):
                for turn in range(8):
                    angle = math.pi * turn / 4
                    shift = [round(far * math.sin(angle), 4), round(far * math.cos(angle), 4)]
                    tried = shoot(state, target=enemy, attack=attack, shift=shift)
                    assert not tried.legal or expected(tried) <= worth
        tried = charge(state, target=enemy)
        assert not tried.legal or expected(tried) <= worth


def scattered(seed):
    """Two enemies and a friend somewhere; the first seed from here on that makes a sound table."""
    import random

    while True:
        luck = random.Random(seed)
        places = [(luck.uniform(10, 38), luck.uniform(16, 36), luck.choice([0, 90, 180, 33.3])) for _ in range(3)]
        try:
            return table(
                unit("a", "x", 24, 10),
                unit("t", "y", *places[0]),
                unit("u", "y", *places[1]),
                unit("f", "x", *places[2]),
            )
        except ScenarioError:
            seed += 1


# The threat area -----------------------------------------------------------------------------------------------


def areas(ruling):
    return {str(shape.label): shapely.Polygon(shape.points) for shape in ruling.evidence if shape.role == "threat"}


def test_the_threat_area_and_whom_it_holds():
    state = table(unit("a", "x", 24, 10), unit("t", "y", 24, 22, 180), unit("u", "y", 24, 40, 180))
    ruling = judge(state, "threat", unit="a")
    assert ruling.values["charge_targets"] == ("t",)
    assert ruling.values["shoot_targets"] == ("t",)
    assert set(areas(ruling)) == {"charge", "bow", "dart"}
    assert all(area.is_valid for area in areas(ruling).values())


@settings(max_examples=20)
@given(st.floats(4, 44), st.floats(4, 44), st.floats(0, 359), st.floats(0, 359))
@example(8.0, 31.0, 0.0, 0.0)  # its near part in range, another in the arc, none in both: shot, and beside the area
def test_whoever_is_threatened_has_a_part_in_the_arc_and_one_in_range(x, y, facing, looking):
    if math.hypot(x - 24, y - 24) < 7.4:
        return
    state = table(unit("a", "x", 24, 24, looking), unit("t", "y", x, y, facing))
    ruling = judge(state, "threat", unit="a")
    tray, own = state.units[1].rect(), state.units[0].rect()
    there, shapes = shapely.Polygon([inches(p) for p in tray.corners]), areas(ruling)
    ahead = math.cos(math.radians(looking)), math.sin(math.radians(looking))  # north, east
    left, right = sorted(map(inches, own.corners), key=lambda p: (p[1] - 24) * ahead[0] + (p[0] - 24) * ahead[1])[2:]
    arc = shapely.Polygon([left, *((24 + 99 * (p[0] - 24), 24 + 99 * (p[1] - 24)) for p in (left, right)), right])
    arrow = shapely.Point(inches(own.arrow))
    for targets, drawn, shift, far in (
        ("shoot_targets", "bow", 2.0, arrow.buffer(12 + 2, FINE)),
        ("charge_targets", "charge", 0.0, shapely.Point(24, 24).buffer(math.hypot(5 + 6 + 2.4, 2.75), FINE)),
    ):
        within = arc.buffer(shift, FINE)
        if ruling.values[targets]:
            assert within.distance(there) < 0.01
            assert far.distance(there) < 0.01
        if drawn in shapes:
            assert shapes[drawn].difference(within.intersection(far).buffer(0.1)).area < 0.01


FINE = 200  # corners of a quarter of a circle


def inches(point):
    return point.x / INCH, point.y / INCH


def test_the_reach_of_a_shot_straight_ahead_and_aside():
    """Ahead: 12 and the shift of 2 beyond the arrow; the area ends there."""
    area = areas(judge(table(unit("a", "x", 24, 10)), "threat", unit="a"))["bow"]
    assert area.bounds[3] == pytest.approx(10 + 2.4 + 14, abs=0.03)


def test_engaged_units_threaten_whom_they_touch():
    state = table(unit("a", "x", 24, 20), unit("t", "y", 24, 24.8, 180), unit("u", "y", 40, 40))
    assert judge(state, "threat", unit="a").values["engaged"] == ("t",)


def test_a_scene_shows_trays_terrain_and_evidence():
    wood = {"id": "wood", "shape": [[10, 10], [14, 10], [14, 14]], "keywords": ["cover"]}
    game = battle(unit("a", "x", 24, 10), unit("t", "y", 24, 22, 180, profile=CARD), terrain=[wood])
    action = Action("ranged", Facts(attacker="a", target="t", attack="bow"))
    drawn = game.scene(action)
    roles = {shape.role for shape in drawn.shapes}
    assert {"table", "terrain", "unit", "facing", "arc", "range", "line_free", "attacker", "target"} <= roles
    assert (drawn.width, drawn.depth, drawn.unit) == (48, 48, "in")
    assert len(drawn.shapes) > len(game.scene().shapes)
