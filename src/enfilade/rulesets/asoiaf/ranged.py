"""The ranged attack (rule 7, first half): unengaged, a free shift, one enemy in sight and in range, the dice."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from enfilade.geometry import TOLERANCE, Point, Rect
from enfilade.referee import Action, Facts, Nearest, Refusal, Step
from enfilade.rulesets.asoiaf import ground
from enfilade.rulesets.asoiaf.contact import arc_step, engagements
from enfilade.rulesets.asoiaf.course import Course, need, no, pair, step_across, turn, weapon
from enfilade.rulesets.asoiaf.drawn import across, inch, line, outline
from enfilade.rulesets.asoiaf.plan import Ends
from enfilade.rulesets.asoiaf.resolve import Beside, effects, resolved
from enfilade.rulesets.asoiaf.search import Wanted, shortest, some, whole
from enfilade.rulesets.asoiaf.seen import Watch, arc_and_sight, may_see, reach, sees, watch
from enfilade.rulesets.asoiaf.state import Attack, State, Unit
from enfilade.rulesets.asoiaf.tables import FREE_SHIFT, REACH
from enfilade.rulesets.asoiaf.way import Mover, first, hopeless, in_the_way, refused
from enfilade.rulesets.asoiaf.worth import Strike

HERE = Point(0.0, 0.0)


class Shot(NamedTuple):
    """A shot before its dice: who, at whom, with what."""

    state: State
    attacker: Unit
    target: Unit
    attack: Attack

    @property
    def limit(self) -> int:
        return REACH[self.attack.kind]

    @property
    def names(self) -> Facts:
        return Facts(attacker=self.attacker.id, target=self.target.id, attack=self.attack.name)


def judge(state: State, action: Action) -> Course:
    """Rules 7.1 to 7.4b, then rule 8."""
    units = pair(state, action, "7.1")
    if isinstance(units, Refusal):
        yield units
        return None
    attacker, target = units
    yield turn(state, attacker, action)
    yield _unengaged(state, attacker)
    attack = weapon(attacker, action, True, "7.2.has")
    if isinstance(attack, Refusal):
        yield attack
        return None
    shot = Shot(state, attacker, target, attack)
    yield Step("7.2.has", "{attacker} shoots with {attack}", shot.names, attack.name)
    if attacker.pose and target.pose:
        return (yield from _placed(shot, action))
    return (yield from _stated(shot, action))


def _unengaged(state: State, unit: Unit) -> Step | Refusal:
    enemies = tuple(engaged.enemy for engaged in engagements(state, unit))
    facts = Facts(attacker=unit.id, enemies=enemies)
    if enemies:
        return need(Step("7.2", "{attacker} is engaged with {enemies} and may not shoot", facts, False))
    return Step("7.2", "{attacker} is not engaged", facts, True)


# From positions ------------------------------------------------------------------------------------------------


def _placed(shot: Shot, action: Action) -> Course:
    asked = step_across(action, "shift", "7.3")
    if isinstance(asked, Refusal):
        yield asked
        return None
    looking = watch(shot.state, shot.attacker, shot.target, shooting=True)
    if asked is None:
        yield _range(shot, looking, True)
        shift = shift_needed(shot, looking)
        yield _needed(shot, shift) if shift else _why_none(shot, looking)
        if shift is None:
            return None
    else:
        shift = asked
        yield from _asked(shot, looking, action, shift)
    there = looking.moved(looking.tray.moved(*shift))
    yield from (_else_shift(shot, looking, action, step) for step in arc_and_sight(there, shot.names))
    yield _else_shift(shot, looking, action, _range(shot, there, asked is not None))
    arc = arc_step(shot.target, shot.attacker, there.tray.pose, looking.model)
    yield arc
    cover = ground.cover(shot.state, shot.target, there.tray.arrow)
    if cover:
        yield cover
    return (
        yield from _resolved(
            shot,
            action,
            str(arc.value),
            bool(cover and cover.value),
            Ends(there.tray.pose, acts=not action.get("free")),
        )
    )


def _range(shot: Shot, looking: Watch, named: bool) -> Step:
    """Rule 6.4: from the front arrow to the nearest part of the target, and the limit."""
    measured = reach(looking)
    spare = shot.limit - round(measured.distance)
    drawn = (line(measured.start, measured.end, "range"),)
    away = Step(
        "6.4",
        '{target} is {value}" from the front arrow',
        shot.names,
        inch(measured.distance),
        "range_in" if named else "",
        evidence=drawn,
    )
    limit = Step("6.4", '{attack} reaches {value}"', shot.names, inch(shot.limit), "reach_in" if named else "")
    words = "{target} is in range" if spare >= 0 else "{target} is out of range"
    margin = inch(spare)
    close = abs(spare) < TOLERANCE
    return Step("6.4", words, shot.names, spare >= 0, margin=margin, too_close=close, because=(away, limit))


def _needed(shot: Shot, shift: Point) -> Step:
    """The shortest shift that makes the shot possible, with the tray after it."""
    needed, (x, y) = inch(math.hypot(*shift)), across(shift)
    along = Step("7.3", 'the tray goes {x}" east and {y}" north', Facts(x=x, y=y), (x, y), "shift")
    words = 'a shift of {value}" makes the shot possible' if needed else "the shot needs no shift"
    margin = inch(FREE_SHIFT - math.hypot(*shift))
    moved = shot.attacker.rect().moved(*shift)
    drawn = (outline(moved, "note", shot.attacker.id),) if needed else ()
    return Step("7.3", words, Facts(), needed, "shift_needed_in", margin=margin, because=(along,), evidence=drawn)


class Wish(NamedTuple):
    """What a shift must bring besides the shot itself: whether a place does, whether one near it might."""

    does: Callable[[Rect], bool]
    might: Callable[[Rect, float], bool]


ANY = Wish(lambda tray: True, lambda tray, radius: True)


def shift_needed(shot: Shot, looking: Watch) -> Point | None:
    """The shortest free shift after which the target is in sight and in range; `None` if there is none (rule 7.3)."""
    return _shift(shot, looking, ANY, shortest)


def some_shift(shot: Shot, looking: Watch, wish: Wish) -> Point | None:
    """Some free shift that makes the shot possible and brings what is wished for besides; `None` if none was found."""
    return _shift(shot, looking, wish, some)


def _shift(shot: Shot, looking: Watch, wish: Wish, search: Callable[[Wanted, float], Point | None]) -> Point | None:
    """No shift if that does; else the one straight into range, which nothing beats; else what a search finds."""
    mover = Mover(shot.state, shot.attacker)

    def does(shift: Point) -> bool:
        there = looking.moved(looking.tray.moved(*shift))
        if round(reach(there).distance) > shot.limit or not wish.does(there.tray):
            return False
        return (shift == HERE or first(in_the_way(mover, looking.tray, there.tray)) is None) and bool(sees(there))

    def might(shift: Point, radius: float) -> bool:
        there = looking.moved(looking.tray.moved(*shift))
        if reach(there).distance - radius > shot.limit or not wish.might(there.tray, radius):
            return False
        return not hopeless(mover, there.tray, radius) and may_see(there, radius)

    if does(HERE):
        return HERE
    closer = _closer(shot, looking)
    far = math.hypot(*closer) if closer else 0.0
    if far > FREE_SHIFT or "cannot shift" in shot.attacker.profile.keywords:
        return None
    found = closer if closer and does(closer) else search(Wanted(does, might), FREE_SHIFT)
    return found and whole(does, found, FREE_SHIFT)


def might_reach(shot: Shot, looking: Watch) -> bool:
    """Whether some free shift might bring the target into range and into sight; `False` is certain."""
    return reach(looking).distance - FREE_SHIFT <= shot.limit and may_see(looking, FREE_SHIFT)


def covered(shot: Shot, tray: Rect) -> bool:
    """Whether the target is in cover from a place."""
    found = ground.cover(shot.state, shot.target, tray.arrow)
    return bool(found and found.value)


def _closer(shot: Shot, looking: Watch) -> Point | None:
    """The shortest shift into range, whatever it does to sight; none if the target is in range."""
    measured = reach(looking)
    missing = measured.distance - shot.limit
    if round(missing) <= 0:
        return None
    share = missing / measured.distance
    (ax, ay), (bx, by) = measured.start, measured.end
    return Point((bx - ax) * share, (by - ay) * share)


def _why_none(shot: Shot, looking: Watch) -> Refusal:
    """What no shift can mend: too far, or what stands in the way where it stands or after the shift into range."""
    helpless = Step("7.3", 'no shift of up to {limit}" makes the shot possible', Facts(limit=inch(FREE_SHIFT)), False)
    closer = _closer(shot, looking)
    if closer and math.hypot(*closer) > FREE_SHIFT:
        return _too_far(shot, looking, math.hypot(*closer))
    steps = arc_and_sight(looking, shot.names)
    if steps[-1].value and closer:
        there = looking.moved(looking.tray.moved(*closer))
        mover = Mover(shot.state, shot.attacker)
        obstacle = first(in_the_way(mover, looking.tray, there.tray))
        steps = (refused(obstacle, mover, there.tray),) if obstacle else arc_and_sight(there, shot.names)
    return Refusal(replace(steps[-1], because=(helpless,)))


def _too_far(shot: Shot, looking: Watch, missing: float) -> Refusal:
    measured, over = reach(looking), inch(missing - FREE_SHIFT)
    needed = Step("7.3", 'it would take a shift of {value}"', Facts(), inch(missing), "shift_needed_in")
    words = '{target} is {range}" away: {by}" too far even after a shift of {shift}"'
    facts = Facts(shot.names, range=inch(measured.distance), shift=inch(FREE_SHIFT), by=over)
    drawn = (line(measured.start, measured.end, "range"),)
    close = missing - FREE_SHIFT < TOLERANCE
    step = Step("6.4", words, facts, False, margin=-over, too_close=close, because=(needed,), evidence=drawn)
    return Refusal(step)


def _asked(shot: Shot, looking: Watch, action: Action, shift: Point) -> Iterator[Step | Refusal]:
    """A shift that the action asks for: no longer than 2", and to a place where the tray may stand."""
    far = round(math.hypot(*shift))
    facts = Facts(shot.names, shift=inch(far), limit=inch(FREE_SHIFT))
    words = 'a shift of {shift}"' if far <= FREE_SHIFT else 'a shift of {shift}" is longer than {limit}"'
    drawn = (outline(looking.tray.moved(*shift), "note", shot.attacker.id),) if far else ()
    step = Step("7.3", words, facts, far <= FREE_SHIFT, margin=inch(FREE_SHIFT - far), evidence=drawn)
    yield _else_shift(shot, looking, action, step)
    if far and "cannot shift" in shot.attacker.profile.keywords:
        yield no("4.6", "{attacker} may not shift", None, **shot.names)
    mover, end = Mover(shot.state, shot.attacker), looking.tray.moved(*shift)
    for obstacle in in_the_way(mover, looking.tray, end) if far else ():
        yield _else_shift(shot, looking, action, refused(obstacle, mover, end))
    yield Step("4.6", "the shift is free of other trays and stays on the table", shot.names, True)


