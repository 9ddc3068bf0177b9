"""Nonsense is refused in words: actions with fields missing, unknown or of the wrong kind, and questions likewise."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.positions import Position, positions, present, ruleset

from enfilade.referee import Action, Facts, Mistake, Ruleset, Ruling, ScenarioError

JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.integers(-3, 3),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(["front", "{", "{value}", "a.b", "%s", "\x00", "best", "-1", "1e9"]),
    st.lists(st.integers(-2, 40), max_size=3),
    st.lists(st.text(max_size=2), max_size=2),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
    st.decimals(-99, 99, allow_nan=False, places=2),
    st.fractions(-9, 9),
)
FIELDS = st.sampled_from(
    ["attacker", "target", "edge", "unit", "attack", "corner", "dice", "align", "shift", "kind", "charge", "x"]
)


@st.composite
def mutated(draw, position: Position) -> Action:
    """An action of the position with one or two things wrong, or pure invention."""
    ids = sorted({value for a in position.actions for value in a.fields.values() if isinstance(value, str)})
    junk = st.one_of(JUNK, st.sampled_from(ids or ["nobody"]))
    action = draw(st.sampled_from(position.actions or (Action.of("attack"),)))
    kind, fields = action.kind, dict(action.fields)
    for _ in range(draw(st.integers(1, 2))):
        change = draw(st.sampled_from(["kind", "drop", "change", "change", "add"]))
        if change == "kind":
            kind = draw(st.one_of(st.text(max_size=5), st.sampled_from([a.kind for a in position.actions] or ["x"])))
        elif change == "add" or not fields:
            fields[draw(FIELDS)] = draw(junk)
        elif change == "drop":
            del fields[draw(st.sampled_from(sorted(fields)))]
        else:
            fields[draw(st.sampled_from(sorted(fields)))] = draw(junk)
    return Action(kind, Facts(fields))


def answered(position: Position, action: Action) -> Ruling:
    """The ruling, after it was seen that it is one."""
    state, printed = position.battle.state, repr(position.battle.state)
    ruling = position.battle.judge(action)
    assert ruling.action == action or ruling.action.json() == action.json()
    assert repr(state) == printed
    assert ruling.verdict in ("legal", "refused")
    sources = position.battle.ruleset.book.sources
    for step in ruling.walk():
        assert step.rule in sources
        assert isinstance(step.text(), str)
    if ruling.refusal:
        assert ruling.dice is None
        assert ruling.refusal.step.text().strip()
        assert not re.search(r"[{}]", re.sub(r"\{\w+(:[^{}|]*\|[^{}|]*)?\}", "", ruling.refusal.step.words))
    return ruling


def chosen(name: str) -> list[Position]:
    """A few positions of the ruleset, from different files."""
    every = positions(name)
    return list(every[:: max(1, len(every) // 6)])


@pytest.mark.parametrize("name", present())
@settings(max_examples=100)
@given(data=st.data())
def test_a_nonsense_action_gets_a_ruling(name: str, data):
    position = data.draw(st.sampled_from(chosen(name)))
    ruling = answered(position, data.draw(mutated(position)))
    if all(value == value and value not in (float("inf"), float("-inf")) for value in ruling.action.fields.values()):
        json.dumps({**ruling.json(), "action": None}, allow_nan=False)


@pytest.mark.parametrize("name", present())
def test_an_action_of_an_unknown_kind_is_refused(name: str):
    for position in chosen(name):
        assert answered(position, Action.of("surrender")).verdict == "refused"
        for action in position.actions[:20]:
            assert answered(position, Action(action.kind + "!", action.fields)).verdict == "refused"


@pytest.mark.parametrize("name", present())
def test_somebody_who_is_not_there_is_refused_whoever_it_is(name: str):
    for position in chosen(name):
        for action in position.actions[:20]:
            for field in ("attacker", "target", "unit"):
                if isinstance(action.get(field), str):
                    for nobody in ("nobody", "", 7, None, ["a"], {"a": 1}, True):
                        changed = Action(action.kind, Facts(action.fields, **{field: nobody}))
                        assert answered(position, changed).verdict == "refused", changed


@pytest.mark.parametrize("name", present())
@settings(max_examples=60)
@given(data=st.data())
def test_a_nonsense_question_is_answered_or_its_mistakes_are_listed(name: str, data):
    game = ruleset(name)
    words = [question.name for question in game.questions]
    examples = [question.example for question in game.questions]
    value = st.one_of(st.text(max_size=6), st.sampled_from([*examples, "-1", "0", "9" * 30, "nan", "1/0", ",,", ":"]))
    given_ = data.draw(st.dictionaries(st.one_of(st.sampled_from(words), st.text(max_size=4)), value, max_size=3))
    answers, mistakes = _asked(game, given_)
    assert (mistakes == ()) == (answers != ())
    assert all(mistake.expected and mistake.found for mistake in mistakes)
    assert mistakes or set(given_) <= set(words)
    assert set(answers) <= {"legal", "refused"}


def _asked(game: Ruleset, given_: dict[str, str]) -> tuple[tuple[str, ...], tuple[Mistake, ...]]:
    """The verdicts of a short question, or its mistakes."""
    try:
        state, actions = game.ask(given_)
    except ScenarioError as wrong:
        return (), wrong.mistakes
    return tuple(game.judge(state, action).verdict for action in actions), ()
