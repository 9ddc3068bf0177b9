"""Maps drawn elsewhere become scenarios: read by whichever importer knows the file, or named by a scenario."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from enfilade.files import foundry, uvtt, watabou
from enfilade.files.beside import beside
from enfilade.files.document import BadFile, Document, Placed, parse, parse_lines, read_bytes
from enfilade.files.drawn import PORTALS, DrawnMap, How, Unfit
from enfilade.files.wording import describe, nearest
from enfilade.files.writing import write
from enfilade.referee import Mistake

MAPS: Final = "a Universal VTT map, a One Page Dungeon or a Foundry scene"
_READERS: Final[tuple[tuple[Callable[[dict[str, Any]], bool], Callable[[dict[str, Any], How], DrawnMap]], ...]] = (
    (uvtt.is_uvtt, uvtt.drawn),
    (watabou.is_watabou, watabou.drawn),
    (foundry.is_foundry, foundry.drawn),
)


def read_map(path: str | os.PathLike[str], how: How | None = None) -> DrawnMap:
    """The map in a file of any kind that is known. Raises `BadFile` with every mistake and its place."""
    return map_in(read_bytes(path, uvtt.MOST_BYTES), os.fspath(path), how)


def map_in(source: bytes, name: str, how: How | None = None) -> DrawnMap:
    """The map in the text of a file; the ending of its name may tell the kind. Raises `BadFile`."""
    how, source = how or How(), uvtt.without_picture(source)
    return drawn(_scene(source, name, how) if name.endswith(".db") else parse(source, _as_json(name)), how)


def is_map(document: Document) -> bool:
    """Whether a document looks like a map of another program."""
    data = document.data
    return isinstance(data, dict) and "ruleset" not in data and any(fits(data) for fits, _ in _READERS)


def drawn(document: Document, how: How) -> DrawnMap:
    """The map in a document that was read already. Raises `BadFile`."""
    if not isinstance(document.data, dict):
        raise document.refuse([Mistake((), MAPS, describe(document.data))])
    for fits, read in _READERS:
        if fits(document.data):
            try:
                return read(document.data, how)
            except Unfit as error:
                raise document.refuse(error.mistakes) from None
    hint = "these have line_of_sight and resolution, or rects, or walls and grid"
    raise document.refuse([Mistake((), MAPS, "something else", hint)])


def _as_json(name: str) -> str:
    """Map files are JSON whatever they are called, so that a mistake is told as one of JSON."""
    return name if name.endswith((".json", ".dd2vtt", ".df2vtt", ".uvtt")) else f"{name} (as .json)"


def _scene(source: bytes, name: str, how: How) -> Document:
    """One scene of a pack: a scene on each line."""
    names = []
    for document in parse_lines(source, name):
        data = document.data
        scene = str(data.get("name", "")) if isinstance(data, dict) else ""
        names.append(scene)
        if scene == how.scene:
            return document
        only = document
    if len(names) == 1 and not how.scene:
        return only
    hint = nearest(how.scene, names) or f"scenes: {', '.join(names[:20])}"
    found = describe(how.scene) if how.scene else f"{len(names)} scenes and none chosen"
    raise BadFile(name, [Placed(None, Mistake((), "the name of a scene in the file", found, hint))])


def with_map(document: Document) -> Document:
    """The scenario with the walls of the map file that it names, so that it stands on its own. Raises `BadFile`."""
    data: Any = document.data
    named = data.get("map") if isinstance(data, dict) and data.get("ruleset") == "lineofattack" else None
    if not isinstance(named, dict) or "import" not in named:
        return document
    readings = data.get("readings")
    snap = not isinstance(readings, dict) or readings.get("imported_decimals") != "exact"
    portals = named.get("portals", "as_drawn")
    how = How(snap, portals if portals in PORTALS else "as_drawn", str(named.get("scene", "")))
    found = beside(document, ("map", "import"), partial(read_map, how=how)).fields()
    rest = {name: value for name, value in named.items() if name not in ("import", "scene")}
    merged = {**data, "map": {**found["map"], "source": named["import"], **rest}}
    for name in ("walls", "tokens"):
        own = data.get(name)
        if isinstance(own, list) or name not in data:
            # The scenario's own things come first, so that mistakes in them keep their places.
            merged[name] = [*(own or []), *found.get(name, [])]
    return replace(document, data=merged)


def scenario_text(found: DrawnMap, source: str = "") -> str:
    """The map as the text of a scenario, a wall to a line, to which tokens can be added.

    `source` is where the map file lies from the scenario's folder, for its picture to be found there.
    """
    fields = found.fields()
    if source:
        fields["map"]["source"] = source
    head = [f"format: {write('enfilade/scenario/1')[1:-1]}", "ruleset: lineofattack"]
    if found.title:
        head.append(f"title: {write(found.title)}")
    lines = [
        *(f"# {note}" for note in _safe(found.notes)),
        *head,
        f"map: {write(fields['map'])}",
        *_block("walls", fields["walls"]),
    ]
    tokens = fields.get("tokens", [])
    if not tokens:
        lines.append("# Add tokens such as  - {id: a, side: red, cell: [3, 4]}")
    lines += _block("tokens", tokens)
    text = "\n".join(lines) + "\n"
    return text if _small(text) else write(_scenario(found, fields), 1) + "\n"


def scenario(found: DrawnMap) -> dict[str, Any]:
    """The map as a scenario, to which tokens can be added."""
    return _scenario(found, found.fields())


def _scenario(found: DrawnMap, fields: dict[str, Any]) -> dict[str, Any]:
    head = {"format": "enfilade/scenario/1", "ruleset": "lineofattack", "title": found.title}
    return {**head, "tokens": [], **fields}


def _safe(notes: tuple[str, ...]) -> Iterator[str]:
    yield from (note.replace("\n", " ") for note in notes[:100])


def _block(name: str, things: list[Any]) -> list[str]:
    return [f"{name}:", *(f"  - {write(thing)}" for thing in things)] if things else [f"{name}: []"]


def _small(text: str) -> bool:
    """Whether a scenario may be YAML, which is for people, or has to be JSON, which is for machines."""
    from enfilade.files.document import MOST_YAML

    return len(text) < MOST_YAML // 2 and text.count(",") < 6_000
