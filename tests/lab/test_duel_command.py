"""`enfilade duel`: words, JSON, a picture, a table, and clear refusals."""

import csv
import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.lab.conftest import ASOIAF

from enfilade.cli import main

SWORDS = Path(__file__).resolve().parents[2] / "examples" / "lab" / "sworn-swords.duel.yaml"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.duel.yaml"
    path.write_text(ASOIAF)
    return path


def test_words(file, capfd):
    assert main(["duel", str(file)]) == 0
    said = capfd.readouterr().out
    assert "x wins" in said
    assert "after round" in said
    assert "exact" in said


def test_json_holds_every_end(file, capfd):
    assert main(["duel", str(file), "--json", "--rounds", "3"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert len(told["rounds"]) == 3
    assert sum(end["chance"] for end in told["ends"]) == pytest.approx(1)
    assert told["wins"]["x"]["value"] == pytest.approx(sum(e["chance"] for e in told["ends"] if e["winner"] == "x"))


def test_picture_and_table(file, tmp_path, capfd):
    svg, table = tmp_path / "a.svg", tmp_path / "a.csv"
    assert main(["duel", str(file), "--chart", str(svg), "-o", str(table)]) == 0
    assert ET.parse(svg).getroot().tag.endswith("svg")
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert sum(float(row["chance"]) for row in rows) == pytest.approx(1)


def test_a_small_budget_is_sampled_from_a_seed(file, capfd):
    words = ["duel", str(file), "--most", "5", "--samples", "200", "--seed", "3"]
    assert main(words) == 0
    once = capfd.readouterr().out
    assert "200 duels sampled" in once
    assert main(words) == 0
    assert capfd.readouterr().out == once


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--most", "0"], "at least 1"),
        (["--rounds", "0"], "Invalid value for '--rounds'"),
        (["--policy", "z=best"], "the sides are x, y"),
        (["--policy", "x=clever"], "known: plain"),
        (["-o", "no/such/folder/a.csv"], "no/such/folder"),
    ],
)
def test_bad_words_are_refused(file, words, said, capfd):
    assert main(["duel", str(file), *words]) == 2
    assert said in capfd.readouterr().err


def test_best_play_is_at_least_as_good_as_any_policy(file, capfd):
    file.write_text(ASOIAF.replace("id: b,", "id: b, conditions: [panicked, vulnerable],"))
    wins = {}
    for policy in ("plain", "keep_tokens", "best"):
        assert main(["duel", str(file), "--json", "--policy", f"x={policy}"]) == 0
        wins[policy] = json.loads(capfd.readouterr().out)["wins"]["x"]["value"]
    assert wins["best"] >= max(wins["plain"], wins["keep_tokens"]) - 1e-12


# Battles, every die rolled --------------------------------------------------------------------------------------


def test_battles_are_kept_and_gone_on_with(file, tmp_path, capfd):
    place = tmp_path / "kept.json"
    words = ["duel", str(file), "--seed", "3", "--json"]
    assert main([*words, "--battles", "500"]) == 0
    once = json.loads(capfd.readouterr().out)
    assert main([*words, "--battles", "200", "--keep", str(place)]) == 0
    assert json.loads(capfd.readouterr().out)["samples"] == 200
    assert main([*words, "--battles", "500", "--keep", str(place), "--workers", "2"]) == 0
    assert json.loads(capfd.readouterr().out) == once
    assert once["samples"] == 500
    low, high = once["wins"]["x"]["interval"]
    assert low < once["wins"]["x"]["value"] < high


def test_battles_tell_how_they_were_rolled(file, capfd):
    assert main(["duel", str(file), "--battles", "100", "--seed", "3"]) == 0
    told = capfd.readouterr().out
    assert "100 duels sampled" in told
    assert "every die" in told
    assert "seed and digest" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--battles", "0"], "Invalid value for '--battles'"),
        (["--battles", "10", "--on", "clouds"], "known: threads, processes, ray"),
        (["--battles", "10", "--keep", "no/such/folder/kept.json"], "no/such/folder"),
        (["--keep", "kept.json"], "--keep is for --battles"),
    ],
)
def test_battles_that_cannot_be_fought(file, words, said, capfd):
    assert main(["duel", str(file), *words]) == 2
    assert said in " ".join(capfd.readouterr().err.split())


@pytest.mark.parametrize("words", [["duel"], ["worth", "--attack-only"]])
def test_a_first_answer_does_not_wait_for_the_compiler(words):
    """Loading it takes longer than weighing such a duel does."""
    typed = [words[0], str(SWORDS), *words[1:]]
    lines = (
        "import sys",
        "from enfilade.cli import main",
        f"assert main({typed!r}) == 0",
        "assert 'enfilade.lab.course' in sys.modules",
        "assert 'numba' not in sys.modules",
    )
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
