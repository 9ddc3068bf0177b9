"""Characters: the two tables, the four rolls, wounds and where they are."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.ageofmagic.armies import battle, example, unit

from enfilade.dice import Choice, Chosen, Rolled, best, follow, odds
from enfilade.referee import Action, ScenarioError
from enfilade.rulesets.ageofmagic.characters import DISPOSITIONS, glory_grade, levels, style_worth
from enfilade.rulesets.ageofmagic.wounds import LOCATION, SURVIVAL, severity, wounds

HALF = Fraction(1, 2)


def test_disposition():
    assert dict(DISPOSITIONS) == {
        "heroic": (6, -6),
        "vanguard": (2, -3),
        "main body": (-2, 0),
        "protected": (-6, 3),
    }


@pytest.mark.parametrize(
    ("result", "reach"), [(-3, 0), (5, 0), (5 + HALF, 1), (6, 1), (11, 1), (12, 2), (17, 2), (18, 4), (30, 4)]
)
def test_how_far_a_disposition_may_shift(result, reach):
    assert levels(result) == reach


@pytest.mark.parametrize(
    ("style", "insight", "worth"),
    [
        ("defensive", 8, (-3, 7)),
        ("defensive", -2, (-3, 3)),
        ("normal", 8, (2, 2)),
        ("normal", 5, (Fraction(5, 4), Fraction(5, 4))),
        ("normal", -8, (0, 0)),
        ("all-out attack", 8, (7, -3)),
        ("all-out attack", 5, (5 + HALF, -3)),
        ("all-out attack", -1, (3, -3)),
    ],
)
def test_style(style, insight, worth):
    assert style_worth(style, insight) == worth


@pytest.mark.parametrize(
    ("result", "grade"),
    [
        (14 + HALF, "spectacular"),
        (7 + HALF, "impressive"),
        (15, "spectacular"),
        (14, "impressive"),
        (8, "impressive"),
        (7, "average"),
        (1, "average"),
        (0, "disappointing"),
    ],
)
def test_glory(result, grade):
    assert glory_grade(result) == grade


def test_the_survival_table_is_whole_and_bounded():
    assert sorted(SURVIVAL) == list(range(-8, 16))
    assert wounds(99) == wounds(15) == (0,) * 6
    assert wounds(-99) == wounds(-8) == (0, 1, 0, 2, 1, 2)
    assert wounds(6) == (0, 1, 1, 0, 0, 0)
    assert wounds(-3) == (2, 1, 0, 2, 1, 0)
    assert wounds(Fraction(21, 4)) == wounds(6)  # 5 1/4 counts as 6


def worst(result):
    return max((at for at, count in enumerate(wounds(result), 1) if count), default=0)


def test_a_worse_result_never_has_a_lighter_worst_wound():
    found = [worst(result) for result in range(15, -9, -1)]
    assert found == sorted(found)
    assert found[0] == 0
    assert found[-1] == 6


@pytest.mark.parametrize(
    ("through", "wound"),
    [
        (-1, "none"),
        (0, "none"),
        (HALF, "scratch"),
        (3, "scratch"),
        (3 + HALF, "light"),
        (6, "light"),
        (9, "medium"),
        (9 + HALF, "serious"),
        (12, "serious"),
        (15, "critical"),
        (15 + HALF, "fatal"),
        (40, "fatal"),
    ],
)
def test_ordinary_wounds(through, wound):
    assert severity(through) == wound


def hero(dice=None, melee=True, casualties=True, **character):
    fields = {"tactics": 5, "iq": 1, "skill": 8, "co": 1, "combat": 6, "st": 1} | character
    field = battle(
        unit("guard"), unit("foe", "blue"), characters=[{"id": "hero", "unit": "guard", "name": "Ann", **fields}]
    )
    return field, Action.of("character", character="hero", dice=dice, melee=melee, casualties=casualties)


def counts(field, action):
    """The one certain result of rolls without dice."""
    (result,) = odds(field.judge(action).dice)
    return result.counts


@pytest.mark.parametrize(
    ("character", "glory", "hurt"),
    [
        # Tactics 6: a quarter is 1 1/2. Glory 9 - 2 + 1.5, survival 7 + 0 + 1.5.
        ({"disposition": "main body", "style": "normal"}, "impressive", wounds(8 + HALF)),
        ({"disposition": "heroic", "style": "all-out attack"}, "spectacular", wounds(7 - 6 - 3)),
        (
            {"disposition": "protected", "style": "defensive"},
            "average" if 9 - 6 - 3 > 0 else "disappointing",
            wounds(16),
        ),
        ({"disposition": "vanguard", "style": "normal", "modifier": -4}, "impressive", wounds(Fraction(1, 2))),
        # Tiredness takes half a point off the tactics roll as well: 5 1/2.
        (
            {"disposition": "main body", "style": "normal", "tiredness": "slightly tired"},
            "impressive",  # 9 - 1/2 - 2 + 1 3/8 counts as 8
            wounds(7 - HALF + Fraction(11, 8)),
        ),
    ],
)
def test_the_rolls_without_dice(character, glory, hurt):
    got = counts(*hero(0, **character))
    assert got["glory"] == glory
    assert tuple(got[name] for name in ("scratch", "light", "medium", "serious", "critical", "fatal")) == hurt


def test_a_berserker_fights_all_out_and_loses_by_it():
    field, action = hero(0, berserk=6, disposition="main body")
    ruling = field.judge(action)
    assert ruling.values["tactics_value"] == 0
    assert counts(field, action)["glory"] == "impressive"  # 9 - 2 + 3
    with pytest.raises(ScenarioError) as error:
        hero(0, berserk=2, style="normal")
    assert error.value.mistakes[0].path == ("characters", 0, "style")


def test_glory_only_in_melee_and_survival_only_with_casualties():
    only = counts(*hero(0, melee=False, casualties=True))
    assert "glory" not in only
    calm = counts(*hero(0, melee=True, casualties=False))
    assert (calm["glory"], calm["wounds"]) == ("impressive", 0)
    field, action = hero(0, melee=False, casualties=False)
    assert field.judge(action).refusal.step.rule == "3.6.3-sequence"


def test_odds_of_survival_against_all_faces():
    field, action = hero(2, melee=False, style="normal", disposition="vanguard")
    found = odds(field.judge(action).dice).of(lambda result: result.counts["wounds"])
    counted: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=4):
        insight = 6 - 6 + faces[0] + faces[1]
        survival = Fraction(7 - 3 - 6 + faces[2] + faces[3]) + Fraction(max(0, insight), 4)
        hurt = sum(wounds(survival))
        counted[hurt] = counted.get(hurt, Fraction(0)) + Fraction(1, 6**4)
    assert dict(found.items()) == counted


def test_choices_of_disposition_and_style_are_offered():
    field, action = hero(0)
    waiting = follow(field.judge(action).dice, []).waiting
    labels = []
    answers: list[Chosen | Rolled] = []
    while waiting is not None:
        if isinstance(waiting, Choice):
            labels.append([option.label for option in waiting.options])
            answers.append(Chosen(waiting.options[0].label))
        else:
            answers.append(Rolled(()))
        waiting = follow(field.judge(action).dice, answers).waiting
    # A tactics result of 6 lets the disposition shift by one level.
    assert labels == [["main body", "vanguard", "protected"], ["normal", "defensive", "all-out attack"]]


def test_the_best_way_to_survive_is_at_least_as_good_as_any_plain_one():
    field, action = hero(1, disposition="vanguard")
    ruling = field.judge(action)
    worth = field.ruleset.aims["unhurt"]
    found = best(ruling.dice, worth, "attacker")
    for style in ("normal", "defensive", "all-out attack"):
        plain, same = hero(1, disposition="vanguard", style=style)
        assert odds(plain.judge(same).dice).expected(worth) <= found.value
    assert odds(ruling.dice, found).expected(worth) == found.value


def test_wounds_are_kept_located_and_told():
    field, action = hero(0, disposition="heroic", style="normal")  # survival 7 - 6 + 1.5: 2 1/2 counts as 3
    after = field.play(action, [])
    who = after.state.characters[0]
    assert who.wounds == (("light", ""), ("light", ""), ("medium", ""), ("medium", ""))
    assert not after.judge(action).legal  # once a turn
    for faces, where in (([1, 1], "left leg"), ([6, 6], "eyes"), ([5, 5], "head"), ([3, 4], "chest")):
        after = after.play(Action.of("location", character="hero"), faces)
        assert where in [place for _, place in after.state.characters[0].wounds]
    assert not after.judge(Action.of("location", character="hero")).legal
    assert [place for _, place in after.state.characters[0].wounds] == ["left leg", "eyes", "head", "chest"]


def test_odds_of_a_location():
    field, action = hero(0, disposition="heroic", style="normal")
    located = odds(field.play(action, []).judge(Action.of("location", character="hero")).dice)
    chest = located.chance(lambda result: result.counts["location"] == "chest")
    assert chest == Fraction(5 + 6, 36)
    assert sum(p for _, p in located.items()) == 1
    assert set(LOCATION) == set(range(2, 13))


def test_a_fatal_wound_kills():
    field, action = hero(0, disposition="heroic", style="all-out attack", combat=0, st=-4)
    after = field.play(action, [])
    assert after.state.characters[0].dead
    assert after.judge(action).refusal.step.rule == "3.6.3.4-death"


def test_after_a_turn_the_rolls_follow_what_the_unit_did():
    field = example("heroes")
    assert field.judge(Action.of("character", character="aldith")).legal  # in melee already
    assert not field.judge(Action.of("character", character="osric")).legal
    after = field.play(Action.of("turn"), [], "none")
    osric = after.judge(Action.of("character", character="osric", dice=0))
    assert osric.legal  # fired, not in melee, no casualties
    assert [stage.rule for stage in osric.dice.every()].count("3.6.3.3-glory") == 0
    assert not after.judge(Action.of("character", character="nobody")).legal
    assert not after.judge(Action.of("character")).legal
    assert not after.judge(Action.of("character", character="osric", dise=1)).legal


@pytest.mark.parametrize(
    ("fields", "wound"), [({"damage": 20, "resistance": 8}, "serious"), ({"damage": 8, "resistance": 8}, "none")]
)
def test_a_blow_outside_battle(fields, wound):
    assert hero()[0].judge(Action.of("wound", **fields)).values["wound"] == wound


@pytest.mark.parametrize("fields", [{}, {"damage": 5}, {"damage": "much", "resistance": 1}, {"damage": 1, "res": 1}])
def test_a_blow_that_is_no_number_is_refused(fields):
    assert not hero()[0].judge(Action.of("wound", **fields)).legal


@given(st.integers(-10, 25), st.integers(0, 10))
def test_a_better_survival_value_never_hurts_worse(value, more):
    assert worst(value + more) <= worst(value)
