"""The record of a battle as JSON Lines: first the scenario, then a line for every entry.

A line ends with a hash over itself and the hash of the line before, so that a damaged or missing line is found
without knowing any rule. Whether the entries follow the rules is `Record.check`: it plays them again. The record
holds actions and answers (faces that fell, options that were taken), never seeds and never states.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from pathlib import Path as File
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from enfilade.battle import Battle, Entry, Mismatch
from enfilade.dice import Answer, Chosen, Rolled
from enfilade.files.build import Path
from enfilade.files.document import MOST_SHOWN, BadFile, Document, Place, Placed, parse_lines, read_bytes
from enfilade.files.scalar import show
from enfilade.files.scenario import playable, set_up
from enfilade.files.wording import describe, mistakes_in
from enfilade.files.writing import write as write_json
from enfilade.referee import Action, Event, Facts, Mistake
from enfilade.rulesets import load as load_ruleset

FORMAT: Final = "enfilade/record/1"
_ENDING: Final = re.compile(r', "hash": "([0-9a-f]{64})"\}')
_ENDING_LENGTH: Final = len(', "hash": ""}') + 64


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Faces(_Line):
    """The faces that fell, in the order in which they are read."""

    faces: list[int | str]


class Taken(_Line):
    """The option that a player took."""

    choice: str


class Named(BaseModel):
    """An action or an event: its kind, and the fields that its ruleset gives it."""

    model_config = ConfigDict(extra="allow")
    kind: str


class HeaderLine(_Line):
    """The first line of a record: what was played, and from where."""

    format: Literal["enfilade/record/1"]
    ruleset: str
    edition: str
    scenario: dict[str, Any]
    units: dict[str, Any] | None = Field(None, description="the file of further units, if there was one")
    hash: str


class EntryBody(_Line):
    """One thing that was done, how the dice fell, and what came of it."""

    action: Named
    answers: list[Faces | Taken]
    events: list[Named]


class EntryLine(EntryBody):
    """A further line of a record: an entry, its number and the hash of the line."""

    entry: Annotated[int, Field(ge=1)]
    hash: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read: the scenario and the entries, not yet played."""

    header: Document
    entries: tuple[Entry, ...]

    def start(self) -> Battle:
        """The battle before its first entry, in the edition it was played in. Raises `BadFile`."""
        data: Any = self.header.data
        name, edition, scenario = data["ruleset"], data["edition"], self.header.part("scenario")
        if data["scenario"].get("ruleset") != name:
            found = describe(data["scenario"].get("ruleset"))
            raise self.header.refuse(
                [Mistake(("scenario", "ruleset"), show(name), found, "as in the line's own field")]
            )
        if not data["scenario"].get("edition") and name in playable() and load_ruleset(name).edition != edition:
            scenario = replace(scenario, data={**data["scenario"], "edition": edition})  # the default has changed
        return set_up(scenario, self.header.part("units") if data.get("units") else None)

    def check(self) -> Mismatch | None:
        """Play the entries by the rules; the first place where they part, or `None`. Raises `BadFile`."""
        return self.start().check(self.entries)

    def replay(self) -> Battle:
        """The battle after all entries. Raises `BadFile` with the line where it leaves the rules."""
        battle = self.start()
        mismatch = battle.check(self.entries)
        if mismatch:
            place = Place(mismatch.entry + 1, 1)
            raise BadFile(self.header.name, [Placed(place, departure(mismatch, ()))])
        for entry in self.entries:
            battle = battle.answer(entry.action, entry.answers)
        return battle


def write(battle: Battle) -> str:
    """The record of a battle, as text."""
    return "".join(f"{line}\n" for line in lines(battle))


def save(battle: Battle, path: str | os.PathLike[str]) -> None:
    """Write the record of a battle to a file, all of it or nothing. Raises `OSError` that names the file."""
    beside = File(f"{os.fspath(path)}.part")
    try:
        beside.write_text(write(battle), "utf-8", newline="\n")
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def lines(battle: Battle) -> Iterator[str]:
    """The lines of a battle's record, without their ends."""
    header: dict[str, Any] = {"format": FORMAT, "ruleset": battle.ruleset.name, "edition": _edition(battle)}
    header["scenario"] = battle.scenario
    if battle.library is not None:
        header["units"] = battle.library
    line, before = _chained(header, "")
    yield line
    for number, entry in enumerate(battle.entries, 1):
        line, before = _chained({"entry": number, **entry_json(entry)}, before)
        yield line


def read(path: str | os.PathLike[str]) -> Record:
    """Read a record from a file. Raises `BadFile` with every damaged line."""
    return parse(read_bytes(path), os.fspath(path))


