"""All against all: right, the same for any workers, kept, resumed, and clear about what cannot be."""

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.lab.rosters import ROSTER

from enfilade.cli import main
from enfilade.lab import Crew, Effort, fight, matchup, read_roster, sweep
from enfilade.lab.fought import LabError
from enfilade.lab.rosters import Pair, Roster, swept
from enfilade.lab.sweeps import read_range
from enfilade.referee import ScenarioError


@pytest.fixture(scope="module")
def roster() -> Roster:
    return read_roster(ROSTER)


@pytest.fixture(scope="module")
def found(roster):
    return matchup(roster, crew=Crew("threads", 1))


def test_each_number_is_that_of_the_duels(roster, found):
    first, second = fight(roster.duel(Pair(0, 1))), fight(roster.duel(Pair(1, 0)))
    cell = found.cell(0, 1)
    assert cell.wins == pytest.approx((float(first.wins("first")) + float(second.wins("second"))) / 2, abs=1e-12)
    assert (cell.low, cell.high, cell.how) == (cell.wins, cell.wins, "exact")
    kept = float(first.expected("second") + second.expected("first")) / 2 / 4
    assert cell.taken == pytest.approx(5 * (1 - kept))


def test_what_one_wins_the_other_loses(found):
    for row in range(3):
        assert found.cell(row, row).wins == pytest.approx(0.5)
        for column in range(3):
            assert found.cell(row, column).wins == pytest.approx(found.cell(column, row).loses)
            assert found.cell(row, column).taken == pytest.approx(found.cell(column, row).lost)


def test_points_for_points(found):
    cells = [found.cell(0, column) for column in (1, 2)]
    assert found.efficiency(0) == pytest.approx(sum(c.taken for c in cells) / sum(c.lost for c in cells))
    assert found.average(0) == pytest.approx(sum(c.wins for c in cells) / 2)


@pytest.mark.parametrize("effort", [Effort(), Effort(most=10, samples=300, seed=4)])
def test_the_same_numbers_for_any_backend_and_any_workers(roster, effort):
    crews = [Crew("threads", 3), Crew("processes", 2)]
    assert len({matchup(roster, effort, crew).digest() for crew in crews}) == 1


def test_another_seed_gives_other_samples(roster):
    digests = {matchup(roster, Effort(most=10, samples=200, seed=seed)).digest() for seed in (1, 2)}
    assert len(digests) == 2


def test_sampling_until_the_answer_is_known(roster):
    found = matchup(roster, Effort(most=10, width=0.03))
    assert all(meeting.how == "sampled" for meeting in found.meetings.values())
    exact = matchup(roster)
    for pair, meeting in found.meetings.items():
        assert abs(meeting.wins - exact.meetings[pair].wins) < 0.06
    assert {cell.high - cell.low <= 0.06 + 1e-9 for row in range(3) if (cell := found.cell(row, 0))} == {True}


def test_what_is_kept_is_not_worked_out_again(roster, tmp_path):
    kept = tmp_path / "kept.jsonl"
    whole = matchup(roster, keep=kept)
    lines = kept.read_text().splitlines()
    assert len(lines) == 10
    kept.write_text("\n".join(lines[:5]) + "\n" + lines[5][:9])  # stopped in the middle of a line
    told = []
    again = matchup(roster, keep=kept, watch=lambda done, total, words: told.append((done, total)))
    assert again.digest() == whole.digest()
    assert (told[0], told[-1]) == ((4, 9), (9, 9))
    assert len(told) < 7  # not a task for each of the six pairs of units
    assert sorted(kept.read_text().splitlines()) == sorted(lines)


def test_kept_duels_of_another_roster_are_refused(roster, tmp_path):
    kept = tmp_path / "kept.jsonl"
    matchup(roster, keep=kept)
    with pytest.raises(LabError, match="another roster or effort"):
        matchup(roster, Effort(most=99), keep=kept)


def test_stopped_from_the_keyboard_it_gives_what_it_has(roster, tmp_path):
    kept = tmp_path / "kept.jsonl"

    def stop(done, total, words):
        if done == 3:
            raise KeyboardInterrupt

    partial = matchup(roster, crew=Crew("threads", 1), keep=kept, watch=stop)
    assert not partial.complete
    assert len(kept.read_text().splitlines()) == 1 + 3
    assert "not finished: 6 duels" in " ".join(str(partial).split())
    assert "–" in partial._repr_svg_()
    assert matchup(roster, keep=kept).digest() == matchup(roster).digest()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_told_in_words(roster):
    with pytest.raises(LabError, match="No space left on device; 0 duels are kept, run it again to go on"):
        _write_to_full_disk(roster)


