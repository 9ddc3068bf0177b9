"""The threat area of a unit: all it could charge or shoot in this activation (rules 6, 7.3 and 9)."""

import math
from collections.abc import Iterator, Sequence

from enfilade.geometry import INCH, HalfPlane, Point, Rect, convex, cut
from enfilade.referee import Action, Facts, Refusal, Shape, Step, Words
from enfilade.rulesets.asoiaf import charge, ground, ranged
from enfilade.rulesets.asoiaf.contact import arc_region, engagements
from enfilade.rulesets.asoiaf.course import Course, named, no, ruled
from enfilade.rulesets.asoiaf.drawn import inch, polygon
from enfilade.rulesets.asoiaf.state import Attack, State, Unit
from enfilade.rulesets.asoiaf.tables import CHARGE_DIE, FREE_SHIFT, REACH

CORNERS = 72
"""Corners of the polygon that stands for a circle; it lies outside the circle."""


def judge(state: State, action: Action) -> Course:
    """Whom it could charge and whom it could shoot, one by one; and the ground around it, drawn."""
    unit = named(state, action, "unit", "6.threat")
    if isinstance(unit, Refusal):
        yield unit
        return None
    if unit.pose is None:
        yield no("stated", "it is not known where {unit} stands", None, unit=unit.id)
        return None
    if engagements(state, unit):
        enemies = tuple(contact.enemy for contact in engagements(state, unit))
        facts = Facts(unit=unit.id, enemies=enemies)
        yield Step("6.threat", "engaged, {unit} threatens {enemies} alone", facts, enemies, "engaged")
        return None
    yield from _charging(state, unit)
    shots = [_shooting(state, unit, attack) for attack in unit.profile.attacks if attack.ranged]
    if shots:
        names = tuple(dict.fromkeys(target for shot in shots for target in shot.value))
        words = "{unit} could shoot {enemies}" if names else "{unit} could shoot nobody"
        facts = Facts(unit=unit.id, enemies=names)
        yield Step("6.threat", words, facts, names, "shoot_targets", because=tuple(shots))
    return None


def _charging(state: State, unit: Unit) -> Iterator[Step]:
    if "cannot charge" in unit.profile.keywords or all(attack.ranged for attack in unit.profile.attacks):
        return
    most = round(ground.speed(state, unit).value * INCH) + CHARGE_DIE
    tray = unit.rect()
    far = math.hypot(most + tray.depth / 2, tray.width / 2)
    area = _within(_circle(tray.centre, far), tray, state.rules["arc_model"])
    names = _legal(state, unit, "charge", None)
    facts = Facts(unit=unit.id, far=inch(most), enemies=names)
    words = '{unit} charges up to {far}" within its front arc; it could charge nobody'
    if names:
        words = '{unit} charges up to {far}" within its front arc; it could charge {enemies}'
    drawn = _drawn(state, area, "charge", unit)
    yield Step("6.threat", words, facts, names, "charge_targets", evidence=drawn)


def _shooting(state: State, unit: Unit, attack: Attack) -> Step:
    """Everything within the front arc and range, moved by every free shift: the hull of circles around its corners.

    The ruling on each enemy decides. One may be shot beside that ground: if its nearest part is in range and another in
    the arc.
    """
    tray = unit.rect()
    limit = REACH[attack.kind]
    there = _within(_circle(tray.arrow, limit), tray, state.rules["arc_model"])
    shift = 0 if "cannot shift" in unit.profile.keywords else FREE_SHIFT
    area = convex(point for corner in there for point in _circle(corner, shift)).corners if shift else there
    names = _legal(state, unit, "ranged", attack.name)
    facts = Facts(unit=unit.id, attack=attack.name, far=inch(limit), shift=inch(shift), enemies=names)
    words = '{attack} of {unit} reaches {far}" after a shift of up to {shift}"; it could shoot nobody'
    if names:
        words = '{attack} of {unit} reaches {far}" after a shift of up to {shift}"; it could shoot {enemies}'
    return Step("6.threat", words, facts, names, evidence=_drawn(state, area, Words("{attack}", facts), unit))


def _legal(state: State, unit: Unit, kind: str, attack: str | None) -> tuple[str, ...]:
    """The enemies on whom such an attack is legal; the ruling on each decides, whatever stands between."""
    course = ranged.judge if kind == "ranged" else charge.judge
    actions = [Action.of(kind, attacker=unit.id, target=o.id, attack=attack, free=True) for o in state.enemies(unit)]
    return tuple(action["target"] for action in actions if ruled(state, action, course(state, action)).legal)


def _circle(centre: Point, radius: float) -> list[Point]:
    """A circle as a polygon around it, clockwise."""
    outer = radius / math.cos(math.pi / CORNERS)
    turns = (2 * math.pi * n / CORNERS for n in range(CORNERS))
    return [Point(centre[0] + outer * math.sin(a), centre[1] + outer * math.cos(a)) for a in turns]


def _within(corners: Sequence[Point], tray: Rect, model: str) -> list[Point]:
    """What lies of a polygon in the front arc and ahead of the front edge."""
    ahead = HalfPlane(tray.forward, tray.forward.x * tray.arrow.x + tray.forward.y * tray.arrow.y)
    left = list(corners)
    for border in (*arc_region(tray, "front", model), ahead):
        left = cut(left, border)
    return left


def _drawn(state: State, corners: Sequence[Point], label: str | Words, unit: Unit) -> tuple[Shape, ...]:
    """What lies of an area on the table, if anything does."""
    edges = ((1.0, 0.0, 0), (0.0, 1.0, 0), (-1.0, 0.0, -state.width), (0.0, -1.0, -state.depth))
    left = list(corners)
    for east, north, offset in edges:
        left = cut(left, HalfPlane(Point(east, north), offset))
    return (polygon(left, "threat", label, unit.id),) if len(left) > 2 else ()
