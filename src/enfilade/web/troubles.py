"""Everything that can go wrong with a question, as an answer that says what to do."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from enfilade.dice import AnswerError, FaceError, OverBudget
from enfilade.files.document import field
from enfilade.files.wording import describe
from enfilade.referee import ScenarioError, expectation
from enfilade.web import wire
from enfilade.web.desk import Busy, Gone
from enfilade.web.telling import trouble

ERRORS: Mapping[int, str] = MappingProxyType(
    {403: "not_yours", 404: "not_found", 413: "too_large", 429: "too_many", 503: "busy"}
)
GONE = 499  # nobody hears it


def handle_all(app: FastAPI) -> None:
    """Every error that bad input can raise is answered."""
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _misshapen)
    for kind in (ScenarioError, AnswerError, FaceError):
        app.add_exception_handler(kind, _wrong)
    app.add_exception_handler(OverBudget, _too_hard)
    app.add_exception_handler(Busy, _busy)
    app.add_exception_handler(Gone, _gone)


def answered(status: int, told: wire.Trouble, headers: Mapping[str, str] | None = None) -> Response:
    """Trouble as an answer."""
    return Response(told.model_dump_json(), status, headers, "application/json")


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail: Any = error.detail
    if not isinstance(detail, wire.Trouble):
        kind = ERRORS.get(error.status_code, "request")
        detail = wire.Trouble.model_validate({"error": kind, "message": _said(error, request)})
    return answered(error.status_code, detail, error.headers)


def _said(error: HTTPException, request: Request) -> str:
    if error.status_code == 404 and error.detail == "Not Found":
        return f"there is nothing at {request.url.path}"
    if error.status_code == 405:
        return f"{request.url.path} does not take {request.method}"
    return str(error.detail)


async def _misshapen(request: Request, error: Exception) -> Response:
    """A body or a parameter of another shape than was agreed."""
    assert isinstance(error, RequestValidationError)
    mistakes = [_mistake(one) for one in error.errors()[:100]]
    first = mistakes[0]
    message = f"{first.where}: expected {first.expected}, found {first.found}"
    return answered(422, wire.Trouble(error="request", message=message, mistakes=mistakes))


def _mistake(error: Mapping[str, Any]) -> wire.Mistake:
    where, *path = error["loc"]
    named = field(tuple(path))
    expected = str(error["msg"]).removeprefix("Value error, expected ").removeprefix("Value error, ")
    return wire.Mistake(
        where=f"{where} {named}".strip(),
        field=named,
        expected="no such field" if error["type"] == "extra_forbidden" else expectation(expected),
        found="nothing" if error["type"] == "missing" else describe(error.get("input")),
        hint="",
    )


async def _wrong(request: Request, error: Exception) -> Response:
    return answered(422, trouble(error))


async def _too_hard(request: Request, error: Exception) -> Response:
    return answered(422, wire.Trouble(error="too_large", message=f"{error}; name another policy"))


async def _busy(request: Request, error: Exception) -> Response:
    assert isinstance(error, Busy)
    if error.mine:
        return answered(429, wire.Trouble(error="too_many", message=str(error)), {"retry-after": "1"})
    return answered(503, wire.Trouble(error="busy", message=str(error)), {"retry-after": "1"})


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=GONE)
