"""All rooms: opened, found by their links, read from the disk when somebody comes, forgotten when nobody is there."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Final, TypeVar

from sqlalchemy.exc import DBAPIError

from enfilade.battle import Battle
from enfilade.files import record as records
from enfilade.files.record import entry_json
from enfilade.referee import ScenarioError
from enfilade.web import telling, wire
from enfilade.web.rates import Buckets
from enfilade.web.rooms.fair import new_secret
from enfilade.web.rooms.links import REFEREE, SPECTATOR, hashed, links, new_links, seats
from enfilade.web.rooms.orders import sealed_in
from enfilade.web.rooms.retelling import retold
from enfilade.web.rooms.room import MOST_ENTRIES, Room, read_table
from enfilade.web.rooms.table import NotDone, lay, mistaken
from enfilade.web.settings import Rates, Settings
from enfilade.web.store import Change, RoomBook, StoreError, Writer
from enfilade.web.store.change import as_kept

MOST_SIDES: Final = 12
LONGEST_SIDE: Final = 60
KEPT: Final = 60.0
"""So long does a room stay in memory, in seconds, when nobody is in it."""
THREADS: Final = 4
T = TypeVar("T")
_log = logging.getLogger(__name__)


class Hall:
    """The rooms of one server."""

    def __init__(self, book: RoomBook, an_hour: int) -> None:
        self.book, self.writer = book, Writer(book)
        self._threads = ThreadPoolExecutor(THREADS, "enfilade-rooms")
        self._rooms: dict[int, Room] = {}
        self._seen: dict[int, float] = {}
        self._reading: dict[int, asyncio.Lock] = {}
        self._opened = Buckets(Rates(second=an_hour / 3600, burst=an_hour))

    async def open(self, asked: wire.RoomAsked, client: str) -> wire.Links:
        """A new room, from a scenario or from a record as far as an entry. Raises `NotDone`."""
        if self._opened.take(client, monotonic()) > 0:
            raise NotDone("too_many", "you have opened many rooms within the hour: wait a while")
        battle = await self.in_thread(_battle, asked)
        given = new_links(telling.sides(battle))
        sides = list(given.sides)
        try:
            await self.in_thread(self.book.found, seats(given), first_change(battle, sides))
        except (DBAPIError, StoreError) as error:
            _log.exception("a new room, with the sides %s, could not be written", sides)
            raise NotDone("busy", "it could not be written down, and so nothing was done: try again") from error
        return given

    async def enter(self, token: str) -> tuple[Room, str]:
        """The room and the seat that a link leads to. Raises `NotDone`."""
        found = await self.in_thread(self.book.seat, hashed(token))
        if found is None:
            raise NotDone("not_found", "this link leads to no room of this table")
        number, seat = found
        return await self._room(number), seat

    def links(self, room: Room, seat: str, token: str) -> wire.Links:
        """All links again, for the referee. Raises `NotDone`."""
        if seat != REFEREE:
            raise NotDone("not_yours", "only the referee has the links of all seats")
        return links(token, room.table.standing.sides)

    async def in_thread(self, work: Callable[..., T], *given: Any) -> T:
        """The same work, away from the loop that talks to everybody."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)

    def forget_empty(self) -> None:
        """Rooms in which nobody has been for a while are left to the disk."""
        now = monotonic()
        for number, room in list(self._rooms.items()):
            if room.idle and now - self._seen[number] > KEPT:
                del self._rooms[number], self._seen[number], self._reading[number]

    def close(self) -> None:
        """Write what was handed in, and let go of the database."""
        self.writer.close()
        self._threads.shutdown(wait=True)
        self.book.close()

    async def _room(self, number: int) -> Room:
        self._seen[number] = monotonic()
        async with self._reading.setdefault(number, asyncio.Lock()):
            if number not in self._rooms:
                table = await self.in_thread(read_table, self.book, number)
                self._rooms[number] = Room(number, table, self.writer, self._threads)
            return self._rooms[number]


def _battle(asked: wire.RoomAsked) -> Battle:
    """The battle that a new room begins with. Raises `NotDone`."""
    if asked.record is not None:
        battle = _recorded(asked.record, asked.upto)
    elif asked.scenario is not None:
        battle = lay(asked.scenario, asked.units)
    else:
        raise NotDone("request", "a room needs a scenario or a record")
    _fit(telling.sides(battle))
    return battle


def _recorded(text: str, upto: int | None) -> Battle:
    try:
        record = records.parse(text, "record.jsonl")
        kept = records.Record(record.header, record.entries[:upto])
        if len(kept.entries) > MOST_ENTRIES:
            raise NotDone("too_large", "a room takes up records of at most {most} entries", most=MOST_ENTRIES)
        return kept.replay()
    except ScenarioError as error:
        raise mistaken(error) from error


def _fit(sides: Mapping[str, str]) -> None:
    """Raises `NotDone` where there cannot be a seat for each side."""
    if len(sides) > MOST_SIDES:
        raise NotDone("scenario", "expected at most {most} sides; found {found}", most=MOST_SIDES, found=len(sides))
    for side in sides:
        if side in (REFEREE, SPECTATOR) or len(side) > LONGEST_SIDE or not side.isprintable():
            words = "expected sides that are called otherwise than referee and spectator, in few letters; found {side}"
            raise NotDone("scenario", words, side=side[:LONGEST_SIDE])


def first_change(battle: Battle, sides: list[str]) -> Change:
    """The first change of a room."""
    entries = [entry_json(entry) for entry in battle.entries]
    scenario, book = battle.scenario, None
    if not entries:  # what a record tells is known to all; orders that no turn has opened yet are not
        scenario, book = sealed_in(battle)
    data = {"scenario": scenario, "units": battle.library, "entries": entries, "sides": sides}
    data |= {"told": retold(battle), "orders": book}
    made = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return Change(1, made, REFEREE, "start", as_kept({**data, "secret": new_secret()}))


async def open_hall(settings: Settings, opened: Callable[[str], RoomBook]) -> Hall:
    """The rooms in the database of these settings. Raises `StoreError`."""
    return Hall(await asyncio.to_thread(opened, settings.database), settings.rates.rooms)
