"""The desk at which rulings are worked out, apart from the loop that talks to everybody."""

from asyncio import create_task, sleep
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Event
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request

from enfilade.web.guards import client
from enfilade.web.refusing import NotAnswered
from enfilade.web.settings import Settings

T = TypeVar("T")
GLANCE = 0.2
"""Seconds between two looks at whether somebody is still there."""


class Gone(Exception):
    """The one who asked has left, or asks something else by now."""


@asynccontextmanager
async def watched(request: Request) -> AsyncIterator[Callable[[], bool]]:
    """Whether the one who asked has left, to be looked at while a long question is worked out."""
    gone = Event()

    async def watch() -> None:
        while not await request.is_disconnected():
            await sleep(GLANCE)
        gone.set()

    watching = create_task(watch())
    try:
        yield gone.is_set
    finally:
        watching.cancel()


class Desk:
    """So many questions at once in threads of their own, quick and long ones apart; the others wait their turn."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._quick, self._long = CapacityLimiter(settings.workers), CapacityLimiter(max(1, settings.workers // 2))
        self._asking: Counter[str] = Counter()
        half = max(1, settings.workers // 2)  # what one client may have of the desk
        self._own: defaultdict[str, CapacityLimiter] = defaultdict(lambda: CapacityLimiter(half))

    async def quick(self, request: Request, work: Callable[[], T]) -> T:
        """The answer to a question that takes some milliseconds. Raises `NotAnswered` or `Gone`."""
        return await self._worked(request, work, self._quick)

    async def long(self, request: Request, work: Callable[[], T]) -> T:
        """The answer to a question that may take seconds. Raises `NotAnswered` or `Gone`."""
        return await self._worked(request, work, self._long)

    async def _worked(self, request: Request, work: Callable[[], T], lane: CapacityLimiter) -> T:
        who = client(request.scope)
        async with self._counted(who), self._own[who], lane:
            if await request.is_disconnected():  # a page that drags a unit asks again before it was answered
                raise Gone
            return await to_thread.run_sync(work)

    @asynccontextmanager
    async def _counted(self, who: str) -> AsyncIterator[None]:
        if self._asking[who] >= self.settings.rates.under_way:
            raise NotAnswered(429, "too_many", "your last questions are still being answered")
        if self._asking.total() >= self.settings.waiting:
            raise NotAnswered(503, "busy", "the table has much to do; try again in a moment")
        self._asking[who] += 1
        try:
            yield
        finally:
            self._asking[who] -= 1
            if not self._asking[who]:
                del self._asking[who], self._own[who]
