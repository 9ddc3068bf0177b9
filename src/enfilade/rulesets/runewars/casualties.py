"""Who suffers: damage and wounds on figures, from the backmost rank, without splitting the unit (RR 22)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from enfilade.dice import Choice, Option
from enfilade.rulesets.runewars.blow import Blow, Shaken, Standing, Suffered
from enfilade.rulesets.runewars.state import EMPTY, NONE, Formation, Tray, places


class Body(NamedTuple):
    """What never changes in an attack about the unit that suffers, and how the disputed points are read."""

    defense: int
    wounds: int
    upgrade_places: tuple[Tray, ...]
    upgrade_defense: tuple[int, ...]
    upgrade_names: tuple[str, ...]
    back: int  # the backmost rank at the start
    overflow: bool
    emptied_gone: bool
    wounded_first: bool
    keeps_empty: bool
    remembers: bool = False  # whether damage left over is kept


class Victim(NamedTuple):
    """A tray (its plain figures) or a figure upgrade that may be given a wound, and its price in damage."""

    words: str
    said: tuple[str, Mapping[str, Any]]  # the template of the words with its facts
    price: int
    place: Tray | None
    upgrade: int
    left: int


def no_mortal(body: Body, blow: Blow) -> bool:
    """Whether no mortal strike is left, or nobody to suffer it."""
    return not blow.mortal or not eligible(body, blow.trays, blow.upgrades, blow.aimed)


def suffer_mortal(body: Body, blow: Blow) -> Choice[Blow] | Blow:
    """Mortal strikes: each one wound on an eligible figure, whatever its defense."""
    while blow.mortal and (victims := eligible(body, blow.trays, blow.upgrades, blow.aimed)):
        if len(victims) > 1:
            return _choice(tuple(Option(victim.words, _strike(victim, 1, blow), *victim.said) for victim in victims))
        blow = _strike(victims[0], min(_at_once(body, victims[0]), blow.mortal), blow)
    return blow


def _strike(victim: Victim, number: int, blow: Blow) -> Blow:
    return blow.struck(_wounded(victim, number, blow), blow.mortal - number, blow.pool)


def no_damage(body: Body, blow: Blow) -> bool:
    """Whether the damage left pays for no further wound."""
    return not blow.pool or not _payable(body, blow)


def suffer_damage(body: Body, blow: Blow) -> Choice[Blow] | Blow:
    """Wounds paid for with damage: one where there is a choice of figures, else as many as the one can suffer."""
    while victims := _payable(body, blow):
        if len(victims) > 1:
            return _choice(tuple(Option(victim.words, _paid(victim, 1, blow), *victim.said) for victim in victims))
        blow = _paid(victims[0], min(_at_once(body, victims[0]), blow.pool // victims[0].price), blow)
    return blow


def _payable(body: Body, blow: Blow) -> tuple[Victim, ...]:
    victims = eligible(body, blow.trays, blow.upgrades, blow.aimed)
    if body.upgrade_defense or body.defense > blow.pool:
        return tuple(victim for victim in victims if victim.price <= blow.pool)
    return victims


def _paid(victim: Victim, number: int, blow: Blow) -> Blow:
    return blow.struck(_wounded(victim, number, blow), blow.mortal, blow.pool - number * victim.price)


def _at_once(body: Body, victim: Victim) -> int:
    """The wounds that the only victim can suffer before another might be chosen."""
    wounded = victim.left % body.wounds if body.wounded_first and victim.place else 0
    return wounded or victim.left


def _choice(options: tuple[Option[Blow], ...]) -> Choice[Blow]:
    return Choice("attacker", "Which figure suffers the wound?", options)


def _wounded(victim: Victim, number: int, blow: Blow) -> Standing:
    if victim.place is None:
        left = tuple(n - number * (i == victim.upgrade) for i, n in enumerate(blow.upgrades))
        return Standing(blow.trays, left)
    return Standing(changed(blow.trays, victim.place, victim.left - number), blow.upgrades)


def changed(trays: Formation, place: Tray, strength: int) -> Formation:
    """The formation with one tray's strength changed."""
    row = trays[place.rank]
    row = (*row[: place.file], strength, *row[place.file + 1 :])
    return (*trays[: place.rank], row, *trays[place.rank + 1 :])


