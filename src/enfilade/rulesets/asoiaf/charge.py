"""The charge (rule 9): declared, pivoted, straight ahead by Speed and a die, aligned, and one melee attack."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from enfilade.geometry import INCH, TOLERANCE, Pose, swept
from enfilade.referee import Action, Event, Facts, Nearest, Refusal, Step
from enfilade.rulesets.asoiaf import ground
from enfilade.rulesets.asoiaf.align import turned_places
from enfilade.rulesets.asoiaf.approach import Run, after, best_run, in_the_way_of_all, run, shortest_possible
from enfilade.rulesets.asoiaf.charge_room import Approach, Lie, Wish
from enfilade.rulesets.asoiaf.contact import arc_step, engagements
from enfilade.rulesets.asoiaf.course import Course, Part, angle, choice, need, no, pair, turn, weapon
from enfilade.rulesets.asoiaf.drawn import inch, line, outline, polygon
from enfilade.rulesets.asoiaf.editions import EDITIONS
from enfilade.rulesets.asoiaf.plan import Charge, Ends, gains, stands
from enfilade.rulesets.asoiaf.resolve import Beside, effects, resolved
from enfilade.rulesets.asoiaf.seen import arc_and_sight, watch
from enfilade.rulesets.asoiaf.state import Attack, State, Unit
from enfilade.rulesets.asoiaf.tables import CHARGE_DIE, EDGE_OF
from enfilade.rulesets.asoiaf.way import Mover, where_it_ends
from enfilade.rulesets.asoiaf.worth import Strike


class Rush(NamedTuple):
    """A charge before its dice: who, whom, with what, and how far its best die would bring it."""

    state: State
    attacker: Unit
    target: Unit
    attack: Attack
    speed: int

    @property
    def reach(self) -> int:
        return self.speed + CHARGE_DIE

    @property
    def names(self) -> Facts:
        return Facts(attacker=self.attacker.id, target=self.target.id, attack=self.attack.name)

    @property
    def mover(self) -> Mover:
        return mover(self.state, self.attacker)


def mover(state: State, unit: Unit) -> Mover:
    """A charger, who may end as near to enemies as it likes (rule 4.4)."""
    return Mover(state, unit, frozenset(enemy.id for enemy in state.enemies(unit)))


class Contact(NamedTuple):
    """Where a charge that succeeds touches and lies, and what is known of its way there."""

    arc: str
    gap: float
    lie: Lie | None
    facing: float | None = None
    cover: bool = False


def judge(state: State, action: Action) -> Course:
    """Rules 9.1 to 9.11, then rule 8."""
    units = pair(state, action, "9.2")
    if isinstance(units, Refusal):
        yield units
        return None
    attacker, target = units
    yield turn(state, attacker, action)
    yield from _unengaged(state, attacker)
    attack = weapon(attacker, action, False, "9.8")
    if isinstance(attack, Refusal):
        yield attack
        return None
    speed = ground.speed(state, attacker)
    yield speed
    rush = Rush(state, attacker, target, attack, round(speed.value * INCH))
    contact = yield from _placed(rush, action) if attacker.pose and target.pose else _stated(rush, action)
    return (yield from _resolved(rush, action, contact)) if contact else None


def _unengaged(state: State, unit: Unit) -> Iterator[Step | Refusal]:
    enemies = tuple(engaged.enemy for engaged in engagements(state, unit))
    facts = Facts(attacker=unit.id, enemies=enemies)
    words = "{attacker} is engaged with {enemies} and may not charge" if enemies else "{attacker} is not engaged"
    yield need(Step("9.1", words, facts, not enemies))
    if "cannot charge" in unit.profile.keywords:
        yield no("card.cannot", "the card of {attacker} says that it may not charge", None, attacker=unit.id)


# From positions (rules 9.2 to 9.7) -----------------------------------------------------------------------------


def _placed(rush: Rush, action: Action) -> Part[Contact | None]:
    state, attacker, target = rush.state, rush.attacker, rush.target
    looking = watch(state, attacker, target)
    yield from map(need, arc_and_sight(looking, rush.names))
    arc = arc_step(target, attacker, None, looking.model, str(action.get("side", "")))
    asked = choice(action, "side", arc.facts["arcs"], "9.4")
    yield asked or arc
    approach = Approach(state, attacker, target, arc.value, turned_places(rush.mover, target, EDGE_OF[arc.value]))
    edition = EDITIONS[state.edition]
    yield need(edition.room(approach))
    facing = angle(action, "facing", "9.5")
    if isinstance(facing, Refusal):
        yield facing
        return None
    way = _way(rush, facing)
    yield from _pivot(rush, action, way, facing)
    yield _reach(rush, way)
    wrong = choice(action, "align", (100, 50), "9.7") or choice(action, "align_side", ("left", "right"), "9.7")
    if wrong:
        yield wrong
    wish = Wish(action.get("align"), action.get("align_side"))
    lie = edition.aligned(approach, after(attacker, way.facing, way.gap), wish)
    yield _lies(approach, wish, lie)
    return Contact(arc.value, way.gap, lie, way.facing)


def _way(rush: Rush, facing: float | None) -> Run:
    """The run as asked; else without a pivot if that reaches; else with the pivot that makes it shortest."""
    pose = rush.attacker.pose
    assert pose is not None
    if facing is not None:
        return run(rush.mover, rush.target, facing)
    straight = run(rush.mover, rush.target, pose.facing)
    if straight.good and straight.gap <= rush.reach + 0.5:
        return straight
    least = shortest_possible(rush.attacker, rush.target)
    if least > rush.reach + 0.5:
        return Run(pose.facing, least)
    return best_run(rush.mover, rush.target) or straight


def _pivot(rush: Rush, action: Action, way: Run, facing: float | None) -> Iterator[Step | Refusal]:
    """Rules 9.5 and 9.6: the pivot, and nothing in the way of the straight move."""
    pose = rush.attacker.pose
    assert pose is not None
    facts = Facts(rush.names, facing=round(way.facing, 3))
    nearest = None
    if not way.good and facing is None:
        yield Refusal(_hopeless(rush, way))
    if not way.good:
        other = _way(rush, None)
        if other.good and other.gap <= rush.reach:
            legal = Action(action.kind, Facts(action.fields, facing=round(other.facing, 4)))
            nearest = Nearest("pivot to {facing} degrees", Facts(facing=round(other.facing, 2)), legal)
    if math.isinf(way.gap):
        words = "straight ahead at {facing} degrees {attacker} would not meet {target}"
        yield Refusal(Step("9.5", words, facts, False), nearest)
    if way.obstacle:
        drawn = [outline(rush.attacker.rect(Pose(pose.position, way.facing)), "note", rush.attacker.id)]
        if way.obstacle.shape:
            drawn.append(polygon(way.obstacle.shape.corners, "blocker", of=way.obstacle.blocker))
        facts = Facts(facts, blocker=way.obstacle.blocker)
        margin = -inch(way.obstacle.by)
        yield Refusal(
            Step(way.obstacle.rule, way.obstacle.words, facts, False, margin=margin, evidence=tuple(drawn)), nearest
        )
    words = (
        "{attacker} pivots to {facing} degrees" if way.facing != pose.facing else "{attacker} charges without a pivot"
    )
    yield Step("9.5", words, facts, True)


def _hopeless(rush: Rush, straight: Run) -> Step:
    """Neither straight ahead nor by any pivot: what each of these ways meets."""
    facts = Facts(rush.names, facing=round(straight.facing, 3))
    words = "straight ahead at {facing} degrees {attacker} would not meet {target}"
    because = [Step("9.5", words, facts, False)] if math.isinf(straight.gap) else []
    met = in_the_way_of_all(rush.mover, rush.target)
    if straight.obstacle:
        met = (straight.obstacle, *met)
    because += [Step(one.rule, one.words, Facts(facts, blocker=one.blocker), False) for one in met]
    blockers = tuple(dict.fromkeys(one.blocker for one in met if one.blocker != rush.target.id))
    words = "neither straight ahead nor by a pivot does {attacker} come to {target}"
    if blockers:
        words = "neither straight ahead nor by a pivot does {attacker} come to {target}: {blockers} in the way"
    shapes = [enemy.rect().corners for enemy in rush.state.units if enemy.pose and enemy.id in blockers]
    shapes += [piece.outline for piece in rush.state.terrain if piece.id in blockers]
    drawn = tuple(polygon(shape, "blocker") for shape in shapes)
    return Step(
        "9.5", words, Facts(facts, blockers=blockers), False, evidence=drawn, because=tuple(dict.fromkeys(because))
    )


def _reach(rush: Rush, way: Run) -> Step | Refusal:
    """Rule 9.2: Speed and the best die must bring it into contact."""
    pose = rush.attacker.pose
    assert pose is not None
    spare = rush.reach - round(way.gap)
    tray = rush.attacker.rect(Pose(pose.position, way.facing))
    end = rush.attacker.rect(after(rush.attacker, way.facing, way.gap))
    drawn = (line(tray.arrow, end.arrow, "range"), outline(end, "note", rush.attacker.id))
    away = Step("9.6", '{value}" straight ahead to contact', rush.names, inch(way.gap), "gap_in", evidence=drawn)
    limit = Step("9.6", 'Speed and the best die: {value}"', rush.names, inch(rush.reach), "reach_in")
    return need(_reached(rush, spare, abs(spare) < TOLERANCE, (away, limit)))


def _reached(rush: Rush, spare: int, close: bool, because: tuple[Step, Step]) -> Step:
    """Whether the way ahead is no longer than Speed and the best die."""
    facts = Facts(rush.names, away=because[0].value, most=because[1].value)
    words = "{target} can be reached"
    if spare < 0:
        words = '{target} cannot be reached even with a 6: it is {away}" to contact, and {most}" at most can be moved'
    return Step("9.2.reach", words, facts, spare >= 0, margin=inch(spare), too_close=close, because=because)


def _lies(approach: Approach, wish: Wish, lie: Lie | None) -> Step | Refusal:
    """Rule 9.7: how the trays will lie after contact."""
    free = tuple(dict.fromkeys(place.alignment for place in approach.places if place.obstacle is None))
    facts = Facts(approach.facts(), alignments=free, wanted=wish.alignment, side=wish.side)
    possible = Step("9.7", "alignments that are free: {value}", Facts(), free, "alignments")
    if lie is None:
        nearest = Nearest("align at {alignments} %", facts)
        words = "there is no room to align at {wanted} % on the {arc} of {target}"
        return Refusal(Step("9.7", words, facts, False, because=(possible,)), nearest)
    drawn = (outline(approach.charger.rect(lie.pose), "attacker", approach.charger.id, approach.charger.side),)
    words = "after contact {attacker} lies at {value} % on the {arc} of {target}"
    if not lie.alignment:
        words = "there is no room to align: after contact the trays stay as they touch"
    elif lie.target:
        words = "after contact {target} is moved so that {attacker} lies at {value} % on its {arc}"
    return Step("9.7", words, facts, lie.alignment, "alignment", evidence=drawn, because=(possible,))


# From stated facts ---------------------------------------------------------------------------------------------


def _stated(rush: Rush, action: Action) -> Part[Contact | None]:
    view = next((s for s in rush.state.sightings if (s.unit, s.enemy) == (rush.attacker.id, rush.target.id)), None)
    if view is None or view.gap is None:
        yield no("stated", "it is not known where {attacker} and {target} stand", None, **rush.names)
        return None
    yield need(Step("stated", "sight to {target} is stated", rush.names, view.clear))
    yield Step("stated", "{attacker} is in the {value} arc of {target}, as stated", rush.names, view.enemy_side, "arc")
    spare = rush.reach - view.gap
    away = Step("9.6", '{value}" to contact, as stated', rush.names, inch(view.gap), "gap_in")
    limit = Step("9.6", 'Speed and the best die: {value}"', rush.names, inch(rush.reach), "reach_in")
    yield need(_reached(rush, spare, False, (away, limit)))
    return Contact(view.enemy_side, float(view.gap), None)


# The dice (rules 9.6 to 9.11) ----------------------------------------------------------------------------------


def _resolved(rush: Rush, action: Action, contact: Contact) -> Course:
    stated = effects(action)
    if isinstance(stated, Refusal):
        yield stated
        return None
    lowest = max(1, math.ceil((round(contact.gap) - rush.speed) / INCH))
    words = "a charge die of {value} or more makes contact"
    yield Step("9.6", words, rush.names, lowest, "charge_die")
    widened = rush.attacker.profile.keywords.get("disorderly", 1)
    yield Step("9.9", "a charge die of {value} or less is disorderly", rush.names, widened, "disorderly_on")
    if rush.state.rules["failed_charge_panic"] == "yes" and lowest > 1:
        words = "a charge that fails makes {attacker} test for panic"
        yield Step("9.11", words, rush.names, True, readings=("failed_charge_panic",))
    crossed = yield from _terrain(rush, contact)
    target, events, after_contact = _abilities(rush)
    if target is not rush.target:
        words = "the charge makes {target} Panicked, as soon as it is declared"
        if after_contact:
            words = "the charge makes {target} Panicked, once there is contact"
        yield Step("9.12", words, rush.names, True)
    strike_first = target.profile.keywords.get("set for charge", 0) if contact.arc == "front" else 0
    if strike_first:
        facts = Facts(rush.names, value=strike_first)
        yield Step("8.set", "{target} is set: {attacker} suffers {value} hits before it strikes", facts, strike_first)
    strike = Strike(
        rush.attacker,
        target,
        rush.attack,
        contact.arc,
        charging=True,
        fortified="fortified" in crossed,
        effects=stated,
        ground=ground.keywords_at(rush.state, target),
    )
    failed = tuple(_falls_short(rush, contact, die) for die in range(1, lowest))
    hurt = [die for die, pose in enumerate(failed, 1) if _hurt(rush, contact, pose)]
    toll_from = min(hurt, default=lowest)
    plan = Charge(lowest, widened, "hindering" in crossed, "fortified" not in crossed, strike_first, toll_from)
    moved = (stands(target.id, contact.lie.target),) if contact.lie and contact.lie.target else ()
    ends = Ends(
        contact.lie.pose if contact.lie else None,
        failed,
        not action.get("free"),
        events,
        (*after_contact, *moved),
    )
    return (yield from resolved(rush.state, strike, ends, Beside((), plan, "dangerous" in crossed)))


def _terrain(rush: Rush, contact: Contact) -> Part[frozenset[str]]:
    """The keywords of terrain that the charge leaves, crosses or ends on, and what they do to it (rule 13)."""
    if contact.lie is None or contact.facing is None or not rush.attacker.pose:
        return frozenset()
    tray = rush.attacker.rect(Pose(rush.attacker.pose.position, contact.facing))
    end = rush.attacker.rect(after(rush.attacker, contact.facing, contact.gap))
    passed = swept(tray, end.centre.x - tray.centre.x, end.centre.y - tray.centre.y)
    last = rush.attacker.rect(contact.lie.pose)
    crossed: set[str] = set()
    for piece in rush.state.terrain:
        if ground.stands_in(passed, piece) or ground.stands_in(last, piece):
            crossed |= piece.keywords
            for word, words in TERRAIN_WORDS.items():
                if word in piece.keywords:
                    drawn = (polygon(piece.outline, "terrain", of=piece.id),)
                    yield Step(f"13.{word}", words, Facts(rush.names, piece=piece.id), True, evidence=drawn)
    return frozenset(crossed)


TERRAIN_WORDS = {
    "hindering": "{piece} hinders the charge: two dice, the lower counts",
    "fortified": "{piece} is fortified: no charge bonus, and {target} saves at +1",
    "dangerous": "{piece} is dangerous to cross",
}


def _abilities(rush: Rush) -> tuple[Unit, tuple[Event, ...], tuple[Event, ...]]:
    """Tokens that the charge gives: at its declaration, even if it fails, or only on contact (rule 9.12)."""
    target, words = rush.target, rush.attacker.profile.keywords
    if "panicked" in target.conditions or "cannot hold tokens" in target.profile.keywords:
        return target, (), ()
    given = (gains(target.id, "panicked"),)
    if "dread charge" in words:
        return target.holding("panicked"), given, ()
    if "shock charge" in words:
        return target.holding("panicked"), (), given
    return target, (), ()


def _hurt(rush: Rush, contact: Contact, pose: Pose | None) -> bool:
    """Whether a charge that ends here has passed over dangerous ground."""
    if pose is None or contact.facing is None or not rush.attacker.pose:
        return False
    start = rush.attacker.rect(Pose(rush.attacker.pose.position, contact.facing))
    return ground.dangerous(rush.state, start, rush.attacker.rect(pose))


def _falls_short(rush: Rush, contact: Contact, die: int) -> Pose | None:
    """Where a charge ends that makes no contact: the whole move, or as much of it as ends clear of friends."""
    if contact.facing is None or not rush.attacker.pose:
        return None
    far = float(rush.speed + die * INCH)
    while far > 0:
        pose = after(rush.attacker, contact.facing, far)
        obstacle = next(iter(where_it_ends(rush.mover, rush.attacker.rect(pose))), None)
        if obstacle is None:
            return pose
        far -= max(1_270, obstacle.by)
    return Pose(rush.attacker.pose.position, contact.facing)
