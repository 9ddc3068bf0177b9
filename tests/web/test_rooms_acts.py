"""What a message does to a room: each seat its own, everything by the rules, nothing without its change."""

import pytest
from tests.web.sitting import Sitting, example

from enfilade.dice import Rolled
from enfilade.files import record
from enfilade.referee import Facts
from enfilade.web.rooms.links import REFEREE, SPECTATOR
from enfilade.web.telling import plain

CHOICES = "asoiaf/charge-into-the-flank"  # its attacks ask both sides
TURN = "ageofmagic/alexander-and-darius-turn-1"


def unit(room, side):
    return next(name for name, of in room.table.sides().items() if of == side)


def of(room, side):
    """A legal action of this side."""
    return next(one for one in room.table.battle.actions() if room.table.acting(one) == side).json()


# ------------------------------------------------------------------------------------------------ who may


def test_a_side_plays_its_own_units_and_no_others():
    room = Sitting()
    action = of(room, "w")
    assert room.why("d", "play", action=action, dice="server").error == "not_yours"
    assert room.why(SPECTATOR, "play", action=action, dice="server").error == "not_yours"
    room.send("w", "play", action=action, dice="server", policy="")
    assert len(room.table.standing.entries) == 1
    room.send(REFEREE, "play", action=of(room, "d"), dice="server", policy="")
    assert len(room.table.standing.entries) == 2
    assert [(line.kind, line.by, line.entry) for line in room.table.standing.lines[1:]] == [
        ("play", "w", 1),
        ("play", REFEREE, 2),
    ]


def test_a_side_moves_its_own_units_and_no_others():
    room = Sitting()
    name = unit(room, "w")
    assert room.why("d", "move", unit=name, at=[3, 3]).error == "not_yours"
    assert room.why(SPECTATOR, "move", unit=name, at=[3, 3]).error == "not_yours"
    assert room.why("w", "move", unit="nobody", at=[3, 3]).error == "request"
    assert room.why("w", "move", unit=name).error == "request"
    room.send("w", "move", unit=name, at=[12.30000000001, 6.0], facing=15)
    moved = next(one for one in room.table.battle.scenario["units"] if one["id"] == name)
    assert [str(number) for number in moved["position"]] == ["12.3", "6"]
    assert moved["facing"] == 15
    (piece,) = [one for one in room.table.battle.ruleset.pieces(room.table.battle.state) if one.id == name]
    assert piece.at == (12.3, 6)


def test_a_move_that_the_scenario_cannot_hold_is_refused_with_its_mistakes():
    room = Sitting()
    error = room.why("w", "move", unit=unit(room, "w"), facing=4000)
    assert error.error == "scenario"
    assert "facing" in str(error.mistakes)


def test_an_illegal_action_is_refused_with_its_ruling():
    room = Sitting()
    illegal = {**of(room, "w"), "edge": "left"}
    error = room.why("w", "play", action=illegal, dice="server")
    assert error.error == "refused"
    assert error.ruling is not None
    assert not error.ruling.legal


@pytest.mark.parametrize("action", [{"kind": "no such"}, {"kind": "melee"}, {"kind": "melee", "attacker": [1, {}]}])
def test_nonsense_is_refused(action):
    room = Sitting()
    assert room.why(REFEREE, "play", action=action, dice="server").error == "refused"


def test_what_the_other_side_has_to_say_cannot_be_said_for_it():
    room = Sitting("ageofmagic/alexander-and-darius-turn-9", "alexander", "darius")
    melee = next(
        one.json() for one in room.table.battle.actions()
        if one.kind in ("melee", "missile") and room.table.acting(one) == "alexander"
    )  # fmt: skip
    for field, value in (("target_dice", 1), ("meets", "brace")):
        error = room.why("alexander", "play", action={**melee, field: value}, dice="server")
        assert (error.error, error.facts["field"]) == ("not_yours", field)
    turn = {"kind": "turn", "orders": {"spearmen1": {"stand": ""}}}
    assert room.why("alexander", "play", action=turn, dice="server").error == "not_yours"
    assert (
        room.why("alexander", "play", action={"kind": "give_up", "side": "darius"}, dice="server").error == "not_yours"
    )


# ----------------------------------------------------------------------------------------- an attack under way


