"""Whole numbers, halves and thirds, kept exact, and the ways to round them."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import floor
from types import MappingProxyType

Number = int | Fraction

COST = 3  # points of basic value that each risked die costs (1.1.2)


def exact(value: int | Decimal | Fraction) -> Number:
    """The same number without loss; whole ones as `int`."""
    fraction = Fraction(value)
    return fraction.numerator if fraction.denominator == 1 else fraction


def half_up(value: Number) -> int:
    """The nearest whole number; a half goes up."""
    return floor(value + Fraction(1, 2))


def nearest_half(value: Number) -> Number:
    """The nearest multiple of a half; a quarter goes up."""
    return exact(Fraction(half_up(2 * value), 2))


def part(over: int, under: int, rounding: str) -> int:
    """A quotient of whole numbers as a whole number: half_up, down or up."""
    if rounding == "half_up":
        return (2 * over + under) // (2 * under)
    return over // under if rounding == "down" else -(-over // under)


AVERAGING: MappingProxyType[str, Callable[[Number], Number]] = MappingProxyType(
    {"whole": half_up, "half": nearest_half, "exact": exact}
)
