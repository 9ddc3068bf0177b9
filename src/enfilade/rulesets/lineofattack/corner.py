"""The wall corner: a vertex of the attacker's own cells from which it sees all of a target it sees in part or not."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from enfilade.geometry.lattice import Blockage, Line, Point, exact
from enfilade.referee import Action, Facts, Nearest, Refusal, Shape, Step, Words, shown
from enfilade.rulesets.lineofattack import cover
from enfilade.rulesets.lineofattack.shelter import View
from enfilade.rulesets.lineofattack.sight import Sight, Tested, from_corner, open_to_dispute, stop, stopped
from enfilade.rulesets.lineofattack.sight import test as test_lines
from enfilade.rulesets.lineofattack.state import State, spots, vertices
from enfilade.rulesets.lineofattack.visibility import FULL, PARTIAL, plain


class Candidate(NamedTuple):
    """A vertex of the attacker's cells: the lines from it, why it cannot be reached, which lines are blocked."""

    sight: Sight
    barred: Blockage | None
    shut: bool
    tested: tuple[Tested, ...]

    @property
    def blocked(self) -> int:
        return sum(one.stop is not None for one in self.tested)

    @property
    def behind(self) -> int:
        """How many of the lines would leave on the far side of a wall at the corner itself."""
        return sum(one.stop is not None and one.stop.kind == "origin" for one in self.tested)

    @property
    def qualifies(self) -> bool:
        return self.barred is None and not self.shut and self.blocked == 0

    @property
    def place(self) -> Point:
        return self.sight.origin


def asked(view: View) -> bool:
    """Whether a wall corner may be used at all: visibility from the middle is reduced."""
    if view.seen == PARTIAL:
        return view.sight.state.rules["corner_when_partial"] == "allowed"
    return view.seen != FULL


def candidates(view: View) -> tuple[Candidate, ...]:
    """The vertices on the outline of the attacker's cells, row by row, where a corner may be used at all."""
    if not asked(view):
        return ()
    state, attacker = view.sight.state, view.sight.attacker
    return tuple(_candidate(view, place) for place in vertices(attacker, state.lattice.scale, "outline"))


def _candidate(view: View, place: Point) -> Candidate:
    sight = from_corner(view.sight.state, view.sight.attacker, view.sight.target, place)
    return Candidate(sight, barred(sight), shut(sight), test_lines(sight, sight.aims()))


def barred(sight: Sight) -> Blockage | None:
    """What stands between the attacker's middle and the corner, where it has to be reached."""
    if sight.state.rules["corner_reach"] == "free":
        return None
    return stop(sight, Line(sight.attacker.origin, sight.origin, sight.origin), sight.walls, None)


def shut(sight: Sight) -> bool:
    """Whether no line may leave the corner: one of several walls there lies along the way back to the middle."""
    return sight.leaving is not None and sight.leaving.kind == "shut"


def options_step(state: State, seen: str, found: tuple[Candidate, ...]) -> Step:
    """All vertices that qualify, and of the others what is in the way."""
    options = tuple(plain(state.cells(one.place)) for one in found if one.qualifies)
    steps = tuple(_told(state, one) for one in found)
    marks = tuple(
        Shape("point", (state.drawn(one.place),), "corner", f"corner {_sign(state.cells(one.place))}",
              one.sight.attacker.id)
        for one in found if one.qualifies
    )  # fmt: skip
    facts = Facts(seen=seen, corners=spots(*(state.cells(one.place) for one in found if one.qualifies)))
    if options:
        words = "wall corners with full visibility: {corners}"
    elif found:
        words = "no corner of the attacker's cells sees the target in full"
    else:
        words = "no wall corner is asked: visibility from the middle is {seen}"
    readings = ("corner_reach",) if any(one.barred for one in found) else ()
    if seen == PARTIAL and (options or not found):
        readings = (*readings, "corner_when_partial")
    return Step(
        "corner", words, facts, options, "corner_options", because=steps, evidence=marks,
        readings=readings,
    )  # fmt: skip


def _sign(place: tuple[Fraction, Fraction]) -> str:
    """A place as labels have it, in one word: (4,1)."""
    return str(spots(place)).replace(" ", "")


def _told(state: State, one: Candidate) -> Step:
    facts: dict[str, object] = {"corner": spots(state.cells(one.place)), "blocked": one.blocked}
    facts |= {"total": len(one.tested), "behind": one.behind}
    if one.barred:
        facts.update(wall=one.barred.walls[0].name, place=spots(state.cells(one.barred.point)))
        words, rule = "{corner} cannot be reached from the middle: {wall} at {place}", "corner.reach"
    elif one.shut:
        words, rule = "{corner}: a wall lies along the way back to the middle", "corner.side"
    elif one.behind:
        words = (
            "from {corner} {blocked} of {total} lines are blocked, {behind} of them by the wall at the corner itself"
        )
        rule = "corner.side"
    elif one.blocked:
        words, rule = "from {corner} {blocked} of {total} lines are blocked", "corner"
    else:
        words, rule = "from {corner} all {total} lines are free", "corner"
    return Step(rule, words, Facts(facts), one.qualifies, readings=("predicate",) if _disputed(one) else ())


