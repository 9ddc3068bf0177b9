"""The mistakes of a document, collected so that all are told at once."""

from collections.abc import Sequence
from difflib import get_close_matches

from enfilade.geometry import LengthError, length, size
from enfilade.referee import Mistake

Path = tuple[str | int, ...]


class Notes:
    """The mistakes found so far."""

    def __init__(self) -> None:
        self.found: list[Mistake] = []

    def add(self, path: Path, expected: str, found: object, hint: str = "") -> None:
        self.found.append(Mistake(path, expected, str(found), hint))

    def unknown(self, path: Path, what: str, name: str, known: Sequence[str]) -> None:
        """A name that is not among the known ones, with the nearest of them."""
        near = get_close_matches(name, known, 1)
        hint = f'did you mean "{near[0]}"?' if near else f"known: {', '.join(known[:20])}"
        self.add(path, what, repr(name), hint)

    def length(self, path: Path, written: object, positive: bool = False) -> int:
        """A length in micrometres, or 0 with a mistake noted. A bare number counts inches."""
        try:
            return (size if positive else length)(written)
        except LengthError as error:
            self.add(path, "a length", error)
            return 0
