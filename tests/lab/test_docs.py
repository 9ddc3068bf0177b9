"""The page of the lab: every file and command in it works. Its Python is run with that of the other pages."""

import re
import shlex
from pathlib import Path

import pytest

from enfilade.cli import main
from enfilade.lab import read_duel, read_roster

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/lab.md").read_text("utf-8")
BLOCKS = [(kind, text) for kind, text in re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.S | re.M)]
EXAMPLES = sorted((ROOT / "examples/lab").glob("*.yaml"))


def test_the_files_of_the_page_are_read():
    texts = [text for kind, text in BLOCKS if kind == "yaml"]
    assert read_duel(texts[0]).sides == ("d", "w")
    assert read_roster(texts[1]).names == ("Swords", "Levies")
    assert len(texts) == 2


@pytest.mark.parametrize("command", [line for kind, text in BLOCKS if not kind for line in text.splitlines()])
def test_the_commands_of_the_page_run(command, tmp_path, monkeypatch, capfd):
    """As they stand, but of the many millions of battles only a few thousand."""
    words = shlex.split(re.sub(r"(?<=--battles )\d+", "5000", command).replace("--on processes", "--on threads"))
    assert words[0] == "enfilade"
    for name in (word for word in words if word.startswith("examples/")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(words[1:]) == 0
    assert re.search("won by|wins", capfd.readouterr().out)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.name)
def test_the_examples_are_read(file):
    assert file.read_text("utf-8").startswith("#")
    if ".roster." in file.name:
        roster = read_roster(file)
        assert all(roster.duel(pair).turns for pair in roster.pairs())
    else:
        assert read_duel(file).turns
