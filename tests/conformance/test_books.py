"""What every ruleset declares of itself holds: each source is used or marked absent, each reading is consulted."""

import random
from functools import cache
from typing import NamedTuple

import pytest
from tests.conformance.positions import played, positions, present, ruleset, shipped
from tests.examples.worked import cases, files

from enfilade.dice import play, rolls
from enfilade.referee import Ruling
from enfilade.rulesets import NAMES

of_every_ruleset = pytest.mark.parametrize("name", present())


class Used(NamedTuple):
    """What the rulings of all positions rest on."""

    rules: frozenset[str]
    readings: frozenset[str]


@cache
def used(name: str) -> Used:
    """The rules and readings behind every ruling of every position, and behind some play from each."""
    rules: set[str] = set()
    readings: set[str] = set()

    def note(ruling: Ruling) -> None:
        rules.update(step.rule for step in ruling.walk())
        rules.update(stage.rule for stage in ruling.dice.every()) if ruling.dice else None
        readings.update(ruling.readings)

    for position in positions(name):
        for ruling in position.rulings:
            note(ruling)
    for file in shipped(name):
        for battle in played(file)[:4]:  # positions that only play leads to
            for action in battle.candidates():
                note(battle.judge(action))
    return Used(frozenset(rules), frozenset(readings))


def test_every_ruleset_is_there():
    assert present() == NAMES


@of_every_ruleset
def test_a_ruleset_introduces_itself(name: str):
    game = ruleset(name)
    assert game.name == name
    assert game.edition in game.editions
    assert game.policies
    assert game.aims
    assert game.questions
    assert len({question.name for question in game.questions}) == len(game.questions)


@of_every_ruleset
def test_every_source_says_what_it_is(name: str):
    for rule, source in ruleset(name).book.sources.items():
        assert source.rule == rule
        assert all((source.book, source.section, source.heading, source.words)), rule
        assert source.status in ("implemented", "partial", "absent"), rule
        assert source.basis in ("stated", "inferred", "assumed"), rule
        assert source.words.rstrip()[-1] in ".?)", f"{rule}: the words are sentences"


@of_every_ruleset
def test_every_source_is_used_or_marked_absent(name: str):
    book, found = ruleset(name).book, used(name)
    assert found.rules <= set(book.sources)
    built = {rule for rule, source in book.sources.items() if source.status != "absent"}
    assert sorted(built - found.rules) == [], "built, but no example uses them"
    assert sorted(found.rules - built) == [], "marked absent, but used"


@of_every_ruleset
def test_every_reading_is_a_question_with_answers(name: str):
    book = ruleset(name).book
    for key, reading in book.readings.items():
        assert reading.name == key
        assert reading.question.endswith("?")
        assert len(reading.options) >= 2, key
        assert all(words.strip() for words in reading.options.values())
        assert reading.default in reading.options, key
        assert reading.sources, key
        assert set(reading.sources) <= set(book.sources), key


@of_every_ruleset
def test_every_reading_is_consulted_somewhere(name: str):
    book, found = ruleset(name).book, used(name)
    assert found.readings <= set(book.readings)
    assert sorted(set(book.readings) - found.readings) == [], "no ruling of any example consults them"


@of_every_ruleset
def test_every_ruleset_has_worked_examples_with_their_sources(name: str):
    assert files(name)
    assert len(list(cases(name))) >= 10


@of_every_ruleset
def test_dice_can_be_played_with_every_policy_by_its_name(name: str):
    for position in positions(name):
        for ruling in position.rulings:
            if ruling.legal and ruling.dice:
                for policy in ruleset(name).policies:
                    answers = position.battle.policy(ruling, policy)
                    assert play(ruling.dice, rolls(random.Random(1)), answers).result is not None
                return
