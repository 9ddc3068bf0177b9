"""Ranged attacks: range after the free shift, with the shift that does it; sight; friends in the fight."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.rulesets.asoiaf.table import CARD, battle, card, failed, instead, judge, missing, shoot, table, unit, why

from enfilade.geometry import INCH, Point
from enfilade.rulesets import asoiaf
from enfilade.rulesets.asoiaf.seen import reach, sees, watch
from enfilade.rulesets.asoiaf.tables import REACH
from enfilade.rulesets.asoiaf.way import Mover, in_the_way


def facing_at(distance: float, **more):
    """A shooter and a target straight ahead, `distance` from front arrow to tray."""
    return table(unit("a", "x", 24, 10), unit("t", "y", 24, 10 + 4.8 + distance, 180), **more)


@pytest.mark.parametrize(
    ("attack", "distance", "verdict", "needed"),
    [
        ("bow", 12, "legal", 0),
        ("bow", 14, "legal", 2),
        ("bow", 14.1, "refused", 2.1),
        ("dart", 6, "legal", 0),
        ("dart", 8, "legal", 2),
        ("dart", 8.1, "refused", 2.1),
    ],
)
def test_range_and_the_shift_needed(attack, distance, verdict, needed):
    """S8, Q14: 14 inches are in reach after the shift, 14.1 are not; short reaches 8 in the same way."""
    ruling = shoot(facing_at(distance), attack=attack)
    assert ruling.verdict == verdict
    assert ruling.values["range_in"] == pytest.approx(distance)
    assert ruling.values["shift_needed_in"] == pytest.approx(needed)
    if verdict == "legal":
        assert math.hypot(*ruling.values["shift"]) == pytest.approx(needed)
    else:
        assert missing(ruling) == pytest.approx(needed - 2)


def test_vectors_d20_and_d21():
    """D20: range 10, long reaches, short does not. D21: 12.1, out of reach, and 10.1 after 2 inches ahead."""
    near = facing_at(10)
    assert shoot(near, attack="bow", shift=[0, 0]).legal
    assert why(shoot(near, attack="dart", shift=[0, 0])) == "6.4"
    far = facing_at(12.1)
    assert why(shoot(far, attack="bow", shift=[0, 0])) == "6.4"
    shifted = shoot(far, attack="bow", shift=[0, 2])
    assert shifted.legal
    assert shifted.values["range_in"] == pytest.approx(10.1)


def test_a_refused_shift_names_one_that_would_do():
    ruling = shoot(facing_at(13), attack="bow", shift=[0, 0.5])
    assert instead(ruling)["shift"] == (0.0, 1.0)
    assert asoiaf.judge(facing_at(13), instead(ruling)).legal


def test_a_shift_that_leaves_no_target_is_no_shift():
    """Q15: shifting out of range or out of sight is refused."""
    assert why(shoot(facing_at(11.5), attack="bow", shift=[0, -1])) == "6.4"


def test_a_shift_keeps_the_limits_of_moves():
    """Not longer than 2 inches, not within 1 inch of an enemy, over no tray, not off the table."""
    assert why(shoot(facing_at(13), attack="bow", shift=[0, 2.5])) == "7.3"
    near = table(unit("a", "x", 24, 10), unit("t", "y", 24, 25, 180), unit("e", "y", 31, 10))
    assert why(shoot(near, attack="bow", shift=[0.9, 0])) == "4.4"
    beside = table(unit("a", "x", 24, 10), unit("t", "y", 24, 25, 180), unit("f", "x", 30, 10))
    assert why(shoot(beside, attack="bow", shift=[1, 0])) == "4.3"
    corner = table(unit("a", "x", 3, 10), unit("t", "y", 3, 20, 180))
    assert why(shoot(corner, attack="bow", shift=[-1, 0])) == "4.5"
    swamp = {"id": "lake", "shape": [[27, 5], [35, 5], [35, 15], [27, 15]], "keywords": ["impassable"]}
    wet = table(unit("a", "x", 24, 10), unit("t", "y", 24, 20, 180), terrain=[swamp])
    assert why(shoot(wet, attack="bow", shift=[1, 0])) == "13.impassable"


def test_a_shift_may_pass_friends():
    state = table(unit("a", "x", 10, 10), unit("f", "x", 24, 10), unit("t", "y", 10, 22, 180))
    assert shoot(state, attack="bow", shift=[2, 0]).legal


@pytest.mark.parametrize(
    ("places", "rule"),
    [
        ([("t", "y", 38, 12)], "6.1"),  # S11: wholly outside the front arc
        ([("f", "x", 21.25, 17), ("g", "x", 26.75, 17), ("t", "y", 24, 23)], "6.2"),  # wholly behind two units
        ([("f", "y", 24, 17), ("t", "y", 24, 23)], "6.2"),  # exactly behind another of the same width
    ],
)
def test_what_is_not_seen(places, rule):
    state = table(unit("a", "x", 24, 10), *(unit(*place) for place in places))
    ruling = shoot(state, attack="bow", shift=[0, 0])
    assert why(ruling) == rule
    assert missing(ruling) >= 0


def test_blockers_are_named():
    state = table(unit("a", "x", 24, 10), unit("f", "x", 24, 15.9), unit("t", "y", 24, 23))
    ruling = shoot(state, attack="bow", shift=[0, 0])
    assert why(ruling) == "6.2"
    assert failed(ruling).facts["blockers"] == ("f",)
    assert any(shape.role == "blocker" and shape.of == "f" for shape in ruling.evidence)


def test_terrain_blocks_sight_unless_a_unit_stands_in_it():
    wood = {"id": "wood", "shape": [[10, 17], [38, 17], [38, 20], [10, 20]], "keywords": ["blocks_line_of_sight"]}
    behind = table(unit("a", "x", 24, 10), unit("t", "y", 24, 23.5), terrain=[wood])
    assert why(shoot(behind, attack="bow")) == "6.2"
    inside = table(unit("a", "x", 24, 10), unit("t", "y", 24, 22), terrain=[wood])
    assert shoot(inside, attack="bow").legal


def test_elevated_ground_looks_over_everything():
    hill = {"id": "hill", "shape": [[20, 6], [28, 6], [28, 12], [20, 12]], "keywords": ["elevated"]}
    units = [unit("a", "x", 24, 10), unit("f", "x", 24, 16), unit("t", "y", 24, 22)]
    assert not shoot(table(*units), attack="bow", shift=[0, 0]).legal
    assert shoot(table(*units, terrain=[hill]), attack="bow", shift=[0, 0]).legal


def test_engaged_units_do_not_shoot_and_some_cannot_shoot():
    state = table(unit("a", "x", 24, 10), unit("t", "y", 24, 14.8, 180))
    assert why(shoot(state, attack="bow")) == "7.2"
    unarmed = card(attacks=[CARD["attacks"][0]])
    state = table(unit("a", "x", 24, 10, profile=unarmed), unit("t", "y", 24, 20, 180))
    assert why(shoot(state)) == "7.2.has"
    assert why(shoot(facing_at(8), attack="bwo")) == "7.2.has"


def test_friends_of_the_shooter_test_after_the_shot():
    """Q28: every friend engaged with the target, each by its own Morale, and nobody else."""
    brave, shaky = card(morale=4), card(morale=9)
    parts = battle(
        unit("a", "x", 24, 10),
        unit("t", "y", 24, 21, 90),
        unit("f", "x", 28.8, 21, 270, profile=brave),
        unit("g", "x", 19.2, 21, 90, profile=shaky),
        unit("h", "x", 40, 21),
    )
    ruling = shoot(parts.state, attack="bow")
    assert set(ruling.values["panic_tests"]) == {"f", "g"}
    action = ruling.action
    # Seven misses; no target test; then each friend rolls 2 + 3 and a D3 of 1.
    after = parts.play(action, [1] * 7 + [2, 3, 1] + [2, 3, 1])
    assert after.state.unit("f").wounds == 12
    assert after.state.unit("g").wounds == 10
    assert after.state.unit("t").wounds == 12


def test_archers_profit_from_the_flank():
    """Q29: the arc of the target decides for shots too."""
    for facing, arc, save in ((180, "front", 4), (90, "right_flank", 5), (0, "rear", 6)):
        ruling = shoot(table(unit("a", "x", 24, 10), unit("t", "y", 24, 22, facing)), attack="bow")
        assert (ruling.values["arc"], ruling.values["save"]) == (arc, save)
        assert any("not read" in words for words in ruling.assumptions) == (arc != "front")


def test_the_shift_moves_the_tray():
    after = battle(unit("a", "x", 24, 10), unit("t", "y", 24, 10 + 4.8 + 13, 180))
    played = after.play(shoot(after.state, attack="bow").action, [1] * 7)
    assert played.state.unit("a").pose.position == Point(24 * INCH, 11 * INCH)
    assert played.state.unit("a").activated


# The witness against a search of our own -----------------------------------------------------------------------


def could_shoot(state, shift, attack="bow"):
    """Whether the shot is legal after this very shift, straight from the parts of the rule."""
    one, other = state.unit("a"), state.unit("t")
    tray = one.rect()
    looking = watch(state, one, other, shooting=True).moved(tray.moved(*shift))
    limit = REACH[{"bow": "long", "dart": "short"}[attack]]
    free = not (shift[0] or shift[1]) or not list(in_the_way(Mover(state, one), tray, looking.tray))
    return free and round(reach(looking).distance) <= limit and bool(sees(looking))


def scattered(x, y, facing, bx, by):
    """A target, and a friend between or not."""
    units = [unit("a", "x", 24, 12), unit("t", "y", x, y, facing), unit("f", "x", bx, by, 90)]
    try:
        return table(*units)
    except ValueError:
        return None


@settings(max_examples=25)
@given(st.floats(14, 36), st.floats(18, 32), st.floats(0, 359), st.floats(15, 33), st.floats(17.6, 22))
def test_the_witness_does_and_nothing_much_shorter_would(x, y, facing, bx, by):
    state = scattered(x, y, facing, bx, by)
    assume(state is not None)
    ruling = shoot(state, attack="bow")
    tried = [
        Point(far * INCH * math.sin(turn), far * INCH * math.cos(turn))
        for far in (0.0, 0.4, 0.8, 1.2, 1.6, 2.0)
        for turn in (math.pi * n / 8 for n in range(16))
    ]
    shorter = [shift for shift in tried if could_shoot(state, shift)]
    if ruling.legal:
        shift = ruling.values["shift"]
        assert could_shoot(state, Point(*(round(part * INCH) for part in shift)))
        assert judge(state, "ranged", attacker="a", target="t", attack="bow", shift=shift).legal
        best = min((math.hypot(*s) for s in shorter), default=math.inf)
        assert math.hypot(*shift) <= best / INCH + 0.06
    else:
        assert not shorter
