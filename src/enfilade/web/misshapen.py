"""What is not of the shape that was agreed, a body, a parameter or a message: in the words of a file's mistakes."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from enfilade.files.wording import Found, mistakes_in, mistakes_listed
from enfilade.referee import Mistake, ScenarioError
from enfilade.web import wire


def in_request(errors: Iterable[Mapping[str, Any]], model: type[BaseModel] | None, body: Any) -> ScenarioError:
    """Every mistake in a request whose body should have been of this model; parameters by their names."""
    inside, beside, around = list[Mapping[str, Any]](), list[Mapping[str, Any]](), dict[str, dict[str, Any]]()
    for error in errors:
        where, *path = error["loc"]
        if where == "body":
            inside.append({**error, "loc": tuple(path)})
        else:
            beside.append(error)
            around.setdefault(where, {})[path[0]] = error.get("input")
    if any(not error["loc"] and error["type"] == "missing" for error in inside):
        return ScenarioError((Mistake(("body",), "a mapping", "nothing"),))
    if inside and isinstance(body, bytes):
        return ScenarioError((Mistake(("body",), "JSON", "something else", "say so: content-type: application/json"),))
    return _told(mistakes_listed(inside, model or BaseModel, body), mistakes_listed(beside, BaseModel, around))


def in_message(error: ValidationError, data: Any) -> ScenarioError:
    """Every mistake in a message to a room."""
    kind = data.get("type") if isinstance(data, dict) else None
    return _told(mistakes_in(error, wire.SENT.get(kind, wire.Hello) if isinstance(kind, str) else wire.Hello, data))


def _told(*found: Found) -> ScenarioError:
    return ScenarioError(tuple(mistake for one in found for mistake in (*one.values, *one.names)))
