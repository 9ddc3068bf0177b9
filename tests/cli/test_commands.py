"""The command line from the outside: what it prints where, and with which exit status."""

import io
import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from tests.show.scenes import REAR, saved

from enfilade.cli import main
from enfilade.files.record import save
from enfilade.files.scenario import load

Told = tuple[int, str, str]


@pytest.fixture
def rear(tmp_path):
    return saved(tmp_path)


@pytest.fixture
def run(capsys, monkeypatch):
    """Run `enfilade` with these words: exit status, standard output, standard error."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*words: str, typed: str = "") -> Told:
        stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8")
        monkeypatch.setattr(sys, "stdin", stdin)
        try:
            status = main(list(words))
        except SystemExit as end:
            status = int(end.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return run


# judge ------------------------------------------------------------------------------------------------------


def test_judge_tells_every_candidate(run, rear):
    status, out, err = run("judge", rear)
    assert (status, err) == (0, "")
    for action in load(REAR).candidates():
        assert f"{action.kind}: {action['attacker']} → {action['target']}" in out
    assert "LEGAL  threat 1 ·" in out
    assert "REFUSED" in out
    assert "at least 1:" in out
    assert max(map(len, out.split("\n"))) <= 80


def test_judge_json_is_nothing_but_json(run, rear):
    status, out, err = run("judge", rear, "--json")
    data = json.loads(out)
    assert (status, err) == (0, "")
    assert [one["action"] for one in data["rulings"]] == [action.json() for action in load(REAR).candidates()]


@pytest.mark.parametrize(
    ("narrowing", "count"),
    [
        (["--attacker", "spearmen"], 2),
        (["--attacker", "spearmen", "--target", "reanimates"], 1),
        (["--kind", "ranged"], 1),
        (["--edge", "rear"], 1),
        (["--field", "attacker=archers", "--field", "kind=melee"], 1),
    ],
)
def test_options_narrow_what_is_judged(run, rear, narrowing, count):
    status, out, _ = run("judge", rear, "--json", *narrowing)
    assert status == 0
    assert len(json.loads(out)["rulings"]) == count


def test_an_attack_that_is_not_listed_is_judged_if_it_is_described(run, rear):
    words = ["--kind", "melee", "--attacker", "reanimates", "--target", "spearmen", "--edge", "left"]
    status, out, _ = run("judge", rear, "--json", *words)
    (ruling,) = json.loads(out)["rulings"]
    assert (status, ruling["verdict"]) == (0, "refused")
    assert ruling["refusal"]["nearest_legal"]["action"]["edge"] == "rear"


def test_nothing_to_judge_ends_with_3_and_the_nearest_name(run, rear):
    status, out, err = run("judge", rear, "--attacker", "reanimatez")
    assert (status, out) == (3, "")
    assert err == "nothing to judge: no action has attacker reanimatez; did you mean reanimates?\n"


@pytest.mark.parametrize(("command", "answers"), [("judge", "rulings"), ("odds", "odds")])
def test_nothing_to_judge_is_json_too(run, rear, command, answers):
    status, out, err = run(command, rear, "--attacker", "nobody", "--json")
    assert (status, json.loads(out)[answers]) == (3, [])
    assert err.startswith("nothing to judge")


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("NaN", "NaN: a finite number was expected"),
        ("1e999", "1e999: a finite number was expected"),
        ("-Infinity,2", "-Infinity: a finite number was expected"),
        ("[]", "[]: a word, a number or numbers parted by commas were expected"),
        ('{"a": 1}', '{"a": 1}: a word, a number or numbers parted by commas were expected'),
    ],
)
def test_fields_that_no_action_can_have_end_with_2(run, rear, value, complaint):
    words = ["--attacker", "reanimates", "--target", "spearmen", "--field", f"shift={value}"]
    assert run("judge", rear, *words, "--json") == (2, "", f"{complaint}\n")


def test_a_wrong_file_ends_with_2_and_every_mistake_with_its_place(run, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text(REAR.replace("facing: 0", "facng: 0"), "utf-8")
    status, out, err = run("judge", str(bad), "--json")
    assert (status, out) == (2, "")
    lines = err.strip().split("\n")
    assert len(lines) == 2
    assert all(line.startswith(f"{bad}:") and 'did you mean "facing"?' in line for line in lines)


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_a_file_that_is_none_ends_with_2(run, tmp_path, name):
    status, out, err = run("judge", str(tmp_path / name))
    assert (status, out) == (2, "")
    assert "expected a file" in err


def test_a_scenario_can_come_from_standard_input(run, rear):
    assert run("judge", "-", "--json", typed=REAR)[1] == run("judge", rear, "--json")[1]
    status, _, err = run("judge", "-", typed="format: nonsense")
    assert (status, err.startswith("standard input:")) == (2, True)


def test_many_rulings_are_told_in_short(run, tmp_path):
    more = [
        f"  - {{id: s{n}, side: d, profile: Spearmen, ranks: ['44'], position: [{4 + 3 * n}, 1], facing: 0}}\n"
        for n in range(6)
    ]
    file = tmp_path / "many.yaml"
    file.write_text(REAR + "".join(more), "utf-8")
    status, out, _ = run("judge", str(file))
    assert status == 0
    assert "in short; --full" in out
    full = run("judge", str(file), "--full")[1]
    assert full.count("REFUSED") == out.count("REFUSED") > 12
    assert "34.1" in full
    assert "odds  exact" in full
    assert "odds  exact" not in out


def test_all_pairs_is_a_table_as_text_csv_and_json(run, rear):
    status, text, _ = run("judge", rear, "--all-pairs")
    assert status == 0
    row = next(line for line in text.split("\n") if line.strip().startswith("spearmen"))
    assert row.split() == ["spearmen", "reanimates", "archers"]
    csv = run("judge", rear, "--csv")[1]
    assert csv.startswith("kind,attacker,target,edge,verdict,rule,reason,threat,")
    assert len(csv.strip().split("\n")) == 1 + len(load(REAR).candidates())
    assert json.loads(run("judge", rear, "--all-pairs", "--json")[1])["format"] == "enfilade/pairs/1"


def test_own_units_are_read(run, tmp_path):
    units, file = tmp_path / "units.yaml", tmp_path / "own.yaml"
    file.write_text(REAR.replace("profile: Spearmen", "profile: Halberds"), "utf-8")
    profile = "{type: infantry, defense: 2, wounds: 1, melee: {dice: R R R}}"
    units.write_text(f"format: enfilade/units/1\nruleset: runewars\nunits: {{Halberds: {profile}}}\n", "utf-8")
    words = ["judge", str(file), "--attacker", "reanimates", "--kind", "melee", "--json"]
    status, out, _ = run(*words, "--units", str(units))
    assert (status, json.loads(out)["rulings"][0]["values"]["defense"]) == (0, 2)
    assert run(*words)[0] == 2
    units.write_text("format: enfilade/units/1\nruleset: asoiaf\n", "utf-8")
    status, _, err = run(*words, "--units", str(units))
    assert (status, "units.yaml:2:" in err) == (2, True)


# odds -------------------------------------------------------------------------------------------------------


def test_odds_json_is_exact(run, rear):
    status, out, err = run("odds", rear, "--kind", "ranged", "--json")
    data = json.loads(out)
    assert (status, err) == (0, "")
    (one,) = data["odds"]
    assert (one["exact"], one["total"]) == (True, "1")


def test_odds_in_words_have_a_row_for_each_threshold(run, rear):
    status, out, _ = run("odds", rear, "--attacker", "spearmen")
    assert status == 0
    assert "odds  exact, choices by policy" in out
    assert "at least 3" in out
    assert "█" in out
    assert "REFUSED" in out  # the one attack on the archers


@pytest.mark.parametrize("policy", ["best", "best:damage", "keep"])
def test_odds_take_a_policy(run, rear, policy):
    status, out, _ = run("odds", rear, "--kind", "ranged", "--json", "--policy", policy)
    assert (status, json.loads(out)["odds"][0]["policy"]) == (0, policy)


def test_an_unknown_policy_is_told_with_the_known_ones(run, rear):
    for policy in ("nope", "best:nope"):
        status, out, err = run("odds", rear, "--kind", "ranged", "--policy", policy)
        assert (status, out) == (2, "")
        assert "known: " in err


def test_odds_of_a_refused_attack_end_with_3_and_the_reason(run, rear):
    words = ["odds", rear, "--attacker", "archers", "--kind", "melee"]
    status, out, _ = run(*words)
    assert status == 3
    assert "REFUSED" in out
    status, out, _ = run(*words, "--json")
    assert (status, json.loads(out)["odds"]) == (3, [])


def test_odds_are_drawn(run, rear, tmp_path):
    chart = tmp_path / "chart.svg"
    assert run("odds", rear, "--kind", "ranged", "--chart", str(chart))[0] == 0
    assert ElementTree.parse(chart).getroot().get("role") == "img"


# roll, check, replay ----------------------------------------------------------------------------------------


def test_a_roll_with_a_seed_is_the_same_again(run, rear):
    first, again = (run("roll", rear, "--seed", "7") for _ in range(2))
    assert first == again
    assert first[0] == 0
    assert re.search("^result +hits", first[1], re.MULTILINE)
    assert "This was one of 3 legal attacks" in first[1]


def test_a_roll_without_a_seed_ends_in_a_result_that_the_odds_know(run, rear):
    status, out, _ = run("roll", rear, "--kind", "ranged")
    battle = load(REAR)
    (action,) = [action for action in battle.actions() if action.kind == "ranged"]
    hits = {result.counts["hits"] for result in battle.odds(action, "keep")} | {
        result.counts["hits"] for result in battle.odds(action)
    }
    assert status == 0
    (rolled,) = re.findall(r"^result +hits (\d+)", out, re.MULTILINE)
    assert int(rolled) in hits


def test_dice_on_the_table_can_be_typed_in(run, rear):
    status, out, _ = run("roll", rear, "--attacker", "spearmen", "--faces", "HH,HS,H")
    assert status == 0
    assert "2 red + 1 blue: HH HS H" in out
    assert run("roll", rear, "--attacker", "spearmen", "--faces", "HH HS H")[1] == out


@pytest.mark.parametrize(
    ("faces", "complaint"),
    [
        ("HH,HS", "expected 3 more faces, found 2"),
        ("HH,HS,H,H,H", "faces too many"),
        ("", "expected 3 more faces, found none; --ask asks for the faces of each throw and for each choice"),
        ("HH,QQ,H", "found 'QQ'"),
    ],
)
def test_faces_that_do_not_fit_end_with_2(run, rear, faces, complaint):
    status, _, err = run("roll", rear, "--attacker", "spearmen", "--faces", faces)
    assert status == 2
    assert complaint in err


def test_faces_and_choices_are_asked_for_until_they_fit(run, rear):
    typed = "7\n2\nHH HS\nHH,H,QQ\nHH,H,S\n" + "\n" * 9
    status, out, _ = run("roll", rear, "--attacker", "spearmen", "--ask", typed=typed)
    assert status == 0
    assert "Which die for flanking?" in out
    assert "'7' is none of them" in out
    assert "needs 3 faces; found 2" in out
    assert "found 'QQ'" in out
    assert "1 red + 2 blue: HH H S" in out


def test_answers_that_end_too_early_roll_nothing(run, rear, tmp_path):
    record = tmp_path / "r.jsonl"
    status, _, err = run("roll", rear, "--ask", "--record", str(record), typed="")
    assert status == 2
    assert "nothing was rolled" in err
    assert not record.exists()


def test_one_way_to_roll_at_a_time(run, rear):
    assert run("roll", rear, "--seed", "1", "--faces", "H")[0] == 2


def test_nothing_legal_to_roll_ends_with_3_and_the_reason(run, rear):
    status, out, err = run("roll", rear, "--attacker", "archers", "--kind", "melee")
    assert status == 3
    assert "REFUSED" in out
    assert "nothing to roll" in err


def test_a_record_grows_is_checked_and_told_again(run, rear, tmp_path):
    record = str(tmp_path / "battle.record.jsonl")
    rolls = [
        run("roll", rear, "--attacker", "spearmen", "--faces", "H,H,S", "--record", record),
        run("roll", rear, "--kind", "ranged", "--seed", "2", "--record", record),
    ]
    assert [status for status, _, _ in rolls] == [0, 0]
    assert "now holds 2 entries" in rolls[1][1]
    status, out, _ = run("check", record)
    assert (status, out) == (0, f"{record}: 2 entries follow the rules\n")
    status, told, _ = run("replay", record)
    assert status == 0
    for _, out, _ in rolls:
        story = [line for line in out.split("\n") if line[:3].strip().replace(".", "").isdecimal()]
        assert all(line in told for line in story)


def test_what_the_referee_decides_is_rolled_like_anything_else(run, rear, tmp_path):
    record = str(tmp_path / "battle.record.jsonl")
    decide = ("roll", rear, "--kind", "decide", "--record", record)
    status, out, err = run(
        *decide, "--field", "words=12 men come", "--field", "unit=spearmen", "--field", "ranks=444/444"
    )
    assert (status, err) == (0, "")
    assert "the referee decides: 12 men come" in out
    assert "ranks from 444" in out
    assert (
        run(*decide, "--field", "words=they falter", "--field", "unit=spearmen", "--field", 'tokens={"panic": 2}')[0]
        == 0
    )
    assert run(*decide, "--field", "words=7")[0] == 0
    assert run("check", record)[1] == f"{record}: 3 entries follow the rules\n"
    assert "they falter" in run("replay", record)[1]


def test_a_decision_that_cannot_be_is_refused_in_words(run, rear):
    status, out, _ = run("roll", rear, "--kind", "decide", "--field", "words=they flee", "--field", "unit=spear")
    assert status == 3
    assert 'did you mean "spearmen"?' in out
    status, out, _ = run("roll", rear, "--kind", "decide")
    assert status == 3
    assert "expected a line" in out


def test_a_record_that_was_edited_is_caught(run, rear, tmp_path):
    record = tmp_path / "battle.record.jsonl"
    run("roll", rear, "--attacker", "spearmen", "--faces", "H,H,S", "--record", str(record))
    record.write_text(record.read_text("utf-8").replace('"H", "H", "S"', '"H", "HH", "S"'), "utf-8")
    for command in ("check", "replay"):
        status, out, err = run(command, str(record))
        assert (status, out) == (2, "")
        assert "battle.record.jsonl:2:" in err


def test_a_record_of_another_battle_is_not_continued(run, rear, tmp_path):
    record, other = tmp_path / "r.jsonl", tmp_path / "other.yaml"
    run("roll", rear, "--seed", "1", "--record", str(record))
    before = record.read_bytes()
    other.write_text(REAR.replace("Struck in the rear", "Another"), "utf-8")
    status, _, err = run("roll", str(other), "--seed", "1", "--record", str(record))
    assert status == 2
    assert "another battle" in err
    assert record.read_bytes() == before


GRID = """
format: enfilade/scenario/1
ruleset: lineofattack
map: {size: [9, 4]}
walls: [[[5, 0], [5, 4]]]
tokens:
  - {id: a, side: red, cell: [1, 1]}
  - {id: b, side: blue, cell: [3, 2]}
  - {id: c, side: blue, cell: [7, 2]}
