"""The attack: the referee's ruling on one, and the program of its dice (RR 10)."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from enfilade.dice import Program, Stage, Until
from enfilade.referee import Action, Facts, Refusal, Result, Ruling, Step, allow, refuse
from enfilade.rulesets.runewars import casualties, legality, morale, rolling, spending
from enfilade.rulesets.runewars.case import Case
from enfilade.rulesets.runewars.profile import Die, Surge
from enfilade.rulesets.runewars.result import Attack, read
from enfilade.rulesets.runewars.state import State, Unit
from enfilade.rulesets.runewars.tables import BANES, COLOURS
from enfilade.rulesets.runewars.threat import defense, flank_step, rerolls, threat


def judge(state: State, action: Action) -> Ruling:
    """The ruling on a melee or ranged attack."""
    steps, case = legality.check(state, action)
    if isinstance(case, Refusal):
        return refuse(action, steps, state.rules, case)
    valued = list(_values(case))
    dice = next(step for step in valued if step.name == "dice")
    if not sum(dice.facts["hand"]) and not dice.facts["flanking"]:
        none = Step("10.none", "no die is left to roll: the attack is cancelled", dice.facts, False, because=(dice,))
        return refuse(action, steps, state.rules, Refusal(none))
    return allow(
        action, [*steps, *valued], state.rules, program(case, {step.name: step.value for step in valued}, dice)
    )


def _values(case: Case) -> Iterator[Step]:
    """The named values of an attack, each with what it rests on."""
    worth = threat(case)
    yield worth
    yield from rerolls(case)
    flank = flank_step(case)
    yield flank
    yield _dice(case, bool(flank.value))
    yield defense(case)
    yield Step("10.8", "each hit deals {value} damage", value=worth.value, name="damage_per_hit")
    for name, rule, unit in (("lethal", "45.lethal", case.attacker), ("protected", "45.protected", case.target)):
        keyword = unit.profile.keyword(name)
        if keyword is not None:
            facts = Facts(keyword=f"{name.capitalize()} {keyword}", unit=unit.id)
            yield Step(rule, "{keyword} of {unit}: {value} damage", facts, case.state.worth(keyword), name)
    yield from _impact(case)
    if case.state.runes is None and _uses_runes(case):
        yield Step("11.runes", "no energy runes are stated: they count as none", value=0)
    yield Step("22.1", "damage short of another wound is {leftover}", _readings(case), readings=("leftover_damage",))


def _readings(case: Case) -> Facts:
    return Facts(leftover=case.state.rules["leftover_damage"])


def _impact(case: Case) -> Iterator[Step]:
    """After a charge each point of Impact has put a panic token on the target (RR 45)."""
    keyword = case.attacker.profile.keyword("impact")
    if case.action.get("charge") and keyword is not None:
        facts = Facts(keyword=f"Impact {keyword}", target=case.target.id)
        words = "{keyword} in the charge: {value} panic tokens on {target}"
        yield Step("45.impact", words, facts, case.state.worth(keyword), "impact")


def _uses_runes(case: Case) -> bool:
    worths = [die.number for die in case.card.dice]
    for unit in (case.attacker, case.target):
        worths += [unit.profile.defense, *unit.profile.keywords.values()]
    return any(worth.rune for worth in worths)


def _dice(case: Case, flanking: bool) -> Step:
    """The dice of the profile with everything that adds dice; a flank die's colour is chosen when it is rolled."""
    parts = [_dice_step("10.2", "{dice} of the profile", case.card.dice, case)]
    if case.range and case.range <= case.card.near_range:
        parts.append(_dice_step("10.2", "{dice} more at short range", case.card.near, case))
    if case.melee:
        for upgrade in case.attacker.upgrades:
            if upgrade.left > 0 and upgrade.dice:
                parts.append(_dice_step("10.2", f"{{dice}} from {upgrade.name}", upgrade.dice, case))
    hand = tuple(sum(part.facts["hand"][i] for part in parts) for i in range(3))
    blight = min(case.attacker.token("blight"), sum(hand) + flanking)
    if blight:
        parts.append(Step("87.blight", "blight takes away {value}", value=blight))
    text = _letters(hand) + (" + R or B" if flanking else "") + (f" - {blight}" if blight else "")
    left = hand if sum(hand) + flanking > blight else (0, 0, 0)
    facts = Facts(dice=text, hand=left, blight=blight, flanking=flanking and any(left))
    return Step("10.2", "dice: {dice}", facts, text, "dice", because=tuple(parts))


