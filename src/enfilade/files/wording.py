"""What pydantic finds wrong with a document, in our words: for every field what was expected and what was found.

Where a value may be of several kinds, only the kind that was meant is reported: the one whose shape fits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ValidationError

from enfilade.files.build import Path
from enfilade.files.fields import known_fields
from enfilade.files.scalar import show
from enfilade.referee import Mistake, closest

MOST: Final = 1000  # beyond that nobody reads on

_KEY: Final = "[key]"  # how pydantic marks an error in a name


class Found(NamedTuple):
    """Mistakes about values, and mistakes about names."""

    values: list[Mistake]
    names: list[Mistake]


class _Error(NamedTuple):
    """One of pydantic's errors, and the part of its path that is not walked yet."""

    rest: tuple[str | int, ...]
    kind: str
    context: Mapping[str, Any]
    message: str


def mistakes_in(error: ValidationError, model: type[BaseModel], data: Any) -> Found:
    """Every mistake that `model` finds in the plain `data`, each once."""
    return mistakes_listed(error.errors(include_url=False, include_input=False), model, data)


def mistakes_listed(listed: Iterable[Mapping[str, Any]], model: type[BaseModel], data: Any) -> Found:
    """The same from a list of pydantic's errors."""
    errors = [_Error(tuple(one["loc"]), one["type"], one.get("ctx", {}), one["msg"]) for one in islice(listed, MOST)]
    found = Found([], [])
    _sort(errors, data, (), _Report(model, found))
    return found


def nearest(word: Any, known: Iterable[str]) -> str:
    """A hint that names the known word that is nearly this one; empty if there is none."""
    near = closest(word, known) if isinstance(word, str) else None
    return f"did you mean {show(near)}?" if near is not None else ""


def suggestion(word: Any, known: Iterable[str]) -> str:
    """A hint for an unknown word: the nearest that is known, or all if they are few."""
    names = list(known)
    return nearest(word, names) or (f"known: {', '.join(names)}" if 0 < len(names) <= 20 else "")


