"""The smallest whole ruleset, against what everybody knows of it: it carries the tests of `Battle` and the docs."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.battle import conquest
from tests.examples.worked import Case, ExampleFile, differences

from enfilade.battle import Battle, Entry
from enfilade.dice import Distribution, best, odds
from enfilade.files.document import parse
from enfilade.referee import Action, Event, Facts, ScenarioError

# Ways for the defender to lose none, one, two armies, over all throws: the published odds of the game.
PUBLISHED = {
    (1, 1): (21, 15),
    (2, 1): (91, 125),
    (3, 1): (441, 855),
    (1, 2): (161, 55),
    (2, 2): (581, 420, 295),
    (3, 2): (2275, 2611, 2890),
}


def ruling(armies: int, against: int, sees: str = "before") -> Any:
    state, (action,) = conquest.ask({"armies": str(armies), "against": str(against)})
    return conquest.judge(state._replace(readings=Facts(sees=sees)), action)


@pytest.mark.parametrize("sees", ["before", "after"])
@pytest.mark.parametrize(("dice", "ways"), PUBLISHED.items())
def test_the_odds_are_the_published_ones(dice, ways, sees):
    attack, defence = dice
    lost = odds(ruling(attack + 1, defence, sees).dice).of(lambda result: result.counts["defender_lost"])
    assert lost == Distribution(dict(enumerate(ways)), sum(ways))


def test_values_are_the_least_of_what_allows_them():
    assert ruling(3, 7).values == Facts(attack_dice=2, defence_dice=2)
    assert ruling(9, 1).values == Facts(attack_dice=3, defence_dice=1)


@pytest.mark.parametrize(
    ("action", "rule", "text"),
    [
        (Action.of("attack", attacker="here", target="nowhere"), "attack.border", "target=nowhere"),
        (Action.of("attack", attacker="here"), "attack.border", "attack attacker=here"),
        (Action.of("march", attacker="here", target="there"), "attack.border", "found march"),
        (Action.of("attack", attacker="here", target="here"), "attack.border", "share a border: no"),
        (Action.of("attack", attacker="there", target="here"), "attack.stays", "there holds 1 armies; one stays"),
    ],
)
def test_refusals_name_the_rule_and_the_fact(action, rule, text):
    state, _ = conquest.ask({"armies": "2", "against": "1"})
    refused: Any = conquest.judge(state, action)
    assert refused.verdict == "refused"
    assert refused.refusal.step.rule == rule
    assert text in refused.refusal.step.text()


def test_a_defender_who_sees_the_faces_holds_longer():
    def value(sees: str) -> Fraction:
        return best(ruling(4, 2, sees).dice, conquest.aims["armies"], "attacker").value

    assert value("before") == Fraction(2 * 2890 - 2 * 2275, 7776)
    assert value("after") < value("before")


def test_the_defender_who_sees_two_high_faces_risks_one_army_only():
    program = ruling(4, 2, "after").dice
    plan = best(program, conquest.aims["armies"], "attacker")
    answer = program.stages[2]
    for faces, dice in (((1, 6, 6), "1 dice"), ((1, 2, 3), "2 dice"), ((1, 5, 5), "1 dice"), ((3, 3, 5), "2 dice")):
        clash = conquest.Clash(attack=3, faces=faces)
        assert plan(2, clash, answer.run(clash)).label == dice


def test_a_taken_region_is_said_to_follow_an_assumption():
    assert [words[:20] for words in ruling(4, 2).assumptions] == ["As many armies move "]
    assert ruling(4, 3).assumptions == ()


def test_a_border_to_nowhere_is_a_mistake_with_its_place():
    region = conquest.RegionEntry(id="here", side="a", armies=1, borders=("there", "here", "gone"))
    with pytest.raises(ScenarioError) as wrong:
        conquest.setup(conquest.document(regions=(region,)))
    assert [mistake.path[-1] for mistake in wrong.value.mistakes] == [0, 2]
    assert str(wrong.value).startswith("regions[0].borders[0]: expected a region of this map, found 'there'")


def test_a_short_question_lists_all_its_mistakes():
    with pytest.raises(ScenarioError) as wrong:
        conquest.ask({"armies": "none", "agianst": "3"})
    assert [mistake.path for mistake in wrong.value.mistakes] == [("agianst",), ("armies",)]


def world(*armies: int) -> Battle:
    """Regions in a ring, held in turn by red, blue and green."""
    count = len(armies)
    regions = [
        {
            "id": f"r{i}",
            "side": ("red", "blue", "green")[i % 3],
            "armies": n,
            "position": (i % 4, i // 4),
            "borders": [f"r{(i + 1) % count}"],
        }
        for i, n in enumerate(armies)
    ]
    scenario = {"regions": regions}
    return Battle(conquest, scenario, conquest.setup(conquest.document.model_validate(scenario)))


PAGE = Path(__file__).parents[2] / "docs" / "rulesets.md"


def quoted(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text("utf-8"), re.S | re.M)


def test_the_page_on_rulesets_quotes_this_one():
    folder = Path(str(conquest.__file__)).parent
    code = (folder / "__init__.py").read_text("utf-8")
    tables = (folder / "sources.toml").read_text("utf-8") + (folder / "readings.toml").read_text("utf-8")
    assert len(quoted("py")) >= 4
    assert len(quoted("toml")) >= 2
    assert [block for block in quoted("py") if block not in code] == []
    assert [block for block in quoted("toml") if block not in tables] == []


def test_the_worked_example_on_the_page_holds():
    (text,) = quoted("yaml")
    data: Any = parse(text).data
    written = ExampleFile.model_validate(data)
    assert written.expect is not None
    scenario = conquest.document.model_validate(written.scenario)
    battle = Battle(conquest, written.scenario, conquest.setup(scenario))
    case = Case("docs/rulesets.md", written.title, written.scenario, written.action, written.expect)
    assert list(differences(case, battle)) == []


def test_what_the_referee_decides_is_set_or_refused():
    state, _ = conquest.ask({"armies": "4", "against": "2"})
    start = Battle(conquest, {}, state)
    decide = Action.of("decide", words="help arrives", unit="there", armies=9)
    after = start.play(decide, ())
    assert [(piece.id, piece.strength()) for piece in conquest.pieces(after.state)] == [
        ("here", "4 armies"),
        ("there", "9 armies"),
    ]
    assert [step.text() for step in start.judge(decide).walk()] == [
        "the referee decides: help arrives",
        "there: armies from 2 to 9",
    ]
    assert after.check(after.entries) is None
    assert after.undo().state == state
    refused = start.judge(Action.of("decide", words="nobody is left", unit="there", armies=0))
    assert refused.refusal
    assert refused.refusal.step.text() == "there: armies: expected a whole number from 1 to 1000, found 0"
    forged = after.entries[0].events[0]
    changed = Entry(decide, (), (Event("decided", Facts(forged.facts, armies=8)),))
    found = start.check([changed])
    assert found
    assert (found.rule, found.recorded, found.ruled) == ("referee", "8", "9")
