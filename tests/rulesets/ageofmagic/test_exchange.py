"""One volley, one melee: the printed sums, every modifier, exact odds against all faces, who may and who may not."""

from fractions import Fraction
from itertools import product
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.ageofmagic.armies import battle, example, rules_of, stands, unit

from enfilade.dice import best, follow, odds
from enfilade.referee import Action, phrase

PTOLEMY = {"name": "Ptolemy", "tactics": 5, "leading": 2, "iq": 1}
SHOT = Action.of("missile", attacker="archers", target="target", dice=0)


def shooting(target=None, conditions=None, **archers):
    bows = {"leader": PTOLEMY, "missile": {"value": 20}, "morale": "good", "size": 500} | archers
    aim = {"defence": {"value": 12}, "order_of_battle": "close"} | (target or {})
    return battle(unit("archers", **bows), unit("target", "blue", **aim), battle=conditions or {})


def test_archers_3_before_target_and_conditions():
    bare = shooting({"defence": {"value": 0}, "order_of_battle": "none"})
    assert bare.judge(SHOT).values["attack_value"] == 30


def test_ptolemys_volley_at_night():
    night = shooting(conditions={"visibility": "very poor"}, tiredness="quite tired")
    ruling = night.judge(SHOT)
    assert ruling.values["attack_value"] == 11
    total = next(step for step in ruling.walk() if step.name == "attack_value")
    assert [step.value for step in total.because] == [5, 2, 1, 20, 2, -1, 0, -12, 0, -6, 0]
    after = night.play(Action.of("missile", attacker="archers", target="target", dice=3), [2, 2, 1])
    assert stands(after, "target").inflicted == 20  # result 7: 4% of 500


@pytest.mark.parametrize(
    ("change", "worth"),
    [
        ({"morale": "normal"}, -2),
        ({"morale": "poor"}, -4),
        ({"tiredness": "normal"}, 0),
        ({"tiredness": "slightly tired"}, -1),
        ({"tiredness": "tired"}, -2),
        ({"tiredness": "very tired"}, -2),
        ({"tiredness": "exhausted"}, -3),
        ({"tiredness": "reeling"}, -4),
        ({"position": "good"}, 2),
        ({"position": "poor"}, -2),
        ({"target": {"defence": {"value": 15}}}, -3),
        ({"target": {"order_of_battle": "skirmish"}}, -3),
        ({"target": {"order_of_battle": "none"}}, 0),
        ({"conditions": {"visibility": "reduced"}}, -2),
        ({"conditions": {"visibility": "poor"}}, -4),
        ({"conditions": {"wind": "windy"}}, -1),
        ({"conditions": {"wind": "very windy"}}, -3),
    ],
)
def test_each_modifier_of_fire(change, worth):
    assert shooting(**change).judge(SHOT).values["attack_value"] == 18 + worth


def test_what_the_action_states():
    moving = Action.of("missile", attacker="archers", target="target", moving=True)
    assert shooting().judge(moving).values["attack_value"] == 16
    hill = Action.of("missile", attacker="archers", target="target", position="good")
    assert shooting().judge(hill).values["attack_value"] == 20


MISSILE = {0: 0, 1: 1, 3: 1, 4: 2, 6: 2, 7: 4, 9: 4, 10: 6, 12: 6, 13: 8, 15: 8, 16: 10, 18: 10, 19: 11, 26: 18, 40: 32}


@pytest.mark.parametrize(("result", "percent"), MISSILE.items())
def test_the_missile_table(result, percent):
    field = shooting({"defence": {"value": 30 - result}, "order_of_battle": "none", "size": 100_000}, size=100)
    assert stands(field.play(SHOT, []), "target").inflicted == percent


def test_a_fraction_counts_as_the_next_whole_result():
    half = shooting({"defence": {"value": 30}, "order_of_battle": "none"}, leader=PTOLEMY | {"iq": 2})
    assert stands(half.play(SHOT, []), "target").inflicted == 5  # result 1: 1%
    from decimal import Decimal

    half = shooting({"defence": {"value": 30}, "order_of_battle": "none"}, leader=PTOLEMY | {"iq": Decimal("1.5")})
    assert half.judge(SHOT).values["attack_value"] == Fraction(1, 2)
    assert stands(half.play(SHOT, []), "target").inflicted == 5


