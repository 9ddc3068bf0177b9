"""The eight areas: which touch, which side a charge strikes, where those who rout go."""

import pytest

from enfilade.rulesets.ageofmagic import areas

SIDES = ("one", "two")
NEAR = areas.neighbours(SIDES)


def test_the_edges_are_those_of_the_board():
    assert {name: set(near) for name, near in NEAR.items()} == {
        "one right": {"two left", "one centre", "one reserve"},
        "one centre": {"two centre", "one right", "one left", "one reserve"},
        "one left": {"two right", "one centre", "one reserve"},
        "one reserve": {"one right", "one centre", "one left"},
        "two right": {"one left", "two centre", "two reserve"},
        "two centre": {"one centre", "two right", "two left", "two reserve"},
        "two left": {"one right", "two centre", "two reserve"},
        "two reserve": {"two right", "two centre", "two left"},
    }


def test_swapping_the_armies_swaps_the_board():
    swap = {"one": "two", "two": "one"}

    def swapped(name):
        side, place = name.split()
        return f"{swap[side]} {place}"

    assert {swapped(name): {swapped(other) for other in near} for name, near in NEAR.items()} == {
        name: set(near) for name, near in NEAR.items()
    }


@pytest.mark.parametrize(
    ("at", "origin", "side"),
    [
        ("one left", "two right", "front"),
        ("one left", "one centre", "flank"),
        ("one left", "one reserve", "rear"),
        ("one left", "one left", "front"),
        ("one centre", "one right", "flank"),
        ("one reserve", "one left", "front"),
        ("two centre", "two left", "flank"),
        ("two centre", "two reserve", "front"),
        ("two centre", "one centre", "rear"),
        ("two reserve", "two centre", "rear"),
    ],
)
def test_where_a_unit_of_army_one_is_struck(at, origin, side):
    assert areas.struck_side("one", at, origin) == side


@pytest.mark.parametrize(
    ("at", "held", "goal"),
    [
        ("two centre", (), "one centre"),
        ("two left", (), "one right"),
        ("two right", (), "one left"),
        ("one centre", (), "one left"),
        ("one centre", ("one left",), "one right"),
        ("one centre", ("one left", "one right"), "one reserve"),
        ("one left", (), areas.FIELD),
        ("one right", ("one right",), areas.FIELD),
        ("one reserve", (), areas.FIELD),
        ("two reserve", (), "two left"),
    ],
)
def test_where_a_routing_unit_of_army_one_goes(at, held, goal):
    assert areas.way_out(SIDES, frozenset(), "one", at, frozenset(held)) == goal


def test_terrain_closes_ways():
    lake = frozenset({frozenset(("one left", areas.FIELD)), frozenset(("one left", "one reserve"))})
    assert "one reserve" not in areas.neighbours(SIDES, lake)["one left"]
    assert areas.way_out(SIDES, lake, "one", "one left", frozenset()) == "one centre"
    shut = lake | {frozenset(("one left", "one centre")), frozenset(("one left", "two right"))}
    assert areas.way_out(SIDES, shut, "one", "one left", frozenset()) == "one left"


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("start", areas.every(SIDES))
def test_everybody_who_routs_gets_off_the_field(side, start):
    at, steps = start, 0
    while at != areas.FIELD:
        goal = areas.way_out(SIDES, frozenset(), side, at, frozenset())
        assert goal == areas.FIELD or goal in NEAR[at]
        at, steps = goal, steps + 1
        assert steps <= 4


@pytest.mark.parametrize("start", areas.every(SIDES))
def test_forward_and_back_are_single_steps(start):
    assert areas.forward(SIDES, "one", start) in (start, *NEAR[start])
    assert areas.backward(SIDES, "one", start) in (start, *NEAR[start])
