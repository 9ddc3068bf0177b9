"""A scenario file becomes a battle; or every mistake in it is told, each with its line and field."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from importlib.util import find_spec
from logging import getLogger
from typing import Any, Final

from pydantic import ValidationError

from enfilade.battle import Battle
from enfilade.files.beside import beside
from enfilade.files.build import Path
from enfilade.files.document import Document, parse, read
from enfilade.files.maps import with_map
from enfilade.files.scalar import show
from enfilade.files.wording import Found, describe, mistakes_in, nearest, suggestion
from enfilade.referee import Mistake, Ruleset, ScenarioError
from enfilade.rulesets import NAMES
from enfilade.rulesets import load as load_ruleset

SCENARIO: Final = "enfilade/scenario/1"
UNITS: Final = "enfilade/units/1"

Source = str | os.PathLike[str] | Document


def load(source: Source, units: Source | None = None) -> Battle:
    """The battle that a scenario describes, ready to be judged.

    `source` is the path of a YAML or JSON file, or the text itself if it has several lines or starts with "{".
    `units` is a file of further unit profiles for the same ruleset. Raises `BadFile` with every mistake.
    """
    document = _document(source)
    return set_up(document, None if units is None else _document(units))


def set_up(document: Document, units: Document | None = None) -> Battle:
    """The battle that a document describes, with further unit profiles if given. Raises `BadFile`."""
    document = with_map(document)
    ruleset, wrong = _header(document, SCENARIO)
    library, written = (None, None) if units is None else _units(units, ruleset)
    data: Any = document.data
    _add(wrong, _reading_mistakes(data, ruleset))
    _add(wrong, Found(list(_edition_mistakes(data, ruleset)), []))
    state, more = _state(_without(data, wrong), ruleset, library)
    _add(wrong, more)
    if wrong.values or wrong.names:
        raise document.refuse(wrong.values, wrong.names)
    return Battle(ruleset, data, state, library=written)


def playable() -> tuple[str, ...]:
    """The names of the rulesets that are there to be loaded."""
    specs = {name: find_spec(f"enfilade.rulesets.{name}") for name in NAMES}
    return tuple(name for name, spec in specs.items() if spec is not None and spec.origin)


def imported(document: Document, path: Path) -> Document:
    """The file that the document names at `path`, found from the document's own folder. Raises `BadFile`."""
    return beside(document, path, read)


def _document(source: Source) -> Document:
    if isinstance(source, Document):
        return source
    if isinstance(source, str) and ("\n" in source or source.lstrip()[:1] == "{"):
        return parse(source)
    return read(source)


def _mapping(document: Document) -> dict[str, Any]:
    if not isinstance(document.data, dict):
        expected = "fields such as format and ruleset, each as name: value"
        raise document.refuse([Mistake((), expected, describe(document.data))])
    return document.data


# ------------------------------------------------------------------------------------ format and ruleset


def _header(document: Document, format_: str) -> tuple[Ruleset, Found]:
    """The ruleset that a file is for, and what is wrong with its format line. Raises if that decides it all."""
    data = _mapping(document)
    wrong = list(_format_mistakes(data, format_))
    name, known = data.get("ruleset"), playable()
    if name not in known:
        hint = nearest(name, known) or _misspelt("ruleset", data)
        wrong.append(Mistake(("ruleset",), f"one of {', '.join(known)}", describe(name), hint))
    if name not in known or (wrong and _version(data.get("format"), format_) is None and "format" in data):
        raise document.refuse(wrong)
    return load_ruleset(str(name)), Found(wrong, [])


def _format_mistakes(data: dict[str, Any], format_: str) -> Iterator[Mistake]:
    given = data.get("format")
    if given == format_:
        return
    hint = _misspelt("format", data) or f"start the file with the line format: {format_}"
    version = _version(given, format_)
    if version is not None:
        hint = "this file is for another version of Enfilade: update Enfilade, or write the file for this format"
    elif given == UNITS:
        hint = "this is a file of units: give it beside a scenario, with --units"
    elif given == SCENARIO:
        hint = "this is a scenario: give it without --units"
    elif isinstance(given, str) and given.startswith("enfilade/record/"):
        hint = "this is the record of a battle: replay or check it"
    elif isinstance(given, str) and given.startswith(("enfilade/duel/", "enfilade/roster/")):
        command = "duel" if given.startswith("enfilade/duel/") else "matchup"
        hint = f"this is a file for many fights: enfilade {command} reads it"
    yield Mistake(("format",), show(format_), describe(given), hint)


