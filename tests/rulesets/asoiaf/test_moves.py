"""Maneuver, march, retreat, shift, pivot: how far, what is in the way, who may pivot afterwards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rulesets.asoiaf.table import CARD, battle, card, dice, failed, instead, judge, missing, table, unit, why

from enfilade.geometry import INCH
from enfilade.rulesets import asoiaf
from enfilade.rulesets.asoiaf import retreat
from enfilade.rulesets.asoiaf.way import Mover, in_the_way


def move(state, kind, **fields):
    return judge(state, kind, unit="a", **fields)


def test_a_maneuver_pivots_moves_and_pivots():
    """S1: Speed 5."""
    game = battle(unit("a", "x", 24, 24))
    after = game.play(move(game.state, "maneuver", pivot=90, forward=5, pivot_after=180).action, []).state.unit("a")
    assert (after.pose.position, after.pose.facing) == ((29 * INCH, 24 * INCH), 180)
    assert move(game.state, "maneuver").legal
    too_far = move(game.state, "maneuver", forward=5.1)
    assert why(too_far) == "5.1"
    assert missing(too_far) == pytest.approx(0.1)
    assert instead(too_far)["forward"] == 5
    assert why(move(game.state, "maneuver", forward=-1)) == "5.1"


def test_a_march_goes_twice_as_far_and_pivots_only_afterwards():
    """S2, Q16."""
    game = battle(unit("a", "x", 24, 10))
    assert move(game.state, "march", forward=10, pivot_after=90).legal
    assert why(move(game.state, "march", forward=10.1)) == "5.2"
    assert why(move(game.state, "march", forward=5, pivot=10)) == "5.2"


def test_a_retreat_by_speed_and_die():
    """S3: Speed 4 and a 2: 6 inches back or aside, then a pivot; the lone enemy is free to pivot too."""
    slow = card(speed=4)
    for direction, way in (("back", (0, -1)), ("left", (-1, 0)), ("right", (1, 0))):
        game = battle(unit("a", "x", 24, 24, profile=slow), unit("t", "y", 24, 28.8, 180))
        ruling = move(game.state, "retreat", direction=direction, pivot_after=45)
        assert ruling.values["free_pivots"] == ("t",)
        after = game.play(ruling.action, [2]).state
        x, y = after.unit("a").pose.position
        assert (x - 24 * INCH, y - 24 * INCH) == (
            pytest.approx(6 * INCH * way[0], abs=3),
            pytest.approx(6 * INCH * way[1], abs=3),
        )
        assert after.unit("a").pose.facing == 45
        assert after.unit("t").may_pivot
        assert judge(after, "pivot", unit="t", facing=90).legal


def test_a_short_die_shortens_the_retreat():
    game = battle(unit("a", "x", 24, 24), unit("t", "y", 24, 28.8, 180))
    ruling = move(game.state, "retreat", distance=9)
    assert game.play(ruling.action, [1]).state.unit("a").pose.position.y == pytest.approx(18 * INCH, abs=3)
    assert game.play(ruling.action, [6]).state.unit("a").pose.position.y == pytest.approx(15 * INCH, abs=3)
    assert why(move(game.state, "retreat", distance=11.5)) == "5.3"


def test_forward_only_with_no_enemy_in_front():
    """Q17."""
    front = table(unit("a", "x", 24, 24), unit("t", "y", 24, 28.8, 180))
    assert why(move(front, "retreat", direction="forward")) == "5.3"
    rear = table(unit("a", "x", 24, 24), unit("t", "y", 24, 19.2, 0))
    assert move(rear, "retreat", direction="forward").legal
    assert why(move(rear, "retreat", direction="back")) == "4.3"


def test_a_surrounded_unit_cannot_retreat():
    """Q18."""
    around = (
        unit("t", "y", 24, 28.8, 180),
        unit("u", "y", 24, 19.2, 0),
        unit("v", "y", 29.15, 24, 270),
        unit("w", "y", 18.85, 24, 90),
    )
    state = table(unit("a", "x", 24, 24), *around)
    for direction in retreat.WAYS:
        assert not move(state, "retreat", direction=direction).legal
    assert not retreat.possible(state, state.units[0])


def test_a_retreat_does_not_end_within_an_inch_of_an_enemy():
    """Q19: with a wall of enemies 9 inches behind, 8 inches are the most."""
    state = table(unit("a", "x", 24, 30), unit("t", "y", 24, 34.8, 180), unit("u", "y", 24, 30 - 4.8 - 4.5, 0))
    ruling = move(state, "retreat")
    assert ruling.values["distance_in"] == pytest.approx(3.5)


def test_others_still_engaged_are_not_set_free():
    state = table(unit("a", "x", 24, 24), unit("t", "y", 24, 28.8, 180), unit("f", "x", 29.15, 28.8, 270))
    assert move(state, "retreat").values["free_pivots"] == ()


def test_only_engaged_units_retreat():
    assert why(move(table(unit("a", "x", 24, 24)), "retreat")) == "5.3"
    engine = card(keywords=["cannot retreat"])
    state = table(unit("a", "x", 24, 24, profile=engine), unit("t", "y", 24, 28.8, 180))
    assert why(move(state, "retreat")) == "card.cannot"


def test_what_is_in_the_way_is_named_with_the_longest_legal_move():
    """Enemies are not crossed, friends are; nothing is overlapped at the end; 1 inch off enemies."""
    enemy = table(unit("a", "x", 24, 10), unit("t", "y", 24, 18, 180))
    through = move(enemy, "march", forward=10)
    assert (why(through), failed(through).facts["blocker"]) == ("4.3", "t")
    assert instead(through)["forward"] == pytest.approx(2.2)
    assert asoiaf.judge(enemy, instead(through)).legal
    near = move(enemy, "maneuver", forward=2.5)
    assert why(near) == "4.4"
    assert missing(near) == pytest.approx(0.3)
    friend = table(unit("a", "x", 24, 10), unit("f", "x", 24, 18))
    assert move(friend, "march", forward=5).refusal is not None
    assert why(move(friend, "march", forward=5)) == "4.3"
    small = table(
        unit("a", "x", 24, 10), unit("f", "x", 24, 15.9, profile=card(tray="solo", ranks=1, models=1, attacks=[]))
    )
    assert move(small, "march", forward=10).legal


def test_the_edge_of_the_table_stops_moves_but_not_pivots():
    """S16, Q27."""
    state = table(unit("a", "x", 24, 46))
    beyond = move(state, "maneuver", pivot=0, forward=1)
    assert why(beyond) == "4.5"
    corner = table(unit("a", "x", 24, 45.55))
    assert move(corner, "pivot", facing=45).legal
    assert why(move(corner, "shift", shift=[0, 0.2])) == "4.5"


def test_a_pivot_ignores_what_it_sweeps_but_not_where_it_ends():
    beside = table(unit("a", "x", 24, 24), unit("f", "x", 24, 28.85))
    assert move(beside, "pivot", facing=180).legal
    assert why(move(beside, "pivot", facing=90)) == "4.3"
    near = table(unit("a", "x", 24, 24), unit("t", "y", 24, 29.9))
    assert move(near, "pivot", facing=0).legal
    assert why(move(near, "pivot", facing=90)) == "4.4"


def test_a_shift_as_far_as_the_effect_says():
    state = table(unit("a", "x", 24, 24))
    assert move(state, "shift", shift=[1.2, 1.6]).legal
    assert why(move(state, "shift", shift=[1.3, 1.6])) == "4.6"
    assert move(state, "shift", shift=[0, 3], limit=3).legal
    assert why(move(state, "shift")) == "4.6"
    assert why(move(state, "shift", shift="north")) == "4.6"
    assert why(move(state, "shift", shift=[1, "far"])) == "4.6"


def test_a_flier_crosses_units_only_in_the_action_its_card_names():
    """S28, Q21: over enemies in a maneuver, not in a march; engaged it must retreat like everybody."""
    dragon = card(keywords=["ignores units"], speed=12)
    state = table(unit("a", "x", 24, 10, profile=dragon), unit("t", "y", 24, 15.9, 180))
    assert move(state, "maneuver", forward=12).legal
    assert why(move(state, "march", forward=12)) == "4.3"
    engaged = table(unit("a", "x", 24, 10, profile=dragon), unit("t", "y", 24, 14.8, 180))
    assert why(move(engaged, "maneuver", forward=12)) == "4.7"
    assert move(engaged, "retreat", direction="left").legal


def test_impassable_dangerous_and_rough_ground():
    def on(word, kind="maneuver", **fields):
        piece = {"id": "piece", "shape": [[20, 14], [28, 14], [28, 15], [20, 15]], "keywords": [word]}
        return move(table(unit("a", "x", 24, 10), terrain=[piece]), kind, **fields)

    assert why(on("impassable", forward=3)) == "13.impassable"
    assert instead(on("impassable", forward=3))["forward"] == pytest.approx(1.6, abs=0.011)
    assert len(dice(on("dangerous", forward=3)).stages) == 2
    assert len(dice(on("dangerous", forward=1)).stages) == 1
    bog = {"id": "bog", "shape": [[20, 8], [28, 8], [28, 12], [20, 12]], "keywords": ["rough"]}
    state = table(unit("a", "x", 24, 10), terrain=[bog])
    assert move(state, "maneuver", forward=4).legal
    assert why(move(state, "maneuver", forward=4.5)) == "5.1"
    assert any("slows" in words for words in move(state, "maneuver", forward=4).assumptions)


def test_dangerous_ground_hurts_without_panic():
    piece = {"id": "stakes", "shape": [[20, 14], [28, 14], [28, 15], [20, 15]], "keywords": ["dangerous"]}
    game = battle(unit("a", "x", 24, 10), terrain=[piece])
    after = game.play(move(game.state, "maneuver", forward=4).action, [2])
    assert after.state.unit("a").wounds == 12 - 3


def test_doing_nothing():
    """S30: engaged units must act since 2021, if they can."""
    engaged = (unit("a", "x", 24, 24), unit("t", "y", 24, 28.8, 180))
    for edition, legal in (("v1x", True), ("v15", True), ("y2021", False)):
        ruling = move(table(*engaged, edition=edition), "pass")
        assert ruling.legal == legal
        assert legal or why(ruling) == "3.6"
    assert move(table(unit("a", "x", 24, 24), unit("t", "y", 24, 40), edition="y2021"), "pass").legal
    helpless = card(attacks=[], keywords=["cannot retreat"])
    stuck = table(unit("a", "x", 24, 24, profile=helpless), unit("t", "y", 24, 28.8, 180), edition="y2021")
    assert move(stuck, "pass").legal


def test_fields_that_cannot_be_read():
    state = table(unit("a", "x", 24, 24))
    for fields in ({"forward": "far"}, {"pivot": "left"}, {"forward": True}, {"pivot": float("nan")}):
        assert why(move(state, "maneuver", **fields)) == "5.1"
    assert why(move(state, "pivot")) == "4.2"
    assert why(judge(state, "maneuver", unit="b")) == "5.1"
    assert why(judge(state, "maneuver")) == "5.1"


@settings(max_examples=30)
@given(st.floats(10, 38), st.floats(10, 38), st.floats(0, 359), st.floats(0.1, 10))
def test_the_longest_move_is_legal_and_a_longer_one_is_not(x, y, facing, far):
    """Against the parts of the rule themselves."""
    state = table(unit("a", "x", 24, 3, 0), unit("t", "y", x, y, facing, profile=CARD))
    ruling = move(state, "march", forward=round(far, 2))
    here = state.units[0]
    end = here.rect().moved(0, round(round(far, 2) * INCH))
    assert ruling.legal == (not list(in_the_way(Mover(state, here), here.rect(), end)))
    if not ruling.legal and ruling.refusal and ruling.refusal.nearest:
        assert asoiaf.judge(state, instead(ruling)).legal
        longer = {**instead(ruling).json(), "forward": instead(ruling)["forward"] + 0.01}
        kind = longer.pop("kind")
        assert not judge(state, kind, **longer).legal
