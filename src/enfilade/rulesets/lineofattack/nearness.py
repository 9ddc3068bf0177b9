"""How near an answer about lines is to another one: by the end of a wall, or by a step of either token."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from enfilade.geometry.lattice import Wall, near
from enfilade.geometry.lattice_shapes import clearance
from enfilade.geometry.lattice_shift import Bundle, aims_shifting, beside, least_shift, origin_shifting
from enfilade.referee import Facts, Step, Words
from enfilade.rulesets.lineofattack.sight import Sight, Tested, faces


class Near(NamedTuple):
    """How many cells something would have to move to change an answer, and what."""

    by: float
    what: str


def wall_of(sight: Sight, tested: Tested) -> Near | None:
    """The end of a wall that would have to move to change the answer for this line, and how many cells.

    None if there is no wall within a cell of a free line; 0 for a pinch.
    """
    scale = sight.state.lattice.scale
    line = sight.line(tested.aim)
    found = clearance(line, _around(sight, tested), tested.stop is not None)
    if found is None:
        return Near(0.0, tested.stop.walls[0].name) if tested.stop else None
    return None if tested.stop is None and found[0] > scale else Near(found[0] / scale, found[1].name)


def _around(sight: Sight, tested: Tested) -> list[Wall]:
    """The walls within a cell of the box round a line."""
    return near(sight.state.walls, _box(sight, tested))


def _box(sight: Sight, tested: Tested) -> list[tuple[int, int]]:
    scale = sight.state.lattice.scale
    (x0, y0), (x1, y1) = (tuple(f(o, a) for o, a in zip(sight.origin, tested.aim, strict=True)) for f in (min, max))
    return [(x0 - scale, y0 - scale), (x1 + scale, y1 + scale)]


def tokens_of(sight: Sight, tested: Sequence[Tested], known: Sequence[str]) -> list[Near]:
    """How many cells the attacker or the target would have to move to bring another answer; each where within a cell.

    The answer to so many blocked lines is `known[lines]`. A token moves with its cells and all that stands in them,
    and everything else stays; the walls that it might walk through do not hold it up.
    """
    now = known[sum(one.stop is not None for one in tested)]
    found = []
    for token, bundle in (
        (sight.attacker, _attacker_moves(sight, tested)),
        (sight.target, _target_moves(sight, tested)),
    ):
        least = least_shift(bundle, lambda blocked: known[sum(blocked)] != now)
        if least is not None:
            found.append(Near(least.by, token.id))
    return sorted(found)


def _attacker_moves(sight: Sight, tested: Sequence[Tested]) -> Bundle:
    """A wall that stops lines from one side only does so if the vertex they aim at is on the other."""
    lines = [sight.line(one.aim) for one in tested]
    one_way = sight.state.one_way
    walls = [
        [
            *_around(sight, one),
            *near((w.wall for w in one_way if faces(w.wall, one.aim) != w.side), _box(sight, one)),
        ]
        for one in tested
    ]
    scale = sight.state.lattice.scale
    close = [beside(line, some, scale) for line, some in zip(lines, walls, strict=True)]
    return origin_shifting(lines, close, scale)


def _target_moves(sight: Sight, tested: Sequence[Tested]) -> Bundle:
    lines = [sight.line(one.aim) for one in tested]
    facing = [w.wall for w in sight.state.one_way if faces(w.wall, sight.origin) == w.side]
    scale = sight.state.lattice.scale
    close = [
        beside(line, [*_around(sight, one), *near(facing, _box(sight, one))], scale)
        for line, one in zip(lines, tested, strict=True)
    ]
    return aims_shifting(lines, close, scale, sight.leaving)


def nearness_step(wall: Near | None, tokens: Sequence[Near]) -> Step:
    """What would have to move, and how far, before the answer is another; the nearest first."""
    named = [*([wall] if wall else []), *tokens[: 1 if wall else 2]]
    order = sorted(named, key=lambda near: near.by)
    what = [Words("the end of {wall}", Facts(wall=near.what)) if near is wall else near.what for near in order]
    rule, facts = "visibility.margin", Facts()
    words = "nothing that moves by less than a cell changes the answer"
    if order:
        words = "the answer holds until {first} moves {near}"
        facts = Facts(first=what[0], near=_cells(order[0].by))
    if len(order) > 1:
        words = "the answer holds until {first} moves {near}, or {second} moves {far}"
        facts = Facts({**facts, "second": what[1], "far": _cells(order[1].by)})
    return Step(rule, words, facts, margin=order[0].by if order else None)


def _cells(length: float) -> Words | str:
    """So many cells, rounded down, so that what is told is never too much."""
    number = Decimal(f"{int(length * 1000) / 1000:g}")
    return Words("{number} {number:cell|cells}", Facts(number=number)) if length >= 0.001 else "at all"
