"""Short questions: a few facts, the ruling at once, through the same judge."""

import pytest

from enfilade.battle import Battle
from enfilade.dice import odds
from enfilade.referee import ScenarioError
from enfilade.rulesets import load

RULES = load("ageofmagic")


def answer(**given):
    state, actions = RULES.ask({name: str(value) for name, value in given.items()})
    (action,) = actions
    return Battle(RULES, {}, state).judge(action)


def test_the_question_of_the_readme():
    ruling = answer(skill=5, st=1, weapon="long sword", order="close", training="veteran")
    assert ruling.values["melee_value"] == 23


def test_every_example_can_be_asked():
    given = {question.name: question.example for question in RULES.questions if question.example}
    assert answer(**given).values["melee_value"] == 23


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ({"skill": 3, "st": 1, "attack": 2, "damage": 4, "mount": "cavalry"}, "melee_value", 20),
        ({"missile_skill": 6, "st": 1, "missile_attack": 2, "missile_damage": 4, "range": 110}, "missile_value", 22),
        ({"combat": 4, "resistance": 3, "shield": 6, "parry": 2}, "defence_value", 11),
        ({"combat": 4, "st": 2, "armour": "light mail"}, "defence_value", 12),
        ({"combat": 4, "resistance": 3, "mount": "cavalry", "barding": "full"}, "defence_value", 13),
        ({"damage": 20, "resistance": 8}, "wound", "serious"),
        ({"missile": 20, "tactics": 5, "leading": 2, "iq": 1, "morale": "good", "fire": 12}, "attack_value", 18),
        ({"missile": 20, "fire": 12, "moving": "yes", "wind": "windy"}, "attack_value", 5),
        ({"melee": 20, "charge": 12, "mount": "cavalry"}, "attack_value", 11),
        ({"melee": 20, "strike": 12, "tiredness": "tired"}, "attack_value", 6),
        ({"skill": "4.5", "st": "0,5", "weapon": "club"}, "melee_value", 14),
    ],
)
def test_short_questions(given, name, value):
    ruling = answer(**given)
    assert ruling.legal
    assert ruling.values[name] == value


def test_a_question_has_odds():
    ruling = answer(missile=20, fire=12, size=500, dice=3)
    assert sum(p for _, p in odds(ruling.dice).items()) == 1


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"skil": 5}, ("skil",)),
        ({"skill": "five"}, ("skill",)),
        ({"skill": "1e99"}, ("skill",)),
        ({"skill": "nan"}, ("skill",)),
        ({"skill": 5, "weapon": "spoon"}, ("units", 0, "melee", "weapon")),
        ({"skill": 5, "order": "loose"}, ("units", 0, "order_of_battle")),
        ({"combat": 1, "armour": "tin"}, ("units", 0, "defence", "armour")),
        ({"skill": 5, "size": -3}, ("units", 0, "size")),
    ],
)
def test_wrong_questions_name_the_fact(given, path):
    with pytest.raises(ScenarioError) as error:
        answer(**given)
    assert error.value.mistakes[0].path == path
