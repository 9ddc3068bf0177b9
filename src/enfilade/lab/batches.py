"""Battles side by side, for who has no compiler: the kernel's walk for thousands of battles at once.

It draws the very digits that `kernel.fight` draws and looks them up in the very tables; the tests lay every node and
digit of the two beside one another. All battles of a batch draw their digits in step, one word each. The few that have
to pass over a word would fall out of step, and are left to the kernel's own text.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from enfilade.lab.kernel import Tables, Written, fight, plainly
from enfilade.lab.philox import DICE, MASK, WORDS, philox

ABREAST = 16_384
_PHILOX: Any = plainly(philox)  # plain arithmetic, which numbers and arrays of numbers share


class _Battles(NamedTuple):
    """Battles under way: their place in the batch, number, position, rounds that are over, and node."""

    place: Any
    number: Any
    position: Any
    rounds: Any
    node: Any

    def only(self, which: Any) -> "_Battles":
        return _Battles(*(row[which] for row in self))


class Drawn(NamedTuple):
    """What the battles of one step drew: their places in the batch, the nodes and the digits."""

    place: Any
    node: Any
    digit: Any


def fight_abreast(tables: Tables, words: tuple[int, int], limit: int, battles: Sequence[int], written: Written) -> int:
    """Fight these battles as `kernel.fight` does; `words` are those of the seed. The tables and rows are arrays.

    Returns the number of draws.
    """
    import numpy as np

    numbers = np.asarray(battles, np.int64)
    total = 0
    for at in range(0, len(numbers), ABREAST):
        total += _batch(tables, words, limit, numbers[at : at + ABREAST], _Rows(written, at, total))
    return total


class _Rows(NamedTuple):
    """Where a batch writes: the rows of all battles, the number of its first battle, and of its first draw."""

    written: Written
    at: int
    drawn: int


def _batch(tables: Tables, words: tuple[int, int], limit: int, numbers: Any, rows: _Rows) -> int:
    import numpy as np

    size = len(numbers)
    last, rounds, draws = (np.asarray(row)[rows.at : rows.at + size] for row in rows.written[:3])
    last[:] = rounds[:] = draws[:] = 0
    kept: list[Drawn] | None = [] if len(rows.written.nodes) > rows.drawn else None
    astray: list[int] = []
    fought = _Battles(np.arange(size), numbers, *(np.zeros(size, np.int64) for _ in range(3)))
    if tables.kind[0] != 0 or limit < 1:
        return 0
    fought = fought._replace(node=np.full(size, int(tables.start[0])))
    step, block = 0, np.zeros((4, size), np.int64)
    while True:
        fought, still = _moved(tables, limit, fought, (last, rounds))
        if not len(fought.place):
            break
        if step % 4 == 0:
            low, high = fought.number & MASK, fought.number >> 32
            block = np.array(_PHILOX(low, high, step // 4, DICE, *words))
        elif still is not None:
            block = block[:, still]
        product = block[step % 4] * tables.base[fought.node]
        rest = product & MASK
        digit = product >> 32
        if (rest < tables.base[fought.node]).any():  # perhaps a word that would favour some digits
            fair = rest >= WORDS % tables.base[fought.node].astype(np.int64)
            astray += fought.place[~fair].tolist()
            fought, digit, block = fought.only(fair), digit[fair], block[:, fair]
        draws[fought.place] += 1
        if kept is not None:
            kept.append(Drawn(fought.place, fought.node, digit))
        letter = tables.letters[tables.reads[fought.node] + digit]
        fought = fought._replace(node=tables.ways[tables.leads[fought.node] + letter].astype(np.int64))
        step += 1
    alone = _alone(tables, words, limit, numbers[astray])
    for place, row in zip(astray, zip(*alone[:3], strict=True), strict=True):
        last[place], rounds[place], draws[place] = row
    if kept is not None:
        _write_draws(kept, (astray, alone), draws, rows)
    return int(draws.sum())


def _moved(tables: Tables, limit: int, fought: _Battles, ends: tuple[Any, Any]) -> tuple[_Battles, Any]:
    """Battles whose turn is over move on, perhaps several turns; those that end are written down and leave.

    Returns the battles that go on, and which of those before they were, or `None` for all.
    """
    import numpy as np

    last, rounds = ends
    still = None
    while len(over := np.flatnonzero(fought.node < 0)):
        before, node = fought.position[over], fought.node[over]
        closes = tables.over[before]
        position = tables.to[tables.arrive[before] - 1 - node]
        fought.rounds[over] += closes
        fought.position[over] = position
        ended = (tables.kind[position] != 0) | (fought.rounds[over] >= limit)
        fought.node[over] = np.where(ended, 0, tables.start[position])
        if ended.any():
            gone, places = over[ended], fought.place[over[ended]]
            last[places] = position[ended]
            rounds[places] = fought.rounds[gone] + 1 - closes[ended]
            stays = np.ones(len(fought.place), bool)
            stays[gone] = False
            fought, still = fought.only(stays), stays if still is None else _both(still, stays)
    return fought, still


def _both(first: Any, then: Any) -> Any:
    """Which stay after two choices, the second among those that the first left."""
    found = first.copy()
    found[first] = then
    return found


def _alone(tables: Tables, words: tuple[int, int], limit: int, numbers: Any) -> Written:
    """Battles one by one, by the kernel's own text, with all their draws."""
    import numpy as np

    size = len(numbers)
    empty = [np.zeros(n, np.int64) for n in (size, size, size, 0, 0)]
    plain = Written(*empty)  # type: ignore[arg-type]
    if size:
        draws = plainly(fight)(tables, *words, limit, numbers, plain)
        plain = plain._replace(nodes=np.zeros(draws, np.int64), digits=np.zeros(draws, np.int64))  # type: ignore[arg-type]
        plainly(fight)(tables, *words, limit, numbers, plain)
    return plain


def _write_draws(kept: list[Drawn], alone: tuple[list[int], Written], draws: Any, rows: _Rows) -> None:
    """The draws battle by battle, in the order of the batch, as far as there is room."""
    import numpy as np

    astray, own = alone
    size = int(draws.sum())
    first = np.concatenate([[0], np.cumsum(draws[:-1])]).astype(np.int64)
    nodes, digits = np.zeros(size, np.int64), np.zeros(size, np.int64)
    gone = np.zeros(len(draws), bool)
    gone[astray] = True
    for step, drawn in enumerate(kept):
        here = ~gone[drawn.place]
        at = first[drawn.place[here]] + step
        nodes[at], digits[at] = drawn.node[here], drawn.digit[here]
    begin = 0
    for place in astray:
        length = int(draws[place])
        span = slice(first[place], first[place] + length)
        nodes[span], digits[span] = own.nodes[begin : begin + length], own.digits[begin : begin + length]
        begin += length
    room = min(size, len(rows.written.nodes) - rows.drawn)
    for row, found in ((rows.written.nodes, nodes), (rows.written.digits, digits)):
        np.asarray(row)[rows.drawn : rows.drawn + room] = found[:room]
