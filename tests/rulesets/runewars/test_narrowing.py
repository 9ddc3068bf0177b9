"""What is left out to be quicker changes nothing: units far from the line of sight, trays far from the nearest."""

from itertools import permutations, product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rulesets.runewars.field import battle, unit

from enfilade.geometry.between import Blocker, between
from enfilade.geometry.gap import gap
from enfilade.geometry.length import INCH
from enfilade.geometry.plane import Shape
from enfilade.rulesets.runewars.contact import footprint
from enfilade.rulesets.runewars.sighting import distance, may_stand_between

RANKS = (["44"], ["444"], ["44", "44"], ["444", "44."], ["4", "4", "4"], ["4444"])


@st.composite
def crowds(draw):
    """Nine units or fewer, each somewhere in a square of its own, at any angle."""
    units = []
    for number, (column, row) in enumerate(draw(st.permutations(list(product(range(3), range(3)))))[:6]):
        across, ahead = (draw(st.floats(-0.9, 0.9)) for _ in range(2))
        place = [round(5 + 6.5 * column + across, 3), round(5 + 6.5 * row + ahead, 3)]
        facing = draw(st.one_of(st.sampled_from([0, 45, 90, 180, 270]), st.floats(0, 360).map(lambda d: round(d, 1))))
        ranks = draw(st.sampled_from(RANKS))
        units.append(unit(f"u{number}", "xy"[number % 2], "Spearmen", ranks, position=place, facing=facing))
    return battle(*units).state


def shapes(state, one):
    return [shape for _, shape in footprint(state, one)]


@settings(max_examples=40)
@given(crowds())
def test_who_is_left_out_stands_nowhere_near_any_line(state):
    for attacker, target, other in permutations(state.units, 3):
        if may_stand_between(state, (attacker, target), other):
            continue
        blockers = [Blocker(other.id, shape) for shape in shapes(state, other)]
        front = attacker.front(state.ground.tray)
        for origin, part in product((Shape(front.edge("front")), Shape((front.arrow,))), shapes(state, target)):
            assert between(origin, part, blockers, INCH) == []


def test_who_is_left_out_and_who_is_not():
    def state(x: float) -> Any:
        places = {"a": [10, 10], "t": [10, 14], "o": [x, 12]}
        return battle(*(unit(name, name, "Spearmen", ["44"], position=place) for name, place in places.items())).state

    def asked(state: Any) -> bool:
        attacker, target, other = state.units
        return may_stand_between(state, (attacker, target), other)

    assert asked(state(10.0))
    assert asked(state(14.0))
    assert not asked(state(15.0))


@settings(max_examples=40)
@given(crowds())
def test_the_distance_is_that_of_the_nearest_two_trays(state):
    for one, other in permutations(state.units, 2):
        pairs = product(shapes(state, one), shapes(state, other))
        least = min(gap(a, b).distance for a, b in pairs)
        assert distance(state, one, other) == max(0.0, least / state.ground.tray)
