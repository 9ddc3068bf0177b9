"""What a unit sees (rule 6): the front arc, what stands in the line, the range from the front arrow, cover."""

import math
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from enfilade.geometry import (
    INCH,
    TOLERANCE,
    Blocker,
    Finding,
    Gap,
    HalfPlane,
    Point,
    Rect,
    Region,
    clip,
    convex,
    direction,
    gap,
    gap_from,
    part_inside,
)
from enfilade.geometry.sight import Sight, sight
from enfilade.referee import Facts, Shape, Step
from enfilade.rulesets.asoiaf.contact import arc_region
from enfilade.rulesets.asoiaf.drawn import inch, line, polygon
from enfilade.rulesets.asoiaf.ground import stands_in
from enfilade.rulesets.asoiaf.state import State, Terrain, Unit

ROOM: Mapping[str, int] = MappingProxyType({"passes": 0, "blocked": 1})
"""The least room in micrometres that a line of sight needs beside it, by the reading `grazing`."""


class Watch(NamedTuple):
    """A unit that looks at another from some place: all that sight between the two depends on.

    `trays` are all other trays, `walls` the terrain that blocks sight and does not hold the target, `hills` the
    elevated terrain that helps here.
    """

    tray: Rect
    target: Rect
    trays: tuple[Blocker, ...]
    walls: tuple[Terrain, ...]
    hills: tuple[Terrain, ...]
    model: str
    room: int

    def moved(self, tray: Rect) -> "Watch":
        """The same from another place."""
        return self._replace(tray=tray)

    def arc(self) -> Region:
        return arc_region(self.tray, "front", self.model)

    def hill(self, slack: float = 0.0) -> str:
        """The elevated piece that it stands on, or might after a shift of `slack`."""
        return next((hill.id for hill in self.hills if _holds(hill, self.tray, slack)), "")

    def blockers(self, slack: float = 0.0) -> tuple[Blocker, ...]:
        """What may stand between the two: other trays, and walls that hold neither; from a hill nothing does."""
        if not (self.walls or self.hills):
            return self.trays
        if self.hill(slack):
            return ()
        walls = (wall for wall in self.walls if not _holds(wall, self.tray, slack))
        return (*self.trays, *(Blocker(wall.id, shape) for wall in walls for shape in wall.shapes))


def _holds(piece: Terrain, tray: Rect, slack: float) -> bool:
    """Whether some part of a tray is inside a piece, or might be after a shift of `slack`."""
    return any(gap(tray, shape).distance - slack < -TOLERANCE for shape in piece.shapes)


def watch(state: State, unit: Unit, target: Unit, shooting: bool = False) -> Watch:
    """How a unit looks at another from where it stands; only for shooting does elevated ground help."""
    other = target.rect()
    return Watch(
        unit.rect(),
        other,
        tuple(Blocker(o.id, o.rect()) for o in state.units if o.pose and o.id not in (unit.id, target.id)),
        tuple(p for p in state.terrain if "blocks_line_of_sight" in p.keywords and not stands_in(other, p)),
        tuple(p for p in state.terrain if shooting and "elevated" in p.keywords),
        state.rules["arc_model"],
        ROOM[state.rules["grazing"]],
    )


def sees(looking: Watch, enough: float = 0.0) -> Sight | None:
    """The widest line from the front edge to what lies of the target in the front arc; `None` if nothing does.

    A line that stays in the front arc leaves the tray through the front edge, so that edge is all of its origin.
    """
    seen = clip(looking.target, looking.arc())
    if seen is None:
        return None
    found = sight(convex(looking.tray.edge("front")), seen, looking.blockers(), max(enough, looking.room))
    if found.clear.margin >= looking.room:
        return found
    return Sight(Finding(False, found.clear.margin), found.line, found.blockers or _grazed(looking, found.line))


@lru_cache(maxsize=128)
def _widest(looking: Watch) -> Sight | None:
    """The widest line, remembered: a charge is ruled on for each alignment, and all look along the same line."""
    return sees(looking, INCH)


def _grazed(looking: Watch, way: tuple[Point, Point]) -> tuple[str, ...]:
    """The ids of what a line only touches."""
    stroke = convex(way)
    touched = (b.id for b in looking.blockers() if gap(stroke, b.shape).distance <= TOLERANCE)
    return tuple(dict.fromkeys(touched))


def may_see(looking: Watch, radius: float) -> bool:
    """Whether some shift of the watcher by no more than `radius` might see the target; `False` is certain."""
    region = tuple(HalfPlane(border.inward, border.offset - radius) for border in looking.arc())
    seen = clip(looking.target, region)
    if seen is None:
        return False
    corners = looking.tray.edge("front")
    box = [(-radius, -radius), (-radius, radius), (radius, -radius), (radius, radius)]
    wide = convex(type(corner)(corner.x + dx, corner.y + dy) for corner in corners for dx, dy in box)
    return bool(sight(wide, seen, looking.blockers(radius), 0.0).clear)


def reach(looking: Watch) -> Gap:
    """From the front arrow to the nearest part of the target's tray."""
    measured = gap_from(looking.tray.arrow, looking.target)
    return measured._replace(distance=max(0.0, measured.distance))


# As steps ------------------------------------------------------------------------------------------------------


def arc_and_sight(looking: Watch, names: Facts) -> tuple[Step, ...]:
    """Rule 6.1 in two steps: a part of the target in the front arc, and a free line to it (none if that fails)."""
    inside = part_inside(looking.target, looking.arc())
    words = "a part of {target} is in the front arc" if inside else "no part of {target} is in the front arc"
    first = Step(
        "6.1",
        words,
        names,
        bool(inside),
        margin=inch(inside.margin),
        too_close=inside.close,
        evidence=_borders(looking),
        readings=("arc_model",),
    )
    if not inside:
        return (first,)
    found = _widest(looking)
    assert found is not None
    hill = looking.hill()
    words = "from {hill}, which is elevated, {attacker} looks over everything"
    over = (Step("13.elevated", words, Facts(names, hill=hill), True),) if hill else ()
    return first, *over, _sight_step(looking, found, names)


def _sight_step(looking: Watch, found: Sight, names: Facts) -> Step:
    clear = bool(found)
    facts = Facts({**names, "blockers": found.blockers})
    words = "a line from the front edge reaches {target}"
    if not clear:
        words = "{blockers} in the way of every line to {target}"
    drawn = line(*found.line, "line_free" if clear else "line_blocked")
    stands = tuple(
        polygon(blocker.shape.corners, "blocker", of=blocker.id)
        for blocker in looking.blockers()
        if blocker.id in found.blockers
    )
    return Step(
        "6.2",
        words,
        facts,
        clear,
        margin=inch(found.clear.margin),
        too_close=found.clear.close,
        evidence=(drawn, *stands),
        readings=("grazing",),
    )


def _borders(looking: Watch) -> tuple[Shape, ...]:
    """The two borders of the front arc, from the front corners outward."""
    tray = looking.tray
    left, right = tray.edge("front")
    if looking.model == "diagonal":
        ways = [Point(corner.x - tray.centre.x, corner.y - tray.centre.y) for corner in (left, right)]
    else:
        ways = [direction(tray.pose.facing - 45), direction(tray.pose.facing + 45)]
    drawn = []
    for corner, way in zip((left, right), ways, strict=True):
        far = 12 * INCH / math.hypot(way.x, way.y)
        drawn.append(line(corner, Point(corner.x + way.x * far, corner.y + way.y * far), "arc"))
    return tuple(drawn)
