"""Nobody gets further than they may, and every answer carries its headers: hostile files, bodies, hosts and rates."""

import asyncio
import json
import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from tests.web.asking import STILL, ask, page, spot, text_of, told, trouble

from enfilade.web.desk import Desk, Gone
from enfilade.web.guards import MOST_BODY, MOST_FILE
from enfilade.web.questions import MOST_IN_FULL
from enfilade.web.rates import MOST_CLIENTS, Buckets
from enfilade.web.refusing import NotAnswered
from enfilade.web.settings import Rates, Settings

REAR = "runewars/struck-in-the-rear"
WRONG = """format: enfilade/scenario/1
ruleset: runewars
units:
  - {id: a, side: d, unit: spearmn, ranks: [XX]}
  - {id: b, side: d, unit: archers, ranks: 7, facng: 3}
"""


# Mistakes -------------------------------------------------------------------------------------------------------


async def test_a_wrong_file_tells_every_mistake_with_its_line():
    found = await trouble(422, "/api/position", {"text": WRONG, "name": "mine.yaml"})
    assert found["error"] == "scenario"
    places = {(one["field"], one["line"]) for one in found["mistakes"]}
    assert {("units[1].ranks", 5), ("units[1].facng", 5)} <= places
    assert all(one["where"].startswith("mine.yaml:") and one["expected"] and one["found"] for one in found["mistakes"])
    assert any("facing" in one["hint"] for one in found["mistakes"])


async def test_a_wrong_scenario_has_fields_but_no_lines():
    scenario = (await told("/api/position", {"text": text_of(REAR)}))["scenario"]
    scenario["units"][0]["ranks"] = 7
    for question in ("position", "judge", "draw", "report"):
        found = await trouble(422, f"/api/{question}", {"scenario": scenario})
        assert [one["field"] for one in found["mistakes"]] == ["units[0].ranks"]
        assert "line" not in found["mistakes"][0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "an empty file"),
        ("[", "expected"),
        ("just words", "fields such as format and ruleset"),
        ("format: enfilade/scenario/1\nruleset: chess", "runewars"),
        ("format: enfilade/scenario/9\nruleset: runewars", "update Enfilade"),
        ("format: enfilade/units/1\nruleset: runewars\nunits: {}", "file of units"),
        ("format: enfilade/scenario/1\nruleset: lineofattack\nmap: {import: ../../../etc/passwd}", "no import"),
        ("format: enfilade/scenario/1\nruleset: lineofattack\nmap: {import: /etc/passwd}", "relative path"),
        ('{"format": "enfilade/record/1"}', "hash"),
        (json.dumps({"line_of_sight": [], "resolution": {"map_size": spot(-1, 1e9)}}), "map_size"),
        ("&a [*a, *a]", "inside what it stands for"),
    ],
)
async def test_files_that_are_none_are_refused_with_what_to_do(text, said):
    found = await trouble(422, "/api/position", {"text": text})
    assert found["error"] == "scenario"
    assert said in json.dumps(found, ensure_ascii=False)
    assert "Traceback" not in json.dumps(found)


async def test_an_action_that_no_game_knows_is_refused_by_its_ruling():
    scenario = (await told("/api/position", {"text": text_of(REAR)}))["scenario"]
    actions = [{"kind": "castle"}, {"kind": "melee", "attacker": ["nobody"], "target": {"a": 1}}, {"kind": "decide"}]
    judged = (await told("/api/judge", {"scenario": scenario, "actions": actions}))["rulings"]
    assert [one["verdict"] for one in judged] == ["refused"] * 3
    assert all(one["refusal"]["text"] for one in judged)


@pytest.mark.parametrize(
    ("path", "change", "field"),
    [
        ("judge", {"actions": [{}]}, "actions[0]"),
        ("judge", {"actions": [{"kind": 7}]}, "actions[0]"),
        ("judge", {"actions": "all"}, "actions"),
        ("judge", {"what": 1}, "what"),
        ("judge", {"entries": [1]}, "entries[0]"),
        ("judge", {"scenario": []}, "scenario"),
        ("odds", {}, "action"),
        ("odds", {"action": {"kind": "melee"}, "policy": "x" * 300}, "policy"),
        ("position", {"text": 3}, "text"),
    ],
)
async def test_requests_of_another_shape_tell_the_field(path, change, field):
    found = await trouble(422, f"/api/{path}", {"scenario": {}, **change})
    assert found["error"] == "request"
    assert field in {one["field"] for one in found["mistakes"]}


