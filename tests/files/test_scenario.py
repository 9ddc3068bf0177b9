"""Scenario files become battles, or every mistake is told at once."""

import json
from copy import deepcopy
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.files.battles import SCENARIO

from enfilade.battle import Battle
from enfilade.files.document import BadFile, parse, read
from enfilade.files.scenario import imported, load, playable, set_up
from enfilade.files.writing import write


def refused(text: str, units: str | None = None) -> list[str]:
    with pytest.raises(BadFile) as caught:
        set_up(parse(text, "x"), parse(units, "u") if units else None)
    return str(caught.value).split("\n")


def changed(*changes: tuple[str, str]) -> str:
    text = SCENARIO
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


# ------------------------------------------------------------------------------- a good file


def test_a_scenario_loads_from_a_path_from_text_and_from_json(tmp_path):
    path = tmp_path / "rear.battle.yaml"
    path.write_text(SCENARIO)
    as_json = write(parse(SCENARIO).data)
    battles = [load(path), load(str(path)), load(SCENARIO), load(as_json), load(parse(SCENARIO))]
    assert all(isinstance(battle, Battle) for battle in battles)
    assert all(battle == battles[0] for battle in battles)
    assert battles[0].scenario["units"][1]["position"] == [10, Decimal("4.5")]
    assert [action["attacker"] for action in battles[0].candidates()] == ["reanimates", "spearmen"]


def test_readings_reach_the_ruleset():
    plain = load(SCENARIO)
    switched = load(SCENARIO + "readings: {leftover_damage: carried}\n")
    assert plain.state != switched.state
    assert load(SCENARIO + "readings: {}\nedition: rr\n").state == plain.state


def test_a_file_of_units_adds_profiles_and_stays_with_the_battle(tmp_path):
    units = tmp_path / "own.yaml"
    units.write_text(
        "format: enfilade/units/1\nruleset: runewars\n"
        "units:\n  Millers: {type: infantry, defense: 1, wounds: 1, melee: {dice: R}}\n"
    )
    text = changed(("Spearmen", "Millers"))
    assert refused(text)[0].startswith("x:14:14 units[1].profile: expected")
    battle = load(text, units)
    assert battle.library is not None
    assert battle.library["units"]["Millers"]["melee"] == {"dice": "R"}
    assert battle.candidates()[1]["attacker"] == "spearmen"


# -------------------------------------------------------------------------------- the header


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[1]", "x:1:1: expected fields such as format and ruleset, each as name: value, found a list of 1"),
        ("just words", 'x:1:1: expected fields such as format and ruleset, each as name: value, found "just words"'),
        (
            changed(("ruleset: runewars", "ruleset: runewas")),
            f'x:2:10 ruleset: expected one of {", ".join(playable())}, found "runewas"; did you mean "runewars"?',
        ),
        (
            changed(("ruleset: runewars", "rulset: runewars")),
            f'x:1:1 ruleset: expected one of {", ".join(playable())}, found nothing; the field "rulset" is misspelt',
        ),
        (changed(("ruleset: runewars", "ruleset: [runewars]")), "x:2:10 ruleset: expected one of"),
        (
            changed(("scenario/1", "scenario/2")),
            'x:1:9 format: expected "enfilade/scenario/1", found "enfilade/scenario/2"; '
            "this file is for another version of Enfilade: update Enfilade, or write the file for this format",
        ),
        (
            changed(("format: enfilade/scenario/1\n", "")),
            'x:1:1 format: expected "enfilade/scenario/1", found nothing; '
            "start the file with the line format: enfilade/scenario/1",
        ),
        (
            changed(("scenario/1", "units/1")),
            'x:1:9 format: expected "enfilade/scenario/1", found "enfilade/units/1"; '
            "this is a file of units: give it beside a scenario, with --units",
        ),
        (
            changed(("scenario/1", "record/1")),
            'x:1:9 format: expected "enfilade/scenario/1", found "enfilade/record/1"; '
            "this is the record of a battle: replay or check it",
        ),
        (
            changed(("scenario/1", "duel/1")),
            'x:1:9 format: expected "enfilade/scenario/1", found "enfilade/duel/1"; '
            "this is a file for many fights: enfilade duel reads it",
        ),
        (
            changed(("scenario/1", "roster/1")),
            'x:1:9 format: expected "enfilade/scenario/1", found "enfilade/roster/1"; '
            "this is a file for many fights: enfilade matchup reads it",
        ),
        (SCENARIO + "edition: r\n", 'x:17:10 edition: expected one of rr, found "r"; did you mean "rr"?'),
        (SCENARIO + "edition: 2\n", "x:17:10 edition: expected one of rr, found the number 2"),
        (
            SCENARIO + "readings: {leftover_damge: lost}\n",
            'x:17:12 readings.leftover_damge: expected a reading of runewars, found "leftover_damge"; '
            'did you mean "leftover_damage"?',
        ),
        (
            SCENARIO + "readings: {leftover_damage: caried}\n",
            'x:17:29 readings.leftover_damage: expected one of lost, carried, found "caried"; did you mean "carried"?',
        ),
        (SCENARIO + "readings: [lost]\n", "x:17:11 readings: expected a mapping, found a list of 1"),
    ],
)
def test_the_header_is_checked(text, line):
    lines = refused(text)
    assert len(lines) == 1
    assert lines[0].startswith(line)


