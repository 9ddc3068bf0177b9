"""The moves of an unengaged unit (rules 4 and 5): maneuver, march, shift, pivot. Refusals say what is in the way."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from enfilade.dice import Stage
from enfilade.geometry import Pose, Rect, ahead
from enfilade.referee import Action, Facts, Nearest, Refusal, Step
from enfilade.rulesets.asoiaf import ground
from enfilade.rulesets.asoiaf.arrival import Arrival, End, arrived, stay
from enfilade.rulesets.asoiaf.contact import engagements
from enfilade.rulesets.asoiaf.course import Course, Part, angle, fields, measure, named, need, no, step_across, turn
from enfilade.rulesets.asoiaf.drawn import inch, line, outline
from enfilade.rulesets.asoiaf.fight import Fight
from enfilade.rulesets.asoiaf.state import State, Unit
from enfilade.rulesets.asoiaf.tables import FREE_SHIFT
from enfilade.rulesets.asoiaf.way import Mover, Obstacle, crossed, first, over_the_edge, refused, where_it_ends


class Move(NamedTuple):
    """A move as it is asked for: pivot, straight ahead so far, pivot again; each may be absent."""

    mover: Mover
    pivot: float | None
    forward: int
    pivot_after: float | None

    @property
    def unit(self) -> Unit:
        return self.mover.unit

    def start(self) -> Pose:
        pose = self.unit.pose
        assert pose is not None
        return Pose(pose.position, pose.facing if self.pivot is None else self.pivot)

    def end(self, far: float | None = None) -> Pose:
        pose = ahead(self.start(), self.forward if far is None else far)
        return Pose(pose.position, pose.facing if self.pivot_after is None else self.pivot_after)


def obstacles(move: Move, far: float | None = None) -> Iterator[Obstacle]:
    """Everything against a move, in its order: the first pivot, the way, where it ends, the second pivot."""
    mover, unit = move.mover, move.unit
    start = unit.rect(move.start())
    if move.pivot is not None:
        yield from pivoted(mover, start)
    end = unit.rect(ahead(move.start(), move.forward if far is None else far))
    if end != start:
        yield from crossed(mover, start, end)
        yield from over_the_edge(mover.state, end)
    last = unit.rect(move.end(far))
    if last != end:
        yield from pivoted(mover, end)
    yield from where_it_ends(mover, last)


def pivoted(mover: Mover, tray: Rect) -> Iterator[Obstacle]:
    """Rule 4.2: after a pivot the tray may overlap no other; how near it stands to enemies matters only at the end."""
    return (obstacle for obstacle in where_it_ends(mover, tray) if obstacle.rule != "4.4")


MANEUVER: Stage[Fight] = Stage("5.1", "the maneuver is done", stay)
MARCH: Stage[Fight] = Stage("5.2", "the march is done", stay)
SHIFT: Stage[Fight] = Stage("4.6", "the shift is done", stay)
PIVOT: Stage[Fight] = Stage("4.2", "the pivot is done", stay)


def maneuver(state: State, action: Action) -> Course:
    """Rule 5.1: pivot, ahead up to Speed, pivot; each part is optional."""
    unit = yield from _unengaged(state, action, "5.1")
    if unit is None:
        return None
    pace = ground.speed(state, unit)
    yield pace
    given = fields(action, "5.1", pivot=angle, forward=measure, pivot_after=angle)
    if isinstance(given, Refusal):
        yield given
        return None
    mover = Mover(state, unit, flies="ignores units" in unit.profile.keywords)
    move = Move(mover, given["pivot"], given["forward"] or 0, given["pivot_after"])
    return (yield from _moved(move, action, pace.value, MANEUVER))


def march(state: State, action: Action) -> Course:
    """Rule 5.2: ahead up to twice Speed, then a pivot; none before."""
    unit = yield from _unengaged(state, action, "5.2")
    if unit is None:
        return None
    pace = ground.speed(state, unit)
    yield pace
    if action.get("pivot") is not None:
        nearest = Nearest("march without the first pivot, or maneuver")
        yield no("5.2", "a march begins without a pivot", nearest, unit=unit.id)
    given = fields(action, "5.2", forward=measure, pivot_after=angle)
    if isinstance(given, Refusal):
        yield given
        return None
    double = _doubled(state, unit, pace)
    yield double
    move = Move(Mover(state, unit), None, given["forward"] or 0, given["pivot_after"])
    return (yield from _moved(move, action, double.value, MARCH))


def _doubled(state: State, unit: Unit, pace: Step) -> Step:
    """Twice the Speed; whether what changes Speed counts before doubling is a disputed reading."""
    card = inch(unit.profile.speed)
    less = pace.value - card
    before = state.rules["speed_changes"] == "before_doubling"
    value = 2 * pace.value if before else 2 * card + less
    words = 'twice the Speed: {value}"'
    return Step("5.2", words, Facts(unit=unit.id), value, "march_in", readings=("speed_changes",) if less else ())


def _unengaged(state: State, action: Action, rule: str) -> Part[Unit | None]:
    """The unit that moves: it has not acted, is engaged with nobody, and stands somewhere."""
    unit = named(state, action, "unit", rule)
    if isinstance(unit, Refusal):
        yield unit
        return None
    yield turn(state, unit, action)
    yield free_to_move(state, unit)
    if unit.pose is None:
        yield no("stated", "it is not known where {unit} stands", None, unit=unit.id)
        return None
    return unit


def free_to_move(state: State, unit: Unit) -> Step | Refusal:
    """Rule 4.7: an engaged unit goes nowhere but by a retreat."""
    enemies = tuple(engaged.enemy for engaged in engagements(state, unit))
    facts = Facts(unit=unit.id, enemies=enemies)
    if enemies:
        return no("4.7", "{unit} is engaged with {enemies} and cannot be moved", Nearest("a retreat"), **facts)
    return Step("4.7", "{unit} is not engaged", facts, True)


def _moved(move: Move, action: Action, limit: float, stage: Stage[Fight]) -> Course:
    """How far, what is in the way, and the move itself."""
    far = inch(move.forward)
    if far < 0:
        yield no(stage.rule, "{unit} can only move forward", None, unit=move.unit.id)
    yield _paced(move, action, limit, stage)
    obstacle = first(obstacles(move))
    if obstacle:
        end = move.unit.rect(move.end())
        yield Refusal(refused(obstacle, move.mover, end), _longest(move, action, far))
        return None
    yield _clear(move)
    places = (move.start(), ahead(move.start(), move.forward), move.end())
    hurt = ground.dangerous(move.mover.state, *map(move.unit.rect, places))
    arrival = Arrival(move.unit, (End(move.end(), move.forward, hurt=hurt),), not action.get("free"))
    return arrived(arrival, stage)


def _paced(move: Move, action: Action, limit: float, stage: Stage[Fight]) -> Step | Refusal:
    """No farther than the unit may go."""
    far = inch(move.forward)
    facts, margin = Facts(unit=move.unit.id, far=far, limit=limit), round(limit - far, 4)
    if far <= limit:
        return Step(stage.rule, '{unit} moves {far}" straight ahead, at most {limit}"', facts, True, margin=margin)
    words = 'a move of {far}" is longer than {limit}"'
    return Refusal(Step(stage.rule, words, facts, False, margin=margin), _longest(move, action, limit))


def _clear(move: Move) -> Step:
    start, end = move.unit.rect(move.start()), move.unit.rect(move.end())
    drawn = (line(start.centre, end.centre, "line_free"), outline(end, "note", move.unit.id))
    return Step("4.3", "nothing is in the way of {unit}", Facts(unit=move.unit.id), True, evidence=drawn)


def _longest(move: Move, action: Action, most: float) -> Nearest | None:
    """The longest move the same way that is legal, if there is one."""
    far = longest(move, most)
    if far is None:
        return None
    legal = Action(action.kind, Facts(action.fields, forward=far))
    return Nearest('{far}" straight ahead', Facts(far=far), legal)


def longest(move: Move, most: float) -> float | None:
    """The longest legal distance up to `most`, in inches to a hundredth; `None` if there is none above zero."""
    hundredths = math.floor(most * 100 + 1e-6)
    coarse = range(hundredths, 0, -10)
    found = next((n for n in coarse if first(obstacles(move, n * 254.0)) is None), None)
    if found is None:
        return None
    finer = range(min(hundredths, found + 9), found, -1)
    return next((n for n in finer if first(obstacles(move, n * 254.0)) is None), found) / 100


def shift(state: State, action: Action) -> Course:
    """Rule 4.6: a straight move in any direction without turning, as far as the effect says."""
    unit = named(state, action, "unit", "4.6")
    if isinstance(unit, Refusal):
        yield unit
        return None
    yield free_to_move(state, unit)
    given = fields(action, "4.6", shift=step_across, limit=measure)
    if isinstance(given, Refusal):
        yield given
        return None
    across, most = given["shift"], FREE_SHIFT if given["limit"] is None else given["limit"]
    if unit.pose is None or across is None:
        yield no("4.6", "it is not said where {unit} shifts from and to: shift=[dx, dy]", None, unit=unit.id)
        return None
    if "cannot shift" in unit.profile.keywords:
        yield no("card.cannot", "the card of {unit} says that it may not shift", None, unit=unit.id)
    far = math.hypot(*across)
    facts = Facts(unit=unit.id, far=inch(far), limit=inch(most))
    short = round(far) <= most
    words = 'a shift of {far}" of {limit}"' if short else 'a shift of {far}" is longer than {limit}"'
    yield need(Step("4.6", words, facts, short, margin=inch(most - far)))
    mover, start = Mover(state, unit), unit.rect()
    end = start.moved(*across)
    for obstacle in (*crossed(mover, start, end), *over_the_edge(state, end), *where_it_ends(mover, end)):
        yield Refusal(refused(obstacle, mover, end))
    yield Step("4.3", "nothing is in the way of {unit}", Facts(unit=unit.id), True)
    return arrived(Arrival(unit, (End(end.pose, far, hurt=ground.dangerous(state, start, end)),), False), SHIFT)


def pivot(state: State, action: Action) -> Course:
    """Rule 4.2: a turn about the middle; where it ends matters, not what it sweeps nor the table's edge."""
    unit = named(state, action, "unit", "4.2")
    if isinstance(unit, Refusal):
        yield unit
        return None
    yield free_to_move(state, unit)
    facing = angle(action, "facing", "4.2")
    if isinstance(facing, Refusal):
        yield facing
        return None
    if unit.pose is None or facing is None:
        yield no("4.2", "it is not said where {unit} stands and where to it pivots: facing=degrees", None, unit=unit.id)
        return None
    pose = Pose(unit.pose.position, facing)
    mover, end = Mover(state, unit), unit.rect(pose)
    for obstacle in where_it_ends(mover, end):
        yield Refusal(refused(obstacle, mover, end))
    drawn = (outline(end, "note", unit.id),)
    yield Step("4.2", "{unit} pivots to {facing} degrees", Facts(unit=unit.id, facing=facing), True, evidence=drawn)
    return arrived(Arrival(unit, (End(pose, 0.0, hurt=ground.dangerous(state, end)),), False), PIVOT)
