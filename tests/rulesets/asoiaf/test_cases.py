"""Every worked example and disputed point of CASES.md is proven somewhere."""

import re
from pathlib import Path

from tests.rulesets.asoiaf.table import ask, dice, expected, unit

from enfilade.dice import best
from enfilade.files.scenario import load
from enfilade.files.writing import write

HERE = Path(__file__).parent
LABEL = re.compile(r"\b[SDQ]\d+\b")


def test_every_case_is_named_by_a_test():
    rows = [line.split("|")[1] for line in (HERE / "CASES.md").read_text("utf-8").splitlines() if line.startswith("| ")]
    listed = {label for row in rows for label in LABEL.findall(row)}
    examples = HERE.parents[1] / "examples" / "asoiaf"
    tests = [*HERE.glob("test_*.py"), *examples.glob("*.yaml")]
    named = {label for test in tests for label in LABEL.findall(test.read_text("utf-8"))}
    assert len(listed) == 70
    assert sorted(listed - named) == []


def test_fishing_for_sixes_pays_with_precision():
    """Q23: to hit 2+ against Defense 2+, re-rolling plain hits too is worth more than re-rolling the misses only."""
    facts = {"dice": 3, "hit": 2, "defense": 2, "morale": 2, "keywords": "precision,reroll any"}
    ruling = ask(**facts)
    fished = best(dice(ruling), lambda result: int(result.counts["wounds"]), "attacker")
    assert fished.value > expected(ruling)


def test_a_natural_six_under_minus_one_still_doubles():
    """Q24: to hit 5+ at -1: only a 6 hits, and it is two hits."""
    ruling = ask(dice=1, hit=5, plus_hit=-1, keywords="critical blow", plus_save=-9, morale=2)
    assert ruling.values["to_hit"] == 6
    assert expected(ruling, "attack_wounds") * 6 == 2


def test_unit_files_of_other_tools_beside_a_scenario(tmp_path, caplog):
    """What was not understood is logged, with the name of the file."""
    statistics = {"type": "infantry", "tray": "infantry", "speed": 5, "defense": 4, "morale": 6, "abilities": ["Pomp"]}
    statistics["attacks"] = [{"name": "Pike", "type": "melee", "hit": 4, "dice": [6, 5, 4]}]
    file = tmp_path / "cards.json"
    file.write_text(write({"units": [{"name": "Watch", "statistics": statistics}]}), "utf-8")
    units = [unit("a", "x", 24, 20, profile="Watch"), unit("t", "y", 24, 24.8, 180, profile="Watch")]
    battle = load(write({"format": "enfilade/scenario/1", "ruleset": "asoiaf", "units": units}), file)
    assert battle.judge(battle.candidates()[0]).values["attack_dice"] == 6
    assert "Watch: the ability 'Pomp' is not part of the numbers" in caplog.text
