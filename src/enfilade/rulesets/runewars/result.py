"""What an attack comes to: the counts that players ask about, and the events that are written down."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from enfilade.referee import Event, Facts, Result
from enfilade.rulesets.runewars import casualties
from enfilade.rulesets.runewars.blow import Shaken, Standing, Suffered
from enfilade.rulesets.runewars.case import Case
from enfilade.rulesets.runewars.morale import Friend, Nerve, nerve
from enfilade.rulesets.runewars.profile import Surge
from enfilade.rulesets.runewars.state import NONE, Contact, Formation, State, Tray, Unit, figures
from enfilade.rulesets.runewars.tables import CARD_TOKENS, TOKENS

Hold = tuple[str, tuple[Tray, ...]]
"""An enemy and the trays that it touches: it is parted from the unit when all of them are gone."""


@dataclass(frozen=True, slots=True, eq=False)
class Attack:
    """What stays the same through one attack and its result.

    It equals only itself, so that the parts that its many results share can be kept and found again quickly.
    """

    attacker: str
    target: str
    kind: str
    prices: tuple[tuple[int, Surge], ...]
    body: casualties.Body
    standing: Standing
    nerve: Nerve
    panic: int
    impact: int
    friends: tuple[Friend, ...]
    holds: tuple[Hold, ...]
    boons: int
    own: casualties.Body
    own_standing: Standing

    @classmethod
    def of(cls, case: Case, prices: tuple[tuple[int, Surge], ...], price: int) -> "Attack":
        """Gather it from the facts of the attack; `price` is the target's defense in it."""
        state, target = case.state, case.target
        impact = case.keyword(case.attacker, "impact") if case.action.get("charge") else 0
        return cls(
            case.attacker.id,
            target.id,
            case.action.kind,
            prices,
            body(state, target, price),
            standing(target),
            nerve(target, state.rules["loss_of_faith"]),
            target.token("panic") + impact,
            impact,
            tuple(_friends(case)),
            holds(state, target),
            target.token("inspiration"),
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
        unit.keyword("lingering dead") is not None,
        rules["leftover_damage"] == "carried",
    )


def standing(unit: Unit) -> Standing:
    """A unit as wounds see it."""
    return Standing(unit.trays, tuple(upgrade.left for upgrade in unit.upgrades))


def holds(state: State, unit: Unit) -> tuple[Hold, ...]:
    """For every enemy that touches a unit, the trays whose loss parts the two (RR 17)."""
    corners = state.rules["corner_after_removal"] == state.rules["corner_contact"] == "engaged"
    touched: dict[str, set[Tray]] = {}
    for contact in state.contacts:
        if contact.unit == unit.id:
            touched.setdefault(contact.enemy, set()).update(_held(contact, corners))
    return tuple((enemy, tuple(sorted(trays))) for enemy, trays in touched.items() if trays)


def _held(contact: Contact, corners: bool) -> set[Tray]:
    if contact.corner or corners:
        return {*contact.trays, *contact.corners}
    return set(contact.trays) - set(contact.corners)


def _friends(case: Case) -> Iterator[Friend]:
    """After a shot into a fight: the shooter's friends engaged with the target."""
    if not case.melee:
        for name in case.state.engaged(case.target.id):
            friend = case.state.unit(name)
            if friend and friend.side == case.attacker.side:
                yield Friend(name, nerve(friend, "owner").icons, friend.token("inspiration"))


COUNTS = ("hits", "damage", "wounds", "figures", "trays", "severity", "destroyed")
Told = tuple[Facts, tuple[Event, ...], tuple[Event, ...]]


def read(attack: Attack, end: Shaken) -> Result:
    """The result of the last situation of an attack."""
    counts, fought, parted = _fought(attack, end.suffered, (end.trays, end.upgrades), end.severity)
    return Result(counts, (*fought, *_tested(attack, end.tokens, end.card, end.friends), *parted))


@lru_cache(maxsize=8192)
def _fought(attack: Attack, suffered: Suffered, left: tuple[Formation, tuple[int, ...]], severity: int) -> Told:
    """The counts of a result, the events of the fight, and who was parted by it."""
    before = attack.standing
    after = _standing(attack.body, *left)
    remaining = _figures(attack.body, after)
    fallen, trays = _figures(attack.body, before) - remaining, _trays(before.trays) - _trays(after.trays)
    values = (suffered.hits, suffered.damage, suffered.wounds, fallen, trays, severity, not remaining)
    parted = tuple(_parted(attack, after)) if trays else ()
    return Facts(zip(COUNTS, values, strict=True)), tuple(_of_the_fight(attack, suffered, after)), parted