@lru_cache(maxsize=65536)
def eligible(body: Body, trays: Formation, upgrades: tuple[int, ...], aimed: tuple[int, ...]) -> tuple[Victim, ...]:
    """Who may be given the next wound. First: the tray with the fewest wounds left, so that trays fall soonest."""
    standing = frozenset(places(_standing(body, trays, upgrades)))
    ranks = sorted({place.rank for place in standing if _manned(body, trays, upgrades, place)})
    if not ranks or (ranks[-1] != body.back and not body.overflow):
        return ()
    victims = [
        Victim(*_named(FIGURE, place), max(1, body.defense), place, -1, trays[place.rank][place.file])
        for place in standing
        if place.rank == ranks[-1] and trays[place.rank][place.file] > 0 and _may_fall(body, standing, place)
    ]
    if body.wounded_first and any(victim.left % body.wounds for victim in victims):
        victims = [victim for victim in victims if victim.left % body.wounds]
    for i, (left, place) in enumerate(zip(upgrades, body.upgrade_places, strict=True)):
        if left > 0 and (len(ranks) == 1 or i in aimed) and _may_fall(body, standing, place):
            name = _named(UPGRADE, place, body.upgrade_names[i])
            victims.append(Victim(*name, body.upgrade_defense[i], None, i, left))
    return tuple(sorted(victims, key=lambda victim: (victim.upgrade >= 0, victim.left, victim.words)))


FIGURE, UPGRADE = "a figure on tray {tray}", "{name} on tray {tray}"


def _named(words: str, place: Tray, name: str = "") -> tuple[str, tuple[str, Mapping[str, Any]]]:
    facts = {"tray": str(place), "name": name}
    return words.format_map(facts), (words, facts)


def _may_fall(body: Body, standing: frozenset[Tray], place: Tray) -> bool:
    """Whether the unit would stay in one piece without this tray (RR 22.4); trays that stay when empty part nothing."""
    return body.keeps_empty or holds_without(standing, place)


def _manned(body: Body, trays: Formation, upgrades: tuple[int, ...], place: Tray) -> bool:
    if trays[place.rank][place.file] > 0:
        return True
    return any(left > 0 and at == place for left, at in zip(upgrades, body.upgrade_places, strict=True))


def _standing(body: Body, trays: Formation, upgrades: tuple[int, ...]) -> Formation:
    """The trays that hold the unit together: those emptied in this attack count as gone unless read otherwise."""
    return without_empty(body, trays, upgrades) if body.emptied_gone and not body.keeps_empty else trays


def without_empty(body: Body, trays: Formation, upgrades: tuple[int, ...]) -> Formation:
    """The formation once its empty trays are removed."""
    return tuple(
        tuple(
            NONE if strength == EMPTY and not _manned(body, trays, upgrades, Tray(rank, file)) else strength
            for file, strength in enumerate(row)
        )
        for rank, row in enumerate(trays)
    )


@lru_cache(maxsize=65536)
def holds_without(standing: frozenset[Tray], removed: Tray) -> bool:
    """Whether the unit stays in one piece without this tray (RR 22.4); the last tray may always go."""
    rest = set(standing) - {removed}
    if not rest:
        return True
    edge = [rest.pop()]
    while edge:
        rank, file = edge.pop()
        for near in ((rank - 1, file), (rank + 1, file), (rank, file - 1), (rank, file + 1)):
            if near in rest:
                rest.remove(Tray(*near))
                edge.append(Tray(*near))
    return not rest


def remove_empty(before: int, body: Body, blow: Blow) -> Shaken:
    """Step 10: refill the places of dead upgrades from the back (RR 38.7), then take empty trays away.

    `before` is the wounds the unit could take before the attack. What is left of damage is kept only if it is read so.
    """
    trays = blow.trays
    for place, left in zip(body.upgrade_places, blow.upgrades, strict=True):
        if left == 0:
            trays = _refilled(body, trays, blow.upgrades, place)
    kept = trays if body.keeps_empty else without_empty(body, trays, blow.upgrades)
    gone = tuple(-1 if left == 0 else left for left in blow.upgrades)
    wounds, pool = before - health(kept, gone), blow.pool if body.remembers else 0
    return Shaken(Suffered(blow.hits, blow.damage, wounds, blow.bought, blow.paid, pool), kept, gone, blow.morale)


def health(trays: Formation, upgrades: tuple[int, ...]) -> int:
    """The wounds that a unit can still take in all."""
    return sum(strength for row in trays for strength in row if strength > 0) + sum(n for n in upgrades if n > 0)


def _refilled(body: Body, trays: Formation, upgrades: tuple[int, ...], place: Tray) -> Formation:
    """One figure from the backmost rank steps into a dead upgrade's place; none if only the front rank is left."""
    for victim in eligible(body, trays, upgrades, ()):
        if victim.place and victim.place.rank > place.rank:
            moved = min(victim.left, body.wounds)
            trays = changed(trays, victim.place, victim.left - moved)
            return changed(trays, place, max(trays[place.rank][place.file], 0) + moved)
    return trays


def hurt(body: Body, standing: Standing, wounds: int) -> Standing:
    """The unit after wounds that its own side takes of its free will: the first eligible figures suffer them."""
    trays, upgrades = standing
    for _ in range(wounds):
        for victim in eligible(body, trays, upgrades, ())[:1]:
            if victim.place is None:
                upgrades = tuple(n - (i == victim.upgrade) for i, n in enumerate(upgrades))
            else:
                trays = changed(trays, victim.place, victim.left - 1)
    return Standing(trays if body.keeps_empty else without_empty(body, trays, upgrades), upgrades)
