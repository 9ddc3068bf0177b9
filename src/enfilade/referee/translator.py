"""The language in which something is told: its words, how it writes numbers, and what the units are called."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple


def only_one(number: float) -> bool:
    """Whether things of this number are one thing, as English and Italian count: one mile, 1.5 miles, 0 miles."""
    return abs(number) == 1


class Numbers(NamedTuple):
    """How a language writes numbers: the signs in them and between them, and which of them take the singular.

    `between` parts the numbers of a place, and those of a row of which one has decimals; `percent` is a template
    over `number`.
    """

    decimal: str = "."
    group: str = ","
    between: str = ", "
    percent: str = "{number}%"
    one: Callable[[float], bool] = only_one


ENGLISH_NUMBERS = Numbers()


def as_written(words: str, said: Mapping[str, str]) -> str:
    """A template as it is, whatever is put in."""
    return words


@dataclass(frozen=True, slots=True, eq=False)
class Translator:
    """Words as the rules have them into the words of a language; what it does not know it leaves as it is.

    Call it with words. `names` holds what people call the units and the sides, by their ids; `joined` mends a
    template where what is put in decides, as "de" before a vowel does in French, and leaves what is put in alone.
    """

    words: Callable[[str], str]
    numbers: Numbers = ENGLISH_NUMBERS
    names: Mapping[str, str] = field(default_factory=dict)
    joined: Callable[[str, Mapping[str, str]], str] = as_written

    def __call__(self, words: str, /) -> str:
        return self.words(words)

    def word(self, said: str, name: str) -> str:
        """A word as the value of the fact of that name, which may take a form of its own.

        `right (edge)` is the form for facts whose names end in edge or edges.
        """
        own = f"{said} ({name.rpartition('_')[2].removesuffix('s')})"
        found = self.words(own)
        return self.words(said) if found == own else found

    def number(self, written: str) -> str:
        """A number as files write it ("2.5", or "100,000" in groups) with the signs of the language."""
        return written.translate({ord("."): self.numbers.decimal, ord(","): self.numbers.group})

    def percent(self, written: str) -> str:
        """A number of hundredths with its sign."""
        return self.numbers.percent.format(number=self.number(written))

    def called(self, given: str) -> str:
        """What the unit or the side of this id is called; anything else as it was given."""
        return self.names.get(given, given)

    def naming(self, names: Mapping[str, str]) -> "Translator":
        """The same language with these names for ids."""
        return replace(self, names=names)

    def given(self) -> "Translator":
        """For what players or cards named: names are put for ids, and no word is translated."""
        return Translator(self.called, self.numbers)


same = Translator(str)
"""The language the rules are written in: words as they stand."""
