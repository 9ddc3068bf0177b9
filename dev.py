#!/usr/bin/env python3
"""Everything a fresh clone of Enfilade can do, with Python 3.11 or newer, and with Node for the page of the table.

    python3 dev.py COMMAND

Every command first makes the environment `.venv`, where it is missing or out of date.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

OLDEST_PYTHON = (3, 11)

EXAMPLE = "examples/runewars/struck-in-the-rear.battle.yaml"
DRAWING = "build/struck-in-the-rear.svg"

# What `demo` shows, one command of the program a row; at its end comes the table.
DEMO = [
    ["judge", EXAMPLE],
    ["odds", EXAMPLE],
    ["roll", EXAMPLE, "--attacker", "reanimates"],
    ["draw", EXAMPLE, "--attacker", "reanimates", "-o", DRAWING],
]

# What has to hold before the tests run; each is a program of the environment.
CHECKS = [
    ["ruff", "check"],
    ["ruff", "format", "--check"],
    ["mypy"],
    ["lint-imports", "--no-logo"],
]
# What has to hold of the page, where Node is.
PAGE_CHECKS = [["run", "check"], ["test"]]
TESTS = ["pytest", "-n", "2"]

# Each set of pinned packages, and the groups and extras of pyproject.toml that it holds.
# The first is the largest, and every later one takes its versions from it.
PINS = {
    "dev": ["--group", "dev", "--extra", "fast", "--extra", "table", "--extra", "notebook"],
    "table": ["--group", "build", "--extra", "table"],
    "core": ["--group", "build"],
}

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
STAMP = VENV / "enfilade.stamp"
FRONTEND = ROOT / "frontend"
PAGE = ROOT / "src" / "enfilade" / "web" / "page"
PAGE_STAMP = PAGE / "built-from.txt"
OLDEST_NODE = 20


class DevError(Exception):
    """What went wrong, and what to do about it."""


# The environment ------------------------------------------------------------------------------------------------


def prepare(pins: str) -> None:
    """Have `.venv` hold these pinned packages and the project itself; at once where it already does."""
    wanted = fingerprint()
    stamp = STAMP.read_text("utf-8").split("\n") if STAMP.exists() else ["", "", ""]
    moved = stamp[2] not in ("", str(ROOT))  # the programs in an environment know their place by its full path
    sets = list(PINS)
    enough = stamp[0] in sets and sets.index(stamp[0]) <= sets.index(pins)
    if stamp[1] == wanted and enough and not moved and os.path.exists(program("python")):
        return
    STAMP.unlink(missing_ok=True)
    if moved or not has_pip():
        make_venv()
    packages = f"requirements/{pins}.txt"
    say(f"Installing the packages of {packages} into .venv (the first time takes a minute)")
    pip("install", "--no-deps", "--requirement", packages)
    pip("install", "--no-deps", "--no-build-isolation", "--editable", ".")
    STAMP.write_text("\n".join((pins, wanted, str(ROOT))), "utf-8")


def fingerprint() -> str:
    """A digest of everything that decides what is installed."""
    files = [ROOT / "pyproject.toml", *(ROOT / "requirements" / f"{pins}.txt" for pins in PINS)]
    missing = [str(file.relative_to(ROOT)) for file in files if not file.exists()]
    if missing:
        raise DevError(f"This checkout is not whole: {', '.join(missing)} is missing. `git status` shows what else is.")
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def has_pip() -> bool:
    """Whether `.venv` is there and was made to its end."""
    if not os.path.exists(program("python")):
        return False
    return run([program("python"), "-m", "pip", "--version"], quiet=True) == 0


def make_venv() -> None:
    """Make `.venv` anew with the Python that runs this file."""
    if not importlib.util.find_spec("venv") or not importlib.util.find_spec("ensurepip"):
        apt = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        raise DevError(
            f"{sys.executable} cannot make virtual environments: its modules venv and ensurepip are packaged apart.\n"
            f"On Debian and Ubuntu: sudo apt install {apt}"
        )
    say("Making .venv")
    shutil.rmtree(VENV, ignore_errors=True)
    if run([sys.executable, "-m", "venv", str(VENV)]) != 0:
        raise DevError(f"{sys.executable} could not make {VENV}. Is the disk full, or the folder not yours to write?")


def pip(*arguments: str) -> None:
    """Run the environment's own pip, heard only if something is wrong."""
    command = [program("python"), "-m", "pip", "-qq", "--disable-pip-version-check", "--no-input", *arguments]
    if run(command) != 0:
        raise DevError(
            "pip could not install the pinned packages; its own words are above. If it found no connection: the\n"
            "first run needs the network (pip follows HTTPS_PROXY, and PIP_INDEX_URL to a mirror). Then run this again."
        )


