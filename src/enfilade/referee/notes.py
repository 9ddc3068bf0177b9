"""The mistakes of a document, gathered so that all are told at once, and hints for names that are not known."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from enfilade.referee.facts import Facts, Words

Path = tuple[str | int, ...]
"""The way to a value in a document: field names and places in lists."""

LONGEST = 60
"""More of a strange name than this is not repeated to its writer."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong in a document: the path to it, what was expected, what was found, and what to do.

    What people meet at the table too, such as units that overlap, is told in `Words`; `called` are the names of the
    units whose ids stand in them.
    """

    path: Path
    expected: str | Words
    found: str | Words
    hint: str = ""
    called: Facts = Facts()


@dataclass(frozen=True, slots=True)
class Notes:
    """The mistakes found so far; the only thing in setting up that grows."""

    found: list[Mistake] = field(default_factory=list)

    def add(self, path: Path, expected: str | Words, found: object, hint: str = "") -> None:
        """One more mistake."""
        self.found.append(Mistake(path, expected, found if isinstance(found, Words) else str(found), hint))

    def calling(self, names: Facts) -> list[Mistake]:
        """The mistakes with what the units in them are called."""
        return [replace(mistake, called=names) for mistake in self.found]

    def unknown(self, path: Path, what: str, name: str, known: Iterable[str]) -> None:
        """A name that is not among the known ones, with the nearest of them."""
        self.add(path, what, repr(name[:LONGEST]), hint(name, known))


def closest(name: object, known: Iterable[str]) -> str | None:
    """The known name that was probably meant, whatever was written: the most alike, or one that begins with it."""
    names, wanted = {one.lower(): one for one in known}, str(name).lower()[:LONGEST]
    found = get_close_matches(wanted, names, 1) or [one for one in names if len(wanted) > 2 and one.startswith(wanted)]
    return names[found[0]] if found else None


def advice(name: object, known: Iterable[str], most: int = 12) -> Words:
    """What to say to an unknown name: the closest that is known, or the first few, or that there are none."""
    names = list(known)
    near = closest(name, names)
    if near is not None:
        return Words('did you mean "{name}"?', Facts(name=near))
    few = ", ".join(names[:most]) + (", …" if len(names) > most else "")
    return Words("known: {names}", Facts(names=few)) if names else Words("there are none")


def hint(name: object, known: Iterable[str], most: int = 12) -> str:
    """The same as plain text."""
    return str(advice(name, known, most))


def expectation(said: str) -> str:
    """What a fact should have been, from a validator's sentence such as "Input should be less than or equal to 6"."""
    wanted = said.lower().removeprefix("input should be ")
    return f"a number {wanted}" if wanted.startswith(("less than", "greater than")) else wanted