def _standing(body: casualties.Body, trays: Formation, upgrades: tuple[int, ...]) -> Standing:
    """The unit after an attack; an upgrade on a tray that is gone is gone too."""
    left = tuple(
        -1 if left <= 0 or trays[place.rank][place.file] == NONE else left
        for left, place in zip(upgrades, body.upgrade_places, strict=True)
    )
    return Standing(trays, left)


def _figures(body: casualties.Body, unit: Standing) -> int:
    plain = sum(figures(strength, body.wounds) for row in unit.trays for strength in row)
    return plain + sum(left > 0 for left in unit.upgrades)


def _trays(trays: Formation) -> int:
    return sum(strength != NONE for row in trays for strength in row)


def _of_the_fight(attack: Attack, suffered: Suffered, after: Standing) -> Iterator[Event]:
    """What the attack did: losses on either side, damage that is kept, what surges bought."""
    if attack.attacker:
        names = {"attacker": attack.attacker, "target": attack.target, "attack": attack.kind}
        yield Event("attack", Facts(names, hits=suffered.hits, damage=suffered.damage, wounds=suffered.wounds))
    if after != attack.standing:
        yield _lost(attack.target, after)
    if suffered.paid:
        yield _lost(attack.attacker, casualties.hurt(attack.own, attack.own_standing, suffered.paid))
    if attack.body.remembers:
        yield Event("remembered", Facts(unit=attack.target, damage=suffered.pool))
    for (_, surge), number in zip(attack.prices, suffered.bought, strict=False):
        for name, amount in surge.gain if number else ():
            yield from _bought(attack, surge, number, (name, amount))


def _lost(unit: str, after: Standing) -> Event:
    return Event("losses", Facts(unit=unit, trays=after.trays, upgrades=after.upgrades))


def _bought(attack: Attack, surge: Surge, number: int, gain: tuple[str, int]) -> Iterator[Event]:
    """What surges bought beyond icons: tokens, healing, and what the players owe one another."""
    name, amount = gain
    if name in TOKENS:
        unit = attack.attacker if name == "inspiration" else attack.target
        yield Event("tokens", Facts({"unit": unit, name: amount * number}))
    elif name == "heal":
        yield Event("heal", Facts(unit=attack.attacker, wounds=amount * number))
    elif name in ("damage", "wound", "shift"):
        times, each = (1, amount * number) if surge.plus else (number, amount)
        yield Event("owed", Facts(by=attack.attacker, what=name, amount=each, times=times, to=surge.to))


@lru_cache(maxsize=8192)
def _tested(attack: Attack, spent: int, card: str, friends: tuple[str, ...]) -> tuple[Event, ...]:
    """What the morale tests did: tokens that came and went, the card that the players carry out."""
    events = []
    tokens = _card_tokens(card, attack.boons)
    tokens["panic"] = tokens.get("panic", 0) + attack.impact - spent
    if any(tokens.values()):
        changed = {name: amount for name, amount in tokens.items() if amount}
        events.append(Event("tokens", Facts(changed, unit=attack.target)))
    if card and card not in CARD_TOKENS:
        events.append(Event("card", Facts(unit=attack.target, card=card)))
    for friend, drawn in zip(attack.friends, friends, strict=True):
        suffered = _card_tokens(drawn, friend.boons)
        if suffered:
            events.append(Event("tokens", Facts(suffered, unit=friend.unit)))
    return tuple(events)


def _card_tokens(card: str, boons: int) -> dict[str, int]:
    """The tokens that a morale card gives or takes."""
    if card in CARD_TOKENS:
        return dict([CARD_TOKENS[card]])
    if card == "Wavering Resolve":
        return {"inspiration": -boons} if boons else {"panic": 1}
    return {}


def _parted(attack: Attack, after: Standing) -> Iterator[Event]:
    """Who may close in: every enemy whose touched trays are all gone, while the target is not."""
    if _trays(after.trays):
        for enemy, touched in attack.holds:
            if all(after.trays[place.rank][place.file] == NONE for place in touched):
                yield Event("closing_in", Facts(unit=enemy, enemy=attack.target))
