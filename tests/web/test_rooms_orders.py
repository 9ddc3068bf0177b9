"""Orders are given in secret and opened together: who sees what, when the turn begins, and what is taken back."""

import json
import sys
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.web.live import living
from tests.web.sitting import Sitting, example
from tests.web.test_rooms_crash import Started

from enfilade.battle import Battle
from enfilade.files import record as records
from enfilade.files.scenario import set_up
from enfilade.referee import Facts, same
from enfilade.web.reading import document
from enfilade.web.rooms import room as rooms
from enfilade.web.rooms import showing
from enfilade.web.rooms.hall import first_change
from enfilade.web.rooms.links import REFEREE, SPECTATOR
from enfilade.web.rooms.orders import take_back
from enfilade.web.rooms.standing import begun
from enfilade.web.rooms.table import laid
from enfilade.web.store import Change
from enfilade.web.store.change import as_kept

TURN = "ageofmagic/alexander-and-darius-turn-1"
SIDES = ("alexander", "darius")
MARK = 29
"""So many dice nobody risks but in the orders of these tests."""
SECRET = {"spearmen1": {"stand": "", "dice": MARK}}
OWN = {"archers1": {"fire": "cataphracts"}}


def bare() -> dict:
    """The worked battle without orders."""
    return {name: value for name, value in example(TURN).items() if name != "orders"}


def seen(room: Sitting, seat: str) -> dict:
    """All that a seat is told of a room."""
    return json.loads(showing.snapshot(room.table, [], same, {}, seat).model_dump_json())


def holds(told: object, value: object) -> bool:
    """Whether a value is anywhere in what was told."""
    if isinstance(told, dict):
        return any(holds(one, value) for one in told.values())
    return any(holds(one, value) for one in told) if isinstance(told, list) else told == value


def ready_of(room: Sitting, seat: str = SPECTATOR) -> dict:
    return {one["side"]: one["ready"] for one in seen(room, seat)["readiness"]}


# -------------------------------------------------------------------------------------------------- who sees what


def test_orders_are_for_the_eyes_of_their_side_and_the_referee():
    room = Sitting(bare(), *SIDES)
    room.send("darius", "orders", orders=SECRET)
    for seat, sees in (("darius", True), (REFEREE, True), ("alexander", False), (SPECTATOR, False)):
        told = seen(room, seat)
        assert told["orders"] == (SECRET if sees else {})
        assert holds(told, MARK) == sees
        assert any(line["text"] == "orders for Spearmen 1" for line in told["log"]) == sees


def test_orders_in_a_scenario_are_sealed_as_soon_as_it_lies_on_the_table():
    scenario = {**bare(), "orders": {**SECRET, **OWN}}
    for room in (Sitting(scenario), Sitting(bare())):
        room.send(REFEREE, "set", scenario=scenario)
        assert "orders" not in room.table.battle.scenario
        assert seen(room, REFEREE)["orders"] == {**SECRET, **OWN}
        assert seen(room, "alexander")["orders"] == OWN
        assert seen(room, "darius")["orders"] == SECRET
        assert not holds(seen(room, SPECTATOR), MARK)
        room.check()


def test_another_scenario_keeps_the_orders_that_can_stand_in_it():
    room = Sitting({**bare(), "orders": {"spearmen2": {"charge": "archers2"}, **OWN}})
    elsewhere = [{**unit, "area": "reserve"} if unit["id"] == "spearmen2" else unit for unit in bare()["units"]]
    room.send(REFEREE, "set", scenario={**bare(), "units": elsewhere})
    assert seen(room, REFEREE)["orders"] == OWN
    room.send(REFEREE, "undo")
    assert set(seen(room, REFEREE)["orders"]) == {"spearmen2", *OWN}
    room.check()


def test_orders_that_the_referee_gives_to_several_sides_are_in_nobody_elses_log():
    room = Sitting(bare(), *SIDES)
    room.send(REFEREE, "orders", orders={**SECRET, **OWN})
    assert not any("orders" in line["text"] for seat in SIDES for line in seen(room, seat)["log"])
    assert seen(room, "alexander")["orders"] == OWN


def test_why_ones_orders_cannot_stand_tells_nothing_of_others():
    room = Sitting(bare(), *SIDES)
    room.send("darius", "orders", orders=SECRET)
    error = room.why("alexander", "orders", orders={"archers1": {"fire": "nobody"}})
    told = showing.trouble(error, room.table.battle, same).model_dump_json()
    assert error.error == "refused"
    assert not holds(json.loads(told), MARK)


