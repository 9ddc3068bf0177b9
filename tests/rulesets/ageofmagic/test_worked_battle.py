"""Alexander against Darius, as the site tells it: the facts that are known, turn by turn, on the shipped scenarios."""

from random import Random

import pytest
from tests.rulesets.ageofmagic.armies import example, stands

from enfilade.dice import play, rolls
from enfilade.referee import Action
from enfilade.show.battle_report import battle_report

TURN = Action.of("turn")
PLAIN = [3, 3, 3]


def turn(number):
    return example(f"alexander-and-darius-turn-{number}")


def pairs(field):
    return {frozenset((pair.one, pair.other)) for pair in field.state.pairs}


@pytest.fixture(scope="module")
def first():
    """Turn 1 with three dice for every roll: evasion, fire in the order of the units, blows."""
    faces = [2, 5, 5, 2, 3, 5]
    faces += [3, 3, 2, *PLAIN, *PLAIN, 6, 5, 5, 5, 5, 4]
    faces += [*PLAIN, *PLAIN, *PLAIN, *PLAIN, 1, 1, 2, 3, 3, 3]
    return turn(1).play(TURN, faces, "three")


def test_archers_3_before_the_first_turn():
    start = turn(1)
    card = start.state.muster.cards[start.state.muster.index("archers3")]
    leader = card.leader
    assert (leader.tactics, leader.leading, leader.iq, card.missile) == (5, 2, 1, 20)
    assert (stands(start, "archers3").size, stands(start, "archers3").morale) == (500, "good")
    assert leader.tactics + leader.leading + leader.iq + card.missile + 2 == 30


def test_turn_1_casualties_are_the_printed_ones(first):
    assert stands(first, "light_cavalry").last_inflicted == 476  # of 400
    assert stands(first, "heavy_cavalry").last_inflicted == 21
    assert stands(first, "archers3").last_inflicted == 40


def test_turn_1_the_light_cavalry_is_wiped_out(first):
    assert stands(first, "light_cavalry").gone == "annihilated"
    assert stands(first, "light_cavalry").morale == "routing"  # three levels


@pytest.mark.parametrize("seed", range(4))
def test_a_side_lost_whom_it_no_longer_has(seed):
    """Whatever was inflicted: 476 on a unit of 400 are 400 lost."""
    start = turn(1)
    result = play(start.judge(TURN).dice, rolls(Random(seed))).result
    assert result is not None
    after = start.play(TURN, Random(seed))
    gone = dict.fromkeys(start.state.muster.sides, 0)
    for unit, was, now in zip(start.state.muster.units, start.state.units, after.state.units, strict=True):
        gone[unit.side] += was.size - now.size
    assert {side: result.counts[f"{side}_lost"] for side in gone} == gone


def test_turn_1_the_heavy_cavalry_stays_good_and_tires(first):
    heavy = stands(first, "heavy_cavalry")
    assert (heavy.size, heavy.morale, heavy.tiredness, heavy.area) == (229, "good", "normal", "darius left")


def test_turn_1_archers_3_stay_good_and_fresh(first):
    archers = stands(first, "archers3")
    assert (archers.size, archers.morale, archers.tiredness) == (460, "good", "fresh")


def test_turn_1_the_phalanxes_stand_between(first):
    assert pairs(first) == {frozenset(("cataphracts", "phalanx1")), frozenset(("spearmen3", "phalanx2"))}
    assert stands(first, "archers1").last_fight == 1  # fired, was not struck


def test_turn_1_pikes_braced_and_lances_charged():
    ruling = turn(1).judge(TURN)
    blows = {}
    for told in play(ruling.dice, rolls(Random(1))).told:
        for attack in told.situation.attacks:
            if hasattr(attack.facts, "bracing"):
                cards = told.situation.muster.units
                blows[cards[attack.attacker].id, cards[attack.target].id] = attack.facts
    lances, pikes = blows["cataphracts", "phalanx1"], blows["phalanx1", "cataphracts"]
    assert (lances.charging, lances.cavalry, lances.kind) == (True, True, "lance")
    assert (pikes.bracing, pikes.kind, pikes.charging) == (True, "pike", False)
    assert blows["phalanx2", "spearmen3"].charging  # counter-charged
    assert blows["heavy_cavalry", "light_cavalry"].side == "rear"


