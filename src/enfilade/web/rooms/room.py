"""A room while somebody is there: one thing after the other, written before it is announced."""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from dataclasses import replace
from datetime import UTC, datetime
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from enfilade.battle import Battle
from enfilade.dice import Trace
from enfilade.referee import Result
from enfilade.show.calling import calling, unit_names
from enfilade.show.languages import translator
from enfilade.web import telling, wire
from enfilade.web.rooms import showing
from enfilade.web.rooms.acts import ACTS
from enfilade.web.rooms.links import SPECTATOR
from enfilade.web.rooms.people import Person
from enfilade.web.rooms.standing import Dice, begun
from enfilade.web.rooms.table import Did, NotDone, Table, laid
from enfilade.web.store import Change, Overtaken, RoomBook, Writer
from enfilade.web.store.change import as_kept

MOST_PEOPLE = 40
MOST_ENTRIES = 1_000
MOST_LINES = 2_000
AWAY = 60.0
"""After so many seconds with nobody on it a seat counts as left."""
T = TypeVar("T")
_log = logging.getLogger(__name__)


class Played(NamedTuple):
    """An attack that has just ended: the battle in which it was asked, how it went, whose dice fell."""

    battle: Battle
    trace: Trace[Any, Result]
    dice: Dice


class View(NamedTuple):
    """In which language and for whose eyes the room is told."""

    language: str
    eyes: str


