"""The table as an ASGI application."""

from typing import Final

from fastapi import FastAPI
from starlette.types import ASGIApp

from enfilade import __version__
from enfilade.web import ordering, page, questions, rooms, shelf
from enfilade.web.desk import Desk
from enfilade.web.guards import Guard
from enfilade.web.settings import Settings
from enfilade.web.troubles import handle_all

# A further part of the table is a router, and its line here.
PARTS: Final = (shelf.router, questions.router, ordering.router, rooms.router)


def create_app(settings: Settings | None = None) -> ASGIApp:
    """The table with these settings: the questions, the rooms, the page, and the guard before all of it."""
    settings = settings or Settings()
    return Guard(table(settings), settings)


def table(settings: Settings) -> FastAPI:
    """The table without its guard."""
    app = FastAPI(
        title="Enfilade: the table",
        version=__version__,
        description="Which attacks are legal, why, and how likely each result is. Whoever asks, the server judges.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=rooms.lifespan,
    )
    app.state.settings, app.state.desk = settings, Desk(settings)
    handle_all(app)
    app.add_exception_handler(rooms.NotDone, rooms.not_done)
    for part in PARTS:
        app.include_router(part)
    page.serve(app, settings.page)
    return app
