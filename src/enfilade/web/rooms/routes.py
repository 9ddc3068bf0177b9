"""The rooms over HTTP and WebSocket. A link's token is all the permission there is."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Annotated, Any, Final

from fastapi import APIRouter, FastAPI, Path, Query, Request, Response, WebSocket, WebSocketDisconnect

from enfilade.files import record
from enfilade.show.languages import LANGUAGES, translator
from enfilade.web import wire
from enfilade.web.guards import client
from enfilade.web.rates import Buckets
from enfilade.web.reading import GuardedRoute
from enfilade.web.rooms import showing
from enfilade.web.rooms.hall import Hall, open_hall
from enfilade.web.rooms.messages import read_message
from enfilade.web.rooms.people import Person
from enfilade.web.rooms.room import Room
from enfilade.web.rooms.table import NotDone
from enfilade.web.settings import Rates
from enfilade.web.speaking import TROUBLES
from enfilade.web.speaking import Language as Spoken
from enfilade.web.store import open_book

MESSAGES: Final = Rates(second=30.0, burst=120)
"""So many messages may one socket send."""
MOST_REFUSED: Final = 300
"""A socket that sends so many too many is closed."""
SWEEP: Final = 20.0
STATUS: Final = {"not_found": 404, "not_yours": 403, "too_many": 429, "too_large": 413, "busy": 503}
RECORD: Final = "application/x-ndjson"
LONGEST_REASON: Final = 120  # bytes; the protocol has room for 123
CLOSING: Final = 5.0
"""Seconds that a socket has to say goodbye."""
CLOSED_SLOW, CLOSED_FAULT = 1013, 1011
CLOSED: Final = {"not_found": 4404, "too_many": 4429, "busy": 1013}
"""How a socket is closed: 4404, 4410 and 4429 are for good; after any other the page tries again."""
CLOSED_OTHERWISE: Final = 4410

NOT_THERE: Final[dict[int | str, dict[str, Any]]] = {
    404: {"model": wire.Trouble, "description": "The link leads nowhere."}
}

router = APIRouter(route_class=GuardedRoute, responses={**TROUBLES, **NOT_THERE}, tags=["rooms"])


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """The rooms are there as long as the server is. Expects `app.state.settings`; leaves `app.state.hall`."""
    hall = app.state.hall = await open_hall(app.state.settings, open_book)
    sweeping = asyncio.create_task(_sweep(hall))
    try:
        yield
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        await asyncio.to_thread(hall.close)


async def _sweep(hall: Hall) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        hall.forget_empty()


# ---------------------------------------------------------------------------------------------------- HTTP

Token = Annotated[str, Path(min_length=1, max_length=200, description="of a link to the room")]
Language = Annotated[Spoken, Query(description="of the answer")]


@router.post("/api/rooms")
async def open_room(asked: wire.RoomAsked, request: Request, language: Language = "en") -> wire.Links:
    """A new room, from a scenario or from a record as far as its entry `upto`: the links of all its seats."""
    return await _hall(request).open(asked, client(request.scope))


@router.get("/api/rooms/{token}", response_model=wire.RoomTold)
async def told_room(token: Token, request: Request, language: Language = "en") -> Response:
    """The seat that a link leads to, and all that the room is now."""
    room, seat = await _hall(request).enter(token)
    told = f'{{"seat":{json.dumps(seat)},"snapshot":{await room.snapshot(language, seat)}}}'
    return Response(told, media_type="application/json")


@router.get("/api/rooms/{token}/entries/{number}")
async def told_entry(
    token: Token, number: Annotated[int, Path(ge=1, le=1_000_000)], request: Request, language: Language = "en"
) -> wire.EntryTold:
    """An entry of the room's record: where it was asked, the ruling, how it went."""
    room, _ = await _hall(request).enter(token)
    return await room.entry(number, language)


