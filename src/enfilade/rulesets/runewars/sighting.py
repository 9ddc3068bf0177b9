"""Range, firing arc and line of sight of a ranged attack, as stated or from positions (RR 10, 59, 64)."""

import math
from itertools import product

from enfilade.geometry.arc import corner_arc
from enfilade.geometry.between import Blocker
from enfilade.geometry.gap import Gap, gap, nearest
from enfilade.geometry.length import INCH, to_inches
from enfilade.geometry.plane import TOLERANCE, Convex, direction
from enfilade.geometry.plane import Shape as Stroke
from enfilade.geometry.polygon import clip, part_inside
from enfilade.geometry.sight import Sight as Sighting
from enfilade.geometry.sight import sight
from enfilade.referee import Action, Facts, Nearest, Shape, Step, Words
from enfilade.rulesets.runewars.contact import footprint
from enfilade.rulesets.runewars.state import Sight, State, Unit
from enfilade.rulesets.runewars.tables import FARTHEST

Check = tuple[Step, Nearest | None]
NEARER = "come {missing} {missing:tray length|tray lengths} nearer"


def distance(state: State, unit: Unit, target: Unit) -> float | None:
    """How far two units are apart, in trays; none where one has no place."""
    found = _gap(state, unit, target)
    return None if found is None else max(0.0, found.distance / state.ground.tray)


def _gap(state: State, unit: Unit, target: Unit) -> Gap | None:
    theirs = footprint(state, target)
    pairs = [(_apart(a, b), a, b) for _, a in footprint(state, unit) for _, b in theirs]
    if not pairs:
        return None
    _, a, b = min(pairs, key=_first)
    most = gap(a, b).distance + 1.0  # trays whose circles are farther apart than this are not the nearest
    return min((gap(a, b) for least, a, b in pairs if least <= most), key=_distance)


def _apart(a: Convex, b: Convex) -> float:
    """How far the circles around two shapes are apart, below zero where they overlap; the shapes are no nearer."""
    return math.dist(a.centre, b.centre) - a.radius - b.radius


def _first(pair: tuple[float, Convex, Convex]) -> float:
    return pair[0]


def _distance(found: Gap) -> float:
    return found.distance


def nearest_points(state: State, unit: Unit, target: Unit) -> tuple[tuple[float, float], ...]:
    """The line along which two units are nearest, in trays; empty where one has no place."""
    found = _gap(state, unit, target)
    return _drawn(state, found) if found else ()


def _drawn(state: State, found: Gap) -> tuple[tuple[float, float], ...]:
    return tuple((x / state.ground.tray, y / state.ground.tray) for x, y in found[1:])


def band(state: State, unit: Unit, target: Unit) -> int | None:
    """The band of the range ruler that a unit is at, as stated or by positions; none where neither tells."""
    stated = next((s for s in state.sights if s.unit == unit.id and s.enemy == target.id), None)
    if stated:
        return stated.range
    apart = distance(state, unit, target)
    return None if apart is None else _band_at(state, apart)


def _band_at(state: State, apart: float) -> int:
    size = state.ground.tray
    return max(1, math.ceil((apart * size - TOLERANCE) / state.ground.band))


def _reach(state: State, unit: Unit, target: Unit) -> Step | None:
    """Whether the target is within range, with the band that it is at and the margin to the last band's end."""
    found = _gap(state, unit, target)
    if found is None:
        return None
    size, apart = state.ground.tray, max(0.0, found.distance / state.ground.tray)
    number = _band_at(state, apart)
    end = round(FARTHEST * state.ground.band / size, 3)
    facts = Facts(target=target.id, distance=round(apart, 3), farthest=FARTHEST, end=end, range=number)
    margin = round((FARTHEST * state.ground.band + TOLERANCE) / size - apart, 4)
    because = (*tray_length(state), *((_band_length(state),) if "range" in state.ground.assumed else ()))
    line = (Shape("line", _drawn(state, found), "range", of=unit.id),)
    close = abs(margin) * size < TOLERANCE
    if number > FARTHEST:
        words = (
            "{target} is beyond range {farthest}: {distance} {distance:tray length|tray lengths} away, "
            "and the range ends at {end}"
        )
        return Step("10.range", words, facts, False, "", margin, close, because=because, evidence=line)
    words = (
        "{target} is at range {value}: {distance} {distance:tray length|tray lengths} away, "
        "and range {farthest} ends at {end}"
    )
    return Step("10.range", words, facts, number, "range", margin, close, because=because, evidence=line)


