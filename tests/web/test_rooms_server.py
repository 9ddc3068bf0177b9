"""Rooms as people have them: links, sockets, several at once, coming back, too much, too slow."""

import asyncio
import json
import socket
import sqlite3
import sys
from dataclasses import replace

import pytest
import pytest_asyncio
from tests.web.live import EAGER, living
from tests.web.sitting import example
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from enfilade.files import record as records
from enfilade.web.rooms import hall as halls
from enfilade.web.rooms import people, routes
from enfilade.web.rooms import room as rooms
from enfilade.web.settings import Rates

REAR_ATTACK = {"kind": "melee", "attacker": "reanimates", "target": "spearmen", "edge": "rear"}
FLANK = "asoiaf/charge-into-the-flank"


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    return tmp_path_factory.mktemp("rooms") / "rooms.sqlite3"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(database):
    async with living(database) as running:
        yield running


def mine(snapshot, side):
    """A unit of this side, as it stands."""
    return next(piece for piece in snapshot["position"]["pieces"] if piece["side"] == side)


async def test_links_are_hard_to_guess_and_told_again_to_the_referee_alone(live):
    links = await live.room(scenario=example())
    tokens = [links["referee"], links["spectator"], *links["sides"].values()]
    assert sorted(links["sides"]) == ["d", "w"]
    assert len(set(tokens)) == 4
    assert all(len(token) >= 32 for token in tokens)
    assert (await live.get(links["referee"], "/links")).json() == links
    for token in tokens[1:]:
        answer = await live.get(token, "/links")
        assert (answer.status_code, answer.json()["error"]) == (403, "not_yours")
    for token in ("x", tokens[0][:-1], tokens[0] + "A", "%00", "é"):
        answer = await live.get(token)
        assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


async def test_the_disk_does_not_know_a_link(live, database):
    links = await live.room(scenario=example())
    async with live.seat(links["sides"]["w"]) as someone:
        await someone.do("say", words="hello")
    held = b"".join(file.read_bytes() for file in database.parent.iterdir())
    for token in (links["referee"], links["spectator"], *links["sides"].values()):
        assert token.encode() not in held


async def test_everybody_sees_what_happens_in_their_own_language(live):
    links = await live.room(scenario=example())
    async with (
        live.seat(links["sides"]["w"]) as one,
        live.seat(links["sides"]["d"], "fr") as two,
        live.seat(links["spectator"], "it") as three,
    ):
        welcome = one.heard[0]
        assert welcome["seat"] == "w"
        assert welcome["snapshot"]["entries"] == 0
        await one.send("play", action=welcome["snapshot"]["position"]["candidates"][0], dice="server", policy="")
        seen = [await someone.hear("changed") for someone in (one, two, three)]
        while (pending := seen[0]["snapshot"]["pending"]) is not None:  # what comes of it may be a choice
            waiting = pending["waiting"]
            chooser = {"w": one, "d": two}[waiting["for"]]
            await chooser.send("answer", label=waiting["options"][0]["label"])
            seen = [await someone.hear("changed") for someone in (one, two, three)]
    for told in seen:
        assert told["snapshot"]["entries"] == 1
        assert told["last"] == told["snapshot"]["log"][-1]
        assert told["last"]["proof"]["secret"]
        assert any(stage["faces"] for stage in told["stages"])
    assert len({json.dumps(told["snapshot"]["position"]["scenario"]) for told in seen}) == 1
    assert len({json.dumps(told["last"]["proof"]) for told in seen}) == 1


async def test_who_is_there_is_told(live):
    links = await live.room(scenario=example())
    async with live.seat(links["referee"]) as one:
        assert one.heard[0]["snapshot"]["present"] == [{"seat": "referee", "people": 1}]
        async with live.seat(links["spectator"]):
            assert (await one.hear("presence"))["present"][1] == {"seat": "spectator", "people": 1}
            async with live.seat(links["spectator"]):
                assert (await one.hear("presence"))["present"][1] == {"seat": "spectator", "people": 2}
            assert (await one.hear("presence"))["present"][1] == {"seat": "spectator", "people": 1}
        assert (await one.hear("presence"))["present"] == [{"seat": "referee", "people": 1}]