def parse(source: str | bytes, name: str = "text") -> Record:
    """Read a record from its text. Raises `BadFile` with every damaged line."""
    wrong: list[Placed] = []
    header: Document | None = None
    entries: list[Entry] = []
    before = ""
    for number, document in enumerate(parse_lines(source, name)):
        text = document.places.text
        wrong.extend(_broken(document, before))
        before = text[-_ENDING_LENGTH:].partition('"hash": "')[2][:64]
        wrong.extend(_misshapen(document, EntryLine if number else HeaderLine, number))
        if number == 0:
            header = document
        elif len(wrong) > MOST_SHOWN:
            break
        elif not wrong:
            entries.append(entry_from(document.data))
    if wrong or header is None:
        raise BadFile(name, wrong)
    return Record(header, tuple(entries))


def departure(mismatch: Mismatch, path: Path) -> Mistake:
    """Where entries leave the rules, as a mistake at that path."""
    return Mistake(path, f"{mismatch.step} by rule {mismatch.rule}: {mismatch.ruled}", mismatch.recorded)


# ----------------------------------------------------------------------------------------- the chain


def _chained(data: Mapping[str, Any], before: str) -> tuple[str, str]:
    """A line that carries its hash, and the hash."""
    body = write_json(data)[:-1]
    mark = _hash(before, body)
    return f'{body}, "hash": "{mark}"}}', mark


def _hash(before: str, body: str) -> str:
    return sha256(f"{before}{body}".encode()).hexdigest()


def _broken(document: Document, before: str) -> Iterator[Placed]:
    """The mistake in a line that was changed, or whose predecessor is missing."""
    text = document.places.text
    ending = _ENDING.fullmatch(text[-_ENDING_LENGTH:])
    hint = "this line was changed, or the line before it was changed or is missing"
    place = document.places.at(max(0, len(text) - _ENDING_LENGTH))
    if ending is None:
        yield Placed(place, Mistake(("hash",), "the hash of the line at its end", "none", hint))
    elif ending[1] != (mark := _hash(before, text[:-_ENDING_LENGTH])):
        yield Placed(place, Mistake(("hash",), f"{mark[:12]}…", f"{ending[1][:12]}…", hint))


def _misshapen(document: Document, model: type[BaseModel], number: int) -> Iterable[Placed]:
    try:
        line = model.model_validate(document.data)
    except ValidationError as error:
        wrong = mistakes_in(error, model, document.data)
        return document.refuse(wrong.values, wrong.names).placed
    if isinstance(line, EntryLine) and line.entry != number:
        return document.refuse([Mistake(("entry",), str(number), str(line.entry), "entries count from 1")]).placed
    return ()


# ------------------------------------------------------------------------------------ entries and facts


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry as a line of a record holds it, exact numbers and all."""
    return {
        "action": {"kind": entry.action.kind, **_plain(entry.action.fields)},
        "answers": [answer_json(answer) for answer in entry.answers],
        "events": [{"kind": event.kind, **_plain(event.facts)} for event in entry.events],
    }


def answer_json(answer: Answer) -> dict[str, Any]:
    """An answer as a record holds it."""
    return {"faces": answer.faces} if isinstance(answer, Rolled) else {"choice": answer.label}


def entry_from(data: Any) -> Entry:
    """The entry in data of the shape that `entry_json` writes and `EntryLine` checks."""
    return Entry(
        Action(*_kind_and_facts(data["action"])),
        tuple(map(answer_from, data["answers"])),
        tuple(Event(*_kind_and_facts(event)) for event in data["events"]),
    )


def answer_from(data: Any) -> Answer:
    """The answer in data of the shape that `answer_json` writes."""
    return Rolled(tuple(data["faces"])) if "faces" in data else Chosen(data["choice"])


def _kind_and_facts(data: dict[str, Any]) -> tuple[str, Facts]:
    return data["kind"], Facts({name: _value(value) for name, value in data.items() if name != "kind"})


# JSON knows one kind of number with a point. In a record it is a float; exact numbers say what they are.


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(inner) for inner in value]
    if isinstance(value, Fraction) and value.denominator != 1:
        return {"fraction": [value.numerator, value.denominator]}
    return {"decimal": str(value)} if isinstance(value, Decimal) else value


def _value(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, list):
        return [_value(inner) for inner in value]
    if isinstance(value, dict):
        match value:
            case {"fraction": [int(numerator), int(denominator)]} if len(value) == 1 and denominator > 0:
                return Fraction(numerator, denominator)
            case {"decimal": str(text)} if len(value) == 1 and re.fullmatch(r"-?\d{1,60}(\.\d{1,60})?", text):
                return Decimal(text)
        return {name: _value(inner) for name, inner in value.items()}
    return value


def _edition(battle: Battle) -> str:
    return str(battle.scenario.get("edition") or battle.ruleset.edition)
