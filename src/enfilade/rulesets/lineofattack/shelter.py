"""What one origin sees of the target, all of it: visibility, coverage, cover, soft shield, and what shelters it.

"C" is the column *Copertura* of the last table, on which pop-up and duck depend; three readings say what it means.
"""

from collections.abc import Sequence
from typing import NamedTuple

from enfilade.geometry.lattice import Wall
from enfilade.referee import Facts, Step
from enfilade.rulesets.lineofattack import cover, visibility
from enfilade.rulesets.lineofattack.cover import Covered, Met, Screen
from enfilade.rulesets.lineofattack.sight import Sight, Tested, stop
from enfilade.rulesets.lineofattack.sight import test as test_lines
from enfilade.rulesets.lineofattack.state import Obstacle, Token, is_sheltered


class View(NamedTuple):
    """What is seen from one origin, without words: enough for the table of all pairs."""

    sight: Sight
    tested: tuple[Tested, ...]
    seen: str
    four: tuple[Tested, ...]
    percent: int | None
    met: tuple[Met, ...]
    behind: tuple[Screen, ...]
    covered: Covered

    @property
    def sheltered(self) -> bool:
        """Whether the target has C towards the attacker."""
        return is_sheltered(self.percent, self.covered.level, self.sight.state.rules)


def look(sight: Sight) -> View:
    """Everything that the lines from this point tell of the target."""
    tested = test_lines(sight, sight.aims())
    partial = 0 < sum(one.stop is not None for one in tested) < len(tested)
    four = test_lines(sight, visibility.across(sight)) if partial else ()
    return view(sight, tested, four)


def view(sight: Sight, tested: tuple[Tested, ...], four: tuple[Tested, ...]) -> View:
    """The same from lines that were tested: to the vertices and, where visibility is partial, to the four points."""
    rules = sight.state.rules
    seen = visibility.visibility(sum(one.stop is not None for one in tested), len(tested))
    percent = visibility.coverage(sum(one.stop is not None for one in four), rules)[0] if four else None
    if four and percent is None:
        seen = visibility.NO
    aims = [one.aim for one in tested]
    behind = cover.screens(sight)
    met = cover.meetings(sight, cover.counted(sight, aims, [one.stop is not None for one in tested]), behind)
    return View(sight, tested, seen, four, percent, tuple(met), behind, cover.covered(met, behind, rules))


def told(view: View) -> list[Step]:
    """The same as steps. From a wall corner visibility and its counts are those of the corner."""
    aims = [one.aim for one in view.met]
    return [
        visibility.visibility_step(view.sight, view.tested, view.seen),
        visibility.coverage_step(view.sight, view.four),
        cover.cover_step(view.sight, view.met, view.behind, view.covered),
        cover.shield_step(view.sight, aims),
    ]


def sheltered_step(view: View, leaning: bool) -> Step:
    """Whether the target has C towards the attacker, and by which reading."""
    words = (
        "{target} has Copertura towards {attacker}"
        if view.sheltered
        else "{target} has no Copertura towards {attacker}"
    )
    facts = Facts(target=view.sight.target.id, attacker=view.sight.attacker.id)
    either = bool(view.percent) or view.covered.level > 0
    readings = ("copertura",) if either else ()
    if leaning:
        readings = (*readings, "copertura_at_corner")
    return Step("table.c", words, facts, view.sheltered, "sheltered", readings=readings)


def shelters(view: View, name: str) -> bool:
    """Whether the target has C because of the obstacle, group or wall of this name."""
    rules = view.sight.state.rules
    obstacles = [o for o in view.sight.state.obstacles if name in (o.id, o.group)]
    by_cover = rules["copertura"] != "coverage" and _covers(view, obstacles)
    return by_cover or (rules["copertura"] != "cover" and _conceals(view, name))


def _covers(view: View, obstacles: Sequence[Obstacle]) -> bool:
    names = {obstacle.id for obstacle in obstacles}
    if view.sight.state.rules["duck_source"] == "contributing":
        return not names.isdisjoint(view.covered.sources)
    alone = [screen for screen in view.behind if screen.id in names]
    met = cover.meetings(view.sight, [one.aim for one in view.met], alone)
    return bool(alone) and cover.covered(met, alone, view.sight.state.rules).level > 0


def _conceals(view: View, name: str) -> bool:
    """Whether the wall of this name blocks one of the four lines that make coverage; alone, half of them."""
    if not view.percent:
        return False
    walls = [wall for wall in view.sight.walls if wall.name == name]
    alone = sum(_stopped(view.sight, one, walls) for one in view.four)
    if view.sight.state.rules["duck_source"] == "alone":
        return 2 * alone >= len(view.four)
    pinching = {wall.name for one in view.four if one.stop for wall in one.stop.walls}
    return alone > 0 or name in pinching


def _stopped(sight: Sight, tested: Tested, walls: Sequence[Wall]) -> bool:
    return stop(sight, sight.line(tested.aim), walls, None) is not None


def hides(view: View, ducker: Token) -> bool:
    """Whether the ducker hides behind what shelters it on these lines."""
    return bool(ducker.duck) and shelters(view, ducker.duck)
