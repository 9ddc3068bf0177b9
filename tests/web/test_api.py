"""The OpenAPI document and the table agree: whatever the document allows is answered as it says, never with a fault."""

from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode
from schemathesis.python.asgi import shutdown_lifespans
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.web.asking import STILL
from tests.web.sitting import example

from enfilade.web.app import create_app, table
from enfilade.web.settings import Effort

SCENARIO = example()
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
    case.call_and_validate(excluded_checks=[positive_data_acceptance])
