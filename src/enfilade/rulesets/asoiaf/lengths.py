"""Lengths of a document: whole micrometres, a bare number counting inches."""

from enfilade.geometry import LengthError, length, size
from enfilade.referee import Notes, Path


def measured(notes: Notes, path: Path, written: object, positive: bool = False) -> int:
    """A length in micrometres, or 0 with a mistake noted. A bare number counts inches."""
    try:
        return (size if positive else length)(written)
    except LengthError as error:
        notes.add(path, "a length", error)
        return 0