def test_a_choice_is_answered_by_the_side_that_it_names():
    room = Sitting(CHOICES, "lannister", "bolton")
    room.send("lannister", "play", action=of(room, "lannister"), dice="typed")
    asked: set[str] = set()
    while room.table.standing.attack is not None:
        waiting = room.table.trace.waiting
        options = getattr(waiting, "options", None)
        who = "bolton" if options and waiting.side == "defender" else "lannister"
        asked.add(f"{who} {'chooses' if options else 'throws'}")
        other = "bolton" if who == "lannister" else "lannister"
        answer = {"label": options[0].label} if options else {"faces": [1] * waiting.throw.size}
        assert room.why(other, "answer", **answer).error == "not_yours"
        assert room.why(SPECTATOR, "answer", **answer).error == "not_yours"
        wrong = {"faces": [1]} if options else {"label": "all"}
        assert room.why(who, "answer", **wrong).error == "request"
        assert room.why(who, "play", action=of(room, "lannister"), dice="server").error in ("busy", "refused")
        room.send(who, "answer", **answer)
        room.check()
    assert "lannister throws" in asked
    assert room.table.standing.lines[-1].dice == "typed"
    assert room.table.standing.lines[-1].proof is None
    assert room.why("lannister", "answer", label="all").error == "request"


def test_faces_that_the_dice_do_not_have_are_refused():
    room = Sitting()
    room.send("w", "play", action=of(room, "w"), dice="typed")
    count = room.table.trace.waiting.throw.size
    for faces in ([], ["-"] * (count + 1), ["no face"] * count, [7] * count):
        assert room.why("w", "answer", faces=faces).error == "request"
    room.send("w", "answer", faces=["-"] * count)
    assert isinstance(room.table.standing.entries[0].answers[0], Rolled)


def test_an_attack_can_be_given_up_until_a_die_has_fallen():
    room = Sitting(CHOICES, "lannister", "bolton")
    action = of(room, "lannister")
    room.send("lannister", "play", action=action, dice="typed")
    assert room.why("bolton", "cancel").error == "not_yours"
    promised = room.table.standing.commitment
    room.send("lannister", "cancel")
    assert room.table.standing.attack is None
    assert room.table.standing.commitment == promised
    assert room.log[-1] == ("play", "lannister", True)
    assert room.why("lannister", "cancel").error == "request"
    room.send("lannister", "play", action=action, dice="typed")
    while hasattr(room.table.trace.waiting, "options"):
        room.send("lannister", "answer", label=room.table.trace.waiting.options[0].label)
    room.send("lannister", "answer", faces=[1] * room.table.trace.waiting.throw.size)
    if room.table.standing.attack is not None:
        assert room.why("lannister", "cancel").error == "refused"


def test_an_unknown_policy_is_told_with_the_known_ones():
    room = Sitting()
    error = room.why("w", "play", action=of(room, "w"), dice="server", policy="wild")
    assert error.error == "request"
    assert "known" in str(error)


def test_a_policy_answers_everything():
    for name in room_policies():
        room = Sitting(CHOICES)
        room.send("lannister", "play", action=of(room, "lannister"), dice="server", policy=name)
        assert len(room.table.standing.entries) == 1


def test_a_policy_does_not_choose_for_somebody_who_sits_there():
    scenario = weakened(Sitting(CHOICES).table.battle.scenario)
    for seats, asked in ((("lannister",), set()), (("lannister", "bolton"), {"bolton"})):
        room = Sitting(scenario, *seats)
        action = next(
            one.json() for one in room.table.battle.actions()
            if room.table.acting(one) == "lannister" and one.kind == "charge"
        )  # fmt: skip
        waited = set()
        room.send("lannister", "play", action=action, dice="typed", policy="")
        while room.table.standing.attack is not None:
            waiting = room.table.trace.waiting
            if hasattr(waiting, "options"):
                waited.add("bolton" if waiting.side == "defender" else "lannister")
                room.send("bolton", "answer", label=waiting.options[0].label)
            else:
                room.send("lannister", "answer", faces=[6] * waiting.throw.size)
        assert waited == asked


def weakened(scenario):
    """The same with tokens that either side may spend."""
    return {**plain(scenario), "units": [{**unit, "conditions": ["weakened", "panicked", "vulnerable"]}
                                         for unit in plain(scenario)["units"]]}  # fmt: skip


def room_policies():
    return [*Sitting(CHOICES).table.battle.ruleset.policies, "best"]


# ------------------------------------------------------------------------------------- before and after the start


def test_after_the_first_entry_units_move_only_as_the_referee_decides():
    room = Sitting("runewars/struck-in-the-rear", "w", "d")
    room.send("w", "play", action=of(room, "w"), dice="server", policy="")
    room.end()
    name = unit(room, "w")
    assert room.why("w", "move", unit=name, at=[20, 10]).error == "not_yours"
    assert room.why("w", "decide", words="it walks", unit=name, at=[20, 10]).error == "not_yours"
    room.send(REFEREE, "move", unit=name, at=[20, 10])
    room.send(REFEREE, "decide", words="a storm comes up")
    assert [entry.action.kind for entry in room.table.standing.entries[1:]] == ["decide", "decide"]
    (piece,) = [one for one in room.table.battle.ruleset.pieces(room.table.battle.state) if one.id == name]
    assert piece.at == (20, 10)
    assert [line.kind for line in room.table.standing.lines[-2:]] == ["decide", "decide"]
    room.check()