def _write_to_full_disk(roster):
    """/dev/full takes no byte; a file that stands for it is opened where the lab keeps duels."""
    from enfilade.lab import matchups

    kept = matchups._Kept(None, roster, Effort())
    kept.path = Path("/dev/full")
    kept._out = kept.path.open("a", encoding="utf-8")
    try:
        kept.add(matchups.Meeting(0, 0, 0.5, 0.5, 0.1, 0.1, 3.0, "exact", 0))
    finally:
        kept.__exit__()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("points: 5\n", "points: 5\n    ruleset: runewars\n", "units of different games cannot meet"),
        ("ruleset: asoiaf", "ruleset: asoif", 'did you mean "asoiaf"?'),
        ("morale: 5,", "moral: 5,", "morale"),
        ("wounds: 4, profile", "id: x, wounds: 4, profile", "leave it out"),
        ("points: 6", "points: 0", "1"),
        ("title: Three", "policy: clever", "plain"),
    ],
)
def test_mistakes_in_a_roster_are_told_with_their_place(old, new, said):
    with pytest.raises(ScenarioError) as caught:
        read_roster(ROSTER.replace(old, new, 1))
    assert said in str(caught.value)
    assert "text:" in str(caught.value)


def test_units_that_cannot_meet_are_told_before_any_work():
    text = ROSTER.replace("title: Three", "meeting: {}")
    with pytest.raises(LabError, match="A and A cannot meet"):
        matchup(read_roster(text))


def test_a_sweep_follows_one_number(roster):
    found = sweep(roster, "B.morale=4..6")
    line = found.line()
    assert [value for value, *_ in line] == [4, 5, 6]
    wins = [mean for _, mean, _, _ in line]
    assert wins == sorted(wins, reverse=True)  # a higher number is harder to reach on a panic test
    whole = matchup(swept(roster, "B", "morale", 6))
    assert wins[2] == pytest.approx(whole.average(1))
    assert ET.fromstring(found.chart().svg).tag.endswith("svg")
    assert len(list(found.rows())) == 6


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("B.moral=4..6", "did you mean"),
        ("cheese=1..2", "no number called cheese"),
        ("Nobody.morale=1..2", "there is no unit called Nobody; known: A, B, C"),
        ("profile.cheese=1..2", "no number called profile.cheese"),
        ("morale", "such as morale=5..9"),
        ("morale=9..5", "1 to 100 values"),
        ("morale=1..2000", "1 to 100 values"),
        ("morale=99", "cannot meet"),
    ],
)
def test_a_sweep_that_cannot_be(roster, written, said):
    with pytest.raises(LabError, match=said):
        sweep(roster, written)


def test_ranges(roster):
    assert read_range("C.morale = 5..7", roster) == ("C", "morale", (5, 6, 7))
    assert read_range("defense=3,5", roster) == ("A", "defense", (3, 5))


@pytest.mark.parametrize("fields", [{"most": 0}, {"samples": 0}, {"width": 1.5}, {"width": -0.1}])
def test_a_budget_of_nothing_is_refused(fields):
    with pytest.raises(LabError, match="expected"):
        Effort(**fields)


def test_the_picture_holds_every_number(found):
    root = ET.fromstring(found.heatmap().svg)
    titles = {node.text for node in root.iter("{http://www.w3.org/2000/svg}title")}
    assert any(text and text.startswith("A against C: ") for text in titles)
    assert len([text for text in titles if text and " against " in text]) == 9


