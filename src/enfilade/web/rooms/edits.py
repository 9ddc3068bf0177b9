"""Edits of a scenario document: values put at paths. A document itself is never changed."""

from collections.abc import Mapping, Sequence
from typing import Any

Path = tuple[str | int, ...]


def edit(path: Path, value: Any) -> dict[str, Any]:
    """The edit that puts a value there; `None` takes the field away."""
    return {"path": list(path), "value": value}


def edited(document: Any, edits: Sequence[Mapping[str, Any]]) -> Any:
    """The document after these edits."""
    for one in edits:
        document = _put(document, tuple(one["path"]), one["value"])
    return document


def _put(document: Any, path: Path, value: Any) -> Any:
    first, *rest = path
    if isinstance(document, list | tuple):
        assert isinstance(first, int)
        inner = _put(document[first], tuple(rest), value) if rest else value
        return [*document[:first], inner, *document[first + 1 :]]
    if not rest and value is None:
        return {name: one for name, one in document.items() if name != first}
    inner = _put(document.get(first, {}), tuple(rest), value) if rest else value
    return {**document, first: inner}