async def test_questions_that_make_no_sense_say_what_would():
    scenario = (await told("/api/position", {"text": text_of(REAR)}))["scenario"]
    action = {"kind": "melee", "attacker": "reanimates", "target": "spearmen", "edge": "rear"}
    unknown = await trouble(422, "/api/odds", {"scenario": scenario, "action": action, "policy": "luck"})
    assert "best" in unknown["message"]
    reading = {"scenario": scenario, "action": action, "readings": {"nothing": "at all"}}
    assert (await trouble(422, "/api/odds", reading))["mistakes"][0]["field"] == "readings.nothing"
    for body in ({}, {"text": "a", "scenario": scenario}, {"text": text_of(REAR), "entries": [{}]}):
        assert (await trouble(422, "/api/position", body))["error"] == "request"
    hard = await trouble(422, "/api/odds", {"scenario": scenario, "action": action, "policy": "best"}, effort=_little())
    assert hard["error"] == "too_large"


def _little():
    from enfilade.web.settings import Effort

    return Effort(best=1)


async def test_what_is_not_there_and_what_is_not_taken():
    for path in ("/api/nothing", "/api", "/api/", "/api/../api/nothing"):
        answer = await ask(path)
        assert (answer.status_code, answer.json()["error"]) == (404, "not_found")
    assert (await ask("/api/judge")).status_code == 405
    assert (await ask("/api/rulesets", {})).json()["error"] == "request"


# Size and depth -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"scenario": ' + b"[" * 100_000, "inside each other"),
        (b'{"scenario": ' + b'{"a":' * 100 + b"1" + b"}" * 100 + b"}", "inside each other"),
        (b'{"scenario": [' + b"1," * 200_000 + b"1]}", "at most"),
        (b'{"scenario": {' + b",".join(b'"%d": 1' % n for n in range(3_000)) + b"}}", "names"),
        (b'{"scenario": {"a": 1, "a": 2}}', "second time"),
        (b'{"scenario": 1e999999}', "number"),
        (b'{"scenario": NaN}', "NaN"),
        (b'{"scenario": "\\ud800"}', "expected"),
        (b'{"text": "\\u0000"}', "control characters"),
        (b"{", "expected"),
        (b"\xff\xfe", "UTF-8"),
    ],
)
async def test_bodies_that_are_no_sound_json_are_refused_before_anything_is_built(body, said):
    async with page() as asking:
        answer = await asking.post("/api/judge", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (400, "request")
    assert said in answer.text


async def test_a_yaml_bomb_in_a_text_is_refused():
    bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join(f'*{before}' for _ in range(10))}]\n"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert "at most" in (await trouble(422, "/api/position", {"text": bomb}))["message"]


