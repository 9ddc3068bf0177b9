"""Nonsense in orders and documents: told in words, never a failure of ours."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.ageofmagic.armies import document, example, state, unit

from enfilade.files.scenario import load
from enfilade.files.writing import write
from enfilade.referee import Action, ScenarioError
from enfilade.rulesets.ageofmagic.orders import EXTRAS, KINDS

FIELD = example("alexander-and-darius-turn-3")
NAMES = [unit_.id for unit_ in FIELD.state.muster.units]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from([*NAMES, "left", "alexander left", "forward", "any", "", "{unit}", "brace"]),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
    st.fractions(),
    st.decimals(allow_nan=False),
)
WORDS = st.one_of(st.sampled_from([*KINDS, *EXTRAS]), st.text(max_size=4), st.integers(0, 3))
ORDER = st.one_of(JUNK, st.dictionaries(WORDS, JUNK, max_size=3))


@given(st.dictionaries(st.one_of(st.sampled_from(NAMES), st.text(max_size=3), st.integers()), ORDER, max_size=4))
def test_any_orders_get_a_ruling(orders):
    ruling = FIELD.judge(Action.of("turn", orders=orders))
    if not ruling.legal:
        assert ruling.refusal.step.text()
        assert all(step.text() for step in ruling.walk())
        nearest = ruling.refusal.nearest
        assert nearest is None or nearest.action is None or FIELD.judge(nearest.action).legal


@pytest.mark.parametrize("unit_", [3, None, True, ("a",), 2.5])
def test_units_that_are_no_names_get_a_ruling(unit_):
    assert not FIELD.judge(Action.of("turn", orders={unit_: "stand"})).legal


@given(JUNK, JUNK, JUNK)
def test_any_fields_of_a_turn_get_a_ruling(orders, adjust, side):
    FIELD.judge(Action.of("turn", orders=orders, adjust=adjust, side=side))
    FIELD.judge(Action.of("missile", attacker="archers3", target="spearmen4", dice=adjust, position=side))
    FIELD.judge(Action.of("wound", damage=orders, resistance=adjust))
    FIELD.judge(Action.of("character", character=orders, melee=adjust))


@given(
    st.dictionaries(
        st.sampled_from([*unit("a"), "start_size", "groups", "speed", "barding", "position"]), JUNK, max_size=3
    ),
    st.dictionaries(
        st.sampled_from(["engaged", "orders", "plan", "standing", "terrain", "commanders", "characters", "battle"]),
        st.one_of(
            JUNK, st.dictionaries(st.sampled_from(["a", "b", "red", "2", "red left", "kind"]), ORDER, max_size=2)
        ),
        max_size=2,
    ),
)
def test_any_document_is_set_up_or_its_mistakes_are_told(change, more):
    try:
        text = write(document(unit("a") | change, unit("b", "blue"), **more))
    except (TypeError, ValueError):
        return  # no document can hold it
    told = ""
    try:
        battle = load(text)
    except ScenarioError as error:
        told = str(error)
    else:
        json.dumps(battle.judge(Action.of("turn")).json(), allow_nan=False)
        told = "legal or refused"
    assert told


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"sides": {"red": "R"}}, ("units", 1, "side")),
        ({"engaged": [["a", "e"]]}, ("engaged", 0)),
        ({"engaged": [["a", "c"]]}, ("engaged", 0)),
        ({"engaged": [["a", "d", "e"]]}, ("engaged", 0, 2)),
        ({"engaged": [["a", "d"], ["d", "a"]]}, ("engaged", 1)),
        ({"commanders": {"red": {"tactics": 1, "iq": 1}}}, ("commanders",)),
        ({"commanders": {"green": {"tactics": 1, "iq": 1}}}, ("commanders", "green")),
        ({"terrain": {"left": "hills"}}, ("terrain", "left")),
        ({"terrain": {"red left": {"closed": ["right"]}}}, ("terrain", "red left", "closed", 0)),
        ({"characters": [{"id": "x", "unit": "a"}, {"id": "x", "unit": "a"}]}, ("characters", 1, "id")),
    ],
)
def test_what_does_not_fit_together_is_told_with_its_place(fields, path):
    far = unit("e", "blue", "reserve")
    with pytest.raises(ScenarioError) as error:
        state(unit("a"), unit("b", "blue"), unit("c"), unit("d", "blue", "red centre"), far, **fields)
    assert path in [one.path for one in error.value.mistakes]