def test_a_file_for_another_version_still_has_its_other_mistakes_told():
    assert [
        line.split(": expected")[0] for line in refused(changed(("scenario/1", "scenario/2"), ("side: w", "sid: w")))
    ] == [
        "x:1:9 format",
        "x:6:5 units[0].side",
        "x:7:5 units[0].sid",
    ]


# ------------------------------------------------------------------------- every mistake at once


def test_mistakes_of_form_are_told_together():
    text = changed(("title", "titel"), ('"44", "44"', '"44", 44'), ("facing: 0", "facing: north"))
    assert [line.partition(": expected")[0] for line in refused(text)] == [
        "x:3:1 titel",
        "x:9:19 units[0].ranks[1]",
        "x:11:13 units[0].facing",
    ]


def test_mistakes_of_position_are_told_together_with_wrong_readings():
    text = changed(("Reanimates\n    ranks", "Reanimate\n    ranks"), ('["444"]', '["494"]'))
    text += "readings: {leftover_damage: gone}\ncontacts:\n  - {unit: spearmen, edge: rear, enemy: nobody}\n"
    lines = refused(text)
    assert [line.partition(": expected")[0] for line in lines] == [
        "x:8:14 units[0].profile",
        "x:15:13 units[1].ranks[0]",
        "x:17:29 readings.leftover_damage",
        "x:19:41 contacts[0].enemy",
    ]
    assert 'did you mean "Reanimates"?' in lines[0]


def test_each_thing_that_cannot_stand_is_refused_at_its_place():
    friends = "contacts:\n  - {unit: spearmen, edge: rear, enemy: spearmen}\n"
    for text, told in [
        (changed(("[10, 4.5]", "[10, 6]")), "x:16:15 units[1].position: expected "),
        (changed(('["444"]', '["...", "444"]')), "x:15:13 units[1].ranks[0]: expected "),
        (changed(("[10, 4.5]", "[10, 99999999999]")), "x:16:20 units[1].position[1]: expected "),
        (changed(("[10, 4.5]", '[10, "5 furlongs"]')), "x:16:20 units[1].position[1]: expected "),
        (changed(("[10, 4.5]", "[10, .nan]")), "x:16:20 units[1].position[1]: expected a finite number, found .nan"),
        (changed(("id: spearmen", "id: reanimates")), "x:12:9 units[1].id: expected "),
        (SCENARIO + friends, "x:18:41 contacts[0].enemy: expected "),
        (SCENARIO + "title: again\n", "x:17:1 title: expected every name once"),
    ]:
        lines = refused(text)
        assert len(lines) == 1
        assert lines[0].startswith(told)