async def test_more_than_is_read_is_refused_by_its_length_and_while_it_comes():
    async def endless():
        for _ in range(MOST_FILE // 2**16 + 2):
            yield b" " * 2**16

    async with page() as asking:
        for path, most in (("/api/judge", MOST_BODY), ("/api/position", MOST_FILE)):
            whole = await asking.post(path, content=b" " * (most + 1))
            parts = await asking.post(path, content=endless(), headers={"content-type": "application/json"})
            for answer in (whole, parts):
                assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
                assert f"{most:,}" in answer.json()["message"]
        lying = await asking.post("/api/judge", content=b"{}", headers={"content-length": "9" * 30})
        assert lying.status_code == 413


async def test_the_largest_map_that_is_read_can_be_judged_too():
    walls = [[spot(n % 99 + 0.125, n // 99 + 0.375), spot(n % 99 + 1.125, n // 99 + 0.375)] for n in range(4_000)]
    drawn = {"resolution": {"map_origin": spot(0, 0), "map_size": spot(100, 100)}, "line_of_sight": walls}
    position = await told("/api/position", {"text": json.dumps(drawn), "name": "huge.uvtt"})
    assert len(position["scenario"]["walls"]) == 4_000
    assert (await told("/api/judge", {"scenario": position["scenario"]}))["rulings"] == []


async def test_very_many_rulings_are_told_in_brief_only():
    scenario = (await told("/api/position", {"text": text_of(REAR)}))["scenario"]
    many = [{"kind": "melee", "attacker": "spearmen", "target": "reanimates", "edge": "front"}] * (MOST_IN_FULL + 1)
    found = await trouble(422, "/api/judge", {"scenario": scenario, "actions": many})
    assert (found["error"], f"more than {MOST_IN_FULL} rulings" in found["message"]) == ("too_large", True)
    brief = (await told("/api/judge", {"scenario": scenario, "actions": many, "brief": True}))["rulings"]
    assert len(brief) == len(many)


# Headers, hosts, origins ----------------------------------------------------------------------------------------

EVERY = ("/", "/embed", "/room/abc", "/api/rulesets", "/api/nothing", "/nothing.js", "/api/examples/../..", "/%00")


@pytest.mark.parametrize("path", EVERY)
async def test_every_answer_carries_its_headers(path, tmp_path):
    for folder in (tmp_path / "nothing", _built(tmp_path)):
        headers = (await ask(path, page=folder)).headers
        rules = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
        assert rules["default-src"] == rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
        assert "unsafe" not in headers["content-security-policy"]
        assert rules["frame-ancestors"] == ("*" if path == "/embed" else "'none'")
        assert headers.get("x-frame-options") == (None if path == "/embed" else "DENY")
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
        assert not [name for name in headers if name.startswith("access-control")]
        assert "server" not in headers


def _built(folder):
    (folder / "page" / "assets").mkdir(parents=True, exist_ok=True)
    (folder / "page" / "index.html").write_text("<!doctype html><title>built</title>")
    (folder / "page" / "assets" / "index-1a2b.js").write_text("export {}")
    (folder / "secret").write_text("not yours")
    return folder / "page"


@pytest.mark.parametrize(
    ("settings", "host", "status"),
    [
        (Settings(), "localhost:8421", 200),
        (Settings(), "127.0.0.1:8421", 200),
        (Settings(), "[::1]:8421", 200),
        (Settings(), "evil.example", 400),
        (Settings(), "127.0.0.1.evil.example", 400),
        (Settings(), "", 400),
        (Settings(), "[::1", 400),
        (Settings(), "localhost@evil.example", 400),
        (Settings(host="192.168.1.5"), "192.168.1.5:80", 200),
        (Settings(host="192.168.1.5"), "evil.example", 400),
        (Settings(host="0.0.0.0"), "any.name", 200),
    ],
)
async def test_the_table_goes_by_no_other_name(settings, host, status):
    async with page(settings) as asking:
        assert (await asking.get("/api/catalogue/en", headers={"host": host})).status_code == status
        assert (await asking.get("/", headers={"host": host})).status_code in (status, 503 if status == 200 else status)


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"origin": "http://localhost"}, True),
        ({"origin": "https://localhost"}, True),
        ({"origin": "http://localhost:9999"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": "http://localhost.evil.example"}, False),
        ({"origin": ""}, False),
        ({"origin": "http://["}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
    ],
)
async def test_only_the_tables_own_page_may_ask(headers, allowed):
    async with page() as asking:
        answer = await asking.post("/api/position", json={"text": text_of(REAR)}, headers=headers)
    assert answer.status_code == (200 if allowed else 403)
    assert allowed or answer.json()["error"] == "not_yours"


async def test_forms_and_plain_text_are_no_questions():
    async with page() as asking:
        body = json.dumps({"text": text_of(REAR)})
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = await asking.post("/api/position", content=body, headers={"content-type": kind})
            assert answer.status_code == 422
            assert answer.json()["error"] == "request"


@pytest.mark.parametrize(
    ("headers", "welcome"),
    [
        ([(b"host", b"localhost")], True),
        ([(b"host", b"localhost"), (b"origin", b"http://localhost")], True),
        ([(b"host", b"localhost"), (b"origin", b"http://evil.example")], False),
        ([(b"host", b"evil.example"), (b"origin", b"http://evil.example")], False),
        ([(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"origin", b"http://localhost")], False),
        ([], False),
    ],
)
async def test_sockets_are_opened_by_the_tables_own_page_alone(headers, welcome):
    from enfilade.web.guards import Guard

    reached: list[str] = []
    sent: list[dict] = []

    async def beyond(scope, receive, send):
        reached.append(scope["path"])

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    scope = {"type": "websocket", "path": "/api/rooms/x/socket", "headers": headers, "client": ("1.2.3.4", 5)}
    await Guard(beyond, STILL)(scope, receive, send)
    assert (reached == ["/api/rooms/x/socket"]) is welcome
    assert (sent == [{"type": "websocket.close", "code": 1008}]) is not welcome


async def _nothing():
    return {"type": "http.request", "body": b""}


async def test_a_mistake_of_ours_is_told_without_its_inside(caplog):
    from enfilade.web.guards import Guard

    async def broken(scope, receive, send):
        raise RuntimeError("secret")

    sent: list[dict] = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/api/rulesets", "headers": [(b"host", b"localhost")]}
    await Guard(broken, STILL)(scope, _nothing, send)
    assert sent[0]["status"] == 500
    assert (b"x-content-type-options", b"nosniff") in sent[0]["headers"]
    assert json.loads(sent[1]["body"])["error"] == "fault"
    assert b"secret" not in sent[1]["body"]
    assert "secret" in caplog.text


# Rates ----------------------------------------------------------------------------------------------------------


async def test_who_asks_too_fast_is_told_when_to_come_back():
    async with page(STILL, rates=Rates(second=0.5, burst=3)) as asking:
        answers = [await asking.get("/api/catalogue/en") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].json()["error"] == "too_many"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 2
        assert (await asking.get("/embed")).status_code != 429  # the page itself comes


@given(st.lists(st.floats(0, 5), max_size=40), st.integers(1, 5), st.sampled_from([0.5, 1.0, 3.0]))
def test_a_bucket_gives_no_more_than_its_rate(pauses, burst, second):
    buckets, now, given_at = Buckets(Rates(second=second, burst=burst)), 0.0, []
    for pause in pauses:
        now += pause
        wait = buckets.take("a", now)
        if wait == 0:
            given_at.append(now)
        else:
            assert buckets.take("a", now + wait) == 0  # it is as was told
            given_at.append(now + wait)
            now += wait
    for start in range(len(given_at)):
        for end in range(start, len(given_at)):
            lasted = given_at[end] - given_at[start]
            assert end - start + 1 <= burst + lasted * second + 1e-6


def test_clients_are_forgotten_before_they_fill_the_memory():
    buckets = Buckets(Rates())
    for number in range(MOST_CLIENTS + 500):
        buckets.take(str(number), 0.0)
    assert len(buckets._left) == MOST_CLIENTS


def asking(who):
    async def receive():
        await asyncio.sleep(60)

    return Request({"type": "http", "client": (who, 1), "headers": []}, receive)


async def test_the_desk_takes_so_much_from_one_and_so_much_from_all():
    desk = Desk(Settings(rates=Rates(under_way=2), waiting=3, workers=1))
    door = threading.Event()
    under_way = [asyncio.create_task(desk.quick(asking(who), lambda: door.wait(20))) for who in ("a", "a", "b")]
    await asyncio.sleep(0)
    for who, error in (("a", "too_many"), ("c", "busy")):
        with pytest.raises(NotAnswered) as refused:
            await desk.quick(asking(who), lambda: True)
        assert refused.value.error == error
    door.set()
    assert await asyncio.gather(*under_way) == [True] * 3
    assert await desk.quick(asking("a"), lambda: 2) == 2


async def test_nobody_has_the_whole_desk():
    desk = Desk(Settings(workers=4))
    door = threading.Event()
    hoarded = [asyncio.create_task(desk.quick(asking("a"), lambda: door.wait(20))) for _ in range(8)]
    await asyncio.sleep(0.05)
    assert await desk.quick(asking("b"), lambda: "answered") == "answered"  # while all of a's are under way
    assert not any(task.done() for task in hoarded)
    door.set()
    assert await asyncio.gather(*hoarded) == [True] * 8
    assert not desk._asking
    assert not desk._own


async def test_nothing_is_worked_out_for_somebody_who_has_left():
    async def receive():
        return {"type": "http.disconnect"}

    worked: list[int] = []
    gone = Request({"type": "http", "client": ("a", 1), "headers": []}, receive)
    desk = Desk(Settings())
    with pytest.raises(Gone):
        await desk.long(gone, lambda: worked.append(1))
    assert worked == []


async def test_busy_is_said_with_when_to_come_back():
    for settings, status, error in (
        (replace(STILL, rates=Rates(second=1e6, burst=10_000, under_way=0)), 429, "too_many"),
        (replace(STILL, waiting=0), 503, "busy"),
    ):
        async with page(settings) as asked:
            answer = await asked.post("/api/position", json={"text": text_of(REAR)})
        assert (answer.status_code, answer.json()["error"], answer.headers["retry-after"]) == (status, error, "1")
