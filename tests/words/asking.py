"""Everything that the shipped battles and the worked examples ask a translator for, with the names players gave."""

import random
from typing import Any, Protocol

from tests.conformance.positions import Position, played, positions, ruleset, shipped

from enfilade.dice import Choice, play, rolls
from enfilade.referee import Ruling, Translator
from enfilade.show import draw, report
from enfilade.show.battle_report import battle_report
from enfilade.show.coverage import coverage_report, reading_rows, source_rows
from enfilade.show.words import option_text, question_text, spoken


class Listening(Protocol):
    """Somebody who wants to know which position is being told."""

    where: str


def hear(name: str, translate: Translator, listening: Listening) -> None:
    """Everything that a ruleset has to say of its positions, its book and its battles, in one language."""
    game = ruleset(name)
    listening.where = f"{name}, its book"
    coverage_report(game, translate)
    list(source_rows(game.book, translate))
    list(reading_rows(game.book, translate))
    for word in (*game.policies, *game.aims, *game.kinds):
        spoken(word, translate)
    for said in (*getattr(game, "symbols", {}).values(), *game.decidable.fields.values()):
        translate(said)
    for position in positions(name):
        listening.where = position.id
        tell(position, translate)
    for file in shipped(name):
        listening.where = f"{name}/{file.name}, played"
        for battle in played(file)[::8]:
            draw(battle.scene(), translate=translate)
            for piece in game.pieces(battle.state):
                piece.strength(translate)
        outcome = played(file)[-1].outcome()
        if outcome:
            outcome.text(translate)
        if name == "ageofmagic":
            battle_report(played(file)[-1], translate).text(steps=True)


def tell(position: Position, translate: Translator) -> None:
    """Every ruling of a position in words, as JSON and drawn; what can be rolled is rolled, with all that is asked."""
    battle = position.battle
    for number, ruling in enumerate(position.rulings):
        report(ruling, battle.ruleset.book, translate)
        ruling.json(translate)
        if number < 2:
            draw(battle.ruleset.scene(battle.state, ruling), ruling, translate=translate)
        if ruling.dice:
            roll(ruling, translate, position.id)


def roll(ruling: Ruling, translate: Translator, seed: str) -> None:
    """The dice of a ruling thrown some times with choices made at random, and every option told."""
    assert ruling.dice is not None
    dice = random.Random(seed)

    def choose(at: int, situation: Any, choice: Choice[Any]) -> Any:
        question_text(choice, translate)
        for option in choice.options:
            option_text(option, translate)
        return dice.choice(choice.options)

    for _ in range(2):
        report(play(ruling.dice, rolls(dice), choose), translate=translate)
