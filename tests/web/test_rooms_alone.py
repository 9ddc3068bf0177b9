"""What a side cannot do with a turn that is not its own alone: call it off once seen, pass others over, hold it up."""

from dataclasses import replace

import pytest
from tests.web.sitting import Sitting
from tests.web.test_rooms_orders import MARK, OWN, SECRET, SIDES, bare, holds, ready_of, seen

from enfilade.referee import same
from enfilade.web.rooms import playing, showing
from enfilade.web.rooms.links import REFEREE
from enfilade.web.rooms.table import Did

SHOT = {"kind": "missile", "attacker": "archers1", "target": "cataphracts"}


def gone(room: Sitting, *sides: str) -> None:
    """These sides have been away for long."""
    room.table = replace(room.table, away=frozenset(sides))


def message(room: Sitting, seat: str, kind: str, **fields: object) -> str:
    """Why something is not done, as it is told."""
    return showing.trouble(room.why(seat, kind, **fields), room.table.battle, same).message


# ------------------------------------------------------------------------------------ looking and calling it off


def test_who_has_left_is_asked_all_the_same_whether_a_turn_that_opened_their_orders_is_called_off():
    room = Sitting({**bare(), "orders": {**SECRET, **OWN}}, *SIDES)
    gone(room, "darius")
    room.send("alexander", "ready", ready=True, dice="typed")
    assert holds(seen(room, "alexander")["pending"], MARK)
    gone(room, "darius")
    room.send("alexander", "undo")
    assert room.table.standing.attack is not None
    assert room.table.standing.asked.waits_for == ("darius",)
    room.send(REFEREE, "undo")
    assert room.table.standing.attack is None
    room.check()


def test_who_has_left_without_orders_holds_no_turn_up():
    room = Sitting({**bare(), "orders": OWN}, *SIDES)
    gone(room, "darius")
    room.send("alexander", "ready", ready=True, dice="typed", policy="two")
    room.send("alexander", "answer", faces=[1] * room.table.trace.waiting.throw.size)
    gone(room, "darius")
    room.send("alexander", "undo")
    assert room.table.standing.attack is None


# ---------------------------------------------------------------------------------------------- passing others over


@pytest.mark.parametrize("action", [{"kind": "end"}, SHOT], ids=["end", "shot"])
def test_no_side_fights_the_turn_of_others_by_hand_or_ends_it(action):
    room = Sitting(bare(), *SIDES)
    room.send("darius", "orders", orders=SECRET)
    room.send("darius", "ready", ready=True)
    why = message(room, "alexander", "play", action=action, dice="server", policy="two")
    assert why == "this would pass over the orders of Darius: give yours and be ready, or leave it to the referee"
    gone(room, "darius")  # their orders are there all the same
    assert room.why("alexander", "play", action=action, dice="server", policy="two").error == "not_yours"
    room.send(REFEREE, "play", action=action, dice="server", policy="two")
    assert len(room.table.standing.entries) == 1


def test_a_side_without_others_fights_by_hand():
    for taken in (("alexander",), SIDES):
        room = Sitting({**bare(), "orders": OWN}, *taken)
        for action in (SHOT, {"kind": "end"}):
            gone(room, *set(taken) - {"alexander"})
            room.send("alexander", "play", action=action, dice="server", policy="two")
        assert room.table.battle.state.turn == 2


def test_giving_up_is_ones_own_affair():
    room = Sitting(bare(), *SIDES)
    room.send("darius", "orders", orders=SECRET)
    room.send("darius", "play", action={"kind": "give_up", "side": "darius"}, dice="server")
    assert room.table.battle.outcome is not None


# ------------------------------------------------------------------------------------ a seat that nobody has taken


def test_the_orders_of_a_side_where_nobody_has_sat_yet_are_opened_by_the_referee_alone():
    room = Sitting({**bare(), "orders": {**SECRET, **OWN}}, "alexander")
    for kind, fields in (("ready", {"ready": True}), ("play", {"action": {"kind": "turn"}})):
        room.send("alexander", "orders", orders=OWN)  # nobody is ready
        if kind == "ready":
            room.send("alexander", "ready", ready=True, dice="typed")
            assert ready_of(room) == {"alexander": True, "darius": False}
        why = message(room, "alexander", kind, dice="typed", **fields)
        assert why == "Darius got secret orders, and nobody has sat there yet: the referee begins the turn"
    assert not holds(seen(room, "alexander"), MARK)
    assert room.why("alexander", "play", action={"kind": "end"}, dice="server").error == "not_yours"
    room.send(REFEREE, "play", action={"kind": "turn"}, dice="typed")
    assert holds(seen(room, "alexander")["pending"], MARK)
    room.check()


def test_a_turn_that_opened_the_orders_of_an_empty_seat_is_called_off_by_the_referee_alone():
    room = Sitting({**bare(), "orders": {**SECRET, **OWN}}, "alexander")
    room.send(REFEREE, "play", action={"kind": "turn"}, dice="typed")
    assert room.why("alexander", "cancel").error == "not_yours"
    room.send("alexander", "undo")
    assert room.table.standing.asked.waits_for == (REFEREE,)
    room.send(REFEREE, "consent")
    assert room.table.standing.attack is None
    room.check()


