"""What a scenario may hold, and what is wrong with one that does not stand."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.lineofattack.positions import HEAD, PAIR, battle

from enfilade.files.scenario import load
from enfilade.files.writing import write
from enfilade.geometry.lattice_shapes import Rect
from enfilade.referee import Action, ScenarioError
from enfilade.rulesets.lineofattack.state import spots

FENCE = [{"id": "fence", "height": "low", "shape": [[3, 0], [3, 1]]}]


def pair(**target: Any) -> list[dict[str, Any]]:
    return [PAIR[0], {**PAIR[1], **target}]


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"tokens": pair(id="a")}, "tokens[1].id", "every id once"),
        ({"tokens": pair(cell=[0.5, 0])}, "tokens[1].cell", "a whole cell, found (0.5, 0)"),
        ({"tokens": pair(cell=["3", 0])}, "tokens[1].cell[0]", "a number"),
        ({"tokens": pair(cell=[3])}, "tokens[1].cell[1]", "a value"),
        ({"tokens": pair(size=[0, 1])}, "tokens[1].size[0]", "at least 1"),
        ({"tokens": pair(cel=[3, 0])}, "tokens[1].cel", 'did you mean "cell"'),
        ({"tokens": pair(cell=[2_000_000, 0])}, "tokens[1].cell[0]", "within 1000000 cells"),
        ({"tokens": pair(origin=[0, 0])}, "tokens[1].origin", "a point of the token"),
        ({"tokens": pair(stance={"duck": "fence", "pop_up": True}), "obstacles": FENCE}, "tokens[1].stance", "both"),
        (
            {"tokens": pair(stance={"duck": "fance"}), "obstacles": FENCE},
            "tokens[1].stance.duck",
            'did you mean "fence"',
        ),
        ({"tokens": pair(stance="pop_up")}, "tokens[1].stance", "Copertura"),
        ({"walls": [["x", "y"]] * 300}, "walls", "two or more points [x, y]"),
        ({"walls": [[["x", 0], [0, 1]]] * 300}, "walls", "two or more points [x, y]"),
        ({"walls": [{"points": 5}] * 300}, "walls", "two or more points [x, y]"),
        ({"walls": [["x", "y"]] * 150}, "walls[0][1]", "a list"),
        ({"tokens": pair(stance="prone")}, "tokens[1].stance", "expected pop_up or {duck: ID}, found"),
        (
            {"tokens": pair(stance=["pop_up", "duck"])},
            "tokens[1].stance",
            "expected pop_up or {duck: ID}, found a list",
        ),
        ({"tokens": pair(stance={"dukc": "fence"})}, "tokens[1].stance.dukc", 'did you mean "duck"?'),
        ({"map": {"size": [3, 3]}}, "tokens[1].cell", "a place on the map of (3, 3) cells"),
        ({"map": {"size": [9, 9]}, "tokens": pair(cell=[8, 0], size=[2, 1])}, "tokens[1].cell", "on the map"),
        ({"map": {"import": "hall.uvtt"}}, "map.import", "no import, for this text is not a file"),
        ({"walls": [[[0, 0]]]}, "walls[0]", "at least 2"),
        ({"walls": [{"points": [[0, 0], [1, 1]], "kind": "curtain"}]}, "walls[0].kind", "one of wall, door"),
        ({"obstacles": [*FENCE, *FENCE]}, "obstacles[1].id", "every id once"),
        ({"obstacles": [{**FENCE[0], "height": "5 cubits"}]}, "obstacles[0].height", "a height such as 0.9m"),
        ({"obstacles": [{**FENCE[0], "height": "0.9m"}]}, "tokens[0].height", "the token's height"),
        ({"attackers": {"t": ["b"]}}, "attackers.t[0]", "the id of a token"),
        ({"attackers": {"tt": ["a"]}}, "attackers.tt", 'did you mean "t"'),
        ({"readings": {"predicat": "open"}}, "readings.predicat", 'did you mean "predicate"'),
        ({"readings": {"predicate": "opn"}}, "readings.predicate", 'did you mean "open"'),
        ({"stated": [{"attacker": "a", "target": "x"}]}, "stated[0].target", "the id of a token"),
        ({"stated": [{"attacker": "a", "target": "t", "coverage": 50}]}, "stated[0].coverage", "partial"),
        ({"walls": [[[0, Decimal("0.1234567890123456789")], [1, 1]]]}, "walls[0][0][1]", "at most 18 decimals"),
    ],
)
def test_mistakes_with_their_field(fields, field, words):
    with pytest.raises(ScenarioError) as error:
        battle(**fields)
    lines = [line for line in str(error.value).splitlines() if f" {field}:" in line]
    assert lines, str(error.value)
    assert words in lines[0]


def test_all_mistakes_at_once():
    with pytest.raises(ScenarioError) as error:
        battle(
            tokens=[*pair(cell=[0.5, 0], shields=False), {"id": "n", "side": "red", "cell": [50, 0]}],
            map={"size": [9, 9]},
        )
    assert len(str(error.value).splitlines()) == 3


@given(st.decimals(-20, 20, places=3), st.decimals(-20, 20, places=17))
def test_decimals_are_read_exactly(coarse, fine):
    state = battle(walls=[[[coarse, 0], [fine, 1]]]).state
    if state.walls:
        assert state.cells(state.walls[0].start)[0] == coarse
        assert state.cells(state.walls[0].end)[0] == fine


def test_walls_without_length_and_walls_drawn_twice_are_left_out_with_a_note():
    twice = [[[2, 1], [2, 1]], [[2, 0], [2, 0], [2, 1]], [[4, 0], [4, 1]], [[4, 1], [4, 0]]]
    fight = battle(walls=[*twice, {"id": "own", "points": [[4, 0], [4, 1]]}])
    state = fight.state
    assert [(wall.name, state.cells(wall.end)) for wall in state.walls] == [
        ("wall 2", (2, 1)),
        ("wall 3", (4, 1)),
        ("own", (4, 1)),
    ]
    assert tuple(map(str, state.notes)) == (
        "wall 1 has a piece without length",
        "wall 2 has a piece without length",
        "wall 4 is wall 3 once more",
    )
    told = [step.text() for step in fight.judge(fight.candidates()[0]).walk() if step.rule == "position.dropped"]
    assert told == ["left out of the map: " + ", ".join(map(str, state.notes))]


def test_what_has_no_length_at_all_does_no_harm():
    ring = {"id": "dot", "kind": "object", "points": [[1, 1], [1, 1]]}
    fight = battle(walls=[ring], obstacles=[{"id": "mote", "height": "high", "shape": [[2, 2], [2, 2]]}])
    assert fight.judge(fight.candidates()[0]).values["visibility"] == "full"
    assert [shape.of for shape in fight.scene().shapes if shape.role.startswith("obstacle")] == []


def test_two_points_are_a_fence_three_an_area_unless_said_otherwise():
    shape = [[1, 0], [2, 0], [2, 1]]
    chains = [
        {"id": "area", "height": "low", "shape": shape},
        {"id": "bend", "height": "low", "shape": shape, "closed": False},
    ]
    area, bend, fence = battle(obstacles=[*chains, *FENCE]).state.obstacles
    assert (len(area.edges), area.closed) == (3, True)
    assert (len(bend.edges), bend.closed) == (2, False)
    assert (len(fence.edges), fence.closed) == (1, False)


@pytest.mark.parametrize("name", ["wall 1", "1", 1])
def test_a_duck_behind_a_wall_by_its_number(name):
    fight = battle(walls=[[[2, 0.5], [2, 3]]], tokens=pair(stance={"duck": name}))
    assert fight.state.token("t").duck == "wall 1"
    assert not fight.judge(Action.of("attack", attacker="a", target="t")).legal


def test_every_enemy_is_marked_unless_somebody_is():
    third = {"id": "b", "side": "red", "cell": [3, 3]}
    state = battle(tokens=[*PAIR, third]).state
    assert state.attackers_of(state.token("t")) == ("a", "b")
    state = battle(tokens=[*PAIR, third], attackers={"t": ["b"]}).state
    assert state.attackers_of(state.token("t")) == ("b",)
    state = battle(tokens=[{"id": "x", "cell": [0, 0]}, {"id": "y", "cell": [1, 0]}]).state
    assert state.attackers_of(state.token("y")) == ("x",)


def test_an_origin_of_ones_own():
    far = battle(tokens=[{**PAIR[0], "origin": [1, 0]}, PAIR[1]], walls=[[[1, 0.2], [1, 3]]])
    assert far.judge(Action.of("attack", attacker="a", target="t")).values["visibility"] == "full"
    near = battle(walls=[[[1, 0.2], [1, 3]]])
    assert near.judge(Action.of("attack", attacker="a", target="t")).values["visibility"] == "no"


def test_a_map_that_cannot_hold_a_lattice_is_refused():
    walls = [[[Decimal(1) / Decimal(10**18), 0], [1, 1]]]
    assert battle(walls=walls).state.lattice.scale == 12 * 10**18
    assert load(write({**HEAD, "tokens": []})).candidates() == ()


def test_the_map_is_as_large_as_what_is_on_it():
    drawn = battle(walls=[[[2, 0], [2, 7.5]]]).scene()
    assert (drawn.width, drawn.depth, drawn.unit, drawn.y_up) == (4.0, 8.0, "cell", False)
    assert battle(map={"size": [30, 20]}).scene().width == 30


def test_places_read_as_decimals_where_they_are():
    third = Decimal("2.5"), Decimal(1) / 8
    from fractions import Fraction

    assert str(spots((Fraction(third[0]), Fraction(third[1])))) == "(2.5, 0.125)"
    assert str(spots((Fraction(4, 3), Fraction(2)))) == "(4/3, 2)"
    assert str(spots((Fraction(1001, 3003 * 7), Fraction(-1, 2)))) == "(0.05, -0.5)"
    assert str(spots((Fraction(100, 1009), Fraction(0)))) == "(0.099, 0)"
    assert str(spots((Fraction(4), Fraction(1)), (Fraction(1, 2), Fraction(2)))) == "(4, 1), (0.5, 2)"


def test_tokens_off_the_grid_fill_all_cells_they_reach_into():
    state = battle(tokens=pair(cell=[1.9, -0.5], size=[2, 1]), readings={"off_grid_tokens": "literal"}).state
    unit = state.lattice.scale
    assert state.token("t").cells == Rect(1 * unit, -1 * unit, 4 * unit, 1 * unit)
