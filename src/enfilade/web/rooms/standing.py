"""How a room stands: what its changes come to. A fold that asks no rule, no clock and no dice.

So what was announced stays true whatever later rules say, and a room can be read again after a crash.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from enfilade.battle import Entry
from enfilade.files.record import entry_from
from enfilade.web.rooms.edits import edited
from enfilade.web.rooms.fair import promise
from enfilade.web.rooms.sealed import NONE_GIVEN, Sealed
from enfilade.web.store import Change

Dice = Literal["server", "typed"]
TURN = "turn"
TURNS = (TURN, "end")
"""The kinds of action that end a turn, and with it the orders for it."""


class Line(NamedTuple):
    """A line of the log, in no language yet: what is said is made of `data`."""

    seq: int
    kind: str
    by: str
    made: str
    data: Mapping[str, Any]
    entry: int | None = None
    undone: bool = False
    dice: Dice | None = None
    proof: Mapping[str, Any] | None = None


class Attack(NamedTuple):
    """An attack under way: what was asked, by whom, and the answers so far."""

    entry: Entry  # without events yet
    by: str
    dice: Dice
    policy: str | None
    salt: str
    rolled: bool  # whether a die has fallen
    acted: frozenset[str]  # the seats that did something in it, or whose orders were opened with it
    policies: Mapping[str, str] = MappingProxyType({})  # by which sides that were ready wish to answer


class Done(NamedTuple):
    """Something that can be taken back, and how the room stood before it."""

    seq: int
    by: str
    rolled: bool
    acted: frozenset[str]
    scenario: Mapping[str, Any]
    entries: tuple[Entry, ...]
    sealed: Sealed


class Asked(NamedTuple):
    """An undo that waits for the consent of these seats."""

    by: str
    to: int
    waits_for: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A room after some of its changes."""

    seq: int
    scenario: Mapping[str, Any]
    units: Mapping[str, Any] | None
    sides: tuple[str, ...]
    secret: str
    play: int = 1  # the number of the next throw by the server
    entries: tuple[Entry, ...] = ()
    lines: tuple[Line, ...] = ()
    done: tuple[Done, ...] = ()
    attack: Attack | None = None
    asked: Asked | None = None
    sealed: Sealed = NONE_GIVEN  # the orders of the turn to come
    taken: frozenset[str] = frozenset()  # the seats that anybody has ever sat on

    @property
    def commitment(self) -> str:
        """What is shown of the secret before it is used."""
        return promise(self.secret)

    def after(self, change: Change) -> "Standing":
        """The room after one more change."""
        return replace(_AFTER[change.kind](self, change), seq=change.seq)


def begun(change: Change) -> Standing:
    """A room after its first change."""
    data = change.data
    entries = tuple(map(entry_from, data["entries"]))
    start = Line(change.seq, "start", change.by, change.made, {"entries": len(entries)})
    lines = (start, *_retold(change, entries))
    sides = tuple(data["sides"])
    room = Standing(change.seq, data["scenario"], data["units"], sides, data["secret"], entries=entries, lines=lines)
    return replace(room, sealed=Sealed(data.get("orders")))


def _retold(change: Change, entries: tuple[Entry, ...]) -> Iterator[Line]:
    """A line for each entry of the record that a room begins with; their numbers lie before the room's own."""
    for number, (entry, told) in enumerate(zip(entries, change.data.get("told", ()), strict=False), 1):
        kind = "decide" if entry.action.kind == "decide" else "play"
        data = {"action": entry.action, "counts": told["counts"]}
        yield Line(number - len(entries), kind, told["by"], change.made, data, number)


def _taken(room: Standing, change: Change) -> Standing:
    return replace(room, taken=room.taken | {change.by})


def _said(room: Standing, change: Change) -> Standing:
    return _logged(room, Line(change.seq, "say", change.by, change.made, change.data))


def _moved(room: Standing, change: Change) -> Standing:
    """Something about the scenario changed, before the first entry."""
    data = change.data
    scenario = data["scenario"] if change.kind == "set" else edited(room.scenario, data["edits"])
    room = _kept(room, change, False, frozenset({change.by}))
    sealed = Sealed(data["orders"]) if "orders" in data else room.sealed.unready()
    return _logged(replace(room, scenario=scenario, sealed=sealed, asked=None), _line(change))


def _ordered(room: Standing, change: Change) -> Standing:
    """Orders are given, or taken back again."""
    if "edits" in change.data:  # as rooms kept them when orders were not secret
        return _moved(room, change)
    if "sides" not in change.data:
        return _logged(replace(room, sealed=Sealed(change.data["book"]), asked=None), _line(change))
    back = change.data.get("back")
    lines = tuple(line._replace(undone=True) if line.seq == back else line for line in room.lines)
    line = _line(change) if back is None else _line(change)._replace(kind="undo")
    return _logged(replace(room, lines=lines, sealed=room.sealed.after(change), asked=None), line)


def _readied(room: Standing, change: Change) -> Standing:
    """A side is ready for the turn, or is not any more."""
    sealed = room.sealed.with_ready(change.by, change.data["said"])
    line = Line(change.seq, "ready", change.by, change.made, {"ready": change.data["said"] is not None})
    return _logged(replace(room, sealed=sealed, asked=None), line)


