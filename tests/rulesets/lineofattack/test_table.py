"""The last table: 36 rows, each with soft shield or without; what it says and what it forbids."""

import pytest

from enfilade.referee import ScenarioError
from enfilade.rulesets.lineofattack import table
from enfilade.rulesets.lineofattack.asking import ask
from enfilade.rulesets.lineofattack.attack import judge

ROWS = [
    (seen, corner, sheltered, stance)
    for seen in ("full", "partial", "no")
    for corner in (False, True)
    for sheltered in (False, True)
    for stance in ("none", "pop_up", "duck")
]


def test_the_rows_are_numbered_as_listed():
    assert [table.row(*row) for row in ROWS] == list(range(1, 37))


@pytest.mark.parametrize("row", ROWS, ids=[str(n) for n in range(1, 37)])
def test_closed_form(row):
    """Seen from the middle or a corner, and not hidden by a duck; no corner where visibility is full."""
    seen, corner, sheltered, stance = row
    expected = None if seen == "full" and corner else (seen != "no" or corner) and not (stance == "duck" and sheltered)
    assert table.line(table.row(*row)) is expected


@pytest.mark.parametrize("shield", ["yes", "no"])
@pytest.mark.parametrize("row", ROWS, ids=[str(n) for n in range(1, 37)])
def test_asked_in_words(row, shield):
    """Every row as a short question. A target with no Copertura cannot be hidden, whatever it ducks behind."""
    seen, corner, sheltered, stance = row
    given = {"visibility": seen, "stance": stance, "soft_shield": shield, "cover": "high" if sheltered else "none"}
    state, actions = ask({**given, "corner": "yes" if corner else "no"})
    ruling = judge(state, actions[0])
    if table.line(table.row(*row)) is None:
        assert ruling.refusal
        assert ruling.refusal.step.rule == "corner.reduced"
    else:
        assert ruling.values["table_row"] == table.row(*row)
        assert ruling.legal is ruling.values["line_of_attack"] is table.line(table.row(*row))


@pytest.mark.parametrize(
    ("reading", "given", "row"),
    [
        ("coverage_or_cover", {"coverage": "25"}, 18),
        ("coverage", {"coverage": "25"}, 18),
        ("cover", {"coverage": "25"}, 15),
        ("coverage_or_cover", {"cover": "low"}, 18),
        ("coverage", {"cover": "low"}, 15),
        ("cover", {"cover": "low"}, 18),
        ("coverage_or_cover", {"coverage": "0"}, 15),
    ],
)
def test_three_readings_of_copertura(reading, given, row):
    state, actions = ask({"visibility": "partial", "stance": "duck", "reading": reading, **given})
    assert judge(state, actions[0]).values["table_row"] == row


def test_copertura_can_be_said_outright():
    state, actions = ask({"visibility": "full", "copertura": "yes", "stance": "duck"})
    assert judge(state, actions[0]).values["table_row"] == 6
    state, actions = ask({"visibility": "full", "copertura": "no", "cover": "high", "stance": "duck"})
    assert judge(state, actions[0]).values["table_row"] == 3


def test_a_duck_behind_something_else():
    state, actions = ask({"visibility": "full", "cover": "low", "stance": "duck", "behind_it": "no"})
    ruling = judge(state, actions[0])
    assert (ruling.legal, ruling.values["table_row"]) == (True, 3)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"visibilty": "full"}, "visibilty"),
        ({"visibility": "half"}, "visibility"),
        ({"stance": "prone"}, "stance"),
        ({"cover": "thick"}, "cover"),
        ({"coverage": "60", "visibility": "partial"}, "coverage"),
        ({"coverage": "50", "visibility": "full"}, "coverage"),
        ({"corner": "perhaps"}, "corner"),
        ({"reading": "R3"}, "reading"),
    ],
)
def test_a_question_that_cannot_be_understood(given, field):
    with pytest.raises(ScenarioError) as error:
        ask(given)
    assert [mistake.path for mistake in error.value.mistakes] == [(field,)]


def test_what_is_known_is_told_once():
    with pytest.raises(ScenarioError) as error:
        ask({"visibility": "x", "cover": "lo"})
    strange, near = error.value.mistakes
    assert (strange.expected, strange.hint) == ("one of full, partial, no", "")
    assert near.hint == 'did you mean "low"?'


def test_all_mistakes_at_once():
    with pytest.raises(ScenarioError) as error:
        ask({"visibility": "half", "stance": "prone", "cover": "thick"})
    assert len(error.value.mistakes) == 3
