"""What an attack comes to: the counts that players ask about, and the events that are written down."""

from collections.abc import Iterator
from typing import NamedTuple

from enfilade.referee import Event, Facts, Result
from enfilade.rulesets.runewars import casualties
from enfilade.rulesets.runewars.blow import Blow, Standing
from enfilade.rulesets.runewars.case import Case
from enfilade.rulesets.runewars.morale import Nerve, nerve
from enfilade.rulesets.runewars.profile import Surge
from enfilade.rulesets.runewars.state import NONE, Contact, Formation, State, Unit, figures
from enfilade.rulesets.runewars.tables import TOKENS

CARD_TOKENS = {"Disarray": ("stun", 1), "Rising Panic": ("panic", 2), "Frozen with Dread": ("immobilize", 1)}
"""The cards that only give tokens."""


class Attack(NamedTuple):
    """What stays the same through one attack and its result."""

    attacker: str
    target: str
    kind: str
    prices: tuple[tuple[int, Surge], ...]
    modifiers: tuple[tuple[str, int], ...]
    body: casualties.Body
    standing: Standing
    nerve: Nerve
    panic: int
    impact: int
    friends: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    contacts: tuple[Contact, ...]
    boons: int
    morale: bool
    remembers: bool
    own: casualties.Body
    own_standing: Standing

    @classmethod
    def of(cls, case: Case, prices: tuple[tuple[int, Surge], ...], price: int) -> "Attack":
        """Gather it from the facts of the attack; `price` is the target's defense in it."""
        state, target = case.state, case.target
        impact = case.keyword(case.attacker, "impact") if case.action.get("charge") else 0
        modifiers = _modifiers(case)
        return cls(
            case.attacker.id,
            target.id,
            case.action.kind,
            prices,
            modifiers,
            body(state, target, price),
            standing(target),
            nerve(target, state.rules["loss_of_faith"]),
            target.token("panic") + impact,
            impact,
            tuple(_friends(case)),
            state.touching(target.id, case.attacker.id),
            target.token("inspiration"),
            _may_test(case, modifiers),
            state.rules["leftover_damage"] == "carried",
            body(state, case.attacker, 1),
            standing(case.attacker),
        )


def body(state: State, unit: Unit, price: int) -> casualties.Body:
    """What wounds need to know of the unit that suffers them; `price` is the defense of its plain figures."""
    rules = state.rules
    return casualties.Body(
        price,
        unit.profile.wounds,
        tuple(upgrade.place for upgrade in unit.upgrades),
        tuple(max(1, state.worth(upgrade.defense)) for upgrade in unit.upgrades),
        tuple(upgrade.name for upgrade in unit.upgrades),
        max(place.rank for place in unit.places()),
        rules["overflow"] == "next_rank",
        rules["emptied_trays"] == "gone",
        rules["wounded_figures"] == "wounded_first",
        unit.profile.keyword("lingering dead") is not None,
    )


def standing(unit: Unit) -> Standing:
    """A unit as wounds see it."""
    return Standing(unit.trays, tuple(upgrade.left for upgrade in unit.upgrades))


def _modifiers(case: Case) -> tuple[tuple[str, int], ...]:
    """Icons added and taken away in step 4: the dial, the unit's own, the defender's."""
    dial = case.state.dial(case.attacker.id)
    found = [(name, amount) for name, amount in (dial.modifier.items() if dial else ()) if name != "defend"]
    for unit, keyword, sign in ((case.attacker, "mortal", 1), (case.target, "unkillable", -1)):
        worth = case.keyword(unit, keyword)
        if worth:
            found.append(("mortal", sign * worth))
    return tuple(found)


def _friends(case: Case) -> Iterator[tuple[str, tuple[tuple[str, int], ...]]]:
    """After a shot into a fight: the shooter's friends engaged with the target, and the cards' icons against them."""
    if not case.melee:
        for name in case.state.engaged(case.target.id):
            friend = case.state.unit(name)
            if friend and friend.side == case.attacker.side:
                yield name, nerve(friend, "owner").icons


def _may_test(case: Case, modifiers: tuple[tuple[str, int], ...]) -> bool:
    """Whether a morale icon can come up: on a red or white die, a flank die may be red, or from the dial."""
    dice = [*case.card.dice, *case.card.near, *(die for upgrade in case.attacker.upgrades for die in upgrade.dice)]
    return case.melee or any(die.colour != "B" for die in dice) or dict(modifiers).get("morale", 0) > 0


