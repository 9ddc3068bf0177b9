"""Every worked example, one test each. How a file is written stands in `worked.py`."""

from decimal import Decimal
from pathlib import Path

import pytest
from tests.examples.worked import Case, cases, cases_of, differences, files, same, told

from enfilade.files.writing import write
from enfilade.referee import ScenarioError


@pytest.mark.parametrize("file", files(), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_the_file_is_well_formed(file: Path):
    assert cases_of(file)


@pytest.mark.parametrize("case", [case for case in cases() if not case.expect.mistakes], ids=lambda case: case.id)
def test_the_ruling_is_as_the_example_says(case: Case):
    battle = case.battle()
    found = list(differences(case, battle))
    if found:
        pytest.fail("\n".join([case.id, *found, "", told(case.ruling(battle))]), pytrace=False)


@pytest.mark.parametrize("case", [case for case in cases() if case.expect.mistakes], ids=lambda case: case.id)
def test_the_scenario_is_refused_as_the_example_says(case: Case):
    with pytest.raises(ScenarioError) as refused:
        case.battle()
    named = {line.split(" ")[1].removesuffix(":") for line in str(refused.value).splitlines()}
    assert named == set(case.expect.mistakes), str(refused.value)


# The reader of examples itself ----------------------------------------------------------------------------------

CASE = {"title": "one case", "action": {"kind": "melee"}, "expect": {"values": {"threat": 1}}}
FILE = {"title": "Some title", "source": "RR 82", "scenario": {"units": []}, "cases": [CASE]}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"source": None}, "source"),
        ({"sauce": "RR"}, "sauce"),
        ({"cases": []}, "either expect or cases"),
        ({"action": {"kind": "melee"}, "expect": {"values": {"threat": 1}}}, "either expect or cases"),
        ({"cases": [CASE, CASE]}, "two cases have one title"),
        ({"cases": [{**CASE, "action": {}}]}, "an action with its kind"),
        ({"cases": [{**CASE, "expect": {}}]}, "nothing is expected"),
        ({"cases": [{**CASE, "expect": {"verdict": "refused"}}]}, "go together"),
        ({"cases": [{**CASE, "expect": {"refused_by": "10.1"}}]}, "go together"),
        ({"cases": [{**CASE, "expect": {"odds": {"damage is 3": "1/2"}}}]}, "odds"),
        ({"cases": [{**CASE, "expect": {"odds": {"damage >= 3": "half"}}}]}, "odds"),
        ({"cases": [{**CASE, "expect": {"values": {"threat": 1}, "odd": {}}}]}, "odd"),
        (
            {"cases": [{**CASE, "expect": {"verdict": "refused", "refused_by": "1", "odds": {"damage = 1": "1"}}}]},
            "neither odds nor a roll",
        ),
    ],
)
def test_a_malformed_example_is_an_error(change, words, tmp_path):
    file = tmp_path / "runewars" / "example.yaml"
    file.parent.mkdir()
    file.write_text(write(FILE), "utf-8")
    assert [case.title for case in cases_of(file)] == ["one case"]
    file.write_text(write({name: value for name, value in {**FILE, **change}.items() if value is not None}), "utf-8")
    with pytest.raises(ValueError, match=words):
        cases_of(file)


def test_a_case_changes_fields_of_the_scenario_and_may_share_the_action(tmp_path):
    shared = {**FILE, "action": {"kind": "ranged"}, "cases": [{**CASE, "scenario": {"title": "t"}, "action": None}]}
    file = tmp_path / "asoiaf" / "example.yaml"
    file.parent.mkdir()
    file.write_text(write(shared), "utf-8")
    (case,) = cases_of(file)
    assert case.action == {"kind": "ranged"}
    assert case.scenario == {"format": "enfilade/scenario/1", "ruleset": "asoiaf", "units": [], "title": "t"}


@pytest.mark.parametrize(
    ("written", "found", "alike"),
    [
        (1, 1, True),
        (1, True, False),
        ("1", 1, False),
        (Decimal("2.83"), 2.8284, True),
        (Decimal("2.8"), 2.8284, True),
        (Decimal("2.82"), 2.8284, False),
        (Decimal("2.0"), 2, True),
        (None, 0, False),
        ([1, [2]], [1, [2]], True),
        ([1, 2], [2, 1], False),
        ({"a": Decimal("0.5")}, {"a": 0.5}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
    ],
)
def test_decimals_hold_as_far_as_they_are_written(written, found, alike):
    assert same(written, found) is alike
