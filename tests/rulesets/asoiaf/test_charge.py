"""Charges: what may be declared, the way, the die, where trays lie afterwards, what a failure costs."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.rulesets.asoiaf.table import (
    CARD,
    SOLO,
    battle,
    card,
    chances,
    charge,
    expected,
    failed,
    instead,
    judge,
    missing,
    strike,
    table,
    unit,
    why,
)

from enfilade.geometry import INCH
from enfilade.rulesets import asoiaf
from enfilade.rulesets.asoiaf.approach import best_run, run, shortest_possible
from enfilade.rulesets.asoiaf.charge import mover
from enfilade.rulesets.asoiaf.contact import engagements


def ahead(gap: float, /, **more):
    """A charger and a target straight ahead, front to front."""
    return table(unit("a", "x", 24, 10), unit("t", "y", 24, 14.8 + gap, 180), **more)


@pytest.mark.parametrize(("gap", "die"), [(2, 1), (6, 1), (6.5, 2), (7, 2), (9, 4), (11, 6)])
def test_the_die_that_is_needed(gap, die):
    ruling = charge(ahead(gap))
    assert ruling.values["gap_in"] == pytest.approx(gap)
    assert ruling.values["charge_die"] == die
    assert chances(ruling).chance(lambda r: bool(r.counts["contact"])) == pytest.approx((7 - die) / 6)


def test_out_of_reach_and_by_how_much():
    """No pivot makes 13 inches of way out of 11; leading with a corner gains a little."""
    ruling = charge(ahead(13))
    assert why(ruling) == "9.2.reach"
    corner = math.sqrt(15.4**2 - 2.75**2) - 2.4
    assert missing(ruling) == pytest.approx(corner - 11, abs=1e-3)


def test_the_arc_of_the_target_decides_not_the_chargers():
    """S12, Q1: more of the charger in the flank than in the front: contact is made on the flank."""
    state = table(unit("a", "x", 36, 30, 240), unit("t", "y", 24, 24, 0))
    ruling = charge(state)
    assert ruling.values["arc"] == "right_flank"
    turned = table(unit("a", "x", 31, 34, 220), unit("t", "y", 24, 24, 0))
    assert charge(turned).values["arc"] == "front"


def test_on_an_exact_tie_the_charger_chooses():
    state = table(
        unit("a", "x", 32, 32, 225, profile=card(tray="solo", models=1, ranks=1, attacks=[SOLO["attacks"][0]])),
        unit("t", "y", 24, 24, 0, profile=card(SOLO)),
    )
    chosen = {side: charge(state, side=side) for side in ("front", "right_flank")}
    assert {side: ruling.values["arc"] for side, ruling in chosen.items()} == {s: s for s in chosen}
    assert why(charge(state, side="rear")) == "9.4"


def test_unseen_or_engaged_or_crowded_is_not_declared():
    assert why(charge(table(unit("a", "x", 24, 10, 180), unit("t", "y", 24, 20)))) == "6.1"
    between = table(unit("a", "x", 24, 10), unit("f", "x", 24, 15.5, profile=CARD), unit("t", "y", 24, 21, 180))
    assert why(charge(between)) == "6.2"
    barred = card(keywords=["cannot charge"])
    assert why(charge(table(unit("a", "x", 24, 10, profile=barred), unit("t", "y", 24, 20, 180)))) == "card.cannot"


def test_a_direwolf_before_two_units_leaves_no_room():
    """S21: between rocks nobody finds 50 % on their fronts since 1.5, so only the wolf can be charged."""
    units = (
        unit("a", "x", 24, 8),
        unit("t", "y", 21.2, 17, 180),
        unit("u", "y", 26.8, 17, 180),
        unit("wolf", "y", 24, 12.9, 180, profile=SOLO),
    )
    rocks = [
        {"id": f"rock{x}", "shape": [[x, 12], [x + 6, 12], [x + 6, 14.4], [x, 14.4]], "keywords": ["impassable"]}
        for x in (14, 28)
    ]
    state = table(*units, terrain=rocks)
    assert {target: charge(state, target=target).legal for target in ("t", "u", "wolf")} == {
        "t": False,
        "u": False,
        "wolf": True,
    }
    assert why(charge(state, target="t")) == "9.2.space"
    assert "wolf" in failed(charge(state, target="t")).facts["blockers"]
    before = charge(table(*units, terrain=rocks, edition="v1x"), target="t")
    assert any(step.rule == "9.2.centre" and step.value for step in before.walk())


def test_before_1_5_only_a_centred_unit_bars_a_side():
    """Q3."""
    units = [unit("a", "x", 24, 8), unit("t", "y", 24, 21, 180), unit("f", "x", 24, 16.2)]
    assert why(charge(table(*units, edition="v1x", readings={"grazing": "passes"}))) == "9.2.centre"
    aside = [unit("a", "x", 27, 8), unit("t", "y", 24, 21, 180), unit("f", "x", 21.25, 16.2)]
    for edition in ("v1x", "v15"):
        ruling = charge(table(*aside, edition=edition))
        assert ruling.legal
        assert ruling.values["alignment"] == 50


def test_only_100_or_50_and_no_closing_of_doors():
    """Q2: after contact the charger lies flush, at 100 or 50 %, whatever its angle was."""
    game = battle(unit("a", "x", 27, 10, 350), unit("t", "y", 24, 24, 180))
    for alignment, aside in ((100, 0.0), (50, 2.75)):
        ruling = charge(game.state, align=alignment)
        after = game.play(ruling.action, [6] + [1] * 7 + [1] * 7).state.unit("a")
        assert after.pose.facing == pytest.approx(0)
        assert abs(after.pose.position.x / INCH - 24) == pytest.approx(aside, abs=1e-3)
        assert after.pose.position.y / INCH == pytest.approx(24 - 4.8, abs=1e-3)
    assert why(charge(game.state, align=75)) == "9.7"


def test_the_target_is_not_moved_and_bystanders_never():
    """Q4, Q6: since 1.5 only the charger moves."""
    game = battle(
        unit("a", "x", 27, 10, 350), unit("t", "y", 24, 24, 180), unit("f", "x", 18, 24, 90), unit("g", "y", 32, 26)
    )
    ruling = charge(game.state)
    after = game.play(ruling.action, [6] + [1] * 7 + [1] * 7).state
    for name in ("t", "f", "g"):
        assert after.unit(name).pose == game.state.unit(name).pose


ROCK = {"id": "rock", "shape": [[21.8, 15], [27, 15], [27, 19.4], [21.8, 19.4]], "keywords": ["impassable"]}
BESIDE_THE_ROCK = (unit("a", "x", 20.3, 8, profile=SOLO), unit("t", "y", 24, 22, 180))


def test_a_rock_before_the_front_leaves_no_room_since_1_5():
    assert why(charge(table(*BESIDE_THE_ROCK, terrain=[ROCK]))) == "9.2.space"


def test_before_1_5_a_pinned_defender_stays_as_it_is():
    """S20: no place at 100 or 50 %, the defender fights a third unit: all trays stay as they touch."""
    game = battle(*BESIDE_THE_ROCK, unit("f", "x", 24, 26.8, 180), terrain=[ROCK], edition="v1x")
    ruling = charge(game.state)
    assert ruling.values["alignment"] == 0
    after = game.play(ruling.action, [6, 1, 1, 1, 1, 1, 1, 1, 1]).state
    assert after.unit("t").pose == game.state.unit("t").pose
    assert after.unit("a").pose.position.x == pytest.approx(20.3 * INCH, abs=2)
    assert strike(after, free=True).legal


def test_before_1_5_a_free_defender_is_moved_to_make_room():
    game = battle(*BESIDE_THE_ROCK, terrain=[ROCK], edition="v1x")
    ruling = charge(game.state)
    assert ruling.values["alignment"] == 100
    after = game.play(ruling.action, [6, 1, 1, 1, 1, 1, 1, 1, 1]).state
    assert after.unit("t").pose.position.x == pytest.approx(20.3 * INCH, abs=3)
    assert after.unit("t").pose.position.y == game.state.unit("t").pose.position.y
    assert engagements(after, after.unit("a"))[0].alignment == 100


def test_a_target_that_no_pivot_reaches_is_refused_for_all_that_is_in_the_way():
    """A wall ahead, an enemy before the way round it, and a target that straight ahead would miss."""
    wall = {"id": "wall", "shape": [[16, 14], [26.5, 14], [26.5, 14.5], [16, 14.5]], "keywords": ["impassable"]}
    state = table(unit("a", "x", 24, 10, 60), unit("t", "y", 24, 22, 180), unit("n", "y", 31, 16, 180), terrain=[wall])
    a, t = state.unit("a"), state.unit("t")
    assert a
    assert t
    assert math.isinf(run(mover(state, a), t, 60.0).gap)
    assert best_run(mover(state, a), t) is None
    refusal = charge(state).refusal
    assert refusal is not None
    assert refusal.step.text() == "neither straight ahead nor by a pivot does a come to t: wall, n in the way"
    assert [step.text() for step in refusal.step.because] == [
        "straight ahead at 60 degrees a would not meet t",
        "the straight move would meet wall first",
        "the straight move would meet n first",
    ]


def test_pivots_must_see_and_meet_the_target():
    state = ahead(8)
    ruling = charge(state, facing=90)
    assert why(ruling) == "9.5"
    assert asoiaf.judge(state, instead(ruling)).legal
    assert charge(state, facing=5).legal


def test_another_enemy_in_the_way_stops_the_run():
    beside = table(unit("a", "x", 24, 10), unit("e", "y", 28.5, 16, 180, profile=SOLO), unit("t", "y", 24, 22, 180))
    assert charge(beside, facing=0).legal
    blocked = table(unit("a", "x", 24, 10), unit("e", "y", 26.5, 16, 180, profile=SOLO), unit("t", "y", 24, 22, 180))
    assert why(charge(blocked, facing=0)) == "9.6"
    assert failed(charge(blocked, facing=0)).facts["blocker"] == "e"


@settings(max_examples=25)
@given(st.floats(14, 34), st.floats(20, 32), st.floats(0, 359), st.floats(-40, 40))
def test_no_pivot_beats_the_best_run(x, y, facing, looking):
    state = table(unit("a", "x", 24, 12, looking % 360), unit("t", "y", x, y, facing))
    charger = mover(state, state.units[0])
    best = best_run(charger, state.units[1])
    tried = [run(charger, state.units[1], degrees) for degrees in range(0, 360, 7)]
    good = [found.gap for found in tried if found.good]
    assume(good)
    assert best is not None
    assert best.gap <= min(good) + 60
    assert best.gap >= shortest_possible(*state.units) - 1


def test_a_failed_charge_stays_where_its_move_ends_and_tests():
    """Speed 5 and a 1 of 9 inches: 6 inches ahead, within 1 inch of nobody's business, and a panic test."""
    game = battle(unit("a", "x", 24, 10), unit("t", "y", 24, 14.8 + 9, 180))
    after = game.play(charge(game.state).action, [1, 2, 2, 3]).state
    assert after.unit("a").pose.position.y == pytest.approx(16 * INCH, abs=2)
    assert after.unit("a").wounds == 12 - 4
    quiet = battle(unit("a", "x", 24, 10), unit("t", "y", 24, 23.8, 180), readings={"failed_charge_panic": "no"})
    assert quiet.play(charge(quiet.state).action, [1]).state.unit("a").wounds == 12


