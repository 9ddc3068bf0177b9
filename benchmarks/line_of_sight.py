"""Lines of sight in a dungeon of 10,000 walls: our index of walls beside Shapely on the same lines.

The map: 200 x 200 cells, rooms of 5 to 15 cells that do not touch, joined by L-shaped corridors; each edge between
floor and rock is a unit wall, and pillars, hexagons, barricades and rubble inside the rooms, on a lattice of 1/120
cell, fill up to 10,000. Variants take turns within a round; medians of processor time are printed, and ratios.

Shapely has no predicate of a pinch. It is given the same lines and asks `intersects` of one prepared MultiLineString,
the closed test; on the lines that touch no end of a wall both must agree, and that is checked before anything is timed.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from enfilade.geometry import lattice_kernel
from enfilade.geometry.lattice import Line, Wall, blockage, near
from enfilade.geometry.lattice_index import WallIndex

CELLS, UNIT, WALLS = 200, 120, 10_000
ROUNDS, LEAST_SECONDS = 5, 0.12


class Dungeon:
    """The map: which cells are floor, and the walls as rows x, y, x, y in lattice units."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        self.floor = np.zeros((CELLS, CELLS), bool)
        self.rooms = self._dig()
        unit_walls = self._edges()
        if len(unit_walls) > WALLS - 500:
            raise SystemExit(f"the dungeon has {len(unit_walls)} walls before it is furnished: change its rooms")
        self.walls = np.array(unit_walls + self._furniture(WALLS - len(unit_walls)), np.int64)
        self.unit_walls = len(unit_walls)

    def _dig(self) -> list[tuple[int, int, int, int]]:
        taken, rooms = np.zeros_like(self.floor), []
        for _ in range(4_000):
            width, height = (int(n) for n in self.rng.integers(5, 16, 2))
            x, y = int(self.rng.integers(1, CELLS - width)), int(self.rng.integers(1, CELLS - height))
            if not taken[y - 1 : y + height + 1, x - 1 : x + width + 1].any():
                taken[y : y + height, x : x + width] = True
                rooms.append((x, y, width, height))
            if len(rooms) == 110:
                break
        for x, y, width, height in rooms:
            self.floor[y : y + height, x : x + width] = True
        # Each room is joined to the nearest one dug before it, so corridors are short and the rock stays rock.
        middles = [(x + width // 2, y + height // 2) for x, y, width, height in rooms]
        for i, (x, y) in enumerate(middles[1:], 1):
            to_x, to_y = min(middles[:i], key=lambda other: abs(other[0] - x) + abs(other[1] - y))
            self.floor[y, min(x, to_x) : max(x, to_x) + 1] = True
            self.floor[min(y, to_y) : max(y, to_y) + 1, to_x] = True
        return rooms

    def _edges(self) -> list[tuple[int, ...]]:
        upright = np.argwhere(self.floor[:, 1:] != self.floor[:, :-1])
        level = np.argwhere(self.floor[1:, :] != self.floor[:-1, :])
        walls = [(x + 1, y, x + 1, y + 1) for y, x in upright.tolist()]
        walls += [(x, y + 1, x + 1, y + 1) for y, x in level.tolist()]
        return [tuple(n * UNIT for n in wall) for wall in walls]

    def _furniture(self, count: int) -> list[tuple[int, ...]]:
        walls: list[tuple[int, ...]] = []
        while len(walls) < count:
            x, y, width, height = self.rooms[int(self.rng.integers(len(self.rooms)))]
            at = np.array([x, y]) * UNIT + self.rng.integers(UNIT // 2, np.array([width, height]) * UNIT - UNIT // 2)
            sides = int(self.rng.choice([4, 4, 6, 6, 3]))  # pillars, hexagonal columns, rubble
            if self.rng.random() < 0.2:  # a barricade: an open chain of three pieces
                steps = self.rng.integers(-UNIT, UNIT, (4, 2)) // 2
                corners, closed = at + steps.cumsum(axis=0), False
            else:
                angles = 2 * np.pi * (np.arange(sides) + self.rng.random()) / sides
                radius = self.rng.integers(UNIT // 8, UNIT // 2)
                corners, closed = at + radius * np.stack([np.cos(angles), np.sin(angles)], 1), True
            ends = (np.round(corners / 2) * 2).astype(np.int64).clip(0, CELLS * UNIT).tolist()
            pairs = zip(ends, ends[1:] + ends[:1] if closed else ends[1:], strict=False)
            walls += [(*a, *b) for a, b in pairs if a != b]
        return walls[:count]

    def lines(self, count: int, farthest: int = CELLS) -> Any:
        """Rows of lines from the middle of a floor cell to the corners of another one at most so many cells away."""
        cells = np.argwhere(self.floor)[:, ::-1]
        rows: list[Any] = []
        while sum(len(some) for some in rows) < count:
            start = cells[self.rng.integers(len(cells), size=2 * count)]
            if farthest < CELLS:
                end = start + self.rng.integers(-farthest, farthest + 1, start.shape)
            else:
                end = cells[self.rng.integers(len(cells), size=2 * count)]
            good = ((end >= 0) & (end < CELLS)).all(axis=1) & (start != end).any(axis=1)
            start, end = start[good], end[good]
            good = self.floor[end[:, 1], end[:, 0]]
            start, end = start[good], end[good]
            corner = end + self.rng.integers(0, 2, end.shape)
            rows.append(np.concatenate([start * UNIT + UNIT // 2, corner * UNIT, end * UNIT + UNIT // 2], axis=1))
        return np.concatenate(rows)[:count].astype(np.int64)


def index_of(walls: Any) -> WallIndex:
    return WallIndex(walls, np.array([[0, 0], [CELLS * UNIT] * 2], np.int64), UNIT)


def closed_test(walls: Any) -> Callable[[Any], Any]:
    """Shapely's answer: does the segment from origin to aim share a point with any wall?"""
    import shapely

    every = shapely.multilinestrings(shapely.linestrings(walls.reshape(-1, 2, 2).astype(float)))
    shapely.prepare(every)
    return lambda lines: shapely.intersects(every, lines)


def segments(lines: Any) -> Any:
    """The lines as Shapely's objects, made beforehand: only its test is timed."""
    import shapely

    return shapely.linestrings(lines[:, :4].reshape(-1, 2, 2).astype(float))


def check(dungeon: Dungeon, index: WallIndex, shapely_says: Callable[[Any], Any]) -> None:
    """No timing of wrong answers: the index against the readable predicate, Shapely against the index."""
    lines = dungeon.lines(2_000, 24)
    ours = index.blocked(lines)
    walls = [Wall((a, b), (c, d)) for a, b, c, d in dungeon.walls.tolist()]
    for row, answer in zip(lines[:500].tolist(), ours[:500].tolist(), strict=True):
        line = Line((row[0], row[1]), (row[2], row[3]), (row[4], row[5]))
        if answer != (blockage(line, near(walls, line)) is not None):
            raise SystemExit(f"the index and the predicate disagree on {line}")
    # A nudge of the end by 2 units towards the middle: no more contacts, so the closed test is right as well.
    nudged = lines.copy()
    nudged[:, 2:4] += 2 * np.sign(lines[:, 4:6] - lines[:, 2:4])
    nudged[:, 4:6] = nudged[:, 2:4]
    theirs = shapely_says(segments(nudged))
    ours = index.blocked(nudged)
    for row in nudged[ours != theirs].tolist():
        origin, aim = np.array(row[:2]), np.array(row[2:4])
        away = dungeon.walls.reshape(-1, 2) - origin
        touching = (away[:, 0] * (aim - origin)[1] == away[:, 1] * (aim - origin)[0]).any()
        if not touching:
            raise SystemExit(f"ours and Shapely disagree on a line that touches no end of a wall: {row}")
    print(f"checked: 500 lines against the predicate, {len(lines)} nudged ones against Shapely ", end="")
    print(f"({(ours != theirs).sum()} touch the end of a wall, which only Shapely's closed test counts)")


def median_rates(variants: dict[str, tuple[Callable[[], object], int]]) -> dict[str, float]:
    """Things done per second of one core, each variant timed in every round, all interleaved.

    Nothing here uses a second thread, so processor time is the time it takes when nobody else is at the machine.
    """
    for run, _ in variants.values():
        run()
    rates: dict[str, list[float]] = {name: [] for name in variants}
    for _ in range(ROUNDS):
        for name, (run, count) in variants.items():
            repeats, start = 0, time.process_time()
            while (spent := time.process_time() - start) < LEAST_SECONDS:
                run()
                repeats += 1
            rates[name].append(count * repeats / spent)
    return {name: statistics.median(some) for name, some in rates.items()}


def main() -> None:
    dungeon = Dungeon()
    index, shapely_says = index_of(dungeon.walls), closed_test(dungeon.walls)
    how = "compiled" if lattice_kernel.COMPILED else "plain Python (no Numba)"
    print(
        f"{len(dungeon.walls)} walls, {dungeon.unit_walls} of them on cell edges; {len(dungeon.rooms)} rooms,", end=" "
    )
    print(f"{dungeon.floor.mean():.0%} floor; the kernel runs {how}")
    check(dungeon, index, shapely_says)

    size = 1_000_000 if lattice_kernel.COMPILED else 5_000
    variants: dict[str, tuple[Callable[[], object], int]] = {}
    for label, farthest in (("whole map", CELLS), ("24 cells", 24)):
        lines = dungeon.lines(size, farthest)
        few = segments(lines[:20_000])
        share = index.blocked(lines).mean()
        variants[f"ours, {label} ({share:.0%} blocked)"] = (lambda lines=lines: index.blocked(lines)), len(lines)
        variants[f"shapely, {label}"] = (lambda few=few: shapely_says(few)), len(few)
    rates = median_rates(variants)
    for ours, theirs in zip([*rates][::2], [*rates][1::2], strict=True):
        print(f"{ours:34} {rates[ours] / 1e6:7.2f} M lines/s   {theirs:20} {rates[theirs] / 1e6:7.3f}", end="")
        print(f"   ratio {rates[ours] / rates[theirs]:6.1f}")
    matrix(dungeon, index, shapely_says)
    growth(dungeon)
    rebuild(dungeon)


def matrix(dungeon: Dungeon, index: WallIndex, shapely_says: Callable[[Any], Any]) -> None:
    """Two hundred attackers against two hundred targets of one cell."""
    cells = np.argwhere(dungeon.floor)[:, ::-1]
    origins, targets = (cells[dungeon.rng.integers(len(cells), size=200)] for _ in range(2))
    corners = np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
    aims = np.concatenate([(targets[:, None] + corners).reshape(-1, 2) * UNIT, np.repeat(targets, 4, 0) * UNIT + 60], 1)
    starts = (origins * UNIT + UNIT // 2).astype(np.int64)
    aims = aims.astype(np.int64)
    rows = segments(np.concatenate([np.repeat(starts, len(aims), 0), np.tile(aims, (len(starts), 1))], 1))
    rates = median_rates(
        {"ours": (lambda: index.matrix(starts, aims), 1), "shapely": (lambda: shapely_says(rows), 1)},
    )
    print(f"200 x 200 x 4 matrix: ours {1e3 / rates['ours']:.1f} ms, shapely {1e3 / rates['shapely']:.0f} ms", end="")
    print(f"   ratio {rates['ours'] / rates['shapely']:.1f}")


def growth(dungeon: Dungeon) -> None:
    """The same lines among an eighth, a quarter, a half and all of the walls, spread evenly."""
    lines = dungeon.lines(200_000 if lattice_kernel.COMPILED else 2_000, 24)
    order = dungeon.rng.permutation(len(dungeon.walls))
    counts = [len(order) // part for part in (8, 4, 2, 1)]
    variants = {}
    for count in counts:
        index = index_of(dungeon.walls[order[:count]])
        variants[str(count)] = (lambda index=index: index.blocked(lines)), len(lines)
    rates = median_rates(variants)
    costs = ", ".join(f"{name} walls {1e9 / rate:.0f} ns" for name, rate in rates.items())
    print(f"cost of a line up to 24 cells: {costs}")


def rebuild(dungeon: Dungeon) -> None:
    """Making the index anew after an edit of the map."""
    rates = median_rates({"index": (lambda: index_of(dungeon.walls), 1)})
    print(f"index rebuilt in {1e3 / rates['index']:.2f} ms")


if __name__ == "__main__":
    main()
