"""What is still asked when the table closes: it is told so, instead of being cut off."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from enfilade.web.guards import answered
from enfilade.web.refusing import NotAnswered


class Closing:
    """Around the whole table: a request that the server gives up, because it closes, is answered and ends quietly."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def told(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, told)
        except asyncio.CancelledError:
            if scope["type"] == "lifespan":
                raise
            if scope["type"] == "http" and not started:
                await answered(NotAnswered(503, "busy", "the table is being closed"), scope)(scope, receive, send)
