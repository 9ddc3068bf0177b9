"""Room on the side of a charge's target (rules 9.2 and 9.7): each edition has its own test and its own alignment."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from enfilade.geometry import Pose, Rect, flush
from enfilade.referee import Facts, Step, Words
from enfilade.rulesets.asoiaf.align import Place, free, middle, pick
from enfilade.rulesets.asoiaf.contact import engagements
from enfilade.rulesets.asoiaf.drawn import inch, outline, polygon
from enfilade.rulesets.asoiaf.state import State, Unit
from enfilade.rulesets.asoiaf.tables import EDGE_OF
from enfilade.rulesets.asoiaf.way import Mover, first, over_the_edge, where_it_ends


class Approach(NamedTuple):
    """A charge as far as its room goes: who, against whom, on which side of it, and the places there."""

    state: State
    charger: Unit
    target: Unit
    arc: str
    places: Sequence[Place]

    def facts(self) -> Facts:
        return Facts(attacker=self.charger.id, target=self.target.id, arc=self.arc)


class Wish(NamedTuple):
    """The alignment that is asked for, and the side of the middle; `None` leaves it open."""

    alignment: int | None = None
    side: str | None = None


class Lie(NamedTuple):
    """How trays lie after contact: the alignment (0: as they touched), the charger's pose, the target's if moved."""

    alignment: int
    pose: Pose
    target: Pose | None = None


Room = Callable[[Approach], Step]
Aligned = Callable[[Approach, Pose, Wish], Lie | None]


def space_50(approach: Approach) -> Step:
    """At least half the charger must find room against the side, beside other units and terrain."""
    alignments = free(approach.places)
    facts = Facts(approach.facts(), alignments=alignments)
    crowd = _third(approach)
    if crowd:
        facts = Facts(facts, crowd=crowd)
        words = "{crowd} hold the {arc} of {target} already"
        return Step("1.11", words, facts, False, readings=("third_on_a_side",))
    if alignments or not approach.places:
        return Step("9.2.space", "there is room on the {arc} of {target}", facts, True)
    met = [place.obstacle for place in approach.places if place.obstacle]
    in_way = dict.fromkeys(obstacle.blocker or Words("the table's edge") for obstacle in met)
    drawn = [outline(approach.charger.rect(place.pose), "note") for place in approach.places]
    for place in approach.places:
        if place.obstacle and place.obstacle.shape:
            drawn.append(polygon(place.obstacle.shape.corners, "blocker", of=place.obstacle.blocker))
    least = min(place.obstacle.by for place in approach.places if place.obstacle)
    words = "no room on the {arc} of {target} for half a tray: {blockers} in the way"
    facts = Facts(facts, blockers=tuple(in_way))
    return Step("9.2.space", words, facts, False, margin=-inch(least), evidence=tuple(drawn))


def _third(approach: Approach) -> tuple[str, ...]:
    """The two units on that side of the target already, where the reading lets no third one in."""
    if approach.state.rules["third_on_a_side"] == "if_room":
        return ()
    there = engagements(approach.state, approach.target)
    holders = tuple(engaged.enemy for engaged in there if engaged.side == approach.arc)
    return holders if len(holders) >= 2 else ()


def centre_block(approach: Approach) -> Step:
    """The side must not already hold a unit that is aligned centre to centre."""
    for engaged in engagements(approach.state, approach.target):
        if engaged.side == approach.arc and engaged.alignment == 100:
            facts = Facts(approach.facts(), blocker=engaged.enemy)
            return Step("9.2.centre", "{blocker} lies centre to centre on the {arc} of {target}", facts, False)
    return Step("9.2.centre", "nobody lies centre to centre on the {arc} of {target}", approach.facts(), True)


def beside(approach: Approach, contact: Pose, wish: Wish) -> Lie | None:
    """The charger slides to a free place; `None` if the one asked for is not free."""
    place = pick(approach.places, contact.position, *wish)
    return place and Lie(place.alignment, place.pose)


def moving_defender(approach: Approach, contact: Pose, wish: Wish) -> Lie | None:
    """The same; where no place is free the defender is moved, unless a third unit holds it: then all stays."""
    place = beside(approach, contact, wish)
    if place or free(approach.places):
        return place
    return _pulled(approach, contact) or Lie(0, contact)


def _pulled(approach: Approach, contact: Pose) -> Lie | None:
    """The defender slid along its own side until the charger, flush where it made contact, lies at 100 or 50 %."""
    state, charger, target = approach.state, approach.charger, approach.target
    if engagements(state, target):
        return None
    edge = EDGE_OF[approach.arc]
    ox, oy = target.rect().outward(edge)
    here, there = contact.position, middle(target.rect(), edge)
    aside = (there.x - here.x) * oy - (there.y - here.y) * ox
    pose = flush(charger.rect(), target.rect(), edge, aside)
    half = charger.rect().width / 2
    for alignment, wanted in ((100, 0.0), (50, -half), (50, half)):
        slide = aside - wanted
        moved = target.rect().moved(-oy * slide, ox * slide)
        alone = replace(state, units=tuple(u for u in state.units if u.id not in (target.id, charger.id)))
        if _stands(alone, target, moved) and _stands(alone, charger, charger.rect(pose)):
            return Lie(alignment, pose, moved.pose)
    return None


def _stands(state: State, unit: Unit, tray: Rect) -> bool:
    mover = Mover(state, unit, frozenset(other.id for other in state.units))
    return first(over_the_edge(state, tray)) is None and first(where_it_ends(mover, tray)) is None