def test_turn_2_who_fights_whom():
    after = turn(2).play(TURN, [], "none")
    joined = {frozenset(names) for names in (("heavy_cavalry", "camp_darius"), ("spearmen2", "archers2"))}
    joined |= {frozenset(names) for names in (("spearmen1", "phalanx1"), ("spearmen4", "phalanx3"))}
    gone = {unit.id for unit in after.state.muster.units if after.state.stands(unit.id).gone}
    assert {pair for pair in joined if not pair & gone} <= pairs(after)
    assert stands(after, "heavy_cavalry").area == "darius reserve"
    assert stands(after, "spearmen2").area == "alexander centre"


def test_turn_3_the_flank_of_archers_1_and_spearmen_3_get_away():
    start = turn(3)
    step = next(s for s in start.judge(TURN).steps if s.facts.get("id") == "spearmen2")
    assert next(s.value for s in step.walk() if s.rule == "3.6.2.4-side") == "flank"
    after = start.play(TURN, [], "none")
    assert frozenset(("spearmen3", "phalanx2")) not in pairs(after)
    assert stands(after, "spearmen3").area == "alexander centre"
    assert stands(after, "phalanx2").last_inflicted == 0  # who disengages deals nothing


def test_turn_4_routs_and_a_retreat():
    after = turn(4).play(TURN, [], "none")
    assert stands(after, "spearmen3").area == "darius centre"
    assert stands(after, "phalanx2").area == "alexander reserve"
    assert frozenset(("spearmen4", "phalanx3")) not in pairs(after)
    assert stands(after, "archers3").tiredness == "slightly tired"


def test_turn_6_achilles_comes_first():
    start = turn(6)
    faces = [6, 1, 1, 5]  # 2D-2 each: Achilles 5, Belzar 4
    dice = {"dice": 2}
    orders = {
        "cataphracts": {"move": "centre"},
        "heavy_cavalry": {"move": "right"},
        "spearmen1": {"charge": "archers3", **dice},
        "phalanx3": {"charge": "spearmen1", **dice},
        "archers3": {"fire": "spearmen2", "dice": 0},
        "spearmen2": {"stay": "phalanx2", "dice": 0},
    }
    action = Action.of("turn", orders=orders)
    after = start.play(action, [*faces, 3, 3, 3, 3], "none")
    assert pairs(after) == {frozenset(("phalanx3", "spearmen1"))}
    assert stands(after, "phalanx3").area == stands(after, "spearmen1").area == "alexander centre"
    assert stands(after, "archers3").last_inflicted == 0
    told = battle_report(after).text(steps=True)
    assert "4 with 2 dice risked (6, 1) comes to 5" in told
    assert "4 with 2 dice risked (1, 5) comes to 4" in told
    assert stands(after, "cataphracts").area == "darius centre"
    assert stands(after, "heavy_cavalry").area == "alexander right"
    assert stands(after, "spearmen3").gone == stands(after, "spearmen4").gone == "fled"
    assert frozenset(("spearmen2", "phalanx2")) not in pairs(after)  # phalanx 2 got away


def test_turn_7_the_heavy_cavalry_stands_between():
    after = turn(7).play(TURN, [], "none")
    assert pairs(after) == {
        frozenset(("spearmen2", "heavy_cavalry")),
        frozenset(("phalanx3", "spearmen1")),
        frozenset(("phalanx3", "cataphracts")),
    }
    assert stands(after, "phalanx2").gone == "fled"
    assert stands(after, "archers3").last_inflicted == 0


def test_turn_9_ptolemys_last_volley():
    start = turn(9)
    step = next(s for s in start.judge(TURN).walk() if s.rule == "3.6.2.5.1-fire")
    assert step.value == 11
    orders = {
        "cataphracts": {"disengage": "phalanx3"},
        "spearmen2": {"disengage": "heavy_cavalry"},
        "phalanx3": {"stay": "", "dice": 0},
        "heavy_cavalry": {"stay": "", "dice": 0},
        "archers3": {"fire": "spearmen2", "dice": 3},
    }
    after = start.play(Action.of("turn", orders=orders), [2, 2, 1], "none")
    # Result 7: 4% of 460; and the blows of the heavy cavalry.
    assert "result 7: 18 fell" in battle_report(after).text(width=10_000)
    assert pairs(after) == set()  # all three got away
    for name, area in (("cataphracts", "centre"), ("spearmen1", "centre"), ("spearmen2", "right")):
        assert stands(after, name).area == f"alexander {area}"
    assert after.outcome().words == "night falls"


@pytest.mark.parametrize("number", [1, 2, 3, 4, 6, 7, 9])
def test_every_shipped_turn_is_legal_and_can_be_told(number):
    from random import Random

    start = turn(number)
    assert start.judge(TURN).legal
    after = start.play(TURN, Random(number), "three")
    told = battle_report(after).text()
    assert f"Turn {number}" in told
    assert after.check(after.entries) is None
