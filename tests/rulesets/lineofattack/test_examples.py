"""The worked examples, each as a player would judge it."""

from pathlib import Path
from typing import Any

import pytest

from enfilade.battle import Battle
from enfilade.files.document import read
from enfilade.files.scenario import load
from enfilade.files.writing import write
from enfilade.referee import Action, ScenarioError

FOLDER = Path(__file__).parents[2] / "examples" / "lineofattack"
SCENARIO = ("map", "walls", "obstacles", "tokens", "attackers", "readings", "stated")


def examples() -> list[Any]:
    """Every example with the name of its file."""
    found = []
    for file in sorted(FOLDER.glob("*.yaml")):
        data: Any = read(file).data
        found += [pytest.param(example, id=f"{file.stem}-{example['id']}") for example in data["examples"]]
    return found


def battle(example: dict[str, Any]) -> Battle:
    fields = {name: example[name] for name in SCENARIO if name in example}
    return load(write({"format": "enfilade/scenario/1", "ruleset": "lineofattack", **fields}))


@pytest.mark.parametrize("example", examples())
def test_example(example: dict[str, Any]) -> None:
    if "mistakes" in example:
        with pytest.raises(ScenarioError) as error:
            battle(example)
        for field in example["mistakes"]:
            assert f" {field}: expected" in str(error.value)
        return
    action = Action.from_json(example.get("action", {"kind": "attack", "attacker": "a", "target": "t"}))
    ruling = battle(example).judge(action)
    if "refused" in example:
        assert ruling.refusal
        assert ruling.refusal.step.rule == example["refused"]
        return
    values = ruling.values.json()
    assert {name: values[name] for name in example["values"]} == example["values"]
    if "line_of_attack" in example["values"]:
        assert ruling.legal == example["values"]["line_of_attack"]


def test_every_example_has_an_id_of_its_own() -> None:
    ids = [example.id for example in examples()]
    assert len(ids) == len(set(ids)) > 100