def _dice_step(rule: str, words: str, dice: tuple[Die, ...], case: Case) -> Step:
    counts = dict.fromkeys(COLOURS, 0)
    for die in dice:
        counts[die.colour] += case.state.worth(die.number)
    hand = tuple(counts.values())
    return Step(rule, words, Facts(dice=_letters(hand), hand=hand), _letters(hand))


def _letters(hand: tuple[int, ...]) -> str:
    return " ".join(letter for letter, n in zip(COLOURS, hand, strict=True) for _ in range(n)) or "none"


def prices(case: Case) -> tuple[tuple[int, Surge], ...]:
    """The surge abilities that are open in this attack, each with its cost against this target."""
    kind = "melee" if case.melee else "ranged"
    cards = [case.card]
    if case.attacker.profile.keyword("borrow surges") is not None:
        cards += [card for unit in _friends_near(case) if (card := getattr(unit.profile, kind))]
    found = []
    for surge in dict.fromkeys(surge for card in cards for surge in card.surges):
        if surge.range and not (case.range and surge.range[0] <= case.range <= surge.range[1]):
            continue
        if surge.needs and not _has(case.target, surge.needs):
            continue
        found.append((surge.cost - bool(surge.cheaper_if and _has(case.target, surge.cheaper_if)), surge))
    return tuple(found)


def _has(unit: Unit, token: str) -> bool:
    return any(unit.token(bane) for bane in BANES) if token == "bane" else bool(unit.token(token))


def _friends_near(case: Case) -> list[Unit]:
    """Friends at range 1-3, whose surge abilities may be borrowed."""
    from enfilade.rulesets.runewars.sighting import reach

    friends = [u for u in case.state.units if u.side == case.attacker.side and u.id != case.attacker.id and u.alive]
    measured = ((friend, reach(case.state, case.attacker, friend)) for friend in friends)
    return [friend for friend, step in measured if step and step.value <= 3]


def program(case: Case, values: dict[str, Any], dice: Step) -> Program[Any, Result]:
    """The eleven steps as stages; those that cannot matter in this attack are left out."""
    attack = Attack.of(case, prices(case), values["defense"])
    stages = [*_rolling(case, values, dice), *_spending(case, values, attack), *_suffering(case, values, attack)]
    return Program(rolling.in_hand(dice.facts["hand"]), tuple(stages), partial(read, attack))


def _rolling(case: Case, values: dict[str, Any], dice: Step) -> Iterator[Stage[Any]]:
    """Steps 2 and 3: dice added, rolled, re-rolled, taken away."""
    if dice.facts["flanking"]:
        yield Stage("41.2", "one more die for flanking: {hand}", rolling.add_flank_die)
    for _ in range(dice.facts["blight"]):
        yield Stage("87.blight", "one die fewer for blight: {hand}", partial(rolling.take_die, "Which die for blight?"))
    yield Stage("10.2", "rolled {faces}", rolling.throw)
    haunting = case.keyword(case.target, "haunting")
    if haunting:
        yield from rolling.reroll_stages("defender", haunting, "card.defender_reroll", "the defender throws")
    everything = sum(dice.facts["hand"]) + 1
    for _ in range(values["rerolls_full"]):
        yield from rolling.reroll_stages("attacker", everything, "10.3", "for a full rank")
    for _ in range(values["rerolls_single"]):
        yield from rolling.reroll_stages("attacker", 1, "10.3", "for the partial rank")
    hunter = case.keyword(case.attacker, "panic hunter")
    if hunter and case.target.token("panic"):
        yield from rolling.reroll_stages("attacker", hunter, "card.hunter", "against the panicked")
    for _ in range(case.keyword(case.attacker, "discard")):
        yield Stage("card.discard", "one die taken away, left: {faces}", rolling.discard)


