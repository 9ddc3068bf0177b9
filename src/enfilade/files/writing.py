"""Plain data as JSON text, decimals digit for digit, so that reading it again gives an equal document."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

_quoted = json.encoder.encode_basestring


def write(data: Any, indent: int | None = None) -> str:
    """The data as JSON, on one line or indented by so many blanks.

    Takes mappings with text names, lists, tuples, texts, booleans, `None`, whole numbers, decimals and finite
    floats; a fraction becomes text such as "3/16". Raises `TypeError` or `ValueError` for anything else.
    """
    return "".join(_pieces(data, indent, "\n"))


def _pieces(data: Any, indent: int | None, newline: str) -> Iterator[str]:
    if isinstance(data, Mapping):
        members = ((f"{_name(name)}: ", value) for name, value in data.items())
        yield from _enclosed("{}", members, indent, newline)
    elif isinstance(data, list | tuple):
        yield from _enclosed("[]", (("", value) for value in data), indent, newline)
    else:
        yield _scalar(data)


def _enclosed(brackets: str, members: Iterator[tuple[str, Any]], indent: int | None, newline: str) -> Iterator[str]:
    inner = newline if indent is None else newline + " " * indent
    separator = ""
    yield brackets[0]
    for name, value in members:
        yield separator
        if indent is not None:
            yield inner
        yield name
        yield from _pieces(value, indent, inner)
        separator = ", " if indent is None else ","
    if separator and indent is not None:
        yield newline
    yield brackets[1]


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a name must be a text, not {name!r}")
    return _quoted(name)


def _scalar(value: Any) -> str:
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, Decimal | float) and math.isfinite(value):
        return _decimal(value)
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else f'"{value}"'
    raise TypeError(f"{value!r} cannot be written to a file")


def _decimal(value: Decimal | float) -> str:
    # "5" would be read back as a whole number: the same value, but another kind.
    text = repr(value) if isinstance(value, float) else str(value)
    return text if any(c in text for c in ".eE") else f"{text}.0"
