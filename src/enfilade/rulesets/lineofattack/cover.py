"""Cover, which obstacles give, and soft shield, which characters give: both when half of the lines meet them."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from enfilade.geometry.lattice import Blockage, Line, Point, Sector, Wall, near, sector
from enfilade.geometry.lattice_shapes import Rect, runs_through, surrounds
from enfilade.referee import Facts, Rules, Shape, Step, folded
from enfilade.rulesets.lineofattack.sight import Sight, open_to_dispute, stop
from enfilade.rulesets.lineofattack.state import LEVELS, Obstacle, Token, spots

LOW, MEDIUM, HIGH = 1, 2, 3
BANDS = ((720, HIGH), (530, MEDIUM), (285, LOW))
"""From how many thousandths of the target's height an obstacle reaches its chest, waist and knees (our convention)."""


class Screen(NamedTuple):
    """An obstacle against one target: its level there, and those of its edges that the lines could meet."""

    id: str
    group: str
    level: int
    edges: tuple[Wall, ...]


class Met(NamedTuple):
    """One line: whether it meets something at least low, at least medium, high; and all that it meets."""

    aim: Point
    levels: tuple[bool, bool, bool]
    ids: tuple[str, ...]


class Covered(NamedTuple):
    """The cover of a target: its level, how many of the lines count for it, and the obstacles that give it."""

    level: int
    lines: int
    total: int
    sources: tuple[str, ...]


def level_of(obstacle: Obstacle, target: Token) -> int:
    """How high an obstacle is against this target: 0 below its knees, else low, medium or high."""
    if obstacle.level:
        return obstacle.level
    return next((level for least, level in BANDS if 1000 * obstacle.height >= least * target.height), 0)


def half(lines: int, total: int, rules: Rules) -> bool:
    """Whether so many lines are half of them or more; no line is never enough."""
    if rules["half_of_the_lines"] == "majority":
        return 2 * lines > total
    return lines > 0 and 2 * lines >= total


def highest(tops: Sequence[int], rules: Rules) -> int:
    """The level of cover, from the highest thing that each line meets (0 for nothing).

    A line that meets something high counts for the lower levels too; there are two other readings of mixed heights.
    """
    if not half(sum(top >= LOW for top in tops), len(tops), rules):
        return 0
    if rules["mixed_heights"] == "highest":
        return max(tops)
    if rules["mixed_heights"] == "majority":
        return max((LOW, MEDIUM, HIGH), key=tops.count)
    return next(level for level in (HIGH, MEDIUM, LOW) if half(sum(top >= level for top in tops), len(tops), rules))


def screens(sight: Sight) -> tuple[Screen, ...]:
    """The obstacles that could cover the target from this attacker; one that surrounds the attacker does not."""
    assert sight.target.cells is not None
    points = (sight.origin, sight.target.centre, *sight.target.cells.corners)
    found = []
    for obstacle in sight.state.obstacles:
        level, edges = level_of(obstacle, sight.target), tuple(near(obstacle.edges, points))
        around = obstacle.closed and surrounds(obstacle.edges, sight.attacker.origin)
        if level and edges and not around:
            found.append(Screen(obstacle.id, obstacle.group, level, edges))
    return tuple(found)


def covered(met: Sequence[Met], behind: Sequence[Screen], rules: Rules) -> Covered:
    """The cover of the target, from what each line meets."""
    tops = [sum(one.levels) for one in met]
    level = highest(tops, rules)
    met_by_some = {id for one in met for id in one.ids} if level else set()
    sources = tuple(screen.id for screen in behind if screen.id in met_by_some)
    return Covered(level, sum(top >= max(level, LOW) for top in tops), len(met), sources)


def meetings(sight: Sight, aims: Sequence[Point], behind: Sequence[Screen]) -> list[Met]:
    """What each line meets: pooled, since one line may be pinched between two obstacles, and each alone."""
    if not behind:
        return [Met(aim, (False, False, False), ()) for aim in aims]
    pooled = [_tester(sight, [s for s in behind if s.level >= least]) for least in (LOW, MEDIUM, HIGH)]
    alone = [(screen.id, _tester(sight, [screen])) for screen in behind]
    met = []
    for aim in aims:
        line = sight.line(aim)
        first, *higher = (test(line) for test in pooled)
        ids = [wall.name for wall in first.walls] if first else []
        ids += [id for id, test in alone if first and test(line)]
        levels = first is not None, higher[0] is not None, higher[1] is not None
        met.append(Met(aim, levels, tuple(dict.fromkeys(ids))))
    return met


def _tester(sight: Sight, behind: Iterable[Screen]) -> Callable[[Line], Blockage | None]:
    """The test of a line against all edges of these obstacles.

    An attacker at a wall corner leaves it on its own side of an obstacle; one astride an obstacle may leave anyhow.
    """
    edges, leaving = _edges(sight, behind)
    return lambda line: stop(sight, line, edges, leaving)


def _edges(sight: Sight, behind: Iterable[Screen]) -> tuple[list[Wall], Sector | None]:
    """The edges of these obstacles, and where a line may leave a wall corner on them."""
    edges = [edge for screen in behind for edge in screen.edges]
    leaving = sector(sight.origin, sight.attacker.centre, edges) if sight.corner else None
    return edges, None if leaving and leaving.kind == "shut" else leaving


def counted(sight: Sight, aims: Sequence[Point], blocked: Sequence[bool]) -> list[Point]:
    """The lines that cover and soft shield are counted on: all, or by another reading those that no wall blocks."""
    if sight.state.rules["counted_lines"] == "all":
        return list(aims)
    return [aim for aim, stopped in zip(aims, blocked, strict=True) if not stopped]


