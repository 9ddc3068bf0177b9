"""Rulings in words, pictures and surveys: explanations, margins, evidence, stances that change."""

import random
from decimal import Decimal
from math import cos, isclose, pi, sin
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.lineofattack.positions import ATTACK, HALF, PAIR, battle, judged, scenes

from enfilade.referee import Action, Refusal, Ruling
from enfilade.referee.ruleset import Surveying
from enfilade.rulesets.lineofattack.attack import ways
from enfilade.rulesets.lineofattack.nearness import tokens_of
from enfilade.rulesets.lineofattack.sight import from_centre
from enfilade.rulesets.lineofattack.sight import test as lines_tested
from enfilade.rulesets.lineofattack.survey import is_large, survey
from enfilade.rulesets.lineofattack.visibility import visibility
from enfilade.show import draw
from enfilade.show.fan import fan

FENCE = [{"id": "fence", "height": "low", "shape": [[3, 0], [3, 1]]}]


def refused(ruling: Ruling) -> Refusal:
    assert ruling.refusal
    return ruling.refusal


def step(ruling: Ruling, name: str) -> Any:
    return next(step for step in ruling.walk() if step.name == name)


def test_an_explanation_that_ends_the_argument():
    ruling = judged(walls=[*([[9, n], [9, n + 1]] for n in range(6)), [[2, 0.3], [2, 3]]])
    seen = step(ruling, "visibility").text()
    assert seen == "visibility partial from (0.5, 0.5): 2 of 4 lines blocked; the line to (3, 1) by wall 7 at (2, 0.8)"


def test_a_pinch_names_both_walls():
    tokens = [PAIR[0], {"id": "t", "side": "blue", "cell": [2, 2]}]
    ruling = judged(walls=[[[1, 1], [1, 0]], [[1, 1], [0, 1]]], tokens=tokens)
    pinches = [step.text() for step in ruling.walk() if "pinched" in step.words]
    assert pinches == [
        "the line to (2, 2) is pinched between the ends of wall 1, wall 2 at (1, 1)",
        "the line to (3, 3) is pinched between the ends of wall 1, wall 2 at (1, 1)",
    ]
    assert any("touch" in words for words in ruling.assumptions)
    assert ruling.readings["predicate"] == "pinched"


def test_no_line_proposes_the_corner_to_lean_out_at():
    ruling = judged(walls=[[[1, 0], [1, 1]]], tokens=[PAIR[0], {"id": "t", "side": "blue", "cell": [2, 0]}])
    nearest = refused(ruling).nearest
    assert nearest
    assert nearest.action
    assert nearest.json()["text"] == "lean out at the wall corner (1, 0)"
    assert nearest.action.json() == {"kind": "attack", "attacker": "a", "target": "t", "corner": [1, 0]}


def test_the_margin_is_how_far_the_end_of_a_wall_must_move():
    """A wall from y = 0.3 down hides two of four vertices; the line to (4,0) passes it at (2, 0.286)."""
    ruling = judged(walls=[[[2, 0.3], [2, 3]]])
    margin = step(ruling, "visibility").margin
    lines: dict[str, Any] = {
        str(s.facts["vertex"]): s.margin for s in ruling.walk() if s.rule == "visibility.line" and "vertex" in s.facts
    }
    assert isclose(lines["(4, 0)"], 0.3 - (0.5 - 1.5 / 7), abs_tol=0.002)  # across: a little less than upright
    assert margin == max(lines["(3, 0)"], lines["(4, 0)"])  # both have to be blocked for another answer
    for move, expected in ((margin * 0.98, "partial"), (margin * 1.03, "no")):
        assert judged(walls=[[[2, round(0.3 - move, 6)], [2, 3]]]).values["visibility"] == expected


def told(ruling: Ruling) -> str:
    return next(step.text() for step in ruling.walk() if step.rule == "visibility.margin")


