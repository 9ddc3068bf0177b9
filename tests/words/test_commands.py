"""`--language`: the commands that tell rulings speak it, and refuse one that is not spoken."""

import json
from pathlib import Path

import pytest

from enfilade.cli import main
from enfilade.commands.screen import say_line
from enfilade.show.languages import LANGUAGES, translator
from enfilade.show.remarks import ONE_OF

EXAMPLES = Path(__file__).parents[2] / "examples"
REAR = str(EXAMPLES / "runewars/struck-in-the-rear.battle.yaml")
CHARGE = str(EXAMPLES / "asoiaf/charge-into-the-flank.battle.yaml")
CRATES = str(EXAMPLES / "lineofattack/behind-the-crates.battle.yaml")
TURN = str(EXAMPLES / "ageofmagic/alexander-and-darius-turn-2.battle.yaml")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main([*words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["judge", CRATES, "--language", "it"], ["RIFIUTATO", "linea di attacco"]),
        (["judge", REAR, "--attacker", "reanimates", "--language", "fr"], ["LÉGAL", "bord arrière", "plateaux"]),
        (["odds", REAR, "--attacker", "reanimates", "--language", "it"], ["probabilità", "almeno 1", "valore atteso"]),
        (["roll", CHARGE, "--kind", "charge", "--seed", "3", "--language", "fr"], ["test de panique", "résultat"]),
        (["turn", TURN, "--seed", "1", "--language", "it"], ["Turno 2", "Ha caricato", "morale"]),
        (["rules", "asoiaf", "--language", "fr"], ["points discutés", "Un 6 naturel sauve-t-il toujours"]),
        (["ask", "runewars", "ranks=4/2", "edge=rear", "--language", "it"], ["minaccia"]),
        (["draw", REAR, "-o", "-", "--language", "fr"], ["1 plateau<"]),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_speaks_the_language(capsys: pytest.CaptureFixture[str], words: list[str], said: list[str]):
    heard = told(capsys, *words).replace("\xa0", " ")
    for part in said:
        assert part in heard


def test_the_environment_names_the_language(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ENFILADE_LANGUAGE", "fr")
    assert "REFUSÉ" in told(capsys, "judge", CRATES)
    assert "REFUSED" in told(capsys, "judge", CRATES, "--language", "en")


def test_json_keeps_its_names_and_translates_its_texts(capsys: pytest.CaptureFixture[str]):
    plain = json.loads(told(capsys, "judge", REAR, "--json"))
    french = json.loads(told(capsys, "judge", REAR, "--json", "--language", "fr"))
    assert french != plain
    assert [ruling["values"] for ruling in french["rulings"]] == [ruling["values"] for ruling in plain["rulings"]]
    assert [ruling["verdict"] for ruling in french["rulings"]] == [ruling["verdict"] for ruling in plain["rulings"]]


def test_a_language_that_is_not_spoken_is_refused(capsys: pytest.CaptureFixture[str]):
    assert main(["judge", CRATES, "--language", "de"]) == 2
    error = capsys.readouterr().err
    assert error == "--language: there is no language 'de'; there are: en, fr, it\n"


def test_a_report_says_its_language(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    record, page = str(tmp_path / "battle.record.jsonl"), tmp_path / "battle.html"
    told(capsys, "turn", TURN, "--seed", "1", "--record", record)
    told(capsys, "report", record, "--out", str(page), "--language", "fr")
    text = page.read_text("utf-8")
    assert '<html lang="fr">' in text
    assert "Tour 2" in text
    assert "A chargé" in text


def test_faces_and_choices_are_asked_for_in_the_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    import io
    import sys

    typed = "\n".join(["2", "1 2 3 4 5 6 1", *["1"] * 30])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
    main(["roll", CHARGE, "--kind", "charge", "--ask", "--language", "fr"])
    assert "tombé\xa0: " in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_command_adds_is_told_in_the_language_too(capsys: pytest.CaptureFixture[str], language: str):
    out = told(capsys, "roll", CHARGE, "--kind", "charge", "--seed", "3", "--language", language)
    added = translator(language)(ONE_OF).format(number=2).replace("\xa0", " ")
    assert added in out
    assert ("legal attacks" in out) == (language == "en")
    assert "\ufffd" not in out


def test_blanks_of_every_kind_are_printed_plain_and_what_steers_the_terminal_is_not(capsys: pytest.CaptureFixture[str]):
    say_line("d\xe9s\xa0: 1\u202f000\x1b[2J")
    assert capsys.readouterr().out == "dés : 1 000\ufffd[2J\n"


def test_a_policy_is_named_in_the_language_or_by_its_own_name(capsys: pytest.CaptureFixture[str]):
    asked = ["odds", REAR, "--attacker", "reanimates", "--language", "fr", "--policy"]
    assert told(capsys, *asked, "touches") == told(capsys, *asked, "hits")
    assert "« touches »" in told(capsys, *asked, "touches")
    assert "« tout garder »" in told(capsys, *asked, "keep")
    assert main([*asked, "nobody"]) == 2


@pytest.mark.parametrize(("language", "who"), [("en", "the unit asked about"), ("fr", "l'unité"), ("it", "unità")])
def test_who_has_no_name_is_called_by_its_part(capsys: pytest.CaptureFixture[str], language: str, who: str):
    out = told(capsys, "ask", "ageofmagic", "skill=5", "charge=4", "--language", language)
    assert f": {who} → " in out.split("\n", 1)[0]
    assert "asked" not in out.replace("the unit asked about", "")
