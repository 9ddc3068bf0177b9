"""What stands before the table: every answer carries its headers, and no request gets further than it may."""

import logging
from collections.abc import Iterable
from time import monotonic
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from enfilade.web.origin import from_our_page, header, rightly_named
from enfilade.web.rates import Buckets
from enfilade.web.refusing import NotAnswered, fault, refusal, speaking
from enfilade.web.settings import Settings

log = logging.getLogger("enfilade.web")

MIB: Final = 2**20
MOST_FILE: Final = 8 * MIB
"""The body that brings a file: a map or a record."""
MOST_BODY: Final = 2 * MIB
"""Any other body: enough for the scenario of the largest map that is read."""
FILES: Final = ("/api/position", "/api/rooms")
FRAMED: Final = "/embed"

POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}"
)
ALWAYS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


def headers_for(path: str) -> list[tuple[bytes, bytes]]:
    """The headers of every answer; only the embed view may stand in the frame of another page."""
    framed = path == FRAMED
    rules = POLICY.format(ancestors="*" if framed else "'none'").encode()
    found = [*ALWAYS, (b"content-security-policy", rules)]
    if not framed:
        found.append((b"x-frame-options", b"DENY"))
    if path.startswith("/api"):
        found.append((b"cache-control", b"no-store"))
    return found


class Guard:
    """The outermost layer: host name, origin, rate and size are looked at before anything is read."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.buckets = Buckets(settings.rates)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        named, ours = rightly_named(scope["headers"], self.settings), from_our_page(scope["headers"])
        if named and ours and self.buckets.take(client(scope), monotonic()) == 0:
            await self.app(scope, receive, send)
        else:  # closed before it was opened: the browser is told 403
            await receive()
            await send({"type": "websocket.close", "code": 1008})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        extra, started = headers_for(scope["path"]), False

        async def told(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message = {**message, "headers": _merged(message.get("headers", ()), extra)}
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await answered(refused, scope)(scope, receive, told)
            return
        try:
            await self.app(scope, _limited(receive, most(scope["path"])), told)
        except Exception:
            log.exception("%s %s", scope["method"], scope["path"])
            if not started:
                await answered(fault(), scope)(scope, receive, told)

    def _refused(self, scope: Scope) -> NotAnswered | None:
        """Why a request gets no further, if it does not."""
        headers, path = scope["headers"], scope["path"]
        if not rightly_named(headers, self.settings):
            return NotAnswered(400, "request", "this table does not go by that name; --host says by which")
        if not path.startswith("/api"):
            return None
        wait = self.buckets.take(client(scope), monotonic())
        if wait > 0:
            return NotAnswered(429, "too_many", "too many requests at once; try again in {seconds} s", seconds=wait)
        if scope["method"] not in ("GET", "HEAD") and not from_our_page(headers):
            return NotAnswered(403, "not_yours", "only the table's own page may ask this")
        length = header(headers, b"content-length")
        if length.isdecimal() and int(length[:20]) > most(path):
            return too_large(path)
        return None


def answered(refused: NotAnswered, scope: Scope) -> Response:
    """A refusal as an answer in the language asked for."""
    answer = refusal(refused.status, refused.told(speaking(scope.get("query_string", b""))))
    if "seconds" in refused.facts:
        answer.headers["retry-after"] = str(refused.facts["seconds"])
    return answer


def client(scope: Scope) -> str:
    """Who asks: the address of the other end."""
    return str(scope["client"][0]) if scope.get("client") else ""


def most(path: str) -> int:
    """How many bytes a request to this path may bring."""
    return MOST_FILE if path in FILES else MOST_BODY


def too_large(path: str) -> NotAnswered:
    """More bytes than are read."""
    words = "expected at most {bytes} bytes; a map can be judged without its picture"
    return NotAnswered(413, "too_large", words, bytes=f"{most(path):,}")


def _merged(own: Iterable[tuple[bytes, bytes]], extra: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer and those of every answer; what the answer says itself stays."""
    kept = list(own)
    names = {name.lower() for name, _ in kept}
    return [*kept, *((name, value) for name, value in extra if name not in names)]


def _limited(receive: Receive, limit: int) -> Receive:
    """The same body, refused as soon as it is longer than it may be: a length need not be told beforehand."""
    taken = 0

    async def next_part() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit:
            raise HTTPException(413, f"expected at most {limit:,} bytes")
        return message

    return next_part