def _played(room: Standing, change: Change) -> Standing:
    data = change.data
    entry, acted = entry_from(data["entry"]), frozenset({change.by, *data.get("opened", ())})
    attack = Attack(entry, change.by, data["dice"], data["policy"], data["salt"], data["rolled"], acted)
    attack = attack._replace(policies=data.get("policies") or {})
    if data.get("ready"):  # the last side that the turn waited for
        room = _logged(room, Line(change.seq, "ready", change.by, change.made, {"ready": True}))
    if data.get("late"):  # sides whose way to choose takes too long
        room = _logged(room, Line(change.seq, "orders", change.by, change.made, {"late": data["late"]}))
    return _onward(replace(room, attack=attack, asked=None, sealed=room.sealed.unready()), change)


def _answered(room: Standing, change: Change) -> Standing:
    before, data = room.attack, change.data
    assert before is not None
    acted = before.acted | {change.by}
    attack = before._replace(entry=entry_from(data["entry"]), rolled=data["rolled"], acted=acted)
    return _onward(replace(room, attack=attack, asked=None), change)


def _onward(room: Standing, change: Change) -> Standing:
    """The attack waits for another answer, or becomes an entry."""
    attack, data = room.attack, change.data
    assert attack is not None
    if not data["ended"]:
        return room
    room = _kept(room, change, attack.rolled, attack.acted, attack.by)
    entries = (*room.entries, attack.entry)
    kind = "decide" if attack.entry.action.kind == "decide" else "play"
    dice = attack.dice if attack.rolled else None
    told = {"action": attack.entry.action, "counts": data["counts"]}
    line = Line(change.seq, kind, attack.by, change.made, told, len(entries), dice=dice)
    sealed = NONE_GIVEN if attack.entry.action.kind in TURNS else room.sealed.unready()
    return _revealed(replace(room, entries=entries, attack=None, sealed=sealed), line, attack, data.get("secret"))


def _cancelled(room: Standing, change: Change) -> Standing:
    attack = room.attack
    assert attack is not None
    return _given_up(room, attack, change)


def _given_up(room: Standing, attack: Attack, change: Change) -> Standing:
    """An attack under way is gone; its line stays, and so does the secret of dice that fell."""
    dice = attack.dice if attack.rolled else None
    told = {"action": attack.entry.action, "counts": None}
    line = Line(change.seq, "play", attack.by, change.made, told, undone=True, dice=dice)
    return _revealed(replace(room, attack=None, asked=None), line, attack, change.data.get("secret"))


def _revealed(room: Standing, line: Line, attack: Attack, secret: str | None) -> Standing:
    """With the line; where the server's dice fell, its secret is shown there, and another takes its place."""
    if attack.dice != "server" or secret is None:
        return _logged(room, line)
    proof = {"play": room.play, "hash": room.commitment, "secret": room.secret, "salt": attack.salt}
    return _logged(replace(room, play=room.play + 1, secret=secret), line._replace(proof=proof))


def _undone(room: Standing, change: Change) -> Standing:
    """The attack under way, or else the last thing done, is taken back; its line stays, marked."""
    if room.attack is not None:
        return _logged(_given_up(room, room.attack, change), _line(change))
    done = room.done[-1]
    back = (done.seq, False)
    lines = tuple(
        line._replace(undone=True) if (line.seq, line.kind == "ready") == back else line for line in room.lines
    )
    before = replace(room, scenario=done.scenario, entries=done.entries, sealed=_sealed_before(room, done))
    return _logged(replace(before, lines=lines, done=room.done[:-1], asked=None), _line(change))


def _sealed_before(room: Standing, done: Done) -> Sealed:
    """The orders as they were before a turn or another scenario; what else is taken back leaves them alone."""
    kind = next((line.kind for line in room.lines if line.seq == done.seq), "")
    turn = len(done.entries) < len(room.entries) and room.entries[-1].action.kind in TURNS
    return (done.sealed if turn or kind == "set" else room.sealed).unready()


def _asked(room: Standing, change: Change) -> Standing:
    asked = Asked(change.by, change.data["to"], tuple(change.data["waits_for"]))
    return _logged(replace(room, asked=asked), _line(change))


def _consented(room: Standing, change: Change) -> Standing:
    asked = room.asked
    assert asked is not None
    left = tuple(seat for seat in asked.waits_for if seat != change.by)
    return _logged(replace(room, asked=asked._replace(waits_for=left)), _line(change))


def _declined(room: Standing, change: Change) -> Standing:
    return _logged(replace(room, asked=None), _line(change))


def _kept(room: Standing, change: Change, rolled: bool, acted: frozenset[str], by: str = "") -> Standing:
    """With a way back to how the room stands now."""
    done = Done(change.seq, by or change.by, rolled, acted, room.scenario, room.entries, room.sealed)
    return replace(room, done=(*room.done, done))


def _logged(room: Standing, line: Line) -> Standing:
    return replace(room, lines=(*room.lines, line))


def _line(change: Change) -> Line:
    """The line of a change that is told by what it holds."""
    kind = "undo" if change.kind in ("ask", "consent", "decline") else change.kind
    by = change.data.get("for", change.by)
    return Line(change.seq, kind, by, change.made, {**change.data, "what": change.kind})


_AFTER: Mapping[str, Callable[[Standing, Change], Standing]] = MappingProxyType(
    {
        "take": _taken,
        "say": _said,
        "move": _moved,
        "set": _moved,
        "orders": _ordered,
        "ready": _readied,
        "play": _played,
        "answer": _answered,
        "cancel": _cancelled,
        "undo": _undone,
        "ask": _asked,
        "consent": _consented,
        "decline": _declined,
    }
)