def program(name: str) -> str:
    """Where a program of the environment lies."""
    return str(PROGRAMS / (f"{name}.exe" if os.name == "nt" else name))


# The page of the table ------------------------------------------------------------------------------------------


def build_page() -> bool:
    """Build the page where its sources are newer than it; whether there is a page now."""
    wanted = page_fingerprint()
    if PAGE_STAMP.exists() and PAGE_STAMP.read_text("utf-8") == wanted:
        return True
    npm = node_npm()
    if npm is None:
        return False
    say("Building the page of the table")
    if not packages_of_the_page(npm) or run([npm, "run", "build", "--silent"], within=FRONTEND) != 0:
        raise DevError("The page could not be built; npm's own words are above. The first time needs the network.")
    PAGE_STAMP.write_text(wanted, "utf-8")
    return True


def packages_of_the_page(npm: str) -> bool:
    """Have `frontend/node_modules` hold what its lock file names."""
    lock = (FRONTEND / "package-lock.json").read_bytes()
    stamp = FRONTEND / "node_modules" / ".enfilade-stamp"
    mark = hashlib.sha256(lock).hexdigest()
    if stamp.exists() and stamp.read_text("utf-8") == mark:
        return True
    held = run([npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], within=FRONTEND) == 0
    if held:
        stamp.write_text(mark, "utf-8")
    return held


def page_fingerprint() -> str:
    """A digest of everything that the page is built from."""
    folders = (FRONTEND / "src", FRONTEND / "public")
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files += [path for path in FRONTEND.iterdir() if path.is_file()]
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(b"\0".join((file.relative_to(FRONTEND).as_posix().encode(), file.read_bytes(), b"")))
    return digest.hexdigest()