def describe(value: Any) -> str:
    """What stands in the file, in a few words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float | Decimal):
        return f"the number {value}"
    if isinstance(value, str):
        return show(value, 40)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a mapping"


# --------------------------------------------------------------------------------- which errors are told


class _Report(NamedTuple):
    """Where mistakes are written down."""

    model: type[BaseModel]
    found: Found

    def tell(self, error: _Error, value: Any, path: Path) -> None:
        if error.kind in ("union_tag_invalid", "union_tag_not_found"):
            return self._tell_kind(error, value, (*path, error.context["discriminator"].strip("'")))
        if error.kind == "missing":
            return self._add(self.found.values, Mistake(path, "a value" if _listed(path) else "this field", "none"))
        if error.kind == "extra_forbidden":
            hint = suggestion(str(path[-1]), known_fields(self.model, path[:-1]))
            return self._add(self.found.names, Mistake(path, "a known field", show(str(path[-1])), hint))
        if error.rest == (_KEY,):
            name = str(path[-1])
            hint = _hint(error, name)
            return self._add(self.found.names, Mistake(path, f"{_expected(error)} as a name", show(name, 40), hint))
        self._add(self.found.values, Mistake(path, _expected(error), _found(error, value), _hint(error, value)))

    def _tell_kind(self, error: _Error, value: Any, path: Path) -> None:
        """The field that says which kind of mapping this is, is wrong or missing."""
        if error.kind == "union_tag_not_found":
            found = "none" if isinstance(value, dict) else describe(value)
            return self._add(self.found.values, Mistake(path, "this field", found))
        known = re.findall(r"'([^']*)'", error.context["expected_tags"])
        tag = error.context["tag"]
        mistake = Mistake(path, f"one of {', '.join(known)}", show(str(tag), 40), nearest(tag, known))
        self._add(self.found.values, mistake)

    def _add(self, to: list[Mistake], mistake: Mistake) -> None:
        if mistake not in to:
            to.append(mistake)


def _listed(path: Path) -> bool:
    return isinstance(path[-1], int)


def _sort(errors: list[_Error], value: Any, path: Path, report: _Report) -> None:
    """Walk the paths of pydantic into the data; what is no field there names one of several kinds of value."""
    inside: dict[str | int, list[_Error]] = {}
    kinds: dict[str | int, list[_Error]] = {}
    for error in errors:
        if not error.rest and error.kind == "too_short" and len(value) >= error.context["min_length"]:
            continue  # pydantic does not count the entries that are wrong themselves
        if not error.rest or error.rest == (_KEY,):
            report.tell(error, value, path)
        elif _holds(value, error.rest[0]):
            inside.setdefault(error.rest[0], []).append(error._replace(rest=error.rest[1:]))
        elif error.kind == "missing" and len(error.rest) == 1:
            report.tell(error, None, (*path, error.rest[0]))
        else:
            kinds.setdefault(error.rest[0], []).append(error._replace(rest=error.rest[1:]))
    for part, below in inside.items():
        _sort(below, value[part], (*path, part), report)
    if kinds:
        _sort_kinds(list(kinds.values()), value, path, report)


def _holds(value: Any, part: str | int) -> bool:
    if isinstance(value, dict):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and part < len(value)


def _sort_kinds(kinds: list[list[_Error]], value: Any, path: Path, report: _Report) -> None:
    """Report the kind that was meant; if the value fits none, say all of them in one mistake."""
    fitting = [errors for errors in kinds if not any(not error.rest and _wrong_kind(error) for error in errors)]
    if fitting:
        return _sort(min(fitting, key=len), value, path, report)
    roots = [error for errors in kinds for error in errors if not error.rest]
    expected = _either([_expected(error) for error in roots])
    report.tell(roots[0]._replace(kind="several", context={"expected": expected}), value, path)


def _wrong_kind(error: _Error) -> bool:
    return error.kind in _WRONG_KIND


def _either(expected: list[str]) -> str:
    words = list(dict.fromkeys(expected))
    if "a number" in words and "a whole number" in words:
        words.remove("a whole number")
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# ----------------------------------------------------------------------------------- how they are told

_NUMBER, _WHOLE, _LIST, _MAPPING = "a number", "a whole number", "a list", "a mapping"

# Errors that say that the value is of another kind altogether.
_WRONG_KIND: Final = MappingProxyType(
    {"string_type": "a text", "bool_type": "true or false", "bool_parsing": "true or false", "none_required": "nothing"}
    | dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), _WHOLE)
    | dict.fromkeys(("float_type", "float_parsing", "decimal_type", "decimal_parsing", "is_instance_of"), _NUMBER)
    | dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type", "iterable_type"), _LIST)
    | dict.fromkeys(("dict_type", "mapping_type", "model_type", "model_attributes_type", "dataclass_type"), _MAPPING)
)

_PHRASES: Final = MappingProxyType(
    {
        "several": "{expected}",
        "finite_number": "a finite number",
        "greater_than": "a number above {gt}",
        "greater_than_equal": "a number of at least {ge}",
        "less_than": "a number below {lt}",
        "less_than_equal": "a number of at most {le}",
        "multiple_of": "a multiple of {multiple_of}",
        "too_short": "at least {min_length} in the list",
        "too_long": "at most {max_length} in the list",
        "string_too_short": "a text of at least {min_length} characters",
        "string_too_long": "a text of at most {max_length} characters",
        "string_pattern_mismatch": "a text of the form {pattern}",
    }
)


def _expected(error: _Error) -> str:
    if error.kind in _WRONG_KIND:
        return _WRONG_KIND[error.kind]
    if error.kind in ("literal_error", "enum"):
        options = _options(error)
        return f"one of {', '.join(options)}" if len(options) > 1 else show(options[0])
    if error.kind in ("value_error", "assertion_error"):
        said = str(error.context.get("error", error.message))
        return re.sub(r"^(?s:.*?)\bexpected ", "", said).partition(", found ")[0]
    if error.kind in ("too_short", "too_long") and error.context.get("field_type") == "Dictionary":
        return _expected(error._replace(context={**error.context, "field_type": ""})).replace("list", "mapping")
    phrase = _PHRASES.get(error.kind)
    return phrase.format_map(error.context) if phrase else f"a value without this fault: {error.kind}"


def _options(error: _Error) -> list[str]:
    """The words that would have been right; pydantic lists them in single quotes."""
    listed = str(error.context.get("expected", ""))
    return re.findall(r"'([^']*)'", listed) or [listed]


def _found(error: _Error, value: Any) -> str:
    if error.kind in ("too_short", "too_long"):
        return str(error.context.get("actual_length") or len(value))
    return describe(value)


_HINTS: Final[Mapping[str, Callable[[Any], str]]] = MappingProxyType(
    {"string_type": lambda value: "put it in quotes" if isinstance(value, bool | int | Decimal) else ""}
)


def _hint(error: _Error, value: Any) -> str:
    if error.kind in ("literal_error", "enum"):
        return nearest(value, _options(error)) if len(_options(error)) > 1 else ""
    return _HINTS[error.kind](value) if error.kind in _HINTS else ""
