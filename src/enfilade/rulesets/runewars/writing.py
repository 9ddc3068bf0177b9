"""Writing events into the position. Nothing is decided here."""

from dataclasses import replace

from enfilade.referee import Event, Facts, deciding
from enfilade.rulesets.runewars import contact
from enfilade.rulesets.runewars.decisions import DECIDING
from enfilade.rulesets.runewars.state import State, Unit


def apply(state: State, event: Event) -> State:
    """The position with this event written down; events that only tell something change nothing."""
    if event.kind == deciding.EVENT:
        decided: State = deciding.apply(state, event, DECIDING)
        return decided
    name = event.facts.get("unit", event.facts.get("attacker"))
    unit = state.unit(name)
    if unit is None:
        return state
    if event.kind == "attack":
        return state.with_unit(replace(unit, attacked=(*unit.attacked, event.facts["target"])))
    if event.kind == "losses":
        return _losses(state, unit, event.facts)
    if event.kind == "tokens":
        return state.with_unit(replace(unit, tokens=_added(unit.tokens, event.facts)))
    if event.kind == "heal":
        return state.with_unit(_healed(unit, event.facts["wounds"]))
    if event.kind == "remembered":
        return state.with_unit(replace(unit, remembered=event.facts["damage"]))
    return state


def _losses(state: State, unit: Unit, facts: Facts) -> State:
    upgrades = tuple(
        upgrade._replace(left=left) for upgrade, left in zip(unit.upgrades, facts["upgrades"], strict=True)
    )
    changed = state.with_unit(replace(unit, trays=facts["trays"], upgrades=upgrades))
    return replace(changed, contacts=contact.after_removal(state, changed))


def _added(tokens: Facts, facts: Facts) -> Facts:
    """The tokens with amounts added; none falls below zero, and none is kept at zero."""
    more = {name: amount for name, amount in facts.items() if name != "unit"}
    total = {name: max(0, tokens.get(name, 0) + more.get(name, 0)) for name in {**tokens, **more}}
    return Facts({name: amount for name, amount in total.items() if amount})


def _healed(unit: Unit, wounds: int) -> Unit:
    """Wounds healed on wounded figures, in the order of the trays; nobody returns to life."""
    rows = []
    for row in unit.trays:
        line = []
        for strength in row:
            missing = -strength % unit.profile.wounds if strength > 0 else 0
            healed = min(missing, wounds)
            wounds -= healed
            line.append(strength + healed)
        rows.append(tuple(line))
    return replace(unit, trays=tuple(rows))
