"""The checkout as a stranger finds it: quick to answer, the same on every machine, needing only what it names."""

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = """
import sys
from enfilade.cli import main
try:
    status = main()
except SystemExit as end:
    status = end.code
print("\\n".join(sys.modules), file=sys.stderr)
sys.exit(status)
"""
HEAVY = ("numba", "numpy", "pydantic", "ruamel", "shapely", "scipy", "pandas", "fastapi", "sqlalchemy")


def shipped() -> list[Path]:
    """Every file that git keeps, or would: the text of the project and nothing that was built."""
    if not (ROOT / ".git").exists():
        pytest.skip("only a git checkout knows which files are its own")
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    return [ROOT / name for name in listed if name and (ROOT / name).is_file()]


def enfilade(*arguments: str) -> tuple[str, set[str]]:
    """What `enfilade` prints with these arguments, and the modules that it loads to do so."""
    command = [sys.executable, "-c", SCRIPT, *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env={**os.environ, "PYTHONUTF8": "1"})
    assert done.returncode == 0, done.stderr
    return done.stdout, set(done.stderr.split())


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_load_nothing_heavy(option):
    _, loaded = enfilade(option)
    assert "enfilade.cli" in loaded
    assert sorted(loaded.intersection(HEAVY)) == []


EXTRA = ("alembic", "babel", "fastapi", "numba", "pandas", "psycopg", "pyarrow", "ray", "sqlalchemy", "uvicorn")
DEVELOPER = ("dyce", "hypothesis", "icepool", "jsonschema", "pytest", "scipy", "shapely")
WITHOUT = f"""
import sys
sys.modules.update(dict.fromkeys({EXTRA + DEVELOPER}))  # None there makes an import fail
import importlib, pkgutil, enfilade
for room in pkgutil.walk_packages(enfilade.__path__, "enfilade."):
    if not room.name.startswith("enfilade.web") and not room.name.endswith("__main__"):
        importlib.import_module(room.name)
        print(room.name)
"""


def test_all_but_the_table_loads_without_extras_and_developer_packages():
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "enfilade.referee" in done.stdout.split()


def test_version_is_the_installed_one():
    text, _ = enfilade("--version")
    assert importlib.metadata.version("enfilade") in text


def test_dev_py_imports_only_the_standard_library():
    tree = ast.parse((ROOT / "dev.py").read_text("utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported
    assert sorted(name for name in imported if name.split(".")[0] not in sys.stdlib_module_names) == []


# Written in pieces, so that this file does not find itself.
FOREIGN = {
    "a path of one machine": r"(?<![\w.~/-])/(?:home|root|work|Users|opt)/\w" + r"|[A-Z]:\\" + r"Users\\",
    "the address of a package registry": "|".join(
        (r"pypi\.org/" + "simple", "files" + r"\.pythonhosted\.org", "registry" + r"\.(?:npmjs|yarnpkg)\.")
    ),
    "an option that names a registry": "^--(?:extra-)?index-" + "url|^--find-" + "links|^--trusted-" + "host",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_no_file_holds(kind):
    files = shipped()
    assert ROOT / "pyproject.toml" in files
    found = []
    for file in files:
        text = file.read_bytes().decode("utf-8", "replace")
        lines = [text.count("\n", 0, match.start()) + 1 for match in re.finditer(FOREIGN[kind], text, re.MULTILINE)]
        found += [f"{file.relative_to(ROOT)}:{line}" for line in lines]
    assert found == []


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("a path of one machine", "see " + "/home" + "/ann/enfilade"),
        ("the address of a package registry", "https://" + "registry.npm" + "js.org/vite"),
        ("an option that names a registry", "--index-" + "url https://mirror.example"),
    ],
)
def test_the_search_would_find(kind, line):
    assert re.search(FOREIGN[kind], line)


def pinned(name: str) -> dict[str, str]:
    """Package and version, with the marker where there is one, for every row of a requirement file."""
    rows = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").splitlines()
    pins = [row.split("==", 1) for row in rows if row and not row.lstrip().startswith("#")]
    return {f"{package}{version.partition(';')[2]}": version.partition(";")[0].strip() for package, version in pins}


def test_core_pins_are_among_the_developer_pins():
    core, developer = pinned("core"), pinned("dev")
    assert core
    assert {package: developer.get(package) for package in core} == core


def test_every_core_dependency_is_pinned():
    with (ROOT / "pyproject.toml").open("rb") as file:
        wanted = tomllib.load(file)["project"]["dependencies"]
    names = {re.split(r"[<>=\[ ]", dependency)[0].replace(".", "-") for dependency in wanted}
    pins = {package.split(" ")[0] for package in pinned("core")}
    assert sorted(names - pins) == []
