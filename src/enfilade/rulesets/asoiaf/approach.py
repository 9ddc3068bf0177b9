"""The straight run of a charge (rules 9.5 and 9.6): the pivot before it, how far it is to contact, what stops it."""

import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from enfilade.geometry import TOLERANCE, Pose, Rect, ahead, bearing, gap_from, near, overlapping, stop
from enfilade.rulesets.asoiaf.seen import sees, watch
from enfilade.rulesets.asoiaf.state import Unit
from enfilade.rulesets.asoiaf.way import Mover, Obstacle, first, impassable


class Run(NamedTuple):
    """A run at a facing: how far to contact (micrometres; infinite if it misses), and what forbids it."""

    facing: float
    gap: float
    obstacle: Obstacle | None = None

    @property
    def good(self) -> bool:
        return self.obstacle is None and math.isfinite(self.gap)


def run(mover: Mover, target: Unit, facing: float) -> Run:
    """The run after pivoting to a facing; pivoting to where it looks already is no pivot."""
    here = mover.unit.pose
    assert here is not None
    tray = mover.unit.rect(Pose(here.position, facing))
    met = stop(tray, tray.forward, target.rect())
    if met is None:
        return Run(facing, math.inf)
    return Run(facing, met.distance, first(_forbidden(mover, target, tray, met.distance)))


def _forbidden(mover: Mover, target: Unit, tray: Rect, far: float) -> Iterator[Obstacle]:
    """What the pivot would overlap, what stops the run before the target, and a target that is out of sight."""
    state, unit = mover.state, mover.unit
    if tray.pose != unit.pose:
        for other in state.others(unit):
            if other.pose and near(tray, other.rect()) and (found := overlapping(tray, other.rect())):
                yield Obstacle(
                    "4.2", "the pivot would overlap {blocker}", other.id, found.margin + TOLERANCE, other.rect()
                )
    words = "the straight move would meet {blocker} first"
    for enemy in state.enemies(unit):
        if enemy.id != target.id and enemy.pose and near(tray, enemy.rect(), far):
            met = stop(tray, tray.forward, enemy.rect())
            if met and met.distance < far:
                yield Obstacle("9.6", words, enemy.id, round(far - met.distance), enemy.rect())
    for piece, shape in impassable(state):
        met = stop(tray, tray.forward, shape)
        if met and met.distance < far:
            yield Obstacle("9.6", words, piece, round(far - met.distance), shape)
    if tray.pose != unit.pose and not sees(watch(state, unit, target).moved(tray)):
        yield Obstacle("9.5", "after the pivot {blocker} would be out of sight", target.id, 0)


def shortest_possible(unit: Unit, target: Unit) -> float:
    """No run, whatever the pivot, can be shorter than this: a front corner led straight to the nearest point."""
    tray = unit.rect()
    far = max(0.0, gap_from(tray.centre, target.rect()).distance)
    half = tray.width / 2
    return max(0.0, math.sqrt(max(0.0, far * far - half * half)) - tray.depth / 2)


def best_run(mover: Mover, target: Unit) -> Run | None:
    """The shortest run over all pivots; `None` if none makes contact.

    First the two pivots that lead a front corner to the nearest point, which nothing beats; then every degree, the
    best of them refined.
    """
    tray = mover.unit.rect()
    nearest = gap_from(tray.centre, target.rect()).end
    straight = bearing(tray.centre, nearest)
    least = shortest_possible(mover.unit, target)
    lean = math.degrees(math.atan2(tray.width / 2, tray.depth / 2 + least))
    corners = [run(mover, target, (straight + way * lean) % 360.0) for way in (-1, 1)]
    for found in corners:
        if found.good and found.gap <= least + 1.0:
            return found
    good = [found for found in (*every_degree(mover, target), *corners) if found.good]
    return _refined(mover, target, min(good, key=lambda found: found.gap)) if good else None


def every_degree(mover: Mover, target: Unit) -> list[Run]:
    """The runs by pivots of whole degrees, up to a quarter turn from the straight way to the target."""
    tray = mover.unit.rect()
    straight = bearing(tray.centre, gap_from(tray.centre, target.rect()).end)
    return [run(mover, target, (straight + degrees) % 360.0) for degrees in range(-90, 91)]


def in_the_way_of_all(mover: Mover, target: Unit) -> tuple[Obstacle, ...]:
    """What forbids the runs to a target that no pivot reaches: each rule and piece once, the most frequent first."""
    met = [found.obstacle for found in every_degree(mover, target) if found.obstacle]
    times = Counter((one.rule, one.words, one.blocker) for one in met)
    return tuple(Obstacle(*which, by=0) for which, _ in times.most_common())


def _refined(mover: Mover, target: Unit, best: Run) -> Run:
    """A better run within a degree of the best, by ever smaller steps."""
    width = 0.5
    while width > 0.001:
        around = [run(mover, target, (best.facing + way * width) % 360.0) for way in (-1, 1)]
        closer = min((found for found in around if found.good), key=lambda found: found.gap, default=best)
        if closer.gap < best.gap:
            best = closer
        else:
            width /= 2
    return best


def after(unit: Unit, facing: float, far: float) -> Pose:
    """Where a unit stands after pivoting and running so far."""
    assert unit.pose is not None
    return ahead(Pose(unit.pose.position, facing), far)
