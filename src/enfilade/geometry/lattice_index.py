"""An index of walls for jobs the size of a matrix: every token against every other one.

Importing this module imports numpy, and Numba where it is installed: import it only for such a job. The answers are
those of `lattice.blockage`, line by line, or of `lattice_shapes.plain_blockage` where a touch is read otherwise; only
the names and places of what blocks are not worked out.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from enfilade.geometry import lattice_kernel as kernel
from enfilade.geometry.lattice import Point, Wall

__all__ = ["LIMIT", "TooFine", "WallIndex", "whole"]

Whole = NDArray[np.int64]
Touch = Literal["pinched", "open", "closed"]
TOUCHES: Mapping[Touch, int] = MappingProxyType(
    {"pinched": kernel.PULLED, "open": kernel.OPEN, "closed": kernel.CLOSED}
)
"""How a line that only touches walls is read: ends on both sides stop it, or nothing does, or anything does."""

LIMIT = 2**29
"""Coordinates must stay below this, so that no product of two differences leaves 64 bits: 44,739 cells of 12,000
units each, the lattice of a map drawn to 1/1000 cell."""


class TooFine(ValueError):
    """The lattice is too fine, or the map too large, for 64-bit whole numbers."""


class WallIndex:
    """Walls sorted into square index cells, ready for millions of lines."""

    def __init__(self, ends: Whole, within: Whole, scale: int) -> None:
        """Index walls, given as rows (x, y, x, y), for lines that stay among them and the points `within` (rows x, y).

        All in units of a lattice of that `scale`. Raises TooFine where a coordinate reaches `LIMIT`, ValueError where
        one is odd (those of `Lattice.holding` never are).
        """
        reach = np.concatenate([ends.reshape(-1, 2), within])
        if not len(reach):
            raise ValueError("expected at least one wall or point, found none")
        _check(reach)
        self._index = _index(ends.reshape(-1), _grid(reach, scale, len(ends)))

    @classmethod
    def of(cls, walls: Iterable[Wall], within: Iterable[Point], scale: int) -> "WallIndex":
        """The index of named walls, as `lattice` has them."""
        return cls(whole((*wall.start, *wall.end) for wall in walls), whole(within, 2), scale)

    def blocked(self, lines: Whole, touch: Touch = "pinched") -> NDArray[np.bool_]:
        """Which lines are blocked: one answer for each row (origin x, y, aim x, y, inside x, y) in lattice units.

        ValueError if a line starts or ends off the index, or at an odd coordinate.
        """
        out = _zeros(len(lines))
        _must_be_all(kernel.lines(_ints(lines.reshape(-1)), self._index, TOUCHES[touch], out), len(lines))
        return np.asarray(out, dtype=np.bool_)

    def matrix(self, origins: Whole, aims: Whole, touch: Touch = "pinched") -> NDArray[np.bool_]:
        """Which lines from each origin (rows x, y) to each aim (rows aim x, y, inside x, y) are blocked."""
        out = _zeros(len(origins) * len(aims))
        _must_be_all(
            kernel.matrix(_ints(origins.reshape(-1)), _ints(aims.reshape(-1)), self._index, TOUCHES[touch], out),
            len(origins) * len(aims),
        )
        return np.asarray(out, dtype=np.bool_).reshape(len(origins), len(aims))


def _must_be_all(answered: int, asked: int) -> None:
    if answered < asked:
        raise ValueError(
            f"expected lines between even points among the walls and the points of `within`; line {answered} is not"
        )


def whole(rows: Iterable[Sequence[int]], width: int = 4) -> Whole:
    """Rows of whole numbers as the array that an index takes; TooFine if they do not fit 64 bits."""
    try:
        return np.fromiter(chain.from_iterable(rows), dtype=np.int64).reshape(-1, width)
    except OverflowError:
        raise TooFine(_too_fine("a number of more than 64 bits")) from None


def _check(points: Whole) -> None:
    """Make certain that the kernel can reckon with these coordinates."""
    if len(points) and (points.max() >= LIMIT or points.min() <= -LIMIT):
        raise TooFine(_too_fine(str(max(int(points.max()), int(points.min()), key=abs))))
    if (points & 1).any():
        raise ValueError("expected even coordinates, as those of Lattice.holding are, found an odd one")


def _too_fine(found: str) -> str:
    return f"expected coordinates below {LIMIT} lattice units, found {found}: round the map to 1/1000 cell or cut it"


def _grid(reach: Whole, scale: int, walls: int) -> kernel.Grid:
    """Index cells of about one cell of the map, larger where the map has many more cells than walls."""
    left, top = (int(least) - 1 for least in reach.min(axis=0))
    width, height = int(reach[:, 0].max()) - left, int(reach[:, 1].max()) - top
    bits = max(1, (4 * scale // 3).bit_length() - 1)
    while ((width >> bits) + 1) * ((height >> bits) + 1) > 65_536 + 4 * walls:
        bits += 1
    return kernel.Grid(left, top, bits, (width >> bits) + 1, (height >> bits) + 1)


def _index(walls: Whole, grid: kernel.Grid) -> kernel.Index:
    first = _zeros(grid.columns * grid.rows + 1, np.int32)
    scratch = _zeros(3 * (grid.columns + grid.rows) + 4, np.int64)
    given = _ints(walls)
    entries = kernel.count_cells(given, grid, first, scratch)
    index = kernel.Index(grid, first, _zeros(4 * entries, np.int32))
    kernel.list_walls(given, index, first.copy(), scratch)
    return index


def _zeros(count: int, dtype: Any = np.uint8) -> Any:
    """Room for the kernel to write in: an array for the compiled one, a list for the plain one."""
    return np.zeros(count, dtype) if kernel.COMPILED else [0] * count


def _ints(numbers: Whole) -> Any:
    return np.ascontiguousarray(numbers) if kernel.COMPILED else numbers.tolist()
