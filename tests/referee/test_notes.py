"""Mistakes are gathered in order; unknown names get the nearest known one."""

import pytest

from enfilade.referee import Mistake, Notes, closest, expectation, hint

UNITS = ("Spearmen", "Rune Golems", "Reanimates", "Reanimate Archers")


def test_notes_keep_every_mistake_in_order():
    notes = Notes()
    notes.add(("units", 0, "ranks"), "a digit", 7)
    notes.unknown(("units", 1, "profile"), "a profile", "spearman", UNITS)
    assert notes.found == [
        Mistake(("units", 0, "ranks"), "a digit", "7"),
        Mistake(("units", 1, "profile"), "a profile", "'spearman'", 'did you mean "Spearmen"?'),
    ]
    assert Notes().found == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [("spearmen", "Spearmen"), ("Rune Golem", "Rune Golems"), ("rune", "Rune Golems"), ("x", None), ("", None)],
)
def test_the_closest_name(written, meant):
    assert closest(written, UNITS) == meant


def test_hints_name_some_of_many_and_say_when_there_are_none():
    assert hint("x", UNITS, 2) == "known: Spearmen, Rune Golems, …"
    assert hint("x", UNITS[:2]) == "known: Spearmen, Rune Golems"
    assert hint("x", ()) == "there are none"


def test_a_strange_name_is_not_repeated_at_length():
    notes = Notes()
    notes.unknown((), "a profile", "x" * 10_000, UNITS)
    assert len(str(notes.found[0].found)) < 100


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Input should be less than or equal to 6", "a number less than or equal to 6"),
        ("Input should be a valid integer", "a valid integer"),
        ("Value error, one of two", "value error, one of two"),
    ],
)
def test_what_a_validator_expects(said, wanted):
    assert expectation(said) == wanted
