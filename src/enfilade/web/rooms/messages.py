"""Messages as they come from a socket: guarded, then checked against what a message may be."""

import json
from collections.abc import Iterable
from math import isfinite
from typing import Any, Final, NoReturn

from pydantic import ValidationError

from enfilade.web import wire
from enfilade.web.misshapen import in_message
from enfilade.web.rooms.table import NotDone, unreadable

MOST_SCENARIO: Final = 2 * 2**20
"""No message is longer, in characters; only one with a scenario is as long as that."""
MOST: Final = 64 * 2**10
DEEPEST: Final = 40


def read_message(text: str) -> Any:
    """The message in a text. Raises `NotDone`."""
    if len(text) > MOST_SCENARIO:
        raise NotDone("too_large", "expected at most {most} characters in a message", most=MOST_SCENARIO)
    try:
        data = json.loads(text, parse_constant=_no_number, parse_float=_number)
        text.encode()
    except (ValueError, RecursionError) as error:
        raise NotDone("request", "this is not JSON that can be read here") from error
    if len(text) > MOST and not (isinstance(data, dict) and data.get("type") == "set"):
        raise NotDone("too_large", "expected at most {most} characters in a message", most=MOST)
    if _too_deep(data):
        raise NotDone("request", "this is nested deeper than {deepest} levels", deepest=DEEPEST)
    if _unspeakable(data):
        raise NotDone("request", "this holds characters that are none")
    try:
        return wire.to_server.validate_python(data)
    except ValidationError as error:
        raise unreadable(in_message(error, data)) from error


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number in JSON")


def _number(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _no_number(text[:40])


def _too_deep(data: Any) -> bool:
    layer: Iterable[Any] = (data,)
    for _ in range(DEEPEST):
        layer = [inner for one in layer for inner in _inside(one)]
        if not layer:
            return False
    return True


def _inside(data: Any) -> Iterable[Any]:
    return data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()


def _unspeakable(data: Any) -> bool:
    """Whether a text in it holds half a character, written as an escape: nothing could write it down."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False
