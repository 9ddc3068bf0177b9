"""Philox against the vectors that its authors publish with it (Random123, kat_vectors), and the digits made of it."""

import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.lab.philox import MASK, MOST_SEED, WORDS, Stream, key, philox

# counter, key, the four words: philox4x32 with ten rounds
KNOWN = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]


def words(text: str) -> tuple[int, ...]:
    return tuple(int(word, 16) for word in text.split())


@pytest.mark.parametrize(("counter", "keyed", "expected"), KNOWN)
def test_published_vectors(counter, keyed, expected):
    """The compiled text where Numba is installed, and the plain text always."""
    plain = getattr(philox, "py_func", philox)
    for text in (philox, plain):
        assert tuple(text(*words(counter), *words(keyed))) == words(expected)


def test_published_vectors_without_compiling():
    """The same with the compiler turned off from outside, as for who has no Numba."""
    lines = [f"assert tuple(philox(*{words(c)}, *{words(k)})) == {words(e)}" for c, k, e in KNOWN]
    script = "\n".join(["from enfilade.lab.philox import philox", *lines])
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", script], check=True, env=environment, timeout=60)


@given(st.integers(0, MOST_SEED), st.integers(0, MOST_SEED), st.integers(0, 5))
def test_a_stream_takes_its_blocks_in_order(seed, battle, blocks):
    stream = Stream(seed, battle)
    drawn = [stream.word() for _ in range(4 * blocks)]
    expected = [
        word
        for block in range(blocks)
        for word in philox(battle & MASK, battle >> 32, block, 0, seed & MASK, seed >> 32)
    ]
    assert drawn == expected


def test_streams_of_other_battles_and_seeds_differ():
    seen = {tuple(Stream(seed, battle).word() for _ in range(2)) for seed in range(20) for battle in range(20)}
    assert len(seen) == 400


@pytest.mark.parametrize("seed", [-1, MOST_SEED + 1, 1.0, True])
def test_a_seed_is_a_whole_number_of_64_bits(seed):
    with pytest.raises(ValueError, match="a seed is a whole number from 0 to"):
        key(seed)


class Scripted(Stream):
    """A stream whose words are given."""

    def __init__(self, row: list[int]) -> None:
        super().__init__(0, 0)
        self.row = row

    def word(self) -> int:
        return self.row.pop(0)


@given(st.integers(1, 7776))
def test_every_digit_has_exactly_as_many_words(base):
    """The words that give digit d form a block; its first and last word, and those passed over, count out evenly."""
    ways = WORDS // base
    for digit in {0, base // 2, base - 1}:
        first = -(-(digit * WORDS) // base)
        after = -(-((digit + 1) * WORDS) // base)
        taken = [word for word in range(first, min(first + 2, after)) if (word * base) & MASK >= WORDS % base]
        refused = (after - first) - ways
        assert refused in (0, 1)
        assert len(taken) == min(2, after - first) - refused  # only the first word of a block may be passed over
        good = after - 1
        assert Scripted([good]).digit(base) == digit
        if refused:
            assert Scripted([first, good]).digit(base) == digit
            assert (first * base) & MASK < WORDS % base


def test_digits_of_six_are_even():
    stream = Stream(5, 0)
    counts = Counter(stream.digit(6) for _ in range(60_000))
    chi = sum((counts[n] - 10_000) ** 2 / 10_000 for n in range(6))
    assert chi < 20.5  # one in a thousand with five degrees of freedom, and the seed is fixed
