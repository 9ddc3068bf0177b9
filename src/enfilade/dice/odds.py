"""Questions of a distribution: at least, expected, quantile, compare; exact, or sampled and saying so."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm, sqrt
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from enfilade.dice.program import Layer, Parts, Policy, Program, first, layers
from enfilade.dice.throw import OverBudget, Throw

if TYPE_CHECKING:
    import numpy as np

S = TypeVar("S", bound=Hashable)
R = TypeVar("R", bound=Hashable)
T = TypeVar("T", bound=Hashable)


Z = 1.959964
"""Standard errors on either side of a 95 % interval."""


def wilson(share: float, count: int, z: float = Z) -> tuple[float, float]:
    """Bounds on a chance that was counted: Wilson's interval. What never happened may be impossible, just so."""
    if count < 1:
        return 0.0, 1.0
    middle, scale = share + z * z / (2 * count), 1 + z * z / count
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    low = 0.0 if share == 0 else max(0.0, (middle - spread) / scale)  # rounding would leave a trace of it
    return low, 1.0 if share == 1 else min(1.0, (middle + spread) / scale)


@dataclass(frozen=True, slots=True)
class Distribution(Generic[R]):
    """Results with whole-number weights over `total`; `sampled` tells counted from exact ones."""

    weights: dict[R, int]
    total: int
    sampled: bool = False

    def __eq__(self, other: object) -> bool:
        """Equal chances, whatever the totals, and both exact or both sampled."""
        if not isinstance(other, Distribution):
            return NotImplemented
        return self.sampled == other.sampled and dict(self.items()) == dict(other.items())

    def __iter__(self) -> Iterator[R]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __getitem__(self, result: R) -> Fraction:
        return Fraction(self.weights.get(result, 0), self.total)

    def items(self) -> Iterator[tuple[R, Fraction]]:
        return ((result, Fraction(weight, self.total)) for result, weight in self.weights.items())

    def of(self, read: Callable[[R], T]) -> "Distribution[T]":
        """The distribution of one thing read off each result."""
        weights: dict[T, int] = {}
        for result, weight in self.weights.items():
            key = read(result)
            weights[key] = weights.get(key, 0) + weight
        return Distribution(weights, self.total, self.sampled)

    def chance(self, event: Callable[[R], bool]) -> Fraction:
        """The chance that a result satisfies `event`."""
        return Fraction(sum(weight for result, weight in self.weights.items() if event(result)), self.total)

    def interval(self, event: Callable[[R], bool], z: float = Z) -> tuple[float, float]:
        """Bounds on a chance: the chance itself twice if exact, Wilson's 95 % interval if sampled."""
        p = float(self.chance(event))
        if not self.sampled:
            return p, p
        return wilson(p, self.total, z)

    def at_least(self, threshold: Any) -> Fraction:
        """The chance of `threshold` or more; results must be numbers."""
        return self.chance(lambda result: bool(result >= threshold))

    def expected(self, read: Callable[[R], Any] = lambda result: result) -> Fraction:
        """The mean, or the mean of what `read` gives."""
        return sum((Fraction(read(r)) * w for r, w in self.weights.items()), Fraction(0)) / self.total

    def quantile(self, share: Fraction | float) -> R:
        """The smallest result that at least `share` of the weight does not exceed; results must be sortable."""
        reached, goal = 0, Fraction(str(share)) * self.total  # by its text: 0.1 is a tenth, not the nearest float
        ordered = sorted(self.weights)  # type: ignore[type-var]
        for result in ordered:
            reached += self.weights[result]
            if reached >= goal:
                return result
        return ordered[-1]

    def compare(self, other: "Distribution[R]") -> tuple[Fraction, Fraction, Fraction]:
        """The chances to be above, equal to and below an independent `other`; results must be numbers."""
        above = equal = 0
        for mine, weight in self.weights.items():
            for theirs, against in other.weights.items():
                above += weight * against * (mine > theirs)  # type: ignore[operator]
                equal += weight * against * (mine == theirs)
        both = self.total * other.total
        return Fraction(above, both), Fraction(equal, both), Fraction(both - above - equal, both)

    def __add__(self, other: "Distribution[R]") -> "Distribution[R]":
        """The sum of two independent results, both exact; results must be numbers."""
        if self.sampled or other.sampled:
            raise ValueError("only exact distributions add up: a sum of samples is no sample")
        weights: dict[Any, int] = {}
        for mine, weight in self.weights.items():
            for theirs, against in other.weights.items():
                both = mine + theirs  # type: ignore[operator]
                weights[both] = weights.get(both, 0) + weight * against
        return Distribution(weights, self.total * other.total)

    def times(self, count: int) -> "Distribution[R]":
        """The sum of `count` independent results like this one, such as the hits of so many equal dice."""
        if count < 2:
            return self if count else Distribution({0: 1}, 1)  # type: ignore[dict-item]
        half = self.times(count // 2)
        return half + half + self if count % 2 else half + half


class _Exact:
    """Weights as whole numbers over one common denominator, which grows by each layer's lot."""

    def __init__(self, budget: int) -> None:
        self.total, self.left, self.budget = 1, budget, budget

    def share(self, thrown: Sequence[tuple[int, Throw[Any]]], certain: int) -> tuple[int, Iterator[Parts]]:
        chances = [throw.chances() for _, throw in thrown]
        lot = lcm(*{total for _, total in chances})
        self.total *= lot
        self._spend(certain + sum(len(results) for results, _ in chances))
        both = zip(thrown, chances, strict=True)
        return lot, ((results, weight * (lot // total)) for (weight, _), (results, total) in both)

    def _spend(self, branches: int) -> None:
        self.left -= branches * (1 + self.total.bit_length() // 1000)  # long numbers cost more: some dice never end
        if self.left < 0:
            raise OverBudget(f"exact odds need more than {self.budget} branches")


class _Sampled:
    """Weights as counts of battles, shared out by one multinomial draw per distinct situation."""

    def __init__(self, generator: "np.random.Generator") -> None:
        self.generator, self.spent = generator, 0

    def share(self, thrown: Sequence[tuple[int, Throw[Any]]], certain: int) -> tuple[int, Iterator[Parts]]:
        self.spent += certain
        return 1, (self._drawn(weight, throw) for weight, throw in thrown)

    def _drawn(self, weight: int, throw: Throw[Any]) -> Parts:
        results, chances = _as_floats(throw)  # type: ignore[arg-type]
        counts = self.generator.multinomial(weight, chances).tolist()
        self.spent += len(results)
        return [(result, count) for result, count in zip(results, counts, strict=True) if count], 1


@lru_cache(maxsize=4096)
def _as_floats(throw: Throw[Any]) -> tuple[tuple[Any, ...], "np.ndarray[Any, Any]"]:
    import numpy as np

    weights, total = throw.chances()
    return tuple(result for result, _ in weights), np.array([ways / total for _, ways in weights])


def odds(
    program: Program[S, R], policy: Policy[S] = first, budget: int = 300_000, samples: int = 1_000_000, seed: int = 0
) -> Distribution[R]:
    """How likely every result is, exactly; beyond `budget` branches a sample, marked as such.

    The sample holds `samples` runs, or as many as that budget allows where runs have so little in common that each
    is followed on its own.
    """
    exact = _Exact(budget)
    try:
        for layer in layers(program, exact, policy, 1):
            pass
    except OverBudget:
        return _sample_within(program, samples, seed, policy, max(budget, 100_000))
    return Distribution(_ends(program, layer), exact.total)


def _sample_within(program: Program[S, R], most: int, seed: int, policy: Policy[S], budget: int) -> Distribution[R]:
    """A sample that stops short of `most` runs where more would pass `budget` branches; at least a thousand runs."""
    import numpy as np

    split = _Sampled(np.random.default_rng(seed))
    weights: dict[R, int] = {}
    done, share = 0, min(most, 1000)
    while share > 0:
        for result, count in _sampled(program, split, share, policy).items():
            weights[result] = weights.get(result, 0) + count
        done += share
        share = min(most - done, (budget - split.spent) * done // max(1, split.spent))
    return Distribution(weights, done, sampled=True)


def _sampled(program: Program[S, R], split: _Sampled, count: int, policy: Policy[S]) -> dict[R, int]:
    for layer in layers(program, split, policy, count):
        pass
    return _ends(program, layer)


def sample(program: Program[S, R], count: int, seed: int, policy: Policy[S] = first) -> Distribution[R]:
    """`count` independent runs of the same stages at once, from the stream that `seed` names."""
    import numpy as np

    if count < 1:
        raise ValueError(f"a sample needs at least one run; found {count}")
    return Distribution(_sampled(program, _Sampled(np.random.default_rng(seed)), count, policy), count, sampled=True)


def _ends(program: Program[S, R], layer: Layer[S]) -> dict[R, int]:
    ends: dict[R, int] = {}
    for situation, weight in layer.items():
        result = program.end(situation)
        known = len(ends)
        ends.setdefault(result, weight)  # results are long: a new one is hashed once
        if len(ends) == known:
            ends[result] += weight
    return ends
