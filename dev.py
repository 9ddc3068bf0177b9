#!/usr/bin/env python3
"""Everything a fresh clone of Enfilade can do, with Python 3.11 or newer and nothing else.

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

# What `demo` shows, one command of the program a row.
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
TESTS = ["pytest", "-n", "2"]

# Each set of pinned packages, and the groups and extras of pyproject.toml that it holds.
# The first is the largest, and every later one takes its versions from it.
PINS = {
    "dev": ["--group", "dev", "--extra", "fast", "--extra", "table", "--extra", "notebook"],
    "core": ["--group", "build"],
}

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
STAMP = VENV / "enfilade.stamp"


class DevError(Exception):
    """What went wrong, and what to do about it."""


# The environment ------------------------------------------------------------------------------------------------


def prepare(pins: str) -> None:
    """Have `.venv` hold these pinned packages and the project itself; at once where it already does."""
    wanted = fingerprint()
    stamp = STAMP.read_text("utf-8").split("\n") if STAMP.exists() else ["", "", ""]
    moved = stamp[2] not in ("", str(ROOT))  # the programs in an environment know their place by its full path
    if stamp[1] == wanted and stamp[0] in (pins, "dev") and not moved and os.path.exists(program("python")):
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


# The commands ---------------------------------------------------------------------------------------------------


def demo(arguments: list[str]) -> int:
    """Judge a shipped battle, show its odds, roll an attack, draw it."""
    expect_none("demo", arguments)
    prepare("core")
    (ROOT / DRAWING).parent.mkdir(exist_ok=True)
    for command in DEMO:
        say(f"\n$ {shlex.join(['enfilade', *command])}")
        status = run([program("enfilade"), *command], terminal=True)
        if status != 0:
            raise DevError(f"`enfilade {command[0]}` ended with status {status}, and the demo with it.")
    say(f"\nThe drawing is in {ROOT / DRAWING}")
    return 0


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


COMMANDS = {"demo": demo, "test": test, "lint": lint, "bench": bench, "parity": parity, "pins": pins}


# Odds and ends --------------------------------------------------------------------------------------------------


def failing_checks() -> list[str]:
    """Run all checks, say how long each took, and give the names of those that fail."""
    failed = []
    for check in CHECKS:
        name = shlex.join(check)
        say(f"\n$ {name}")
        start = time.perf_counter()
        status = run([program(check[0]), *check[1:]])
        say(f"{'holds' if status == 0 else 'FAILED'} after {time.perf_counter() - start:.1f} s")
        if status != 0:
            failed.append(name)
    return failed


def run(command: list[str], quiet: bool = False, terminal: bool = False) -> int:
    """Run a program in the checkout and give its exit status; only with `terminal` may it ask the person something."""
    environment = {**os.environ, "PYTHONUTF8": "1"}
    output = subprocess.DEVNULL if quiet else None
    return subprocess.run(
        command,
        cwd=ROOT,
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
