"""Whatever is sent from whatever seat: the room is the fold of its changes, and its record is by the rules."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.web.sitting import Sitting

from enfilade.dice import Choice, Roll, Rolled, follow
from enfilade.files import record
from enfilade.web import wire
from enfilade.web.rooms import verify
from enfilade.web.rooms.links import REFEREE, SPECTATOR
from enfilade.web.rooms.table import Did, NotDone
from enfilade.web.telling.rolled import each

ROOMS = {
    "asoiaf/charge-into-the-flank": ("lannister", "bolton"),
    "runewars/struck-in-the-rear": ("d", "w"),
    "lineofattack/behind-the-crates": ("g", "t"),
    "ageofmagic/the-five-arms": ("red", "blue"),
}
KINDS = ["move", "undo", "consent", "refuse", "cancel", "decide", "say", "orders", "ready", "take"] + 4 * [
    "play",
    "answer",
]
STEP = st.tuples(
    st.sampled_from(KINDS),
    st.integers(0, 3),
    st.integers(0, 200),
)


def message(room: Sitting, kind: str, number: int) -> dict[str, Any] | None:
    """A message of this kind that may make sense now."""
    table = room.table
    units = sorted(table.sides())
    unit = units[number % len(units)]
    match kind:
        case "move":
            return {"unit": unit, "at": [number % 20, number % 13]}
        case "play":
            candidates = table.battle.candidates()
            if not candidates:
                return None
            action = candidates[number % len(candidates)].json()
            policy = {"policy": ""} if number % 5 == 0 else {}
            return {"action": action, "dice": "server" if number % 2 else "typed", "salt": str(number), **policy}
        case "answer":
            return answer(table.trace and table.trace.waiting, number)
        case "decide":
            return {"words": f"so be it {number}", **({"unit": unit, "facing": number} if number % 3 == 0 else {})}
        case "say":
            return {"words": "…"}
        case "orders":
            return {"orders": {unit: [None, {"stand": ""}, {"fire": units[0]}][number % 3]}}
        case "ready":
            return {"ready": number % 4 > 0, "dice": "server" if number % 2 else "typed"}
    return {}


def answer(asked: Any, number: int) -> dict[str, Any]:
    if isinstance(asked, Choice):
        return {"label": asked.options[number % len(asked.options)].label}
    if isinstance(asked, Roll):
        return {"faces": [die.faces[(number + at) % len(die.faces)] for at, die in enumerate(each(asked.throw))]}
    return {"label": "nothing was asked"}


@pytest.mark.parametrize("name", ROOMS)
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEP, min_size=10, max_size=60))
def test_a_room_is_the_fold_of_its_changes(name, steps):
    room = Sitting(name)
    seats = [*ROOMS[name], REFEREE, SPECTATOR]
    for kind, seat, number in steps:
        if kind == "take":
            take(room, seats[seat])
            continue
        before, fields = room.table, message(room, kind, number)
        if fields is None:
            continue
        try:
            room.send(seats[seat], kind, **fields)
        except NotDone:
            assert room.table is before
        else:
            assert seats[seat] != SPECTATOR or kind == "say"
            its_own(before, room.table, seats[seat])
    room.check()
    text = record.write(room.table.battle)
    assert record.parse(text).check() is None
    assert len(record.parse(text).entries) == len(room.table.standing.entries)
    fairly(room)


def take(room, seat):
    if seat != SPECTATOR and seat not in room.table.standing.taken:
        room.change(seat, Did("take", {}, room.table.battle))


def its_own(before, after, seat):
    """What a side did was done with its own units; a new entry and a new attack name whose they are."""
    entries = after.standing.entries[len(before.standing.entries) :]
    attack = after.standing.attack
    for one in [*entries, *([attack.entry] if attack and before.standing.attack is None else [])]:
        if seat != REFEREE and before.standing.attack is None and one.action.kind != "decide":
            assert before.acting(one.action) in (seat, None)


def fairly(room):
    """Every entry that the server rolled shows faces that follow from its secret."""
    battle = room.table.battle.start()
    lines = {line.entry: line for line in room.table.standing.lines if line.entry and not line.undone}
    for number, entry in enumerate(room.table.standing.entries, 1):
        proof = lines[number].proof
        if proof is not None:
            trace = follow(battle.judge(entry.action).dice, entry.answers)
            throws = [told.asked.throw for told in trace.told if isinstance(told.asked, Roll) and told.asked.throw.size]
            fell = [one.faces for one in entry.answers if isinstance(one, Rolled) and one.faces]
            assert verify(wire.Proof.model_validate(proof), throws) == fell
        battle = battle.answer(entry.action, entry.answers)
