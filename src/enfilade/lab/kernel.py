"""Duels by the million: one loop that draws digits and looks up where they lead. It knows no rule.

The tables are made by `twin` from the rule's own programs. A position of the duel has a first node; a node asks for
a digit of some base, which reads as a letter (what fell), and the letter leads to the next node; a number below zero
is a result, and the result leads to the next position.

Where there is no compiler, `batches` fights the same battles side by side; this text is then what it is proved by.
Everything the kernel calls is here and in `philox`, which never changes: otherwise Numba's cache would be stale.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple

from enfilade.lab.philox import compiled, philox

Ints = Sequence[int]
FOUGHT, ENDED, UNKNOWN = 0, 1, 2


class Tables(NamedTuple):
    """A duel as numbers.

    Of positions: `kind`, `start` (the first node), `arrive` (where in `to` its results begin), `over` (1 if a round
    ends with its turn). Of nodes: `base`, `reads` (where in `letters` its digits begin), `leads` (where in `ways` its
    letters begin).
    """

    kind: Ints
    start: Ints
    arrive: Ints
    over: Ints
    to: Ints
    base: Ints
    reads: Ints
    leads: Ints
    letters: Ints
    ways: Ints


class Written(NamedTuple):
    """What the kernel writes down: for each battle its last position, the round it ended in, how many digits it drew.

    `nodes` and `digits` take every draw of all battles in order, as far as they reach; they may be empty.
    """

    last: MutableSequence[int]
    rounds: MutableSequence[int]
    draws: MutableSequence[int]
    nodes: MutableSequence[int]
    digits: MutableSequence[int]


@compiled
def fight(tables: Tables, low: int, high: int, limit: int, battles: Ints, written: Written) -> int:
    """Fight these battles, up to `limit` rounds each; `low` and `high` are the words of the seed.

    A battle stops at a position that is `UNKNOWN`: the tables do not reach further. Returns the number of draws.
    """
    kind, start, arrive, over, to = tables.kind, tables.start, tables.arrive, tables.over, tables.to
    base, reads, leads = tables.base, tables.reads, tables.leads
    letters, ways = tables.letters, tables.ways
    last, rounds, draws = written.last, written.rounds, written.draws
    nodes, digits = written.nodes, written.digits
    room = len(nodes)
    total = 0
    w0, w1, w2, w3 = 0, 0, 0, 0
    for i in range(len(battles)):
        battle = int(battles[i])
        position, turns_over, ended_over = 0, 0, 1
        block, left, drawn = 0, 0, 0
        while kind[position] == 0 and turns_over < limit:
            node = start[position]
            while node >= 0:
                size = int(base[node])
                while True:
                    if left == 0:
                        w0, w1, w2, w3 = philox(battle & 0xFFFFFFFF, battle >> 32, block, 0, low, high)
                        block += 1
                        left = 4
                    product = w0 * size
                    w0, w1, w2 = w1, w2, w3
                    left -= 1
                    rest = product & 0xFFFFFFFF
                    if rest >= size or rest >= 0x100000000 % size:
                        break
                digit = product >> 32
                if total + drawn < room:
                    nodes[total + drawn] = node
                    digits[total + drawn] = digit
                drawn += 1
                node = ways[leads[node] + letters[reads[node] + digit]]
            ended_over = over[position]
            turns_over += ended_over
            position = to[arrive[position] - 1 - node]
        last[i] = position
        rounds[i] = turns_over + 1 - ended_over
        draws[i] = drawn
        total += drawn
    return total


def plainly(function: Any) -> Any:
    """A function of the kernel as plain Python, whether it is compiled or not."""
    return getattr(function, "py_func", function)


COMPILED = hasattr(fight, "py_func")
"""Whether the kernel runs compiled; it does not without Numba or with its NUMBA_DISABLE_JIT."""
