"""Mistakes of a document that only this game can make: texts of profiles, lengths in trays."""

from enfilade.geometry.length import FOOT, INCH, LengthError, length, size
from enfilade.referee import Notes, Path, hint
from enfilade.rulesets.runewars.profile import BadText

LARGEST = 30 * FOOT
"""No table and nothing on it is larger; a greater length is a slip of the pen."""


def unreadable(notes: Notes, path: Path, error: BadText) -> None:
    """A text in a profile that cannot be read."""
    found = error.found if len(error.found) <= 60 else f"{error.found[:57]}..."
    notes.add(path, error.expected, found, hint(error.found.strip("'\""), error.known) if error.known else "")


def measured(notes: Notes, path: Path, written: object, tray: int = INCH, positive: bool = False) -> int:
    """A length in micrometres, or 0 with a mistake noted. A bare number counts trays."""
    try:
        found = (size if positive else length)(written, "tray", {"tray": tray})
    except LengthError:
        what = "a length above zero" if positive else "a length"
        notes.add(path, f'{what} such as 2 (trays), "12in" or "30cm"', _shown(written))
        return 0
    if abs(found) > LARGEST:
        notes.add(path, "a length of at most 30ft", _shown(written))
    return found


def _shown(written: object) -> str:
    text = repr(written) if isinstance(written, str) else str(written)
    return text if len(text) <= 40 else f"{text[:37]}..."