def test_the_board_shows_the_orders_that_may_be_seen_and_all_once_the_turn_is_under_way():
    room = Sitting({**bare(), "orders": {"spearmen2": {"charge": "archers2"}, **OWN}}, *SIDES)

    def arrows(seat):
        shapes = seen(room, seat)["position"]["scene"]["shapes"]
        return {shape["of"] for shape in shapes if shape["role"] == "order"}

    assert arrows(SPECTATOR) == set()
    assert arrows("alexander") == {"archers1"}
    assert arrows(REFEREE) == {"spearmen2", "archers1"}
    room.send(REFEREE, "play", action={"kind": "turn"}, dice="typed")
    assert arrows(SPECTATOR) == {"spearmen2", "archers1"}


MOVES = st.lists(st.sampled_from(["order", "secret", "back", "ready", "say", "move", "undo"]), max_size=14)
ALIKE = ({"stand": "", "dice": MARK}, {"stand": "", "if_charged": "brace"})


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(MOVES)
def test_whatever_was_ordered_in_secret_looks_the_same_to_others(steps):
    twins = [Sitting(bare(), *SIDES) for _ in ALIKE]
    for number, step in enumerate(steps):
        for room, secret in zip(twins, ALIKE, strict=True):
            _step(room, step, secret, number)
    for seat in ("alexander", SPECTATOR):
        one, other = (timeless(room, seat) for room in twins)
        assert one == other
        assert not holds(one, MARK)
    for room in twins:
        room.check()


def timeless(room: Sitting, seat: str) -> dict:
    """What a seat is told, without what chance and the clock have made."""
    told = seen(room, seat)
    return {**told, "commitment": None, "log": [{**line, "when": ""} for line in told["log"]]}


def _step(room, step, secret, number):
    if step in ("order", "secret"):
        side, unit = (("alexander", "archers1"), ("darius", "spearmen1"))[step == "secret"]
        room.send(side, "orders", orders={unit: secret if step == "secret" else [{"stand": ""}, None][number % 2]})
    elif step == "back" and take_back(room.table, "darius"):
        room.send("darius", "undo")
    elif step == "ready":  # only ever one of them, so that the turn does not begin
        room.send("darius", "ready", ready="darius" not in room.table.standing.sealed.ready)
    elif step == "say":
        room.send("alexander", "say", words="hm")
    elif step == "move":
        room.send("alexander", "move", unit="camp_alexander", area=("reserve", "left")[number % 2])
    elif step == "undo" and room.table.standing.done:
        room.send(REFEREE, "undo")


# ---------------------------------------------------------------------------------------------- when it begins


def test_the_turn_begins_when_all_are_ready_at_whose_sides_somebody_sits():
    room = Sitting(bare(), *SIDES, REFEREE, SPECTATOR)
    room.send("darius", "orders", orders=SECRET)
    room.send("alexander", "orders", orders=OWN)
    room.send("darius", "ready", ready=True, policy="two", salt="b")
    assert ready_of(room) == {"darius": True, "alexander": False}
    assert not room.table.standing.entries
    room.check()
    room.send("alexander", "ready", ready=True, policy="two", salt="a")
    (entry,) = room.table.standing.entries  # each side's choices were made as it said, so nobody was asked
    assert entry.action["orders"]["spearmen1"] == Facts(stand="", dice=MARK)
    assert ready_of(room) == {"darius": False, "alexander": False}
    assert room.table.standing.lines[-1].proof["salt"] == "a b"
    given = [(line["by"], line["undone"]) for line in seen(room, SPECTATOR)["log"] if line["kind"] == "ready"]
    assert given == [("darius", False), ("alexander", False)]  # the last too, though with it the turn begins
    keys = [(line["seq"], line["kind"]) for line in seen(room, SPECTATOR)["log"]]
    assert len(set(keys)) == len(keys)
    assert room.table.standing.lines[-1].dice == "server"
    room.check()


def test_one_side_alone_does_not_begin_the_turn():
    room = Sitting(bare(), *SIDES)
    error = room.why("alexander", "play", action={"kind": "turn"}, dice="server")
    told = showing.trouble(error, room.table.battle, same)
    assert told.message == "the turn waits for the orders of Darius"
    room.send("darius", "ready", ready=True)
    room.send("alexander", "play", action={"kind": "turn"}, dice="server")
    assert len(room.table.standing.entries) == 1
    assert not room.table.standing.sealed.ready


def test_the_referee_begins_it_when_it_likes():
    room = Sitting(bare(), *SIDES, REFEREE)
    room.send("darius", "orders", orders=SECRET)
    assert room.why(REFEREE, "ready", ready=True).error == "request"
    room.send(REFEREE, "play", action={"kind": "turn"}, dice="server", policy="two")
    assert room.table.standing.entries[0].action["orders"]["spearmen1"]["dice"] == MARK


