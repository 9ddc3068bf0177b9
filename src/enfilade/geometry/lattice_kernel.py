"""The lines and walls of `lattice`, by the million.

One text: compiled where Numba is installed, plain Python where it is not (then give lists, they are faster to index
than arrays and cannot overflow). A uniform grid of square index cells lists the walls that touch each cell; a line
walks from cell to cell and tests only the walls it finds there. All points are even and all borders of index cells
odd, so no end of a wall or line lies on a border, and a hair's breadth of pull cannot change the cells of a line.

Everything a kernel calls is in this file and at module level: otherwise Numba's cache would be stale or useless.
"""

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, NamedTuple, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])


def _compiled(function: _F) -> _F:
    try:
        import numba
    except ImportError:
        return function
    compiler: Any = numba.njit(cache=True, nogil=True)
    return compiler(function)  # type: ignore[no-any-return]


Ints = Sequence[int]
FREE, ON_LEFT, ON_RIGHT, CROSSED = 0, 1, 2, 4
PINCHED = ON_LEFT | ON_RIGHT
PULLED, OPEN, CLOSED = 0, 1, 2
"""How a touch is read: with the end of the line pulled, so that two ends pinch it; as nothing; as a crossing."""


class Grid(NamedTuple):
    """Square index cells of 2 ** `bits` lattice units, `columns` by `rows` of them from the odd corner (`left`, `top`).

    A power of two, because a shift is several times faster than a division.
    """

    left: int
    top: int
    bits: int
    columns: int
    rows: int


class Index(NamedTuple):
    """Which walls touch each cell: those from number `first[cell]` up to `first[cell + 1]` of `ends`.

    `ends` has x, y, x, y of a wall, once for every cell that it touches: to follow a number from there to a list of
    walls would cost more than the room.
    """

    grid: Grid
    first: Ints
    ends: MutableSequence[int]


class Sight(NamedTuple):
    """A line as the kernel holds it: origin, the step to its aim, the step of the pull."""

    x: int
    y: int
    dx: int
    dy: int
    px: int
    py: int


@_compiled
def cell_at(x: int, y: int, grid: Grid) -> tuple[int, int]:
    """Column and row of the index cell that holds a point."""
    return (x - grid.left) >> grid.bits, (y - grid.top) >> grid.bits


COMPILED = hasattr(cell_at, "py_func")
"""Whether the functions of this module run compiled; they do not without Numba or with its NUMBA_DISABLE_JIT."""


@_compiled
def first_border(x: int, y: int, dx: int, dy: int, grid: Grid) -> int:
    """Which border the way (dx, dy) from a point meets first: below 0 an upright one, above 0 a level one, 0 a corner.

    The number is (way to the upright border) * |dy| - (way to the level border) * |dx|, kept up to date by the walk.
    """
    size = 1 << grid.bits
    across = (x - grid.left) & (size - 1)
    down = (y - grid.top) & (size - 1)
    if dx > 0:
        across = size - across
    if dy > 0:
        down = size - down
    return across * abs(dy) - down * abs(dx)


@_compiled
def touched(x: int, y: int, dx: int, dy: int, grid: Grid, cells: MutableSequence[int]) -> int:
    """Writes the numbers of the index cells that a wall touches and returns how many there are.

    Where it runs exactly through a corner of four cells, all four are listed.
    """
    column, row = cell_at(x, y, grid)
    last_column, last_row = cell_at(x + dx, y + dy, grid)
    right = 1 if dx > 0 else -1
    down = 1 if dy > 0 else -1
    rise, run = abs(dy) << grid.bits, abs(dx) << grid.bits
    ahead = first_border(x, y, dx, dy, grid)
    cells[0] = row * grid.columns + column
    count = 1
    while column != last_column or row != last_row:
        if ahead == 0:
            cells[count] = row * grid.columns + column + right
            cells[count + 1] = (row + down) * grid.columns + column
            count += 2
        across = ahead <= 0
        if ahead >= 0:
            row += down
            ahead -= run
        if across:
            column += right
            ahead += rise
        cells[count] = row * grid.columns + column
        count += 1
    return count