def _else_shift(shot: Shot, looking: Watch, action: Action, step: Step) -> Step | Refusal:
    """The step if it holds; else the refusal, with the shift that would do as the nearest legal thing."""
    if step.value:
        return step
    shift = shift_needed(shot, looking)
    if shift is None:
        return Refusal(step)
    along = across(shift)
    legal = Action(action.kind, Facts(action.fields, shift=along))
    return Refusal(step, Nearest("the same with a shift of {shift}", Facts(shift=along), legal))


# From stated facts ---------------------------------------------------------------------------------------------


def _stated(shot: Shot, action: Action) -> Course:
    """The same from a stated view: range, sight, cover and arc as given."""
    view = next((s for s in shot.state.sightings if (s.unit, s.enemy) == (shot.attacker.id, shot.target.id)), None)
    if view is None or view.range is None:
        yield no("stated", "it is not known where {attacker} and {target} stand", None, **shot.names)
        return None
    yield need(Step("stated", "sight to {target} is stated", shot.names, view.clear))
    missing = view.range - shot.limit
    away = Step("6.4", '{target} is {value}" away, as stated', shot.names, inch(view.range), "range_in")
    limit = Step("6.4", '{attack} reaches {value}"', shot.names, inch(shot.limit), "reach_in")
    reached = missing <= FREE_SHIFT
    words = "{target} is in range" if reached else '{target} is out of range, even after a shift of 2"'
    yield need(Step("6.4", words, shot.names, reached, margin=inch(FREE_SHIFT - missing), because=(away, limit)))
    yield Step("7.3", 'a shift of {value}" is needed', Facts(), inch(max(0, missing)), "shift_needed_in")
    arc = Step("stated", "{attacker} is in the {value} arc of {target}, as stated", shot.names, view.enemy_side, "arc")
    yield arc
    return (yield from _resolved(shot, action, view.enemy_side, view.cover, Ends(acts=not action.get("free"))))


