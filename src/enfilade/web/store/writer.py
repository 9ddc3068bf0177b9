"""The one that writes: changes of many rooms that come at the same time go to the disk together."""

import asyncio
import queue
import threading
from contextlib import suppress
from typing import NamedTuple

from enfilade.web.store.book import Overtaken, RoomBook
from enfilade.web.store.change import Change

MOST_TOGETHER = 128


class _Line(NamedTuple):
    room: int
    change: Change
    written: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop


class Writer:
    """A thread that writes changes in the order in which they come, and says when each is on the disk."""

    def __init__(self, book: RoomBook) -> None:
        self.book = book
        self._lines: queue.SimpleQueue[_Line | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="enfilade-writer", daemon=True)
        self._thread.start()

    async def write(self, room: int, change: Change) -> None:
        """Come back when the change is on the disk. Raises `Overtaken`, or what the database says."""
        loop = asyncio.get_running_loop()
        written = loop.create_future()
        self._lines.put(_Line(room, change, written, loop))
        # Whoever waits may go away; the change is written all the same, and the room has to know how that went.
        await asyncio.shield(written)

    def close(self) -> None:
        """Write what was handed in, and stop."""
        self._lines.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            lines, more = [line], True
            with suppress(queue.Empty):
                while more and len(lines) < MOST_TOGETHER:
                    further = self._lines.get_nowait()
                    more = further is not None
                    lines += [further] if further else []
            self._write(lines)
            if not more:
                return

    def _write(self, lines: list[_Line]) -> None:
        try:
            self.book.add((line.room, line.change) for line in lines)
        except Exception as error:  # noqa: BLE001 - whatever the database says belongs to whoever waits for it
            if len(lines) == 1 or not isinstance(error, Overtaken):
                _tell(lines, error)
            else:
                for line in lines:
                    self._write([line])
        else:
            _tell(lines, None)


def _tell(lines: list[_Line], error: Exception | None) -> None:
    for line in lines:
        with suppress(RuntimeError):  # the loop is gone, and with it whoever waited
            line.loop.call_soon_threadsafe(_settle, line.written, error)


def _settle(written: "asyncio.Future[None]", error: Exception | None) -> None:
    if written.done():
        return
    if error is None:
        written.set_result(None)
    else:
        written.set_exception(error)
