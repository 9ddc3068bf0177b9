"""Random words that need no memory: Philox4x32-10, a counter enciphered by a key (Salmon and others, 2011).

Battle number `battle` of a run with the key `seed` draws its words from blocks (battle low, battle high, block,
purpose), so that any battle can be fought again alone, on any machine, in any order.

One text: compiled where Numba is installed, plain Python where it is not. Everything fits 64-bit signed integers:
a product of two 32-bit words may wrap to a negative one, and its shifted and masked halves are still right.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

MASK = 0xFFFFFFFF
WORDS = 1 << 32
MOST_SEED = (1 << 64) - 1
DICE = 0
"""The purpose of words that become dice; other uses of the same battle take other numbers."""


def compiled(function: _F) -> _F:
    """The function compiled, where Numba is installed."""
    try:
        import numba
    except ImportError:
        return function
    compiler: Any = numba.njit(cache=True, nogil=True)
    return compiler(function)  # type: ignore[no-any-return]


Block = tuple[int, int, int, int]


@compiled
def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> Block:
    """Four words from a counter of four and a key of two, by ten rounds. This algorithm never changes."""
    for _ in range(10):
        one, other = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0 = ((other >> 32) & 0xFFFFFFFF) ^ c1 ^ k0
        c1 = other & 0xFFFFFFFF
        c2 = ((one >> 32) & 0xFFFFFFFF) ^ c3 ^ k1
        c3 = one & 0xFFFFFFFF
        k0 = (k0 + 0x9E3779B9) & 0xFFFFFFFF
        k1 = (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return c0, c1, c2, c3


class Key(NamedTuple):
    """A seed as two words."""

    low: int
    high: int


def key(seed: int) -> Key:
    """The key of a seed. Raises `ValueError` beyond 64 bits."""
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise ValueError(f"a seed is a whole number from 0 to {MOST_SEED}; found {seed!r}")
    return Key(seed & MASK, seed >> 32)


class Stream:
    """The digits of one battle in order, as the kernel draws them too."""

    __slots__ = ("_battle", "_block", "_key", "_left", "drawn")

    def __init__(self, seed: int, battle: int) -> None:
        self._key, self._battle = key(seed), battle
        self._block = 0
        self._left: list[int] = []
        self.drawn = 0

    def word(self) -> int:
        """The next 32-bit word."""
        if not self._left:
            counter = self._battle & MASK, self._battle >> 32, self._block, DICE
            self._left = [int(word) for word in reversed(philox(*counter, *self._key))]
            self._block += 1
        return self._left.pop()

    def digit(self, base: int) -> int:
        """A digit below `base`, every one exactly as likely: a word times the base, its upper half taken.

        The few words whose lower half falls short of 2^32 mod base would favour some digits, and are passed over.
        """
        self.drawn += 1
        while True:
            product = self.word() * base
            if product & MASK >= WORDS % base:
                return product >> 32