def percent_of(result):
    """The missile table once more, as a formula of its own."""
    result = ceil(result)
    return 0 if result <= 0 else [1, 2, 4, 6, 8, 10][(result - 1) // 3] if result <= 18 else result - 8


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("defence", [12, 20, 29])
def test_odds_of_a_volley_against_all_faces(dice, defence):
    field = shooting({"defence": {"value": defence}})
    action = Action.of("missile", attacker="archers", target="target", dice=dice)
    found = odds(field.judge(action).dice).of(lambda result: result.counts["casualties"])
    counted: dict[object, Fraction] = {}
    for faces in product(range(1, 7), repeat=dice):
        fell = floor(Fraction(500 * percent_of(30 - defence - 3 * dice + sum(faces)), 100) + Fraction(1, 2))
        counted[fell] = counted.get(fell, Fraction(0)) + 1
    assert dict(found.items()) == {fell: ways / 6**dice for fell, ways in counted.items()}


def test_the_rounding_readings_differ():
    def fell(option):
        field = battle(
            unit("archers", leader=PTOLEMY, missile={"value": 20}, morale="good", size=230),
            unit("target", "blue", defence={"value": 23}),
            readings={"casualty_rounding": option},
        )
        return stands(field.play(SHOT, []), "target").inflicted  # result 7: 4% of 230 = 9.2

    assert [fell(option) for option in ("half_up", "down", "up")] == [9, 9, 10]
    half = battle(
        unit("archers", leader=PTOLEMY, missile={"value": 20}, morale="good", size=250),
        unit("target", "blue", defence={"value": 24}),
    )
    assert stands(half.play(SHOT, []), "target").inflicted == 5  # result 6: 2% of 250
    one = battle(
        unit("archers", leader=PTOLEMY, missile={"value": 20}, morale="good", size=250),
        unit("target", "blue", defence={"value": 28}),
    )
    assert stands(one.play(SHOT, []), "target").inflicted == 3  # 1% of 250 = 2.5, a half up


def lost(result):
    return result.counts["casualties"]


def test_the_best_number_of_dice_is_found_exactly():
    """Each number of dice asked for by itself, against the policy that backward induction finds."""
    field = shooting({"defence": {"value": 24}, "size": 60})
    ruling = field.judge(Action.of("missile", attacker="archers", target="target"))
    for aim in ("casualties", "break", "destroy"):
        worth = field.ruleset.aims[aim]
        each = [
            odds(field.judge(Action.of("missile", attacker="archers", target="target", dice=dice)).dice).expected(worth)
            for dice in range(11)
        ]
        found = best(ruling.dice, worth, "attacker")
        assert found.value == max(each)
        told = odds(ruling.dice, found)
        assert told.expected(worth) == max(each)
        assert {result.counts["dice"] for result in told} == {each.index(max(each))}


def test_within_the_value_fewer_dice_are_offered():
    free = shooting({"defence": {"value": 27}}).judge(Action.of("missile", attacker="archers", target="target"))
    tight = battle(
        unit("archers", leader=PTOLEMY, missile={"value": 20}, morale="good"),
        unit("target", "blue", defence={"value": 27}),
        readings={"dice_limit": "within_value"},
    ).judge(Action.of("missile", attacker="archers", target="target"))
    offered = [next(step.value for step in ruling.steps if step.rule == "1.1.2-limit") for ruling in (free, tight)]
    assert offered == [10, 1]


# Melee.


def fighting(attacker=None, target=None, **fields):
    one = {"leader": PTOLEMY, "melee": {"value": 20}} | (attacker or {})
    other = {"defence": {"value": 12}, "area": "red centre"} | (target or {})
    return battle(unit("one", **one), unit("other", "blue", **other), **({"engaged": [["one", "other"]]} | fields))


BLOW = Action.of("melee", attacker="one", target="other", dice=0, target_dice=0)


def value(field, action=BLOW):
    return field.judge(action).values["attack_value"]


@pytest.mark.parametrize(
    ("change", "worth"),
    [
        ({}, 0),
        ({"attacker": {"morale": "good"}}, 2),
        ({"attacker": {"morale": "poor"}}, -2),
        ({"attacker": {"tiredness": "quite tired"}}, -1),
        ({"attacker": {"tiredness": "reeling"}}, -4),
        ({"attacker": {"position": "good"}}, 2),
        ({"attacker": {"position": "poor"}}, -2),
        ({"engaged": [["one", "other", "one"]]}, 2),
        ({"engaged": [["one", "other", "other"]]}, -2),
        ({"target": {"order_of_battle": "close", "training": "green"}}, -1),
        ({"target": {"order_of_battle": "close", "training": "irregular"}}, -1),
        ({"target": {"order_of_battle": "close", "training": "veteran"}}, -2),
        ({"target": {"order_of_battle": "close", "training": "elite"}}, -3),
        ({"target": {"order_of_battle": "skirmish"}}, 0),
    ],
)
def test_each_modifier_of_melee(change, worth):
    assert value(fighting(**change)) == 5 + 2 + 1 + 20 - 12 + worth


def charging(attacker=None, target=None, **fields):
    other = {"area": "centre"} | (target or {})
    action = Action.of("melee", attacker="one", target="other", charging=True, dice=0, target_dice=0, **fields)
    return fighting(attacker, other, engaged=[]).judge(action).values


CAVALRY = {"mount": "cavalry", "melee": {"value": 20, "kind": "lance"}}
PIKES = {"order_of_battle": "close", "training": "green", "melee": {"value": 20, "kind": "pike"}}


@pytest.mark.parametrize(
    ("kind", "mount", "worth"),
    [
        ("lance", "cavalry", 7),
        ("spear", "cavalry", 5),
        ("javelin", "cavalry", 5),
        ("other", "cavalry", 3),
        ("pike", "cavalry", 3),
        ("lance", "none", 1),
        ("spear", "none", 1),
    ],
)
def test_charging(kind, mount, worth):
    assert charging({"mount": mount, "melee": {"value": 20, "kind": kind}})["attack_value"] == 16 + worth


@pytest.mark.parametrize(
    ("attacker", "target", "fields", "worth"),
    [
        (CAVALRY, PIKES, {}, 8),
        (CAVALRY, PIKES | {"melee": {"value": 20, "kind": "spear"}}, {}, 6),
        (CAVALRY, PIKES | {"melee": {"value": 20}}, {}, 0),
        (CAVALRY, PIKES | {"order_of_battle": "none"}, {}, 0),
        (CAVALRY, PIKES | {"mount": "cavalry"}, {}, 0),
        ({}, PIKES, {}, 0),
        (CAVALRY, PIKES, {"side": "flank"}, 0),
        (CAVALRY, PIKES, {"side": "rear"}, 0),
        (CAVALRY, PIKES, {"meets": "counter"}, 1),
    ],
)
def test_receiving_a_charge(attacker, target, fields, worth):
    # Tactics 3, leading 1, IQ 1, melee 20, less the attacker's defence 12.
    assert charging(attacker, target, **fields)["reply_value"] == 13 + worth


def test_the_position_readings_differ():
    def both(option):
        return value(
            fighting({"position": "good"}, engaged=[["one", "other", "one"]], readings={"one_position": option})
        )

    assert (both("add"), both("one")) == (20, 18)
    mixed = fighting({"position": "good"}, engaged=[["one", "other", "other"]], readings={"one_position": "one"})
    assert value(mixed) == 16


def test_strength_is_split_among_enemies_and_the_readings_differ():
    def fell(option):
        field = battle(
            unit("one", leader=PTOLEMY),
            unit("other", "blue", "red centre"),
            unit("third", "blue", "red centre"),
            engaged=[["one", "other"], ["one", "third"]],
            readings={"strength_split": option},
        )
        return stands(field.play(BLOW, []), "other").inflicted  # result 16: 20%

    assert (fell("equal"), fell("whole")) == (50, 100)


def test_a_divided_size_is_told_as_such():
    field = battle(
        unit("one", leader=PTOLEMY, size=501),
        unit("other", "blue", "red centre"),
        unit("third", "blue", "red centre"),
        engaged=[["one", "other"], ["one", "third"]],
    )
    trace = follow(field.judge(BLOW).dice, [])
    told = [phrase(told.stage.words, told.facts) for told in trace.told]
    assert "one against other, 20% of 250.5 by the provisional table: 50 inflicted, 50 fell" in told


def test_no_more_fall_than_there_are_and_morale_goes_by_all_that_was_inflicted():
    field = battle(
        unit("one", leader=PTOLEMY, size=501),
        unit("other", "blue", "red centre", size=20, morale="good"),
        engaged=[["one", "other"]],
    )
    ruling = field.judge(BLOW)
    found = odds(ruling.dice)
    assert found.chance(lambda result: result.counts["casualties"] <= 20) == 1
    assert found.chance(lambda result: result.counts["casualties"] == 20) == 1  # 20% of 501: 100
    trace = follow(ruling.dice, [])
    told = [phrase(told.stage.words, told.facts) for told in trace.told]
    assert "one against other, 20% of 501 by the provisional table: 100 inflicted, 20 fell" in told
    after = field.play(BLOW, [])
    assert (stands(after, "other").size, stands(after, "other").inflicted) == (0, 100)


def test_the_size_in_melee_readings_differ():
    def fell(option):
        field = battle(
            unit("one", leader=PTOLEMY, area="blue centre"),
            unit("other", "blue", leader=PTOLEMY, missile={"value": 40}),
            unit("third", "blue"),
            readings={"melee_size": option},
        )
        shot = Action.of("missile", attacker="other", target="one", dice=0)
        struck = Action.of("melee", attacker="one", target="third", charging=True, dice=0, target_dice=0)
        return stands(field.play(shot, []).play(struck, []), "third").inflicted

    # 48 - 12 = 36: 28% of 500 = 140 fall; result 17 is 20%: of 360 or of 500.
    assert (fell("after_fire"), fell("turn_start")) == (72, 100)


def melee_percent(result):
    """The provisional table as a formula of its own."""
    return 0 if result <= 0 else [2, 4, 8, 12, 16, 20][(result - 1) // 3] if result <= 18 else 20 + 5 * (result - 18)


@pytest.mark.parametrize(("dice", "reply"), [(0, 0), (1, 1), (2, 1), (2, 2)])
def test_odds_of_a_melee_on_both_sides_against_all_faces(dice, reply):
    field = fighting({"size": 300}, {"size": 200})
    action = Action.of("melee", attacker="one", target="other", dice=dice, target_dice=reply)
    found = odds(field.judge(action).dice).of(lambda result: (result.counts["casualties"], result.counts["suffered"]))
    counted: dict[object, Fraction] = {}
    for faces in product(range(1, 7), repeat=dice + reply):
        mine, theirs = 16 - 3 * dice + sum(faces[:dice]), 13 - 3 * reply + sum(faces[dice:])
        fell = tuple(
            floor(Fraction(size * melee_percent(result), 100) + Fraction(1, 2))
            for size, result in ((300, mine), (200, theirs))
        )
        counted[fell] = counted.get(fell, Fraction(0)) + 1
    assert dict(found.items()) == {fell: n / 6 ** (dice + reply) for fell, n in counted.items()}


def test_morale_changes_on_both_sides_are_part_of_the_odds():
    ruling = fighting({"size": 300}, {"size": 200}).judge(
        Action.of("melee", attacker="one", target="other", dice=0, target_dice=0)
    )
    counts = next(iter(odds(ruling.dice))).counts
    # 20% of 300 = 60 of 200 is 30%: two levels; 16% of 200 = 32 of 300 is 10.7%: one level.
    assert (counts["casualties"], counts["morale_change"]) == (60, -2)
    assert (counts["suffered"], counts["own_morale_change"]) == (32, -1)
    assert (counts["broken"], counts["own_broken"]) == (True, False)


def test_a_successful_charge_raises_morale():
    values = charging({"size": 2000}, {"size": 2000})
    assert values["attack_value"] == 17
    field = fighting({"size": 2000}, {"area": "centre", "size": 2000}, engaged=[])
    action = Action.of("melee", attacker="one", target="other", charging=True, dice=0, target_dice=0)
    counts = next(iter(odds(field.judge(action).dice))).counts
    assert (counts["casualties"], counts["suffered"], counts["own_morale_change"]) == (400, 320, 0)  # -1 and +1


def test_what_is_assumed_is_said():
    ruling = fighting().judge(BLOW)
    assert any("PROVISIONAL" in words for words in ruling.assumptions)
    assert any("provisional" in stage.words for stage in ruling.dice.every())
    quiet = shooting().judge(SHOT)
    assert not any("PROVISIONAL" in words for words in quiet.assumptions)
    flank = fighting({}, {"area": "centre"}, engaged=[]).judge(
        Action.of("melee", attacker="one", target="other", charging=True, side="flank")
    )
    assert "3.6.2.5.2-flank" in rules_of(flank)
    assert any("flank is not known" in words for words in flank.assumptions)


# Who may.


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Action.of("missile", attacker="bows", target="far"), "3.6.2.4-fire"),
        (Action.of("missile", attacker="foot", target="near"), "3.6.2.2-missile"),
        (Action.of("missile", attacker="bows", target="foot"), "3.6.2.4-fire"),
        (Action.of("missile", attacker="bows", target="nobody"), "3.6.2.4-fire"),
        (Action.of("missile", attacker="bows", target="dead"), "3.6.2.4-fire"),
        (Action.of("missile", attacker="bows"), "3.6.2.4-fire"),
        (Action.of("missile", attacker="bows", target="near", dice=-1), "3.6.2.4-fire"),
        (Action.of("missile", attacker="bows", target="near", dice=31), "3.6.2.4-fire"),
        (Action.of("missile", attacker="bows", target="near", dice=True), "3.6.2.4-fire"),
        (Action.of("missile", attacker="bows", target="near", dyce=1), "3.6.2.4-fire"),
        (Action.of("missile", attacker="caught", target="near"), "3.6.2.4-fire"),
        (Action.of("missile", attacker="flying", target="near"), "3.6.2.5.3-routing"),
        (Action.of("melee", attacker="bows", target="near"), "3.6.2.5.2-melee"),
        (Action.of("melee", attacker="bows", target="far", charging=True), "3.6.2.4-charge"),
        (Action.of("melee", attacker="caught", target="near", charging=True), "3.6.2.4-charge"),
        (Action.of("melee", attacker="flying", target="near", charging=True), "3.6.2.5.3-routing"),
        (Action.of("melee", attacker="bows", target="near", charging=True, side="back"), "3.6.2.5.2-melee"),
        (Action.of("values", unit="nobody"), "3.6.2.2-size"),
        (Action.of("values"), "3.6.2.2-size"),
        (Action.of("dance"), "3.6.2.4-orders"),
    ],
)
def test_refusals(action, rule):
    bow = {"missile": {"value": 18}}
    field = battle(
        unit("bows", **bow),
        unit("foot"),
        unit("caught", **bow),
        unit("flying", morale="routing", **bow),
        unit("dead", "blue", size=0),
        unit("near", "blue", "centre"),
        unit("far", "blue", "reserve"),
        unit("catcher", "blue", "red centre"),
        engaged=[["caught", "catcher"]],
    )
    ruling = field.judge(action)
    assert not ruling.legal
    assert ruling.refusal.step.rule == rule
    assert ruling.refusal.step.text()
    assert ruling.dice is None


