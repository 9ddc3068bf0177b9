"""Every ruleset is a module that has the Ruleset protocol's shape; mypy holds the assignments to it, too."""

import pytest
from tests.conformance.positions import shipped

from enfilade.files.scenario import load as open_file
from enfilade.referee import Action, Ruleset
from enfilade.rulesets import NAMES, ageofmagic, asoiaf, lineofattack, load, runewars

RULESETS: tuple[Ruleset, ...] = (runewars, lineofattack, asoiaf, ageofmagic)


def test_every_name_is_held_to_the_protocol():
    assert [ruleset.name for ruleset in RULESETS] == list(NAMES)
    assert [load(name) for name in NAMES] == list(RULESETS)


@pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
def test_a_ruleset_has_all_that_the_protocol_asks(ruleset):
    missing = [
        name for name in (*Ruleset.__annotations__, "setup", "judge", "apply", "pieces") if not hasattr(ruleset, name)
    ]
    assert missing == []
    assert ruleset.edition in ruleset.editions


@pytest.mark.parametrize("name", NAMES)
def test_the_kinds_of_action_are_those_that_are_ruled_on(name):
    battle = open_file(shipped(name)[0])
    kinds = battle.ruleset.kinds
    assert {action.kind for action in battle.candidates()} <= set(kinds)
    refusal = battle.judge(Action.of("parley")).refusal
    assert refusal is not None
    told = [refusal.step.facts, refusal.nearest.facts if refusal.nearest else {}]
    assert any(set(kinds) <= set(value) for facts in told for value in facts.values() if isinstance(value, tuple))
    for kind in kinds:
        other = battle.judge(Action.of(kind)).refusal
        assert other is None or other.step.words != refusal.step.words, kind
