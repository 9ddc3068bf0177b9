"""Everything that can go wrong with a question, as an answer that says what to do."""

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from enfilade.dice import AnswerError, FaceError, OverBudget
from enfilade.referee import ScenarioError
from enfilade.web import page, wire
from enfilade.web.desk import Gone
from enfilade.web.misshapen import in_request
from enfilade.web.refusing import NotAnswered, fault, refusal, speaking
from enfilade.web.telling import trouble


def handle_all(app: FastAPI) -> None:
    """Every error that bad input can raise is answered."""
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _misshapen)
    for kind in (ScenarioError, AnswerError, FaceError):
        app.add_exception_handler(kind, _wrong)
    app.add_exception_handler(OverBudget, _too_hard)
    app.add_exception_handler(NotAnswered, _not_answered)
    app.add_exception_handler(Gone, _gone)
    app.add_exception_handler(Exception, _fault)  # the guard writes it into the log


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail: Any = error.detail
    if not isinstance(detail, wire.Trouble):
        why = _not_told(error, request)
        if error.status_code == 404 and page.wants_page(request):
            return page.nothing_there(request, why)
        detail = why.told(speaking(request.url.query))
    answer = refusal(error.status_code, detail)
    answer.headers.update(error.headers or {})
    return answer


def _not_told(error: HTTPException, request: Request) -> NotAnswered:
    """An error of the framework in our words."""
    status, path = error.status_code, request.url.path
    if status == 404:
        return NotAnswered(status, "not_found", "there is nothing at {path}", path=path)
    if status == 405:
        return NotAnswered(status, "request", "{path} does not take {method}", path=path, method=request.method)
    return NotAnswered(status, "too_large" if status == 413 else "request", "{why}", why=str(error.detail))


async def _misshapen(request: Request, error: Exception) -> Response:
    """A body or a parameter of another shape than was agreed."""
    assert isinstance(error, RequestValidationError)
    asked = getattr(request.scope.get("route"), "body_field", None)
    mistakes = in_request(error.errors(), asked.field_info.annotation if asked else None, error.body)
    return refusal(422, trouble(mistakes, placed=False).model_copy(update={"error": "request"}))


async def _wrong(request: Request, error: Exception) -> Response:
    return refusal(422, trouble(error, translate=speaking(request.url.query)))


async def _too_hard(request: Request, error: Exception) -> Response:
    hard = NotAnswered(422, "too_large", "{why}; name another policy", why=str(error))
    return refusal(hard.status, hard.told(speaking(request.url.query)))


async def _not_answered(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotAnswered)
    return refusal(error.status, error.told(speaking(request.url.query)))


async def _fault(request: Request, error: Exception) -> Response:
    return await _not_answered(request, fault())


async def _gone(request: Request, error: Exception) -> Response:
    """Nobody hears it, unless the one who asked has not left after all."""
    return await _not_answered(request, NotAnswered(503, "busy", "nobody waits for this answer any more"))
