"""The field names that a document model knows at a path, so that a misspelt one can be put right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel

from enfilade.files.build import Path


def known_fields(model: type[BaseModel], path: Path) -> tuple[str, ...]:
    """The names that may stand in the mapping at this path, of every kind of mapping allowed there."""
    types: list[Any] = [model]
    for part in path:
        types = [inner for outer in types for inner in _inside(outer, part)]
    models = [kind for outer in types for kind in _kinds(outer) if _is_model(kind)]
    return tuple(dict.fromkeys(name for kind in models for name in _fields(kind)))


def _kinds(annotation: Any) -> Iterator[Any]:
    """The plain types behind `Annotated`, aliases and unions."""
    annotation = getattr(annotation, "__value__", annotation)
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _kinds(get_args(annotation)[0])
    elif origin is None or (isinstance(origin, type) and issubclass(origin, tuple | list | Mapping)):
        yield annotation
    else:  # a union, or something without fields
        for one in get_args(annotation):
            yield from _kinds(one)


def _inside(annotation: Any, part: str | int) -> Iterator[Any]:
    for kind in _kinds(annotation):
        arguments = get_args(kind)
        if _is_model(kind):
            if part in (fields := _fields(kind)):
                yield fields[str(part)]
        elif isinstance(part, int) and get_origin(kind) is tuple and arguments[-1:] != (Ellipsis,):
            yield from arguments[part : part + 1]
        elif arguments:
            yield arguments[0] if isinstance(part, int) else arguments[-1]


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _fields(model: type[BaseModel]) -> dict[str, Any]:
    """The types of a model's fields by the names they have in files."""
    return {info.alias or name: info.annotation for name, info in model.model_fields.items()}
