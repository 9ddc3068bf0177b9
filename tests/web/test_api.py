"""The OpenAPI document and the table agree: whatever the document allows is answered as it says, never with a fault."""

from dataclasses import replace

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
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

    app = None

    async def __call__(self, scope, receive, send):
        await self.app(scope, receive, send)


served = Served()
schema = schemathesis.openapi.from_dict(table(STILL).openapi())
schema.app = served


@pytest.fixture(scope="module", autouse=True)
def _open(tmp_path_factory):
    file = tmp_path_factory.mktemp("rooms") / "rooms.sqlite3"
    served.app = create_app(replace(STILL, host="0.0.0.0", database=str(file), effort=Effort(2_000, 500, 2_000, 0.5)))
    yield
    shutdown_lifespans()


@schema.hook
def map_body(context, body):
    """Half of the bodies that may bring a scenario bring a sound one; of these, most bring a sound action."""
    if isinstance(body, dict) and isinstance(body.get("scenario"), dict) and len(repr(body)) % 2:
        body = {**body, "scenario": SCENARIO, "entries": []} if "entries" in body else {**body, "scenario": SCENARIO}
        if isinstance(body.get("action"), dict) and len(repr(body)) % 3:
            body["action"] = ACTION
    return body


@schema.parametrize()
@settings(max_examples=12, suppress_health_check=list(HealthCheck), deadline=None)
def test_every_answer_is_one_that_the_document_tells(case):
    # A document cannot tell which scenarios are sound: what it allows may still be refused, with every mistake.
    case.call_and_validate(excluded_checks=[positive_data_acceptance])
