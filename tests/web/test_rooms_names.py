"""A room speaks of units and sides by their names; ids are for messages."""

from tests.web.sitting import REAR, Sitting

from enfilade.referee import same
from enfilade.web.rooms import showing


def test_what_is_not_done_is_told_with_names():
    room = Sitting(REAR, "w", "d")
    error = room.why("d", "move", unit="reanimates", at=[1, 1])
    assert showing.trouble(error, room.table.battle, same).message == "Reanimates belongs to Waiqar"
    error = room.why(
        "d", "play", action={"kind": "melee", "attacker": "reanimates", "target": "spearmen"}, dice="server"
    )
    assert showing.trouble(error, room.table.battle, same).message == "this is for Waiqar to do"


def test_the_log_calls_units_by_their_names():
    room = Sitting(REAR, "w", "d")
    room.send("d", "move", unit="spearmen", at=[9.5, 4.4])
    room.send("referee", "decide", words="it slips", unit="reanimates", at=[10, 6.1])
    log = showing.snapshot(room.table, [], same, {}).log
    assert log[1].text == "Spearmen: position (9.5, 4.4)"
    assert log[2].text == "the referee decides of Reanimates: it slips"
