"""The languages: what they leave alone, what they say, and that all threads hear the same."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from enfilade.battle import Battle
from enfilade.dice import Chosen, Option, Policy, Rolled, play, rolls
from enfilade.files.scenario import load
from enfilade.referee import Action, Facts, Words, phrase, same
from enfilade.show import draw, report
from enfilade.show.calling import calling
from enfilade.show.coverage import summary
from enfilade.show.drawing import worded
from enfilade.show.languages import LANGUAGES, LanguageError, page_texts, translator
from enfilade.show.words import answered, deed, label_text, listed, option_text, policy_text, spoken

EXAMPLES = Path(__file__).parents[2] / "examples"


def battle(name: str) -> Battle:
    return load(str(EXAMPLES / f"{name}.battle.yaml"))


def test_english_is_the_language_of_the_rules():
    assert [translator("en")(words) for words in ("rear", "left_flank", "pop_up")] == ["rear", "left flank", "pop up"]
    assert page_texts("en") == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_language_does_not_know_stays_as_it_is(language: str):
    assert translator(language)("Ser Osric's levy") == "Ser Osric's levy"
    assert translator(language)("") == ""


@pytest.mark.parametrize("language", ["de", "", "FR", "fr_FR", "../fr"])
def test_another_language_is_refused_with_those_that_there_are(language: str):
    for ask in (translator, page_texts):
        with pytest.raises(LanguageError, match=r"there is no language .*; there are: en, fr, it"):
            ask(language)


def test_a_translator_is_made_once_and_all_threads_hear_the_same():
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda at: translator(("fr", "it")[at % 2])("refused"), range(64)))
    assert found == ["refusé", "rifiutato"] * 32
    assert translator("fr") is translator("fr")


def test_the_page_of_the_line_of_attack_is_told_in_its_own_words():
    """The source's terms: Visibilità, Riparo, Velo, Angolo della Parete, Acquattarsi, Linea di Attacco."""
    fight = battle("lineofattack/behind-the-crates")
    translate = translator("it")
    told = str(report(fight.judge(fight.candidates()[0]), fight.ruleset.book, translate))
    for term in ("RIFIUTATO", "linea di attacco", "visibilità piena", "riparo medio", "velo", "acquatt", "Copertura"):
        assert term in told, term
    assert "ana" in told
    assert "carlo" in told


def test_the_french_attack_action_is_told_in_its_own_words():
    """The source's terms: plateau, flanc, test de panique, dés d'attaque, sauvegarde."""
    fight = battle("asoiaf/charge-into-the-flank")
    translate = translator("fr")
    told = "\n".join(str(report(fight.judge(action), fight.ruleset.book, translate)) for action in fight.candidates())
    for term in ("plateau", "flanc", "panique", "dés d'attaque", "sauvegarde", "Vitesse"):
        assert term in told, term


def test_only_texts_are_translated_in_json():
    fight = battle("runewars/struck-in-the-rear")
    ruling = fight.judge(fight.candidates()[0])
    plain, french = ruling.json(), ruling.json(translator("fr"))
    assert french["steps"] != plain["steps"]
    for part in ("action", "verdict", "values", "readings", "evidence"):
        assert french[part] == plain[part]
    assert french["steps"][0]["facts"] == plain["steps"][0]["facts"]
    assert french["steps"][0]["rule"] == plain["steps"][0]["rule"]


def test_a_unit_that_is_called_like_a_word_of_the_rules_keeps_its_name():
    french = translator("fr")
    assert french("rear") == "dos"
    facts = Facts(unit="rear", target="front", edges=("rear",))
    assert phrase("{unit} is engaged with {target} ({edges})", facts, french) == (
        "rear est engagée avec front (arrière)"
    )
    assert deed(Action.of("melee", attacker="rear", target="front", edge="rear"), french) == (
        "mêlée\xa0: rear → front, bord arrière"
    )
    assert listed(Facts(unit="rear", edge="rear"), french, "; ") == "unité\u00a0rear; bord\u00a0arrière"


def test_labels_of_drawings_are_translated_part_by_part():
    french = translator("fr")
    rules = (Words("{rule} {worth}", Facts(rule="cover", worth=1)), "impassable")
    wood = Words("{name}, {rules}", Facts(name="rear, left", rules=rules))
    assert label_text(wood, french) == "rear, left, couvert 1, infranchissable"
    assert label_text(wood) == str(wood) == "rear, left, cover 1, impassable"
    assert label_text("cover 1", french) == "couvert 1"
    assert label_text("corner (2.5,3)", french) == "coin (2,5\u00a0; 3)"
    assert label_text("corner (2.5,3)", translator("en")) == "corner (2.5, 3)"
    assert label_text("tray 2.1", translator("it")) == "vassoio 2.1"
    assert label_text("", french) == ""
    assert label_text("cover 1") == "cover 1"


