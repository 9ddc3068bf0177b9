"""Lengths: what players write, exactly, and what is refused."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from enfilade.geometry import FOOT, INCH, MILLIMETRE, LengthError, length, show_inches, size, to_inches


@pytest.mark.parametrize(
    ("written", "micrometres"),
    [
        ('12"', 304_800),
        ("12in", 304_800),
        ("12 inches", 304_800),
        ("12″", 304_800),
        ("25mm", 25_000),
        ("2.5cm", 25_000),
        ("2.5 CM", 25_000),
        ("4ft", 1_219_200),
        ("4'", 1_219_200),
        ("1.2m", 1_200_000),
        ("63500 µm", 63_500),
        (" -3.5in ", -88_900),
        (".5in", 12_700),
        ("2 trays", 127_000),
        ("1tray", 63_500),
        (2, 50_800),
        (0.1, 2_540),
        (Decimal("7.25"), 184_150),
        (Fraction(1, 4), 6_350),
        ("4", 101_600),
        (0, 0),
        (1e-300, 0),
        (Decimal("1e-1000000"), 0),
    ],
)
def test_a_length_is_read_exactly(written, micrometres):
    assert length(written, own={"tray": 63_500}) == micrometres


def test_a_bare_number_is_in_the_natural_unit():
    own = {"cell": 1_500 * MILLIMETRE}
    assert length(2, "cell", own) == length("2 cells", "in", own) == 3_000_000
    assert length("3", "ft") == 3 * FOOT


def test_what_is_finer_than_a_micrometre_is_rounded_to_the_nearest():
    assert [length(text, "um") for text in ("0.4", "0.5", "0.6", "1.5", "-0.6")] == [0, 0, 1, 2, -1]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("12 parsecs", "unknown unit 'parsecs'"),
        ("2km", "unknown unit 'km'"),
        ("nan", "not a length"),
        ("1e5", "not a length"),
        ("12 in in", "not a length"),
        ("1_000", "not a length"),
        ("", "not a length"),
        ("9" * 400, "not a length"),
        (float("nan"), "finite"),
        (float("inf"), "finite"),
        (Decimal("nan"), "finite"),
        (Decimal("-Infinity"), "finite"),
        (1e300, "longer than a kilometre"),
        (10**40, "longer than a kilometre"),
        (Decimal("1e999999"), "longer than a kilometre"),
        ("40000in", "longer than a kilometre"),
        ("1000.1 m", "longer than a kilometre"),
        (True, "not a length"),
        (None, "not a length"),
        ([1], "not a length"),
        (1j, "not a length"),
    ],
)
def test_what_is_no_length_is_refused_with_the_reason_and_what_was_expected(written, told):
    with pytest.raises(LengthError, match=told) as refusal:
        length(written)
    assert "expected" in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_a_number_too_long_to_print_is_refused_all_the_same():
    with pytest.raises(LengthError, match="thousands of digits is longer than a kilometre"):
        length(10**10_000)


def test_the_longest_length_is_a_kilometre():
    assert length("1000m") == 1_000_000_000
    with pytest.raises(LengthError):
        length("1000000.001mm")


@pytest.mark.parametrize("written", [0, "0in", -1, "-3mm", 0.000001])
def test_a_size_is_above_zero(written):
    with pytest.raises(LengthError, match="above zero"):
        size(written)


def test_a_size_is_read_like_a_length():
    assert size("2.5in") == 63_500


@pytest.mark.parametrize(
    ("micrometres", "shown"),
    [(184_150, '7.25"'), (304_800, '12"'), (0, '0"'), (-1, '0"'), (-12_700, '-0.5"'), (63, '0"'), (254, '0.01"')],
)
def test_a_length_is_shown_in_inches(micrometres, shown):
    assert show_inches(micrometres) == shown


def test_a_length_is_shown_to_the_decimals_asked_for():
    assert show_inches(184_150, 0) == '7"'
    assert show_inches(63, 4) == '0.0025"'
    assert show_inches(0.4 * INCH, 1) == '0.4"'
    assert to_inches(184_150) == 7.25


@given(st.integers(-(10**9), 10**9))
@example(1)
@example(10**9)
def test_five_decimals_bring_every_micrometre_back(micrometres):
    assert length(show_inches(micrometres, 5)) == micrometres


@given(st.decimals(-1000, 1000, places=4), st.sampled_from([("in", INCH), ("ft", FOOT), ("mm", MILLIMETRE)]))
def test_number_text_and_fraction_agree(number, unit):
    name, worth = unit
    assert length(f"{number}{name}") == length(number, name) == length(Fraction(number), name)
    assert length(number, name) == round(Fraction(number) * worth)
    assert length(float(number), name) == length(number, name)


@given(st.text(max_size=12) | st.from_regex(r"[-+.0-9]{1,6} ?[a-zµ'\"]{0,4}", fullmatch=True))
def test_any_text_is_read_or_refused(text):
    try:
        micrometres = length(text)
    except LengthError:
        return
    assert abs(micrometres) <= 10**9
