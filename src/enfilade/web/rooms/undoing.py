"""What is fair to take back: freely, until dice fell or another side acted; after that, by consent."""

from collections.abc import Sequence
from typing import Any

from enfilade.battle import Battle
from enfilade.web import wire
from enfilade.web.rooms.fair import new_secret
from enfilade.web.rooms.links import REFEREE, SPECTATOR
from enfilade.web.rooms.orders import take_back
from enfilade.web.rooms.standing import TURN, Attack, Done
from enfilade.web.rooms.table import Did, NotDone, Table, lay


def undo(table: Table, seat: str, _: wire.Undo) -> Did:
    """The last thing is taken back, or all others are asked whether it may be."""
    table.may_act(seat)
    given = take_back(table, seat)
    if given is not None:
        return given
    room, last = table.standing, _last(table)
    if seat == REFEREE or (last.by == seat and not last.rolled and last.acted <= {seat}):
        return _taken_back(table, seat, agreed=False)
    others = _others(table, seat, last)
    away = [other for other in others if other in table.away and _goes_without(last, seat)]
    if len(away) == len(others):  # nobody can hold the table up by leaving in the middle of an attack
        return _taken_back(table, seat, agreed=False, away=away)
    if room.asked is not None:
        raise NotDone("busy", "{seat} has asked already, and waits for {others}",
                      seat=room.asked.by, others=", ".join(room.asked.waits_for))  # fmt: skip
    to = len(room.entries) if isinstance(last, Attack) else len(last.entries)
    return Did("ask", {"to": to, "waits_for": others}, table.battle)


def consent(table: Table, seat: str, _: wire.Consent) -> Did:
    """One who was asked agrees; with the last of them it is taken back."""
    asked = table.standing.asked
    if asked is None or seat not in asked.waits_for:
        raise NotDone("request", "nobody asks for your consent")
    if len(asked.waits_for) > 1:
        return Did("consent", {}, table.battle)
    return _taken_back(table, asked.by, agreed=True)


def refuse(table: Table, seat: str, _: wire.Refuse) -> Did:
    """One who was asked does not agree; or the one who asked does not ask any more."""
    asked = table.standing.asked
    if asked is None or seat not in (*asked.waits_for, asked.by, REFEREE):
        raise NotDone("request", "nobody asks for your consent")
    return Did("decline", {"asked": asked.by}, table.battle)


def _goes_without(last: Attack | Done, seat: str) -> bool:
    """Whether those who have left are not asked: in an attack under way, but not in a turn that opened their orders."""
    if not isinstance(last, Attack):
        return False
    return last.entry.action.kind != TURN or last.acted <= {seat}


def _others(table: Table, seat: str, last: Attack | Done) -> list[str]:
    """Who has yet to agree. The referee speaks for sides at which nobody has sat yet."""
    room = table.standing
    if room.asked is not None and room.asked.by == seat:
        return list(room.asked.waits_for)
    others = room.taken - {seat, SPECTATOR, REFEREE}
    refereed = REFEREE in last.acted or last.acted - room.taken - {seat}
    return sorted(others | {REFEREE} if refereed else others)


def _last(table: Table) -> Attack | Done:
    room = table.standing
    if room.attack is not None:
        return room.attack
    if not room.done:
        raise NotDone("request", "there is nothing to take back")
    return room.done[-1]


def _taken_back(table: Table, seat: str, agreed: bool, away: Sequence[str] = ()) -> Did:
    attack = table.standing.attack
    data: dict[str, Any] = {"agreed": agreed, "for": seat, "away": list(away)}
    if attack is None:
        return Did("undo", data, _before(table))
    if attack.rolled and attack.dice == "server":
        data["secret"] = new_secret()
    return Did("undo", data, table.battle)


def _before(table: Table) -> Battle:
    """The battle before the last thing done."""
    done = table.standing.done[-1]
    if len(done.entries) < len(table.standing.entries):
        return table.battle.undo()
    return lay(done.scenario, table.standing.units)