def test_one_who_sits_down_later_gives_the_orders_that_the_turn_waits_for():
    room = Sitting({**bare(), "orders": {**SECRET, **OWN}}, "alexander")
    room.send("alexander", "ready", ready=True, policy="two")
    room.change("darius", Did("take", {}, room.table.battle))
    room.send("darius", "ready", ready=True, policy="two")
    assert len(room.table.standing.entries) == 1


def test_what_the_plan_of_a_scenario_tells_is_no_secret():
    plan = {"2": {"orders": {"spearmen1": {"stand": ""}}}}
    room = Sitting({**bare(), "plan": plan}, "alexander")
    for turn in (1, 2):
        room.send("alexander", "orders", orders={"phalanx1": {"stand": ""}})
        room.send("alexander", "play", action={"kind": "turn"}, dice="server", policy="two")
        assert len(room.table.standing.entries) == turn


# --------------------------------------------------------------------------------------------- holding others up


def test_a_way_to_choose_that_takes_too_long_is_dropped_and_that_side_asked(monkeypatch):
    room = Sitting(bare(), *SIDES)
    room.send("darius", "ready", ready=True, policy="best")
    room.send("alexander", "orders", orders={unit: {"charge": "spearmen1"} for unit in ("phalanx1", "archers1")})
    monkeypatch.setattr(playing, "BRANCHES", 1_000)
    room.send("alexander", "ready", ready=True, policy="two")
    told = "the best choices take too long to find: Darius will be asked"
    assert [line["text"] for line in seen(room, "alexander")["log"]].count(told) == 1
    assert room.table.trace.waiting.side == "attacker"
    room.check()
    room.send("darius", "answer", label=room.table.trace.waiting.options[0].label)  # and nothing is too long any more
    assert [line["text"] for line in seen(room, "alexander")["log"]].count(told) == 1
    room.check()


def test_ones_own_too_where_the_orders_of_others_are_open_but_the_referee_is_told(monkeypatch):
    charge = {unit: {"charge": "spearmen1"} for unit in ("phalanx1", "archers1")}
    room = Sitting({**bare(), "orders": charge}, *SIDES, REFEREE)
    room.send("alexander", "ready", ready=True, policy="two")
    monkeypatch.setattr(playing, "BRANCHES", 1_000)
    why = message(room, REFEREE, "play", action={"kind": "turn"}, dice="server", policy="best")
    assert why == "the best choices take too long to find here: take another policy"
    room.send("darius", "ready", ready=True, policy="best")
    assert room.table.standing.attack.policy is None
    room.check()


# ------------------------------------------------------------------------------------------- what comes too late


def test_what_was_said_about_a_turn_gone_by_is_refused():
    room = Sitting(bare(), *SIDES)
    room.send("darius", "ready", ready=True, policy="two", entries=0)
    room.send("alexander", "ready", ready=True, policy="two", entries=0)
    assert len(room.table.standing.entries) == 1
    assert room.why("alexander", "ready", ready=True, policy="two", entries=0).error == "busy"
    assert room.why("darius", "orders", orders=SECRET, entries=0).error == "busy"
    room.send("darius", "orders", orders=SECRET, entries=1)
    assert ready_of(room) == {"alexander": False, "darius": False}


# -------------------------------------------------------------------------------------------------- whose orders


def test_taking_ones_orders_back_leaves_what_the_referee_has_ordered_since():
    room = Sitting(bare(), *SIDES, REFEREE)
    both = {"spearmen1": {"stand": ""}, "spearmen2": {"stand": ""}}
    room.send("darius", "orders", orders=both)
    room.send(REFEREE, "orders", orders=SECRET)
    room.send("darius", "undo")
    assert seen(room, "darius")["orders"] == SECRET
    assert room.why("darius", "undo").error == "request"  # nothing of one's own is left
    room.send(REFEREE, "undo")
    assert seen(room, "darius")["orders"] == {"spearmen1": both["spearmen1"]}
    room.check()


def test_a_unit_that_changes_sides_forgets_its_secret_orders():
    room = Sitting({**bare(), "orders": {**SECRET, **OWN}}, *SIDES)
    side = {"spearmen1": ("alexander", "reserve"), "archers1": ("alexander", "reserve")}
    units = [
        {**unit, "side": side[unit["id"]][0], "area": side[unit["id"]][1]} if unit["id"] in side else unit
        for unit in bare()["units"]
    ]
    room.send(REFEREE, "set", scenario={**bare(), "units": units})
    assert "spearmen1" not in seen(room, REFEREE)["orders"]
    assert not holds(seen(room, "alexander"), MARK)
    room.send(REFEREE, "undo")
    assert seen(room, "darius")["orders"] == SECRET
    room.check()
