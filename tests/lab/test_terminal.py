"""Long commands in a real terminal: the bar that is drawn there, and Ctrl-C typed on its keyboard."""

import json
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.lab.conftest import RUNEWARS
from tests.lab.rosters import ROSTER

pty = pytest.importorskip("pty", reason="no such terminals here")
SWORDS = Path(__file__).resolve().parents[2] / "examples" / "lab" / "sworn-swords.duel.yaml"
TAKE_OVER = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"


class Terminal:
    """A command in a terminal of its own: its output as it comes, and a keyboard."""

    def __init__(self, words: list[str]) -> None:
        self.screen = b""
        self._keyboard, inner = pty.openpty()
        command = [sys.executable, "-c", TAKE_OVER, sys.executable, "-m", "enfilade", *words]
        ends = {"stdin": inner, "stdout": inner, "stderr": inner}
        known = {**os.environ, "TERM": "xterm", "COLUMNS": "120", "LINES": "40"}
        self.process = subprocess.Popen(command, env=known, start_new_session=True, **ends)
        os.close(inner)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._keyboard)

    def read_until(self, words: bytes, seconds: float = 90.0) -> None:
        """Read the screen until it has shown these words."""
        until = time.monotonic() + seconds
        while words not in self.screen:
            assert time.monotonic() < until, self.screen.decode(errors="replace")
            if not self._read():
                break
        assert words in self.screen, self.screen.decode(errors="replace")

    @property
    def said(self) -> str:
        """The words on the screen, without colours and line breaks."""
        return " ".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.screen.decode(errors="replace")).split())

    def type(self, keys: bytes) -> None:
        os.write(self._keyboard, keys)

    def status(self, seconds: float = 90.0) -> int:
        """Read to the end, and the status that the command leaves."""
        until = time.monotonic() + seconds
        while self._read():
            assert time.monotonic() < until, self.screen.decode(errors="replace")
        return self.process.wait(timeout=seconds)

    def _read(self) -> bool:
        """A piece of the screen; false once the command has gone."""
        if not select.select([self._keyboard], [], [], 1.0)[0]:
            return True
        try:
            piece = os.read(self._keyboard, 65_536)
        except OSError:  # as Linux says it
            return False
        self.screen += piece
        return bool(piece)


def test_ctrl_c_in_a_terminal_tells_what_is_counted_and_keeps_it(tmp_path):
    kept = tmp_path / "kept.json"
    words = ["duel", str(SWORDS), "--battles", "1000000000", "--keep", str(kept), "--seed", "3"]
    with Terminal(words) as terminal:
        terminal.read_until(b"/1000000000")  # the bar: counted of asked for
        while json.loads(kept.read_text())["done"] == []:
            terminal._read()
        terminal.type(b"\x03")
        assert terminal.status() == 130
    assert "duels sampled" in terminal.said
    assert "Traceback" not in terminal.said
    counted = json.loads(kept.read_text())
    battles = sum(stop - start for start, stop in counted["done"])
    assert 0 < battles < 1_000_000_000
    assert sum(row[-1] for row in counted["ends"]) == battles
    until = counted["done"][-1][1]
    with Terminal([*words[:3], str(until), *words[4:]]) as again:  # at most the gaps between chunks are left
        assert again.status() == 0
    assert f"{until:,} duels sampled" in again.said


def test_a_duel_that_is_weighed_shows_how_far_it_is(tmp_path):
    """So many of the positions met by then; a whole block of Runewars figures has some thousands."""
    file = tmp_path / "blocks.duel.yaml"
    file.write_text(RUNEWARS.replace('ranks: ["2"]', 'ranks: ["44", "44"]'))
    with Terminal(["duel", str(file)]) as terminal:
        terminal.read_until(b"positions")
        terminal.type(b"\x03")
        assert terminal.status() == 130
    assert b"Traceback" not in terminal.screen


def test_a_roster_in_a_terminal_shows_how_far_it_is(tmp_path):
    file, kept = tmp_path / "three.roster.yaml", tmp_path / "kept.jsonl"
    file.write_text(ROSTER.replace("wounds: 4", "wounds: 12"))
    with Terminal(["matchup", str(file), "--keep", str(kept)]) as terminal:
        terminal.read_until(b"/9")
        assert b"duels" in terminal.screen
        terminal.type(b"\x03")
        status = terminal.status()
    assert "Traceback" not in terminal.said
    lines = kept.read_text().splitlines()
    assert status == (0 if len(lines) == 10 else 130)  # a quick machine may have been done by then
    assert ("to go on" in terminal.said) == (status == 130)
