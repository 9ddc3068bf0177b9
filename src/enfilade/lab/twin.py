"""The twin of a duel: tables made from its rulings' own programs, for the kernel to fight it by the million.

Every die is rolled, and any battle can be fought again in the readable text with the same dice: its number and the
seed name them. The tables grow where battles lead; where they do not reach, the readable text goes on.
"""

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from enfilade.dice import OverBudget
from enfilade.lab import kernel
from enfilade.lab.batches import fight_abreast
from enfilade.lab.battles import ROUNDS
from enfilade.lab.chart import Chart, Nodes, chart
from enfilade.lab.choices import choices
from enfilade.lab.course import Position, ended, following, ruling_at, start
from enfilade.lab.duels import Duel
from enfilade.lab.kernel import ENDED, FOUGHT, UNKNOWN, Tables, Written
from enfilade.lab.philox import key
from enfilade.lab.rows import Numbers

MOST_POSITIONS = 60_000
MOST_ENTRIES = 40_000_000
"""Bounds of the tables: positions laid open, and numbers in them altogether."""
BROAD = 1_500
"""So many positions are laid open in order, those nearest to the start first; further ones only where battles lead."""


class Place(NamedTuple):
    """A position laid open: the chart of its attack, and the positions after its last situations.

    The nodes of the chart begin at `offset` in the tables; `node` is the one to begin with, or below zero the last
    situation -1 - n. Without dice there is no chart, and one position that follows.
    """

    chart: Chart | None
    offset: int
    node: int
    to: tuple[int, ...]


class Twin:
    """The tables of a duel as far as they are made; `places` has `None` where a position is not laid open."""

    def __init__(self, duel: Duel) -> None:
        self.choices = choices(duel)
        self.duel = duel = self.choices.duel
        self.limit = duel.rounds or ROUNDS
        self.numbers = Numbers(duel, noted=self._noted)
        self.places: list[Place | None] = []
        self.full = False
        self._charts: dict[Any, tuple[Chart, int, int]] = {}
        self._beyond: set[int] = set()  # positions whose attack is too large for a chart
        self._starts: dict[Any, int] = {}
        self._reads: dict[tuple[int, ...], int] = {}
        self._seen: dict[int, tuple[tuple[int, ...], int]] = {}
        self._made: tuple[int, Tables] | None = None
        self._rows: dict[str, array[int]] = {name: array("i") for name in Tables._fields}
        self.numbers.number(start(duel))

    @property
    def positions(self) -> list[Position]:
        """Every position met, by its number."""
        return self.numbers.positions

    def _noted(self, position: Position) -> None:
        """A new position, not laid open yet."""
        self.places.append(None)
        rows = self._rows
        rows["kind"].append(ENDED if ended(self.duel, position) else UNKNOWN)
        rows["start"].append(-1)
        rows["arrive"].append(0)
        rows["over"].append(int(following(self.duel, position.turn)[1]))

    @property
    def entries(self) -> int:
        """How many numbers the tables hold."""
        return sum(map(len, self._rows.values()))

    def tables(self) -> Tables:
        """The tables as the kernel takes them, made anew once they have grown."""
        import numpy as np

        if self._made and self._made[0] == self.entries:
            return self._made[1]

        rows: dict[str, Any] = {name: np.array(row, np.int32) for name, row in self._rows.items()}
        rows["letters"] = rows["letters"].astype(np.int16)  # below MOST_BASE; the smaller, the more of them lie near
        self._made = self.entries, Tables(**rows)
        return self._made[1]

    # Growing -----------------------------------------------------------------------------------------------------

    def grow(self, wanted: Iterable[int]) -> int:
        """Lay these positions open; returns how many were. None where the tables are full."""
        grown = 0
        for at in wanted:
            if self._rows["kind"][at] != UNKNOWN or at in self._beyond:
                continue
            if self.full or len(self.positions) >= MOST_POSITIONS or self.entries >= MOST_ENTRIES:
                self.full = True
                break
            grown += self._open(at)
        return grown

    def broaden(self, most: int = BROAD) -> None:
        """Lay open up to so many positions, those nearest to the start first."""
        at = 0
        while at < len(self.positions) and at < most:
            self.grow((at,))
            at += 1

    def _open(self, at: int) -> bool:
        position = self.positions[at]
        ruling = ruling_at(self.duel, position)
        if ruling.dice is None:
            self._placed(at, Place(None, 0, -1, (self.numbers.after(position.turn, position.state),)))
            return True
        name = self.choices.alike(position, ruling)
        try:
            if name not in self._charts:
                made = chart(ruling.dice, self.choices.policy(position, ruling))
                self._charts[name] = made, *self._put(made.nodes())
        except OverBudget:
            self._beyond.add(at)
            return False
        made, offset, node = self._charts[name]
        end, arrive = ruling.dice.end, self.numbers.arrivals(position)
        self._placed(at, Place(made, offset, node, tuple(arrive(end(situation)) for situation in made.last)))
        return True

    def _placed(self, at: int, place: Place) -> None:
        rows = self._rows
        self.places[at] = place
        rows["kind"][at], rows["start"][at], rows["arrive"][at] = FOUGHT, place.node, len(rows["to"])
        rows["to"].extend(place.to)

    def _put(self, nodes: Nodes) -> tuple[int, int]:
        """Put the nodes of a chart into the tables, or find equal ones: where they begin, and the one to begin with."""
        rows = self._rows
        shape = nodes.start, tuple((base, self._letters(letters), to) for base, letters, to in nodes.rows)
        if shape not in self._starts:
            first = self._starts[shape] = len(rows["base"])
            for base, reads, to in shape[1]:
                rows["base"].append(base)
                rows["reads"].append(reads)
                rows["leads"].append(len(rows["ways"]))
                rows["ways"].extend(node + first if node >= 0 else node for node in to)
        first = self._starts[shape]
        return first, first + nodes.start if nodes.start >= 0 else nodes.start

    def _letters(self, letters: tuple[int, ...]) -> int:
        """Where these letters begin; they are long, so that the very same row is not looked at twice."""
        if id(letters) not in self._seen:
            if letters not in self._reads:
                self._reads[letters] = len(self._rows["letters"])
                self._rows["letters"].extend(letters)
            self._seen[id(letters)] = letters, self._reads[letters]
        return self._seen[id(letters)][1]


