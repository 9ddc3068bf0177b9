"""Range, firing arc and line of sight of a ranged attack, as stated or from positions (RR 10, 59, 64)."""

from math import ceil

from enfilade.geometry.arc import corner_arc
from enfilade.geometry.between import Blocker
from enfilade.geometry.gap import gap
from enfilade.geometry.plane import TOLERANCE, Convex, direction
from enfilade.geometry.plane import Shape as Stroke
from enfilade.geometry.polygon import clip, part_inside, pieces
from enfilade.geometry.sight import sight
from enfilade.referee import Facts, Nearest, Shape, Step
from enfilade.rulesets.runewars.contact import footprint
from enfilade.rulesets.runewars.state import Sight, State, Unit
from enfilade.rulesets.runewars.tables import FARTHEST

Check = tuple[Step, Nearest | None]


def distance(state: State, unit: Unit, target: Unit) -> float | None:
    """How far two units are apart, in trays; none where one has no place."""
    mine, theirs = footprint(state, unit), footprint(state, target)
    if not mine or not theirs:
        return None
    return max(0.0, min(gap(a, b).distance for _, a in mine for _, b in theirs) / state.ground.tray)


def reach(state: State, unit: Unit, target: Unit) -> Step | None:
    """The band of the range ruler that the target is at, with how far it is from the band's far end."""
    apart = distance(state, unit, target)
    if apart is None:
        return None
    band = state.ground.band / state.ground.tray
    number = max(1, ceil((apart - TOLERANCE / state.ground.tray) / band))
    facts = Facts(target=target.id, distance=round(apart, 3), farthest=FARTHEST)
    words = "{target} is {distance} trays away: range {value}"
    margin = round(FARTHEST * band - apart, 4)
    because = (Step("10.band", "one band of the ruler is {length} trays long", Facts(length=band), band),)
    close = abs(margin) * state.ground.tray < TOLERANCE
    return Step("10.range", words, facts, number, "range", margin, close, because=because)


def checks(state: State, unit: Unit, target: Unit) -> list[Check]:
    """Arc, range and sight, in this order, each with the nearest legal thing should it fail."""
    stated = next((s for s in state.sights if s.unit == unit.id and s.enemy == target.id), None)
    if stated:
        return _stated(stated)
    measured = reach(state, unit, target)
    if measured is None:
        words = "where {unit} and {target} stand is not known: give positions or state their range under sights"
        return [(Step("10.stated", words, Facts(unit=unit.id, target=target.id), False), None)]
    arc = _arc(state, unit, target)
    if not arc.value:
        turn = Nearest("turn {unit} towards {target}", Facts(unit=unit.id, target=target.id))
        return [(arc, turn)]
    if measured.value > FARTHEST:
        missing = round(-(measured.margin or 0.0), 3)
        words = "{target} is {distance} trays away, beyond range {farthest}"
        far = Step("10.range", words, measured.facts, False, margin=measured.margin, because=measured.because)
        return [(arc, None), (far, Nearest("come {missing} trays nearer", Facts(missing=missing)))]
    return [(arc, None), (measured, None), (_sight(state, unit, target), None)]


def _stated(stated: Sight) -> list[Check]:
    facts = Facts(target=stated.enemy, farthest=FARTHEST)
    words = (
        "{target} is in the firing arc, as stated" if stated.in_arc else "{target} is not in the firing arc, as stated"
    )
    arc = Step("10.stated", words, facts, stated.in_arc)
    words = "{target} is at range {value}, as stated"
    band = Step("10.stated", words, facts, stated.range, "range")
    if stated.range > FARTHEST:
        words = "{target} is at range {range}, beyond range {farthest}"
        band = Step("10.range", words, Facts({**facts, "range": stated.range}), False, margin=FARTHEST - stated.range)
    words = "{target} is in line of sight, as stated" if stated.clear else "{target} is not in line of sight, as stated"
    return [(arc, None), (band, None), (Step("10.stated", words, facts, stated.clear), None)]


