"""Steps 8 to 11 of an attack in words: who can be hurt, what parts, how nerves are tested, and how it is read.

The dice come later; these steps tell beforehand by which rules and readings losses will fall.
"""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from enfilade.referee import Facts, Step, Words
from enfilade.rulesets.runewars.case import Case
from enfilade.rulesets.runewars.morale import Friend
from enfilade.rulesets.runewars.state import State, Unit
from enfilade.rulesets.runewars.tables import BY_HAND

WORDS = MappingProxyType(
    {
        ("leftover_damage", "lost"): "damage becomes wounds, figure by figure; what is short of another wound is lost",
        ("leftover_damage", "carried"): "damage becomes wounds, figure by figure; what is short of another one is kept",
        ("wounded_figures", "free"): "a fresh figure may be chosen before a wounded one",
        ("wounded_figures", "wounded_first"): "a wounded figure is chosen before a fresh one",
        ("overflow", "next_rank"): "first the backmost rank ({back}), and when it is gone the rank before it",
        ("overflow", "stops"): "only the backmost rank ({back}); what it cannot take is lost",
        ("emptied_trays", "gone"): "no tray whose loss would split the unit, emptied trays taken as gone",
        ("emptied_trays", "standing"): "no tray whose loss would split the unit, emptied trays taken as still there",
        ("loss_of_faith", "owner"): "its owner picks the tray that Loss of Faith takes",
        ("loss_of_faith", "opponent"): "the opponent picks the tray that Loss of Faith takes",
        (
            "corner_after_removal",
            "apart",
        ): "who is parted from {target} by lost trays may close in; corners do not hold them",
        (
            "corner_after_removal",
            "engaged",
        ): "who is parted from {target} by lost trays may close in; corners hold them",
    }
)
"""What a step says, by the reading that it consults and the option chosen."""


def _read(state: State, rule: str, reading: str, **facts: object) -> Step:
    words = WORDS[reading, state.rules[reading]]
    return Step(rule, words, Facts(facts), readings=(reading,))


def casualties(state: State, unit: Unit) -> Step:
    """How damage becomes losses of a unit (RR 22)."""
    return replace(_read(state, "22.1", "leftover_damage"), because=tuple(_falling(state, unit)))


def _falling(state: State, unit: Unit) -> Iterator[Step]:
    """Who falls first: the points that can matter for this unit."""
    places = tuple(unit.places())
    if unit.profile.wounds > 1 and unit.figures > 1:
        yield _read(state, "22.2", "wounded_figures")
        if any(unit.on(place) > 1 for place in places):
            yield Step("22.tray_wound", "one wounded figure on a tray at a time")
    back = tuple(str(place) for place in places if place.rank == places[-1].rank)
    if len(unit.ranks) > 1:
        yield _read(state, "22.3", "overflow", back=back)
    else:
        yield Step("22.3", "the only rank is the backmost: {back}", Facts(back=back))
    if len(places) > 2:
        yield _read(state, "22.4", "emptied_trays")
    yield from _upgrades(unit)


def _upgrades(unit: Unit) -> Iterator[Step]:
    if unit.standing:
        names = tuple(upgrade.name for upgrade in unit.standing)
        yield Step("22.5", "only by accuracy, or in the last rank: {names}", Facts(names=names))
        if len(unit.ranks) > 1:
            yield Step("38.7", "the place of a fallen upgrade is filled from the back rank", Facts(names=names))
    if unit.keyword("lingering dead") is not None:
        yield Step("card.lingering_dead", "empty trays stay in {unit}", Facts(unit=unit.id))


def closing_in(case: Case) -> Iterator[Step]:
    """Lost trays may part the target from those who fight it (RR 17)."""
    if case.state.engaged(case.target.id) and sum(1 for _ in case.target.places()) > 1:
        yield _read(case.state, "17.1", "corner_after_removal", target=case.target.id)


def nerves(state: State, unit: Unit, panic: int) -> Iterator[Step]:
    """The morale test that may follow (RR 53)."""
    facts = Facts(unit=unit.id, panic=panic)
    yield Step(
        "10.11", "morale test of {unit}: its severity is all morale icons, and up to {panic} of its panic tokens", facts
    )
    if unit.profile.steadfast:
        more = tuple(
            Words("{cards} {icons}", Facts(cards=name, icons=icons)) for name, icons in unit.profile.steadfast.items()
        )
        words = "cards that need more icons against {unit}: {more}"
        yield Step("45.steadfast", words, Facts(unit=unit.id, more=more))
    if unit.ranks[-1] > 1:
        yield _read(state, "53.cards", "loss_of_faith")
    yield Step("53.effect", "carried out by the players, if chosen: {cards}", Facts(cards=BY_HAND))


def friends(tested: tuple[Friend, ...], target: Unit) -> Iterator[Step]:
    """Friends of the shooter that fight the target (RR 10)."""
    for friend in tested:
        facts = Facts(friend=friend.unit, target=target.id)
        yield Step("10.friends", "{friend} is engaged with {target}: a morale test of severity 1 after the shot", facts)