def test_a_wrong_file_of_units_is_told_with_its_own_name():
    assert refused(SCENARIO, "format: enfilade/units/1\nruleset: lineofatack\nunits: {A: {type: x}}\n") == [
        'u:2:10 ruleset: expected runewars, found "lineofatack"; units of the same game',
        "u:3:12 units.A.defense: expected this field, found none",
        "u:3:12 units.A.wounds: expected this field, found none",
        'u:3:19 units.A.type: expected one of infantry, cavalry, siege, found "x"',
    ]
    assert refused(SCENARIO, SCENARIO)[0] == (
        'u:1:9 format: expected "enfilade/units/1", found "enfilade/scenario/1"; '
        "this is a scenario: give it without --units"
    )


def test_a_file_with_very_many_mistakes_is_refused_in_a_few_lines():
    lines = refused(
        json.dumps({"format": "enfilade/scenario/1", "ruleset": "runewars"} | {f"x{n}": 0 for n in range(1_900)})
    )
    assert len(lines) == 101


# ----------------------------------------------------------------------------------- imports


def scenario_with_map(folder: Path, path: str) -> Path:
    file = folder / "battles" / "x.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"map: {{import: {path}}}\n")
    return file


def test_an_import_is_found_from_the_scenarios_folder(tmp_path, monkeypatch):
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "castle.dd2vtt").write_text('{"format": 0.3}')
    document = read(scenario_with_map(tmp_path, "../maps/castle.dd2vtt"))
    assert imported(document, ("map", "import")).data == {"format": Decimal("0.3")}
    monkeypatch.chdir(tmp_path / "battles")
    assert imported(read("x.yaml"), ("map", "import")).data == {"format": Decimal("0.3")}


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/etc/hostname", "1:15 map.import: expected a relative path"),
        ('"..\\\\maps\\\\x.uvtt"', "1:15 map.import: expected a relative path"),
        ("7", "1:15 map.import: expected a relative path"),
        ("../../../../../../../../../../dev/zero", "1:15 map.import: expected a file, found a device or a pipe at"),
        ("../battles", "1:15 map.import: expected a file, found a folder at"),
        ("../maps/castel.dd2vtt", "1:15 map.import: expected a file, found no such file at"),
        ("broken.json", '1:15 map.import: expected a value, found "}" at "broken.json"'),
    ],
)
def test_a_wrong_import_is_refused_where_it_is_named(tmp_path, path, told):
    file = scenario_with_map(tmp_path, path)
    (file.parent / "broken.json").write_text('{"a":}')
    with pytest.raises(BadFile) as caught:
        imported(read(file), ("map", "import"))
    assert str(caught.value).startswith(f"{file}:{told}")


def test_text_without_a_folder_imports_nothing():
    with pytest.raises(BadFile, match=r"not a file in a folder.*`enfilade table FILE`"):
        imported(parse("map: {import: x.uvtt}"), ("map", "import"))


# --------------------------------------------------------------------------------------- fuzz

VALUES: st.SearchStrategy[object] = st.sampled_from(
    [
        None,
        True,
        -1,
        0,
        1,
        10**12,
        Decimal("0.5"),
        Decimal("1e-20"),
        "",
        "44",
        "x",
        [],
        [[]],
        {},
        {"a": 1},
        "12in",
        "runewars",
    ]
)


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for part, below in inner for place in places(below, (*path, part)))]


@settings(max_examples=100)
@given(st.data())
def test_a_scenario_with_damaged_fields_is_a_battle_or_a_bad_file(choose):
    data: Any = parse(SCENARIO).data
    for _ in range(choose.draw(st.integers(1, 3))):
        *outer, last = choose.draw(st.sampled_from(places(data)[1:]))
        holder = data
        for part in outer:
            holder = holder[part]
        name = choose.draw(st.sampled_from([last, "zzz", "wounds"])) if isinstance(holder, dict) else last
        holder[name] = deepcopy(choose.draw(VALUES))
    told = ""
    try:
        battle = load(write(data))
    except BadFile as error:
        told = str(error)
    if told:
        assert all(line.startswith("text:1:") for line in told.split("\n"))
    else:
        assert battle.scenario == data
