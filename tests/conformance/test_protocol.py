"""Every ruleset is a module that has the Ruleset protocol's shape; mypy holds the assignments to it, too."""

import pytest

from enfilade.referee import Ruleset
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
