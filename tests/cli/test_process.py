"""The program as a process: pipes that break, interrupts, terminals without colour or Unicode, quick starts."""

import os
import shlex
import signal
import subprocess
import sys

import pytest
from tests.show.scenes import saved

ENFILADE = [sys.executable, "-m", "enfilade"]


@pytest.fixture
def rear(tmp_path):
    return saved(tmp_path)


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    kept = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR")}
    return subprocess.run([*ENFILADE, *words], capture_output=True, check=False, env={**kept, **environment})


def test_a_reader_that_goes_away_is_no_error(rear):
    with subprocess.Popen([*ENFILADE, "judge", rear, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout
        assert run.stderr
        run.stdout.read(1)
        run.stdout.close()
        assert run.stderr.read() == b""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no shell that closes streams so")
@pytest.mark.parametrize(
    ("closed", "words", "status", "complaint"),
    [
        (">&-", ["judge", "FILE"], 0, b""),
        (">&-", ["judge", "FILE", "--json"], 0, b""),
        ("2>&-", ["judge", "nowhere.yaml"], 2, b""),
        ("<&-", ["judge", "-"], 2, b"standard input:1:1: expected YAML or JSON, found an empty file\n"),
        ("<&-", ["roll", "FILE", "--ask"], 2, b"the answers ended before the attack did; nothing was rolled\n"),
    ],
)
def test_streams_that_are_closed_are_no_mistake_of_ours(rear, closed, words, status, complaint):
    command = shlex.join([*ENFILADE, *(str(rear) if word == "FILE" else word for word in words)])
    done = subprocess.run(["sh", "-c", f"{command} {closed}"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (status, complaint)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_an_interrupt_is_quiet(rear):
    command = [*ENFILADE, "roll", rear, "--ask", "--attacker", "spearmen"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout
        while b"number (1)" not in (seen := run.stdout.read1()):  # type: ignore[attr-defined]
            assert seen
        run.send_signal(signal.SIGINT)
        assert run.wait(20) == 130
        assert run.stderr
        assert run.stderr.read() == b""


def test_a_pipe_gets_no_colour_and_a_terminal_may_refuse_it(rear):
    assert b"\x1b" not in run("judge", rear).stdout
    assert b"\x1b" in run("judge", rear, FORCE_COLOR="1").stdout
    assert b"\x1b[3" not in run("judge", rear, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_a_terminal_without_unicode_is_served(rear):
    done = run("judge", rear, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"melee: reanimates > spearmen, edge rear" in done.stdout
    done.stdout.decode("ascii")


@pytest.mark.parametrize("columns", ["40", "80"])
def test_narrow_terminals_are_kept_to(rear, columns):
    done = run("judge", rear, COLUMNS=columns, PYTHONUTF8="1")
    assert max(map(len, done.stdout.decode("utf-8").splitlines())) <= int(columns)


def test_importing_the_package_loads_none_of_its_rooms():
    script = "import sys, enfilade; print([name for name in sys.modules if name.startswith('enfilade.')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, encoding="utf-8")
    assert done.stdout.strip() == "[]"