def test_who_is_alone_in_a_room_may_decide():
    room = Sitting("runewars/struck-in-the-rear", "w")
    room.send("w", "decide", words="we play on the floor")
    room.change("d", type(room.send("w", "say", words="hello"))("take", {}, room.table.battle))
    assert room.why("w", "decide", words="I have won").error == "not_yours"


def test_another_scenario_is_laid_down_for_the_same_sides():
    room = Sitting("runewars/struck-in-the-rear", "w", "d")
    other = example("runewars/charge-in-the-flank")
    assert room.why("w", "set", scenario=other).error == "not_yours"
    assert room.why(REFEREE, "set", scenario=example("runewars/shooting-into-a-fight")).error == "scenario"
    assert room.why(REFEREE, "set", scenario={**other, "units": []}).error == "scenario"
    assert room.why(REFEREE, "set", scenario={}).error == "scenario"
    room.send(REFEREE, "set", scenario=other)
    assert room.table.battle.scenario["title"] == other["title"]
    room.check()
    room.send(REFEREE, "undo")
    assert room.table.battle.scenario["title"] == example()["title"]
    room.send(REFEREE, "decide", words="so it begins")
    assert room.why(REFEREE, "set", scenario=other).error == "request"


def test_the_record_of_a_room_is_by_the_rules():
    room = Sitting(CHOICES)
    for _ in range(3):
        room.send(REFEREE, "play", action=room.action, dice="server")
        room.end()
    text = record.write(room.table.battle)
    assert record.parse(text).check() is None
    assert len(record.parse(text).entries) == 3


# ------------------------------------------------------------------------------------------- orders and turns


def test_orders_are_given_by_each_side_for_its_own_and_the_turn_takes_them():
    room = Sitting(TURN, "alexander", "darius")
    assert room.why("alexander", "orders", orders={"spearmen1": {"stand": ""}}).error == "not_yours"
    room.send("alexander", "orders", orders={"archers1": {"fire": "cataphracts", "dice": 1}})
    room.send("darius", "orders", orders={"spearmen1": {"stand": ""}, "spearmen2": None})
    assert room.table.standing.sealed.book["archers1"] == {"fire": "cataphracts", "dice": 1}
    assert "spearmen2" not in room.table.standing.sealed.book
    room.send(REFEREE, "play", action={"kind": "turn"}, dice="server", policy="two")
    assert len(room.table.standing.entries) == 1
    assert room.table.standing.sealed.book is None
    room.send("alexander", "orders", orders={"phalanx3": {"stand": ""}})
    assert room.table.standing.sealed.book == {"phalanx3": {"stand": ""}}
    room.check()
    room.send(REFEREE, "play", action={"kind": "turn"}, dice="server", policy="two")
    assert room.table.standing.entries[1].action["orders"]["phalanx3"] == Facts(stand="")
    assert room.table.standing.sealed.book is None
    room.send(REFEREE, "undo")
    assert room.table.standing.sealed.book == {"phalanx3": {"stand": ""}}
    room.check()


def test_the_dice_of_a_turn_are_thrown_by_whoever_began_it():
    room = Sitting(TURN, "alexander", "darius")
    assert room.why("alexander", "play", action={"kind": "turn"}, dice="typed").error == "busy"
    room.send("darius", "ready", ready=True, dice="typed")
    room.send("alexander", "play", action={"kind": "turn"}, dice="typed", policy="two")
    thrown = 0
    while room.table.standing.attack is not None:
        waiting = room.table.trace.waiting
        if hasattr(waiting, "options"):
            room.send("darius", "answer", label=waiting.options[0].label)
        else:
            room.send("alexander", "answer", faces=[3] * waiting.throw.size)
            thrown += 1
    assert thrown
    assert room.table.standing.lines[-1].dice == "typed"


def test_an_order_that_cannot_stand_is_refused_with_its_ruling():
    room = Sitting(TURN)
    error = room.why("alexander", "orders", orders={"archers1": {"fire": "nobody"}})
    assert error.error == "refused"
    assert error.ruling is not None


def test_where_there_are_no_orders_none_are_given():
    room = Sitting()
    assert room.why("w", "orders", orders={}).error == "request"


def test_somebody_without_a_side_can_be_moved_by_any():
    room = Sitting("lineofattack/four-corners")
    room.send(REFEREE, "move", unit="a", at=[2, 3])
    assert room.table.battle.scenario["tokens"][0]["cell"] == [2, 3]


def test_everybody_may_speak():
    room = Sitting()
    for seat in (REFEREE, SPECTATOR, "w"):
        room.send(seat, "say", words=f"from {seat}")
    assert [line.data["words"] for line in room.table.standing.lines[1:]] == [
        f"from {one}" for one in (REFEREE, SPECTATOR, "w")
    ]
