"""Every example in README and docs runs as it stands there, and every picture shows what the program draws."""

import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted(ROOT.glob("src/enfilade/rulesets/*/README.md")),
]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.S | re.M)


def blocks(language):
    for page in PAGES:
        for found in BLOCK.finditer(page.read_text("utf-8")):
            if found[1] == language:
                line = page.read_text("utf-8")[: found.start()].count("\n") + 1
                yield pytest.param(found[2], id=f"{page.relative_to(ROOT)}:{line}")


def run(*words, at):
    """The installed command with these words, which has to answer."""
    done = subprocess.run(
        [sys.executable, "-m", "enfilade", *words],
        cwd=at,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def commands():
    for block in blocks("sh"):
        for line in block.values[0].splitlines():
            if line.startswith("enfilade "):
                yield pytest.param(line, id=f"{block.id} {line.split('#')[0].strip()[:60]}")


@pytest.mark.parametrize("text", [*blocks("python")])
def test_python_examples_run(text, monkeypatch):
    monkeypatch.chdir(ROOT)
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(text, "example", "exec"), {})
    if "print" in text:
        assert printed.getvalue().strip()


@pytest.mark.parametrize("line", [*commands()])
def test_command_lines_answer(line, tmp_path):
    words = shlex.split(line, comments=True)[1:]
    inside = [str(ROOT / word) if (ROOT / word).exists() and "/" in word else word for word in words]
    done = run(*inside, at=tmp_path)
    assert done.stdout.strip() or any(tmp_path.iterdir())


def test_the_readme_shows_what_is_drawn(tmp_path):
    drawn = tmp_path / "drawn.svg"
    run(
        "draw",
        "examples/runewars/struck-in-the-rear.battle.yaml",
        "--attacker",
        "reanimates",
        "-o",
        str(drawn),
        at=ROOT,
    )
    assert drawn.read_text("utf-8") == (ROOT / "docs/images/struck-in-the-rear.svg").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"
