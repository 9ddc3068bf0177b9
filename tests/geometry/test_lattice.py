"""The predicate of a blocked line: laws, degenerate cases and an oracle that really moves the end of the line."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import atan2, pi
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from enfilade.geometry.lattice import (
    MOST_CELLS,
    Blockage,
    Lattice,
    Line,
    Point,
    Sector,
    Wall,
    blockage,
    exact,
    near,
    sector,
    snapped,
)

# Few values, so that lines meet the ends of walls, run along them and pass through joints all the time.
POINTS = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
FINE = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


def walls_of(points: st.SearchStrategy[Point]) -> st.SearchStrategy[list[Wall]]:
    pair = st.tuples(points, points).filter(lambda ends: ends[0] != ends[1])
    return st.lists(pair, max_size=8).map(lambda pairs: [Wall(*ends, name=str(i)) for i, ends in enumerate(pairs)])


def lines_of(points: st.SearchStrategy[Point]) -> st.SearchStrategy[Line]:
    return st.builds(Line, points, points, points).filter(lambda line: line.origin != line.aim)


CASES = st.one_of(
    st.tuples(lines_of(POINTS), walls_of(POINTS)),
    st.tuples(lines_of(FINE), walls_of(FINE)),
)


def turn(a: tuple[Any, Any], b: tuple[Any, Any], c: tuple[Any, Any]) -> Any:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def stopped(line: Line, walls: list[Wall], leaving: Sector | None = None) -> Blockage:
    stop = blockage(line, walls, leaving)
    assert stop is not None
    return stop


def across(line: Line) -> Wall:
    """A wall that surely crosses the line."""
    (x, y), (dx, dy) = line.origin, line.ahead
    return Wall((x - 9 * dy + dx, y + 9 * dx + dy), (x + 9 * dy, y - 9 * dx), "across")


def really_blocked(line: Line, walls: list[Wall], pull: Fraction = Fraction(1, 10**12)) -> bool:
    """The oracle: move the end by a small but real amount, then look at plain segments.

    With coordinates below 100 every sign has settled long before 10**-12.
    """
    origin = Fraction(line.origin[0]), Fraction(line.origin[1])
    end = (
        line.aim[0] + pull * (line.inside[0] - line.aim[0]),
        line.aim[1] + pull * (line.inside[1] - line.aim[1]),
    )
    sides = set()
    for wall in walls:
        start, stop = (Fraction(wall.start[0]), Fraction(wall.start[1])), (Fraction(wall.end[0]), Fraction(wall.end[1]))
        first, second = turn(origin, end, start), turn(origin, end, stop)
        if first * second < 0 and turn(start, stop, origin) * turn(start, stop, end) < 0:
            return True
        for on_line, other, point in ((first, second, start), (second, first, stop)):
            # Strictly between: the end of the wall sees the two ends of the line in opposite directions.
            to_origin = origin[0] - point[0], origin[1] - point[1]
            to_end = end[0] - point[0], end[1] - point[1]
            if on_line == 0 and other != 0 and to_origin[0] * to_end[0] + to_origin[1] * to_end[1] < 0:
                sides.add(other > 0)
    return len(sides) == 2


def open_blocked(line: Line, walls: list[Wall]) -> bool:
    """Only a crossing strictly inside both segments counts; the end is not pulled."""
    a, b = line.origin, line.aim
    return any(
        turn(a, b, w.start) * turn(a, b, w.end) < 0 and turn(w.start, w.end, a) * turn(w.start, w.end, b) < 0
        for w in walls
    )


def closed_blocked(line: Line, walls: list[Wall]) -> bool:
    """Any shared point but the origin counts, walls along the line excepted; the end is not pulled."""
    a, b = line.origin, line.aim
    for w in walls:
        first, second = turn(a, b, w.start), turn(a, b, w.end)
        before, after = turn(w.start, w.end, a), turn(w.start, w.end, b)
        if (first or second) and first * second <= 0 and before and before * after <= 0:
            return True
    return False


class TestNumbers:
    """Coordinates are read as they are written."""

    @pytest.mark.parametrize(
        ("written", "value"),
        [
            ("0.3", Fraction(3, 10)),
            (" -1.25 ", Fraction(-5, 4)),
            (0.1, Fraction(1, 10)),
            (0.30000000000000004, Fraction(30000000000000004, 10**17)),
            (7, Fraction(7)),
            ("1e3", Fraction(1000)),
            (Decimal("0.70"), Fraction(7, 10)),
            (Fraction(1, 3), Fraction(1, 3)),
            ("0e999999999", Fraction(0)),
        ],
    )
    def test_exact(self, written, value):
        assert exact(written) == value

    @pytest.mark.parametrize(
        ("written", "expected"),
        [
            ("NaN", "finite"),
            (float("inf"), "finite"),
            ("x", "decimal number"),
            ("", "decimal number"),
            ("1e-999999999", "decimals"),
            ("1e999999999", "within"),
            (MOST_CELLS + 1, "within"),
            (True, "decimal number"),
            ("0.1234567890123456789", "decimals"),
        ],
    )
    def test_refused(self, written, expected):
        with pytest.raises(ValueError, match=expected):
            exact(written)

    def test_snapping_joins_what_was_meant_to_join(self):
        assert snapped(exact("0.30000000000000004")) == Fraction(3, 10) == snapped(exact("0.2999999999"))

    @given(st.lists(st.fractions(-50, 50, max_denominator=40), min_size=1, max_size=6))
    def test_the_lattice_holds_its_numbers_their_halves_and_thirds(self, numbers):
        lattice = Lattice.holding(numbers)
        for number in numbers:
            assert lattice.cells(lattice.units(number)) == number
            for part in (number, number / 2, number / 3):
                assert lattice.units(part) % 2 == 0

    def test_the_lattice_refuses_what_lies_between_its_points(self):
        with pytest.raises(ValueError, match="1/7 of a cell"):
            Lattice(12).units(Fraction(1, 7))


class TestBlocked:
    """Whether a line is blocked."""

    @given(CASES)
    @example((Line((0, 0), (2, 2), (2, 2)), [Wall((1, 1), (2, 0)), Wall((2, 2), (0, 3))]))
    def test_agrees_with_a_real_small_pull(self, case):
        line, walls = case
        assert (blockage(line, walls) is not None) == really_blocked(line, walls)

    @given(CASES)
    def test_between_the_open_and_the_closed_test(self, case):
        line, walls = case
        ours = blockage(line, walls) is not None
        if turn(line.origin, line.aim, line.inside) == 0:
            if line.ahead[0] * line.pull[0] + line.ahead[1] * line.pull[1] <= 0:  # the pull does not lengthen it
                assert open_blocked(line, walls) <= ours <= closed_blocked(line, walls)
        else:
            pulled = Line(
                (line.origin[0] * 10**9, line.origin[1] * 10**9),
                (line.aim[0] * 10**9 + line.pull[0], line.aim[1] * 10**9 + line.pull[1]),
                line.inside,
            )
            finer = [
                Wall((w.start[0] * 10**9, w.start[1] * 10**9), (w.end[0] * 10**9, w.end[1] * 10**9)) for w in walls
            ]
            assert ours == open_blocked(pulled, finer)

    @given(CASES, st.randoms(use_true_random=False))
    def test_how_the_walls_are_written_does_not_matter(self, case, random):
        line, walls = case
        rewritten = [wall if random.random() < 0.5 else Wall(wall.end, wall.start, wall.name) for wall in walls]
        rewritten += random.sample(rewritten, len(rewritten) // 2)
        rewritten.insert(random.randint(0, len(rewritten)), Wall(line.origin, line.origin))
        rewritten.insert(random.randint(0, len(rewritten)), Wall((1, 1), (1, 1)))
        random.shuffle(rewritten)
        before, after = blockage(line, walls), blockage(line, rewritten)
        assert (before is None) == (after is None)
        if before and after:
            assert (before.kind, before.share, before.point) == (after.kind, after.share, after.point)

    @given(CASES, st.integers(1, 5), st.integers(1, 5))
    def test_splitting_a_wall_changes_nothing(self, case, part, rest):
        line, walls = case
        whole = part + rest

        def up(point):
            return point[0] * whole, point[1] * whole

        pieces = []
        for wall in walls:
            joint = tuple((rest * a + part * b) for a, b in zip(wall.start, wall.end, strict=True))
            pieces += [Wall(up(wall.start), joint), Wall(joint, up(wall.end))]
        finer = Line(up(line.origin), up(line.aim), up(line.inside))
        assert (blockage(line, walls) is None) == (blockage(finer, pieces) is None)

    @given(CASES, POINTS, POINTS)
    def test_a_new_wall_frees_no_line(self, case, start, end):
        line, walls = case
        if blockage(line, walls):
            assert blockage(line, [*walls, Wall(start, end)])

    @given(CASES, st.sampled_from(range(8)), st.integers(1, 7), POINTS)
    def test_turned_mirrored_shifted_and_enlarged(self, case, turns, factor, shift):
        line, walls = case

        def moved(point):
            x, y = point
            for _ in range(turns % 4):
                x, y = -y, x
            if turns >= 4:
                x = -x
            return x * factor + shift[0], y * factor + shift[1]

        before = blockage(line, walls)
        after = blockage(
            Line(moved(line.origin), moved(line.aim), moved(line.inside)),
            [Wall(moved(w.start), moved(w.end), w.name) for w in walls],
        )
        assert (before is None) == (after is None)
        if before and after:
            assert (before.share, set(before.walls[0].name)) == (after.share, set(after.walls[0].name))
            assert moved(before.point) == after.point

    @given(CASES)
    def test_far_walls_may_be_left_out(self, case):
        line, walls = case
        assert blockage(line, near(walls, line)) == blockage(line, walls)

    @given(lines_of(POINTS), walls_of(POINTS), st.sampled_from((-1, 0, 1)))
    def test_a_wall_along_the_line_is_nothing(self, drawn, walls, pull):
        inside = drawn.aim[0] + pull * drawn.ahead[0], drawn.aim[1] + pull * drawn.ahead[1]
        line = Line(drawn.origin, drawn.aim, inside)
        along = Wall(line.origin, line.aim)
        assert blockage(line, [*walls, along]) == blockage(line, walls)


class TestTheStop:
    """What is named as the blocker, and where."""

    @given(CASES)
    def test_lies_on_the_line_and_on_the_walls_named(self, case):
        line, walls = case
        if not blockage(line, walls):
            walls = [*walls, across(line)]
        stop = stopped(line, walls)
        assert 0 < stop.share <= 1
        assert turn(line.origin, line.aim, stop.point) == 0
        assert set(stop.walls) <= set(walls)
        last = stop.walls[-1]
        assert turn(last.start, last.end, stop.point) == 0
        for axis in (0, 1):
            low, high = sorted((last.start[axis], last.end[axis]))
            assert low <= stop.point[axis] <= high

    @given(CASES)
    def test_nothing_stops_it_earlier(self, case):
        line, walls = case
        if not blockage(line, walls):
            walls = [*walls, across(line)]
        stop = stopped(line, walls)
        part = stop.share * Fraction(999, 1000)
        n = part.denominator
        short = Line(
            (line.origin[0] * n, line.origin[1] * n),
            (line.origin[0] * n + part.numerator * line.ahead[0], line.origin[1] * n + part.numerator * line.ahead[1]),
            (0, 0),
        )
        finer = [Wall((w.start[0] * n, w.start[1] * n), (w.end[0] * n, w.end[1] * n)) for w in walls]
        assert not open_blocked(short, finer)

    def test_of_two_crossed_walls_the_nearer_then_the_one_listed_first(self):
        line = Line((0, 0), (6, 0), (6, 0))
        far, a, b = Wall((4, -1), (4, 1), "far"), Wall((2, -1), (2, 1), "a"), Wall((1, -1), (3, 1), "b")
        assert blockage(line, [far, a, b]) == Blockage("crossing", (a,), Fraction(1, 3), (Fraction(2), Fraction(0)))
        assert stopped(line, [far, b, a]).walls == (b,)

    def test_a_pinch_names_both_walls_and_the_second_end_met(self):
        line = Line((0, 0), (6, 6), (5, 5))
        left, right = Wall((1, 1), (1, 0), "left"), Wall((3, 3), (1, 4), "right")
        assert blockage(line, [right, left]) == Blockage(
            "pinch", (left, right), Fraction(1, 2), (Fraction(3), Fraction(3))
        )
        assert blockage(line, [left]) is None
        assert blockage(line, [right]) is None

    def test_a_crossing_before_the_pinch_is_named_alone(self):
        line = Line((0, 0), (6, 6), (5, 5))
        walls = [Wall((1, 1), (1, 0)), Wall((3, 3), (1, 4)), Wall((3, 1), (1, 3), "across")]
        assert stopped(line, walls).walls[0].name == "across"

    def test_an_exact_place(self):
        line = Line((0, 0), (7, 3), (7, 3))
        assert stopped(line, [Wall((2, -1), (3, 5))]).point == (Fraction(91, 39), Fraction(1))


class TestSector:
    """Leaving a point that lies on walls."""

    WAYS = st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(lambda way: way != (0, 0))

    @given(st.lists(WAYS, max_size=5), WAYS, WAYS, WAYS)
    def test_admits_what_can_be_turned_to_from_home_without_passing_a_wall(self, ways, home, aim, pull):
        leaving = sector((0, 0), home, [Wall((0, 0), way) for way in ways])
        line = Line((0, 0), (aim[0] * 1000, aim[1] * 1000), (aim[0] * 1000 + pull[0], aim[1] * 1000 + pull[1]))
        heading = line.aim if turn((0, 0), aim, pull) == 0 else line.inside

        def angle(way):  # clockwise from home, in [0, 2 pi); the ways are few and far apart, so a float will do
            return (atan2(way[1], way[0]) - atan2(home[1], home[0])) % (2 * pi)

        angles = sorted({round(angle(way), 9) % round(2 * pi, 9) for way in ways})
        if len(angles) < 2:
            assert leaving.admits(line)
            return
        if angles[0] == 0:
            assert not leaving.admits(line)
            return
        at = angle(heading)
        expected = at <= angles[0] + 1e-7 or at >= angles[-1] - 1e-7
        near_a_wall = min(abs(at - a) for a in angles) < 1e-5
        assume(not near_a_wall or turn((0, 0), aim, pull) == 0)
        assert leaving.admits(line) == expected

    def test_a_pull_off_the_wall_decides(self):
        wedge = sector((0, 0), (-1, -1), [Wall((0, 0), (4, 0)), Wall((0, 0), (0, 4))])
        assert wedge.admits(Line((0, 0), (2, 0), (3, -1)))
        assert not wedge.admits(Line((0, 0), (2, 0), (3, 1)))
        assert wedge.admits(Line((0, 0), (2, 0), (3, 0)))

    def test_a_narrow_sector_has_its_walls_in_it(self):
        narrow = sector((0, 0), (1, 1), [Wall((0, 0), (4, 0)), Wall((0, 0), (0, 4))])
        for along in ((3, 0), (0, 3)):
            assert narrow.admits(Line((0, 0), along, along))
        assert not narrow.admits(Line((0, 0), (3, 0), (3, -1)))
        assert not narrow.admits(Line((0, 0), (-3, 0), (-3, 0)))
        assert not narrow.admits(Line((0, 0), (-1, -1), (-1, -1)))

    def test_origin_and_aim_in_one_point_leave_by_the_pull(self):
        wedge = sector((0, 0), (-1, -1), [Wall((0, 0), (4, 0)), Wall((0, 0), (0, 4))])
        assert not wedge.admits(Line((0, 0), (0, 0), (1, 1)))
        assert (
            stopped(Line((0, 0), (0, 0), (1, 1)), [Wall((0, 0), (4, 0)), Wall((0, 0), (0, 4))], wedge).kind == "origin"
        )
        assert wedge.admits(Line((0, 0), (0, 0), (1, -1)))

    def test_one_wall_end_restricts_nothing(self):
        assert sector((0, 0), (-1, -1), [Wall((0, 0), (4, 0)), Wall((0, 0), (2, 0)), Wall((0, 0), (0, 0))]) == Sector(
            "open"
        )

    def test_a_wall_through_the_point_shuts_its_far_side(self):
        leaving = sector((0, 0), (-1, 0), [Wall((0, -4), (0, 4), "w")])
        assert leaving.kind == "wedge"
        assert [wall.name for wall in leaving.walls] == ["w"]
        assert not leaving.admits(Line((0, 0), (1, 0), (1, 0)))
        assert leaving.admits(Line((0, 0), (0, 3), (0, 3)))

    def test_home_along_a_wall_shuts_everything(self):
        leaving = sector((0, 0), (-1, -1), [Wall((0, 0), (-2, -2)), Wall((0, 0), (4, 0))])
        assert not leaving.admits(Line((0, 0), (-1, 0), (-1, 0)))


def ring(*points: Point) -> list[Wall]:
    return [Wall(a, b) for a, b in pairwise([*points, points[0]])]


class TestCatalogue:
    """Configurations over which other programs have been argued with; a cell is 2 units wide here."""

    def blocked(self, target: Point, walls: list[Wall], attacker: Point = (0, 0)) -> int:
        origin = attacker[0] * 2 + 1, attacker[1] * 2 + 1
        middle = target[0] * 2 + 1, target[1] * 2 + 1
        aims = [(middle[0] + dx, middle[1] + dy) for dy in (-1, 1) for dx in (-1, 1)]
        return sum(blockage(Line(origin, aim, middle), walls) is not None for aim in aims)

    @pytest.mark.parametrize(
        ("why", "target", "walls", "expected"),
        [
            ("a wall on the near face hides", (2, 0), [Wall((4, 0), (4, 2))], 4),
            ("a wall behind does not", (2, 0), [Wall((6, 0), (6, 2))], 0),
            ("nor one beside", (2, 0), [Wall((4, 0), (6, 0))], 0),
            ("a corridor one cell wide is open", (5, 0), [Wall((0, 0), (18, 0)), Wall((0, 2), (18, 2))], 0),
            ("a dead-end pocket is open", (2, 0), [Wall((6, 0), (6, 2)), Wall((4, 2), (6, 2))], 0),
            ("a joint of two walls is tight", (2, 2), [Wall((2, 2), (2, 0)), Wall((2, 2), (0, 2))], 4),
            ("a diagonal wall is tight in one piece", (2, 2), [Wall((0, 4), (4, 0))], 4),
            ("and in two", (2, 2), [Wall((0, 4), (2, 2)), Wall((2, 2), (4, 0))], 4),
            ("the near corner of a building hides", (2, 2), [Wall((4, 4), (4, 6)), Wall((4, 4), (6, 4))], 4),
            ("one shoulder wall leaves three lines", (1, 1), [Wall((2, 0), (2, 2))], 1),
            ("two shoulder walls leave none", (1, 1), [Wall((2, 0), (2, 2)), Wall((0, 2), (2, 2))], 4),
            (
                "two blocks that touch at a corner are tight",
                (2, 2),
                [*ring((2, 0), (4, 0), (4, 2), (2, 2)), *ring((0, 2), (2, 2), (2, 4), (0, 4))],
                4,
            ),
            ("a wall end-on is nothing", (2, 2), [Wall((2, 2), (4, 4))], 0),
            ("a pinch at different depths is tight", (3, 3), [Wall((2, 2), (2, -8)), Wall((4, 4), (-8, 4))], 4),
        ],
    )
    def test_lines_blocked(self, why, target, walls, expected):
        assert self.blocked(target, walls) == expected, why

    def test_faces_are_alike(self):
        """The same wall on each face, seen from the four quarters."""
        faces = [Wall((0, 0), (2, 0)), Wall((2, 0), (2, 2)), Wall((2, 2), (0, 2)), Wall((0, 2), (0, 0))]
        quarters = [(0, -2), (2, 0), (0, 2), (-2, 0)]
        for i, quarter in enumerate(quarters):
            seen = [self.blocked((0, 0), [faces[(i + k) % 4]], quarter) for k in range(4)]
            assert seen == [4, 0, 0, 0]
