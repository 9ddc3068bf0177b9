"""What a duel comes to: who wins, how soon, and with what left. Exact, or sampled and saying so."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from enfilade.dice import Distribution, wilson
from enfilade.referee import Facts, Result

if TYPE_CHECKING:
    from enfilade.show import Picture, Report

Number = Fraction | float


class LabError(ValueError):
    """What the lab was asked and cannot do, in words for the person who asked."""


class End(NamedTuple):
    """One way the duel may end: the winner ("" for nobody), how, what each side has left, and the chance."""

    winner: str
    how: str
    left: tuple[Facts, ...]
    chance: Number


class After(NamedTuple):
    """How the duel stands after a round: the chance that either side has won, and that it is still fought."""

    round: int
    won: tuple[Number, ...]
    draw: Number
    fighting: Number


@dataclass(frozen=True, slots=True)
class Fought:
    """All ends of a duel with their chances, and how it stands after each round.

    `how` is "exact" (fractions), "floats" (exact but for rounding) or "sampled"; then `samples` duels were counted.
    `positions` is how many positions the duel has, as far as they were seen.
    """

    sides: tuple[str, ...]
    names: tuple[str, ...]
    title: str
    ends: tuple[End, ...]
    rounds: tuple[After, ...]
    how: str
    positions: int
    samples: int = 0
    limit: int = 0
    policies: tuple[str, ...] = ("", "")

    def chance(self, event: Callable[[End], bool]) -> Number:
        """The chance that the end satisfies `event`."""
        return sum((end.chance for end in self.ends if event(end)), start=Fraction(0))

    def wins(self, side: str) -> Number:
        """The chance that this side wins."""
        if side not in self.sides:
            raise KeyError(f"there is no side {side!r}; the sides are {', '.join(self.sides)}")
        return self.chance(lambda end: end.winner == side)

    @property
    def nobody(self) -> Number:
        """The chance that nobody wins."""
        return self.chance(lambda end: not end.winner)

    def interval(self, chance: Number) -> tuple[float, float]:
        """The chance itself twice if it is exact, its 95 % interval if it was counted."""
        return wilson(float(chance), self.samples) if self.samples else (float(chance), float(chance))

    def survivors(self, side: str, count: str = "") -> dict[int, Number]:
        """The distribution of what a side has left: of its chief count, or of another one."""
        at = self.sides.index(side)
        found: dict[int, Number] = {}
        for end in self.ends:
            name = count or next(iter(end.left[at]))
            found[end.left[at][name]] = found.get(end.left[at][name], Fraction(0)) + end.chance
        return dict(sorted(found.items()))

    def expected(self, side: str, count: str = "") -> Number:
        """What a side is expected to have left."""
        return sum((left * chance for left, chance in self.survivors(side, count).items()), start=Fraction(0))

    def endings(self) -> dict[tuple[str, str], Number]:
        """The chance of each winner and way to end."""
        found: dict[tuple[str, str], Number] = {}
        for end in self.ends:
            key = end.winner, end.how
            found[key] = found.get(key, Fraction(0)) + end.chance
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Every end as one flat row: winner, how, chance, and what is left, named side_count."""
        for end in self.ends:
            row: dict[str, Any] = {"winner": end.winner, "how": end.how, "chance": float(end.chance)}
            for side, left in zip(self.sides, end.left, strict=True):
                row.update({f"{side}_{name}": value for name, value in left.items() if name != "beaten"})
            yield row

    def to_pandas(self) -> Any:
        """The ends as a data frame; needs pandas."""
        from enfilade.lab.writing import frame

        return frame(list(self.rows()))

    def report(self) -> "Report":
        """The answer in words."""
        from enfilade.lab.telling import told

        return told(self)

    def chart(self) -> "Picture":
        """Who has won by which round, as a picture with its table."""
        from enfilade.show.duelchart import survival

        return survival(self)

    def distribution(self, side: str, count: str = "") -> Distribution[Result]:
        """What a side has left as a distribution like that of an attack; floats are held to 60 bits."""
        name = count or next(iter(self.ends[0].left[self.sides.index(side)]))
        spread = self.survivors(side, name)
        if self.how == "floats":
            whole = {left: round(chance * 2**60) for left, chance in spread.items()}
        else:
            common = lcm(*(Fraction(chance).denominator for chance in spread.values()))
            whole = {left: int(chance * common) for left, chance in spread.items()}
        total = sum(whole.values())
        if self.samples:  # counted duels stay counts, so that intervals are theirs
            whole = {left: weight * self.samples // total for left, weight in whole.items()}
            total = self.samples
        results = {Result(Facts({name: left}), ()): weight for left, weight in whole.items() if weight}
        return Distribution(results, total, sampled=bool(self.samples))

    def left_chart(self, side: str, count: str = "") -> "Picture":
        """What a side has left, as bars and as the curve of "at least", with the table."""
        from enfilade.show import chart

        return chart(self.distribution(side, count), f"{self.names[self.sides.index(side)]}: left after the duel")

    def json(self) -> dict[str, Any]:
        """Everything as plain data; fractions as text, with their value beside."""
        from enfilade.lab.telling import fought_json

        return fought_json(self)

    def __str__(self) -> str:
        return str(self.report())

    def _repr_html_(self) -> str:
        from enfilade.lab.telling import fought_html

        return fought_html(self)

    def _repr_svg_(self) -> str:
        return self.chart().svg
