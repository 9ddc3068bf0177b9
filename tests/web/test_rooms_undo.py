"""What may be taken back: freely until dice fell or another side acted, then by consent, and always by the referee."""

from dataclasses import replace

import pytest
from tests.web.sitting import Sitting
from tests.web.test_rooms_acts import CHOICES, of, unit

from enfilade.referee import same
from enfilade.web.rooms import showing
from enfilade.web.rooms.links import REFEREE, SPECTATOR


def played(*taken):
    """A room in which W has rolled its attack, and whoever was asked about it has answered."""
    room = Sitting("runewars/struck-in-the-rear", *taken)
    room.send("w", "play", action=of(room, "w"), dice="server", policy="")
    room.end()
    return room


def test_a_move_is_taken_back_freely_by_who_made_it():
    room = Sitting("runewars/struck-in-the-rear", "w", "d")
    start = room.table.battle.scenario
    room.send("w", "move", unit=unit(room, "w"), at=[3, 3])
    room.send("w", "undo")
    assert room.table.battle.scenario == start
    assert room.log[1:] == [("move", "w", True), ("undo", "w", False)]
    assert room.why("w", "undo").error == "request"


def test_a_move_of_somebody_else_is_not():
    room = Sitting("runewars/struck-in-the-rear", "w", "d")
    room.send("w", "move", unit=unit(room, "w"), at=[3, 3])
    room.send("d", "undo")
    assert room.table.standing.asked.waits_for == ("w",)
    assert room.log[1] == ("move", "w", False)


def test_after_dice_fell_everybody_else_has_to_agree():
    room = played("w", "d", SPECTATOR)
    room.send("w", "undo")
    assert room.table.standing.asked == ("w", 0, ("d",))
    assert room.why(SPECTATOR, "consent").error == "request"
    assert room.why("w", "consent").error == "request"
    assert room.why("w", "undo").error == "busy"
    assert len(room.table.standing.entries) == 1
    room.send("d", "consent")
    assert room.table.standing.asked is None
    assert room.table.standing.entries == ()
    assert room.table.battle.entries == ()
    assert room.log[1:] == [("play", "w", True), ("undo", "w", False), ("undo", "w", False)]
    room.check()


def test_without_anybody_else_it_is_free_and_logged():
    room = played("w")
    room.send("w", "undo")
    assert room.table.standing.entries == ()
    assert room.log[-1] == ("undo", "w", False)


def test_who_is_asked_may_refuse_and_who_asked_may_think_better_of_it():
    for seat in ("d", "w", REFEREE):
        room = played("w", "d")
        room.send("w", "undo")
        assert room.why(SPECTATOR, "refuse").error == "request"
        room.send(seat, "refuse")
        assert room.table.standing.asked is None
        assert len(room.table.standing.entries) == 1
        assert room.why("d", "consent").error == "request"


def test_the_referee_takes_back_what_it_likes():
    room = played("w", "d", REFEREE)
    room.send(REFEREE, "undo")
    assert room.table.standing.entries == ()
    assert room.log[-1] == ("undo", REFEREE, False)


def test_what_the_referee_did_needs_the_referee():
    room = Sitting("runewars/struck-in-the-rear", "w", "d", REFEREE)
    room.send(REFEREE, "decide", words="rain")
    room.send("w", "undo")
    assert room.table.standing.asked.waits_for == ("d", REFEREE)
    room.send("d", "consent")
    assert room.table.standing.asked.waits_for == (REFEREE,)
    room.send(REFEREE, "consent")
    assert room.table.standing.entries == ()


def test_going_on_lets_the_question_lapse():
    room = played("w", "d")
    room.send("w", "undo")
    room.send("d", "play", action=of(room, "d"), dice="server", policy="")
    assert room.table.standing.asked is None
    assert room.why("d", "consent").error == "request"


def test_speaking_does_not():
    room = played("w", "d")
    room.send("w", "undo")
    room.send("d", "say", words="let me think")
    room.send("d", "consent")
    assert room.table.standing.entries == ()


def test_a_spectator_takes_nothing_back():
    assert played("w").why(SPECTATOR, "undo").error == "not_yours"


def test_an_attack_under_way_is_taken_back_by_consent_once_dice_fell():
    room = Sitting(CHOICES, "lannister", "bolton")
    room.send("lannister", "play", action=of(room, "lannister"), dice="typed")
    room.send("lannister", "undo")  # nothing has fallen yet
    assert room.table.standing.attack is None
    room.send("lannister", "play", action=of(room, "lannister"), dice="typed")
    while not getattr(room.table.standing.attack, "rolled", True):
        waiting = room.table.trace.waiting
        options = getattr(waiting, "options", None)
        given = {"label": options[0].label} if options else {"faces": [1] * waiting.throw.size}
        room.send("lannister", "answer", **given)
    assert room.table.standing.attack is not None
    room.send("lannister", "undo")
    assert room.table.standing.asked == ("lannister", 0, ("bolton",))
    room.send("bolton", "consent")
    assert room.table.standing.attack is None
    assert room.table.standing.entries == ()
    room.check()


@pytest.mark.parametrize("many", [1, 2, 3])
def test_one_after_the_other_back_to_the_start(many):
    room = Sitting(CHOICES)
    tables = [room.table]
    for _ in range(many):
        room.send(REFEREE, "play", action=room.action, dice="server", policy="")
        tables.append(room.table)
    for before in reversed(tables[:-1]):
        room.send(REFEREE, "undo")
        assert room.table.battle == before.battle
        assert room.table.standing.entries == before.standing.entries
    assert room.why(REFEREE, "undo").error == "request"


def under_way(*taken):
    """A room in which W has begun an attack and has yet to type its dice."""
    room = Sitting("runewars/struck-in-the-rear", *taken)
    room.send("w", "play", action=of(room, "w"), dice="typed")
    assert room.table.standing.attack
    return room


def leave(room, *seats):
    room.table = replace(room.table, away=frozenset(seats))


def test_who_leaves_in_the_middle_of_an_attack_does_not_hold_up_the_others():
    room = under_way("w", "d")
    assert room.why("d", "play", action=of(room, "d"), dice="server").error == "busy"
    leave(room, "w")
    room.send("d", "undo")
    assert room.table.standing.attack is None
    assert room.log[-1] == ("undo", "d", False)
    told = showing.snapshot(room.table, [], same, {}).log[-1].text
    assert told == "the last thing is taken back; who had left the table was not asked"
    room.check()


def test_who_waits_for_one_that_has_left_since_need_not_wait():
    room = under_way("w", "d")
    room.send("d", "undo")
    assert room.table.standing.asked.waits_for == ("w",)
    assert room.why("d", "undo").error == "busy"
    leave(room, "w")
    room.send("d", "undo")
    assert room.table.standing.attack is None
    assert room.table.standing.asked is None


def test_those_who_are_still_there_are_asked_all_the_same():
    room = under_way("w", "d")
    leave(room, "d")
    assert room.why(SPECTATOR, "undo").error == "not_yours"
    room = under_way("w", "d", REFEREE)
    leave(room, REFEREE)
    room.send("d", "undo")
    assert room.table.standing.asked.waits_for == ("w",)


def test_what_has_ended_is_not_taken_back_behind_anybodys_back():
    room = played("w", "d")
    leave(room, "d")
    room.send("w", "undo")
    assert room.table.standing.asked.waits_for == ("d",)
    assert len(room.table.standing.entries) == 1