def test_the_command_writes_every_form(tmp_path, capfd):
    pytest.importorskip("pyarrow")
    import pyarrow.parquet

    file = tmp_path / "three.roster.yaml"
    file.write_text(ROSTER)
    outs = [str(tmp_path / f"out.{ending}") for ending in ("svg", "html", "csv", "parquet")]
    words = [word for out in outs for word in ("-o", out)]
    assert main(["matchup", str(file), *words, "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["complete"] is True
    assert len(told["pairs"]) == 9
    table = pyarrow.parquet.read_table(outs[3]).to_pylist()
    assert table[1]["wins"] == pytest.approx(told["pairs"][1]["wins"])
    assert (tmp_path / "out.csv").read_text().count("\n") == 10
    assert "<table>" in (tmp_path / "out.html").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "out.png"], ".svg, .html, .csv, .parquet"),
        (["--most", "0"], "at least 1"),
        (["--on", "moon"], "known: threads, processes, ray"),
        (["--sweep", "cheese=1..3"], "no number called cheese"),
        (["--sweep", "morale=5..6", "--keep", "k"], "all against all"),
    ],
)
def test_bad_words_are_refused(tmp_path, words, said, capfd):
    file = tmp_path / "three.roster.yaml"
    file.write_text(ROSTER)
    assert main(["matchup", str(file), *words]) == 2
    assert said in capfd.readouterr().err


def test_data_frames(found):
    pytest.importorskip("pandas")
    frame = found.to_pandas()
    assert list(frame["unit"]) == [name for name in "ABC" for _ in range(3)]
    assert frame["wins"].between(0, 1).all()
    assert "<table>" in found._repr_html_()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
def test_ctrl_c_keeps_what_is_done(tmp_path):
    """The command as a process, stopped once a few duels are kept; then it goes on from there."""
    file, kept = tmp_path / "three.roster.yaml", tmp_path / "kept.jsonl"
    file.write_text(ROSTER.replace("wounds: 4", "wounds: 9"))
    words = [sys.executable, "-m", "enfilade", "matchup", str(file), "--keep", str(kept), "--on", "processes"]
    words += ["--workers", "1"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(600):
        if kept.exists() and len(kept.read_text().splitlines()) > 1:
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    said, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (130, "")
    assert "not finished: " in said
    assert "to go on" in said
    assert 1 < len(kept.read_text().splitlines()) < 10


MEETINGS = {
    "runewars": ('{profile: Spearmen, ranks: ["1"]}', '{profile: Reanimates, ranks: ["1"]}'),
    "ageofmagic": (
        "{leader: {tactics: 4, iq: 1}, size: 60, melee: {value: 20}, defence: {value: 12}}",
        "{leader: {tactics: 4, iq: 1}, size: 50, melee: {value: 22}, defence: {value: 12}}",
    ),
    "asoiaf": (
        "{wounds: 2, profile: {tray: infantry, speed: 5, defense: 4, morale: 6, "
        "attacks: [{name: s, kind: melee, to_hit: 3, dice: [5, 4, 3]}]}}",
        "{wounds: 2, profile: {tray: infantry, speed: 5, defense: 5, morale: 6, "
        "attacks: [{name: s, kind: melee, to_hit: 4, dice: [5, 4, 3]}]}}",
    ),
}


@pytest.mark.parametrize("ruleset", MEETINGS)
def test_units_of_every_such_ruleset_meet_where_nothing_is_said(ruleset):
    one, other = MEETINGS[ruleset]
    text = f"format: enfilade/roster/1\nruleset: {ruleset}\nunits:\n  A: {{unit: {one}}}\n  B: {{unit: {other}}}\n"
    roster = read_roster(text)
    found = matchup(roster, Effort(most=2_000))
    alone = [fight(roster.duel(pair), most=2_000) for pair in (Pair(0, 1), Pair(1, 0))]
    cell = found.cell(0, 1)
    assert cell is not None
    assert cell.wins == pytest.approx((float(alone[0].wins("first")) + float(alone[1].wins("second"))) / 2, abs=1e-12)
    assert found.efficiency(0) is None  # no points are said


def test_a_ruleset_without_lasting_fights_has_no_rosters():
    text = "format: enfilade/roster/1\nruleset: lineofattack\nunits:\n  A: {unit: {}}\n  B: {unit: {}}\n"
    with pytest.raises(ScenarioError, match="round after round"):
        read_roster(text)


def test_a_limit_of_rounds_holds_for_every_duel():
    text = ROSTER.replace("title: Three", "rounds: 2")
    roster = read_roster(text)
    cell, alone = matchup(roster).cell(0, 1), fight(roster.duel(Pair(0, 1)))
    assert cell is not None
    assert alone.limit == 2
    assert cell.wins + cell.loses < 1  # some are still fought then


def test_the_policy_of_a_roster_is_that_of_both_sides():
    duel = read_roster(ROSTER.replace("title: Three", "policy: keep_tokens")).duel(Pair(0, 1))
    assert [duel.policy(side) for side in duel.sides] == ["keep_tokens", "keep_tokens"]
