"""The counts of a distribution of results, one by one, and the few thresholds worth showing of each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from enfilade.dice import Distribution
from enfilade.referee import Translator, phrase, same, told, under
from enfilade.show.words import counts, spoken

ALL_BUT = Fraction(1, 1000)


class Chance(NamedTuple):
    """A chance; its 95 % interval too if it was sampled."""

    share: Fraction
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Tally:
    """One count of the results ("damage") with its own distribution and its values in order.

    It has several names where several counts always come out alike.
    """

    names: tuple[str, ...]
    odds: Distribution[Any]
    values: tuple[Any, ...]

    @property
    def numeric(self) -> bool:
        """Whether "at least" means something: all values are numbers, and yes and no are none."""
        return all(isinstance(value, int | Fraction) and not isinstance(value, bool) for value in self.values)

    @property
    def yes_or_no(self) -> bool:
        return all(isinstance(value, bool) for value in self.values)

    @property
    def certain(self) -> bool:
        return len(self.values) == 1

    def told(self, value: Any, translate: Translator = same) -> str:
        """One of its values as a player reads it."""
        return told(self.names[0], value, translate)

    def at_least(self, value: Any) -> Chance:
        return self._chance(lambda result: bool(result >= value))

    def exactly(self, value: Any) -> Chance:
        return self._chance(lambda result: bool(result == value))

    def _chance(self, event: Callable[[Any], bool]) -> Chance:
        return Chance(self.odds.chance(event), self.odds.interval(event) if self.odds.sampled else None)

    def expected(self) -> Fraction:
        return self.odds.expected()

    def thresholds(self, most: int = 12) -> tuple[Any, ...]:
        """The values above the least, whose "at least" tells something.

        Of more than `most` only those that are neither all but certain nor all but impossible, thinned evenly,
        and the greatest.
        """
        above = self.values[1:]
        if len(above) <= most:
            return above
        telling = [value for value in above if ALL_BUT < self.at_least(value).share < 1 - ALL_BUT] or list(above)
        step = -(-len(telling) // (most - 1))
        return tuple(dict.fromkeys([*telling[::step], above[-1]]))


def tallies(odds: Distribution[Any]) -> Iterator[Tally]:
    """Every count that the results hold, in the order in which they name them."""
    results = odds.of(counts)
    for name in dict.fromkeys(name for result in results for name in result):
        one = results.of(lambda result, name=name: result.get(name))  # type: ignore[misc]
        yield Tally((name,), one, tuple(sorted(one, key=_order)))


def alike(odds: Distribution[Any]) -> list[Tally]:
    """The same, with counts that always come out alike ("hits", "damage") as one tally of several names.

    It has to be so in every result: two sides that are spread alike are two. A number that never changes is told alone
    unless it is nothing: that "suffered" and "trays" both are always 2 does not make them one.
    """
    results = list(odds.of(counts))
    told: dict[tuple[Any, ...], Tally] = {}
    for tally in tallies(odds):
        values = tuple(result.get(tally.names[0]) for result in results)
        alone = tally.names[0] if tally.certain and tally.numeric and tally.values[0] else ""
        column = (alone, *((type(value), value) for value in values))
        names = told[column].names if column in told else ()
        told[column] = replace(tally, names=(*names, *tally.names))
    return list(told.values())


def certainly(tally: Tally, translate: Translator = same) -> str:
    """A count that is always the same, in words: never where it is always no, never any where it is always 0."""
    value = tally.values[0]
    if isinstance(value, bool):
        return translate("always" if value else "never")
    if value == 0:
        return translate("never any")
    return phrase("always {value}", {"value": under(tally.names[0], value)}, translate)


def named(tally: Tally, translate: Translator = same) -> str:
    """The names of a count; those that always come out alike stand together."""
    return " = ".join(spoken(name, translate) for name in tally.names)


def _order(value: Any) -> tuple[int, Any]:
    """Numbers by size, then yes before no, then the rest by its text."""
    if isinstance(value, bool):
        return 1, not value
    if isinstance(value, int | float | Fraction):
        return 0, value
    return 2, str(value)
