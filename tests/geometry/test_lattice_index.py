"""The index of walls gives the answer of the plain predicate on every line, compiled and not."""

import importlib.util
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.geometry import lattice_index, lattice_kernel
from enfilade.geometry.lattice import Line, Wall, blockage
from enfilade.geometry.lattice_index import LIMIT, TooFine, WallIndex, whole
from enfilade.geometry.lattice_shapes import plain_blockage


def plain_kernel():
    """The same text once more, as it runs where Numba is not installed."""
    spec = importlib.util.spec_from_file_location("plain_lattice_kernel", lattice_kernel.__file__)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "numba", None)
        spec.loader.exec_module(module)
    assert not module.COMPILED
    return module


KERNELS = {"plain": plain_kernel()}
if lattice_kernel.COMPILED:
    KERNELS["compiled"] = lattice_kernel


@pytest.fixture(params=KERNELS, autouse=True, scope="module")
def kernel(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lattice_index, "kernel", KERNELS[request.param])
        yield KERNELS[request.param]


def even(low, high):
    return st.integers(low, high).map(lambda n: 2 * n)


def case(low, high):
    """Walls and lines on even points; few points make nearly every line touch the end of some wall."""
    point = st.tuples(even(low, high), even(low, high))
    walls = st.lists(st.builds(Wall, point, point), max_size=12)
    lines = st.lists(st.builds(Line, point, point, point), min_size=1, max_size=12)
    return st.tuples(walls, lines)


STOPS: dict[str, Callable[..., object]] = {
    "pinched": blockage,
    "open": partial(plain_blockage, touching=False),
    "closed": partial(plain_blockage, touching=True),
}


@pytest.mark.parametrize("touch", STOPS)
@given(drawn=case(-3, 3), scale=st.sampled_from([2, 4, 12, 24]))
def test_every_reading_of_a_touch(touch, drawn, scale):
    """Not only the pinch: lines that touch nothing but ends are answered as by looking through all walls."""
    walls, lines = drawn
    index = WallIndex.of(walls, [point for line in lines for point in line], scale)
    rows = whole(((*line.origin, *line.aim, *line.inside) for line in lines), 6)
    expected = [STOPS[touch](line, walls) is not None for line in lines]
    assert index.blocked(rows, touch).tolist() == expected
    crossed = [
        [STOPS[touch](Line(line.origin, other.aim, other.inside), walls) is not None for other in lines]
        for line in lines
    ]
    assert index.matrix(rows[:, 0:2], rows[:, 2:6], touch).tolist() == crossed


@pytest.mark.parametrize("touch", STOPS)
def test_every_reading_of_a_touch_in_a_dungeon(touch):
    rng = np.random.default_rng(5)
    walls, lines = dungeon(rng, 30, 24)
    index = WallIndex.of(walls, [point for line in lines for point in line], 24)
    rows = whole(((*line.origin, *line.aim, *line.inside) for line in lines), 6)
    answers = index.blocked(rows, touch).tolist()
    assert answers == [STOPS[touch](line, walls) is not None for line in lines]
    assert 0 < sum(answers) < len(answers)


def check(walls, lines, scale):
    index = WallIndex.of(walls, [point for line in lines for point in line], scale)
    rows = whole(((*line.origin, *line.aim, *line.inside) for line in lines), 6)
    expected = [blockage(line, walls) is not None for line in lines]
    assert index.blocked(rows).tolist() == expected
    aims = rows[:, 2:6]
    matrix = index.matrix(rows[:, 0:2], aims)
    assert matrix.shape == (len(lines), len(lines))
    for i, line in enumerate(lines):
        for j, other in enumerate(lines):
            assert matrix[i, j] == (blockage(Line(line.origin, other.aim, other.inside), walls) is not None)


@given(case(-3, 3), st.sampled_from([2, 4, 12, 24]))
def test_every_line_on_few_points(drawn, scale):
    walls, lines = drawn
    check(walls, lines, scale)


@given(case(-400, 400), st.sampled_from([12, 60, 120, 1200]))
def test_every_line_on_many_points(drawn, scale):
    walls, lines = drawn
    check(walls, lines, scale)


