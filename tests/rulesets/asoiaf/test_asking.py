"""Short questions: a few facts, the same judge."""

import pytest
from tests.rulesets.asoiaf.table import ask, expected, strike, table, unit

from enfilade.referee import ScenarioError
from enfilade.rulesets import asoiaf


def test_a_question_is_ruled_like_a_position():
    state = table(unit("a", "x", 24, 20), unit("t", "y", 24, 24.8, 180))
    asked = ask(dice="7/5/4", hit=4, defense=4, morale=6)
    placed = strike(state, attack="sword")
    assert expected(asked) == expected(placed)
    assert {name: asked.values[name] for name in ("attack_dice", "to_hit", "save", "panic_modifier", "arc")} == {
        name: placed.values[name] for name in ("attack_dice", "to_hit", "save", "panic_modifier", "arc")
    }


def test_every_word_alone_is_a_question():
    for question in asoiaf.questions:
        assert question.example, question.name
        assert ask(**{question.name: question.example}).action.kind in ("melee", "ranged", "charge")


def test_what_the_facts_make_of_the_action():
    assert ask(kind="long").action.kind == "ranged"
    assert ask(gap=9).action.kind == "charge"
    assert ask(charging="yes").action["charging"] is True
    assert ask(kind="short", friends="6,7").values["panic_tests"] == ("friend1", "friend2")
    assert ask(dice="7/5/4", wounds=5).values["attack_dice"] == 5
    assert ask(arc="rear", edition="v1x").values["save"] == 6


@pytest.mark.parametrize(
    ("facts", "wrong"),
    [
        ({"dise": "7"}, {"dise"}),
        ({"dice": "x", "hit": "9", "arc": "side", "defense": "1"}, {"dice", "hit", "arc", "defense"}),
        ({"conditions": "scared", "keywords": "luck"}, {"conditions", "keywords"}),
        ({"attacker_conditions": "scared", "wounds": "13"}, {"attacker_conditions", "wounds"}),
        ({"target_wounds": "0"}, {"target_wounds"}),
        ({"edition": "v9"}, {"edition"}),
        ({"readings": "grazing:maybe"}, {"readings"}),
        ({"kind": "long", "range": "far"}, {"range"}),
        ({"gap": "far"}, {"gap"}),
        ({"speed": "fast"}, {"speed"}),
    ],
)
def test_every_mistake_names_its_fact(facts, wrong):
    with pytest.raises(ScenarioError) as error:
        asoiaf.ask(facts)
    assert {mistake.path[0] for mistake in error.value.mistakes} == wrong
