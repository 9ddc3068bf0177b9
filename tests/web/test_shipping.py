"""The wheel brings what the table offers."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from enfilade.web.examples import EXAMPLES, listed

ROOT = Path(__file__).parents[2]


def test_the_examples_are_in_the_wheel_where_the_table_looks_for_them(tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    for name in ("src", "examples"):
        shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__", "page"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, project / name)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "out")]
    done = subprocess.run(command, cwd=project, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    (wheel,) = (tmp_path / "out").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        packed.extractall(tmp_path / "installed")
    assert {f"enfilade/examples/{example.id}.battle.yaml" for example in listed(EXAMPLES)} <= names
    assert "enfilade/examples/lineofattack/gatehouse.dd2vtt" in names
    where = "import enfilade.web.examples as e; print(e.EXAMPLES, len(e.listed(e.EXAMPLES)))"
    asked = subprocess.run(
        [sys.executable, "-c", where],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        encoding="utf-8",
    )
    assert asked.stdout.split() == [str(tmp_path / "installed" / "enfilade" / "examples"), str(len(listed(EXAMPLES)))]
