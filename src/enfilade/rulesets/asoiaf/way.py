"""Whether a tray may go somewhere (rule 4): what it would cross, overlap, come too near to, or leave."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from enfilade.geometry import TOLERANCE, Convex, Rect, gap, near, overlapping, swept
from enfilade.referee import Facts, Shape, Step
from enfilade.rulesets.asoiaf.drawn import inch, outline, polygon
from enfilade.rulesets.asoiaf.state import State, Unit
from enfilade.rulesets.asoiaf.tables import KEEP_OFF

ROUNDING = 5
"""Micrometres by which a written position may differ from the one that was judged."""


class Obstacle(NamedTuple):
    """What is in the way of a move: the rule, the words, its id, and by how much (micrometres)."""

    rule: str
    words: str
    blocker: str
    by: int
    shape: Convex | None = None
    readings: tuple[str, ...] = ()


class Mover(NamedTuple):
    """A unit about to move, and what it need not mind: enemies that it may end near, whether it passes over units."""

    state: State
    unit: Unit
    near: frozenset[str] = frozenset()
    flies: bool = False


def in_the_way(mover: Mover, start: Rect, end: Rect) -> Iterator[Obstacle]:
    """Everything against a straight move from one place to another, in the order of the rule; empty if it may."""
    yield from crossed(mover, start, end)
    yield from over_the_edge(mover.state, end)
    yield from where_it_ends(mover, end)


def crossed(mover: Mover, start: Rect, end: Rect) -> Iterator[Obstacle]:
    """Enemies and impassable terrain that a straight move passes over (rules 4.3 and 13)."""
    east, north = end.centre.x - start.centre.x, end.centre.y - start.centre.y
    if not (east or north):
        return
    ground = swept(start, east, north)
    for enemy in () if mover.flies else mover.state.enemies(mover.unit):
        if enemy.pose and near(ground, enemy.rect()) and (found := overlapping(ground, enemy.rect())):
            yield Obstacle("4.3", "the way leads through {blocker}", enemy.id, found.margin + TOLERANCE, enemy.rect())
    yield from _impassable(mover.state, ground, "the way leads through {blocker}, which is impassable")


def _impassable(state: State, ground: Convex, words: str) -> Iterator[Obstacle]:
    for piece, shape in impassable(state):
        if found := overlapping(ground, shape):
            yield Obstacle("13.impassable", words, piece, found.margin + TOLERANCE, shape)


def impassable(state: State) -> Iterator[tuple[str, Convex]]:
    """The convex parts of all impassable terrain, each with the id of its piece."""
    return ((p.id, shape) for p in state.terrain if "impassable" in p.keywords for shape in p.shapes)


def where_it_ends(mover: Mover, end: Rect) -> Iterator[Obstacle]:
    """Trays that it would overlap, impassable ground, and enemies that it would stand too near to (rules 4.3, 4.4)."""
    placed = [other for other in mover.state.others(mover.unit) if other.pose]
    for other in placed:
        if near(end, other.rect()) and (found := overlapping(end, other.rect())):
            yield Obstacle("4.3", "it would overlap {blocker}", other.id, found.margin + TOLERANCE, other.rect())
    yield from _impassable(mover.state, end, "it would stand in {blocker}, which is impassable")
    exact = mover.state.rules["exactly_one_inch"] == "legal"
    for enemy in placed:
        if enemy.side == mover.unit.side or enemy.id in mover.near or not near(end, enemy.rect(), KEEP_OFF):
            continue
        apart = round(gap(end, enemy.rect()).distance)
        if apart < KEEP_OFF or (apart == KEEP_OFF and not exact):
            words = 'it would end within 1" of {blocker}'
            yield Obstacle("4.4", words, enemy.id, KEEP_OFF - apart, enemy.rect(), ("exactly_one_inch",))


def over_the_edge(state: State, end: Rect) -> Iterator[Obstacle]:
    """Any move but a pivot stays on the table (rule 4.5)."""
    beyond = round(max(max(-x, x - state.width, -y, y - state.depth) for x, y in end.corners))
    if beyond > ROUNDING:
        yield Obstacle("4.5", "it would leave the table", "", beyond)


def refused(obstacle: Obstacle, mover: Mover, end: Rect) -> Step:
    """The step that fails because of an obstacle, with the place where the tray would end."""
    drawn: tuple[Shape, ...] = (outline(end, "note", mover.unit.id),)
    if obstacle.shape:
        drawn = (*drawn, polygon(obstacle.shape.corners, "blocker", of=obstacle.blocker))
    facts = Facts(unit=mover.unit.id, blocker=obstacle.blocker, by=inch(obstacle.by))
    by = -inch(obstacle.by)
    return Step(obstacle.rule, obstacle.words, facts, False, margin=by, evidence=drawn, readings=obstacle.readings)


def first(obstacles: Iterable[Obstacle]) -> Obstacle | None:
    """The first thing in the way, if anything is."""
    return next(iter(obstacles), None)


def hopeless(mover: Mover, middle: Rect, radius: float) -> bool:
    """Whether no place within `radius` of a tray's place can be its end; `False` only says that one might."""
    state, far = mover.state, radius + TOLERANCE
    for other in state.others(mover.unit):
        if not other.pose or not near(middle, other.rect(), KEEP_OFF):
            continue
        apart = gap(middle, other.rect()).distance
        enemy = other.side != mover.unit.side and other.id not in mover.near
        if apart < (KEEP_OFF - far if enemy else -far):
            return True
    beyond = max(max(-x, x - state.width, -y, y - state.depth) for x, y in middle.corners)
    return beyond > far
