"""Positions from documents: mistakes said well, sizes that no table has, terrain, short questions, what is drawn."""

import re
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from tests.rulesets.runewars.field import RUNEWARS, battle, melee, shot, unit

from enfilade.files.scenario import load
from enfilade.referee import ScenarioError, phrase
from enfilade.rulesets.runewars import ask

HEAD = "format: enfilade/scenario/1\nruleset: runewars\n"
SPEARMEN = '{id: a, side: x, profile: Spearmen, ranks: ["44"]}'


def told(text: str) -> list[str]:
    """The lines of a refusal, without the place."""
    with pytest.raises(ScenarioError) as refused:
        load(HEAD + text)
    return [line.split(" ", 1)[1] for line in str(refused.value).splitlines()]


@pytest.mark.parametrize(
    ("written", "found"),
    [("0", "0"), ("-3ft", "'-3ft'"), ("nonsense", "'nonsense'"), ("3 parsecs", "'3 parsecs'"), ("12in12", "'12in12'")],
)
def test_a_wrong_length_says_what_a_length_is(written, found):
    text = f"table: {{width: {written}}}\nunits: [{SPEARMEN}]"
    assert told(text) == [
        f'table.width: expected a length above zero such as 2 (trays), "12in" or "30cm", found {found}'
    ]


def test_a_length_that_no_table_has():
    lines = told(f"table: {{width: 31ft}}\nunits: [{SPEARMEN}]")
    assert lines == ["table.width: expected a length of at most 30ft, found '31ft'"]
    far = '{id: a, side: x, profile: Spearmen, ranks: ["44"], position: [1e30, .nan]}'
    assert [line.split(":")[0] for line in told(f"units: [{far}]")] == ["units[0].position[0]", "units[0].position[1]"]


@pytest.mark.parametrize("facing", ["361", "-1e9", ".inf", "north"])
def test_a_facing_is_within_one_turn(facing):
    lines = told(f'units: [{{id: a, side: x, profile: Spearmen, ranks: ["44"], position: [9, 9], facing: {facing}}}]')
    assert [line.split(":")[0] for line in lines] == ["units[0].facing"]


def test_misspelt_names_are_told_with_the_nearest():
    lines = told(
        'units:\n  - {id: a, side: x, profile: Spearman, ranks: ["44"], tokens: {panick: 1}}\n'
        '  - {id: b, side: y, profile: Reanimates, ranks: ["44"], upgrades: [Sweping Strikes]}\n'
        "contacts: [{unit: a, edge: front, enemy: bb}]"
    )
    assert [line.rsplit("; ", 1)[1] for line in lines] == [
        'did you mean "Spearmen"?',
        'did you mean "panic"?',
        'did you mean "sweeping strikes"?',
        'did you mean "b"?',
    ]


def test_every_mistake_of_a_file_is_told_at_once():
    lines = told(
        'units:\n  - {id: a, side: x, profile: Nobody, ranks: ["44"]}\n'
        '  - {id: b, side: y, profile: Spearmen, ranks: ["45"]}\n'
        "table: {depth: 99ft}\nterrain: [{id: w, shape: [[1, 1], [2, 2], [3, 3]], keywords: {covered: 1}}]\n"
        "dial: {c: {action: melee}}\nsights: [{unit: a, enemy: d, range: 3}]"
    )
    fields = [re.split(r": expected", line)[0] for line in lines]
    assert fields == [
        "units[0].profile", "units[1].ranks[0]", "table.depth", "terrain[0].shape", "terrain[0].keywords.covered",
        "dial.c", "sights[0].enemy",
    ]  # fmt: skip


def mistakes(refused: ValueError) -> list[tuple[str | int, ...]]:
    """The places of what is wrong, whether the shape of a document or the position in it."""
    if isinstance(refused, ScenarioError):
        assert all(mistake.expected and mistake.found for mistake in refused.mistakes)
        return [mistake.path for mistake in refused.mistakes]
    assert isinstance(refused, ValidationError)
    return [error["loc"] for error in refused.errors() if error["loc"] != ("units",)]  # it counts only sound units


@given(st.text(max_size=14), st.text(max_size=14))
def test_no_formation_is_too_strange_to_be_refused_in_words(first, second):
    try:
        fight, wrong = battle(unit("a", "x", "Reanimates", [first, second])), []
    except ValueError as refused:
        fight, wrong = None, mistakes(refused)
    assert all(path[:3] == ("units", 0, "ranks") for path in wrong)
    assert bool(wrong) != bool(fight and fight.state.unit("a").alive)


WORDS = [question.name for question in RUNEWARS.questions]
ANSWERS = ["44/4.", "rear", "2.1", "Spearmen", "3", "stable:1", "front", "1.1"]


@given(st.dictionaries(st.sampled_from([*WORDS, "odd"]), st.sampled_from(ANSWERS) | st.text(max_size=6), max_size=4))
def test_a_short_question_is_answered_or_refused_by_its_own_words(given_words):
    try:
        (state, actions), wrong = ask(given_words), []
    except ScenarioError as refused:
        (state, actions), wrong = (None, ()), mistakes(refused)
    # what is missing may be told too: which trays are touched, or ranks that fit the card
    assert {str(path[0]) for path in wrong} <= {*given_words, "touching", "ranks", "target_ranks"}
    assert bool(wrong) != bool(actions)
    for action in actions:
        ruling: Any = RUNEWARS.judge(state, action)
        assert ruling.legal or ruling.refusal.step.rule in ("10.1", "10.range", "10.none")


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ({"ranks": "44/4.", "edge": "rear", "touching": "2.1"}, {"threat": 1, "rerolls_full": 0}),
        ({"ranks": "44/4.", "edge": "left", "touching": "1.1,2.1"}, {"threat": 2}),
        (
            {"ranks": "444/444", "edge": "front", "against": "Rune Golems"},
            {"threat": 3, "rerolls_full": 1, "defense": 4},
        ),
        ({"edge": "front", "enemy_edge": "rear"}, {"flanking": True, "dice": "R R + R/B"}),
        ({"profile": "Rune Golems", "runes": "stable:2"}, {"threat": 4}),
        ({"profile": "Heavy Crossbowmen", "ranks": "444", "range": "3"}, {"threat": 3, "range": 3}),
        ({}, {"threat": 2}),
    ],
)
def test_short_questions(words, values):
    state, (action,) = ask(words)
    found = RUNEWARS.judge(state, action).values
    assert {name: found[name] for name in values} == values