def test_nobody_waits_for_a_side_where_nobody_sits_or_that_is_away():
    for taken, away in ((("alexander",), ()), (SIDES, ("darius",))):
        room = Sitting(bare(), *taken)
        room.table = replace(room.table, away=frozenset(away))
        room.send("alexander", "ready", ready=True, policy="two")
        assert room.table.standing.attack or room.table.standing.entries


def test_who_was_ready_says_it_again_once_the_other_has_been_away_for_long():
    room = Sitting(bare(), *SIDES)
    room.send("alexander", "ready", ready=True, policy="two")
    assert room.why("alexander", "ready", ready=True, policy="two").error == "busy"
    room.table = replace(room.table, away=frozenset({"darius"}))
    room.send("alexander", "ready", ready=True, policy="two")
    assert room.table.standing.attack or room.table.standing.entries


def test_who_thinks_again_is_not_ready():
    room = Sitting(bare(), *SIDES)
    assert room.why("darius", "ready", ready=False).error == "request"
    room.send("darius", "ready", ready=True)
    room.send("darius", "ready", ready=False)
    assert ready_of(room) == {"darius": False, "alexander": False}
    room.send("darius", "ready", ready=True)
    room.send("darius", "orders", orders=SECRET)
    assert ready_of(room)["darius"] is False
    room.send("darius", "ready", ready=True)
    room.send("alexander", "orders", orders=OWN)
    assert ready_of(room)["darius"] is True
    room.send("alexander", "move", unit="camp_alexander", area="left")  # orders may depend on where units stand
    assert ready_of(room)["darius"] is False
    room.check()


def test_who_looks_on_or_plays_another_game_is_never_ready():
    assert Sitting(bare()).why(SPECTATOR, "ready", ready=True).error == "not_yours"
    assert Sitting().why("w", "ready", ready=True).error == "request"
    assert Sitting(bare()).why("darius", "ready", ready=True, policy="wild").error == "request"


def test_orders_of_another_side_that_can_no_longer_stand_are_left_out_and_ones_own_are_refused():
    orders = {"spearmen2": {"charge": "archers2"}, "archers2": {"fire": "spearmen3"}}
    room = Sitting({**bare(), "orders": orders}, *SIDES)
    room.send(REFEREE, "move", unit="spearmen2", area="reserve")
    room.send(REFEREE, "move", unit="archers2", area="reserve")
    room.table = replace(room.table, away=frozenset({"darius"}))
    error = room.why("alexander", "play", action={"kind": "turn"}, dice="server")
    assert error.error == "refused"
    assert error.ruling
    assert set(error.ruling.action["orders"]) == {"archers2"}
    whole = room.why(REFEREE, "play", action={"kind": "turn"}, dice="server").ruling
    assert whole
    assert set(whole.action["orders"]) == {"spearmen2", "archers2"}
    room.send("alexander", "orders", orders={"archers2": None})
    room.table = replace(room.table, away=frozenset({"darius"}))
    room.send("alexander", "play", action={"kind": "turn"}, dice="typed")
    assert room.table.standing.entries[0].action["orders"] == Facts()


def test_the_dice_are_typed_where_all_who_are_ready_want_that():
    for first, second, dice in (
        ("typed", "typed", "typed"),
        ("typed", "server", "server"),
        ("server", "typed", "server"),
    ):
        room = Sitting({**bare(), "orders": OWN}, *SIDES)
        room.send("darius", "ready", ready=True, dice=first, policy="two")
        room.send("alexander", "ready", ready=True, dice=second, policy="two")
        assert (room.table.standing.attack is not None) == (dice == "typed")
        if room.table.standing.attack:
            size = room.table.trace.waiting.throw.size
            room.send("darius", "answer", faces=[1] * size)  # whoever has a hand in a turn may throw its dice
        else:
            assert room.table.standing.lines[-1].dice == dice
        room.check()


def test_a_policy_that_was_named_answers_for_its_own_side_alone():
    room = Sitting({**bare(), "orders": example(TURN)["orders"]}, *SIDES)
    room.send("darius", "ready", ready=True)  # wants to be asked
    room.send("alexander", "ready", ready=True, policy="two")
    asked = set()
    while room.table.standing.attack is not None:
        waiting = room.table.trace.waiting
        asked.add(waiting.side)
        assert room.why("alexander", "answer", label=waiting.options[0].label).error == "not_yours"
        room.send("darius", "answer", label=waiting.options[0].label)
    assert len(asked) == 1
    room.check()


# --------------------------------------------------------------------------------------------- what is taken back