def test_the_name_of_a_count_may_begin_with_a_side():
    assert spoken("darius_lost", translator("fr")) == "darius\xa0: perdus"
    assert spoken("damage_per_hit", translator("fr")) == "dégâts par touche"
    assert spoken("darius_lost") == "darius lost"
    named = translator("fr").naming({"the_reds": "red_guard"})
    assert spoken("the_reds_lost", named) == "red_guard\xa0: perdus"
    assert spoken("the_reds_lost", same.naming(named.names)) == "red_guard lost"
    assert spoken("the_reds_lost") == "the reds lost"


def test_a_word_that_is_a_value_may_have_another_form_for_a_name_and_for_a_fact():
    french, italian = translator("fr"), translator("it")
    assert (french("medium"), spoken("medium", french), spoken("medium", italian)) == ("moyen", "moyennes", "medie")
    assert listed(Facts(disposition="heroic", glory="impressive"), italian, "; ").replace("\xa0", " ") == (
        "disposizione eroica; gloria notevole"
    )


def test_a_turn_is_named_without_the_orders_of_every_unit():
    turn = Action.of("turn", orders={"phalanx": {"defend": "archers", "if_charged": "brace"}})
    assert deed(turn) == "turn: by the orders given"
    assert deed(turn, translator("fr")) == "tour\xa0: selon les ordres donnés"


def test_a_character_is_called_by_its_name():
    fight = battle("ageofmagic/heroes")
    action = next(one for one in fight.candidates() if one.get("character") == "aldith")
    assert deed(action, calling(fight, translator("fr"))) == "personnage\xa0: Aldith"


def test_a_policy_is_called_in_the_language():
    assert policy_text("keep_tokens") == "keep tokens"
    assert [policy_text("none", translator(language)) for language in LANGUAGES] == ["none", "aucune", "nessuna"]
    assert policy_text("best:wounds", translator("it")) == "migliore: ferite"


def test_what_has_commas_is_parted_by_the_sign_of_the_language():
    book = battle("asoiaf/charge-into-the-flank").ruleset.book
    said = [summary(book, translator(language)) for language in LANGUAGES]
    assert ["\xa0; " in one for one in said] == [False, True, False]
    assert all("; " in one for one in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_that_its_words_hold_is_not_said_again(language: str):
    ruling = battle("runewars/struck-in-the-rear").judge(
        Action.of("melee", attacker="reanimates", target="spearmen", edge="rear")
    )
    rows = report(ruling, translate=translator(language)).rows
    (dice,) = [row.words for row in rows if row.label == "10.2" and row.depth == 1]
    assert dice.endswith((" W", " R")), dice
    assert "→" not in dice


def test_a_picture_is_drawn_in_another_language_and_the_same_otherwise():
    fight = battle("asoiaf/charge-into-the-flank")
    action = fight.candidates()[0]
    ruling, scene = fight.judge(action), fight.scene(action)
    plain, italian = draw(scene, ruling).svg, draw(scene, ruling, translate=translator("it")).svg
    assert "terreno" in italian
    assert plain.count("<polygon") == italian.count("<polygon")
    assert worded(scene, same).json() == scene.json()
    assert worded(scene, translator("it")).title == "A charge into the flank"  # players gave it
    assert [shape.points for shape in worded(scene, translator("it")).shapes] == [s.points for s in scene.shapes]


def test_choices_are_told_in_a_language_and_answered_in_none():
    """The label of an option is what a record holds; only its showing is translated."""
    fight = battle("runewars/archers-and-a-screen")
    french, told, dice = translator("fr"), dict[str, str](), Random(1)
    wild: Policy[Any] = lambda at, situation, choice: dice.choice(choice.options)  # noqa: E731
    for ruling in map(fight.judge, fight.candidates()):
        for one in play(ruling.dice, rolls(dice), wild).told if ruling.dice else ():
            if isinstance(one.answer, Chosen):
                told[one.answer.label] = answered(one.answer, one.asked, french)
    again = {label: words for label, words in told.items() if label.startswith("re-roll")}
    assert again
    assert all(words.startswith(("relancer rouge", "relancer bleu")) for words in again.values())


def test_an_option_says_its_label_by_its_template():
    option = Option.saying("pay {number} for Lethal {number}", 0, number=2)
    assert option.label == "pay 2 for Lethal 2"
    assert option_text(option) == option.label
    assert option_text(option, translator("it")) == "pagare 2 per Lethal 2"
    assert option[:2] == ("pay 2 for Lethal 2", 0)
    assert answered(Chosen("pay 2 for Lethal 2"), None, translator("it")) == "pay 2 for Lethal 2"
    assert answered(Rolled((3, 5)), None, translator("it")) == "3 5"