@pytest.mark.parametrize(
    ("walls", "words"),
    [
        ([[[2, 1], [2, 3]]], "the answer holds until the end of wall 1 moves 0.196 cells, or t moves 0.316 cells"),
        (
            [[[1.25, 0.9], [1.25, 3]]],
            "the answer holds until the end of wall 1 moves 0.245 cells, or a moves 0.356 cells",
        ),
        ([[[2, -3], [2, 0.3]]], "the answer holds until the end of wall 1 moves 0.098 cells, or t moves 0.165 cells"),
        ([[[4, 0], [4, 1]]], "the answer holds until the end of wall 1 moves at all, or t moves at all"),
        ([[[9, 0], [9, 1]]], "nothing that moves by less than a cell changes the answer"),
    ],
)
def test_the_words_name_what_would_have_to_move(walls, words):
    ruling = judged(walls=walls)
    assert told(ruling) == words


def shifted(walls: list[Any], by: tuple[Decimal, Decimal], mover: str) -> str:
    """The visibility after a or t moved off its cell: of t, everything else is moved the other way instead."""
    x, y = by
    if mover == "a":
        return judged(tokens=[{**PAIR[0], "origin": [HALF + x, HALF + y]}, PAIR[1]], walls=walls).values["visibility"]
    tokens = [{**PAIR[0], "origin": [HALF - x, HALF - y]}, PAIR[1]]
    moved = [[[end[0] - x, end[1] - y] for end in wall] for wall in walls]
    return judged(tokens=tokens, walls=moved).values["visibility"]


@pytest.mark.parametrize(
    "wall", [[[2, 0.9], [2, 3]], [[2, -3], [2, 0.1]], [[1.75, 0.8], [2.25, 2]], [[2, -1], [2, 0.3]]]
)
@pytest.mark.parametrize("mover", ["a", "t"])
def test_a_token_moved_by_just_under_its_margin_keeps_the_answer_and_just_over_does_not(wall, mover):
    walls = [[[Decimal(str(x)), Decimal(str(y))] for x, y in wall]]
    ruling = judged(walls=walls)
    seen, state = ruling.values["visibility"], battle(walls=walls).state
    sight = from_centre(state, state.token("a"), state.token("t"))
    tested = lines_tested(sight, sight.aims())
    known = [visibility(blocked, 4) for blocked in range(5)]
    margin = Decimal(repr(round(next(near.by for near in tokens_of(sight, tested, known) if near.what == mover), 9)))
    turns = [(Decimal(str(round(cos(n * pi / 45), 9))), Decimal(str(round(sin(n * pi / 45), 9)))) for n in range(90)]
    under, over = margin * Decimal("0.995"), margin * Decimal("1.005")
    assert over < HALF  # so that a's origin stays on its token
    ring = {by: [(round(x * by, 9), round(y * by, 9)) for x, y in turns] for by in (under, over)}
    assert {shifted(walls, by, mover) for by in ring[under]} == {seen}
    assert {shifted(walls, by, mover) for by in ring[over]} > {seen}


@given(scenes())
def test_evidence_lies_where_the_words_say(scene):
    ruling = judged(**scene)
    for one in ruling.walk():
        for shape in one.evidence:
            if shape.role == "line_blocked":
                (x, y), (stop_x, stop_y), (to_x, to_y) = shape.points
                assert abs((stop_x - x) * (to_y - y) - (stop_y - y) * (to_x - x)) < 1e-9
                assert str(shape.label).startswith("wall")


def test_the_picture_of_a_ruling():
    fight = battle(walls=[[[2, 0.5], [2, 3]]], obstacles=FENCE)
    ruling = fight.judge(ATTACK)
    roles = [shape.role for shape in fight.ruleset.scene(fight.state, ruling).shapes]
    assert roles.count("token") == 2
    assert roles.count("obstacle_low") == 1
    assert roles.count("wall") == 1
    assert roles.count("line_free") == 2 + 2
    assert roles.count("line_blocked") == 2 + 2
    assert roles.count("point") == 4
    assert roles.count("corner") == 1
    svg = draw(fight.ruleset.scene(fight.state, ruling), ruling).svg
    assert "wall 1" in svg
    assert "corner (1, 0)" in svg
    everything = fan(fight.scene(), [fight.judge(action) for action in fight.candidates() if action["attacker"] == "a"])
    assert everything.title == "a may attack 1 of 1"


