"""The melee attack (rule 7, second half): engaged, perhaps turning to face, perhaps sliding, any engaged enemy."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from enfilade.geometry import TOLERANCE, distance
from enfilade.referee import Action, Facts, Nearest, Refusal, Step
from enfilade.rulesets.asoiaf import ground
from enfilade.rulesets.asoiaf.align import Place, free, pick, slid_places, turned_places
from enfilade.rulesets.asoiaf.contact import ALIGNED, Engaged, engagements, touching
from enfilade.rulesets.asoiaf.course import Course, choice, no, pair, turn, weapon
from enfilade.rulesets.asoiaf.drawn import inch, line, outline
from enfilade.rulesets.asoiaf.plan import Ends
from enfilade.rulesets.asoiaf.resolve import Beside, effects, resolved
from enfilade.rulesets.asoiaf.state import State, Unit
from enfilade.rulesets.asoiaf.tables import EDGE_OF
from enfilade.rulesets.asoiaf.way import Mover, refused
from enfilade.rulesets.asoiaf.worth import Strike


class Melee(NamedTuple):
    """A melee before its dice: who strikes whom, and everybody the striker is engaged with."""

    state: State
    attacker: Unit
    target: Unit
    engaged: tuple[Engaged, ...]

    @property
    def names(self) -> Facts:
        return Facts(attacker=self.attacker.id, target=self.target.id)

    @property
    def contact(self) -> Engaged:
        return next(engaged for engaged in self.engaged if engaged.enemy == self.target.id)


def judge(state: State, action: Action) -> Course:
    """Rules 7.1 and 7.5 to 7.10, then rule 8."""
    units = pair(state, action, "7.1")
    if isinstance(units, Refusal):
        yield units
        return None
    attacker, target = units
    yield turn(state, attacker, action)
    melee = Melee(state, attacker, target, engagements(state, attacker))
    yield _engaged(melee)
    attack = weapon(attacker, action, False, "7.5.has")
    if isinstance(attack, Refusal):
        yield attack
        return None
    yield Step("7.5.has", "{attacker} strikes with {attack}", Facts(melee.names, attack=attack.name), attack.name)
    yield _chosen(melee)
    turning = _turning(melee, action)
    yield turning
    if isinstance(turning, Refusal):
        return None
    places = _places(melee, bool(action.get("turn_to_face")))
    yield from _aligning(melee, action, places)
    yield _side(melee)
    stated = effects(action)
    if isinstance(stated, Refusal):
        yield stated
        return None
    if action.get("charging"):
        yield Step("9.8", "the attack at the end of a charge, as stated", melee.names, True)
    keywords = ground.keywords_at(state, target)
    strike = Strike(
        attacker,
        target,
        attack,
        melee.contact.enemy_side,
        charging=bool(action.get("charging")),
        effects=stated,
        ground=keywords,
    )
    place = _place(melee, action, places)
    if place:
        yield _moved(melee, place)
    end = place.pose if place else attacker.pose
    dangerous = end is not None and ground.dangerous(state, attacker.rect(), attacker.rect(end))
    ends = Ends(place.pose if place else None, acts=not action.get("free"))
    return (yield from resolved(state, strike, ends, Beside(dangerous=dangerous)))


def _engaged(melee: Melee) -> Step | Refusal:
    enemies = tuple(engaged.enemy for engaged in melee.engaged)
    facts = Facts(melee.names, enemies=enemies)
    if not enemies:
        return no("7.5", "{attacker} is not engaged: a melee attack needs contact", None, **facts)
    return Step("7.5", "{attacker} is engaged with {enemies}", facts, True)


def _chosen(melee: Melee) -> Step | Refusal:
    """Rule 7.9: any enemy it is engaged with, on whatever side; nobody asks for sight."""
    enemies = tuple(engaged.enemy for engaged in melee.engaged)
    if melee.target.id not in enemies:
        nearest = Nearest("strike {enemies}", Facts(enemies=enemies))
        return no("7.9", "{attacker} is not engaged with {target}", nearest, **melee.names)
    contact = melee.contact
    drawn = (line(*contact.stroke, "contacted"),) if contact.stroke else ()
    facts = Facts(melee.names, side=contact.side)
    room = None if contact.room is None else inch(contact.room)
    words = "{target} touches the {side} of {attacker}: it may be struck, seen or not"
    consulted = ("corner_contact",) if contact.corner else ()
    return Step("7.9", words, facts, True, margin=room, evidence=drawn, readings=consulted)


# Turning to face (rule 7.6) ------------------------------------------------------------------------------------


def _turning(melee: Melee, action: Action) -> Step | Refusal:
    """Only one engaged enemy, and not on the front already."""
    asked = choice(action, "turn_to_face", (True, False), "7.6")
    if asked:
        return asked
    sides = tuple(engaged.side for engaged in melee.engaged)
    same = len(set(sides)) == 1 and melee.state.rules["turn_against_two"] == "same_side"
    alone = len(sides) == 1 or same
    consulted = ("turn_against_two",) if len(sides) > 1 and len(set(sides)) == 1 else ()
    facts = Facts(melee.names, enemies=tuple(engaged.enemy for engaged in melee.engaged), side=melee.contact.side)
    if not alone:
        words = "{attacker} is engaged with {enemies}: it may not turn"
    elif melee.contact.side == "front":
        words = "{target} is on the front of {attacker}: there is nothing to turn to"
    else:
        words = "{target} alone, on its {side}: {attacker} may turn to face"
    may = alone and melee.contact.side != "front"
    step = Step("7.6", words, facts, may, "may_turn", readings=consulted)
    if action.get("turn_to_face") and not may:
        moving = ("turn_to_face", "align", "align_side")
        without = Action(action.kind, Facts({k: v for k, v in action.fields.items() if k not in moving}))
        return Refusal(step, Nearest("strike without turning", Facts(), without))
    return step


# Sliding (rules 7.7 and 7.8) -----------------------------------------------------------------------------------


def _places(melee: Melee, turning: bool) -> Sequence[Place]:
    """Where the attacker may lie against its enemy; nothing where trays have no position or do not lie flush."""
    attacker, target, contact = melee.attacker, melee.target, melee.contact
    if not (attacker.pose and target.pose):
        return ()
    mover = Mover(melee.state, attacker, frozenset(engaged.enemy for engaged in melee.engaged))
    edge = EDGE_OF[contact.enemy_side]
    if turning:
        return turned_places(mover, target, edge)
    flush = contact.stroke and not contact.corner and distance(*contact.stroke) > 2 * TOLERANCE
    return slid_places(mover, target, EDGE_OF[contact.side], edge) if flush else ()


def _alignments(melee: Melee, places: Sequence[Place]) -> tuple[int, ...]:
    if len(melee.engaged) > 1:
        if melee.state.rules["slide_when_several"] == "no":
            return ()
        places = [place for place in places if _keeps_contact(melee, place)]
    if not (melee.attacker.pose and melee.target.pose):
        return (100, 50)
    return free(places)


def _keeps_contact(melee: Melee, place: Place) -> bool:
    """Whether all contacts are still there, on the same sides, after sliding to a place."""
    moved = replace(melee.attacker, pose=place.pose)
    enemies = ((engaged, melee.state.unit(engaged.enemy)) for engaged in melee.engaged)
    found = [(engaged, enemy and touching(melee.state, moved, enemy)) for engaged, enemy in enemies]
    return all(now and (now.side, now.enemy_side) == (was.side, was.enemy_side) for was, now in found)


def _aligning(melee: Melee, action: Action, places: Sequence[Place]) -> Course:
    """The alignments that are possible, and whether the one asked for is among them."""
    wrong = choice(action, "align", (100, 50), "7.7") or choice(action, "align_side", ("left", "right"), "7.7")
    if wrong:
        yield wrong
        return None
    alignments = _alignments(melee, places)
    facts = Facts(melee.names, alignments=alignments, now=ALIGNED[melee.contact.alignment])
    several = len(melee.engaged) > 1
    words = (
        "{attacker} lies {now}; it may slide to {value} %" if alignments else "{attacker} lies {now} and cannot slide"
    )
    drawn = tuple(outline(melee.attacker.rect(place.pose), "note") for place in places if place.obstacle is None)
    consulted = ("slide_when_several",) if several else ()
    yield Step("7.7", words, facts, alignments, "alignments", evidence=drawn, readings=consulted)
    wanted = action.get("align")
    if wanted is not None and wanted not in alignments:
        yield _no_room(melee, places, wanted, alignments)
    elif action.get("turn_to_face") and places and not alignments:
        yield _no_room(melee, places, 100, alignments)
    elif wanted and places and _place(melee, action, places) is None:
        yield _no_room(melee, [p for p in places if p.side == action["align_side"]], wanted, alignments)
    return None


def _no_room(melee: Melee, places: Sequence[Place], wanted: int, alignments: tuple[int, ...]) -> Refusal:
    """Why the tray cannot lie as asked: what is in the way there."""
    nearest = Nearest("align at {alignments} %", Facts(alignments=alignments)) if alignments else None
    for place in places:
        if place.alignment == wanted and place.obstacle:
            mover = Mover(melee.state, melee.attacker)
            step = refused(place.obstacle, mover, melee.attacker.rect(place.pose))
            asked = Step("7.7", "alignment at {wanted} % was asked for", Facts(wanted=wanted), False)
            return Refusal(replace(step, because=(asked,)), nearest)
    words = "{attacker} cannot slide to {wanted} %"
    if len(melee.engaged) > 1:
        words = "engaged with several enemies, {attacker} cannot slide to {wanted} %"
    return no("7.7", words, nearest, **Facts(melee.names, wanted=wanted))


def _place(melee: Melee, action: Action, places: Sequence[Place]) -> Place | None:
    """The place it takes; none where it stays as it is or has no position."""
    if not (action.get("align") or action.get("turn_to_face")) or not melee.attacker.pose:
        return None
    return pick(places, melee.attacker.pose.position, action.get("align"), action.get("align_side"))


def _moved(melee: Melee, place: Place) -> Step:
    """Rule 7.8: where the tray lies before it strikes."""
    drawn = (outline(melee.attacker.rect(place.pose), "attacker", melee.attacker.id, melee.attacker.side),)
    words = "{attacker} strikes from {value} %"
    if place.side:
        words = "{attacker} strikes from {value} %, {side} of the middle"
    facts = Facts(melee.names, side=place.side, facing=round(place.pose.facing, 3))
    return Step("7.7", words, facts, place.alignment, "alignment", evidence=drawn)


def _side(melee: Melee) -> Step:
    """Rule 10.4: the side of the target that is touched decides, not the side of the attacker."""
    facts = Facts(melee.names)
    words = "{attacker} is in contact with the {value} of {target}"
    consulted = ("arc_model",) if melee.contact.corner else ()
    return Step("10.4", words, facts, melee.contact.enemy_side, "arc", readings=consulted)