def test_a_failed_charge_may_end_within_an_inch():
    game = battle(unit("a", "x", 24, 10), unit("t", "y", 24, 14.8 + 6.5, 180))
    after = game.play(charge(game.state).action, [1, 6, 6, 1]).state
    gap = after.unit("t").pose.position.y - after.unit("a").pose.position.y - 4.8 * INCH
    assert gap == pytest.approx(0.5 * INCH, abs=2)


def test_disorderly_charges_lose_the_bonus_and_cards_widen_it():
    plain = expected(strike(table(unit("a", "x", 24, 20), unit("t", "y", 24, 24.8, 180))))
    bonus = expected(strike(table(unit("a", "x", 24, 20), unit("t", "y", 24, 24.8, 180)), charging=True))
    assert expected(charge(ahead(3))) == plain / 6 + bonus * 5 / 6
    wild = card(keywords=["Disorderly 3"])
    state = table(unit("a", "x", 24, 10, profile=wild), unit("t", "y", 24, 17.8, 180))
    assert expected(charge(state)) == plain / 2 + bonus / 2


def test_charge_and_flank_bonuses_add_up():
    ruling = charge(table(unit("a", "x", 10, 24, 90), unit("t", "y", 20, 24, 0)))
    assert (ruling.values["arc"], ruling.values["save"], ruling.values["panic_modifier"]) == ("left_flank", 5, -1)
    assert any(step.rule == "10.1" for step in ruling.walk())
    assert len(ruling.assumptions) >= 2


