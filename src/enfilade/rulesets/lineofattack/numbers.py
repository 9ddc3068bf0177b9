"""Numbers of a document: coordinates in cells, heights as lengths."""

from fractions import Fraction

from enfilade.geometry.lattice import exact
from enfilade.geometry.length import LengthError, size
from enfilade.referee import Notes, Path


def coordinate(notes: Notes, path: Path, written: object) -> Fraction:
    """A coordinate in cells, or 0 with a mistake noted."""
    try:
        return exact(written)  # type: ignore[arg-type]
    except ValueError as error:
        expected, _, found = str(error).removeprefix("expected ").partition(", found ")
        notes.add(path, expected, found)
        return Fraction(0)


def height(notes: Notes, path: Path, written: object) -> int:
    """A height in micrometres, or 0 with a mistake noted. A bare number counts metres."""
    try:
        return size(written, "m")
    except LengthError as error:
        notes.add(path, "a height such as 0.9m", error)
        return 0