async def test_who_comes_back_has_missed_nothing(live):
    links = await live.room(scenario=example(FLANK))
    async with live.seat(links["referee"]) as referee:
        async with live.seat(links["sides"]["lannister"]) as one:
            seq = one.heard[0]["snapshot"]["seq"]
        await referee.do("say", words="while you were away")
        played = await referee.do(
            "play", action=referee.heard[0]["snapshot"]["position"]["candidates"][1], dice="typed"
        )
        assert played["snapshot"]["pending"]["waiting"]["for"] == "lannister"
        async with live.seat(links["sides"]["lannister"]) as again:
            told = again.heard[0]["snapshot"]
            await again.send("hello", since=seq)
            assert (await again.hear("welcome"))["snapshot"] == told
            assert told["seq"] > seq
            assert {**told, "present": 0} == {**played["snapshot"], "present": 0}
            assert [line["text"] for line in told["log"]][-1] == "while you were away"


async def test_a_room_is_read_from_the_disk_as_it_was(tmp_path):
    async with living(tmp_path / "rooms.sqlite3") as live:
        links = await live.room(scenario=example(FLANK))
        async with live.seat(links["referee"]) as referee:
            action = referee.heard[0]["snapshot"]["position"]["candidates"][1]
            last = await referee.do("play", action=action, dice="server", salt="s")
            while (pending := last["snapshot"]["pending"]) is not None:
                last = await referee.do("answer", label=pending["waiting"]["options"][0]["label"])
            last = await referee.do("play", action=action, dice="typed", policy="")
        before = (await live.get(links["referee"])).json()
    async with living(tmp_path / "rooms.sqlite3") as live:
        assert (await live.get(links["referee"])).json() == before
    assert last["type"] in ("changed", "refused")


@pytest.mark.parametrize(("policy", "where"), [("", "entry 1"), (None, "attack under way")])
async def test_a_battle_that_the_rules_no_longer_bear_out_says_so(tmp_path, policy, where):
    file = tmp_path / "rooms.sqlite3"
    async with living(file) as live:
        links = await live.room(scenario=example())
        async with live.seat(links["referee"]) as referee:
            await referee.do("play", action=REAR_ATTACK, dice="typed", **({} if policy is None else {"policy": policy}))
            assert len(referee.heard[-1]["snapshot"]["pending"]["waiting"]["dice"]) == 2
            last = await referee.do("answer", faces=["HS", "H"])
            assert (last["snapshot"]["pending"] is None) == (policy is not None)
    with sqlite3.connect(file) as disk:
        (text,) = disk.execute("SELECT data FROM changes WHERE kind = 'answer'").fetchone()
        assert '["HS", "H"]' in text
        disk.execute("UPDATE changes SET data = ? WHERE kind = 'answer'", [text.replace('["HS", "H"]', '["-", "-"]')])
    async with living(file) as live:
        answer = await live.get(links["referee"])
        assert (answer.status_code, answer.json()["error"]) == (422, "scenario")
        assert where in answer.json()["message"]
        async with connect(live.socket(links["referee"]), proxy=None) as connection:
            assert json.loads(await connection.recv())["trouble"]["error"] == "scenario"
            with pytest.raises(ConnectionClosed) as closed:
                await connection.recv()
        assert closed_with(closed)[0] == 4410


async def test_a_room_where_nobody_is_is_left_to_the_disk(live, monkeypatch):
    links = await live.room(scenario=example())
    monkeypatch.setattr(halls, "KEPT", -1.0)
    async with live.seat(links["referee"]) as referee:
        told = await referee.do("say", words="we meet again")
        live.hall.forget_empty()
        assert len(live.hall._rooms) == 1
        again = await referee.do("say", words="and again")
    for _ in range(100):
        live.hall.forget_empty()
        if not live.hall._rooms:
            break
        await asyncio.sleep(0.02)
    assert not live.hall._rooms
    found = (await live.get(links["referee"])).json()["snapshot"]
    assert found["log"] == again["snapshot"]["log"]
    assert len(found["log"]) == len(told["snapshot"]["log"]) + 1


# --------------------------------------------------------------------------------------------- several at once


async def test_what_two_do_at_once_happens_one_after_the_other(live):
    links = await live.room(scenario=example())
    async with live.seat(links["sides"]["w"]) as one, live.seat(links["sides"]["d"]) as two:
        many = 15
        snapshot = two.heard[0]["snapshot"]

        async def wander(someone, side):
            unit = mine(snapshot, side)
            for step in range(many):
                await someone.send("move", unit=unit["id"], at=[unit["at"][0] + step / 100, unit["at"][1]])

        await asyncio.gather(wander(one, "w"), wander(two, "d"))
        heard = []
        for someone in (one, two):
            heard.append([(await someone.hear("changed"))["snapshot"] for _ in range(2 * many)])
        seen = [[told["seq"] for told in one] for one in heard]
        assert seen[0] == seen[1] == sorted(seen[0])
        assert len(set(seen[0])) == 2 * many
        assert {line["by"] for line in heard[0][-1]["log"][1:]} == {"w", "d"}