def _arc(state: State, unit: Unit, target: Unit) -> Step:
    """Whether any part of a tray of the target lies in the firing arc; a unit in terrain sees all round."""
    piece = state.occupied(unit.id)
    facts = Facts(unit=unit.id, target=target.id, terrain=piece.id if piece else None, degrees=state.ground.arc)
    if piece:
        return Step("10.arc", "{unit} stands in {terrain} and sees all round", facts, True)
    region = corner_arc(unit.front(state.ground.tray), state.ground.arc)
    found = max(
        (part_inside(shape, region) for _, shape in footprint(state, target)), key=lambda finding: finding.margin
    )
    margin = round(found.margin / state.ground.tray, 4)
    words = "{target} is in the firing arc of {unit}" if found else "{target} is not in the firing arc of {unit}"
    angle = Step("10.arc_angle", "the lines of the arc lean {degrees} degrees outward", facts, state.ground.arc)
    shapes = _arc_lines(state, unit)
    return Step(
        "10.arc", words, facts, bool(found), margin=margin, too_close=found.close, because=(angle,), evidence=shapes
    )


def _arc_lines(state: State, unit: Unit) -> tuple[Shape, ...]:
    """The two lines of the arc, drawn as far as the ruler reaches."""
    size, front = state.ground.tray, unit.front(state.ground.tray)
    length = FARTHEST * state.ground.band
    shapes = []
    for corner, lean in zip(front.edge("front"), (-state.ground.arc, state.ground.arc), strict=True):
        way = direction(front.pose.facing + lean)
        end = (corner.x + way.x * length, corner.y + way.y * length)
        points = ((corner.x / size, corner.y / size), (end[0] / size, end[1] / size))
        shapes.append(Shape("line", points, "arc", of=unit.id))
    return tuple(shapes)


def _sight(state: State, unit: Unit, target: Unit) -> Step:
    """Whether some line runs inside the arc from the attacker to the target and crosses no obstacle."""
    blockers = list(_obstacles(state, unit, target))
    best = None
    for origin in _origins(state, unit):
        for part in _seen(state, unit, target):
            found = sight(origin, part, blockers)
            if best is None or found.clear.margin > best.clear.margin:
                best = found
    size = state.ground.tray
    facts: dict[str, object] = {"unit": unit.id, "target": target.id}
    readings = ("sight_points", "grazing")
    if best is None:
        words = "no part of {target} lies before {unit} inside the arc"
        return Step("10.sight", words, Facts(facts), False, readings=readings)
    clear = best.clear.margin > 0 if state.rules["grazing"] == "blocked" else best.clear.truth
    points = tuple((x / size, y / size) for x, y in best.line)
    shape = Shape("line", points, "line_free" if clear else "line_blocked", ", ".join(best.blockers), unit.id)
    words = (
        "a free line runs from {unit} to {target}"
        if clear
        else "{blockers} stands in the way of every line to {target}"
    )
    margin = round(best.clear.margin / size, 4)
    facts = {**facts, "blockers": tuple(best.blockers)} if not clear else facts
    close = best.clear.close
    return Step(
        "10.sight", words, Facts(facts), clear, margin=margin, too_close=close, evidence=(shape,), readings=readings
    )


def _origins(state: State, unit: Unit) -> list[Convex]:
    """Where a line may start: the front edge, or the whole terrain that the unit stands in."""
    piece = state.occupied(unit.id)
    if piece:
        return list(pieces(piece.outline))
    front = unit.front(state.ground.tray)
    if state.rules["sight_points"] == "front_middle":
        return [Stroke((front.arrow,))]
    return [Stroke(front.edge("front"))]


def _seen(state: State, unit: Unit, target: Unit) -> list[Convex]:
    """The parts of the target inside the attacker's arc."""
    parts = [shape for _, shape in footprint(state, target)]
    if state.occupied(unit.id):
        return parts
    region = corner_arc(unit.front(state.ground.tray), state.ground.arc)
    return [part for part in (clip(shape, region) for shape in parts) if part]


def _obstacles(state: State, unit: Unit, target: Unit) -> list[Blocker]:
    """What blocks: all other units and all terrain, save what is exposed or seen over from an elevated place."""
    elevated = state.occupied(unit.id)
    if elevated and elevated.keywords.get("elevated"):
        return []
    own = {unit.id, target.id}
    others = [other for other in state.units if other.id not in own and other.alive]
    blockers = [Blocker(other.id, shape) for other in others for _, shape in footprint(state, other)]
    for piece in state.terrain:
        if not piece.occupant and not piece.keywords.get("exposed"):
            blockers += [Blocker(piece.id, part) for part in pieces(piece.outline)]
    return blockers