def tray_length(state: State) -> tuple[Step, ...]:
    """How long a tray is taken to be, where the scenario does not say so and it matters."""
    if "tray" not in state.ground.assumed:
        return ()
    inches = round(to_inches(state.ground.tray), 3)
    return (Step("87.tray", 'the edge of a tray measures {inches}"', Facts(inches=inches), inches),)


def _band_length(state: State) -> Step:
    length = round(state.ground.band / state.ground.tray, 3)
    return Step(
        "10.band",
        "a band of the ruler is {length} {length:tray length|tray lengths} long",
        Facts(length=length),
        length,
    )


def checks(state: State, unit: Unit, target: Unit) -> list[Check]:
    """Arc, range and sight, in this order, each with the nearest legal thing should it fail."""
    stated = next((s for s in state.sights if s.unit == unit.id and s.enemy == target.id), None)
    if stated:
        return _stated(stated)
    measured = _reach(state, unit, target)
    if measured is None:
        words = "where {unit} and {target} stand is not known: give positions or state their range under sights"
        return [(Step("10.stated", words, Facts(unit=unit.id, target=target.id), False), None)]
    arc = _arc(state, unit, target)
    if not arc.value:
        turn = Nearest("turn {unit} towards {target}", Facts(unit=unit.id, target=target.id))
        return [(arc, turn)]
    if not measured.value:
        missing = round(-(measured.margin or 0.0), 3)
        return [(arc, None), (measured, Nearest(NEARER, Facts(missing=missing)))]
    seen = _sight(state, unit, target)
    return [(arc, None), (measured, None), (seen, None if seen.value else _instead(state, unit, seen))]


def _instead(state: State, unit: Unit, seen: Step) -> Nearest | None:
    """An enemy that stands in the way and can be shot at itself."""
    for name in seen.facts.get("blockers", ()):
        other = state.unit(name)
        if other and other.side != unit.side and all(step.value for step, _ in checks(state, unit, other)):
            action = Action.of("ranged", attacker=unit.id, target=name)
            return Nearest("shoot at {enemy}, which stands in the way", Facts(enemy=name), action)
    return None


def _stated(stated: Sight) -> list[Check]:
    facts = Facts(target=stated.enemy, farthest=FARTHEST, range=stated.range)
    words = "{target} is in the firing arc, as stated"
    if not stated.in_arc:
        words = "{target} is not in the firing arc, as stated"
    arc = Step("10.stated", words, facts, stated.in_arc)
    band = Step("10.stated", "{target} is at range {range}, as stated", facts, stated.range, "range")
    if stated.range > FARTHEST:
        words = "{target} is at range {range}, as stated, which is beyond range {farthest}"
        band = Step("10.range", words, facts, False)
    words = "{target} is in line of sight, as stated"
    if not stated.clear:
        words = "{target} is not in line of sight, as stated"
    return [(arc, None), (band, None), (Step("10.stated", words, facts, stated.clear), None)]


