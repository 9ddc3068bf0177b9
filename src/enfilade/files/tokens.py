"""The words and brackets of a JSON or YAML text, one after another, each with its offset.

Both readers yield the same tokens, so that all limits and all meaning live in one place
(`enfilade.files.document`). Neither builds objects, follows tags or calls itself for a nested value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from enfilade.files.scalar import show

MAP: Final = "map"
LIST: Final = "list"
END: Final = "end"
TEXT: Final = "text"  # a quoted or block text
PLAIN: Final = "plain"  # a bare word: a number, true, null, or in YAML a text
ALIAS: Final = "alias"
TAG: Final = "tag"  # a YAML type tag on the token that follows


class Token(NamedTuple):
    """One word or bracket; `at` counts characters from the start of the text."""

    kind: str
    at: int
    text: str = ""
    anchor: str | None = None


class Malformed(Exception):
    """The text cannot be read on from this place."""

    def __init__(self, at: int, expected: str, found: str, hint: str = "") -> None:
        super().__init__(expected, found)
        self.at, self.expected, self.found, self.hint = at, expected, found, hint


# ------------------------------------------------------------------------------------------------ JSON

_JSON_TOKEN: Final = re.compile(r'[ \t\n]*+(?:([{}\[\],:])|"((?:[^"\\\n]++|\\.)*+)"|([-+.\w]++)|\Z)')
_JSON_BARE: Final = re.compile(r"true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_SPACE: Final = re.compile(r"[ \t\n]*")

# What may come next: a value; a name; the colon after it; or what follows a complete value.
_VALUE, _FIRST_VALUE, _NAME, _FIRST_NAME, _COLON, _AFTER = range(6)
_WANTED: Final = {
    _VALUE: "a value",
    _FIRST_VALUE: 'a value or "]"',
    _NAME: "a name in double quotes",
    _FIRST_NAME: 'a name in double quotes or "}"',
    _COLON: '":"',
    _AFTER: '"," or a closing bracket',
}


def json_tokens(text: str) -> Iterator[Token]:
    """Read strict JSON (RFC 8259); raises Malformed where it is not."""
    nested: list[str] = []
    want, position = _VALUE, 0
    while nested or want != _AFTER:
        match = _JSON_TOKEN.match(text, position)
        if match is None:
            raise _not_json(text, position, want)
        mark, quoted, bare = match.groups()
        at, position = match.start(match.lastindex or 0), match.end()
        if mark in ("{", "[") and want in (_VALUE, _FIRST_VALUE):
            yield Token(MAP if mark == "{" else LIST, at)
            nested.append(mark)
            want = _FIRST_NAME if mark == "{" else _FIRST_VALUE
        elif mark and _closes(mark, nested, want):
            nested.pop()
            yield Token(END, at)
            want = _AFTER
        elif mark == "," and want == _AFTER and nested:
            want = _NAME if nested[-1] == "{" else _VALUE
        elif mark == ":" and want == _COLON:
            want = _VALUE
        elif quoted is not None and want in (_VALUE, _FIRST_VALUE, _NAME, _FIRST_NAME):
            yield Token(TEXT, at - 1, _unescape(quoted, at))
            want = _COLON if want in (_NAME, _FIRST_NAME) else _AFTER
        elif bare and want in (_VALUE, _FIRST_VALUE) and _JSON_BARE.fullmatch(bare):
            yield Token(PLAIN, at, bare)
            want = _AFTER
        else:
            raise _not_json(text, match.start(), want)
    rest = _end_of(_SPACE.match(text, position))
    if rest < len(text):
        raise Malformed(rest, "the end of the file", _glimpse(text, rest), "one file holds one document")


def _closes(mark: str, nested: list[str], want: int) -> bool:
    if mark == "}":
        return want == _FIRST_NAME or (want == _AFTER and nested[-1] == "{")
    return mark == "]" and (want == _FIRST_VALUE or (want == _AFTER and nested[-1] == "["))


def _unescape(quoted: str, at: int) -> str:
    if "\\" not in quoted:
        return quoted
    try:
        return str(json.loads(f'"{quoted}"', strict=False))
    except ValueError as problem:
        offset = getattr(problem, "pos", 1) - 1
        raise Malformed(at + offset, 'an escape such as \\n, \\" or \\u00e9', _glimpse(quoted, offset)) from None


def _not_json(text: str, position: int, want: int) -> Malformed:
    at = _end_of(_SPACE.match(text, position))
    if text[at : at + 1] == '"' and want not in (_COLON, _AFTER):
        return Malformed(at, "a closing quote on the same line", "none")
    return Malformed(at, _WANTED[want], _glimpse(text, at))


def _end_of(match: re.Match[str] | None) -> int:
    return match.end() if match else 0


def _glimpse(text: str, at: int) -> str:
    piece = text[at : at + 20].split("\n")[0]
    return show(piece) if piece else "the end of the line" if text[at : at + 1] else "the end of the file"


# ------------------------------------------------------------------------------------------------ YAML


def yaml_tokens(text: str) -> Iterator[Token]:
    """Read one YAML 1.2 document; raises Malformed where it is not. Nothing is resolved or built here."""
    from ruamel.yaml import YAML

    documents = 0
    # Whatever the scanner stumbles over is the text's fault: it raises not only its own errors on odd escapes.
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            documents += type(event).__name__ == "DocumentStartEvent"
            yield from _tokens_of(event, documents)
    except Malformed:
        raise
    except Exception as problem:  # noqa: BLE001
        raise _not_yaml(text, problem) from None


def _tokens_of(event: Any, documents: int) -> Iterator[Token]:
    kind, at = type(event).__name__, event.start_mark.index
    if kind == "DocumentStartEvent":
        if documents > 1:
            raise Malformed(at, "one document in a file", 'a second document after "---" or "..."', "split the file")
        if event.version not in (None, (1, 2)) or event.tags:
            raise Malformed(0, "YAML 1.2 without tags", "another directive (%)", 'delete the line that starts with "%"')
    elif kind in ("MappingStartEvent", "SequenceStartEvent", "ScalarEvent"):
        if event.tag is not None:
            yield Token(TAG, at, str(event.tag))
        if kind == "ScalarEvent":
            yield Token(TEXT if event.style else PLAIN, at, event.value, event.anchor)
        else:
            yield Token(MAP if kind == "MappingStartEvent" else LIST, at, "", event.anchor)
    elif kind in ("MappingEndEvent", "SequenceEndEvent"):
        yield Token(END, at)
    elif kind == "AliasEvent":
        yield Token(ALIAS, at, event.anchor)


# How the scanner names a problem -> what we say: expected, found, hint. The first that fits is taken.
_YAML_PROBLEMS: Final = (
    (r"found character '\\t'", "spaces", "a tab", "indent with spaces"),
    (r"found character", "a value or a name", "a character that cannot start one", "put the text in quotes"),
    (
        r"mapping values are not allowed",
        'one "name: value" to a line',
        'a second ":"',
        "put the text in quotes, or put the indent right",
    ),
    (r"could not find expected ':'", '":" after the name', "none", ""),
    (r"sequence entries are not allowed", 'a "- " entry on a line of its own', 'a "-" here', ""),
    (r"found unexpected (end of stream|document)", "the closing quote", "the end of the document", ""),
    (r"found unknown escape character", 'an escape such as \\n, \\" or \\u00e9', "another", "double the backslash"),
    (r"expected escape sequence", "hexadecimal digits after the escape", "something else", "double the backslash"),
    (r"expected <block end>", "the next field or entry, indented like the one before", "something else", ""),
    (r"expected ',' or '", 'a "," or the closing bracket', "neither", ""),
    (r"expected the node content", "a value", "a bracket, a comma or the end instead", ""),
    (r"expected '<document start>'", "the end of the file", "more text", "one file holds one document"),
    (r"expected alphabetic or numeric", "a name after &, * or %", "none", "put the text in quotes"),
)


def _not_yaml(text: str, problem: Exception) -> Malformed:
    mark = getattr(problem, "problem_mark", None)
    at = min(mark.index, len(text)) if mark is not None else getattr(problem, "position", 0)
    said = str(getattr(problem, "problem", None) or "a text that cannot be read")
    for pattern, expected, found, hint in _YAML_PROBLEMS:
        if re.match(pattern, said):
            return Malformed(at, expected, found, hint)
    return Malformed(at, "YAML 1.2 or JSON", show(said.removeprefix("found "))[1:-1], "")
