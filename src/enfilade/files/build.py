"""Tokens into plain data: lists, mappings and values, with the place of each and a limit on all of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from enfilade.files.scalar import Data, Unreadable, scalar, show, text
from enfilade.files.tokens import ALIAS, END, LIST, MAP, PLAIN, TAG, TEXT, Malformed, Token

DEEPEST: Final = 40
MOST_NOTES: Final = 100
MOST_NAMES: Final = 2_000  # in one mapping
_MAPPING: Final = 3  # a mapping counts as so many values: whatever is missing in it is a mistake of its own
_LONG: Final = 256  # every so many characters of a text count as one more value


class Mark(NamedTuple):
    """Where a list or mapping stands, and everything in it; offsets count characters."""

    at: int
    names: dict[str, int]
    inside: dict[str, Marks] | list[Marks]


Marks: TypeAlias = int | Mark
Path: TypeAlias = tuple[str | int, ...]


class Excessive(Malformed):
    """The text is larger or deeper than any scenario; reading stops at once."""


class Note(NamedTuple):
    """A mistake after which reading can go on."""

    at: int
    path: Path
    expected: str
    found: str
    hint: str = ""
    earlier: int | None = None  # where the name was first given


class _Kept(NamedTuple):
    """What an anchor stands for, how much it weighs and how deep it is."""

    value: Data
    marks: Marks
    weight: int
    depth: int


@dataclass(slots=True)
class _Open:
    """A list or mapping that is still being read."""

    value: list[Data] | dict[str, Data]
    mark: Mark
    anchor: str | None = None
    before: int = 0
    depth: int = 0
    name: str | None = None


@dataclass(slots=True)
class Building:
    """Plain data as far as it is read. `most` limits the values, those behind aliases counted each time."""

    most: int
    notes: list[Note] = field(default_factory=list)
    weight: int = 0
    _open: list[_Open] = field(default_factory=lambda: [_Open([], Mark(0, {}, []))])
    _anchors: dict[str, _Kept] = field(default_factory=dict)

    def take(self, token: Token) -> None:
        """Read one token on; raises `Malformed` where that makes no sense, `Excessive` beyond a limit."""
        top = self._open[-1]
        if token.kind == END:
            self._close()
        elif token.kind == TAG:
            self.note(token.at, "a plain value", f"the type tag {show(token.text)}", "delete the tag")
        elif top.name is None and isinstance(top.value, dict):
            self._take_name(top, token)
        elif token.kind == ALIAS:
            self._take_alias(token)
        elif token.kind in (MAP, LIST):
            self._weigh(token.at, 1 if token.kind == LIST else _MAPPING)
            self._start(token)
        else:
            self._weigh(token.at, 1 + len(token.text) // _LONG)
            value = self._value(token)
            if token.anchor:
                self._anchors[token.anchor] = _Kept(value, token.at, 1 + len(token.text) // _LONG, 0)
            self._put(value, token.at)

    def note(self, at: int, expected: str, found: str, hint: str = "", earlier: int | None = None) -> None:
        """Keep a mistake and go on."""
        if len(self.notes) < MOST_NOTES:
            self.notes.append(Note(at, self.path(), expected, found, hint, earlier))

    def path(self) -> Path:
        """The field that is being read."""
        path = [open_.name if isinstance(open_.value, dict) else len(open_.value) for open_ in self._open[1:]]
        return tuple(part for part in path if part is not None)

    def result(self) -> tuple[Data, Marks] | None:
        """The data and its marks; `None` if the text held no value at all."""
        root = self._open[0]
        values, marks = list(root.value), list(root.mark.inside)
        return (values[0], marks[0]) if values else None  # type: ignore[return-value]

    def _weigh(self, at: int, weight: int) -> None:
        self.weight += weight
        if self.weight > self.most:
            hint = "aliases count as what they stand for, mappings and long texts as several values"
            raise Excessive(at, f"at most {self.most:,} values", "more", hint)

    def _start(self, token: Token) -> None:
        if len(self._open) > DEEPEST:
            raise Excessive(token.at, f"at most {DEEPEST} lists and mappings inside each other", "more")
        if token.kind == MAP:
            self._open.append(_Open({}, Mark(token.at, {}, {}), token.anchor, self.weight))
        else:
            self._open.append(_Open([], Mark(token.at, {}, []), token.anchor, self.weight))

    def _close(self) -> None:
        done = self._open.pop()
        if done.anchor:
            weight = self.weight - done.before + (1 if isinstance(done.value, list) else _MAPPING)
            self._anchors[done.anchor] = _Kept(done.value, done.mark, weight, done.depth + 1)
        self._put(done.value, done.mark, done.depth + 1)

    def _put(self, value: Data, marks: Marks, depth: int = 0) -> None:
        top = self._open[-1]
        top.depth = max(top.depth, depth)
        if isinstance(top.value, list) and isinstance(top.mark.inside, list):
            top.value.append(value)
            top.mark.inside.append(marks)
        elif isinstance(top.value, dict) and isinstance(top.mark.inside, dict) and top.name is not None:
            top.value.setdefault(top.name, value)
            top.mark.inside.setdefault(top.name, marks)
            top.name = None

    def _value(self, token: Token) -> Data:
        try:
            return scalar(token.text) if token.kind == PLAIN else text(token.text)
        except Unreadable as wrong:
            self.note(token.at, wrong.expected, wrong.found, wrong.hint)
            return None

    def _take_name(self, top: _Open, token: Token) -> None:
        """A name is always a text, as it is written: `1.1: 2` names the field "1.1"."""
        if token.kind not in (TEXT, PLAIN):
            raise Malformed(token.at, "a name", "a list, mapping or alias in its place")
        self._weigh(token.at, 1 + len(token.text) // _LONG)
        if len(top.mark.names) == MOST_NAMES:
            raise Excessive(token.at, f"at most {MOST_NAMES:,} names in a mapping", "more")
        first = top.mark.names.setdefault(token.text, token.at)
        top.name = token.text
        if first != token.at:
            self.note(token.at, "every name once", f"{show(token.text)} a second time", earlier=first)
        if token.kind == PLAIN and token.text in ("", "<<"):
            self.note(token.at, "a name", "a merge (<<)" if token.text else "none", "write the fields out")
        try:
            text(token.text)
        except Unreadable as wrong:
            self.note(token.at, wrong.expected, wrong.found, wrong.hint)

    def _take_alias(self, token: Token) -> None:
        kept = self._anchors.get(token.text)
        if any(open_.anchor == token.text for open_ in self._open):
            raise Malformed(token.at, "a value", f"*{token.text} inside what it stands for")
        if kept is None:
            self.note(token.at, f"an anchor &{token.text} earlier in the file", "none")
            return self._put(None, token.at)
        self._weigh(token.at, kept.weight)
        if len(self._open) + kept.depth > DEEPEST + 1:
            raise Excessive(token.at, f"at most {DEEPEST} lists and mappings inside each other", "more")
        self._put(kept.value, kept.marks, kept.depth)
