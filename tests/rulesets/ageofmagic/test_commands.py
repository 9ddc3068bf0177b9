"""The commands for battles of this game: orders from files, a record that goes on, the report, the campaign."""

import json
import re

import pytest
from tests.rulesets.ageofmagic.armies import EXAMPLES

from enfilade.cli import main
from enfilade.files.record import read

LONG = str(EXAMPLES / "standing-orders.battle.yaml")
FIRST = str(EXAMPLES / "alexander-and-darius-turn-1.battle.yaml")
HEAD = "format: enfilade/orders/1\n"


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")

    def run(*words):
        try:
            status = main(list(words))
        except SystemExit as end:
            status = int(end.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def sheet(tmp_path):
    def sheet(text, name="orders.yaml"):
        file = tmp_path / name
        file.write_text(HEAD + text)
        return str(file)

    return sheet


def test_a_turn_from_the_scenario_s_own_orders(run):
    status, out, err = run("turn", FIRST, "--seed", "3", "--policy", "three")
    assert (status, err) == (0, "")
    assert "Cataphracts: charge Archers 1. Charged Phalanx 1 (Alexander, left)." in " ".join(out.split())
    assert "3.6.2.5.2" not in out
    _, full, _ = run("turn", FIRST, "--seed", "3", "--policy", "three", "--steps")
    assert "3.6.2.5.2-casualties" in full


def test_dice_on_the_table(run, sheet):
    orders = "orders: {archers3: {fire: light_cavalry, dice: 1}}\nside: alexander\n"
    quiet = [f"{name}: {{stand: '', if_charged: brace}}" for name in ("light_cavalry", "cataphracts")]
    other = sheet("side: darius\norders:\n  " + "\n  ".join(quiet) + "\n", "other.yaml")
    words = ("turn", FIRST, "--orders", sheet(orders), "--orders", other)
    status, out, _ = run(*words, "--faces", "4")
    assert status == 0
    assert "Fired at Light cavalry, result 20: 60 fell." in " ".join(out.split())
    status, _, err = run(*words, "--faces", "7")
    assert status == 2
    assert "a d6 die has the faces 1, 2, 3, 4, 5, 6; found '7'" in err


def test_every_wrong_order_in_every_file_is_told_and_nothing_is_written(run, sheet, tmp_path):
    red = sheet("side: red\norders:\n  pikes1: {charge: levy1}\n  levy1: stand\n", "red.yaml")
    blue = sheet("side: blue\norders:\n  guard: {mvoe: right}\n  pikes1: stand\nadjust: {axes: x}\n", "blue.yaml")
    third = sheet("side: green\norders: {axes: stay}\n", "third.yaml")
    record = tmp_path / "r.jsonl"
    status, out, err = run("turn", LONG, "--orders", red, "--orders", blue, "--orders", third, "--record", str(record))
    assert (status, out) == (2, "")
    assert not record.exists()
    for words in (
        "red.yaml:4:20 orders.pikes1.charge: expected an enemy in the same or an adjacent area",
        "red.yaml:5:10 orders.levy1: expected a unit of red, found one of blue",
        "blue.yaml:6:16 adjust.axes: expected a whole number",
        "third.yaml:2:7 side: expected one of red, blue, found 'green'",
        "third.yaml:3:16 orders.axes: expected a unit in melee",
    ):
        assert words in err, err
    twice = sheet("orders: {axes: stand}\n", "twice.yaml")
    _, _, err = run("turn", LONG, "--orders", twice, "--orders", sheet("orders: {axes: stand}\n", "again.yaml"))
    assert "again.yaml: axes had orders already, in another file" in err


def test_a_record_goes_on_and_is_reported_in_three_forms(run, tmp_path):
    record = str(tmp_path / "r.jsonl")
    for number in range(3):
        assert run("turn", LONG, "--seed", str(number), "--record", record)[0] == 0
    assert [entry.action.kind for entry in read(record).entries] == ["turn"] * 3
    assert run("check", record)[0] == 0
    _, text, _ = run("report", record)
    assert re.findall(r"^Turn \d$", text, re.MULTILINE) == ["Turn 1", "Turn 2", "Turn 3"]
    for name, start in (("r.html", "<!DOCTYPE html>"), ("r.md", "# The long day"), ("r.txt", "The long day")):
        out = tmp_path / name
        assert run("report", record, "-o", str(out), "--steps")[0] == 0
        assert out.read_text("utf-8").startswith(start)
        assert "3.6.2.5.1-casualties" in out.read_text("utf-8")
    assert run("report", record, "-o", str(tmp_path / "r.pdf"))[0] == 2


def test_the_campaign_is_the_same_for_the_same_seed(run):
    words = ("campaign", LONG, "--battles", "4", "--turns", "2", "--seed", "5")
    _, out, _ = run(*words, "--json")
    data = json.loads(out)
    assert (data["format"], data["samples"], data["exact"]) == ("enfilade/campaign/1", 4, False)
    assert sum(row["p"] for row in data["distribution"]) == pytest.approx(1)
    assert all(row["interval"][0] <= row["p"] <= row["interval"][1] for row in data["distribution"])
    assert run(*words, "--json")[1] == out
    told = run(*words)[1]
    assert "4 samples, 95% intervals" in told


def test_tables_of_ones_own_by_their_own_option(run):
    house = str(EXAMPLES / "house.tables.yaml")
    plain, own = (run("turn", LONG, "--seed", "3", *words)[1] for words in ((), ("--tables", house)))
    assert "provisional" in plain
    assert "provisional" not in own
    status, out, _ = run("judge", LONG, "--tables", house, "--kind", "turn", "--full")
    assert status == 0
    assert "PROVISIONAL" not in out
    assert run("turn", LONG, "--tables", FIRST)[0] == 2


@pytest.mark.parametrize("words", [("turn",), ("campaign",)])
def test_other_games_are_not_fought_so(run, words):
    other = str(EXAMPLES.parent / "runewars" / "struck-in-the-rear.battle.yaml")
    status, _, err = run(*words, other)
    assert status == 2
    assert "this command is for battles of ageofmagic" in err


def test_an_unknown_policy_is_named(run):
    status, _, err = run("campaign", LONG, "--battles", "1", "--policy", "brave")
    assert status == 2
    assert "known: none, two, three, all" in err


def test_the_coverage_names_what_is_provisional(run):
    _, out, _ = run("rules", "ageofmagic", "--markdown")
    assert "PROVISIONAL" in out
    assert "3.6-magic" in out
    assert "casualty_rounding" in out


def test_the_short_question(run):
    status, out, _ = run("ask", "ageofmagic", "skill=5", "st=1", "weapon=long sword", "order=close", "training=veteran")
    assert status == 0
    assert "melee value 23" in out
    assert "close order, veteran [+3]" in out