# What is shown --------------------------------------------------------------------------------------------------


def test_counted_trays_and_the_contacted_edge_are_drawn_where_the_trays_stand():
    fight = battle(
        unit("a", "x", "Reanimates", ["44", "2."], position=[10, 6]),
        unit("t", "y", "Spearmen", ["444"], position=[9.5, 4.5]),
    )
    shapes = fight.judge(melee(edge="rear")).evidence
    assert [shape.points for shape in shapes if shape.role == "counted"] == [((9, 6), (10, 6), (10, 5), (9, 5))]
    strokes = {frozenset(shape.points) for shape in shapes if shape.role == "contacted"}
    assert strokes == {frozenset({(9, 5), (10, 5)}), frozenset({(10, 6), (11, 6)})}


def test_a_shot_shows_its_arc_its_range_and_its_line():
    fight = battle(
        unit("a", "x", "Reanimate Archers", ["44"], position=[10, 6]),
        unit("t", "y", "Spearmen", ["444"], position=[10, 9]),
    )
    roles = [shape.role for shape in fight.judge(shot()).evidence]
    assert [roles.count(role) for role in ("arc", "range", "line_free", "counted")] == [2, 1, 1, 2]


def test_figures_upgrades_and_tokens_are_on_the_scene():
    fight = battle(
        unit("a", "x", "Spearmen", ["43"], upgrades=[{"name": "Lance Corporal", "tray": "1.1"}]),
        unit("t", "y", "Reanimates", ["44"]),
    )
    shapes = fight.scene().shapes
    assert sum(shape.role == "figure" and shape.of == "a" for shape in shapes) == 7
    assert [str(shape.label) for shape in shapes if shape.role == "figure" and shape.label] == ["Lance Corporal"]


def test_no_step_says_a_value_that_is_not_a_word():
    """Empty lists, missing values, half-filled templates: none of them reaches the reader."""
    units = (
        unit("a", "x", "Kari Wraithstalker", ["1"], position=[10, 6], tokens={"blight": 1}),
        unit("t", "y", "Reanimates", ["44", "4."], position=[10, 7.5 + 0.5], facing=180, tokens={"panic": 1}),
        unit("u", "y", "Reanimate Archers", ["44"], position=[20, 9]),
    )
    fight = battle(*units, runes={"stable": 1}, dial={"a": {"action": "melee", "modifier": {"hit": 1}}})
    for action in fight.candidates():
        ruling = fight.judge(action)
        for step in ruling.walk():
            assert not re.search(r"[{}()]\s*[{}()]|None|True|False|Facts|\b[a-z]+_[a-z]+\b", step.text()), step.text()
        if ruling.refusal and ruling.refusal.nearest:
            nearest = ruling.refusal.nearest
            assert phrase(nearest.words, nearest.facts)


def test_wounds_that_a_tray_has_suffered_count_and_fell_figures_at_the_threshold():
    fight = battle(
        unit("a", "x", "Wraiths", ["22", "2."], wounds={"1.1": 1, "2.1": 3}),
        unit("t", "y", "Reanimates", ["44"], wounds={"1.1": 2}),
    )
    assert fight.state.unit("a").trays == ((3, 4), (1, -1))
    assert [fight.state.unit("a").on(place) for place in fight.state.unit("a").places()] == [2, 2, 1]
    assert fight.state.unit("t").figures == 6


def test_decimals_of_a_file_are_exact():
    units = [unit("a", "x", "Reanimates", ["44"], position=[Decimal("0.1"), Decimal("0.2")])]
    with pytest.raises(ScenarioError, match="beyond its edge"):
        battle(*units)
    placed = battle(unit("a", "x", "Reanimates", ["44"], position=["50.8mm", Decimal("1.5")], facing=90))
    assert placed.state.unit("a").pose.position == (50_800, 95_250)


def test_a_short_question_tells_every_mistake_at_once():
    with pytest.raises(ScenarioError) as error:
        ask({"foo": "1", "ranks": "99", "edge": "up", "touching": "2.1"})
    # What touches which edge cannot be judged while the edge itself is strange.
    assert [mistake.path for mistake in error.value.mistakes] == [("foo",), ("edge",), ("ranks",)]


PLACES = st.tuples(st.integers(12, 28), st.integers(12, 20), st.sampled_from([0, 90, 180, 37]))


@settings(max_examples=60)
@given(st.lists(PLACES, min_size=2, max_size=3))
def test_a_battle_goes_on_as_long_as_anybody_has_an_attack(places):
    profiles = ["Reanimates", "Spearmen", "Reanimate Archers"]
    units = [
        unit(f"u{at}", "xy"[at % 2], profiles[at], ["4"], position=[x / 4, y / 4], facing=facing)
        for at, (x, y, facing) in enumerate(places)
    ]
    try:
        fight = battle(*units)
    except ScenarioError:  # one upon the other
        assume(False)
    assert (fight.outcome() is None) == bool(fight.actions())
