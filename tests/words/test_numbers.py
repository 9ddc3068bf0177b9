"""How each language writes numbers, counts things and puts words together; files and JSON keep machine numbers."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from babel import Locale
from tests.conformance.positions import positions, present
from tests.words.gathering import COUNTED, gathered, read

from enfilade.dice import Distribution
from enfilade.referee import Facts, Result, Step, Translator, Words, phrase, same, shown, told
from enfilade.show import chart, report
from enfilade.show.languages import LANGUAGES, NUMBERS, elided, translator
from enfilade.show.words import loose, mean, percent

FRENCH, ITALIAN = translator("fr"), translator("it")
OTHERS = LANGUAGES[1:]


def plain(text: str) -> str:
    return loose(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_signs_in_numbers_are_those_of_the_locale_data(language: str):
    locale, numbers = Locale(language), NUMBERS[language]
    assert numbers.decimal == locale.number_symbols["latn"]["decimal"]
    assert numbers.group == locale.number_symbols["latn"]["group"]
    pattern = locale.percent_formats[None].pattern.replace("#,##0", "{number}")
    assert plain(numbers.percent) == plain(pattern)
    if numbers.decimal == ",":
        assert numbers.between.strip("\u00a0 ") == locale.number_symbols["latn"]["list"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_counts_as_the_locale_data_says(language: str):
    rule = Locale(language).plural_form
    for number in (0, 1, 2, 3, 11, 21, 101, Decimal("0.5"), Decimal("1.5"), Decimal("1.9"), Decimal("2.1")):
        assert NUMBERS[language].one(float(number)) == (rule(number) == "one"), number


def test_values_are_written_as_the_language_writes_them():
    def said(value: object) -> list[str]:
        return [plain(shown(value, translate)) for translate in (same, FRENCH, ITALIAN)]

    assert said(2.5) == ["2.5", "2,5", "2,5"]
    assert said(Decimal("0.153")) == ["0.153", "0,153", "0,153"]
    assert said(-0.125) == ["-0.12", "-0,12", "-0,12"]
    assert said(3) == said(3.0) == ["3", "3", "3"]
    assert said(Fraction(25, 11)) == ["25/11"] * 3
    assert said((9.5, 4.5)) == ["9.5, 4.5", "9,5 ; 4,5", "9,5; 4,5"]
    assert said(((9.5, 4), (1, 2))) == ["(9.5, 4), (1, 2)", "(9,5 ; 4), (1 ; 2)", "(9,5; 4), (1; 2)"]
    assert said((100, 50)) == ["100, 50", "100, 50", "100, 50"]
    assert said(("a", "2.1")) == ["a, 2.1"] * 3  # names that look like numbers are none
    assert said("8d6") == ["8d6"] * 3


def test_chances_and_means_too():
    assert [plain(percent(Fraction(55, 64), one)) for one in (same, FRENCH, ITALIAN)] == ["85.9%", "85,9 %", "85,9%"]
    assert [plain(percent(Fraction(1, 5000), one)) for one in (same, FRENCH, ITALIAN)] == ["<0.1%", "<0,1 %", "<0,1%"]
    assert [mean(Fraction(3, 2), one) for one in (same, FRENCH, ITALIAN)] == ["1.50", "1,50", "1,50"]
    assert [plain(one.number(f"{1_234_567.5:,}")) for one in (same, FRENCH, ITALIAN)] == [
        "1,234,567.5",
        "1 234 567,5",
        "1.234.567,5",
    ]


def test_odds_margins_and_charts_are_told_in_one_way():
    results = Distribution({Result(Facts(hits=hits), ()): weight for hits, weight in ((0, 3), (1, 3), (2, 2))}, 8)
    said = plain(str(report(results, translate=ITALIAN)))
    assert "0,88" in said
    assert "62,5%" in said
    assert not re.search(r"\d\.\d", said)
    drawn = chart(results, translate=FRENCH).svg
    assert "62,5" in drawn
    assert "62.5%" not in drawn


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", present())
def test_no_decimal_point_is_left_in_a_sentence(name: str, language: str):
    translate, found = translator(language), 0
    for position in positions(name):
        for step in (step for ruling in position.rulings for step in ruling.walk()):
            for key, value in {"value": step.value, **step.facts}.items():
                if isinstance(value, float) and "." in shown(value) and "{" + key in step.words:
                    found += 1
                    assert shown(value, translate) in step.text(translate)
                    assert shown(value, same) not in step.text(translate)
    assert found or name in ("lineofattack", "ageofmagic")  # these tell whole numbers, fractions and places


def test_words_go_with_their_number():
    words = "{hits} {hits:hit|hits}"
    assert [phrase(words, {"hits": hits}) for hits in (0, 1, 2, 1.5)] == ["0 hits", "1 hit", "2 hits", "1.5 hits"]
    assert [phrase(words, {"hits": hits}, ITALIAN) for hits in (0, 1, 2)] == ["0 colpi", "1 colpo", "2 colpi"]
    assert [phrase(words, {"hits": hits}, FRENCH) for hits in (0, 1, 1.5, 2)] == [
        "0 touche",
        "1 touche",
        "1,5 touche",
        "2 touches",
    ]


def test_a_list_counts_what_stands_in_it():
    words = "{friends} {friends:tests|test}"
    assert phrase(words, {"friends": ("a",)}) == "a tests"
    assert phrase(words, {"friends": ("a", "b")}) == "a, b test"
    named = Step("1.1", "{value} {value:tests|test}", value=("a", "b"), name="panic_tests")
    assert named.text() == "a, b test"


def test_a_word_may_have_a_form_of_its_own_for_a_fact():
    assert [told(name, "right", FRENCH) for name in ("way", "edge", "enemy_edge", "edges")] == [
        "à droite",
        "droit",
        "droit",
        "droit",
    ]
    assert told("edges", ("right", "rear"), ITALIAN) == "destro, posteriore"
    assert told("edges", (), FRENCH) == "aucun"
    assert (told("card", "none", FRENCH), told("cover", "none", FRENCH)) == ("aucune", "aucun")
    assert told("edge", "right") == "right"
    assert phrase("{dice}", {"dice": Words("{number} {dice}", Facts(number=2, dice="red"))}, FRENCH) == "2 rouges"


def test_a_value_is_told_as_the_fact_whose_name_it_has():
    step = Step("1.7", "{attacker} is in the {value} arc of {target}, as stated",
                Facts(attacker="a", target="t"), "rear", "arc")  # fmt: skip
    assert step.text(ITALIAN) == "a è nell'arco posteriore di t, come dichiarato"


def test_french_elides_before_a_vowel_whatever_a_unit_is_called():
    words = "le dos de {one}, que {two} touche"
    assert elided(words, {"one": "Oathsworn", "two": "Élan"}) == "le dos d'{one}, qu'{two} touche"
    assert elided(words, {"one": "Heavy Crossbowmen", "two": "2"}) == words
    assert phrase(
        "the back of {unit}", {"unit": "Oathsworn"}, _saying(**{"the back of {unit}": "le dos de {unit}"})
    ) == ("le dos d'Oathsworn")


@pytest.mark.parametrize("name", ["Garde de Aragon", "Troupe que Anna", "La de elfe", "Tolède"])
def test_french_elides_at_the_seam_and_never_in_a_name(name: str):
    words = {"{unit}: stand": "{unit} atteint, de {unit}", "from {place}": "de {place}"}
    assert phrase("{unit}: stand", {"unit": name}, _saying(**words)) == f"{name} atteint, de {name}"
    within = Words("{unit}: stand", Facts(unit=name))
    assert phrase("from {place}", {"place": within}, _saying(**words)) == f"de {name} atteint, de {name}"
    assert phrase("{unit}: stand", {"unit": name}, FRENCH).startswith(name)


def _saying(**words: str) -> Translator:
    """French that knows just these words."""
    return Translator(lambda said: words.get(said, said), FRENCH.numbers, joined=elided)


# The catalogues -------------------------------------------------------------------------------------------------

NAMES = list(gathered())


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", NAMES)
def test_words_that_go_with_a_number_are_two(language: str, name: str):
    for message in read(language, name):
        for field in re.findall(r"\{\w+:[^{}]*\}", f"{message.id} {message.string}") if message.id else ():
            assert COUNTED.fullmatch(field) or ": " in field, message.id


@pytest.mark.parametrize("name", NAMES)
def test_french_signs_of_two_parts_stand_apart_and_on_the_same_line(name: str):
    for message in read("fr", name):
        assert not message.id or not re.search(r" [:;?!%»]|« ", str(message.string)), message.string