def _spending(case: Case, values: dict[str, Any], attack: Attack) -> Iterator[Stage[Any]]:
    """Steps 4 to 6: icons read and changed, surges spent, accuracy put on upgrades."""
    yield Stage("10.4", "{icons}", spending.count)
    if attack.modifiers:
        yield Stage("10.4", "after modifiers: {icons}", partial(spending.modify, attack.modifiers))
    blood = min(case.keyword(case.attacker, "blood price"), sum(map(sum, _plain(case.attacker))) - 1)
    if blood > 0:
        yield Stage("card.blood_price", "{paid} wounds paid, Lethal {lethal}", partial(spending.pay_blood, blood))
    if attack.prices:
        rule = "card.borrow" if case.attacker.profile.keyword("borrow surges") is not None else "10.5"
        yield Stage(rule, "surges spent: {icons}", partial(spending.spend_surges, attack.prices))
    lethal = case.keyword(case.attacker, "lethal")
    if lethal:
        yield Stage("45.lethal", "Lethal {lethal} in all", partial(spending.modify, (("lethal", lethal),)))
    yield Stage("10.6", "accuracy on {aimed}", partial(spending.take_aim, attack.standing))


def _plain(unit: Unit) -> list[list[int]]:
    return [[max(0, strength) for strength in row] for row in unit.trays]


def _suffering(case: Case, values: dict[str, Any], attack: Attack) -> Iterator[Stage[Any] | Until[Any]]:
    """Steps 8 to 11: mortal strikes, damage, empty trays, morale."""
    yield mortal_stages(attack)
    spend = partial(spending.spend_hits, values["threat"], values.get("protected", 0), case.target.remembered)
    yield Stage("10.8", "{damage} damage from {hits} hits", spend)
    yield from damage_stages(attack)
    yield from morale_stages(attack)


def mortal_stages(attack: Attack) -> Until[Any]:
    """One wound for each mortal strike, as long as there is somebody to suffer it."""
    strike = Stage("10.7", "a mortal strike: {trays}", partial(casualties.suffer_mortal, attack.body))
    return Until((strike,), partial(casualties.no_mortal, attack.body))


def damage_stages(attack: Attack) -> Iterator[Stage[Any] | Until[Any]]:
    """Wounds paid for with damage as long as it reaches, then empty trays are removed."""
    wound = Stage("22.1", "a wound, {left} damage left: {trays}", partial(casualties.suffer_damage, attack.body))
    yield Until((wound,), partial(casualties.no_damage, attack.body))
    before = casualties.health(*attack.standing)
    yield Stage("10.10", "{wounds} wounds, left: {trays}", partial(casualties.remove_empty, before, attack.body))


def morale_stages(attack: Attack) -> Iterator[Stage[Any]]:
    """Step 11, and the tests of friends whose fight was shot into."""
    if attack.panic or attack.morale:
        yield Stage("10.11", "severity {severity}", partial(morale.spend_panic, attack.panic))
        yield Stage("53.cards", "cards that can be chosen: {drawn}", partial(morale.draw, attack.nerve))
        yield Stage("53.cards", "the card: {card}", partial(morale.choose_card, attack.nerve))
        yield Stage("53.cards", "after the card: {trays}", partial(morale.lose_faith, attack.nerve))
    for _, icons in attack.friends:
        yield Stage("10.friends", "a friend's test: {friends}", partial(morale.test_friend, icons))
