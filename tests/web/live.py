"""The real server on a free port, and people with sockets."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from enfilade.web.serving import address, listen, server
from enfilade.web.settings import Rates, Settings

PATIENCE = 20.0
EAGER = Rates(second=10_000.0, burst=10_000, under_way=100, rooms=10_000)


class Someone:
    """One seat's socket: what was heard is kept."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[Any] = []

    async def send(self, kind: str, **fields: Any) -> None:
        await self.connection.send(json.dumps({"type": kind, **fields}))

    async def hear(self, *kinds: str) -> Any:
        """The next message of one of these kinds; others are passed over."""
        while True:
            message = json.loads(await asyncio.wait_for(self.connection.recv(), PATIENCE))
            self.heard.append(message)
            if message["type"] in kinds:
                return message

    async def do(self, kind: str, **fields: Any) -> Any:
        """Send, and hear what came of it."""
        await self.send(kind, **fields)
        return await self.hear("changed", "refused")


class Live:
    """A server that runs, seen from outside."""

    def __init__(self, where: str, hall: Any) -> None:
        self.where, self.hall = where, hall
        self.http = httpx.AsyncClient(base_url=where, timeout=PATIENCE, trust_env=False)

    async def room(self, **asked: Any) -> Any:
        answer = await self.http.post("/api/rooms", json=asked)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def get(self, token: str, more: str = "", language: str = "en") -> httpx.Response:
        return await self.http.get(f"/api/rooms/{token}{more}", params={"language": language})

    def socket(self, token: str, language: str = "en") -> str:
        return f"{self.where.replace('http', 'ws', 1)}/api/rooms/{token}/socket?language={language}"

    @asynccontextmanager
    async def seat(self, token: str, language: str = "en", **options: Any) -> AsyncIterator[Someone]:
        """Somebody who sits down and has heard the welcome."""
        async with connect(
            self.socket(token, language), proxy=None, max_size=None, compression=None, **options
        ) as connection:
            someone = Someone(connection)
            await someone.hear("welcome")
            yield someone


@asynccontextmanager
async def living(database: Any, rates: Rates = EAGER) -> AsyncIterator[Live]:
    """A server with its rooms in this file."""
    with listen("127.0.0.1", 0) as listening:
        settings = Settings(database=str(database), rates=rates)
        running = server(settings)
        task = asyncio.create_task(running.serve(sockets=[listening]))
        while not running.started:
            assert not task.done()
            await asyncio.sleep(0.01)
        live = Live(address("127.0.0.1", listening), running.config.app.app.app.state.hall)  # type: ignore[union-attr]
        try:
            yield live
        finally:
            await live.http.aclose()
            running.should_exit = True
            await task
