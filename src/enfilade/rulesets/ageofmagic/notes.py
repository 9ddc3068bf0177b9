"""The mistakes in a document, gathered so that all are told at once."""

from collections.abc import Iterable
from decimal import Decimal
from difflib import get_close_matches

from enfilade.referee import Mistake

Path = tuple[str | int, ...]


class Notes:
    """The mistakes found so far."""

    def __init__(self) -> None:
        self.found: list[Mistake] = []

    def add(self, path: Path, expected: str, found: object, hint: str = "") -> None:
        """One more mistake."""
        self.found.append(Mistake(path, expected, str(found), hint))

    def unknown(self, path: Path, what: str, name: str, known: Iterable[str]) -> None:
        """A name that is not among the known ones, with the nearest of them."""
        names = list(known)
        near = get_close_matches(name, names, 1)
        hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names[:20])}"
        self.add(path, what, repr(name), hint)

    def whole(self, path: Path, number: int | Decimal, least: int = 0, most: int = 1_000_000) -> int:
        """A whole number of combatants; 0 with a mistake noted if it is none."""
        if number != int(number):
            self.add(path, "a whole number of combatants", number)
        elif not least <= number <= most:
            self.add(path, f"{least} to {most:,} combatants", number)
        else:
            return int(number)
        return 0