def twin(duel: Duel, seed: int = 0, pilot: int = 10_000, broad: int = BROAD) -> Twin:
    """The twin of a duel, grown until a pilot of so many battles stays within it, or its bounds are reached.

    Up to `broad` positions are laid open before that, those nearest to the start first.
    """
    made = Twin(duel)
    made.broaden(broad)
    battles = range(pilot)
    while True:
        last = run(made, seed, battles).last
        stuck = sorted({int(at) for at in last if made.places[at] is None})
        if not made.grow(stuck):
            return made


def run(made: Twin, seed: int, battles: Sequence[int], draws: int = 0) -> Written:
    """Fight these battles by the tables; with `draws` the first so many nodes and digits are written down."""
    return run_tables(made.tables(), made.limit, seed, battles, draws)


def run_tables(tables: Tables, limit: int, seed: int, battles: Sequence[int], draws: int = 0) -> Written:
    """The same from the tables alone."""
    import numpy as np

    size, words = len(battles), key(seed)
    written = Written(*(np.zeros(n, np.int32) for n in (size, size, size, draws, draws)))  # type: ignore[arg-type]
    if not kernel.COMPILED:
        fight_abreast(tables, words, limit, battles, written)
        return written
    kernel.fight(tables, words.low, words.high, limit, numbers_of(battles), written)
    return written


def numbers_of(battles: Sequence[int]) -> Any:
    """The numbers of battles as an array; those of a range without counting through it, which no thread could share."""
    import numpy as np

    if isinstance(battles, range):
        return np.arange(battles.start, battles.stop, battles.step, dtype=np.int64)
    return np.asarray(battles, np.int64)