def _disputed(one: Candidate) -> bool:
    """Whether our reading of a touch decides if this vertex qualifies: all that is in the way of it is a touch."""
    sight = one.sight
    ways = [(sight.line(aim), sight.leaving) for aim in sight.aims()]
    if sight.state.rules["corner_reach"] != "free":
        ways.append((Line(sight.attacker.origin, sight.origin, sight.origin), None))
    crossed = (stopped(line, sight.walls, leaving, "open") for line, leaving in ways)
    return not one.shut and not any(crossed) and any(open_to_dispute(line, sight.walls, out) for line, out in ways)


def chosen(state: State, action: Action, seen: str, found: tuple[Candidate, ...]) -> Candidate | Refusal:
    """The corner that the action asks for, or why it cannot be used (rows 7 to 12 of the table, or no such vertex)."""
    wanted = action.get("corner")
    options = [one for one in found if one.qualifies]
    if seen == FULL:
        return full_already()
    if wanted == "best":
        if state.rules["corner_choice"] == "named":
            words = "the attacker has to name the corner"
            return Refusal(Step("corner.choice", words, value=False, readings=("corner_choice",)))
        if options:
            return min(options, key=_exposure)
    for one in options:
        if plain(state.cells(one.place)) == _place(wanted):
            return one
    return _refused(state, wanted, seen, options)


def full_already() -> Refusal:
    """Rows 7 to 12 of the table."""
    return Refusal(
        Step("corner.reduced", "a wall corner needs reduced visibility; from the middle it is full", value=False)
    )


def used_steps(state: State, chosen: Candidate | None, action: Action) -> list[Step]:
    """The corner that is used, if one is, and that whoever leans out there is exposed."""
    if chosen is None:
        used = Step("corner", "no wall corner is used", name="corner_used")
        return [used, Step("corner.exposed", "nobody is exposed", value=False, name="exposed")]
    place = state.cells(chosen.place)
    facts = Facts(attacker=chosen.sight.attacker.id, corner=spots(place))
    best = action.get("corner") == "best"
    used = Step(
        "corner.choice", "{attacker} leans out at {corner}", facts, plain(place), "corner_used",
        readings=("corner_choice",) if best else (),
    )  # fmt: skip
    return [used, Step("corner.exposed", "{attacker} is exposed to others", facts, True, "exposed")]


def instead(state: State, action: Action, found: tuple[Candidate, ...]) -> Iterator[Nearest]:
    """The attacks from corners that qualify, best first."""
    for one in sorted((one for one in found if one.qualifies), key=_exposure):
        place = state.cells(one.place)
        lean = Action(action.kind, Facts({**action.fields, "corner": plain(place)}))
        yield Nearest("lean out at the wall corner {corner}", Facts(corner=spots(place)), lean)


def _refused(state: State, wanted: object, seen: str, options: list[Candidate]) -> Refusal:
    corners = spots(*(state.cells(one.place) for one in options))
    facts = Facts(wanted=_shown(wanted), corners=corners)
    if seen == PARTIAL and state.rules["corner_when_partial"] == "refused":
        words = "by this reading a wall corner is for targets that are not seen at all"
        return Refusal(Step("corner", words, facts, False, readings=("corner_when_partial",)))
    strange = _place(wanted) is None and wanted != "best"
    return Refusal(Step("corner", _NO_CORNER[strange, bool(options)], facts, False))


_NO_CORNER = {
    (True, True): "{wanted} is no vertex; expected two numbers; those with full visibility: {corners}",
    (True, False): "{wanted} is no vertex; expected two numbers; none has full visibility",
    (False, True): "{wanted} is no corner with full visibility; those with full visibility: {corners}",
    (False, False): "{wanted} is no corner with full visibility; none has full visibility",
}
"""Why an asked corner cannot be used: whether it is no vertex at all, and whether there are others."""


def _place(wanted: object) -> object:
    """A corner as the action names it: two numbers."""
    if isinstance(wanted, tuple) and len(wanted) == 2:
        try:
            return plain((exact(wanted[0]), exact(wanted[1])))
        except (ValueError, TypeError):
            return None
    return None


def _shown(wanted: object) -> Words | str:
    """A corner as the action named it, in a player's words."""
    place = _place(wanted)
    if isinstance(place, tuple):
        return spots((Fraction(place[0]), Fraction(place[1])))
    return (shown(wanted) if wanted else "an empty value")[:40]


def _exposure(one: Candidate) -> tuple[int, bool, int, int]:
    """What the attacker looks for first: least cover, then no soft shield, then the topmost, leftmost corner."""
    aims = one.sight.aims()
    behind = cover.screens(one.sight)
    level = cover.covered(cover.meetings(one.sight, aims, behind), behind, one.sight.state.rules).level
    shielded = bool(cover.shield_step(one.sight, aims).value)
    return level, shielded, one.place[1], one.place[0]