"""


def test_attacks_without_dice_are_told_apart_from_refused_ones(run):
    for command in (["odds", "-"], ["roll", "-"], ["odds", "-", "--json"]):
        status, _, err = run(*command, "--attacker", "a", "--target", "b", typed=GRID)
        assert status == 3
        assert "leaves the dice of such an attack to the referee" in err
        status, out, err = run(*command, "--attacker", "a", "--target", "c", typed=GRID)
        assert status == 3
        assert "REFUSED" in out or "--json" in command
        assert "leaves the dice" not in err


# draw -------------------------------------------------------------------------------------------------------


def test_draw_writes_a_picture(run, rear, tmp_path):
    picture = tmp_path / "out.svg"
    status, out, _ = run("draw", rear, "-o", str(picture))
    assert (status, out.strip()) == (0, str(picture))
    root = ElementTree.parse(picture).getroot()
    said = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Struck in the rear", "Waiqar", "Daqan Lords"} <= set(said)
    assert "LEGAL" not in said


def test_draw_prints_a_ruling(run, rear):
    status, out, _ = run("draw", rear, "-o", "-", "--attacker", "reanimates")
    said = [element.text for element in ElementTree.fromstring(out).iter("{http://www.w3.org/2000/svg}text")]
    assert status == 0
    assert "LEGAL" in said
    assert "REFUSED" in run("draw", rear, "-o", "-", "--attacker", "archers", "--kind", "melee")[1]


def test_draw_a_fan(run, rear):
    status, out, _ = run("draw", rear, "-o", "-", "--fan", "archers")
    assert status == 0
    assert " may attack 1 of 1" in out
    assert run("draw", rear, "-o", "-", "--fan", "archerz")[0] == 3


def test_a_folder_that_is_not_there_is_told(run, rear, tmp_path):
    status, _, err = run("draw", rear, "-o", str(tmp_path / "none" / "out.svg"))
    assert status == 2
    folder = tmp_path / "none"
    assert err == f"{folder / 'out.svg'}: No such file or directory; make the folder {folder} first\n"


def test_a_record_that_cannot_be_written_is_named_and_leaves_nothing_behind(run, rear, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "inside").touch()
    battle = load(rear)
    with pytest.raises(OSError, match=r"folder'$") as error:
        save(battle, folder)
    assert error.value.filename == str(folder)
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted({"folder", Path(rear).name})
    words = ["--attacker", "reanimates", "--record", str(tmp_path / "none" / "r.jsonl")]
    status, _, err = run("roll", rear, *words)
    assert (status, err.split(":")[0]) == (2, str(tmp_path / "none" / "r.jsonl"))


# ask, rules, schema -----------------------------------------------------------------------------------------


def test_ask_lists_what_it_understands(run):
    status, out, _ = run("ask", "runewars")
    assert status == 0
    assert "ranks" in out
    assert "enfilade ask runewars ranks=" in out
    assert {"ranks", "edge"} <= {question["name"] for question in json.loads(run("ask", "runewars", "--json")[1])}


def test_ask_rules_on_a_few_facts(run):
    status, out, _ = run("ask", "runewars", "ranks=44/4.", "edge=rear", "touching=2.1")
    assert status == 0
    assert "LEGAL  threat 1 ·" in out
    data = json.loads(run("ask", "runewars", "ranks=44/4.", "edge=rear", "touching=2.1", "--json")[1])
    assert [ruling["values"]["threat"] for ruling in data["rulings"]] == [1]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["ask", "runewarz"], "did you mean runewars?"),
        (["ask", "runewars", "nonsense=1"], "nonsense: expected"),
        (["ask", "runewars", "ranks"], "name=value was expected"),
        (["ask", "runewars", "ranks="], "name=value was expected"),
        (["ask", "runewars", "ranks=5"], "at most 4 on an infantry tray"),
        (["ask", "runewars", "ranks=4", "ranks=44"], "ranks is given twice"),
        (["rules", "chess"], "there is no ruleset 'chess'"),
        (["check", "nothing.jsonl"], "no such file"),
    ],
)
def test_wrong_questions_end_with_2(run, words, complaint):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert complaint in err
    assert "Traceback" not in err


def test_rules_is_the_coverage_table(run):
    status, out, _ = run("rules", "runewars")
    assert status == 0
    assert "implemented" in out.split("\n")[0]
    assert json.loads(run("rules", "runewars", "--json")[1])["format"] == "enfilade/coverage/1"
    assert run("rules", "runewars", "--markdown")[1].startswith("# runewars: ")


def test_the_schema_is_one(run):
    status, out, _ = run("schema")
    assert status == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(out))


def test_an_unknown_option_ends_with_2(run, rear):
    status, out, err = run("judge", rear, "--foo")
    assert (status, out) == (2, "")
    assert "--foo" in err


def test_nothing_that_was_typed_can_steer_the_terminal(run, rear):
    status, out, err = run("judge", rear, "--attacker", "\x1b]0;x\x07")
    assert status == 3
    assert "attacker" in err
    assert not {"\x1b", "\x07"} & set(out + err)
