"""The retreat (rule 5.3): an engaged unit moves straight back or aside by up to Speed and a die, then may pivot."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from enfilade.dice import Stage
from enfilade.geometry import INCH, Point, Pose, direction
from enfilade.referee import Action, Facts, Nearest, Refusal, Step
from enfilade.rulesets.asoiaf import ground
from enfilade.rulesets.asoiaf.arrival import Arrival, End, arrived, released, retreat_die
from enfilade.rulesets.asoiaf.contact import Engaged, engagements
from enfilade.rulesets.asoiaf.course import Course, angle, choice, fields, measure, named, no, turn
from enfilade.rulesets.asoiaf.drawn import inch, line, outline
from enfilade.rulesets.asoiaf.fight import Fight
from enfilade.rulesets.asoiaf.moves import pivoted
from enfilade.rulesets.asoiaf.state import State, Unit
from enfilade.rulesets.asoiaf.way import Mover, Obstacle, crossed, first, over_the_edge, refused, where_it_ends

SIX = 6 * INCH
WAYS = {"back": 180.0, "left": 270.0, "right": 90.0, "forward": 0.0}
RETREAT: Stage[Fight] = Stage("5.3", "retreat die: {die}", retreat_die)


class Flight(NamedTuple):
    """A retreat: who, which way (a step of length one), and the facing afterwards if it pivots."""

    mover: Mover
    way: Point
    facing: float

    @property
    def unit(self) -> Unit:
        return self.mover.unit

    def end(self, far: float) -> Pose:
        (x, y), _ = self.start
        return Pose(Point(x + self.way.x * far, y + self.way.y * far), self.facing)

    @property
    def start(self) -> Pose:
        pose = self.unit.pose
        assert pose is not None
        return pose


def judge(state: State, action: Action) -> Course:
    """Rules 5.3 to 5.5."""
    unit = named(state, action, "unit", "5.3")
    if isinstance(unit, Refusal):
        yield unit
        return None
    yield turn(state, unit, action)
    engaged = engagements(state, unit)
    yield _engaged(unit, engaged)
    given = fields(action, "5.3", direction=_way, pivot_after=angle, distance=measure)
    if isinstance(given, Refusal):
        yield given
        return None
    if unit.pose is None:
        yield no("stated", "it is not known where {unit} stands", None, unit=unit.id)
        return None
    name = given["direction"]
    yield _direction(unit, engaged, name)
    pace = ground.speed(state, unit)
    yield pace
    flight = flee(state, unit, name, given["pivot_after"])
    return (yield from _fled(flight, action, round(pace.value * INCH), given["distance"]))


def _way(action: Action, field: str, rule: str) -> str | Refusal:
    return choice(action, field, tuple(WAYS), rule) or str(action.get(field) or "back")


def flee(state: State, unit: Unit, name: str, facing: float | None = None) -> Flight:
    """A retreat in a named direction."""
    pose = unit.pose
    assert pose is not None
    return Flight(Mover(state, unit), direction(pose.facing + WAYS[name]), pose.facing if facing is None else facing)


def _engaged(unit: Unit, engaged: tuple[Engaged, ...]) -> Step | Refusal:
    facts = Facts(unit=unit.id, enemies=tuple(e.enemy for e in engaged))
    if not engaged:
        return no("5.3", "{unit} is not engaged: there is nothing to retreat from", Nearest("a maneuver"), **facts)
    if "cannot retreat" in unit.profile.keywords:
        return no("card.cannot", "the card of {unit} says that it may not retreat", None, **facts)
    return Step("5.3", "{unit} is engaged with {enemies}", facts, True)


def _direction(unit: Unit, engaged: tuple[Engaged, ...], name: str) -> Step | Refusal:
    """Straight back or aside; forward only where no enemy is on the front."""
    facts = Facts(unit=unit.id, way=name, enemies=tuple(e.enemy for e in engaged if e.side == "front"))
    if name == "forward" and facts["enemies"]:
        nearest = Nearest("straight back, left or right")
        return no("5.3", "{enemies} is on the front of {unit}: it may not retreat forward", nearest, **facts)
    return Step("5.3", "{unit} retreats straight {way}", facts, True)


def obstacles(flight: Flight, far: float) -> Iterator[Obstacle]:
    """Everything against a retreat of a length, the pivot at its end included."""
    start = flight.unit.rect()
    end = flight.unit.rect(Pose(flight.end(far).position, flight.start.facing))
    yield from crossed(flight.mover, start, end)
    yield from over_the_edge(flight.mover.state, end)
    last = flight.unit.rect(flight.end(far))
    if last != end:
        yield from pivoted(flight.mover, end)
    yield from where_it_ends(flight.mover, last)


def longest(flight: Flight, most: int) -> int:
    """The longest legal retreat up to a length, in micrometres to a hundredth of an inch; 0 if there is none."""
    hundredths = most // 254
    found = next((n for n in range(hundredths, 0, -10) if first(obstacles(flight, n * 254.0)) is None), 0)
    finer = range(min(hundredths, found + 9), found, -1) if found else ()
    return 254 * next((n for n in finer if first(obstacles(flight, n * 254.0)) is None), found)


def possible(state: State, unit: Unit) -> bool:
    """Whether a unit could retreat at all, with the best die (rules 3.6 and 5.4)."""
    engaged = engagements(state, unit)
    if not engaged or unit.pose is None or "cannot retreat" in unit.profile.keywords:
        return False
    most = unit.profile.speed + SIX
    ways = (name for name in WAYS if not isinstance(_direction(unit, engaged, name), Refusal))
    return any(longest(flee(state, unit, name), most) for name in ways)


def _fled(flight: Flight, action: Action, speed: int, wanted: int | None) -> Course:
    state, unit = flight.mover.state, flight.unit
    top = speed + SIX
    facts = Facts(unit=unit.id, most=inch(top))
    if wanted is not None and not 0 < wanted <= top:
        yield no("5.3", '{unit} may retreat up to {most}", and more than nothing', None, **facts)
        return None
    most = top if wanted is None else wanted
    far = [longest(flight, min(most, speed + die * INCH)) for die in range(1, 7)]
    if not far[-1]:
        obstacle = first(obstacles(flight, float(most)))
        assert obstacle is not None
        step = refused(obstacle, flight.mover, unit.rect(flight.end(most)))
        impossible = Step("5.4", "no shorter move that way is legal", facts, False)
        others = [n for n in WAYS if n != action.get("direction", "back") and longest(flee(state, unit, n), top)]
        others = [n for n in others if not isinstance(_direction(unit, engagements(state, unit), n), Refusal)]
        nearest = Nearest("straight {ways}", Facts(ways=tuple(others))) if others else None
        yield Refusal(replace(step, because=(impossible,)), nearest)
        return None
    ends = tuple(_end(flight, f) for f in far)
    yield Step("5.3", 'Speed and a die: up to {value}"', facts, inch(top), "retreat_in")
    drawn = (
        line(flight.start.position, ends[-1].pose.position, "line_free"),
        outline(unit.rect(ends[-1].pose), "note", unit.id),
    )
    yield Step("5.4", 'the way is free for {value}"', facts, inch(far[-1]), "distance_in", evidence=drawn)
    names = ends[-1].released
    words = "{value} may pivot at once: engaged with nobody any more" if names else "no enemy is set free by it"
    yield Step("5.5", words, facts, names, "free_pivots")
    return arrived(Arrival(unit, ends, not action.get("free")), RETREAT)


def _end(flight: Flight, far: int) -> End:
    """Where a retreat of a length ends; one of no length stays in place."""
    if not far:
        return End(flight.start, 0.0)
    pose, state, unit = flight.end(far), flight.mover.state, flight.unit
    there = unit.rect(Pose(pose.position, flight.start.facing))
    hurt = ground.dangerous(state, unit.rect(), there, unit.rect(pose))
    return End(pose, far, released(state, unit, pose), hurt)