async def test_of_two_answers_to_one_question_the_second_is_refused(live):
    links = await live.room(scenario=example(FLANK))
    async with live.seat(links["referee"]) as one, live.seat(links["sides"]["lannister"]) as two:
        action = one.heard[0]["snapshot"]["position"]["candidates"][1]
        told = await one.do("play", action=action, dice="typed")
        assert told["snapshot"]["pending"]["waiting"]["kind"] == "throw"
        await two.hear("changed")
        faces = [die["faces"][0]["face"] for die in told["snapshot"]["pending"]["waiting"]["dice"]]
        await asyncio.gather(one.send("answer", faces=faces), two.send("answer", faces=faces))
        heard = [await someone.hear("changed") for someone in (one, two)]
        assert heard[0]["snapshot"]["seq"] == heard[1]["snapshot"]["seq"] == told["snapshot"]["seq"] + 1
        await asyncio.gather(one.send("say", words="one"), two.send("say", words="two"))
        for someone in (one, two):
            for _ in range(2):
                await someone.hear("changed")
        refused = [told for someone in (one, two) for told in someone.heard if told["type"] == "refused"]
        assert [one["trouble"]["error"] for one in refused] == ["request"]


async def test_two_servers_on_one_database_do_not_overwrite_each_other(tmp_path):
    async with living(tmp_path / "rooms.sqlite3") as first, living(tmp_path / "rooms.sqlite3") as second:
        links = await first.room(scenario=example())
        async with first.seat(links["referee"]) as one, second.seat(links["referee"]) as two:
            assert (await one.do("say", words="here"))["type"] == "changed"
            told = await two.do("say", words="there")
            assert told["type"] == "changed"  # what the other server wrote
            assert told["snapshot"]["log"][-1]["text"] == "here"
            assert (await two.hear("refused"))["trouble"]["error"] == "busy"
            told = await two.do("say", words="there")
            assert [line["text"] for line in told["snapshot"]["log"][-2:]] == ["here", "there"]


async def test_what_cannot_be_written_is_not_done(live, database):
    links = await live.room(scenario=example())
    async with live.seat(links["referee"]) as one:
        with sqlite3.connect(database) as other:
            other.execute("ALTER TABLE changes RENAME TO elsewhere")
        refused = await one.do("say", words="lost")
        assert refused["trouble"]["error"] == "busy"
        with sqlite3.connect(database) as other:
            other.execute("ALTER TABLE elsewhere RENAME TO changes")
        told = await one.do("say", words="kept")
        assert [line["text"] for line in told["snapshot"]["log"][1:]] == ["kept"]


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be taken away")
async def test_a_file_that_was_taken_away_takes_nothing_more(live, database, tmp_path):
    links = await live.room(scenario=example())
    async with live.seat(links["referee"]) as one:
        assert (await one.do("say", words="kept"))["type"] == "changed"
        database.rename(tmp_path / "elsewhere")
        assert (await one.do("say", words="lost"))["trouble"]["error"] == "busy"
        answer = await live.http.post("/api/rooms", json={"scenario": example()})
        assert (answer.status_code, answer.json()["error"]) == (503, "busy")
        (tmp_path / "elsewhere").rename(database)
        told = await one.do("say", words="kept too")
        assert [line["text"] for line in told["snapshot"]["log"][1:]] == ["kept", "kept too"]


async def test_what_nobody_thought_of_is_told_as_any_trouble(live, database):
    links = await live.room(scenario=example())
    with sqlite3.connect(database) as other:
        other.execute("ALTER TABLE seats RENAME TO elsewhere")
    answer = await live.get(links["referee"])
    with sqlite3.connect(database) as other:
        other.execute("ALTER TABLE elsewhere RENAME TO seats")
    assert (answer.status_code, answer.json()["error"]) == (500, "fault")
    assert answer.headers["content-type"] == "application/json"
    assert "sql" not in answer.text.lower()
    assert (await live.get(links["referee"])).status_code == 200


# ------------------------------------------------------------------------------------------ records and entries


