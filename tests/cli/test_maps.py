"""Maps on the command line: import one, judge everybody on it, draw a fan."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from enfilade.cli import main

GATEHOUSE = Path(__file__).parents[2] / "examples" / "lineofattack" / "gatehouse.battle.yaml"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run `enfilade` with these words: exit status, standard output, standard error."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*words: object) -> tuple[int, str, str]:
        status = main([str(word) for word in words])
        return status, *capsys.readouterr()

    return run


def hall(**fields: Any) -> str:
    size = {"x": 6, "y": 4}
    lines = [[{"x": 3, "y": 0}, {"x": 3, "y": 2.3000000001}]]
    doors = [{"bounds": [{"x": 3, "y": 2.3}, {"x": 3, "y": 4}], "closed": True}]
    return json.dumps({"resolution": {"map_size": size}, "line_of_sight": lines, "portals": doors, **fields})


def test_import_then_judge(run, tmp_path):
    (tmp_path / "hall.dd2vtt").write_text(hall())
    scenario = tmp_path / "hall.battle.yaml"
    status, out, err = run("import", tmp_path / "hall.dd2vtt", "-o", scenario)
    assert (status, err) == (0, "")
    assert "6 x 4 cells" in out
    assert "no objects_line_of_sight" in out
    written = scenario.read_text("utf-8")
    assert "[[3, 0], [3, 2.3]]" in written
    assert run("judge", scenario)[0] == 3  # nobody is there yet
    scenario.write_text(
        written.replace("tokens: []", "tokens: [{id: a, cell: [0, 1]}, {id: t, cell: [5, 1]}]"), "utf-8"
    )
    status, out, _ = run("judge", scenario, "--attacker", "a")
    assert status == 0
    assert "4 of 4 lines blocked; the line to (5, 1) by wall 1 at (3, 11/9)" in " ".join(out.split())


def test_import_prints_where_no_file_is_named(run, tmp_path):
    (tmp_path / "hall.uvtt").write_text(hall())
    status, out, err = run("import", tmp_path / "hall.uvtt", "--portals", "open", "--exact")
    assert (status, err) == (0, "")
    assert '"open": true' in out
    assert "2.3000000001" in out


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["no.uvtt"], "no such file"),
        (["hall.uvtt", "--portals", "ajar"], "expected one of as_drawn, open, closed, windows"),
        (["hall.yaml"], "found something else"),
    ],
)
def test_import_refuses_with_status_2(run, tmp_path, monkeypatch, words, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hall.uvtt").write_text(hall())
    (tmp_path / "hall.yaml").write_text('{"walls": []}')
    status, out, err = run("import", *words)
    assert (status, out) == (2, "")
    assert text in err


def test_everybody_against_everybody(run):
    status, text, _ = run("judge", GATEHOUSE, "--all-pairs")
    assert status == 0
    assert [line.split() for line in text.splitlines() if line.strip().startswith("archer")] == [
        ["archer", "scout,", "sapper", "ram"]
    ]
    rows = list(csv.DictReader(io.StringIO(run("judge", GATEHOUSE, "--csv")[1])))
    pairs = json.loads(run("judge", GATEHOUSE, "--all-pairs", "--json")[1])["pairs"]
    assert len(rows) == len(pairs) > 18
    for row, pair in zip(rows, pairs, strict=True):
        assert (row["attacker"], row["verdict"]) == (pair["action"]["attacker"], pair["verdict"])
        assert pair["verdict"] == "refused" or row["lines_blocked"] == str(pair["values"]["lines_blocked"])
    only = json.loads(run("judge", GATEHOUSE, "--all-pairs", "--json", "--attacker", "scout")[1])["pairs"]
    assert {pair["action"]["attacker"] for pair in only} == {"scout"}


def test_the_last_table_in_one_line(run):
    status, out, _ = run(
        "ask", "lineofattack", "visibility=partial", "coverage=50", "cover=none", "stance=duck", "--json"
    )
    (ruling,) = json.loads(out)["rulings"]
    assert status == 0
    assert (ruling["verdict"], ruling["values"]["table_row"]) == ("refused", 18)


@pytest.mark.parametrize("typed", ["5,4", "5, 4", "(5, 4)", "[5, 4]"])
def test_a_corner_may_be_typed_as_it_is_printed(run, typed):
    words = ["--attacker", "archer", "--target", "ram", "--field", f"corner={typed}", "--json"]
    (ruling,) = json.loads(run("judge", GATEHOUSE, *words)[1])["rulings"]
    assert ruling["action"]["corner"] == [5, 4]


def test_a_fan_of_lines(run, tmp_path):
    drawn = tmp_path / "fan.svg"
    assert run("draw", GATEHOUSE, "--fan", "scout", "-o", drawn)[0] == 0
    svg = drawn.read_text("utf-8")
    assert "scout may attack 3 of 3" in svg
    assert svg.count('class="line_free"') > 5
    assert svg.count('class="line_blocked"') > 5
