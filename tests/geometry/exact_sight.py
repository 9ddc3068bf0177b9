"""Sight in exact fractions, slowly: every line through two corners, by the definition and without a tolerance.

For shapes with whole coordinates, none of which lies on another's ground at either end.
"""

from fractions import Fraction
from itertools import combinations


def is_seen(origin, target, blockers):
    """Whether any line through two corners runs from origin to target outside the union of the blockers."""
    corners = {corner for shape in (origin, target, *blockers) for corner in shape}
    return any(_is_free(origin, target, blockers, (a, (b[0] - a[0], b[1] - a[1]))) for a, b in combinations(corners, 2))


def _is_free(origin, target, blockers, line):
    """Whether the stretch of a line between two shapes passes through no inside, nor along a seam."""
    start, end = _chord(origin, line), _chord(target, line)
    if start is None or end is None:
        return False
    if start[0] <= end[1] and end[0] <= start[1]:
        return True
    low, high = (start[1], end[0]) if start[1] < end[0] else (end[1], start[0])
    along: dict[bool, list] = {True: [], False: []}
    for blocker in blockers:
        chord = _chord(blocker, line)
        if chord is None or max(chord[0], low) >= min(chord[1], high):
            continue
        sides = [_side(corner, line) for corner in blocker]
        if min(sides) < 0 < max(sides):
            return False
        along[max(sides) > 0].append((max(chord[0], low), min(chord[1], high)))
    return not any(max(a, c) < min(b, d) for a, b in along[True] for c, d in along[False])


def _side(corner, line):
    """On which side of a line a corner lies, as an area."""
    (x, y), (dx, dy) = line
    return dx * (corner[1] - y) - dy * (corner[0] - x)


def _chord(shape, line):
    """From where to where along a line, in steps of its own, a convex shape reaches; None if it misses."""
    (x, y), (dx, dy) = line
    places = [Fraction(dx * (u - x) + dy * (v - y), dx * dx + dy * dy) for u, v in shape]
    sides = [_side(corner, line) for corner in shape]
    met = [place for place, side in zip(places, sides, strict=True) if side == 0]
    for i, (place, side) in enumerate(zip(places, sides, strict=True)):
        if side * sides[i - 1] < 0:
            met.append(place + (places[i - 1] - place) * Fraction(side, side - sides[i - 1]))
    return (min(met), max(met)) if met else None