def node_npm() -> str | None:
    """Where npm is, if Node is new enough; else `None`."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, encoding="utf-8", check=False).stdout
    major = said.strip().removeprefix("v").partition(".")[0]
    return npm if major.isdigit() and int(major) >= OLDEST_NODE else None


# The commands ---------------------------------------------------------------------------------------------------


def demo(arguments: list[str]) -> int:
    """Judge a shipped battle, show its odds, roll, draw, open the table; `demo --no-table` stops before that."""
    if arguments not in ([], ["--no-table"]):
        raise DevError(f"`demo` takes nothing or --no-table; found {shlex.join(arguments)}")
    with_table = not arguments
    prepare("table" if with_table else "core")
    (ROOT / DRAWING).parent.mkdir(exist_ok=True)
    for command in DEMO:
        say(f"\n$ {shlex.join(['enfilade', *command])}")
        status = run([program("enfilade"), *command], terminal=True)
        if status != 0:
            raise DevError(f"`enfilade {command[0]}` ended with status {status}, and the demo with it.")
    say(f"\nThe drawing is in {ROOT / DRAWING}")
    return open_table() if with_table else 0


def open_table() -> int:
    """Open the table in the browser until Ctrl-C; without a terminal, see that it answers and leave."""
    if not build_page():
        say(f"Node {OLDEST_NODE} or newer was not found: the table opens without its page and says how to build it.")
    command = [program("enfilade"), "table", EXAMPLE]
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        command.append("--try")
    say(f"\n$ {shlex.join(['enfilade', *command[1:]])}")
    return run(command, terminal=True)


def test(arguments: list[str]) -> int:
    """Run every check, then the tests; what follows goes to pytest, as in `test -k morale`."""
    prepare("dev")
    failed = failing_checks()
    if failed:
        say(f"\nFailed: {', '.join(failed)} (see above). The tests follow.")
    say(f"\n$ {shlex.join([*TESTS, *arguments])}")
    status = run([program(TESTS[0]), *TESTS[1:], *arguments])
    return status or bool(failed)  # nothing is printed after pytest's summary, which is read by machines too


def lint(arguments: list[str]) -> int:
    """Run the checks without the tests; `lint --fix` first mends what can be mended."""
    if arguments not in ([], ["--fix"]):
        raise DevError(f"`lint` takes nothing or --fix; found {shlex.join(arguments)}")
    prepare("dev")
    if arguments:
        run([program("ruff"), "check", "--fix"])
        run([program("ruff"), "format"])
    failed = failing_checks()
    say(f"\nFailed: {', '.join(failed)}" if failed else "\nAll checks hold")
    return int(bool(failed))


def bench(arguments: list[str]) -> int:
    """Measure speed: all of `benchmarks/`, or those named."""
    files = {file.stem: file for file in sorted((ROOT / "benchmarks").glob("[!_]*.py"))}
    unknown = [name for name in arguments if name not in files]
    if unknown:
        raise DevError(f"No benchmark is called {', '.join(unknown)}. There are: {', '.join(files) or 'none yet'}")
    prepare("dev")
    statuses = []
    for name in arguments or files:
        say(f"\n$ python benchmarks/{name}.py")
        statuses.append(run([program("python"), str(files[name])]))
    return max(statuses, default=0)


def parity(arguments: list[str]) -> int:
    """Prove the fast twin: 100,000 battles of every example duel, all decisions compared; `parity BATTLES FILE`."""
    prepare("dev")
    return run([program("python"), "-m", "tests.lab.whole_parity", *arguments])


def words(arguments: list[str]) -> int:
    """Bring the catalogues of the languages up to date, and say what is left to translate."""
    expect_none("words", arguments)
    prepare("dev")
    return run([program("python"), "-m", "tests.words.gathering"])


def pins(arguments: list[str]) -> int:
    """Write requirements/*.txt anew from pyproject.toml; `pins --upgrade` takes the newest versions."""
    if arguments not in ([], ["--upgrade"]):
        raise DevError(f"`pins` takes nothing or --upgrade; found {shlex.join(arguments)}")
    prepare("dev")
    leader = next(iter(PINS))
    for name, content in PINS.items():
        command = [program("uv"), "pip", "compile", "pyproject.toml", "--quiet", "--universal", "--python-version"]
        command += [".".join(map(str, OLDEST_PYTHON)), "--custom-compile-command", "python3 dev.py pins", *arguments]
        command += [*content, "--output-file", f"requirements/{name}.txt"]
        if name != leader:
            command += ["--constraints", f"requirements/{leader}.txt"]
        if run(command) != 0:
            raise DevError(f"uv found no set of versions for requirements/{name}.txt; its own words are above.")
        say(f"Wrote requirements/{name}.txt")
    return 0


COMMANDS = {"demo": demo, "test": test, "lint": lint, "bench": bench, "parity": parity, "words": words, "pins": pins}


# Odds and ends --------------------------------------------------------------------------------------------------


def failing_checks() -> list[str]:
    """Run all checks, those of the page too, and give the names of those that fail."""
    results = [checked(shlex.join(check), [program(check[0]), *check[1:]], ROOT) for check in CHECKS]
    npm = node_npm()
    if npm is None or not build_page():
        say(f"\nNode {OLDEST_NODE} or newer was not found: the page is neither checked nor built.")
        results.append("npm" if os.environ.get("CI") else None)  # where everything has to hold, so has the page
    else:
        packages_of_the_page(npm)
        results += [checked(shlex.join(["npm", *check]), [npm, *check, "--silent"], FRONTEND) for check in PAGE_CHECKS]
    return [name for name in results if name]


def checked(name: str, command: list[str], within: Path) -> str | None:
    """Run one check and say how long it took; its name if it fails."""
    say(f"\n$ {name}")
    start = time.perf_counter()
    status = run(command, within=within)
    say(f"{'holds' if status == 0 else 'FAILED'} after {time.perf_counter() - start:.1f} s")
    return None if status == 0 else name


def run(command: list[str], quiet: bool = False, terminal: bool = False, within: Path = ROOT) -> int:
    """Run a program in the checkout and give its exit status; only with `terminal` may it ask the person something."""
    environment = {**os.environ, "PYTHONUTF8": "1"}
    output = subprocess.DEVNULL if quiet else None
    return subprocess.run(
        command,
        cwd=within,
        env=environment,
        stdin=None if terminal else subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        check=False,
    ).returncode


def expect_none(command: str, arguments: list[str]) -> None:
    """Refuse what a command has no use for."""
    if arguments:
        raise DevError(f"`{command}` takes nothing more; found {shlex.join(arguments)}")


def say(line: str) -> None:
    """Print now, so that our lines and those of the programs we run stay in order."""
    print(line, flush=True)


def usage() -> str:
    """What this file can do."""
    width = max(map(len, COMMANDS))
    rows = [f"    {name:{width}}  {(command.__doc__ or '').strip()}" for name, command in COMMANDS.items()]
    return "\n".join([(__doc__ or "").rstrip(), "", "Commands:", *rows])


def main(words: list[str]) -> int:
    """Do what the words ask for, and give the exit status."""
    if not words or words[0] in ("-h", "--help", "help"):
        say(usage())
        return 0
    if words[0] not in COMMANDS:
        raise DevError(f"There is no command {words[0]!r}.\n{usage()}")
    return int(COMMANDS[words[0]](words[1:]))


if __name__ == "__main__":
    if sys.version_info < OLDEST_PYTHON:
        sys.exit(f"Enfilade needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.")
    try:
        sys.exit(main(sys.argv[1:]))
    except DevError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