def cover_step(sight: Sight, met: Sequence[Met], behind: Sequence[Screen], result: Covered) -> Step:
    """The cover of the target, with a step for every line that could meet an obstacle."""
    least = max(result.level, LOW)
    mixed = len({screen.level for screen in behind}) > 1
    count = folded(
        "sum", "cover.mixed" if mixed else "cover", "{value} of {total} lines meet something {height} or higher",
        [_met_step(sight, one, behind, least) for one in met] if behind else (),
        name="cover_lines", total=result.total, height=LEVELS[least],
    )  # fmt: skip
    heights = tuple(
        Step("cover.height", "{obstacle} is {value} against {target}",
             Facts(obstacle=screen.id, target=sight.target.id), LEVELS[screen.level])
        for screen in behind if screen.id in result.sources
    )  # fmt: skip
    words = "given by {value}" if result.level else "given by nothing"
    given = Step("cover", words, value=result.sources, name="cover_sources", because=heights,
                 evidence=_drawn(sight, result))  # fmt: skip
    met_by_half = 2 * result.lines == result.total
    consulted = {"mixed_heights": mixed, "counted_lines": bool(behind), "half_of_the_lines": met_by_half}
    readings = tuple(name for name, matters in consulted.items() if matters)
    facts = Facts(lines=result.lines, total=result.total, target=sight.target.id)
    if result.level:
        told = "{target} has {value} cover: {lines} of {total} lines meet what gives it"
    elif result.lines:
        told = "no cover: {lines} of {total} lines meet an obstacle, and that is too few"
    else:
        told = "no cover: none of {total} lines meets an obstacle"
    return Step("cover", told, facts, LEVELS[result.level], "cover", because=(count, given), readings=readings)


def _met_step(sight: Sight, met: Met, behind: Sequence[Screen], least: int) -> Step:
    """One line: 1 if it meets something so high. Where it only touches an obstacle, a reading decides."""
    line = sight.line(met.aim)
    touching = any(open_to_dispute(line, *_edges(sight, [screen])) for screen in behind)
    facts = Facts(vertex=spots(sight.state.cells(met.aim)), obstacles=met.ids)
    words = "the line to {vertex} meets {obstacles}" if met.ids else "the line to {vertex} meets no obstacle"
    readings = ("predicate",) if touching else ()
    return Step("cover.line", words, facts, int(met.levels[least - 1]), readings=readings)


def _drawn(sight: Sight, result: Covered) -> tuple[Shape, ...]:
    """The obstacles that give the cover."""
    edges = [edge for obstacle in sight.state.obstacles if obstacle.id in result.sources for edge in obstacle.edges]
    drawn = sight.state.drawn
    return tuple(Shape("line", (drawn(edge.start), drawn(edge.end)), "counted", "", edge.name) for edge in edges)


def bodies(sight: Sight) -> list[Token]:
    """The third characters that may shield the target: none that shares ground with attacker or target."""
    state, ends = sight.state, (sight.attacker.rect, sight.target.rect)
    flagged = state.rules["who_shields"] == "flagged"
    lines = _around(sight)
    return [
        token
        for token in state.tokens
        if token.rect is not None
        and token.rect.overlaps(lines)
        and (token.shields or not flagged)
        and token.id not in (sight.attacker.id, sight.target.id)
        and not any(end and token.rect.overlaps(end) for end in ends)
    ]


def _around(sight: Sight) -> Rect:
    """The rectangle in which all lines run; never without width or depth."""
    assert sight.target.cells is not None
    (x, y), (left, top, right, bottom) = sight.origin, sight.target.cells
    return Rect(min(x, left), min(y, top), max(x, right), max(y, bottom))


def crossed(line: Line, others: Iterable[Token]) -> tuple[str, ...]:
    """The characters whose outline the line runs through."""
    return tuple(token.id for token in others if token.rect and runs_through(line, token.rect))


def shielding(sight: Sight, aims: Sequence[Point]) -> tuple[list[tuple[Point, tuple[str, ...]]], tuple[str, ...]]:
    """Whom each line runs through, and all of them in the order of the scenario."""
    others = bodies(sight)
    met = [(aim, crossed(sight.line(aim), others)) for aim in aims]
    return met, tuple(token.id for token in others if any(token.id in ids for _, ids in met))


def shield_step(sight: Sight, aims: Sequence[Point]) -> Step:
    """Soft shield: half of the lines run through characters; allies and enemies alike."""
    met, names = shielding(sight, aims)
    lines = [
        Step(
            "soft_shield.line",
            "the line to {vertex} runs through {characters}" if ids else "the line to {vertex} meets nobody",
            Facts(vertex=spots(sight.state.cells(aim)), characters=ids),
            int(bool(ids)),
        )
        for aim, ids in (met if names else ())
    ]
    count = folded(
        "sum", "soft_shield", "{value} of {total} lines run through somebody", lines,
        name="shield_lines", total=len(aims),
    )  # fmt: skip
    shapes = [
        Shape("polygon", tuple(sight.state.drawn(corner) for corner in token.rect.corners), "counted", "", token.id)
        for token in sight.state.tokens
        if token.id in names and token.rect
    ]
    who = Step("soft_shield", "{value} in the way" if names else "nobody in the way", value=names, name="shield_ids",
               evidence=tuple(shapes))  # fmt: skip
    value = half(int(count.value), len(aims), sight.state.rules)
    words = "{target} has a soft shield" if value else "no soft shield"
    flagged = not all(token.shields for token in sight.state.tokens)
    consulted = {"who_shields": flagged, "half_of_the_lines": 2 * count.value == len(aims)}
    readings = tuple(name for name, matters in consulted.items() if matters)
    return Step(
        "soft_shield",
        words,
        Facts(target=sight.target.id),
        value,
        "soft_shield",
        because=(count, who),
        readings=readings,
    )
