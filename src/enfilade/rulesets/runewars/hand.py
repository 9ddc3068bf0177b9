"""What an attacker has in hand: the dice to throw and what surges can buy (RR 10, steps 2 and 5)."""

from collections.abc import Iterator
from typing import NamedTuple

from enfilade.referee import Facts, Step
from enfilade.rulesets.runewars import sighting
from enfilade.rulesets.runewars.case import Case
from enfilade.rulesets.runewars.profile import Die, Surge
from enfilade.rulesets.runewars.state import Unit
from enfilade.rulesets.runewars.tables import BANES, COLOURS


def dice(case: Case, flanking: bool) -> Step:
    """The dice of the profile with everything that adds dice; a flank die's colour is chosen when it is rolled."""
    parts = list(_parts(case))
    hand = tuple(sum(part.facts["hand"][i] for part in parts) for i in range(3))
    blight = min(case.attacker.token("blight"), sum(hand) + flanking)
    if blight:
        parts.append(Step("87.blight", "dice that blight takes away: {value}", value=blight))
    text = _letters(hand) + (" + R/B" if flanking else "") + (f" - {blight}" if blight else "")
    left = sum(hand) + flanking - blight
    facts = Facts(dice=text, hand=hand, blight=blight, flanking=flanking, left=left)
    return Step("10.2", "dice: {dice}", facts, text, "dice", because=tuple(parts))


def _parts(case: Case) -> Iterator[Step]:
    yield _counted("{dice} of the profile", case.card.dice, case)
    if case.range and case.range <= case.card.near_range:
        yield _counted("{dice} more at short range", case.card.near, case)
    for upgrade in case.attacker.standing if case.melee else ():
        if upgrade.dice:
            yield _counted("{dice} of {upgrade}", upgrade.dice, case, upgrade.name)


def _counted(words: str, some: tuple[Die, ...], case: Case, upgrade: str = "") -> Step:
    counts = dict.fromkeys(COLOURS, 0)
    for die in some:
        counts[die.colour] += case.state.worth(die.number)
    hand = tuple(counts.values())
    return Step("10.2", words, Facts(dice=_letters(hand), hand=hand, upgrade=upgrade), _letters(hand))


def _letters(hand: tuple[int, ...]) -> str:
    return " ".join(letter for letter, n in zip(COLOURS, hand, strict=True) for _ in range(n)) or "none"


def prices(case: Case) -> tuple[tuple[int, Surge], ...]:
    """The surge abilities that are open in this attack, each with its cost against this target."""
    surges = [*case.card.surges, *(surge for upgrade in case.attacker.standing for surge in upgrade.surges)]
    if case.attacker.keyword("borrow surges") is not None:
        kind = "melee" if case.melee else "ranged"
        surges += [s for unit in _friends_near(case) if (card := getattr(unit.profile, kind)) for s in card.surges]
    return tuple((_cost(case, surge), surge) for surge in dict.fromkeys(surges) if _open(case, surge))


def _open(case: Case, surge: Surge) -> bool:
    if surge.range and not (case.range and surge.range[0] <= case.range <= surge.range[1]):
        return False
    return not surge.needs or _has(case.target, surge.needs)


def _cost(case: Case, surge: Surge) -> int:
    return surge.cost - bool(surge.cheaper_if and _has(case.target, surge.cheaper_if))


def _has(unit: Unit, token: str) -> bool:
    return any(unit.token(bane) for bane in BANES) if token == "bane" else bool(unit.token(token))


def _friends_near(case: Case) -> list[Unit]:
    """Friends at range 1-3, whose surge abilities may be borrowed."""
    friends = [u for u in case.state.units if u.side == case.attacker.side and u.id != case.attacker.id and u.alive]
    bands = ((friend, sighting.band(case.state, case.attacker, friend)) for friend in friends)
    return [friend for friend, number in bands if number is not None and number <= 3]


class Prospect(NamedTuple):
    """What can come up in an attack, so that nothing else needs to be followed.

    `hand` counts the profile's dice by colour (red, blue, white), `blight` the dice it loses; `modifiers` are the
    icons added and taken away in step 4; the rest tells whether such icons can come up and matter.
    """

    hand: tuple[int, int, int]
    flanking: bool
    blight: int
    modifiers: tuple[tuple[str, int], ...]
    surges: bool
    accuracy: bool
    mortal: bool
    tests: bool

    @property
    def heeded(self) -> tuple[bool, ...]:
        """Which icons matter: hits, surges, morale, accuracy, mortal strikes."""
        return (True, self.surges, self.tests, self.accuracy, self.mortal)


def prospect(case: Case, dice: Step, panic: int) -> Prospect:
    """What can come up with these dice, against a target with so many panic tokens."""
    hand, flanking = dice.facts["hand"], dice.facts["flanking"]
    red, blue, white = hand[0] or flanking, hand[1] or flanking, hand[2]
    changed = modifiers(case)
    more = {name for name, amount in changed if amount > 0}
    bought = {name for _, surge in prices(case) for name, _ in surge.gain}
    return Prospect(
        hand,
        flanking,
        dice.facts["blight"],
        changed,
        bool(bought),
        bool(case.target.standing and (blue or white or "accuracy" in more)),
        bool(white or "mortal" in more | bought),
        bool(red or white or "morale" in more or panic),
    )


def modifiers(case: Case) -> tuple[tuple[str, int], ...]:
    """Icons added and taken away in step 4: the dial, the unit's own, the defender's."""
    dial = case.state.dial(case.attacker.id)
    found = [(name, n) for name, n in (dial.modifier.items() if dial else ()) if name not in ("defend", "charge") and n]
    for unit, keyword, sign in ((case.attacker, "mortal", 1), (case.target, "unkillable", -1)):
        worth = case.keyword(unit, keyword)
        if worth:
            found.append(("mortal", sign * worth))
    return tuple(found)
