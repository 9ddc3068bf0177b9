"""Lengths as players write them, kept as whole micrometres.

One inch is exactly 25 400 µm, so inch tables and millimetre bases both stay exact. A micrometre is the smallest
length there is here: a finer value is rounded to the nearest whole one (ties to even). That is 1/254 of the one
tolerance in `plane.py`, so no ruling can hang on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

MILLIMETRE = 1_000
INCH = 25_400
FOOT = 12 * INCH
LONGEST = 1_000_000 * MILLIMETRE  # one kilometre: anything beyond is a slip of the pen, not a table

UNITS: Mapping[str, int] = {
    "um": 1, "µm": 1, "μm": 1,
    "mm": MILLIMETRE, "cm": 10 * MILLIMETRE, "m": 1_000 * MILLIMETRE,
    "in": INCH, "inch": INCH, "inches": INCH, '"': INCH, "″": INCH, "”": INCH, "''": INCH,
    "ft": FOOT, "foot": FOOT, "feet": FOOT, "'": FOOT, "′": FOOT, "’": FOOT,
}  # fmt: skip

_TEXT = re.compile(r"""\s*([+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30}))\s*([^\W\d_]+|["'″”′’]{1,2})?\s*""")


class LengthError(ValueError):
    """What was written is not a length; the message says what would be."""


def length(written: object, natural: str = "in", own: Mapping[str, int] | None = None) -> int:
    """The length that a player wrote, in whole micrometres.

    `written` is a number (then it is in the `natural` unit) or a text such as `12"`, `25mm`, `4ft`, `2 trays`.
    `own` names further units in the singular with their size in micrometres, such as `{"tray": 63_500}`.
    A float is read as the decimal it prints as, so 0.1 is one tenth. Raises `LengthError`.
    """
    units = UNITS if not own else {**UNITS, **own, **{f"{name}s": size for name, size in own.items()}}
    number, unit = _parts(written, natural, own)
    size = units.get(unit, units.get(unit.lower()))
    if size is None:
        raise LengthError(f"unknown unit {unit!r} in {_shown(written)}: {_expected(natural, own)}")
    micrometres = round(number * size)
    if abs(micrometres) > LONGEST:
        raise LengthError(f"{_shown(written)} is longer than a kilometre: {_expected(natural, own)}")
    return micrometres


def size(written: object, natural: str = "in", own: Mapping[str, int] | None = None) -> int:
    """The size of a thing that a player wrote: a length above zero, in whole micrometres. Raises `LengthError`."""
    micrometres = length(written, natural, own)
    if micrometres <= 0:
        raise LengthError(f"{_shown(written)} is no size: expected a length above zero")
    return micrometres


def to_inches(micrometres: float) -> float:
    """The length in inches, as a plain number."""
    return micrometres / INCH


def show_inches(micrometres: float, decimals: int = 2) -> str:
    """The length as players read it, such as `7.25"`; five decimals bring every whole micrometre back exactly."""
    exact = Fraction(micrometres) / INCH
    steps = round(abs(exact) * 10**decimals)
    whole, rest = divmod(steps, 10**decimals)
    text = f"{whole}.{rest:0{decimals}d}".rstrip("0").rstrip(".") if decimals else str(whole)
    return f'{"-" if exact < 0 and steps else ""}{text}"'


def _parts(written: object, natural: str, own: Mapping[str, int] | None) -> tuple[Fraction, str]:
    """Number and unit of what was written."""
    if isinstance(written, str):
        match = _TEXT.fullmatch(written)
        if match is None:
            raise LengthError(f"{_shown(written)} is not a length: {_expected(natural, own)}")
        return Fraction(match[1]), match[2] or natural
    if isinstance(written, bool) or not isinstance(written, int | float | Decimal | Fraction):
        raise LengthError(f"{_shown(written)} is not a length: {_expected(natural, own)}")
    if isinstance(written, float | Decimal) and not Decimal(written).is_finite():
        raise LengthError(f"{written} is not a length: expected a finite number")
    # Far beyond a kilometre in any unit; refused before an exact fraction of it is built.
    if not -LONGEST <= written <= LONGEST:
        raise LengthError(f"{_shown(written)} is longer than a kilometre: {_expected(natural, own)}")
    if isinstance(written, Decimal) and written.adjusted() < -40:
        return Fraction(0), natural
    return Fraction(repr(float(written))) if isinstance(written, float) else Fraction(written), natural


def _expected(natural: str, own: Mapping[str, int] | None) -> str:
    """What could have been written instead."""
    examples = ['12"', "25mm", "2.5cm", "4ft", *(f"1{name}" for name in own or {})]
    return f"expected a number ({natural}) or a text such as {', '.join(examples)}"


def _shown(written: object) -> str:
    """What was written, short enough for a message."""
    try:
        text = repr(written)
    except ValueError:  # an integer of thousands of digits does not print
        text = "a number of thousands of digits"
    return text if len(text) <= 40 else f"{text[:37]}..."
