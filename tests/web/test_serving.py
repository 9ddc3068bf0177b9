"""`enfilade table`: it opens, says where, shows the position, and closes; or says what is in the way."""

import asyncio
import base64
import json
import os
import signal
import subprocess
import sys
import zlib
from urllib.request import ProxyHandler, build_opener

import pytest
from tests.web.asking import EXAMPLES, MAP_TEXT
from tests.web.test_rooms_crash import Started
from websockets.exceptions import ConnectionClosed

from enfilade.files.scenario import load
from enfilade.web.examples import told
from enfilade.web.serving import address, fragment, listen
from enfilade.web.telling import plain

REAR = EXAMPLES / "runewars" / "struck-in-the-rear.battle.yaml"
NOT_ALONE = {**os.environ, "PYTHONUTF8": "1", "COLUMNS": "200"}


@pytest.fixture
def rooms(tmp_path):
    return ["--database", str(tmp_path / "rooms.sqlite3")]


def table(*arguments):
    command = [sys.executable, "-m", "enfilade", "table", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=NOT_ALONE, timeout=60)


def unfolded(link):
    packed = link.partition("#p=")[2]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15))


def test_it_opens_says_where_and_is_closed_with_one_line(rooms):
    command = [sys.executable, "-m", "enfilade", "table", str(REAR), "--port", "0", "--no-browser", *rooms]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=NOT_ALONE
    ) as ran:
        assert ran.stdout is not None
        first, link = ran.stdout.readline(), ran.stdout.readline().strip()
        where = first.split()[5].rstrip(";")
        assert first == f"The table is open at {where}; Ctrl-C closes it.\n"
        assert link.startswith(f"{where}/#p=")
        assert unfolded(link) == plain(load(REAR).scenario)
        opener = build_opener(ProxyHandler({}))
        with opener.open(f"{where}/api/rulesets", timeout=20) as answer:
            assert len(json.load(answer)) == 4
            assert answer.headers["x-frame-options"] == "DENY"
            assert "server" not in answer.headers
        ran.send_signal(signal.SIGINT)
        rest, complaints = ran.communicate(timeout=30)
    assert (ran.returncode, rest, complaints) == (0, "The table is closed; its rooms are kept.\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="there a program is ended without being asked")
async def test_with_people_and_questions_it_closes_with_one_line_too(tmp_path):
    table = await Started.on(tmp_path / "rooms.sqlite3", stderr=subprocess.PIPE)
    links = await table.live.room(scenario=plain(load(REAR).scenario))
    walls = [[[n % 90, n // 90 + 0.5], [n % 90 + 1, n // 90 + 0.5]] for n in range(10_000)]
    corners = plain(load(EXAMPLES / "lineofattack" / "four-corners.battle.yaml").scenario)
    scenario = {**corners, "map": {"size": [100, 200]}, "walls": walls}
    async with table.live.seat(links["referee"]) as someone, table.live.seat(links["spectator"]):
        asking = [asyncio.create_task(table.live.http.post("/api/position", json={"scenario": scenario}))
                  for _ in range(11)]  # fmt: skip
        await asyncio.sleep(1)  # some are being answered by now, and the others wait for their turn
        table.process.send_signal(signal.SIGTERM)
        rest, complaints = await asyncio.wait_for(table.process.communicate(), 60)
        with pytest.raises(ConnectionClosed):
            await someone.hear("never")
        answers = [await question for question in asking]
    await table.live.http.aclose()
    assert (table.process.returncode, rest, complaints) == (0, b"The table is closed; its rooms are kept.\n", b"")
    told = [answer.json() for answer in answers if answer.status_code == 503]
    assert {one["message"] for one in told} == {"the table is being closed"}
    assert {answer.status_code for answer in answers} <= {200, 503}


def test_it_can_be_tried_without_anybody_there(rooms):
    done = table("--try", "--port", "0", *rooms)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("The table answers at http://127.0.0.1:")
    assert done.stderr == ""


def test_a_port_in_use_is_said(rooms):
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        done = table("--port", port, "--no-browser", *rooms)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"port {port} is in use, perhaps by another table; --port 0 takes any free one\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere.yaml",), "nowhere.yaml: expected a file, found no such file"),
        (("--host", "192.0.2.7"), "192.0.2.7: nothing can listen there"),
        (("--database", "oracle://x"), "expected sqlite or postgresql"),
        (("--database", "/proc/nowhere/rooms"), "the rooms cannot be kept in"),
    ],
)
def test_what_is_in_the_way_is_said_in_a_line(arguments, said):
    done = table("--port", "0", "--no-browser", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_file_is_told_before_anything_is_opened(tmp_path, rooms):
    file = tmp_path / "wrong.battle.yaml"
    file.write_text("format: enfilade/scenario/1\nruleset: runewars\nunits: 7\n")
    done = table(file, "--port", "0", "--no-browser", *rooms)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{file}:3:" in done.stderr
    assert not (tmp_path / "rooms.sqlite3").exists()


def test_without_its_packages_it_says_how_to_get_them():
    hidden = "import sys; sys.modules['fastapi'] = None; from enfilade.cli import main; sys.exit(main(['table']))"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, encoding="utf-8", env=NOT_ALONE)
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'enfilade[table]'" in done.stderr


def test_maps_and_scenarios_that_import_one_travel_whole(tmp_path):
    from enfilade.commands.tabling import _read

    map_file = tmp_path / "hall.dd2vtt"
    map_file.write_text(MAP_TEXT)
    dungeon = tmp_path / "crypt.json"  # nothing in its name tells that it is a map
    dungeon.write_text('{"title": "Crypt", "rects": [{"x": 0, "y": 0, "w": 3, "h": 2}], "doors": [], "columns": []}')
    for drawn in (map_file, dungeon):
        assert unfolded(fragment(_read(str(drawn)).scenario))["walls"]
    plain_file = tmp_path / "rear.json"
    plain_file.write_text(json.dumps(plain(load(REAR).scenario)))
    assert _read(str(plain_file)).scenario == load(REAR).scenario
    whole = unfolded(fragment(load(EXAMPLES / "lineofattack" / "gatehouse.battle.yaml").scenario))
    example = told(EXAMPLES, "lineofattack/gatehouse")
    assert example is not None
    assert whole == example.scenario
    assert "import" not in whole["map"]
    assert whole["walls"]


def test_the_address_is_one_that_a_browser_understands():
    with listen("127.0.0.1", 0) as mine:
        port = mine.getsockname()[1]
        assert address("127.0.0.1", mine) == f"http://127.0.0.1:{port}"
        assert address("::1", mine) == f"http://[::1]:{port}"
        assert address("0.0.0.0", mine).endswith(f":{port}")
        assert "0.0.0.0" not in address("0.0.0.0", mine)
    with listen("127.0.0.1", port) as again:  # a table that was just closed can be opened again
        assert again.getsockname()[1] == port
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", port)
