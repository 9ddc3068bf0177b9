"""How far the ends of lines have to shift: against lines that are shifted and asked of the exact predicate."""

from math import cos, hypot, pi, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from enfilade.geometry.lattice import Line, Point, Sector, Wall, blockage, sector
from enfilade.geometry.lattice_shift import REACH, Bundle, aims_shifting, beside, least_shift, origin_shifting

SCALE = 12 * 10**9  # the lattice of these tests: a shift is rounded to so fine a part of a cell
DIRECTIONS = 48

SPOTS = st.tuples(st.integers(-6, 12), st.integers(-6, 12)).map(lambda p: (p[0] * SCALE // 2, p[1] * SCALE // 2))
WALLS = st.lists(st.tuples(SPOTS, SPOTS).filter(lambda ends: ends[0] != ends[1]).map(lambda e: Wall(*e)), max_size=5)
CELLS = st.tuples(st.integers(2, 4), st.integers(-1, 3))
ORIGIN = SCALE // 2, SCALE // 2


def lines_to(cell: Point) -> list[Line]:
    """The lines from the middle of the cell (0, 0) to the corners of another one."""
    x, y = cell[0] * SCALE, cell[1] * SCALE
    middle = x + SCALE // 2, y + SCALE // 2
    return [Line(ORIGIN, (x + across, y + down), middle) for down in (0, SCALE) for across in (0, SCALE)]


def moved(line: Line, by: tuple[float, float], attacker: bool) -> Line:
    """The line after one of its ends moved by so many cells."""

    def shift(point: Point) -> Point:
        return point[0] + round(by[0] * SCALE), point[1] + round(by[1] * SCALE)

    return (
        line._replace(origin=shift(line.origin)) if attacker else Line(line.origin, shift(line.aim), shift(line.inside))
    )


def bundle(lines: list[Line], walls: list[Wall], attacker: bool, leaving: Sector | None = None) -> Bundle:
    around = [beside(line, walls, SCALE) for line in lines]
    return origin_shifting(lines, around, SCALE) if attacker else aims_shifting(lines, around, SCALE, leaving)


def count(lines: list[Line], walls: list[Wall], leaving: Sector | None = None) -> int:
    return sum(blockage(line, walls, leaving) is not None for line in lines)


def word(blocked: int, lines: list[Line]) -> str:
    return "full" if blocked == 0 else "no" if blocked == len(lines) else "partial"


def around(length: float) -> list[tuple[float, float]]:
    turns = (2 * pi * (n + 0.123) / DIRECTIONS for n in range(DIRECTIONS))
    return [(length * cos(turn), length * sin(turn)) for turn in turns]


@given(CELLS, WALLS, st.booleans())
def test_the_answer_holds_within_the_least_shift(cell, walls, attacker):
    """Moved in every direction by less than the least shift, exactly judged again, nothing is another."""
    lines = lines_to(cell)
    now = word(count(lines, walls), lines)
    least = least_shift(bundle(lines, walls, attacker), lambda blocked: word(sum(blocked), lines) != now)
    for share in (0.3, 0.7, 0.999):
        for by in around((least.by if least else REACH) * share):
            shifted = [moved(line, by, attacker) for line in lines]
            assert word(count(shifted, walls), lines) == now, (least, by)


@given(CELLS, WALLS, st.booleans())
def test_the_answer_changes_beyond_the_least_shift(cell, walls, attacker):
    """Moved by the shift that was found, exactly judged again, the answer is another; and it is hardly longer."""
    lines = lines_to(cell)
    now = word(count(lines, walls), lines)
    least = least_shift(bundle(lines, walls, attacker), lambda blocked: word(sum(blocked), lines) != now)
    assume(least is not None)
    assert least is not None
    assert least.after is not None
    assert abs(hypot(*least.after) - least.by) < 1e-5
    assert word(count([moved(line, least.after, attacker) for line in lines], walls), lines) != now


@pytest.mark.parametrize(("attacker", "least"), [(True, 0.2), (False, 0.3)])
def test_a_post_beside_one_line(attacker, least):
    """A post 0.12 below a level line of five cells, two from its origin: 0.12 * 5 / 3 and, of the aim, 0.12 * 5 / 2."""
    line = Line((0, 0), (5 * SCALE, 0), (5 * SCALE, 0))
    post = Wall((2 * SCALE, SCALE * 12 // 100), (2 * SCALE, 9 * SCALE))
    found = least_shift(bundle([line], [post], attacker), lambda blocked: blocked[0])
    # Not straight down: the end swings round the post, so a little less.
    assert found is not None
    assert found.by == pytest.approx(0.12 * 5 / hypot(3 if attacker else 2, 0.12), abs=1e-6)
    assert found.by < least


def test_a_wall_on_which_the_origin_lies_binds_the_aim_only_by_its_sector():
    walls = [Wall((0, 0), (SCALE, 0)), Wall((0, 0), (0, -SCALE))]
    leaving = sector((0, 0), (-SCALE // 2, SCALE // 2), walls)
    line = Line((0, 0), (4 * SCALE, SCALE // 2), (4 * SCALE, SCALE))
    assert blockage(line, walls, leaving) is None
    found = least_shift(bundle([line], walls, False, leaving), lambda blocked: blocked[0])
    assert found is not None
    assert found.by == pytest.approx(0.5)
    assert least_shift(bundle([line], walls, False), lambda blocked: blocked[0]) is None


def test_more_borders_than_are_looked_at_give_a_shift_that_is_certain():
    walls = [Wall((2 * SCALE + n, (n * 20 + 6000) * 10**6), (2 * SCALE + n, SCALE)) for n in range(200)]
    lines = [Line(ORIGIN, (5 * SCALE, SCALE // 2), (5 * SCALE, SCALE // 2))]
    found = least_shift(bundle(lines, walls, True), lambda blocked: False)
    assert found is not None
    assert 0 < found.by < REACH
    assert found.after is None