def test_hindering_fortified_and_dangerous_ground():
    def on(word):
        piece = {"id": "piece", "shape": [[20, 14], [28, 14], [28, 15], [20, 15]], "keywords": [word]}
        return charge(ahead(9, terrain=[piece]))

    reach = {word: chances(on(word)).chance(lambda r: bool(r.counts["contact"])) for word in ("hindering", "cover")}
    assert reach == {"hindering": pytest.approx(9 / 36), "cover": pytest.approx(1 / 2)}
    fortified = on("fortified")
    assert fortified.values["save"] == 3
    assert not any(step.rule == "10.1" for step in fortified.walk())
    hurt = chances(on("dangerous"))
    assert all(any(e.facts.get("cause") == "ground" for e in result.events) for result in hurt)


def test_rough_ground_slows_a_unit_that_starts_in_it():
    bog = {"id": "bog", "shape": [[20, 8], [28, 8], [28, 12], [20, 12]], "keywords": ["rough"]}
    ruling = charge(ahead(9, terrain=[bog]))
    assert (ruling.values["speed"], ruling.values["charge_die"]) == (4, 5)
    assert any("rough" in words.lower() or "slows" in words for words in ruling.assumptions)


def test_a_token_at_declaration_comes_even_if_the_charge_fails():
    """S22, Q25: when charging, against when it charged successfully."""
    for word, after_failure in (("dread charge", True), ("shock charge", False)):
        game = battle(
            unit("a", "x", 24, 10, profile=card(keywords=[word])), unit("t", "y", 24, 23.8, 180, profile=CARD)
        )
        failure = game.play(charge(game.state).action, [1, 6, 6, 1]).state
        assert ("panicked" in failure.unit("t").conditions) == after_failure
        success = game.play(charge(game.state).action, [6] + [1] * 14).state
        assert "panicked" in success.unit("t").conditions