def read(attack: Attack, blow: Blow) -> Result:
    """The result of the last situation of an attack."""
    before, after = attack.standing, _standing(attack, blow)
    fallen = _figures(attack, before.trays, before.upgrades) - _figures(attack, after.trays, after.upgrades)
    counts = Facts(
        hits=blow.hits,
        damage=blow.damage,
        wounds=blow.wounds,
        figures=fallen,
        trays=_trays(before.trays) - _trays(after.trays),
        severity=blow.severity,
        destroyed=int(not _figures(attack, after.trays, after.upgrades)),
    )
    return Result(counts, tuple(_events(attack, blow, after)))


def _standing(attack: Attack, blow: Blow) -> Standing:
    """The target after the attack; an upgrade on a tray that is gone is gone too."""
    upgrades = tuple(
        -1 if left <= 0 or blow.trays[place.rank][place.file] == NONE else left
        for left, place in zip(blow.upgrades, attack.body.upgrade_places, strict=True)
    )
    return Standing(blow.trays, upgrades)


def _figures(attack: Attack, trays: Formation, upgrades: tuple[int, ...]) -> int:
    plain = sum(figures(strength, attack.body.wounds) for row in trays for strength in row)
    return plain + sum(left > 0 for left in upgrades)


def _trays(trays: Formation) -> int:
    return sum(strength != NONE for row in trays for strength in row)


def _events(attack: Attack, blow: Blow, after: Standing) -> Iterator[Event]:
    names = {"attacker": attack.attacker, "target": attack.target, "attack": attack.kind}
    if attack.kind in ("melee", "ranged"):
        yield Event("attack", Facts(names, hits=blow.hits, damage=blow.damage, wounds=blow.wounds))
    if after != attack.standing:
        yield Event("losses", Facts(unit=attack.target, trays=after.trays, upgrades=after.upgrades))
    if blow.paid:
        left = casualties.hurt(attack.own, attack.own_standing, blow.paid)
        yield Event("losses", Facts(unit=attack.attacker, trays=left.trays, upgrades=left.upgrades))
    if attack.remembers:
        yield Event("remembered", Facts(unit=attack.target, damage=blow.pool))
    tokens = _target_tokens(attack, blow)
    if any(tokens.values()):
        yield Event("tokens", Facts(tokens, unit=attack.target))
    yield from _bought(attack, blow)
    if blow.card and blow.card not in CARD_TOKENS:
        yield Event("card", Facts(unit=attack.target, card=blow.card))
    for (friend, _), card in zip(attack.friends, blow.friends, strict=True):
        if card in CARD_TOKENS or card == "Wavering Resolve":
            token, amount = CARD_TOKENS.get(card, ("panic", 1))
            yield Event("tokens", Facts({"unit": friend, token: amount}))
    if _parted(attack, after):
        yield Event("closing_in", Facts(unit=attack.attacker, enemy=attack.target))


def _target_tokens(attack: Attack, blow: Blow) -> dict[str, int]:
    """What tokens the target gets and loses: Impact, panic spent on the test, the card, surges, remembered damage."""
    tokens = dict.fromkeys(TOKENS, 0)
    tokens["panic"] += attack.impact - blow.tokens
    if blow.card in CARD_TOKENS:
        token, amount = CARD_TOKENS[blow.card]
        tokens[token] += amount
    if blow.card == "Wavering Resolve":
        tokens["inspiration" if attack.boons else "panic"] += -attack.boons if attack.boons else 1
    for (_, surge), number in zip(attack.prices, blow.bought, strict=False):
        for name, amount in surge.gain:
            if name in tokens and name != "inspiration":
                tokens[name] += amount * number
    return {name: amount for name, amount in tokens.items() if amount}


def _bought(attack: Attack, blow: Blow) -> Iterator[Event]:
    """What surges bought beyond icons and the target's tokens."""
    for (_, surge), number in zip(attack.prices, blow.bought, strict=False):
        for name, amount in surge.gain:
            if not number:
                continue
            if name == "inspiration":
                yield Event("tokens", Facts(unit=attack.attacker, inspiration=amount * number))
            elif name == "heal":
                yield Event("heal", Facts(unit=attack.attacker, wounds=amount * number))
            elif name in ("damage", "wound", "shift"):
                times = 1 if surge.plus else number
                each = amount * number // times
                yield Event("owed", Facts(by=attack.attacker, what=name, amount=each, times=times, to=surge.to))


def _parted(attack: Attack, after: Standing) -> bool:
    """Whether every tray of the target that touched the attacker is gone while the target is not."""
    touched = [place for contact in attack.contacts for place in contact.trays]
    gone = all(after.trays[place.rank][place.file] == NONE for place in touched)
    return bool(touched) and gone and _trays(after.trays) > 0