def dungeon(rng, cells, unit):
    """Random walls along the edges of cells, a few off-grid ones, and lines from middles to corners."""
    edges = []
    for _ in range(6 * cells):
        x, y = (int(n) for n in rng.integers(0, cells, 2) * unit)
        edges.append(Wall((x, y), (x + unit, y) if rng.random() < 0.5 else (x, y + unit)))
    for _ in range(cells):
        x, y, dx, dy = (int(n) * 2 for n in rng.integers(-unit, unit, 4))
        edges.append(Wall((abs(x) * 3, abs(y) * 3), (abs(x) * 3 + dx, abs(y) * 3 + dy)))
    lines = []
    for _ in range(400):
        a, b, c, d, i, j = (int(n) for n in rng.integers(0, cells, 6))
        middle = c * unit + unit // 2, d * unit + unit // 2
        origin = (a * unit + unit // 2, b * unit + unit // 2) if i % 2 else (a * unit, b * unit)
        lines.append(Line(origin, (c * unit + (i // 2 % 2) * unit, d * unit + (j % 2) * unit), middle))
    return edges, lines


@pytest.mark.parametrize("seed", range(3))
def test_a_dungeon(seed):
    walls, lines = dungeon(np.random.default_rng(seed), 12, 24)
    index = WallIndex.of(walls, [point for line in lines for point in line], 24)
    rows = whole(((*line.origin, *line.aim, *line.inside) for line in lines), 6)
    expected = [blockage(line, walls) is not None for line in lines]
    assert 0.2 < sum(expected) / len(expected) < 0.98
    assert index.blocked(rows).tolist() == expected


def touches(wall, left, top, size):
    """Whether a wall and a closed square share a point, by clipping with fractions."""
    enter, leave = Fraction(0), Fraction(1)
    for start, step, low in (
        (wall.start[0], wall.end[0] - wall.start[0], left),
        (wall.start[1], wall.end[1] - wall.start[1], top),
    ):
        if step == 0:
            if not low <= start <= low + size:
                return False
            continue
        first, last = sorted((Fraction(low - start, step), Fraction(low + size - start, step)))
        enter, leave = max(enter, first), min(leave, last)
    return enter <= leave


@given(st.lists(st.builds(Wall, *2 * [st.tuples(even(-20, 20), even(-20, 20))]), min_size=1, max_size=5))
def test_a_wall_is_listed_in_exactly_the_index_cells_it_touches(walls):
    index = WallIndex.of(walls, [(-40, -40), (40, 40)], 4)._index
    grid = index.grid
    size = 2**grid.bits
    for row in range(grid.rows):
        for column in range(grid.columns):
            cell = row * grid.columns + column
            listed = [int(n) for n in index.ends[4 * int(index.first[cell]) : 4 * int(index.first[cell + 1])]]
            corner = grid.left + column * size, grid.top + row * size
            there = [wall for wall in walls if touches(wall, *corner, size)]
            assert listed == [number for wall in there for end in (wall.start, wall.end) for number in end]


def test_as_far_as_the_limit():
    edge = LIMIT - 2
    walls = [Wall((0, -edge), (2, edge)), Wall((-edge, 4), (edge, 2))]
    lines = [
        Line((-edge, -edge), (edge, edge), (edge - 2, edge)),
        Line((-edge, 0), (0, 0), (0, 0)),
        Line((-edge, 0), (-2, 0), (0, 0)),
        Line((edge, -edge), (edge - 2, edge), (edge, edge)),
    ]
    check(walls, lines, 12)


def test_a_large_and_empty_map_takes_little_room():
    walls = [Wall((0, 0), (12, 0))]
    index = WallIndex.of(walls, [(-LIMIT + 2, -LIMIT + 2), (LIMIT - 2, LIMIT - 2)], 12)
    assert len(index._index.first) < 200_000
    assert index.blocked(whole([(6, -12, 6, 12, 6, 14)], 6)).tolist() == [True]


class TestRefused:
    @pytest.mark.parametrize("far", [LIMIT, -LIMIT, 10**30])
    def test_beyond_the_limit(self, far):
        with pytest.raises(TooFine, match="below 536870912 lattice units"):
            WallIndex.of([Wall((0, 0), (far, 0))], [], 12)

    def test_odd(self):
        with pytest.raises(ValueError, match="even"):
            WallIndex.of([Wall((0, 0), (3, 0))], [], 12)

    def test_a_line_outside(self):
        index = WallIndex.of([Wall((0, 0), (4, 0))], [(0, 0), (8, 8)], 12)
        with pytest.raises(ValueError, match="line 0 is not"):
            index.blocked(whole([(0, 0, 40, 0, 8, 0)], 6))
        with pytest.raises(ValueError, match="line 1 is not"):
            index.blocked(whole([(0, 0, 6, 0, 8, 0), (0, 0, 7, 0, 8, 0)], 6))

    def test_nothing_at_all(self):
        with pytest.raises(ValueError, match="at least one"):
            WallIndex.of([], [], 12)
