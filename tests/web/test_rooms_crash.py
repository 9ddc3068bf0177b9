"""A server that is killed in the middle of a fight loses nothing that it announced."""

import asyncio
import itertools
import json
import os
import signal
import sys
from contextlib import suppress
from typing import Any

import pytest
from tests.web.live import Live, Someone
from tests.web.sitting import example
from websockets.exceptions import ConnectionClosed

from enfilade.files import record as records

PATIENCE = 60.0


class Started:
    """The table as a process of its own, started as a person starts it."""

    def __init__(self, process, where):
        self.process, self.live = process, Live(where, None)

    @classmethod
    async def on(cls, database, **streams):
        command = [
            sys.executable,
            "-m",
            "enfilade",
            "table",
            "--port",
            "0",
            "--no-browser",
            "--database",
            str(database),
        ]
        streams = {"stdout": asyncio.subprocess.PIPE, **streams}
        process = await asyncio.create_subprocess_exec(*command, env=dict(os.environ), **streams)
        assert process.stdout is not None
        said = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
        started = cls(process, next(word for word in said.split() if word.startswith("http")).rstrip(";"))
        for _ in range(600):
            if (await started.answers()) == 200:
                return started
            await asyncio.sleep(0.05)
        raise AssertionError("the table does not answer")

    async def answers(self):
        try:
            return (await self.live.http.get("/api/rulesets")).status_code
        except OSError:
            return 0
        except Exception as error:
            if "connect" in str(error).lower():
                return 0
            raise

    async def kill(self):
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        await self.live.http.aclose()


async def fight(someone: Someone, snapshot, heard: list, until):
    """Move and fight as fast as it goes, and stop in the middle; everything that is announced is kept in `heard`."""
    unit = next(piece for piece in snapshot["position"]["pieces"] if piece["side"] == "lannister")
    for step in itertools.count(1):
        await someone.send(**said(step, snapshot, unit))
        if heard and until(heard):
            return  # what was sent last is perhaps just being written
        message = await someone.hear("changed", "refused")
        if message["type"] == "changed":
            snapshot = message["snapshot"]
            heard.append(snapshot)


def said(step, snapshot, unit):
    if step <= 5:
        return {"kind": "move", "unit": unit["id"], "at": [unit["at"][0], unit["at"][1] + step / 100]}
    if snapshot["pending"]:
        return {"kind": "answer", **answered(snapshot["pending"]["waiting"])}
    match step % 4:
        case 0:
            return {"kind": "say", "words": f"step {step}"}
        case 1:
            return {"kind": "decide", "words": f"step {step}"}
        case 2 if snapshot["entries"] > 2:
            return {"kind": "undo"}
    action = snapshot["position"]["candidates"][1]
    return {"kind": "play", "action": action, "dice": "server" if step % 3 else "typed"}


def in_the_middle_of_an_attack(heard):
    pending = heard[-1]["pending"]
    return bool(pending and any(stage["faces"] for stage in pending["stages"]))


def later(heard):
    return len(heard) >= 45


def answered(waiting):
    if waiting["kind"] == "choice":
        return {"label": waiting["options"][-1]["label"]}
    return {"faces": [die["faces"][0]["face"] for die in waiting["dice"]]}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
async def test_nothing_that_was_announced_is_lost(tmp_path):
    database = tmp_path / "rooms.sqlite3"
    links: Any = None
    heard: list[Any] = []
    for moment in (in_the_middle_of_an_attack, later):
        table = await Started.on(database)
        try:
            if links is None:
                links = await table.live.room(scenario=example("asoiaf/charge-into-the-flank"))
            else:
                found = (await table.live.get(links["referee"])).json()["snapshot"]
                as_announced(heard[-1], found)
            async with table.live.seat(links["referee"]) as someone:
                await fight(someone, someone.heard[0]["snapshot"], heard, moment)
                await table.kill()
                await to_the_last_word(someone, heard)
        finally:
            if table.process.returncode is None:
                await table.kill()
    table = await Started.on(database)
    try:
        found = (await table.live.get(links["referee"])).json()["snapshot"]
        as_announced(heard[-1], found)
        record = records.parse((await table.live.get(links["referee"], "/record")).text)
        assert record.check() is None
        assert len(record.entries) == found["entries"]
    finally:
        await table.kill()
    assert any(one["pending"] for one in heard)
    assert any(line["undone"] for line in heard[-1]["log"])


async def to_the_last_word(someone, heard):
    """What was announced before the server died, and had not been read yet."""
    with suppress(ConnectionClosed):
        while True:
            heard.append((await someone.hear("changed"))["snapshot"])


def as_announced(last, found):
    """What is found after the crash holds all that was told before it; what nobody heard of may have followed."""
    assert found["seq"] >= last["seq"]
    kept = len(last["log"])
    for told, line in zip(last["log"], found["log"][:kept], strict=True):
        assert {**told, "undone": 0} == {**line, "undone": 0}
    if found["seq"] == last["seq"]:
        assert {**found, "present": 0} == {**last, "present": 0}
    assert json.dumps(found["position"]["scenario"]) == json.dumps(last["position"]["scenario"]) or last["entries"] == 0
