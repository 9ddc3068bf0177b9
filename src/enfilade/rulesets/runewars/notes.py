"""The mistakes found in a document so far, each with its place and what would be right."""

from collections.abc import Iterable
from difflib import get_close_matches

from enfilade.geometry.length import FOOT, INCH, LengthError, length, size
from enfilade.referee import Mistake
from enfilade.rulesets.runewars.profile import BadText

Path = tuple[str | int, ...]
LARGEST = 30 * FOOT
"""No table and nothing on it is larger; a greater length is a slip of the pen."""


class Notes:
    """The mistakes found so far."""

    def __init__(self) -> None:
        self.found: list[Mistake] = []

    def add(self, path: Path, expected: str, found: object, hint: str = "") -> None:
        self.found.append(Mistake(path, expected, str(found), hint))

    def unknown(self, path: Path, what: str, name: str, known: Iterable[str]) -> None:
        """A name that is not among the known ones, with the nearest of them."""
        self.add(path, what, repr(name[:60]), nearest(name, known))

    def bad(self, path: Path, error: BadText) -> None:
        """A text in a profile that cannot be read."""
        found = error.found if len(error.found) <= 60 else f"{error.found[:57]}..."
        self.add(path, error.expected, found, nearest(error.found.strip("'\""), error.known) if error.known else "")

    def length(self, path: Path, written: object, tray: int = INCH, positive: bool = False) -> int:
        """A length in micrometres, or 0 with a mistake noted. A bare number counts trays."""
        try:
            found = (size if positive else length)(written, "tray", {"tray": tray})
        except LengthError:
            what = "a length above zero" if positive else "a length"
            self.add(path, f'{what} such as 2 (trays), "12in" or "30cm"', _shown(written))
            return 0
        if abs(found) > LARGEST:
            self.add(path, "a length of at most 30ft", _shown(written))
        return found


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint for an unknown name: the nearest that is known, or the first few."""
    names, wanted = {one.lower(): one for one in known}, name.lower()[:60]
    near = get_close_matches(wanted, names, 1) or [one for one in names if len(wanted) > 2 and one.startswith(wanted)]
    return f'did you mean "{names[near[0]]}"?' if near else f"known: {', '.join(list(names.values())[:12])}"


def _shown(written: object) -> str:
    text = repr(written) if isinstance(written, str) else str(written)
    return text if len(text) <= 40 else f"{text[:37]}..."
