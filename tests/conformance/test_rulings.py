"""What holds for every ruling of every ruleset in every position that we show."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.conformance.positions import Position, in_every_position, positions

from enfilade.files.schema import schema
from enfilade.referee import FOLDS, Ruling, Step
from enfilade.show.answers import rulings_json
from enfilade.show.style import ROLES

SHAPES = {"point": 1, "line": 2, "edge": 2, "polygon": 3, "circle": 2, "text": 1}
SCHEMA = Draft202012Validator(schema())


def plain(ruling: Ruling) -> dict[str, Any]:
    """A ruling as data, its dice told by their rules."""
    stages = [(stage.rule, stage.words) for stage in ruling.dice.every()] if ruling.dice else None
    return {**ruling.json(), "start": ruling.dice.start if ruling.dice else None, "stages": stages}


@in_every_position
def test_candidates_are_listed_once_and_always_in_the_same_order(position: Position):
    candidates = position.battle.candidates()
    assert len(set(candidates)) == len(candidates)
    assert position.battle.candidates() == candidates


@in_every_position
def test_there_is_something_to_do_until_the_end(position: Position):
    candidates = position.battle.candidates()
    legal = tuple(ruling.action for ruling in position.rulings if ruling.legal and ruling.action in candidates)
    assert position.battle.actions() == legal
    assert (legal == ()) == (position.battle.outcome() is not None)


@in_every_position
def test_judging_twice_gives_the_same_and_changes_nothing(position: Position):
    state = position.battle.state
    before, printed = hash(state), repr(state)
    for action, ruling in zip(position.actions, position.rulings, strict=True):
        assert plain(position.battle.judge(action)) == plain(ruling)
    assert (hash(state), repr(state)) == (before, printed)


@in_every_position
def test_rulings_are_json_by_the_published_schema(position: Position):
    document = rulings_json(position.battle, position.rulings[:25])
    there = json.loads(json.dumps(document, allow_nan=False))
    assert there == document
    mistakes = [f"{list(error.absolute_path)}: {error.message}" for error in SCHEMA.iter_errors(there)]
    assert mistakes == []


@in_every_position
def test_every_step_says_what_it_says_in_words(position: Position):
    for ruling in position.rulings:
        for step in ruling.walk():
            text = step.text()
            assert text.strip(), step
            assert not re.search(r"[{}]", text), f"{step.rule}: {text}"
            assert step.rule in position.battle.ruleset.book.sources
            assert step.margin is None or math.isfinite(step.margin), step


@in_every_position
def test_values_are_the_folds_of_their_steps(position: Position):
    for ruling in position.rulings:
        for step in ruling.walk():
            if step.fold:
                value = FOLDS[step.fold](inner.value for inner in step.because)
                assert step.value == value, f"{ruling.action}, rule {step.rule}: {step.text()}"


@in_every_position
def test_a_value_is_told_once(position: Position):
    for ruling in position.rulings:
        told: dict[str, Step] = {}
        for step in ruling.walk():
            if step.name:
                other = told.setdefault(step.name, step)
                assert other.value == step.value, f"{ruling.action}: two steps tell {step.name}"


@in_every_position
def test_assumptions_and_readings_are_those_of_the_steps(position: Position):
    book = position.battle.ruleset.book
    for ruling in position.rulings:
        rules = {step.rule for step in ruling.walk()}
        rules |= {stage.rule for stage in ruling.dice.every()} if ruling.dice else set()
        guessed = {book.sources[rule].words for rule in rules if book.sources[rule].basis == "assumed"}
        assert set(ruling.assumptions) == guessed
        consulted = {name for step in ruling.walk() for name in step.readings}
        assert set(ruling.readings) == consulted
        for name, option in ruling.readings.items():
            assert option in book.readings[name].options


@in_every_position
def test_a_refusal_names_a_rule_and_what_it_proposes_is_legal(position: Position):
    for ruling in position.rulings:
        if ruling.refusal is None:
            continue
        assert ruling.dice is None
        assert not ruling.refusal.step.value, f"{ruling.action}: the failing step holds"
        nearest = ruling.refusal.nearest
        if nearest:
            assert not re.search(r"[{}]", nearest.json()["text"])
        if nearest and nearest.action:
            again = position.battle.judge(nearest.action)
            assert again.legal, f"{ruling.action}: {nearest.action} was proposed, but {plain(again)['refusal']}"


@in_every_position
def test_the_scene_can_be_drawn(position: Position):
    battle = position.battle
    scenes = [battle.scene(), *(battle.scene(action) for action in position.actions[:40])]
    for scene in scenes:
        assert min(scene.width, scene.depth) > 0
        assert all(map(math.isfinite, (scene.width, scene.depth)))
        json.dumps(scene.json(), allow_nan=False)
        for shape in scene.shapes:
            assert shape.role in ROLES, f"no renderer knows the role {shape.role!r}"
            assert len(shape.points) >= SHAPES[shape.shape], shape
            assert all(math.isfinite(number) for point in shape.points for number in point), shape
    evidence = next((ruling.evidence for ruling in position.rulings if ruling.evidence), ())
    assert set(evidence) <= {shape for scene in scenes for shape in scene.shapes} or not position.actions[40:]


# The values that `docs/` and the formats promise, by ruleset and kind of action.
PROMISED: dict[str, dict[tuple[str, ...], set[str]]] = {
    "runewars": {
        ("melee", "ranged"): {"threat", "rerolls_full", "rerolls_single", "dice", "flanking", "defense"},
        ("melee",): {"damage_per_hit"},
    },
    "asoiaf": {
        ("melee",): {"attack_dice", "to_hit", "save", "arc", "may_turn", "alignments"},
        ("ranged",): {"attack_dice", "to_hit", "save", "arc", "range_in", "reach_in", "panic_tests"},
    },
    "lineofattack": {
        ("attack",): {
            *("visibility", "lines_total", "lines_blocked", "blocked_vertices", "coverage", "coverage_points"),
            *("coverage_clamped", "cover", "cover_lines", "cover_sources", "soft_shield", "shield_lines"),
            *("shield_ids", "corner_options", "corner_used", "exposed", "duck_applies", "line_of_attack", "table_row"),
        }
    },
    "ageofmagic": {
        ("values",): {"melee_value", "missile_value", "defence_value", "tiredness"},
        ("missile", "melee"): {"attack_value"},
    },
}


# What nobody can know of the line of attack where visibility and cover are stated and no map is there.
ONLY_A_MAP = {
    *("lines_total", "lines_blocked", "blocked_vertices", "coverage_points", "coverage_clamped", "cover_lines"),
    *("cover_sources", "shield_lines", "shield_ids", "corner_options"),
}


def promised(position: Position) -> Iterator[tuple[Ruling, set[str]]]:
    """The legal rulings of a position on the table, with the values that they must have; not of stated facts."""
    for ruling in () if "/ask:" in position.id else position.rulings:
        for kinds, names in PROMISED[position.battle.ruleset.name].items():
            stated = any(step.rule == "stated" for step in ruling.steps)
            if ruling.legal and ruling.action.kind in kinds:
                yield ruling, names - ONLY_A_MAP if stated else names


@in_every_position
def test_values_have_their_published_names(position: Position):
    for ruling, names in promised(position):
        assert names <= set(ruling.values), f"{ruling.action} lacks {sorted(names - set(ruling.values))}"


# Values that only some rulings have.
SOMETIMES = {"asoiaf": {"shift_needed_in", "shift"}}


@pytest.mark.parametrize("name", PROMISED)
def test_every_published_name_is_met_somewhere(name: str):
    met = {ruling.action.kind for position in positions(name) for ruling, _ in promised(position)}
    assert met >= {kind for kinds in PROMISED[name] for kind in kinds}
    values = {value for position in positions(name) for ruling in position.rulings for value in ruling.values}
    assert values >= SOMETIMES.get(name, set())