async def test_entries_are_told_and_the_record_goes_on_in_another_room(live):
    links = await live.room(scenario=example(FLANK))
    async with live.seat(links["referee"]) as one:
        for _ in range(2):
            last = await one.do("play", action=await legal(live, one), dice="server", policy="")
            assert last["type"] == "changed", last
        for number in (1, 2):
            told = (await live.get(links["spectator"], f"/entries/{number}", "fr")).json()
            assert told["number"] == number
            assert told["ruling"]["verdict"] == "legal"
            assert any(stage["dice"] == "server" for stage in told["stages"])
        assert told["after"]["pieces"] != told["before"]["pieces"] or told["result"]
        assert (await live.get(links["referee"], "/entries/3")).status_code == 404
    answer = await live.get(links["spectator"], "/record")
    assert "attachment" in answer.headers["content-disposition"]
    record = records.parse(answer.text)
    assert record.check() is None
    assert len(record.entries) == 2
    for upto, entries in ((1, 1), (None, 2), (0, 0)):
        branch = await live.room(record=answer.text, **({} if upto is None else {"upto": upto}))
        found = (await live.get(branch["referee"])).json()["snapshot"]
        assert (found["entries"], found["seq"]) == (entries, 1)
        kept = (await live.get(branch["referee"], "/record")).text.splitlines()
        assert kept == answer.text.splitlines()[: entries + 1]


async def legal(live, someone):
    """An action that may be played now."""
    position = someone.heard[-1]["snapshot"]["position"]
    entries = [json.loads(line) for line in (await record_of(live, someone)).splitlines()[1:]]
    asked = {"scenario": position["scenario"], "brief": True,
             "entries": [{key: one[key] for key in ("action", "answers", "events")} for one in entries]}  # fmt: skip
    rulings = (await live.http.post("/api/judge", json=asked)).json()["rulings"]
    return next(ruling["action"] for ruling in rulings if ruling["rollable"])


async def record_of(live, someone):
    token = someone.connection.request.path.split("/")[3]
    return (await live.get(token, "/record")).text


OFFICIALS = [{**unit, "side": "referee"} for unit in example()["units"]]
NO_BATTLES = [
    ({}, "request"),
    ({"scenario": {}}, "scenario"),
    ({"scenario": {**example(), "ruleset": "chess"}}, "scenario"),
    ({"record": "not one"}, "scenario"),
    ({"scenario": {**example(), "sides": {}, "units": OFFICIALS}}, "scenario"),
]


async def test_what_is_no_battle_makes_no_room(live):
    before = live.hall.book.count()
    for asked, error in NO_BATTLES:
        answer = await live.http.post("/api/rooms", json=asked)
        assert (answer.status_code, answer.json()["error"]) == (422, error)
    assert live.hall.book.count() == before


# ---------------------------------------------------------------------------------------------------- too much


async def test_a_link_that_leads_nowhere_is_said_and_closed(live):
    uri = live.socket("nowhere")
    async with connect(uri, proxy=None) as connection:
        assert json.loads(await connection.recv())["trouble"]["error"] == "not_found"
        with pytest.raises(ConnectionClosed) as closed:
            await connection.recv()
    assert closed_with(closed)[0] == 4404
    assert "no room" in closed_with(closed)[1]


def closed_with(closed):
    """The code and the reason with which a socket was closed."""
    frame = closed.value.rcvd
    assert frame is not None
    return frame.code, frame.reason


async def test_a_page_of_another_site_gets_no_socket(live):
    links = await live.room(scenario=example())
    uri = live.socket(links["referee"])
    with pytest.raises(InvalidStatus) as refused:
        await connect(uri, proxy=None, origin=Origin("http://elsewhere.example"))
    assert refused.value.response.status_code == 403


NO_MESSAGES = [
    ("", "request"),
    ("nonsense", "request"),
    ("[" * 5000, "request"),
    ('{"type": "say", "words": NaN}', "request"),
    ('{"type": "say", "words": "\\ud800"}', "request"),
    ('{"type": "say", "words": ""}', "request"),
    ('{"type": "say", "words": "a", "dice": []}', "request"),
    ('{"type": "roll"}', "request"),
    ('{"type": "changed", "snapshot": {}}', "request"),
    ('{"type": "say", "words": ' + "[" * 50 + "]" * 50 + "}", "request"),
    ('{"type": "answer", "faces": [' + "1, " * 40_000 + "1]}", "too_large"),
    ('{"type": "move", "unit": "x", "at": [1e999, 0]}', "request"),
    ('{"type": "move", "unit": "spearmen", "at": [true, "2"]}', "request"),
    ('{"type": "set", "scenario": {"a": 1e400}}', "request"),
    ('{"type": "move", "unit": "x", "at": [' + "9" * 5000 + ", 0]}", "request"),
    (b"\x00\x01", "request"),
]


async def test_what_is_no_message_is_refused_and_the_socket_stays(live):
    links = await live.room(scenario=example())
    async with live.seat(links["referee"]) as one:
        for text, error in NO_MESSAGES:
            await one.connection.send(text)
            assert (await one.hear("refused"))["trouble"]["error"] == error
        assert (await one.do("say", words="still here"))["type"] == "changed"