@_compiled
def count_cells(walls: Ints, grid: Grid, first: MutableSequence[int], cells: MutableSequence[int]) -> int:
    """Fills `first` for walls given as x, y, x, y each, and returns how many entries they need in `Index.ends`."""
    for wall in range(len(walls) // 4):
        x, y = walls[4 * wall], walls[4 * wall + 1]
        dx, dy = walls[4 * wall + 2] - x, walls[4 * wall + 3] - y
        for k in range(touched(x, y, dx, dy, grid, cells)):
            first[cells[k] + 1] += 1
    for cell in range(grid.columns * grid.rows):
        first[cell + 1] += first[cell]
    return first[grid.columns * grid.rows]


@_compiled
def list_walls(walls: Ints, index: Index, free: MutableSequence[int], cells: MutableSequence[int]) -> None:
    """Fills `index.ends`; `free` is a copy of `index.first`, used up on the way."""
    ends = index.ends
    for wall in range(len(walls) // 4):
        x, y, to_x, to_y = walls[4 * wall], walls[4 * wall + 1], walls[4 * wall + 2], walls[4 * wall + 3]
        for k in range(touched(x, y, to_x - x, to_y - y, index.grid, cells)):
            entry = 4 * free[cells[k]]
            ends[entry], ends[entry + 1], ends[entry + 2], ends[entry + 3] = x, y, to_x, to_y
            free[cells[k]] += 1


@_compiled
def meeting(line: Sight, ax: int, ay: int, bx: int, by: int) -> int:
    """What a wall from (ax, ay) to (bx, by), seen from the origin of the line, does to it.

    FREE, CROSSED, or the side on which the wall lies whose end touches the line.
    """
    dx, dy, px, py = line.dx, line.dy, line.px, line.py
    first = dx * ay - dy * ax
    second = dx * by - dy * bx
    if first == 0:
        first = px * ay - py * ax
    if second == 0:
        second = px * by - py * bx
    if (first > 0 and second > 0) or (first < 0 and second < 0):
        return FREE
    if first == 0 and second == 0:
        return FREE
    if first == 0 or second == 0:
        tx, ty = (ax, ay) if first == 0 else (bx, by)
        reach = tx * dx + ty * dy
        rest = dx * dx + dy * dy - reach
        if rest == 0:
            rest = px * dx + py * dy
        if reach <= 0 or rest <= 0:
            return FREE
        return ON_LEFT if first + second < 0 else ON_RIGHT
    wx, wy = bx - ax, by - ay
    before = wy * ax - wx * ay
    after = before + wx * dy - wy * dx
    if after == 0:
        after = wx * py - wy * px
    return CROSSED if (before < 0 and after > 0) or (before > 0 and after < 0) else FREE


@_compiled
def plain_meeting(line: Sight, ax: int, ay: int, bx: int, by: int, closed: bool) -> int:
    """The same without a pull: CROSSED strictly inside both or, if `closed`, at any shared point but the origin."""
    dx, dy = line.dx, line.dy
    first = dx * ay - dy * ax
    second = dx * by - dy * bx
    if (first > 0 and second > 0) or (first < 0 and second < 0) or (first == 0 and second == 0):
        return FREE
    wx, wy = bx - ax, by - ay
    before = wy * ax - wx * ay
    after = before + wx * dy - wy * dx
    if closed:
        return CROSSED if (before < 0 and after >= 0) or (before > 0 and after <= 0) else FREE
    if first == 0 or second == 0:
        return FREE
    return CROSSED if (before < 0 and after > 0) or (before > 0 and after < 0) else FREE


@_compiled
def is_blocked(line: Sight, index: Index, touch: int) -> bool:
    """Whether a wall stops a line, a touch read as `touch` says: PULLED, OPEN or CLOSED.

    Where a line and a wall share a point, both list the index cell that holds it; so touches are found as well.
    """
    x, y, dx, dy = line.x, line.y, line.dx, line.dy
    grid = index.grid
    ends, first = index.ends, index.first
    column, row = cell_at(x, y, grid)
    last_column, last_row = cell_at(x + dx, y + dy, grid)
    right = 1 if dx > 0 else -1
    down = 1 if dy > 0 else -1
    rise, run = abs(dy) << grid.bits, abs(dx) << grid.bits
    ahead = first_border(x, y, dx, dy, grid)
    seen = FREE
    while True:
        cell = row * grid.columns + column
        for k in range(first[cell], first[cell + 1]):
            ax, ay, bx, by = ends[4 * k] - x, ends[4 * k + 1] - y, ends[4 * k + 2] - x, ends[4 * k + 3] - y
            if touch == PULLED:
                seen |= meeting(line, ax, ay, bx, by)
            else:
                seen |= plain_meeting(line, ax, ay, bx, by, touch == CLOSED)
            if seen >= PINCHED:
                return True
        if column == last_column and row == last_row:
            return False
        across = ahead <= 0
        if ahead >= 0:
            row += down
            ahead -= run
        if across:
            column += right
            ahead += rise


@_compiled
def is_outside(x: int, y: int, grid: Grid) -> bool:
    """Whether a point lies off the index cells, or on an odd number."""
    column, row = cell_at(x, y, grid)
    return column < 0 or row < 0 or column >= grid.columns or row >= grid.rows or ((x | y) & 1) == 1


@_compiled
def lines(points: Ints, index: Index, touch: int, out: MutableSequence[int]) -> int:
    """Sets out[i] to 1 for each blocked line; `points` has the x and y of origin, aim and inside, six a line.

    Returns how many lines were answered: it stops at the first that leaves the index.
    """
    for i in range(len(out)):
        x, y, vx, vy = points[6 * i], points[6 * i + 1], points[6 * i + 2], points[6 * i + 3]
        if is_outside(x, y, index.grid) or is_outside(vx, vy, index.grid):
            return i
        line = Sight(x, y, vx - x, vy - y, points[6 * i + 4] - vx, points[6 * i + 5] - vy)
        out[i] = 1 if is_blocked(line, index, touch) else 0
    return len(out)


@_compiled
def matrix(origins: Ints, aims: Ints, index: Index, touch: int, out: MutableSequence[int]) -> int:
    """Every origin (x, y) against every aim (x and y of aim and inside, four each): out[origin * aims + aim].

    Returns how many were answered, like `lines`.
    """
    width = len(aims) // 4
    for a in range(len(origins) // 2):
        x, y = origins[2 * a], origins[2 * a + 1]
        for i in range(width):
            vx, vy = aims[4 * i], aims[4 * i + 1]
            if is_outside(x, y, index.grid) or is_outside(vx, vy, index.grid):
                return a * width + i
            line = Sight(x, y, vx - x, vy - y, aims[4 * i + 2] - vx, aims[4 * i + 3] - vy)
            out[a * width + i] = 1 if is_blocked(line, index, touch) else 0
    return len(out)