def test_a_set_defender_strikes_first_and_ranks_are_counted_after():
    """Q30: eight hits, all saves missed: 4 models left, so one rank strikes."""
    guards = card(keywords=["Set for charge 8"])
    game = battle(unit("a", "x", 24, 10), unit("t", "y", 24, 18.8, 180, profile=guards))
    ruling = charge(game.state)
    assert ruling.values["attack_dice"] == 7
    after = game.play(ruling.action, [6] + [1] * 8 + [4] * 4 + [6] * 4).state
    assert after.unit("a").wounds == 4
    flank = battle(unit("a", "x", 10, 24, 90), unit("t", "y", 20, 24, 0, profile=guards))
    assert not any(step.rule == "8.set" for step in charge(flank.state).walk())


def test_a_charger_makes_panic_worse_once_it_is_engaged():
    cruel = card(keywords=["Panic wounds 2"])
    state = table(unit("a", "x", 24, 10, profile=cruel), unit("t", "y", 24, 17.8, 180))
    losses = {result.counts["panic_wounds"] for result in chances(charge(state))}
    assert losses == {0, 4, 5, 6}


def test_stated_gaps_rule_like_measured_ones():
    units = [{**unit("a", "x", 0, 0), "position": None}, {**unit("t", "y", 0, 0), "position": None}]
    sighting = {"unit": "a", "enemy": "t", "gap": 9, "enemy_side": "front"}
    assert expected(charge(table(*units, sightings=[sighting]))) == expected(charge(ahead(9)))
    assert why(charge(table(*units))) == "stated"
    assert judge(table(*units), "ranged", attacker="a", target="t").refusal is not None