async def test_who_sends_too_fast_is_not_heard_and_in_the_end_shut_out(live, monkeypatch):
    monkeypatch.setattr(routes, "MESSAGES", Rates(second=0.001, burst=5))
    monkeypatch.setattr(routes, "MOST_REFUSED", 4)
    links = await live.room(scenario=example())
    async with live.seat(links["referee"]) as one:
        for _ in range(9):
            await one.send("say", words="again")
        for _ in range(5):
            await one.hear("changed")
        for _ in range(3):
            assert (await one.hear("refused"))["trouble"]["error"] == "too_many"
        with pytest.raises(ConnectionClosed) as closed:
            await one.hear("never")
    assert closed_with(closed)[0] == 4429


async def test_a_full_room_takes_nobody_in(live, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_PEOPLE", 1)
    links = await live.room(scenario=example())
    async with live.seat(links["referee"]):
        uri = live.socket(links["spectator"])
        async with connect(uri, proxy=None) as connection:
            assert json.loads(await connection.recv())["trouble"]["error"] == "too_many"
            with pytest.raises(ConnectionClosed) as closed:
                await connection.recv()
    assert closed_with(closed)[0] == 4429


async def test_who_looks_on_gives_way_to_who_plays(live, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_PEOPLE", 2)
    links = await live.room(scenario=example())
    sides, seat = links["sides"], live.seat
    async with seat(links["spectator"]) as watching, seat(sides["w"]), seat(sides["d"]) as one:
        present = one.heard[0]["snapshot"]["present"]
        assert present == [{"seat": "d", "people": 1}, {"seat": "w", "people": 1}]
        with pytest.raises(ConnectionClosed) as closed:
            await watching.hear("never")
        assert closed_with(closed)[0] == 1013
        async with connect(live.socket(links["referee"]), proxy=None) as connection:
            assert json.loads(await connection.recv())["trouble"]["error"] == "too_many"


async def test_who_is_away_for_a_while_holds_nobody_up(live, monkeypatch):
    links = await live.room(scenario=example())
    async with live.seat(links["sides"]["w"]) as one:
        snapshot = one.heard[0]["snapshot"]
        units = {piece["id"] for piece in snapshot["position"]["pieces"] if piece["side"] == "w"}
        action = next(one for one in snapshot["position"]["candidates"] if one["attacker"] in units)
        assert (await one.do("play", action=action, dice="typed"))["snapshot"]["pending"]
    async with live.seat(links["sides"]["d"]) as other:
        assert (await other.do("undo"))["snapshot"]["asked"]["waits_for"] == ["w"]
        monkeypatch.setattr(rooms, "AWAY", 0.0)
        told = (await other.do("undo"))["snapshot"]
        assert (told["pending"], told["asked"]) == (None, None)
        assert told["log"][-1]["text"].startswith("the last thing is taken back; who had left")
        assert told["log"][-2]["undone"]


async def test_a_room_holds_so_much_and_says_what_to_do_then(live, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_LINES", 3)
    links = await live.room(scenario=example())
    async with live.seat(links["referee"]) as one:
        for _ in range(2):
            assert (await one.do("say", words="hello"))["type"] == "changed"
        refused = await one.do("say", words="hello")
        assert refused["trouble"]["error"] == "too_many"
        assert "another" in refused["trouble"]["message"]


async def test_one_client_opens_only_so_many_rooms_in_an_hour(tmp_path):
    async with living(tmp_path / "rooms.sqlite3", replace(EAGER, rooms=2)) as live:
        for _ in range(2):
            await live.room(scenario=example())
        answer = await live.http.post("/api/rooms", json={"scenario": example()})
        assert (answer.status_code, answer.json()["error"]) == (429, "too_many")


async def test_who_is_too_slow_is_dropped_and_nobody_waits_for_them(live, monkeypatch):
    monkeypatch.setattr(people, "MOST_WAITING", 4)
    links = await live.room(scenario=example())
    host, port = live.where.removeprefix("http://").split(":")
    with socket.socket() as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect((host, int(port)))
        uri = f"ws://{host}:{port}/api/rooms/{links['spectator']}/socket"
        async with live.seat(links["referee"]) as one:
            slow = await connect(uri, sock=narrow, proxy=None, max_size=None, compression=None, max_queue=1)
            await one.hear("presence")
            told = one.heard[-1]
            for _ in range(100):
                if len(told.get("snapshot", told)["present"]) == 1:
                    break
                told = await one.do("say", words="w" * 2_000)
            last = await one.do("say", words="it goes on")
            assert last["snapshot"]["present"] == [{"seat": "referee", "people": 1}]
            slow.transport.abort()
            await slow.wait_closed()