def test_ones_own_orders_are_taken_back_freely_the_last_first_and_nobody_elses():
    room = Sitting(bare(), *SIDES)
    room.send("alexander", "orders", orders=OWN)
    room.send("darius", "orders", orders=SECRET)
    room.send("alexander", "orders", orders={"archers1": {"stand": ""}})
    for left in (OWN, {}):
        room.send("alexander", "undo")
        assert seen(room, "alexander")["orders"] == left
        assert seen(room, "darius")["orders"] == SECRET
        room.check()
    assert room.why("alexander", "undo").error == "request"
    assert [line["undone"] for line in seen(room, "alexander")["log"]] == [False, True, True, False, False]
    room.send(REFEREE, "undo")
    assert seen(room, REFEREE)["orders"] == {}


def test_a_move_that_is_taken_back_leaves_orders_alone():
    room = Sitting(bare(), *SIDES)
    room.send("alexander", "move", unit="camp_alexander", area="left")
    room.send("darius", "orders", orders=SECRET)
    room.send("alexander", "undo")
    assert seen(room, "darius")["orders"] == SECRET
    assert room.table.standing.done == ()
    room.check()


def test_a_turn_that_is_taken_back_leaves_the_orders_as_they_were_and_nobody_ready():
    room = Sitting(bare(), *SIDES)
    room.send("darius", "orders", orders=SECRET)
    room.send("darius", "ready", ready=True, policy="two")
    room.send("alexander", "ready", ready=True, policy="two")
    room.send("alexander", "undo")
    assert room.table.standing.asked.waits_for == ("darius",)
    room.send("darius", "consent")
    assert not room.table.standing.entries
    assert [line.by for line in room.table.standing.lines if line.undone] == ["alexander"]  # the turn alone
    assert seen(room, "darius")["orders"] == SECRET
    assert ready_of(room) == {"darius": False, "alexander": False}
    room.check()


def test_who_has_seen_what_others_were_told_does_not_call_the_turn_off_alone():
    room = Sitting({**bare(), "orders": {**SECRET, **OWN}}, *SIDES)
    room.send("darius", "ready", ready=True, dice="typed")
    room.send("alexander", "ready", ready=True, dice="typed")
    assert holds(seen(room, "alexander")["pending"], MARK)
    assert room.why("alexander", "cancel").error == "refused"
    assert seen(room, "alexander")["pending"]["may_cancel"] == [REFEREE]  # so it is not offered
    room.send("alexander", "undo")
    assert room.table.standing.asked.waits_for == ("darius",)
    room.send("darius", "refuse")
    room.send(REFEREE, "cancel")
    assert room.table.standing.attack is None
    assert seen(room, "darius")["orders"] == SECRET
    room.check()


def test_who_is_alone_calls_it_off_as_before():
    room = Sitting({**bare(), "orders": OWN}, "alexander")
    room.send("alexander", "play", action={"kind": "turn"}, dice="typed")
    assert seen(room, "alexander")["pending"]["may_cancel"] == ["alexander", REFEREE]
    room.send("alexander", "cancel")
    assert room.table.standing.attack is None


# --------------------------------------------------------------------------------------- rooms of other beginnings


def test_a_record_brings_its_orders_and_those_of_its_next_turn_are_secret():
    battle: Battle = set_up(document({**bare(), "orders": OWN}))
    turn = next(action for action in battle.actions() if action.kind == "turn")
    fought = battle.play(turn, Random(3), "two")
    room = Sitting(bare(), *SIDES)
    room.changes = [first_change(fought, list(SIDES))]
    room.table = laid(begun(room.changes[0]))
    assert room.table.battle.scenario["orders"]
    room.send("darius", "orders", orders=SECRET)
    assert not holds(seen(room, "alexander"), MARK)
    assert records.parse(records.write(room.table.battle)).check() is None
    room.check()


def test_a_room_of_the_time_when_orders_were_open_is_read_as_it_was():
    scenario = {**bare(), "orders": OWN}
    data = {"scenario": scenario, "units": None, "entries": [], "sides": list(SIDES), "told": [], "secret": "00" * 32}
    first = Change(1, "2030-01-01T00:00:00Z", REFEREE, "start", as_kept(data))
    book = {**OWN, "spearmen1": {"stand": ""}}
    edits = [{"path": ["orders"], "value": book}]
    given = {"units": ["spearmen1"], "book": book, "edits": edits}
    standing = begun(first).after(Change(2, "2030-01-01T00:00:01Z", "darius", "orders", as_kept(given)))
    assert laid(standing).battle.scenario["orders"] == book
    room = Sitting(bare())
    room.changes, room.table = [first], laid(standing)
    assert seen(room, "alexander")["orders"] == OWN
    room.send("alexander", "orders", orders={"archers1": None})
    assert seen(room, REFEREE)["orders"] == {"spearmen1": {"stand": ""}}


