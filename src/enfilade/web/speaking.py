"""The parts that every question has: the language of the answer, the desk, what trouble looks like."""

from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel

from enfilade.referee import Translator
from enfilade.show.languages import translator
from enfilade.web import wire
from enfilade.web.desk import Desk
from enfilade.web.settings import Settings

Language = Literal["en", "fr", "it"]
TROUBLES: dict[int | str, dict[str, Any]] = {
    400: {"model": wire.Trouble, "description": "The request cannot be read."},
    403: {"model": wire.Trouble, "description": "Somebody else's page asked."},
    413: {"model": wire.Trouble, "description": "More than is read."},
    422: {"model": wire.Trouble, "description": "What was sent is wrong: every mistake, or the ruling that refuses."},
    429: {"model": wire.Trouble, "description": "Too many requests at once."},
    500: {"model": wire.Trouble, "description": "A mistake of ours."},
    503: {"model": wire.Trouble, "description": "The table is busy, or is being closed."},
}


async def _speaking(language: Annotated[Language, Query(description="of the answer")] = "en") -> Translator:
    return translator(language)


async def _desk(request: Request) -> Desk:
    desk = request.app.state.desk
    assert isinstance(desk, Desk)
    return desk


async def _settings(request: Request) -> Settings:
    settings = request.app.state.settings
    assert isinstance(settings, Settings)
    return settings


Speaking = Annotated[Translator, Depends(_speaking)]
AtDesk = Annotated[Desk, Depends(_desk)]
Set = Annotated[Settings, Depends(_settings)]


def answer(body: BaseModel) -> Response:
    """A message as the body of an answer."""
    return Response(body.model_dump_json(), media_type="application/json")
