"""Who suffers: damage and wounds on figures, from the backmost rank, without splitting the unit (RR 22)."""

from functools import lru_cache
from typing import NamedTuple

from enfilade.dice import Choice, Option
from enfilade.rulesets.runewars.blow import Blow, Standing
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


class Victim(NamedTuple):
    """A tray (its plain figures) or a figure upgrade that may be given a wound, and its price in damage."""

    words: str
    price: int
    place: Tray | None
    upgrade: int
    left: int


def no_mortal(body: Body, blow: Blow) -> bool:
    """Whether no mortal strike is left, or nobody to suffer it."""
    return not blow.mortal or not eligible(body, blow.trays, blow.upgrades, blow.aimed)


def suffer_mortal(body: Body, blow: Blow) -> Choice[Blow] | Blow:
    """One mortal strike: one wound on an eligible figure, whatever its defense."""
    spent = blow._replace(mortal=blow.mortal - 1)
    return _wound(eligible(body, blow.trays, blow.upgrades, blow.aimed), spent, free=True)


def no_damage(body: Body, blow: Blow) -> bool:
    """Whether the damage left pays for no further wound."""
    return not _payable(body, blow)


def suffer_damage(body: Body, blow: Blow) -> Choice[Blow] | Blow:
    """One wound paid for with damage, on a figure whose defense the pool can pay."""
    return _wound(_payable(body, blow), blow, free=False)


def _payable(body: Body, blow: Blow) -> tuple[Victim, ...]:
    if not blow.pool and body.defense:
        return ()
    victims = eligible(body, blow.trays, blow.upgrades, blow.aimed)
    return tuple(victim for victim in victims if victim.price <= blow.pool)


def _wound(victims: tuple[Victim, ...], blow: Blow, free: bool) -> Choice[Blow] | Blow:
    options = tuple(Option(victim.words, _struck(victim, blow, free)) for victim in victims)
    return options[0].to if len(options) == 1 else Choice("attacker", "Which figure suffers the wound?", options)


def _struck(victim: Victim, blow: Blow, free: bool) -> Blow:
    pool = blow.pool - (0 if free else victim.price)
    if victim.place is None:
        left = tuple(n - (i == victim.upgrade) for i, n in enumerate(blow.upgrades))
        return blow._replace(upgrades=left, pool=pool)
    return blow._replace(trays=changed(blow.trays, victim.place, victim.left - 1), pool=pool)


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
    back = ranks[-1]
    victims = [
        Victim(f"a figure on tray {place}", body.defense, place, -1, trays[place.rank][place.file])
        for place in standing
        if place.rank == back and trays[place.rank][place.file] > 0 and holds_without(standing, place)
    ]
    if body.wounded_first and any(victim.left % body.wounds for victim in victims):
        victims = [victim for victim in victims if victim.left % body.wounds]
    lone = len({place.rank for place in standing}) == 1
    for i, (left, place) in enumerate(zip(upgrades, body.upgrade_places, strict=True)):
        if left > 0 and (lone or i in aimed) and holds_without(standing, place):
            name = f"{body.upgrade_names[i]} on tray {place}"
            victims.append(Victim(name, body.upgrade_defense[i], None, i, left))
    return tuple(sorted(victims, key=lambda victim: (victim.upgrade >= 0, victim.left, victim.words)))


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


def remove_empty(before: int, body: Body, blow: Blow) -> Blow:
    """Step 10: refill the places of dead upgrades from the back (RR 38.7), then take empty trays away.

    `before` is the wounds the unit could take before the attack.
    """
    trays = blow.trays
    for place, left in zip(body.upgrade_places, blow.upgrades, strict=True):
        if left == 0:
            trays = _refilled(body, trays, blow.upgrades, place)
    kept = trays if body.keeps_empty else without_empty(body, trays, blow.upgrades)
    gone = tuple(-1 if left == 0 else left for left in blow.upgrades)
    return blow._replace(trays=kept, upgrades=gone, wounds=before - health(kept, gone))


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
