"""A page that asks the table, in one process: no network, no browser."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from httpx import ASGITransport, AsyncClient, Response

from enfilade.web.app import create_app
from enfilade.web.settings import Rates, Settings

EXAMPLES = Path(__file__).parents[2] / "examples"
FAST = Rates(second=1e6, burst=100_000, under_way=100)
STILL = Settings(database=":memory:", rates=FAST)


def page(settings: Settings = STILL, **changed: Any) -> AsyncClient:
    """A page of the table with these settings."""
    app = create_app(replace(settings, **changed))
    return AsyncClient(transport=ASGITransport(app=app, raise_app_exceptions=True), base_url="http://localhost")


async def ask(path: str, body: Any = None, settings: Settings = STILL, **changed: Any) -> Response:
    """One answer."""
    async with page(settings, **changed) as asking:
        return await (asking.get(path) if body is None else asking.post(path, json=body))


async def told(path: str, body: Any = None, **changed: Any) -> Any:
    """The JSON of an answer that has to be one."""
    answer = await ask(path, body, **changed)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def trouble(status: int, path: str, body: Any, **changed: Any) -> Any:
    """The trouble that an answer has to be."""
    answer = await ask(path, body, **changed)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    found = answer.json()
    assert found["message"]
    assert set(found) <= {"error", "message", "mistakes", "ruling"}
    return found


def text_of(name: str) -> str:
    """The text of a shipped scenario."""
    return (EXAMPLES / f"{name}.battle.yaml").read_text("utf-8")


def spot(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


MAP = {
    "format": 0.3,
    "resolution": {"map_origin": spot(0, 0), "map_size": spot(10, 8), "pixels_per_grid": 70},
    "line_of_sight": [[spot(1, 1), spot(1, 4)]],
    "portals": [{"bounds": [spot(1, 4), spot(1, 5)], "closed": True}],
    "image": "A" * 200_000,
}
DUNGEON = {"rects": [{"x": 0, "y": 0, "w": 5, "h": 4}], "doors": [], "columns": [], "notes": [], "title": "Cellar"}
SCENE = {"name": "Yard", "grid": {"size": 100}, "width": 1000, "height": 800, "padding": 0,
         "walls": [{"c": [100, 100, 100, 400]}], "tokens": []}  # fmt: skip
MAP_TEXT = json.dumps(MAP)
