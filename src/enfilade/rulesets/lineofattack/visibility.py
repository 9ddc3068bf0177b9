"""Visibility: how many lines to the target's vertices are interrupted. Coverage: of four points across it, how many."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from enfilade.geometry.lattice import Point
from enfilade.geometry.lattice_shapes import outermost, thirds
from enfilade.referee import Facts, Rules, Shape, Step, Words, folded
from enfilade.rulesets.lineofattack.nearness import Near, nearness_step, tokens_of, wall_of
from enfilade.rulesets.lineofattack.sight import Sight, Tested, disputed
from enfilade.rulesets.lineofattack.state import spots

FULL, PARTIAL, NO = "full", "partial", "no"


def visibility(blocked: int, total: int) -> str:
    """None of the lines interrupted: full; all: no; some: partial."""
    return FULL if blocked == 0 else NO if blocked == total else PARTIAL


def coverage(blocked: int, rules: Rules) -> tuple[int | None, bool]:
    """The percentage for so many of the four lines interrupted, and whether it had to be held at 75.

    None if the reading makes four of four no visibility at all.
    """
    if blocked == 4:
        reading = rules["all_four_blocked"]
        return (75, True) if reading == "clamp" else (100, False) if reading == "hundred" else (None, False)
    if blocked == 0:
        return (0 if rules["none_of_four_blocked"] == "zero" else 25), False
    return 25 * blocked, False


def across(sight: Sight) -> tuple[Point, ...]:
    """The two outermost corners of the target's token and the thirds between them."""
    assert sight.target.rect is not None
    ends = outermost(sight.origin, sight.target.rect, sight.state.rules["outermost_vertices"])
    return thirds(*ends) if ends else ()


def visibility_step(sight: Sight, tested: Sequence[Tested], seen: str, named: bool = True) -> Step:
    """What is seen of the target from one origin, with a step for every line; the values are named if asked."""
    lines = [line_step(sight, one, "visibility.line") for one in tested]
    blocked = tuple(dict.fromkeys(sight.state.cells(one.aim) for one in tested if one.stop))
    total = Step(
        "visibility.vertices", "{value} vertices of the cells of {target}", Facts(target=sight.target.id),
        len(tested), "lines_total" if named else "", readings=("target_vertices",) if len(tested) > 4 else (),
    )  # fmt: skip
    count = folded(
        "sum", "visibility.line", "{value} of {total} lines blocked", lines,
        name="lines_blocked" if named else "", total=len(tested),
    )  # fmt: skip
    which = Step(
        "visibility.line", "blocked: {vertices}" if blocked else "none is blocked",
        Facts(vertices=spots(*blocked)), tuple(plain(place) for place in blocked),
        "blocked_vertices" if named else "",
    )  # fmt: skip
    words, facts = _told(sight, tested)
    known = [visibility(blocked, len(tested)) for blocked in range(len(tested) + 1)]
    by_four = seen != known[int(count.value)]
    tipping = nearness_step(_wall_of(lines, seen), [] if by_four else tokens_of(sight, tested, known))
    return Step(
        "visibility", words, facts, seen, "visibility" if named else "visibility_center",
        margin=tipping.margin, because=(total, count, which, tipping),
        readings=(*disputed(sight), *(("all_four_blocked",) if by_four else ())),
    )  # fmt: skip


def _told(sight: Sight, tested: Sequence[Tested]) -> tuple[str, Facts]:
    """The count and, of the lines that are blocked, the first one: what ends the argument."""
    blocked = [one for one in tested if one.stop]
    facts = Facts(
        blocked=len(blocked), total=len(tested), target=sight.target.id, origin=spots(sight.state.cells(sight.origin))
    )
    if not blocked:
        return "visibility {value} from {origin}: none of {total} lines blocked", facts
    first = blocked[0]
    facts = Facts({**facts, "vertex": spots(sight.state.cells(first.aim)), **_blockers(sight, first)})
    return _BLOCKED, facts


_BLOCKED = (
    "visibility {value} from {origin}: {blocked} of {total} lines blocked; the line to {vertex} by {wall} at {place}"
)