def test_candidates_are_pairs_of_enemies_and_their_corners():
    fight = battle(walls=[[[1, 0], [1, 1]]], tokens=[PAIR[0], {"id": "t", "side": "blue", "cell": [2, 0]}])
    assert [str(action) for action in fight.candidates()] == [
        "attack attacker=a target=t",
        "attack attacker=a target=t corner=1, 0",
        "attack attacker=a target=t corner=1, 1",
        "attack attacker=t target=a",
    ]
    assert fight.outcome() is None


def test_a_position_in_which_nobody_sees_anybody_is_over():
    fight = battle(walls=[[[1.5, -9], [1.5, 9]]])
    assert fight.actions() == ()
    end = fight.outcome()
    assert end
    assert end.winner is None


class TestStances:
    """Stances taken and left in the course of a battle; a record holds them."""

    def test_duck_then_stand(self):
        fight = battle(obstacles=FENCE)
        ducked = fight.play(Action.of("duck", token="t", behind="fence"), [])
        assert fight.judge(ATTACK).legal
        assert not ducked.judge(ATTACK).legal
        assert ducked.play(Action.of("stand", token="t"), []).judge(ATTACK).legal
        popped = ducked.play(Action.of("pop_up", token="t"), [])
        assert popped.judge(ATTACK).values["harder_to_hit"] is True
        assert popped.start().check(popped.entries) is None

    def test_a_stance_that_is_taken_again_changes_nothing(self):
        fight = battle(obstacles=FENCE).play(Action.of("duck", token="t", behind="fence"), [])
        assert fight.play(Action.of("duck", token="t", behind="fence"), []).entries[-1].events == ()

    @pytest.mark.parametrize(
        ("action", "words"),
        [
            (Action.of("duck", token="x", behind="fence"), "x is not there"),
            (Action.of("duck", token="t"), "is not there"),
            (Action.of("duck", token="a", behind="fence"), None),
            (Action.of("crawl", token="t"), "crawl is not an action here; these are: attack, duck, pop_up, stand"),
            (Action.of("attack", attacker="a", target="tt"), "there is no token tt"),
            (Action.of("attack", attacker="a"), "there is no token None"),
            (Action.of("attack", attacker="a", target="t", corner=[9, 9]), "wall corner needs reduced visibility"),
        ],
    )
    def test_refusals(self, action, words):
        ruling = battle(obstacles=FENCE).judge(action)
        assert ruling.legal == (words is None)
        assert words is None or words in refused(ruling).step.text()


@pytest.mark.parametrize("corner", ["x", [1], [1, "y"], 5, [0.25, 0], True, [[1, 0], [0, 1]], [10**30, 0], ["nan", 0]])
def test_a_corner_that_is_none_is_refused(corner):
    fight = battle(walls=[[[1, 0], [1, 1]]], tokens=[PAIR[0], {"id": "t", "side": "blue", "cell": [2, 0]}])
    ruling = fight.judge(Action.of("attack", attacker="a", target="t", corner=corner))
    assert refused(ruling).step.rule == "corner"
    assert refused(ruling).step.text().endswith("; those with full visibility: (1, 0), (1, 1)")


@pytest.mark.parametrize(
    ("corner", "words"),
    [
        ("foo", "foo is no vertex; expected two numbers; "),
        ({}, "an empty value is no vertex; "),
        ([11.5, 10], "(11.5, 10) is no corner with full visibility; "),
        ([9, 9], "(9, 9) is no corner with full visibility; "),
    ],
)
def test_a_corner_that_is_none_is_told_in_words(corner, words):
    fight = battle(walls=[[[1, 0], [1, 1]]], tokens=[PAIR[0], {"id": "t", "side": "blue", "cell": [2, 0]}])
    ruling = fight.judge(Action.of("attack", attacker="a", target="t", corner=corner))
    assert refused(ruling).step.text().startswith(words)


