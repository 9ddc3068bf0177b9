"""Whether two enemies are engaged, said in words: as stated, by their positions, or neither (RR 34)."""

from decimal import Decimal

from enfilade.geometry.plane import TOLERANCE
from enfilade.referee import Action, Facts, Nearest, Shape, Step, Words
from enfilade.rulesets.runewars import contact, sighting
from enfilade.rulesets.runewars.state import Contact, State, Unit

SLIGHT = 0.25
"""The part of the tolerance that positions typed by hand do not use up; what hangs on less is too close to call."""


def engaged(state: State, unit: Unit, target: Unit) -> Step:
    """The step for two units that touch, or whose contact is stated."""
    touching = state.touching(unit.id, target.id)
    edges = tuple(Words("{edge} to {enemy_edge}", Facts(edge=c.edge, enemy_edge=c.enemy_edge)) for c in touching)
    facts = Facts(unit=unit.id, target=target.id, edges=edges, stated=touching[0].length is None)
    if facts["stated"]:
        return _stated(state, (unit, target), facts)
    margin, rule, words = max(c.margin or 0.0 for c in touching), "34.1", "{unit} is engaged with {target} ({edges})"
    readings: tuple[str, ...] = ()
    if all(c.corner for c in touching):
        rule, readings = "34.3", ("corner_contact",)
        words = "{unit} and {target} touch at a corner ({edges}), which engages them"
    close, because = _close(state, margin), sighting.tray_length(state)
    return Step(rule, words, facts, True, margin=margin, too_close=close, because=because, readings=readings)


def _close(state: State, margin: float) -> bool:
    return abs(margin) * state.ground.tray < SLIGHT * TOLERANCE


def _stated(state: State, pair: tuple[Unit, Unit], facts: Facts) -> Step:
    unit, target = pair
    words = "{unit} is engaged with {target} ({edges}), as stated"
    return Step("34.1", words, facts, True, because=_by_position(state, unit, target))


def _by_position(state: State, unit: Unit, target: Unit) -> tuple[Step, ...]:
    """What the positions of two units would give, where their contact is stated beside them."""
    apart = sighting.distance(state, unit, target)
    if apart is None:
        return ()
    given = [c for c in contact.placed(state, unit, target) if c.unit == unit.id]
    stated = state.touching(unit.id, target.id)
    facts = Facts(unit=unit.id, target=target.id, apart=round(apart, 3), edges=tuple(map(_told, given)))
    if not given:
        words = "the contact is stated; by their positions they are {apart} {apart:tray length|tray lengths} apart"
    elif {(c.edge, c.enemy_edge, c.trays) for c in given} == {(c.edge, c.enemy_edge, c.trays) for c in stated}:
        words = "the contact is stated; by their positions it is the same"
    else:
        words = "the contact is stated; by their positions it would be {edges}"
    return (Step("34.stated", words, facts, not given, evidence=_gap(state, unit, target) if not given else ()),)


def _told(found: Contact) -> Words:
    facts = Facts(edge=found.edge, enemy_edge=found.enemy_edge, trays=tuple(map(str, found.trays)))
    return Words("{edge} ({trays}) to {enemy_edge}" if found.trays else "{edge} to {enemy_edge}", facts)


def _gap(state: State, unit: Unit, target: Unit) -> tuple[Shape, ...]:
    line = sighting.nearest_points(state, unit, target)
    return (Shape("line", line, "range", of=unit.id),) if line else ()


def sweeps(unit: Unit) -> bool:
    """Whether a unit may strike an enemy that it does not touch."""
    return unit.keyword("sweeping strikes") is not None


def swept(state: State, unit: Unit, target: Unit) -> Step:
    """The step for two units that do not touch: Sweeping Strikes may reach so far; else they are not engaged."""
    if sweeps(unit) and not state.engaged(target.id):
        reached = sighting.band(state, unit, target)
        if reached == 1:
            words = "Sweeping Strikes: {target} is at range 1 and unengaged, as if it touched the front edge"
            return Step("card.sweeping_strikes", words, Facts(target=target.id), True)
    apart = sighting.distance(state, unit, target)
    facts = Facts(unit=unit.id, target=target.id, apart=None if apart is None else round(apart, 3))
    if apart is None or any({unit.id, target.id} == {c.unit, c.enemy} for c in state.stated):
        return Step("34.1", "no contact of {unit} with {target} is stated", facts, False)
    margin = round(TOLERANCE / state.ground.tray - apart, 4)
    if margin >= 0:
        words, readings = _at_corners(state)
        return Step("34.3", words, facts, False, margin=margin, readings=readings)
    facts = Facts(facts, slack=Decimal(f"{TOLERANCE / state.ground.tray:.3f}"))
    words = (
        "{unit} is not engaged with {target}: {apart} {apart:tray length|tray lengths} apart, where {slack} would do"
    )
    close = _close(state, margin)
    line = _gap(state, unit, target)
    because = sighting.tray_length(state)
    return Step("34.1", words, facts, False, margin=margin, too_close=close, because=because, evidence=line)


def _at_corners(state: State) -> tuple[str, tuple[str, ...]]:
    """Why units that touch at corners are not engaged: it is read so, or trays between them are gone."""
    if state.rules["corner_contact"] == "apart":
        return "{unit} and {target} touch at a corner only, which does not engage them", ("corner_contact",)
    words = "trays are gone, and {unit} and {target} touch at a corner only: they are no longer engaged"
    return words, ("corner_after_removal",)


def nearest(state: State, unit: Unit, target: Unit) -> Nearest | None:
    """What would be legal instead: an enemy that the unit is engaged with, or coming into contact."""
    enemies = state.engaged(unit.id)
    if enemies:
        instead = Action.of("melee", attacker=unit.id, target=enemies[0])
        return Nearest("attack {target}, which it is engaged with", Facts(target=enemies[0]), instead)
    apart = sighting.distance(state, unit, target)
    if apart is None:
        return Nearest("state how {unit} touches {target} under contacts", Facts(unit=unit.id, target=target.id))
    words = "move {apart} {apart:tray length|tray lengths} into contact"
    return Nearest(words, Facts(apart=round(apart, 3))) if apart > 0 else None