def line_step(sight: Sight, tested: Tested, rule: str) -> Step:
    """One line: 1 if it is blocked, 0 if it is free, with the line to draw.

    Where the line or its end touches a wall, our reading of a touch decides, and the step says so.
    """
    drawn = sight.state.drawn
    origin, aim, closest = drawn(sight.origin), drawn(tested.aim), wall_of(sight, tested)
    apart = closest.by if closest else None
    facts = {"vertex": spots(sight.state.cells(tested.aim)), "nearest": closest.what if closest else ""}
    touching = apart == 0.0 or (tested.stop is not None and tested.stop.kind == "pinch")
    key, readings = ("visibility.touch", ("predicate",)) if touching else (rule, ())
    if tested.stop is None:
        free = Shape("line", (origin, aim), "line_free", "", sight.attacker.id)
        return Step(
            key, "the line to {vertex} is free", Facts(facts), 0, margin=apart, evidence=(free,), readings=readings
        )
    named = _blockers(sight, tested)
    told, points = Facts(facts, **named), (origin, drawn(tested.stop.point), aim)
    line = Shape("line", points, "line_blocked", Words("{wall}", told), sight.attacker.id)
    walls = tuple(
        Shape("line", (drawn(wall.start), drawn(wall.end)), "blocker", _called(wall.name), wall.name)
        for wall in tested.stop.walls
    )
    if tested.stop.kind == "origin":
        key, readings = "corner.side", ()
    return Step(key, HOW[tested.stop.kind], told, 1, margin=apart, evidence=(line, *walls), readings=readings)


def _called(wall: str) -> Words:
    return Words("{wall}", Facts(wall=wall))


HOW = {
    "crossing": "the line to {vertex} is blocked by {wall} at {place}",
    "pinch": "the line to {vertex} is pinched between the ends of {wall} at {place}",
    "origin": "the line to {vertex} would leave the corner through {wall}",
}


def _blockers(sight: Sight, tested: Tested) -> dict[str, Any]:
    assert tested.stop is not None
    names = dict.fromkeys(wall.name for wall in tested.stop.walls)
    return {"wall": ", ".join(names), "place": spots(sight.state.cells(tested.stop.point))}


def _wall_of(lines: Sequence[Step], value: str) -> Near | None:
    """The end of a wall that has to move least to make the visibility another one, as far as one wall can."""
    free = [_near(line) for line in lines if not line.value]
    blocked = [one for line in lines if line.value and (one := _near(line))]
    known = [one for one in free if one]
    if value == FULL:
        return min(known, default=None)
    if value == NO:
        return min(blocked, default=None)
    return min([max(blocked)] + ([max(known)] if len(known) == len(free) else []))


def _near(line: Step) -> Near | None:
    return None if line.margin is None else Near(line.margin, line.facts["nearest"])


def coverage_step(sight: Sight, four: Sequence[Tested]) -> Step:
    """The percentage of coverage; `four` are the lines to the points across the target, none if they are not asked."""
    if not four:
        none = Step("coverage.points", "the four points are not asked", value=None, name="coverage_points")
        free = Step("coverage.four", "nothing to hold at 75 %", value=False, name="coverage_clamped")
        return Step("coverage", "no coverage: it is counted where visibility is partial", name="coverage",
                    because=(none, free))  # fmt: skip
    count = folded(
        "sum", "coverage.points", "{value} of 4 lines across {target} blocked",
        [line_step(sight, one, "coverage.points") for one in four],
        name="coverage_points", target=sight.target.id,
    )  # fmt: skip
    percent, held = coverage(int(count.value), sight.state.rules)
    readings = {4: ("all_four_blocked",), 0: ("none_of_four_blocked",)}.get(count.value, ())
    words = "fewer than four are blocked: nothing to hold at 75 %"
    if count.value == 4:
        words = "all four are blocked though the target is seen in part, and by this reading not held at 75 %"
    if held:
        words = "all four are blocked though the target is seen in part: held at 75 %"
    clamped = Step("coverage.four", words, value=held, name="coverage_clamped", readings=readings)
    marks = tuple(Shape("point", (sight.state.drawn(one.aim),), "point", "", sight.target.id) for one in four)
    told = "no coverage is counted: all four lines are blocked" if percent is None else "coverage {value} %"
    return Step(
        "coverage", told, value=percent, name="coverage", because=(count, clamped), evidence=marks,
        readings=("outermost_vertices",),
    )  # fmt: skip


def plain(place: tuple[Fraction, Fraction]) -> tuple[int | Fraction, ...]:
    """A place in cells as a value: whole numbers where they are whole."""
    return tuple(value.numerator if value.denominator == 1 else value for value in place)
