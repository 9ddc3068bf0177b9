"""What the page sent, read through the same guards as any file, and set up as a battle."""

import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from anyio import to_thread
from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

from enfilade.battle import Battle
from enfilade.files import maps
from enfilade.files import record as records
from enfilade.files.document import BadFile, Document, Places, parse
from enfilade.files.drawn import DrawnMap, How
from enfilade.files.entries import after
from enfilade.files.scenario import set_up
from enfilade.files.uvtt import without_picture
from enfilade.web.telling import trouble

SMALL = 4_096  # bytes that are read on the spot
_ESCAPE = re.compile(rb"\\(?:r\\n|.)", re.DOTALL)  # of a text in JSON, one after the other


class GuardedRequest(Request):
    """A request whose JSON is limited in depth, names and values before anything is built of it."""

    async def json(self) -> Any:
        if not hasattr(self, "_json"):
            body = await self.body()
            self._json = _read(body) if len(body) < SMALL else await to_thread.run_sync(_read, body)
        return self._json


def _read(body: bytes) -> Any:
    try:
        return parse(_with_newlines(body), "request.json").data
    except BadFile as error:
        told = trouble(error).model_copy(update={"error": "request"})
        raise HTTPException(400, told) from None


def _with_newlines(body: bytes) -> bytes:
    """The body with the line ends of other systems, in texts of files that it brings, as single newlines."""
    return _ESCAPE.sub(_newline, body) if b"\\r" in body else body


def _newline(escape: re.Match[bytes]) -> bytes:
    return b"\\n" if escape[0].startswith(b"\\r") else escape[0]


class GuardedRoute(APIRoute):
    """A route that reads its body so."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            return await handler(GuardedRequest(request.scope, request.receive))

        return guarded


def document(data: Any, name: str = "scenario") -> Document:
    """Data from a request as a document: mistakes in it have fields, but no lines."""
    return Document(data, Places("", 0), name)


def battle_of(
    scenario: Mapping[str, Any], entries: Sequence[Any] = (), units: Mapping[str, Any] | None = None
) -> Battle:
    """The battle that a scenario with its units and the entries since lead to. Raises `BadFile`: every mistake."""
    start = set_up(document(dict(scenario)), None if units is None else document(dict(units), "units"))
    return after(start, document(list(entries), "entries"))


def battle_in(text: str, name: str) -> tuple[Battle, bool]:
    """The battle in the text of a scenario, of a map, or at the start of a record; whether it was a record.

    Raises `BadFile` with every mistake and its line.
    """
    called = name or "text"
    if name.endswith(".db"):  # a pack of scenes: JSON, but one a line
        return _on_map(maps.map_in(text.encode(), called)), False
    if name.endswith(".jsonl") or _is_record(text):
        return records.parse(text, called).start(), True
    written = parse(without_picture(text.encode()), called)
    if maps.is_map(written):
        return _on_map(maps.drawn(written, How())), False
    return set_up(written), False


def _on_map(found: DrawnMap) -> Battle:
    return set_up(document(maps.scenario(found)))


def _is_record(text: str) -> bool:
    """Whether the first line says that it begins a record."""
    first = text.lstrip()[:200]
    return first.startswith("{") and f'"{records.FORMAT}"' in first and '"format"' in first.partition("record/")[0]
