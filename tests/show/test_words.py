from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.dice import D6, Chosen, Draw, Roll, Rolled, Sum
from enfilade.referee import Action, Facts, Translator
from enfilade.show.words import answered, deed, listed, loose, mean, percent, spoken


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0.0%"),
        (Fraction(1), "100.0%"),
        (Fraction(3, 16), "18.8%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(9998, 10000), ">99.9%"),
        (Fraction(1, 10**9), "<0.1%"),
        (1 - Fraction(1, 10**9), ">99.9%"),
        (Fraction(999, 1000), "99.9%"),
    ],
)
def test_a_percentage_has_one_decimal(chance, words):
    assert percent(chance) == words


@given(st.fractions(0, 1))
def test_only_certainty_is_called_certain(chance):
    words = percent(chance)
    assert (words == "100.0%") == (chance == 1)
    assert (words == "0.0%") == (chance == 0)
    assert abs(Fraction(words.strip("<>%")) / 100 - chance) <= Fraction(1, 1000)


def test_a_mean_is_whole_where_it_is_whole():
    assert [mean(Fraction(3)), mean(Fraction(3, 2)), mean(Fraction(1, 3))] == ["3", "1.50", "0.33"]


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Action.of("melee", attacker="a", target="b", edge="rear"), "melee: a → b, edge rear"),
        (Action.of("values", unit="phalanx"), "values: phalanx"),
        (Action.of("end_turn"), "end turn"),
        (Action.of("charge", attacker="a", align=100, turn_to_face=True), "charge: a, align 100, turn to face"),
    ],
)
def test_an_action_is_said_as_a_player_says_it(action, words):
    assert deed(action) == words


def test_names_of_values_are_no_words_of_programs():
    assert [spoken(name) for name in ("gap_in", "shield_ids")] == ["gap in inches", "shield by"]


def test_cards_are_told_apart_by_commas_and_dice_by_blanks():
    drawn = Roll(Draw((("Flee in Terror", 1), ("Disarray", 1)), 2), str)
    assert answered(Rolled(("Flee in Terror", "Disarray")), drawn) == "Flee in Terror, Disarray"
    assert answered(Rolled((3, 4)), Roll(Sum(D6, 2), str)) == "3 4"


def test_values_are_listed_without_the_empty_ones():
    values = Facts(threat=2, cover=None, sources=(), flanking=False, dice="R R")
    assert loose(listed(values)) == "threat 2 · flanking no · dice R R"


def test_a_name_can_be_said_in_another_language():
    italian = {"damage per hit": "danno per colpo"}
    assert spoken("damage_per_hit", Translator(lambda words: italian.get(words, words))) == "danno per colpo"


def test_answers_show_faces_and_choices():
    assert [answered(Rolled(("HH", "-"))), answered(Chosen("keep all")), answered(Rolled(()))] == [
        "HH -",
        "keep all",
        "-",
    ]
