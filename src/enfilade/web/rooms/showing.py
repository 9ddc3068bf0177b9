"""A room as its messages tell it, in one language: the snapshot, the lines of its log, what went wrong."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from enfilade.battle import Battle
from enfilade.dice import follow
from enfilade.referee import Action, Facts, Ordering, Translator, phrase, told
from enfilade.show.calling import calling, unit_names
from enfilade.show.summing import summed
from enfilade.show.words import colon, deed, loose, spoken
from enfilade.web import telling, wire
from enfilade.web.rooms.links import REFEREE, SPECTATOR
from enfilade.web.rooms.orders import seen_orders
from enfilade.web.rooms.sealed import hidden
from enfilade.web.rooms.standing import Dice, Line
from enfilade.web.rooms.table import ACTING, NotDone, Table, kept_from

Names = Mapping[str, str]
NAMED = ("unit", "side", "sides", "seat")
"""The facts that are ids, of pieces and sides: people are told their names."""
Told = dict[tuple[int, str], tuple[Line, wire.LogLine]]
"""The lines that were told already, by their numbers and kinds: what is given up and taken back is told in two."""


def snapshot(
    table: Table, present: Iterable[wire.Present], translate: Translator, told: Told, seat: str = SPECTATOR
) -> wire.Snapshot:
    """All that a room is now, for the eyes of a seat.

    `told` remembers the lines of this language from one time to the next.
    """
    room, translate = table.standing, calling(table.battle, translate)
    by_orders = isinstance(table.battle.ruleset, Ordering)
    orders = seen_orders(table, seat) if by_orders else None
    return wire.Snapshot(
        seq=room.seq,
        position=_position(table, orders, translate),
        entries=len(room.entries),
        log=log(table, translate, told, seat),
        pending=_pending(table, translate),
        commitment=wire.Proof(play=room.play, hash=room.commitment, salt=_salt(table)),
        asked=None
        if room.asked is None
        else wire.Asking(kind="undo", by=room.asked.by, to=room.asked.to, waits_for=list(room.asked.waits_for)),
        present=list(present),
        orders=orders,
        readiness=[_readiness(table, side) for side in room.sides] if by_orders else None,
    )


def _position(table: Table, orders: dict[str, Any] | None, translate: Translator) -> wire.Position:
    """The position; where units move by orders, with those drawn on it that may be seen, or that are being done."""
    told, attack = telling.position(table.battle, translate), table.standing.attack
    turn = Action.of("turn", orders=orders or {}) if attack is None else attack.entry.action
    if orders is None or not turn.get("orders"):
        return told
    return told.model_copy(update={"scene": telling.scene(table.battle.scene(turn), translate)})


def _readiness(table: Table, side: str) -> wire.Readiness:
    room = table.standing
    return wire.Readiness(side=side, ready=side in room.sealed.ready, taken=side in room.taken)


def eyes(table: Table, seat: str) -> str:
    """For whose eyes a seat is told of this room: where nothing is secret, all see what those see who look on."""
    return seat if isinstance(table.battle.ruleset, Ordering) else SPECTATOR


def seen(line: Line, seat: str) -> bool:
    """Whether a seat may see a line of the log: the orders of a side are for itself and the referee."""
    side = hidden(line.data, line.by)
    return side is None or seat == REFEREE or seat in side


def _salt(table: Table) -> str | None:
    attack = table.standing.attack
    return attack.salt if attack and attack.dice == "server" else None


def _pending(table: Table, translate: Translator) -> wire.Pending | None:
    attack, trace = table.standing.attack, table.trace
    if attack is None or trace is None:
        return None
    action = attack.entry.action
    waiting = telling.waiting(table.battle, action, trace, translate)
    assert waiting is not None
    return wire.Pending(
        action=action.json(),
        deed=deed(action, translate),
        by=attack.by,
        dice=attack.dice,
        stages=telling.stages(table.battle, trace, attack.dice, translate),
        waiting=waiting,
        may_cancel=[seat for seat in dict.fromkeys((attack.by, REFEREE)) if kept_from(attack, seat) is None],
    )


def entry(battle: Battle, number: int, dice: Mapping[int, Dice | None], translate: Translator) -> wire.EntryTold:
    """Entry `number` of the battle, from 1: where it was asked, the ruling, how it went. Raises `NotDone`."""
    last = len(battle.entries)
    if not 1 <= number <= last:
        raise NotDone("not_found", "there is no entry {number}; there are {last}", number=number, last=last)
    after = battle
    for _ in range(last - number):
        after = after.undo()
    before, done = after.undo(), after.entries[-1]
    ruling = before.judge(done.action)
    assert ruling.dice is not None
    trace = follow(ruling.dice, done.answers)
    assert trace.result is not None
    translate = calling(before, translate)
    return wire.EntryTold(
        number=number,
        ruling=telling.ruling(before, ruling, translate),
        stages=telling.stages(before, trace, dice.get(number), translate),
        result=telling.counted(trace.result, translate),
        before=telling.position(before, translate),
        after=telling.position(after, translate),
        report=telling.turn_report(before, done, after, translate),
    )


def trouble(error: NotDone, battle: Battle | None, translate: Translator) -> wire.Trouble:
    """What cannot be done, and why."""
    if error.mistakes is not None:
        return telling.trouble(error.mistakes, False, translate).model_copy(update={"error": error.error})
    translate = calling(battle, translate) if battle else translate
    if error.ruling is not None and battle is not None:
        refusal = error.ruling.refusal
        message = refusal.step.text(translate) if refusal else translate(error.facts["why"])
        return wire.Trouble(error="refused", message=message, ruling=telling.ruling(battle, error.ruling, translate))
    names = translate.names
    facts = {name: _called(value, names) if name in NAMED else value for name, value in error.facts.items()}
    return wire.Trouble(error=error.error, message=phrase(error.words, facts, translate))


def _called(value: Any, names: Names) -> Any:
    return tuple(names.get(one, one) for one in value) if isinstance(value, tuple) else names.get(value, value)


# ------------------------------------------------------------------------------------------------ the log


def log(table: Table, translate: Translator, told: Told, seat: str) -> list[wire.LogLine]:
    """The log in words, as a seat sees it; lines that were told already are not put into words again."""
    names = unit_names(table.battle)
    return [_told(line, translate, told, (table.battle, names)) for line in table.standing.lines if seen(line, seat)]


def _told(line: Line, translate: Translator, told: Told, of: tuple[Battle, Names]) -> wire.LogLine:
    key = (line.seq, line.kind)
    before = told.get(key)
    if before is None or before[0] is not line:
        before = told[key] = (line, log_line(line, translate, *of))
    return before[1]


def log_line(line: Line, translate: Translator, battle: Battle, names: Names) -> wire.LogLine:
    """A line of the log of this battle in words, with the pieces called by their `names`."""
    return wire.LogLine.model_validate(
        {
            "seq": line.seq,
            "kind": line.kind,
            "by": line.by,
            "when": line.made,
            "text": _text(line, translate, battle, names),
            "entry": line.entry,
            "undone": line.undone,
            "dice": line.dice,
            "proof": line.proof,
        }
    )


def _text(line: Line, translate: Translator, battle: Battle, names: Names) -> str:
    data = line.data
    match line.kind:
        case "say":
            return str(data["words"])
        case "start" if data["entries"]:
            return translate("the table is laid, with what a record tells")
        case "start":
            return translate("the table is laid")
        case "set":
            return translate("another scenario is laid down")
        case "move":
            return _moved(data, translate, names)
        case "ready":
            return translate("has given its orders") if data["ready"] else translate("thinks its orders over again")
        case "orders":
            return _ordered(data, translate, names)
        case "decide":
            return _decided(_naming(data["action"], names), translate)
        case "play":
            said = deed(_naming(data["action"], names), translate)
            counts = None if data["counts"] is None else Facts(_plain(data["counts"]))
            return _played(said, data["action"], counts, (battle, translate.naming(names)))
    return _taken_back(data, translate)


def _naming(action: Action, names: Names) -> Action:
    """The action with the names of the pieces that act in it and are acted upon, in place of their ids."""
    said = {name: names.get(str(value), value) for name, value in action.fields.items() if name in (*ACTING, "target")}
    return Action(action.kind, Facts({**action.fields, **said}))


def _moved(data: Mapping[str, Any], translate: Translator, names: Names) -> str:
    """Where a unit was put: "Spearmen: position (12, 14.5)"."""
    edits = ((str(one["path"][-1]), _plain(one["value"])) for one in data["edits"])
    to = ", ".join(f"{spoken(what, translate)} {told(what, value, translate)}" for what, value in edits)
    return f"{names.get(data['unit'], data['unit'])}{colon(translate)} {to}"


def _ordered(data: Mapping[str, Any], translate: Translator, names: Names) -> str:
    """Who was told something in secret; or whose own choices take too long, as all orders are open now."""
    if "late" in data:
        sides = _called(tuple(data["late"]), translate.names)
        return phrase("the best choices take too long to find: {sides} will be asked", {"sides": sides}, translate)
    return phrase("orders for {units}", {"units": _called(tuple(data["units"]), names)}, translate)


def _decided(action: Action, translate: Translator) -> str:
    words = "the referee decides of {unit}: {words}" if "unit" in action.fields else "the referee decides: {words}"
    return phrase(words, action.fields, translate)


def _played(said: str, action: Action, counts: Facts | None, told: tuple[Battle, Translator]) -> str:
    """What was done and what came of it."""
    battle, translate = told
    if counts is None:
        return phrase("{deed}: given up", {"deed": said}, translate)
    result = loose(summed(battle, action, counts, translate))
    return f"{said}{colon(translate)} {result}" if result else phrase("{deed}: done", {"deed": said}, translate)


def _taken_back(data: Mapping[str, Any], translate: Translator) -> str:
    match data["what"]:
        case "ask":
            return translate("asks to take the last thing back")
        case "consent":
            return translate("agrees that it is taken back")
        case "decline":
            return translate("it is not taken back")
        case "orders":
            return translate("the last orders are taken back")
        case _ if data["agreed"]:
            return translate("the last thing is taken back, and everybody agreed")
        case _ if data.get("away"):
            return translate("the last thing is taken back; who had left the table was not asked")
    return translate("the last thing is taken back")


def _plain(value: Any) -> Any:
    """A value that was read from the disk, as facts hold it."""
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return tuple(_plain(inner) for inner in value)
    return float(value) if isinstance(value, Decimal) else value