@pytest.mark.parametrize("predicate", ["pinched", "open", "closed"])
@pytest.mark.parametrize("seed", range(4))
def test_a_survey_tells_what_judging_one_by_one_tells(seed, predicate):
    """The index of walls and the fast way through many pairs, against the slow one, value by value."""
    draws = random.Random(seed)
    cells = draws.sample([(x, y) for x in range(9) for y in range(7)], 9)
    tokens = [{"id": f"t{n}", "side": "ab"[n % 2], "cell": list(cell)} for n, cell in enumerate(cells)]
    tokens[0]["size"] = [2, 1]
    walls: list[Any] = []
    for _ in range(14):
        x, y = draws.randint(0, 9), draws.randint(0, 7)
        walls.append([[x, y], [x + 1, y] if draws.random() < 0.5 else [x, y + 1]])
    walls += [[[draws.randint(0, 90) / 10, draws.randint(0, 70) / 10] for _ in range(2)] for _ in range(2)]
    fight = battle(
        map={"size": [12, 9]}, tokens=tokens, walls=walls,
        obstacles=[{"id": "hedge", "height": "medium", "shape": [[2, 2], [6, 5]]}],
        readings={"copertura_at_corner": ["corner", "centre"][seed % 2], "predicate": predicate},
    )  # fmt: skip
    surveyed = list(survey(fight.state, few=0))
    full = [fight.judge(action) for action in fight.candidates()]
    assert [ruling.action for ruling in surveyed] == [ruling.action for ruling in full]
    for short, long in zip(surveyed, full, strict=True):
        assert short.verdict == long.verdict
        assert list(short.values.items()) == list(long.values.items())
        assert (short.refusal and short.refusal.step.text()) == (long.refusal and long.refusal.step.text())


def test_the_candidates_of_very_many_are_those_of_every_pair():
    cells = [(x, y) for x in range(5) for y in range(4)]
    tokens = [{"id": f"t{n}", "side": "ab"[n % 2], "cell": list(cell)} for n, cell in enumerate(cells)]
    fight = battle(tokens=tokens, walls=[[[2, 0], [2, 3]], [[3, 1], [5, 1]]])
    by_pair = [
        action
        for attacker in fight.state.tokens
        for target in fight.state.tokens
        if attacker.side != target.side
        for action in ways(fight.state, attacker, target)
    ]
    assert list(fight.candidates()) == by_pair
    assert isinstance(fight.ruleset, Surveying)


def test_few_pairs_among_many_walls_are_asked_of_the_index():
    two = [{"id": "a", "side": "x", "cell": [0, 0]}, {"id": "b", "side": "y", "cell": [9, 6]}]
    few = battle(tokens=two, walls=[[[3, 0], [3, 5]]])
    fence = [[[x / 100, 8], [x / 100 + 0.005, 8]] for x in range(1, 801)]
    many = battle(map={"size": [12, 9]}, tokens=two, walls=[[[3, 0], [3, 5]], *fence])
    assert not is_large(few.state)
    assert not is_large(many.state)
    four = [{"id": f"t{n}", "side": "xy"[n % 2], "cell": [n, n % 3]} for n in range(10)]
    large = battle(map={"size": [12, 9]}, tokens=four, walls=[[[3, 0], [3, 5]], *fence])
    assert is_large(large.state)
    pairs = [(a, t) for a in large.state.tokens for t in large.state.tokens if a.side != t.side]
    assert list(large.candidates()) == [action for pair in pairs for action in ways(large.state, *pair)]
    assert large.outcome() is None
    inside = [{**one, "cell": [one["cell"][0], 4]} for one in four]
    shut = battle(map={"size": [12, 9]}, tokens=inside, walls=[*([[x, 0], [x, 9]] for x in range(1, 12)), *fence])
    assert not any(shut.judge(action).legal for action in shut.candidates())
    assert shut.outcome() is not None


@given(scenes(), st.sampled_from(["pinched", "open", "closed"]))
def test_a_survey_of_few_is_judging(scene, predicate):
    fight = battle(**{**scene, "readings": {"predicate": predicate}})
    assert list(survey(fight.state)) == [fight.judge(action) for action in fight.candidates()]


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (
            Action.of("attack", attacker="a", target="t", conrer=0),
            "attack has no field conrer; it has attacker, target, corner",
        ),
        (Action.of("duck", token="t", behind="fence", height=1), "duck has no field height; it has token, behind"),
    ],
)
def test_a_field_that_an_action_does_not_have_is_refused(action, words):
    position = battle(obstacles=FENCE)
    assert refused(position.judge(action)).step.text() == words
