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


def test_what_nobody_said_is_not_told_as_stated():
    words = [step.text() for step in answer(skill=5).walk()]
    assert "nothing is said of the defence value, which is taken as 0" in words
    assert "nothing is said of the size of asked, which is taken as 100" in words
    assert not any("as the referee states" in one or "worth a second look" in one for one in words)
    said = [step.text() for step in answer(combat=4, melee=20, size=30).walk()]
    assert "as the referee states, melee value 20" in said
    assert not any("nothing is said" in one for one in said)


def test_the_size_of_the_target_can_be_said_and_is_told():
    shot = {"missile": 25, "fire": 2, "size": 500}
    assert "nothing is said of the size of target, which is taken as 100" in [
        step.text() for step in answer(**shot).walk()
    ]
    ruling = answer(**shot, target_size=30)
    assert "target, size 30" in [step.text() for step in ruling.walk()]
    assert odds(ruling.dice).chance(lambda result: result.counts["casualties"] == 30) == 1  # and no more
    with pytest.raises(ScenarioError) as wrong:
        answer(**shot, target_size=-1)
    assert wrong.value.mistakes[0].path == ("target_size",)


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
        ({"skill": 5, "weapon": "spoon"}, ("weapon",)),
        ({"skill": 5, "order": "loose"}, ("order",)),
        ({"combat": 1, "armour": "tin"}, ("armour",)),
        ({"skill": 5, "size": -3}, ("size",)),
        ({"missile_skill": 5, "range": "1.5"}, ("range",)),
        ({"weapon": "club"}, ("weapon",)),
        ({"skill": 5, "dice": 3}, ("dice",)),
    ],
)
def test_wrong_questions_name_the_fact(given, path):
    with pytest.raises(ScenarioError) as error:
        answer(**given)
    assert error.value.mistakes[0].path == path


def test_every_mistake_of_a_question_is_told():
    with pytest.raises(ScenarioError) as error:
        answer(weapon="spoon", skill="x", parry="two", sise=4)
    assert [(one.path, one.expected) for one in error.value.mistakes] == [
        (("weapon",), "a name that is known"),
        (("sise",), "a fact of this question"),
        (("parry",), "shield beside it"),
        (("skill",), "a number"),
        (("parry",), "a number"),
    ]
    with pytest.raises(ScenarioError) as error:
        answer(morale="happy", tiredness="dead", range="1.5", missile_skill=3)
    assert [(one.path, one.expected, one.found) for one in error.value.mistakes] == [
        (("range",), "a whole number", "'1.5'"),
        (("morale",), "good, normal or poor", "'happy'"),
        (("tiredness",), "fresh to reeling", "'dead'"),
    ]


def test_a_fact_without_the_one_it_belongs_to_is_not_passed_over():
    with pytest.raises(ScenarioError) as error:
        answer(skill=5, dice=3)
    assert error.value.mistakes[0].expected == "fire, strike or charge beside it"
