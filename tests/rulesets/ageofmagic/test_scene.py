"""The board: eight areas that tile it, every unit inside its area, orders and attacks drawn between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.ageofmagic.armies import battle, example, unit

from enfilade.referee import Action
from enfilade.rulesets.ageofmagic import areas
from enfilade.show import draw


def box(shape):
    xs, ys = zip(*shape.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def inside(inner, outer):
    return outer[0] <= inner[0] < inner[2] <= outer[2] and outer[1] <= inner[1] < inner[3] <= outer[3]


def apart(one, other):
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@given(st.lists(st.tuples(st.sampled_from(["red", "blue"]), st.sampled_from(areas.PLACES)), min_size=1, max_size=25))
def test_every_unit_stands_in_its_area_and_on_no_other(where):
    units = [unit(f"u{number}", side, place) for number, (side, place) in enumerate(where)]
    field = battle(*units, sides={"red": "Reds", "blue": "Blues"})
    scene = field.scene()
    grounds = {shape.of: box(shape) for shape in scene.shapes if shape.role == "area"}
    tokens = {shape.of: box(shape) for shape in scene.shapes if shape.role == "unit"}
    assert len(grounds) == 8
    assert sum((b[2] - b[0]) * (b[3] - b[1]) for b in grounds.values()) == pytest.approx(scene.width * scene.depth)
    assert set(tokens) == {one["id"] for one in units}
    for name, token in tokens.items():
        assert inside(token, grounds[field.state.stands(name).area])
    boxes = list(tokens.values())
    assert all(apart(one, other) for at, one in enumerate(boxes) for other in boxes[:at])


def test_facing_areas_touch_on_the_board():
    scene = example("alexander-and-darius-turn-1").scene()
    grounds = {shape.of: box(shape) for shape in scene.shapes if shape.role == "area"}
    near = areas.neighbours(("darius", "alexander"))
    for name, others in near.items():
        for other in others:
            assert not apart_by_more_than_an_edge(grounds[name], grounds[other])


def apart_by_more_than_an_edge(one, other):
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def test_orders_melees_and_attacks_are_drawn():
    field = example("alexander-and-darius-turn-7")
    roles = [shape.role for shape in field.scene().shapes]
    assert roles.count("melee") == 1
    assert roles.count("order") == 4  # of six orders two stay in the melee, which is drawn
    shot = field.scene(Action.of("missile", attacker="archers3", target="spearmen2"))
    assert {"attacker", "target"} <= {shape.role for shape in shot.shapes}
    assert "line_blocked" in {
        shape.role for shape in field.scene(Action.of("melee", attacker="archers3", target="cataphracts")).shapes
    }
    assert "Phalanx 2: 120, routing" in [str(shape.label) for shape in field.scene().shapes]
    assert "<svg" in draw(field.scene()).svg


def test_a_turn_with_orders_of_its_own_is_drawn_with_these():
    field = example("alexander-and-darius-turn-7")
    own = {"archers3": {"fire": "spearmen2"}, "nobody": {"stand": ""}, "heavy_cavalry": {"charge": "spearmen2"}}
    drawn = [shape.of for shape in field.scene(Action.of("turn", orders=own)).shapes if shape.role == "order"]
    assert drawn == ["archers3", "heavy_cavalry"]
    assert not [one for one in field.scene(Action.of("turn", orders={})).shapes if one.role == "order"]
