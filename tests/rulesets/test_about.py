"""What a unit does and what is done to it: those of all candidates that name it, and nothing else."""

from pathlib import Path

import pytest

from enfilade.battle import Battle
from enfilade.files.scenario import load

EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*/*.battle.yaml"))


def _naming(battle: Battle, unit: str):
    """The candidates whose attacker, target or unit this is, or whose character is in it."""
    inside = {one["id"] for one in battle.scenario.get("characters", ()) if one["unit"] == unit}
    return [
        action
        for action in battle.candidates()
        if unit in (action.get("attacker"), action.get("target"), action.get("unit"))
        or action.get("character") in inside
    ]


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.name.removesuffix(".battle.yaml"))
def test_the_candidates_about_a_unit_are_those_that_name_it(file):
    battle = load(file)
    ids = [piece.id for piece in battle.ruleset.pieces(battle.state)]
    found = [battle.candidates(unit) for unit in ids]
    assert found == [tuple(_naming(battle, unit)) for unit in ids]
    assert {action for some in found for action in some} >= {
        action for action in battle.candidates() if action.get("target")
    }
    assert battle.candidates("nobody") == ()


def test_the_survey_about_a_token_is_part_of_the_whole():
    from enfilade.rulesets.lineofattack.survey import survey

    state = load(next(file for file in EXAMPLES if file.name == "gatehouse.battle.yaml")).state
    whole = list(survey(state, few=0))
    for token in state.tokens:
        mine = [ruling for ruling in whole if token.id in (ruling.action["attacker"], ruling.action["target"])]
        assert list(survey(state, token.id, few=0)) == mine
