"""Everything that the shipped battles and the worked examples ask a translator for, with the names players gave."""

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from tests.conformance.positions import Position, played, positions, shipped

from enfilade.dice import Choice, play, rolls
from enfilade.referee import Ruling, Translate
from enfilade.show import draw, report
from enfilade.show.battle_report import battle_report
from enfilade.show.coverage import coverage_report, reading_rows, source_rows
from enfilade.show.words import option_text, question_text

BUDGET = 20_000
SAMPLES = 50


class Asked(dict[str, str]):
    """A translator that changes nothing and keeps what it was asked for, with the position where that was first."""

    def __init__(self) -> None:
        self.where = ""

    def __call__(self, words: str) -> str:
        self.setdefault(words, self.where)
        return words


@cache
def asked(name: str) -> Mapping[str, str]:
    """What the positions of a ruleset ask for, and where."""
    heard = Asked()
    book = positions(name)[0].battle.ruleset
    heard.where = f"{name}/book"
    coverage_report(book, heard)
    list(source_rows(book.book, heard))
    list(reading_rows(book.book, heard))
    for position in positions(name):
        heard.where = position.id
        tell(position, heard)
    for file in shipped(name):
        heard.where = f"{name}/{file.name}, played"
        battle = played(file)[-1]
        outcome = battle.outcome()
        if outcome:
            outcome.text(heard)
        for one in played(file):
            draw(one.scene(), translate=heard)
        if name == "ageofmagic":
            battle_report(battle, heard).text(steps=True)
    return heard


def tell(position: Position, translate: Translate) -> None:
    """Every ruling of a position in words, as JSON and drawn; what can be rolled is rolled, with all that is asked."""
    battle = position.battle
    for number, ruling in enumerate(position.rulings):
        report(ruling, battle.ruleset.book, translate).text()
        ruling.json(translate)
        if number < 12:
            draw(battle.ruleset.scene(battle.state, ruling), ruling, translate=translate)
        if ruling.dice:
            roll(ruling, translate, position.id)


def roll(ruling: Ruling, translate: Translate, seed: str) -> None:
    """The dice of a ruling thrown some times with choices made at random, and every option told."""
    assert ruling.dice is not None
    dice = random.Random(seed)

    def choose(at: int, situation: Any, choice: Choice[Any]) -> Any:
        question_text(choice, translate)
        for option in choice.options:
            option_text(option, translate)
        return dice.choice(choice.options)

    for _ in range(6):
        report(play(ruling.dice, rolls(dice), choose), translate=translate)
