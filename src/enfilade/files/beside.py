"""A file that another file names, found from the folder of that one and never from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as File
from typing import Any, TypeVar

from enfilade.files.build import Path
from enfilade.files.document import Document
from enfilade.files.scalar import show
from enfilade.files.wording import describe
from enfilade.referee import Mistake, ScenarioError

T = TypeVar("T")


def beside(document: Document, path: Path, reader: Callable[[File], T]) -> T:
    """What `reader` reads in the file that the document names at `path`. Raises `BadFile`."""
    value: Any = document.data
    for part in path:
        value = value[part]
    if not isinstance(value, str) or File(value).is_absolute() or "\\" in value:
        hint = "say where it lies from the folder of this file, with / between folders"
        raise document.refuse([Mistake(path, "a relative path", describe(value), hint)])
    if document.folder is None:
        hint = "`enfilade table FILE` opens a file together with those that it names"
        expected = "no import, for this text is not a file in a folder"
        raise document.refuse([Mistake(path, expected, describe(value), hint)])
    try:
        return reader(File(document.folder, value))
    except ScenarioError as error:
        one = error.mistakes[0]
        raise document.refuse([Mistake(path, one.expected, f"{one.found} at {show(value)}", one.hint)]) from error