class Room:
    """A room with the people in it. Everything that happens goes through `act`, one at a time."""

    def __init__(self, number: int, table: Table, writer: Writer, threads: Executor) -> None:
        self.number, self.table = number, table
        self.people: set[Person] = set()
        self._writer, self._threads = writer, threads
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._opened, self._left = monotonic(), dict[str, float]()  # when each seat was left empty
        self._told: dict[str, showing.Told] = {}
        self._shown: dict[View, str] = {}  # the snapshot as it is sent, until something changes

    @property
    def idle(self) -> bool:
        """Whether nobody is there and nothing is going on."""
        return not self.people and not self._tasks and not self._turn.locked()

    async def join(self, person: Person) -> None:
        """Somebody sits down and is told how everything stands. Raises `NotDone` where the room is full."""
        if person.seat != SPECTATOR and person.seat not in self.table.standing.taken:
            await self._apart(self._take(person.seat))
        async with self._turn:
            if len(self.people) >= MOST_PEOPLE and not self._made_way(person):
                raise NotDone("too_many", "this room is full: {most} people are in it", most=MOST_PEOPLE)
            self.people.add(person)
            self._forget_shown()
            self._tell_presence(person)
            await self._welcome(person)

    def leave(self, person: Person) -> None:
        """Somebody is gone."""
        if person in self.people:
            self.people.remove(person)
            self._left[person.seat] = monotonic()
            self._forget_shown()
            self._tell_presence()

    def _made_way(self, person: Person) -> bool:
        """Whether somebody who looks on has given their place to one who plays."""
        looks_on = next((one for one in self.people if one.seat == SPECTATOR), None)
        if looks_on is None or person.seat == SPECTATOR:
            return False
        looks_on.dropped.set()
        self.people.remove(looks_on)
        return True

    def _away(self) -> frozenset[str]:
        """The seats that were taken once and have been empty for a while."""
        here, now = {one.seat for one in self.people}, monotonic()
        empty = self.table.standing.taken - here
        return frozenset(seat for seat in empty if now - self._left.get(seat, self._opened) >= AWAY)

    async def hello(self, person: Person) -> None:
        """Somebody asks how everything stands."""
        async with self._turn:
            await self._welcome(person)

    async def act(self, seat: str, message: Any) -> None:
        """Do what a message says, and tell everybody. Raises `NotDone`; nothing has changed then."""
        await self._apart(self._act(seat, message))

    async def _apart(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it to its end, even if whoever asked for it goes away meanwhile."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        await asyncio.shield(task)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # told to whoever asked, if they are still there

    async def snapshot(self, language: str, seat: str) -> str:
        """All that the room is now, as JSON, as this seat may see it."""
        shown, view = self._shown, self._view(language, seat)  # another takes its place as soon as something changes
        if view not in shown:
            shown[view] = await self._in_thread(self._show, view, self._present())
        return shown[view]

    async def entry(self, number: int, language: str) -> wire.EntryTold:
        """One entry of the record, told. Raises `NotDone`."""
        table = self.table
        dice = {line.entry: line.dice for line in table.standing.lines if line.entry and not line.undone}
        return await self._in_thread(showing.entry, table.battle, number, dice, translator(language))

    async def trouble(self, error: NotDone, language: str) -> wire.Trouble:
        """What went wrong, told."""
        return await self._in_thread(showing.trouble, error, self.table.battle, translator(language))

    # ------------------------------------------------------------------------------------------- one change

    async def _take(self, seat: str) -> None:
        """Somebody sits on this seat for the first time."""
        async with self._turn:
            if seat not in self.table.standing.taken:
                await self._write(seat, Did("take", {}, self.table.battle))
                if seat in self.table.standing.sides and showing.eyes(self.table, seat) == seat:  # a turn waits for it
                    await self._tell(None)

    async def _act(self, seat: str, message: Any) -> None:
        async with self._turn:
            before = self.table.battle
            did = await self._in_thread(_done, replace(self.table, away=self._away()), seat, message)
            await self._write(seat, did)
            ended = did.trace is not None and did.trace.result is not None
            await self._tell(Played(before, did.trace, did.data["dice"]) if did.trace and ended else None)

    async def _write(self, seat: str, did: Did) -> None:
        """The change is on the disk, and only then part of the room."""
        seq = self.table.standing.seq + 1
        made = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        change = Change(seq, made, seat, did.kind, as_kept(did.data))  # as it will be read again
        try:
            await self._writer.write(self.number, change)
        except Overtaken:
            await self._read_again()
            raise NotDone("busy", "the table has changed meanwhile: look again") from None
        except Exception as error:
            _log.exception("room %s: a change could not be written", self.number)
            raise NotDone("busy", "it could not be written down, and so nothing was done: try again") from error
        self.table = self.table.after(change, did)
        self._forget_shown()

    async def _read_again(self) -> None:
        """Another server wrote to this room: see what."""
        self.table = await self._in_thread(read_table, self._writer.book, self.number)
        self._forget_shown()
        await self._tell(None)

    # ------------------------------------------------------------------------------------------- telling it

    async def _tell(self, played: Played | None) -> None:
        """Tell everybody how the room stands now; each language is put into words once."""
        shown, said = self._shown, dict[View, str]()
        for view in {self._view(one.language, one.seat) for one in self.people}:
            present = self._present()
            shown[view], said[view] = await self._in_thread(self._changed, view, present, played)
        for person in self.people:
            view = self._view(person.language, person.seat)
            if view in said:
                person.tell(said[view])

    def _changed(self, view: View, present: list[wire.Present], played: Played | None) -> tuple[str, str]:
        """The snapshot, and the message that something happened."""
        snapshot = self._show(view, present)
        last, stages = self._happened(view, played)
        return snapshot, f'{{"type":"changed","snapshot":{snapshot},"last":{last},"stages":[{stages}]}}'

    async def _welcome(self, person: Person) -> None:
        snapshot = await self.snapshot(person.language, person.seat)
        person.tell(f'{{"type":"welcome","seat":{json.dumps(person.seat)},"snapshot":{snapshot}}}')

    def _tell_presence(self, but: Person | None = None) -> None:
        message = wire.Presence(present=self._present()).model_dump_json()
        for person in self.people - {but}:
            person.tell(message)

    def _present(self) -> list[wire.Present]:
        seats = Counter(person.seat for person in self.people)
        return [wire.Present(seat=seat, people=people) for seat, people in sorted(seats.items())]

    def _view(self, language: str, seat: str) -> View:
        return View(language, showing.eyes(self.table, seat))

    def _show(self, view: View, present: list[wire.Present]) -> str:
        told = self._told.setdefault(view.language, {})
        return showing.snapshot(self.table, present, translator(view.language), told, view.eyes).model_dump_json()

    def _forget_shown(self) -> None:
        self._shown = {}

    def _happened(self, view: View, played: Played | None) -> tuple[str, str]:
        """The last line of the log, if it is new and may be seen, and the stages of what was played; as JSON."""
        translate, room = calling(self.table.battle, translator(view.language)), self.table.standing
        last = "null"
        if room.lines[-1].seq == room.seq and showing.seen(room.lines[-1], view.eyes):
            last = showing.log_line(
                room.lines[-1], translate, self.table.battle, unit_names(self.table.battle)
            ).model_dump_json()
        stages = telling.stages(played.battle, played.trace, played.dice, translate) if played else []
        return last, ",".join(stage.model_dump_json() for stage in stages)

    async def _in_thread(self, work: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)


def read_table(book: RoomBook, number: int) -> Table:
    """The table of a room, from the disk. Raises `NotDone`."""
    first, *more = book.changes(number)
    standing = begun(first)
    for change in more:
        standing = standing.after(change)
    return laid(standing)


def _done(table: Table, seat: str, message: Any) -> Did:
    """What a message comes to. Raises `NotDone`, whatever is wrong with it."""
    lines, entries = len(table.standing.lines), len(table.standing.entries)
    if lines >= MOST_LINES or (entries >= MOST_ENTRIES and isinstance(message, wire.Play | wire.Decide)):
        raise NotDone("too_many", "this room is full: go on in another one, from its record")
    try:
        return ACTS[type(message)](table, seat, message)
    except NotDone:
        raise
    except Exception as error:
        _log.exception("a message to a room could not be understood: %s", type(message).__name__)
        raise NotDone("request", "this could not be understood, and so nothing was done") from error
