"""A chain solved: where it ends, with which chance, and how it stands after every round.

Chances are fractions where the chain is small, else floats; nothing is sampled here. Losses do not heal, so most
positions are passed once; those that lead back to themselves are solved in closed form, group by group.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from enfilade.lab.course import Chain, Row, components

Number = Fraction | float
ENDLESS = -1
"""Stands for positions that nothing leads out of although nobody is beaten."""


def ends(chain: Chain, exact: bool, at: int = 0) -> dict[int, Number]:
    """The chance of every last position, and of `ENDLESS`, from position `at`."""
    if not exact:
        from enfilade.lab import flow

        floats, endless = flow.ends(chain, at)
        return {**floats, ENDLESS: endless} if endless else dict(floats)
    weight = [Fraction(0)] * len(chain.rows)
    weight[at] = Fraction(1)
    found: dict[int, Number] = {}
    for group in reversed(list(components(chain.rows))):
        if chain.rows[group[0]] is None:
            if weight[group[0]]:
                found[group[0]] = weight[group[0]]
            continue
        entering = [weight[one] for one in group]
        if not any(entering):
            continue
        if _closed(chain.rows, group):
            found[ENDLESS] = found.get(ENDLESS, Fraction(0)) + sum(entering)
            continue
        inside = set(group)
        for here, visit in zip(group, _visits(chain.rows, group, entering), strict=True):
            for to, chance in _chances(chain.rows[here], True):
                if to not in inside:
                    weight[to] += visit * chance
    return found


def closed_off(chain: Chain) -> Chain:
    """The chain with positions that nothing leads out of as last ones, so that they are told one by one."""
    rows = list(chain.rows)
    for group in components(chain.rows):
        if chain.rows[group[0]] is not None and _closed(chain.rows, group):
            for at in group:
                rows[at] = None
    return replace(chain, rows=tuple(rows))


def values(chain: Chain, worth: Callable[[int], Number], exact: bool = False) -> list[Number]:
    """Backward induction: for every position the expected worth of the last one.

    `worth` is asked of last positions and of `ENDLESS`.
    """
    found: list[Any] = [Fraction(0) if exact else 0.0] * len(chain.rows)
    for group in components(chain.rows):
        if chain.rows[group[0]] is None:
            found[group[0]] = worth(group[0])
            continue
        inside = {at: n for n, at in enumerate(group)}
        fixed = [
            sum((chance * found[to] for to, chance in _chances(chain.rows[at], exact) if to not in inside), start=0)
            for at in group
        ]
        if _closed(chain.rows, group):
            solved = [worth(ENDLESS)] * len(group)
        else:
            solved = _solve(_inner(chain.rows, group, exact), fixed, exact)
        for at, value in zip(group, solved, strict=True):
            found[at] = value
    return found


def group_values(group: list[int], shares: Sequence[Sequence[tuple[int, float]]], fixed: list[float]) -> list[Any]:
    """Values of a group of positions; `shares` tell in the same order where they lead, `fixed` what lies outside it.

    A group that nothing leads out of is worth half a win.
    """
    place = {at: n for n, at in enumerate(group)}
    inner = [[0.0] * len(group) for _ in group]
    for n, row in enumerate(shares):
        for to, chance in row:
            if to in place:
                inner[n][place[to]] += chance
    if all(sum(line) > 1 - 1e-12 for line in inner):
        return [0.5] * len(group)
    return _solve(inner, fixed, False)


def layers(chain: Chain, exact: bool, at: int = 0) -> Iterator[dict[int, Number]]:
    """The chance of every position after each turn from position `at` on; last positions keep theirs."""
    if not exact:
        from enfilade.lab import flow

        yield from map(dict, flow.turn_by_turn(flow.flat(chain), at))
        return
    layer: dict[int, Any] = {at: Fraction(1)}
    while True:
        following: dict[int, Any] = {}
        for here, chance in layer.items():
            if chain.rows[here] is None:
                following[here] = following.get(here, 0) + chance
            for to, part in _chances(chain.rows[here], True):
                following[to] = following.get(to, 0) + chance * part
        layer = following
        yield layer


def _chances(row: Row | None, exact: bool) -> Iterator[tuple[int, Any]]:
    if row:
        for to, weight in zip(row.to, row.weights, strict=True):
            yield to, Fraction(weight, row.total) if exact else weight / row.total


def _closed(rows: Sequence[Row | None], group: list[int]) -> bool:
    inside = set(group)
    return all(to in inside for at in group for to, _ in _chances(rows[at], False))


def _inner(rows: Sequence[Row | None], group: list[int], exact: bool) -> list[list[Any]]:
    """The chances among the positions of a group."""
    place = {at: n for n, at in enumerate(group)}
    inner: list[list[Any]] = [[Fraction(0) if exact else 0.0] * len(group) for _ in group]
    for n, at in enumerate(group):
        for to, chance in _chances(rows[at], exact):
            if to in place:
                inner[n][place[to]] += chance
    return inner


def _visits(rows: Sequence[Row | None], group: list[int], entering: list[Any]) -> list[Any]:
    """How often each position of a group is expected to be passed."""
    inner = _inner(rows, group, True)
    turned = [[inner[j][i] for j in range(len(group))] for i in range(len(group))]
    return _solve(turned, entering, True)


def _solve(matrix: list[list[Any]], fixed: list[Any], exact: bool) -> list[Any]:
    """X with x = fixed + matrix x. A group of one is a geometric series; larger ones are eliminated."""
    size = len(fixed)
    if size == 1:
        return [fixed[0] / (1 - matrix[0][0])]
    if not exact:
        import numpy as np

        return list(np.linalg.solve(np.eye(size) - np.array(matrix, dtype=float), np.array(fixed, dtype=float)))
    rows = [[Fraction(i == j) - matrix[i][j] for j in range(size)] + [Fraction(fixed[i])] for i in range(size)]
    for i in range(size):
        pivot = next(k for k in range(i, size) if rows[k][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(size):
            if k != i and rows[k][i]:
                factor = rows[k][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]