def _arc(state: State, unit: Unit, target: Unit) -> Step:
    """Whether any part of a tray of the target lies in the firing arc; a unit in terrain sees all round."""
    piece = state.occupied(unit.id)
    facts = Facts(unit=unit.id, target=target.id, terrain=piece.id if piece else None, degrees=state.ground.arc)
    if piece:
        return Step("10.arc", "{unit} stands in {terrain} and sees all round", facts, True)
    region = corner_arc(unit.front(state.ground.tray), state.ground.arc)
    found = max((part_inside(shape, region) for _, shape in footprint(state, target)), key=lambda f: f.margin)
    margin = round(found.margin / state.ground.tray, 4)
    words = "{target} is in the firing arc of {unit}" if found else "{target} is not in the firing arc of {unit}"
    angle = (
        Step(
            "10.arc_angle",
            "the lines of the arc lean outward by {degrees} {degrees:degree|degrees}",
            facts,
            state.ground.arc,
        ),
    )
    return Step(
        "10.arc",
        words,
        facts,
        bool(found),
        margin=margin,
        too_close=found.close,
        because=angle if "arc" in state.ground.assumed else (),
        evidence=_arc_lines(state, unit),
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
    best = _best_line(state, unit, target)
    facts = Facts(unit=unit.id, target=target.id, blockers=() if best is None else best.blockers)
    readings = ("sight_points", "grazing")
    if best is None:
        words = "no part of {target} lies before {unit} inside the arc"
        return Step("10.sight", words, facts, False, readings=readings)
    clear = best.clear.margin > 0 if state.rules["grazing"] == "blocked" else best.clear.truth
    words = "a free line runs from {unit} to {target}"
    if not clear:
        words = "every line from {unit} to {target} is blocked; in the way: {blockers}"
    points = tuple((x / state.ground.tray, y / state.ground.tray) for x, y in best.line)
    role, label = ("line_free", "") if clear else ("line_blocked", Words("{blockers}", facts))
    shape = Shape("line", points, role, label, unit.id)
    margin, close = round(best.clear.margin / state.ground.tray, 4), best.clear.close
    return Step("10.sight", words, facts, clear, margin=margin, too_close=close, evidence=(shape,), readings=readings)


def _best_line(state: State, unit: Unit, target: Unit) -> Sighting | None:
    """The line with the most room, over all parts of the target; none where no part lies inside the arc.

    A line with an inch of room is as good as any.
    """
    blockers, best = _obstacles(state, unit, target), None
    for origin, part in product(_origins(state, unit), _seen(state, unit, target)):
        found = sight(origin, part, blockers)
        if best is None or found.clear.margin > best.clear.margin:
            best = found
        if best.clear.margin >= INCH:
            break
    return best


def _origins(state: State, unit: Unit) -> list[Convex]:
    """Where a line may start: the front edge, or the whole terrain that the unit stands in."""
    piece = state.occupied(unit.id)
    if piece:
        return list(piece.parts)
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
    others = [o for o in state.units if o.id not in own and o.alive and may_stand_between(state, (unit, target), o)]
    blockers = [Blocker(other.id, shape) for other in others for shape in _body(state, other)]
    for piece in state.terrain:
        if not piece.occupant and not piece.keywords.get("exposed"):
            blockers += [Blocker(piece.id, part) for part in piece.parts]
    return blockers


def may_stand_between(state: State, pair: tuple[Unit, Unit], other: Unit) -> bool:
    """Whether a unit may come within an inch of a line between two others; `False` is certain.

    By circles around the units, doubled: a tray is measured from the middle of its own circle, which sticks out.
    """
    poses = [one.pose for one in (*pair, other)]
    if None in poses or (state.terrain and any(state.occupied(one.id) for one in (*pair, other))):
        return True
    start, end, place = (pose.position for pose in poses if pose)
    breadth = _radius(state, other) + max(_radius(state, one) for one in pair)
    return math.dist(place, nearest(place, start, end)) <= 2 * breadth + INCH + 1.0


def _radius(state: State, unit: Unit) -> float:
    """How far a corner of a unit may be from its middle."""
    return state.ground.tray * math.hypot(len(unit.trays), len(unit.trays[0])) / 2


def _body(state: State, unit: Unit) -> list[Convex]:
    """What of a unit blocks: its terrain piece if it stands in one, but its trays alone if that is exposed."""
    piece = state.occupied(unit.id)
    if piece and piece.keywords.get("exposed"):
        return [unit.rect(place, state.ground.tray) for place in unit.places()] if unit.pose else []
    return [shape for _, shape in footprint(state, unit)]
