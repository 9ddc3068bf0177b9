"""`enfilade duel`: words, JSON, a picture, a table, and clear refusals."""

import csv
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest
from tests.lab.conftest import AGEOFMAGIC, ASOIAF

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
    assert "won by x" in said
    assert "after round" in said
    assert "exact" in said


def shares(line):
    """The chances in a line, in tenths of a percent."""
    return [round(float(found) * 10) for found in re.findall(r"(\d+\.\d)%", line)]


def test_what_is_told_of_a_round_adds_up(capfd):
    """Both sides may be beaten at once where a turn is everybody's."""
    assert main(["duel", str(SWORDS.with_name("phalanx-against-cavalry.duel.yaml")), "--rounds", "1", "--json"]) == 0
    after = json.loads(capfd.readouterr().out)["rounds"][0]
    assert after["draw"] > 0.1
    assert main(["duel", str(SWORDS.with_name("phalanx-against-cavalry.duel.yaml")), "--rounds", "1"]) == 0
    said = capfd.readouterr().out
    rounds = " ".join(said.split("after round")[1].split("left of")[0].split())
    assert f"both beaten {100 * after['draw']:.1f}%" in rounds
    assert abs(sum(shares(rounds)) - 1000) <= 2
    assert len(shares(rounds)) == 4


ENDINGS = ("Waiqar destroyed", "still fighting", "Daqan Lords destroyed")


def test_columns_and_bars(capfd):
    """Labels longer than a report's column push the words of the whole block, and each way to end has its bar."""
    assert main(["duel", str(SWORDS.with_name("cavalry-charge.duel.yaml"))]) == 0
    block = capfd.readouterr().out.split("how it ends\n")[1].split("after round")[0].splitlines()
    assert {re.sub(r"[<>]?[\d.]+%.*", "", line) for line in block} == {f"  {name:<23}" for name in ENDINGS}
    assert "██████" in block[0]


def test_rounds_of_which_the_same_is_told_are_one_row(file, capfd):
    file.write_text(ASOIAF.replace("to_hit: 4", "to_hit: 6"))
    assert main(["duel", str(file), "--rounds", "400"]) == 0
    rounds = capfd.readouterr().out.split("after round")[1].split("left of")[0]
    told = re.findall(r"^  (\S.*?)  +(.*(?:\n {10,}.*)*)", rounds, re.M)
    said = [words for _, words in told]
    assert all(one != other for one, other in pairwise(said))
    assert any(" to " in label for label, _ in told)


def test_units_that_cannot_reach_each_other_are_asked_about(tmp_path, capfd):
    place = tmp_path / "apart.duel.yaml"
    place.write_text(AGEOFMAGIC)
    assert main(["duel", str(place), "--rounds", "1"]) == 0
    assert "are the units in contact" not in capfd.readouterr().out
    place.write_text(
        AGEOFMAGIC.replace("area: x centre, melee: {value: 22}", "area: left, melee: {value: 22}").split("  engaged")[0]
    )
    assert main(["duel", str(place), "--rounds", "2"]) == 0
    said = capfd.readouterr().out
    assert "exact, 1 position\n" in said
    assert "are the units in contact" in said
    assert "1 to 2" in said


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