def _version(given: Any, format_: str) -> int | None:
    """The version of the same kind of file, if it is one."""
    match = (
        re.fullmatch(re.escape(format_.rpartition("/")[0]) + r"/(\d{1,9})", given) if isinstance(given, str) else None
    )
    return int(match[1]) if match else None


def _misspelt(name: str, data: dict[str, Any]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, data, 1, 0.75) if name not in data else []
    return f"the field {show(near[0])} is misspelt" if near else ""


# -------------------------------------------------------------------------------- the ruleset's own fields


def _reading_mistakes(data: dict[str, Any], ruleset: Ruleset) -> Found:
    """What is wrong with the disputed readings that a battle chooses."""
    wrong = Found([], [])
    given = data.get("readings")
    for name, option in given.items() if isinstance(given, dict) else ():
        reading = ruleset.book.readings.get(name)
        if reading is None:
            hint = suggestion(name, ruleset.book.readings)
            wrong.names.append(Mistake(("readings", name), f"a reading of {ruleset.name}", show(name), hint))
        elif option not in list(reading.options):
            expected = f"one of {', '.join(reading.options)}"
            hint = nearest(option, reading.options)
            wrong.values.append(Mistake(("readings", name), expected, describe(option), hint))
    return wrong


def _edition_mistakes(data: dict[str, Any], ruleset: Ruleset) -> Iterator[Mistake]:
    edition = data.get("edition")
    if edition is not None and edition not in ruleset.editions:
        expected = f"one of {', '.join(ruleset.editions)}"
        yield Mistake(("edition",), expected, describe(edition), nearest(edition, ruleset.editions))


def _without(data: dict[str, Any], wrong: Found) -> dict[str, Any]:
    """The data without what is known to be wrong, so that the rest can still be looked at."""
    sound = dict(data)
    for mistake in [*wrong.values, *wrong.names]:
        sound.pop(str(mistake.path[0]), None)
    return sound


def _state(data: dict[str, Any], ruleset: Ruleset, library: Any) -> tuple[Any, Found]:
    """The state at the start, or what is wrong: with the fields, or, if they are sound, with the position."""
    data = {"format": SCENARIO, **data}
    try:
        return ruleset.setup(ruleset.document.model_validate(data), library), Found([], [])
    except ValidationError as error:
        return None, mistakes_in(error, ruleset.document, data)
    except ScenarioError as error:
        return None, Found(list(error.mistakes), [])


def _units(units: Document, ruleset: Ruleset) -> tuple[Any, dict[str, Any]]:
    """The unit profiles of a file, and how a record writes them down. Raises `BadFile`.

    Some rulesets read the files of other tools too (`read_units`); what was not understood there is logged.
    """
    read_units = getattr(ruleset, "read_units", None)
    data = units.data
    if read_units is None or (isinstance(data, dict) and ("format" in data or "ruleset" in data)):
        return _library(units, ruleset), dict(_mapping(units))
    library, notes = read_units(data)
    for note in notes:
        getLogger(__name__).warning("%s: %s", units.name, note)
    return library, library.model_dump(mode="json")


def _library(units: Document, ruleset: Ruleset) -> Any:
    """The unit profiles of a file, checked. Raises `BadFile`."""
    data = _mapping(units)
    wrong = Found(list(_format_mistakes(data, UNITS)), [])
    if data.get("ruleset") != ruleset.name:
        wrong.values.append(
            Mistake(("ruleset",), ruleset.name, describe(data.get("ruleset")), "units of the same game")
        )
    if ruleset.library is None:
        raise units.refuse([Mistake((), f"no file of units, for {ruleset.name} has none", "one")])
    try:
        library = ruleset.library.model_validate({**data, "format": UNITS, "ruleset": ruleset.name})
    except ValidationError as error:
        _add(wrong, mistakes_in(error, ruleset.library, data))
    if wrong.values or wrong.names:
        raise units.refuse(wrong.values, wrong.names)
    return library


def _add(to: Found, more: Found) -> None:
    """Add mistakes, but not a second one about the same field."""
    known = {mistake.path for mistake in [*to.values, *to.names]}
    to.values.extend(mistake for mistake in more.values if mistake.path not in known)
    to.names.extend(mistake for mistake in more.names if mistake.path not in known)
