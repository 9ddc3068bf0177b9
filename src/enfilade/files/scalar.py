"""Single values as files write them: texts, exact numbers, true, false and null (the YAML 1.2 core schema)."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from types import MappingProxyType
from typing import Final, TypeAlias

Scalar: TypeAlias = bool | int | Decimal | str | None
Data: TypeAlias = Scalar | list["Data"] | dict[str, "Data"]

LARGEST: Final = 10**15  # a thousand million kilometres in micrometres; whole numbers below stay exact everywhere
MOST_DECIMALS: Final = 400  # every float of a record can be read again
MOST_DIGITS: Final = 60

_WORDS: Final = MappingProxyType(
    {"": None, "~": None, "null": None, "Null": None, "NULL": None}
    | {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
)
_WHOLE: Final = re.compile(r"[-+]?[0-9]+")
_DECIMAL: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,5})?")
_ENORMOUS: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+")
_OCTAL: Final = re.compile(r"0o[0-7]+")
_HEXADECIMAL: Final = re.compile(r"0x[0-9a-fA-F]+")
_NO_NUMBER: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")

# Control characters, half characters, and marks that some programs take for the end of a line or of a file.
_UNSAFE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


class Unreadable(ValueError):
    """A value that is refused: what was expected, what was found, what to do."""

    def __init__(self, expected: str, found: str, hint: str = "") -> None:
        super().__init__(expected, found)
        self.expected, self.found, self.hint = expected, found, hint


def scalar(bare: str) -> Scalar:
    """What a word without quotes means. Decimals are exact; `no` and `12:30` are texts, `012` is twelve."""
    if bare in _WORDS:
        return _WORDS[bare]
    if bare[0] not in "+-.0123456789":
        return text(bare)
    if _WHOLE.fullmatch(bare):
        return _whole(bare, 10)
    if _DECIMAL.fullmatch(bare):
        return _decimal(bare)
    if _OCTAL.fullmatch(bare) or _HEXADECIMAL.fullmatch(bare):
        return _whole(bare[2:], 8 if bare[1] == "o" else 16)
    if _NO_NUMBER.fullmatch(bare):
        raise Unreadable("a finite number", bare, "put it in quotes if it is a text")
    if _ENORMOUS.fullmatch(bare):
        raise _too_large(bare)
    return text(bare)


def text(written: str) -> str:
    """The text, if every character of it can safely be shown again."""
    unsafe = unsafe_character(written)
    if unsafe < 0:
        return written
    # A pair of \u escapes is one character in JSON; the YAML scanner leaves the two halves side by side.
    whole = written.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    unsafe = unsafe_character(whole)
    if unsafe < 0:
        return whole
    raise Unreadable("text without control characters", f"U+{ord(whole[unsafe]):04X}")


def unsafe_character(written: str) -> int:
    """Where the first character stands that no file may hold; -1 if there is none."""
    found = _UNSAFE.search(written)
    return found.start() if found else -1


def show(written: str, most: int = 60) -> str:
    """A text from a file as it can safely be shown: in quotes, on one line, not too long."""
    short = written if len(written) <= most else written[: most - 1] + "…"
    safe = "".join(c if c.isprintable() or c in "\n\t" else f"<U+{ord(c):04X}>" for c in short)
    return json.dumps(safe, ensure_ascii=False)


def _whole(digits: str, base: int) -> int:
    if len(digits) > MOST_DIGITS or abs(number := int(digits, base)) >= LARGEST:
        raise _too_large(digits)
    return number


def _decimal(bare: str) -> Decimal:
    if len(bare) > MOST_DIGITS:
        raise _too_large(bare)
    number = Decimal(bare)
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or number.adjusted() >= 15 or exponent < -MOST_DECIMALS or exponent > 15:
        raise _too_large(bare)
    return number


def _too_large(bare: str) -> Unreadable:
    return Unreadable(
        f"a number below 10^15 with at most {MOST_DECIMALS} decimals",
        bare if len(bare) <= 40 else f"{bare[:20]}… ({len(bare)} characters)",
    )
