"""The OpenAPI document and the table agree: whatever the document allows is answered as it says, never with a fault."""

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode
from schemathesis.python.asgi import shutdown_lifespans
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.web.asking import STILL, ask
from tests.web.sitting import example

from enfilade import web
from enfilade.web.app import create_app, table
from enfilade.web.rooms.routes import STATUS
from enfilade.web.settings import Effort

SCENARIO = example()
PATIENCE = 300.0
ACTION = {"kind": "melee", "attacker": "reanimates", "target": "spearmen", "edge": "rear"}


class Served:
    """The table, made when the tests begin: they are listed from its document before."""

    app: Any = None

    async def __call__(self, scope, receive, send):
        await self.app(scope, receive, send)


served = Served()
schema = schemathesis.openapi.from_dict(table(STILL).openapi())
schema.app = served


@pytest.fixture(scope="module", autouse=True)
def _open(tmp_path_factory):
    file = tmp_path_factory.mktemp("rooms") / "rooms.sqlite3"
    effort = Effort(2_000, 500, 500, 2_000, 0.5)
    served.app = create_app(replace(STILL, host="0.0.0.0", database=str(file), effort=effort))
    yield
    shutdown_lifespans()


def sound(body):
    """Half of the bodies that may bring a scenario bring a sound one; of these, most bring a sound action."""
    if not isinstance(body, dict) or not isinstance(body.get("scenario"), dict) or len(repr(body)) % 2:
        return body
    body = {**body, "scenario": SCENARIO} | ({"entries": []} if "entries" in body else {})
    return {**body, "action": ACTION} if isinstance(body.get("action"), dict) and len(repr(body)) % 3 else body


@schema.parametrize()
@settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)
def test_every_answer_is_one_that_the_document_tells(case):
    if case.meta.generation.mode is GenerationMode.POSITIVE:
        case.body = sound(case.body)
    # A document cannot tell which scenarios are sound: what it allows may still be refused, with every mistake.
    # How long an answer takes on a busy machine says nothing of what it is.
    case.call_and_validate(excluded_checks=[positive_data_acceptance], timeout=PATIENCE)


def operations():
    document = table(STILL).openapi()
    return {
        f"{method} {path}": told for path, ways in document["paths"].items() for method, told in ways.items()
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(operations()))
def test_every_status_is_told_of_every_question(name):
    told = operations()[name]["responses"]
    assert {str(status) for status in statuses()} - {"404"} <= set(told)
    assert ("{" in name) <= ("404" in told or "catalogue" in name)
    for status, answer in told.items():
        if status != "200":
            assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Trouble"}


def statuses():
    """Every status that the code of the table gives to a question that is not answered."""
    found = {*STATUS.values(), 422}
    for file in Path(web.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in (
                "NotAnswered",
                "HTTPException",
                "refusal",
            ):
                found |= {
                    one.value for one in call.args[:1] if isinstance(one, ast.Constant) and isinstance(one.value, int)
                }
    return found


def test_these_are_all_that_is_given():
    assert statuses() == {400, 403, 404, 413, 422, 429, 500, 503}


async def test_what_is_not_there_and_how_it_is_not_asked_is_told_as_any_trouble():
    for path, body, status in (("/api/nothing", None, 404), ("/api/judge", None, 405)):
        answer = await ask(path, body)
        assert (answer.status_code, set(answer.json())) == (status, {"error", "message"})
