"""A piece that is put where it cannot stand: why is told in the language, with the names on the board."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.web.asking import EXAMPLES, trouble

from enfilade.cli import main
from enfilade.files.scenario import load
from enfilade.files.writing import write

CHARGE, SCREEN = "asoiaf/charge-into-the-flank", "runewars/archers-and-a-screen"


def with_unit(name: str, unit: str, position: list[float]) -> dict[str, Any]:
    """A shipped scenario with one unit elsewhere."""
    scenario: dict[str, Any] = json.loads(write(load(str(EXAMPLES / f"{name}.battle.yaml")).scenario))
    next(one for one in scenario["units"] if one["id"] == unit)["position"] = position
    return scenario


@pytest.mark.parametrize(
    ("language", "expected", "found"),
    [
        ("en", "Bolton Flayed Men clear of every other tray", 'it overlaps Bolton Cutthroats by 3.9"'),
        ("fr", "Bolton Flayed Men à l'écart de tout autre plateau", 'un chevauchement avec Bolton Cutthroats, 3,9"'),
        ("it", "Bolton Flayed Men senza altri vassoi sotto", 'una sovrapposizione con Bolton Cutthroats, 3,9"'),
    ],
)
async def test_trays_that_overlap_are_told_by_name(language: str, expected: str, found: str):
    told = await trouble(
        422, f"/api/position?language={language}", {"scenario": with_unit(CHARGE, "flayed", [24.15, 23])}
    )
    assert [(one["expected"], one["found"]) for one in told["mistakes"]] == [(expected, found)]


async def test_units_of_one_name_are_told_apart():
    screen = next(
        one for one in load(str(EXAMPLES / f"{SCREEN}.battle.yaml")).scenario["units"] if one["id"] == "screen"
    )
    told = await trouble(
        422,
        "/api/position?language=it",
        {"scenario": with_unit(SCREEN, "behind", [float(one) for one in screen["position"]])},
    )
    assert "Reanimate Archers (behind)" in str(told["mistakes"])
    assert "Spearmen" in str(told["mistakes"])
    assert "overlaps" not in str(told["mistakes"])


def test_the_file_is_told_by_its_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "wrong.battle.json"
    file.write_text(json.dumps(with_unit(CHARGE, "flayed", [24.15, 23])))
    assert main(["judge", str(file), "--language", "fr"]) == 2
    assert 'expected flayed clear of every other tray, found it overlaps cutthroats by 3.9"' in capsys.readouterr().err
