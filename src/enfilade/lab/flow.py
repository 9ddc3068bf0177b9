"""Large chains in floats: how chance flows from the start to the ends, group by group. One text, plain or compiled.

A chain lies in flat rows: position `i` leads to `to[first[i] : first[i + 1]]` with the chances beside them; a last
position leads nowhere. Compiled where Numba is installed. Neither it nor NumPy is imported for chains too small to be
worth it; the numbers are the same to the last bit.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from enfilade.lab.compiling import compiled, loaded

if TYPE_CHECKING:
    from enfilade.lab.course import Chain

WORTH_COMPILING = 600_000
"""Branches from which on compiled code is sooner done, the loading of the compiler counted in."""
WORTH_IT_LOADED = 2_000
"""The same where the compiler is loaded already."""
WORTH_ARRAYS = 10_000
"""Branches from which on arrays are sooner done than lists, the loading of NumPy counted in."""


class Flat(NamedTuple):
    """A chain in rows of numbers: lists, or arrays (int64, int64, float64)."""

    first: Any
    to: Any
    chance: Any


def flat(chain: "Chain") -> Flat:
    """The chain in rows: arrays where NumPy is there or worth loading, else lists."""
    first = [0, *accumulate(len(row.to) if row else 0 for row in chain.rows)]
    to = [at for row in chain.rows if row for at in row.to]
    chance = [weight / row.total for row in chain.rows if row for weight in row.weights]
    if len(to) < WORTH_ARRAYS and "numpy" not in sys.modules:
        return Flat(first, to, chance)
    import numpy as np

    return Flat(np.array(first, np.int64), np.array(to, np.int64), np.array(chance))


def turn_by_turn(whole: Flat, at: int) -> Iterator[list[tuple[int, float]]]:
    """The chance of every position after each turn from position `at` on, without end; last positions keep theirs."""
    return _in_lists(whole, at) if isinstance(whole.to, list) else _in_arrays(whole, at)


def _in_lists(whole: Flat, at: int) -> Iterator[list[tuple[int, float]]]:
    first, to, chance = whole
    last = [i for i in range(len(first) - 1) if first[i] == first[i + 1]]
    layer = {at: 1.0}
    while True:
        following: dict[int, float] = {}
        for here, share in sorted(layer.items()):
            for e in range(first[here], first[here + 1]):
                following[to[e]] = following.get(to[e], 0.0) + share * chance[e]
        for here in last:
            if here in layer:
                following[here] = following.get(here, 0.0) + layer[here]
        layer = following
        yield sorted(layer.items())


def _in_arrays(whole: Flat, at: int) -> Iterator[list[tuple[int, float]]]:
    import numpy as np

    leads = np.diff(whole.first)
    last = np.flatnonzero(leads == 0)
    start = np.concatenate([np.repeat(np.arange(len(leads)), leads), last])
    to, chance = np.concatenate([whole.to, last]), np.concatenate([whole.chance, np.ones(len(last))])
    layer: Any = np.zeros(len(leads))
    layer[at] = 1.0
    while True:
        layer = np.bincount(to, weights=layer[start] * chance, minlength=len(layer))
        there = np.flatnonzero(layer)
        yield list(zip(there.tolist(), layer[there].tolist(), strict=True))


def order(first: Any, to: Any, group: Any, members: Any, stack: Any) -> int:  # noqa: C901 - a stack in place of calls
    """Number the groups of positions that lead to one another, those reached last first (Tarjan's algorithm).

    `group[i]` becomes the number of the group of position i, `members` the positions group by group; `stack` is
    five rows of scratch. Returns how many groups there are.
    """
    size = len(first) - 1
    index, low, path, edge, open_ = stack[0], stack[1], stack[2], stack[3], stack[4]
    for i in range(size):
        index[i] = -1
        group[i] = -1
    found = groups = filled = waiting = 0
    for root in range(size):
        if index[root] >= 0:
            continue
        depth = 0
        path[0] = root
        edge[root] = first[root]
        index[root] = low[root] = found
        found += 1
        open_[waiting] = root
        waiting += 1
        while depth >= 0:
            at = path[depth]
            if edge[at] < first[at + 1]:
                there = to[edge[at]]
                edge[at] += 1
                if index[there] < 0:
                    depth += 1
                    path[depth] = there
                    edge[there] = first[there]
                    index[there] = low[there] = found
                    found += 1
                    open_[waiting] = there
                    waiting += 1
                elif group[there] < 0:
                    low[at] = min(low[at], index[there])
                continue
            depth -= 1
            if depth >= 0:
                low[path[depth]] = min(low[path[depth]], low[at])
            if low[at] == index[at]:
                while True:
                    waiting -= 1
                    last = open_[waiting]
                    group[last] = groups
                    members[filled] = last
                    filled += 1
                    if last == at:
                        break
                groups += 1
    return groups


def descend(whole: Any, group: Any, members: Any, weight: Any, matrix: Any) -> float:
    """Let `weight` flow down to the last positions; returns what ends in groups that nothing leads out of.

    `whole` is the chain, `matrix` scratch for the largest group: its size by its size and one.
    """
    first, to, chance = whole
    endless = 0.0
    end = len(members)
    while end > 0:
        begin = end - 1
        while begin > 0 and group[members[begin - 1]] == group[members[end - 1]]:
            begin -= 1
        entering = 0.0
        for i in range(begin, end):
            entering += weight[members[i]]
        at = members[begin]
        if entering > 0.0 and first[at] < first[at + 1]:
            if end - begin > 1 or leads_to_itself(first, to, at):
                if gather(whole, group, (members, begin, end), weight, matrix) > 0.0:
                    eliminate(matrix, end - begin)
                    pour(whole, group, (members, begin, end), weight, matrix)
                else:
                    endless += entering
            else:
                for e in range(first[at], first[at + 1]):
                    weight[to[e]] += entering * chance[e]
            for i in range(begin, end):
                weight[members[i]] = 0.0
        end = begin
    return endless


def leads_to_itself(first: Any, to: Any, at: int) -> bool:
    """Whether a position leads back to itself at once."""
    for e in range(first[at], first[at + 1]):  # noqa: SIM110 - Numba compiles no generators here
        if to[e] == at:
            return True
    return False


def gather(whole: Any, group: Any, span: Any, weight: Any, matrix: Any) -> float:
    """Write a group's equations into `matrix`: how often each position is passed. Returns what leads out of it.

    `span` holds the members of all groups, and where those of this one begin and end.
    """
    first, to, chance = whole
    members, begin, end = span
    count = end - begin
    leaving = 0.0
    for i in range(count):
        for j in range(count + 1):
            matrix[i][j] = 0.0
    for i in range(count):
        at = members[begin + i]
        matrix[i][i] += 1.0
        matrix[i][count] = weight[at]
        for e in range(first[at], first[at + 1]):
            if group[to[e]] != group[at]:
                leaving += chance[e]
                continue
            for j in range(count):
                if members[begin + j] == to[e]:
                    matrix[j][i] -= chance[e]
    return leaving


def pour(whole: Any, group: Any, span: Any, weight: Any, matrix: Any) -> None:
    """Pass on what leads out of a group, by how often each of its positions is passed."""
    first, to, chance = whole
    members, begin, end = span
    for i in range(end - begin):
        at = members[begin + i]
        for e in range(first[at], first[at + 1]):
            if group[to[e]] != group[at]:
                weight[to[e]] += matrix[i][end - begin] * chance[e]


def eliminate(matrix: Any, count: int) -> None:
    """Solve in place: the last column becomes the solution. Diagonals dominate here, so no row is exchanged."""
    for i in range(count):
        pivot = matrix[i][i]
        for j in range(i, count + 1):
            matrix[i][j] /= pivot
        for k in range(count):
            if k != i and matrix[k][i] != 0.0:
                factor = matrix[k][i]
                for j in range(i, count + 1):
                    matrix[k][j] -= factor * matrix[i][j]


@cache
def _fast() -> tuple[Any, Any] | None:
    """`order` and `descend` compiled, with all that they call."""
    made = compiled(leads_to_itself, gather, eliminate, pour, order, descend)
    return (made["order"], made["descend"]) if made else None


def ends(chain: "Chain", at: int = 0) -> tuple[dict[int, float], float]:
    """The chance of every last position from position `at`, and of never ending."""
    return solved(flat(chain), at)


def solved(whole: Flat, at: int = 0) -> tuple[dict[int, float], float]:
    """The same from the rows of a chain."""
    size = len(whole.first) - 1
    fast = _fast() if len(whole.to) >= (WORTH_IT_LOADED if loaded() else WORTH_COMPILING) else None
    if fast:
        return _compiled(whole, at, fast)
    first, to, chance = (row if isinstance(row, list) else row.tolist() for row in whole)  # looked into one by one
    group, members, weight = [0] * size, [0] * size, [0.0] * size
    weight[at] = 1.0
    order(first, to, group, members, [[0] * size for _ in range(5)])
    largest = max(Counter(group).values())
    matrix = [[0.0] * (largest + 1) for _ in range(largest)]
    endless = descend((first, to, chance), group, members, weight, matrix)
    return {at: share for at, share in enumerate(weight) if share}, endless


def _compiled(whole: Flat, at: int, fast: tuple[Any, Any]) -> tuple[dict[int, float], float]:
    import numpy as np

    size, (ordering, descending) = len(whole.first) - 1, fast
    first, to, chance = (np.asarray(row) for row in whole)
    group, members, stack = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros((5, size), np.int64)
    weight = np.zeros(size)
    weight[at] = 1.0
    ordering(first, to, group, members, stack)
    largest = int(np.bincount(group).max())
    endless = descending((first, to, chance), group, members, weight, np.zeros((largest, largest + 1)))
    there = np.flatnonzero(weight)
    return dict(zip(there.tolist(), weight[there].tolist(), strict=True)), float(endless)