def test_a_unit_fires_once_a_turn_and_strikes_each_enemy_once():
    field = shooting()
    once = field.play(SHOT, [])
    assert not once.judge(SHOT).legal
    assert once.play(Action.of("end"), []).judge(SHOT).legal
    fought = fighting().play(BLOW, [])
    assert not fought.judge(BLOW).legal
    assert not fought.judge(Action.of("turn")).legal
    assert fought.judge(Action.of("turn")).refusal.nearest.action == Action.of("end")


def test_a_routing_target_strikes_nothing_back():
    field = fighting({}, {"morale": "routing"})
    counts = next(iter(odds(field.judge(BLOW).dice))).counts
    assert counts["suffered"] == 0
    assert "reply_value" not in field.judge(BLOW).values
    assert "3.6.2.5.2-routing" in rules_of(field.judge(BLOW))


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 3))
def test_more_defence_never_raises_losses(defence, more, dice):
    def expected(worth):
        action = Action.of("missile", attacker="archers", target="target", dice=dice)
        return odds(shooting({"defence": {"value": worth}}).judge(action).dice).expected(lost)

    assert expected(defence + more) <= expected(defence)


@given(st.integers(1, 5000), st.integers(1, 5000))
def test_who_is_named_first_changes_nothing(one, other):
    field = fighting({"size": one}, {"size": other})
    there = Action.of("melee", attacker="one", target="other", dice=1, target_dice=2)
    back = Action.of("melee", attacker="other", target="one", dice=2, target_dice=1)
    mine = odds(field.judge(there).dice).of(lambda r: (r.counts["casualties"], r.counts["suffered"]))
    theirs = odds(field.judge(back).dice).of(lambda r: (r.counts["suffered"], r.counts["casualties"]))
    assert mine == theirs


def test_a_volley_in_the_shipped_battle():
    field = example("alexander-and-darius-turn-9")
    ruling = field.judge(Action.of("missile", attacker="archers3", target="spearmen2", dice=3))
    assert ruling.values["attack_value"] == 11
    after = field.play(ruling.action, [2, 2, 1])
    assert stands(after, "spearmen2").inflicted == 18  # 4% of 460


@pytest.mark.parametrize("dice", [1, 4, 8])
def test_odds_of_a_volley_against_icepool(dice):
    import icepool

    field = shooting({"defence": {"value": 14}})
    found = odds(field.judge(Action.of("missile", attacker="archers", target="target", dice=dice)).dice)
    total = (dice @ icepool.d6).map(lambda faces: percent_of(16 - 3 * dice + faces) * 5)
    theirs = {outcome: Fraction(total.quantity(outcome), total.denominator()) for outcome in total.outcomes()}
    assert dict(found.of(lost).items()) == theirs