# ---------------------------------------------------------------------------------------------- over real sockets


def told_of(someone) -> dict:
    """The last snapshot that somebody heard."""
    return next(message["snapshot"] for message in reversed(someone.heard) if "snapshot" in message)


async def test_no_socket_is_told_what_is_hidden_from_it_until_the_turn_begins(tmp_path, monkeypatch):
    async with living(tmp_path / "rooms.sqlite3") as live:
        links = await live.room(scenario={**bare(), "orders": SECRET})
        tokens = {**links["sides"], "referee": links["referee"], "spectator": links["spectator"]}
        async with (
            live.seat(tokens["alexander"]) as alexander,
            live.seat(tokens["darius"], "fr") as darius,
            live.seat(tokens["referee"]) as referee,
            live.seat(tokens["spectator"], "it") as spectator,
            live.seat(tokens["spectator"], "fr") as another,
        ):
            everybody = (alexander, darius, referee, spectator, another)

            async def does(someone, kind, **fields):
                await someone.send(kind, **fields)
                return [await one.hear("changed") for one in everybody]

            for one in everybody:  # each has heard who else sits there
                while {side["taken"] for side in told_of(one)["readiness"]} != {True}:
                    await one.hear("changed")

            await does(darius, "orders", orders={"spearmen2": {"stand": "", "dice": MARK}})
            await does(alexander, "orders", orders=OWN)
            await does(darius, "orders", orders={"cataphracts": {"charge": "archers1", "dice": MARK}})
            told = await does(darius, "undo")
            assert told[0]["last"] is None
            told = await does(darius, "ready", ready=True, policy="two")
            assert [one["last"]["by"] for one in told] == ["darius"] * 5
            await alexander.send("play", action={"kind": "turn", "orders": {}}, dice="server")
            assert (await alexander.hear("refused"))["trouble"]["error"] == "not_yours"
            await alexander.send("hello")
            await alexander.hear("welcome")
            for one in (alexander, spectator, another):
                assert not any(holds(message, MARK) for message in one.heard)
            for one in (darius, referee):
                assert holds(one.heard[0], MARK)
            for seat in ("alexander", "spectator"):
                for more in ("", "/record"):
                    assert f'"dice":{MARK}' not in (await live.get(tokens[seat], more)).text.replace(" ", "")
            told = await does(alexander, "ready", ready=True, policy="two")
            assert all(one["snapshot"]["entries"] == 1 for one in told)
            entry = (await live.get(tokens["alexander"], "/entries/1")).json()
            assert holds(entry["ruling"]["action"], MARK)


async def test_who_has_gone_is_waited_for_a_while_and_then_no_more(tmp_path, monkeypatch):
    async with living(tmp_path / "rooms.sqlite3") as live:
        links = await live.room(scenario=bare())
        async with live.seat(links["sides"]["darius"]):
            pass
        async with live.seat(links["sides"]["alexander"]) as alexander:
            told = await alexander.do("ready", ready=True, policy="two")
            assert told["snapshot"]["entries"] == 0
            monkeypatch.setattr(rooms, "AWAY", 0.0)
            told = await alexander.do("ready", ready=True, policy="two")
            assert told["snapshot"]["entries"] == 1 or told["snapshot"]["pending"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
async def test_orders_and_who_is_ready_outlive_a_kill(tmp_path):
    table = await Started.on(tmp_path / "rooms.sqlite3")
    links = await table.live.room(scenario=bare())
    try:
        async with table.live.seat(links["sides"]["alexander"]), table.live.seat(links["sides"]["darius"]) as darius:
            await darius.do("orders", orders=SECRET)
            before = (await darius.do("ready", ready=True, policy="two"))["snapshot"]
    finally:
        await table.kill()
    table = await Started.on(tmp_path / "rooms.sqlite3")
    try:
        async with (
            table.live.seat(links["sides"]["darius"]) as darius,
            table.live.seat(links["sides"]["alexander"]) as alexander,
        ):
            told = darius.heard[0]["snapshot"]
            assert {**told, "present": 0} == {**before, "present": 0}
            assert not holds(alexander.heard, MARK)
            assert alexander.heard[0]["snapshot"]["readiness"] == told["readiness"]
            await alexander.send("ready", ready=True, policy="two")
            opened = (await alexander.hear("changed"))["snapshot"]
            assert opened["entries"] == 1
    finally:
        await table.kill()