# The dice ------------------------------------------------------------------------------------------------------


def _resolved(shot: Shot, action: Action, arc: str, cover: bool, ends: Ends) -> Course:
    stated = effects(action)
    if isinstance(stated, Refusal):
        yield stated
        return None
    beside = friends(shot)
    names = tuple(friend.id for friend in beside)
    words = (
        "{friends} must test for panic after the shot" if names else "no friend of {attacker} is engaged with {target}"
    )
    consulted = ("friends_without_damage", "friends_of_destroyed") if names else ()
    facts = Facts(shot.names, friends=names)
    yield Step("7.4a", words, facts, names, "panic_tests", readings=consulted)
    keywords = ground.keywords_at(shot.state, shot.target)
    strike = Strike(shot.attacker, shot.target, shot.attack, arc, cover=cover, effects=stated, ground=keywords)
    dangerous = ends.pose is not None and ground.dangerous(
        shot.state, shot.attacker.rect(), shot.attacker.rect(ends.pose)
    )
    return (yield from resolved(shot.state, strike, ends, Beside(beside, dangerous=dangerous)))


def friends(shot: Shot) -> tuple[Unit, ...]:
    """The shooter's friends that are engaged with the target as the shot is taken."""
    found = (shot.state.unit(engaged.enemy) for engaged in engagements(shot.state, shot.target))
    return tuple(friend for friend in found if friend and friend.side == shot.attacker.side)
