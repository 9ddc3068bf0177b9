"""The picture in a map file, to lie under a drawing; nothing that is judged ever looks at it.

It is read only when a drawing asks for it, from the file beside the scenario, and never kept in a record.
"""

from __future__ import annotations

import json
import os
import re
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path as File
from typing import Any, Final, NamedTuple

from enfilade.files import uvtt
from enfilade.files.document import BadFile, parse, read_bytes
from enfilade.files.drawn import Numbers

MOST_PICTURE: Final = 24 * 2**20
"""No picture may have more bytes than this."""
SIGNATURES: Final = (
    ("image/png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("image/jpeg", re.compile(rb"\xff\xd8\xff")),
    ("image/webp", re.compile(rb"RIFF.{4}WEBP", re.DOTALL)),
)


class Backdrop(NamedTuple):
    """A picture and how many cells it covers, from (0, 0) of the map on."""

    kind: str
    data: bytes
    width: float
    depth: float


def backdrop(scenario: Mapping[str, Any], folder: str | os.PathLike[str]) -> tuple[Backdrop | None, str]:
    """The picture of the map file that a scenario's walls come from, or none and why in words.

    Without such a file, or where that has no picture, there is nothing to say.
    """
    about = scenario.get("map")
    source = about.get("source") if isinstance(about, Mapping) else None
    if not isinstance(source, str) or not source or scenario.get("ruleset") != "lineofattack":
        return None, ""
    if File(source).is_absolute() or "\\" in source:
        return None, f"{source}: the picture is left out, for the map is not named from the folder of the scenario"
    try:
        return picture(File(folder, source))
    except BadFile as error:
        return None, f"the picture of the map is left out: {error}"


def picture(path: str | os.PathLike[str]) -> tuple[Backdrop | None, str]:
    """The picture in a Universal VTT map, or none and why in words. Raises `BadFile` for a file that is no JSON."""
    name = os.fspath(path)
    source = read_bytes(path, uvtt.MOST_BYTES)
    found = [match[0][len(match[1]) :] for match in uvtt.PICTURE.finditer(source)]
    if not found:
        return None, ""
    numbered = iter(range(len(found)))
    data = parse(uvtt.PICTURE.sub(lambda match: match[1] + b'"%d"' % next(numbered), source), f"{name} (as .json)").data
    if not isinstance(data, dict) or not uvtt.is_uvtt(data):
        return None, ""
    which = data.get("image")
    if not isinstance(which, str) or not which.isdecimal() or int(which) >= len(found):
        return None, ""
    width, depth = _cells(data)
    return _sound(found[int(which)], (width, depth), name)


def _cells(data: dict[str, Any]) -> tuple[float, float]:
    """The cells that the picture covers; its first pixel is that of the map's origin, where the walls begin as well."""
    numbers, resolution = Numbers(True), data.get("resolution")
    size = resolution.get("map_size") if isinstance(resolution, dict) else None
    if not isinstance(size, dict):
        return 0.0, 0.0
    return tuple(float(length) for length in numbers.size((), *(numbers.number((), size.get(axis)) for axis in "xy")))  # type: ignore[return-value]


def _sound(written: bytes, size: tuple[float, float], name: str) -> tuple[Backdrop | None, str]:
    """The picture, if it is one of a known kind and no larger than it may be."""
    encoded = json.loads(written.replace(b"\n", b"").replace(b"\r", b"").replace(b"\t", b""))
    if not encoded:
        return None, ""
    if len(encoded) > MOST_PICTURE * 4 // 3:
        return None, f"{name}: the picture is left out, for it has more than {MOST_PICTURE:,} bytes"
    try:
        data = b64decode("".join(encoded.split()), validate=True)
    except ValueError:
        return None, f"{name}: the picture is left out, for it is no base64"
    kind = next((kind for kind, signature in SIGNATURES if signature.match(data)), None)
    if kind is None:
        return None, f"{name}: the picture is left out, for it is no PNG, WebP or JPEG"
    if min(size) <= 0:
        return None, f"{name}: the picture is left out, for the file does not say how many cells it covers"
    return Backdrop(kind, data, *size), ""
