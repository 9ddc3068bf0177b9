"""A YAML or JSON file as plain data, with the place of every value in it, guarded against hostile input."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path as File
from typing import Final, NamedTuple

from enfilade.files.build import Building, Excessive, Mark, Marks, Note, Path
from enfilade.files.scalar import Data, show, unsafe_character
from enfilade.files.tokens import Malformed, Token, json_tokens, yaml_tokens
from enfilade.referee import Mistake, ScenarioError

# Reading is refused within a second at these limits; YAML is for people and is read some thirty times slower.
MOST_BYTES: Final = 8 * 2**20
MOST_YAML: Final = 256 * 2**10
MOST_VALUES: Final = 160_000  # ten thousand walls of a Universal VTT map
MOST_LINE_VALUES: Final = 150_000
MOST_YAML_VALUES: Final = 15_000
MOST_SHOWN: Final = 100

_MACHINE_MADE: Final = (".json", ".jsonl", ".dd2vtt", ".df2vtt", ".uvtt")


class Place(NamedTuple):
    """Line and column in a file, both counted from 1."""

    line: int
    column: int


class Placed(NamedTuple):
    """A mistake and where it stands; no place if it is about the file as a whole."""

    place: Place | None
    mistake: Mistake


class BadFile(ScenarioError):
    """A file that is refused, with every mistake in it, in the order of the file.

    Prints as lines `file:line:column field: expected ..., found ...; what to do`.
    """

    def __init__(self, name: str, placed: Iterable[Placed], more: int = 0) -> None:
        self.name = name
        self.placed = tuple(sorted(placed, key=lambda one: (one.place or (0, 0), field(one.mistake.path))))
        self.more = more
        super().__init__([one.mistake for one in self.placed])

    def __str__(self) -> str:
        lines = [self._line(*one) for one in self.placed[:MOST_SHOWN]]
        more = self.more + len(self.placed) - len(lines)
        return "\n".join([*lines, f"{_shown_name(self.name)}: and {more} more mistakes"] if more else lines)

    def _line(self, place: Place | None, mistake: Mistake) -> str:
        where = f"{_shown_name(self.name)}:" + (f"{place.line}:{place.column}" if place else "")
        which = f" {field(mistake.path)}:" if mistake.path else ":" if place else ""
        hint = f"; {mistake.hint}" if mistake.hint else ""
        return f"{where}{which} expected {mistake.expected}, found {mistake.found}{hint}"


def field(path: Path) -> str:
    """A path into a document as it is printed: `units[2].facing`."""
    text = "".join(_step(part) for part in path).removeprefix(".")
    return text if len(text) <= 160 else f"{text[:80]} … {text[-70:]}"


def _step(part: str | int) -> str:
    return f".{part}" if isinstance(part, str) and re.fullmatch(r"[\w-]{1,60}", part) else f"[{_quoted(part)}]"


def _quoted(part: str | int) -> str:
    return show(part) if isinstance(part, str) else str(part)


def _shown_name(name: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in name)


@dataclass(frozen=True, slots=True)
class Places:
    """Where every name and every value of a document stands."""

    text: str
    marks: Marks
    first_line: int = 1

    def value(self, path: Path) -> Place:
        """The place of the value at this path; of the nearest thing around it if there is no such value."""
        return self.at(self.offset(path))

    def name(self, path: Path) -> Place:
        """The place of the name at the end of this path; of the value where the path ends in a list."""
        return self.at(self.offset(path, of_name=True))

    def offset(self, path: Path, of_name: bool = False) -> int:
        """How many characters stand before a value, or before its name."""
        if of_name and path:
            outer = list(self._along(path[:-1]))[-1]
            if isinstance(outer, Mark) and path[-1] in outer.names:
                return outer.names[str(path[-1])]
        marks = list(self._along(path))[-1]
        return marks if isinstance(marks, int) else marks.at

    def at(self, offset: int) -> Place:
        """The place of a character by its number in the text."""
        return Place(self.text.count("\n", 0, offset) + self.first_line, offset - self.text.rfind("\n", 0, offset))

    def _along(self, path: Path) -> Iterator[Marks]:
        marks = self.marks
        yield marks
        for part in path:
            if isinstance(marks, int):
                return
            if isinstance(marks.inside, dict):
                if part not in marks.inside:
                    return
                marks = marks.inside[str(part)]
            elif isinstance(part, int) and 0 <= part < len(marks.inside):
                marks = marks.inside[part]
            else:
                return
            yield marks


@dataclass(frozen=True, slots=True)
class Document:
    """Plain data (mappings, lists, texts, exact numbers), where it stands, the name of its file, and its folder."""

    data: Data
    places: Places
    name: str
    folder: str | None = None

    def part(self, name: str) -> Document:
        """The document that stands in one field of this one; mistakes in it keep their places."""
        marks = self.places.marks
        if not isinstance(self.data, dict) or not isinstance(marks, Mark) or not isinstance(marks.inside, dict):
            raise KeyError(name)
        return replace(self, data=self.data[name], places=replace(self.places, marks=marks.inside[name]))

    def refuse(self, mistakes: Iterable[Mistake], names: Iterable[Mistake] = ()) -> BadFile:
        """The error that tells these mistakes with their places; those in `names` are about a name, not its value.

        Of very many only the first are told, and how many more there are. A document without a text has no places.
        """
        offsets = [(self.places.offset(one.path), one) for one in mistakes]
        offsets += [(self.places.offset(one.path, of_name=True), one) for one in names]
        offsets.sort(key=lambda one: one[0])
        shown = offsets[:MOST_SHOWN]
        placed = [Placed(self.places.at(offset) if self.places.text else None, one) for offset, one in shown]
        return BadFile(self.name, placed, max(0, len(offsets) - MOST_SHOWN))


def read(path: str | os.PathLike[str], most: int = MOST_BYTES) -> Document:
    """Read a YAML or JSON file of at most `most` bytes. Raises `BadFile`."""
    return replace(parse(read_bytes(path, most), os.fspath(path)), folder=os.path.dirname(os.path.abspath(path)))


def parse(source: str | bytes, name: str = "text") -> Document:
    """Read YAML 1.2 or JSON text. `name` is what mistakes call it. Raises `BadFile`."""
    text = _decoded(source, name)
    if not text.strip(" \t\n"):
        raise BadFile(name, [Placed(Place(1, 1), Mistake((), "YAML or JSON", "an empty file"))])
    if name.endswith(_MACHINE_MADE):
        return _from_json(text, name)
    if text.lstrip(" \t\n")[0] in "{[":
        try:
            return _from_json(text, name)
        except BadFile as wrong:
            # Not strict JSON, but perhaps YAML that starts with a bracket.
            if not isinstance(wrong.__cause__, Malformed) or len(text) > MOST_YAML:
                raise
    if len(text) > MOST_YAML:
        raise _whole(name, f"at most {MOST_YAML:,} characters of YAML", f"{len(text):,}", "write it as JSON")
    return _built(yaml_tokens(text), Building(MOST_YAML_VALUES), Places(text, 0), name)


def _from_json(text: str, name: str) -> Document:
    return _built(json_tokens(text), Building(MOST_VALUES), Places(text, 0), name)


def parse_lines(source: str | bytes, name: str = "text") -> Iterator[Document]:
    """Read JSON Lines, a document a line; raises `BadFile` at the first line that is none."""
    left = MOST_LINE_VALUES
    for number, line in enumerate(_decoded(source, name).removesuffix("\n").split("\n"), 1):
        building = Building(left)
        yield _built(json_tokens(line), building, Places(line, 0, number), name)
        left -= building.weight


def read_bytes(path: str | os.PathLike[str], most: int = MOST_BYTES) -> bytes:
    """The bytes of a regular file of at most `most` bytes, refused before more is read. Raises `BadFile`."""
    name = os.fspath(path)
    # A pipe would block on opening, and must not be opened as if it were a file.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = os.open(name, flags)
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise _whole(name, "a file", "a folder" if stat.S_ISDIR(status.st_mode) else "a device or a pipe")
            data = _first_bytes(handle, most + 1) if status.st_size <= most else b""
        finally:
            os.close(handle)
    except IsADirectoryError:
        raise _whole(name, "a file", "a folder") from None
    except FileNotFoundError:
        raise _whole(name, "a file", "no such file", _similar(File(name))) from None
    except BadFile:
        raise
    except (OSError, ValueError) as problem:
        found = getattr(problem, "strerror", None) or "an impossible name"
        raise _whole(name, "a file that can be read", found) from None
    if max(status.st_size, len(data)) > most:
        raise _whole(name, f"at most {most:,} bytes", f"{status.st_size:,}" if status.st_size > most else "more")
    return data


def _first_bytes(handle: int, most: int) -> bytes:
    """Up to `most` bytes; a file may grow while it is read, and some claim to be empty."""
    parts, left = [], most
    while left and (part := os.read(handle, left)):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _similar(path: File) -> str:
    from difflib import get_close_matches

    try:
        beside = [entry.name for entry, _ in zip(path.parent.iterdir(), range(1000), strict=False)]
    except OSError:
        return f"there is no folder {show(str(path.parent))}"
    close = get_close_matches(path.name, beside, 1)
    return f"did you mean {show(close[0])}?" if close else ""


def _whole(name: str, expected: str, found: str, hint: str = "") -> BadFile:
    return BadFile(name, [Placed(None, Mistake((), expected, found, hint))])


_OTHER_ENCODINGS: Final = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


def _decoded(source: str | bytes, name: str) -> str:
    """The text with single newlines at the end of lines, without the mark that some editors put first."""
    if len(source) > MOST_BYTES:
        raise _whole(name, f"at most {MOST_BYTES:,} bytes", f"{len(source):,}")
    if isinstance(source, bytes):
        if source.startswith(_OTHER_ENCODINGS):
            raise _whole(name, "UTF-8 text", "UTF-16 or UTF-32", "save it as UTF-8")
        try:
            text = source.decode("utf-8")
        except UnicodeDecodeError as problem:
            before = source[: problem.start].decode("utf-8")
            place = Places(_one_newline(before), 0).at(len(_one_newline(before)))
            found = f"the byte 0x{source[problem.start]:02x}"
            raise BadFile(name, [Placed(place, Mistake((), "UTF-8 text", found, "save it as UTF-8"))]) from None
    else:
        text = source
    text = _one_newline(text.removeprefix("\ufeff"))
    unsafe = unsafe_character(text)
    if unsafe >= 0:
        mistake = Mistake((), "text without control characters", f"U+{ord(text[unsafe]):04X}", "delete it")
        raise BadFile(name, [Placed(Places(text, 0).at(unsafe), mistake)])
    return text


def _one_newline(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _built(tokens: Iterator[Token], building: Building, places: Places, name: str) -> Document:
    try:
        for token in tokens:
            building.take(token)
    except Malformed as wrong:
        mistake = Mistake(building.path(), wrong.expected, wrong.found, wrong.hint)
        error = BadFile(name, [Placed(places.at(wrong.at), mistake), *_noted(building.notes, places)])
        raise error from (None if isinstance(wrong, Excessive) else wrong)
    if building.notes:
        raise BadFile(name, _noted(building.notes, places))
    result = building.result()
    if result is None:
        raise BadFile(name, [Placed(Place(1, 1), Mistake((), "YAML or JSON", "nothing but comments"))])
    data, marks = result
    return Document(data, replace(places, marks=marks), name)


def _noted(notes: Iterable[Note], places: Places) -> Iterator[Placed]:
    for note in notes:
        hint = note.hint
        if note.earlier is not None:
            hint = "the first is on line {}, column {}".format(*places.at(note.earlier))
        yield Placed(places.at(note.at), Mistake(note.path, note.expected, note.found, hint))