@router.get("/api/rooms/{token}/record", response_class=Response, responses={200: {"content": {RECORD: {}}}})
async def download(token: Token, request: Request) -> Response:
    """The record of the battle, as `enfilade check` and `enfilade replay` read it."""
    hall = _hall(request)
    room, _ = await hall.enter(token)
    text = await hall.in_thread(record.write, room.table.battle)
    name = 'attachment; filename="battle.record.jsonl"'
    return Response(text, media_type=RECORD, headers={"content-disposition": name})


@router.get("/api/rooms/{token}/links")
async def told_links(token: Token, request: Request, language: Language = "en") -> wire.Links:
    """The links of all seats again, for the referee."""
    hall = _hall(request)
    return hall.links(*await hall.enter(token), token)


async def not_done(request: Request, error: Exception) -> Response:
    """The answer to what cannot be done: register it for `NotDone`."""
    assert isinstance(error, NotDone)
    translate = translator(_language(request.query_params.get("language")))
    told = showing.trouble(error, None, translate)
    return Response(told.model_dump_json(), STATUS.get(error.error, 422), media_type="application/json")


# -------------------------------------------------------------------------------------------------- sockets


@router.websocket("/api/rooms/{token}/socket")
async def socket(websocket: WebSocket, token: str, language: str = "en") -> None:
    """A seat at the table: everything that happens is told, and what is sent is done or refused."""
    await websocket.accept()
    person = Person("", _language(language))
    try:
        room, person.seat = await _hall(websocket).enter(token)
    except NotDone as error:
        await _turned_away(websocket, error, person.language)
        return
    code = CLOSED_FAULT
    try:
        await room.join(person)
        code = await _attended(websocket, room, person)
    except NotDone as error:
        await _turned_away(websocket, error, person.language)
    finally:
        room.leave(person)
        with suppress(RuntimeError, WebSocketDisconnect, OSError, TimeoutError):
            await asyncio.wait_for(websocket.close(code), CLOSING)


async def _attended(websocket: WebSocket, room: Room, person: Person) -> int:
    """Until they leave, are too slow, or send too much: with which code to close."""
    tasks = [
        asyncio.create_task(work)
        for work in (_listen(websocket, room, person), _send(websocket, person), person.dropped.wait())
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for one in ended:
        if isinstance(one, Exception) and not isinstance(one, WebSocketDisconnect | OSError | RuntimeError):
            raise one
    return CLOSED_SLOW if tasks[2] in done else CLOSED["too_many"]


async def _send(websocket: WebSocket, person: Person) -> None:
    while True:
        await websocket.send_text(await person.waiting.get())


async def _listen(websocket: WebSocket, room: Room, person: Person) -> None:
    """Messages one by one; comes back when there were far too many."""
    bucket, refused = Buckets(MESSAGES), 0
    while refused < MOST_REFUSED:
        text = await _next(websocket)
        try:
            if bucket.take("", monotonic()) > 0:
                refused += 1
                raise NotDone("too_many", "too many messages at once: this one was not heard")
            await _heard(room, person, text)
        except NotDone as error:
            told = wire.Refused(trouble=await room.trouble(error, person.language))
            person.tell(told.model_dump_json())


async def _next(websocket: WebSocket) -> str:
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    return str(message.get("text") or "")


async def _heard(room: Room, person: Person, text: str) -> None:
    message = read_message(text)
    if isinstance(message, wire.Hello):
        await room.hello(person)
    else:
        await room.act(person.seat, message)


async def _turned_away(websocket: WebSocket, error: NotDone, language: str) -> None:
    """Told why, and closed."""
    told = wire.Refused(trouble=showing.trouble(error, None, translator(language)))
    with suppress(RuntimeError, WebSocketDisconnect, OSError):
        await websocket.send_text(told.model_dump_json())
        reason = told.trouble.message.encode()[:LONGEST_REASON].decode(errors="ignore")
        await websocket.close(CLOSED.get(error.error, CLOSED_OTHERWISE), reason)


def _hall(asked: Request | WebSocket) -> Hall:
    hall: Hall = asked.app.state.hall
    return hall


def _language(given: str | None) -> str:
    return given if given in LANGUAGES else LANGUAGES[0]
