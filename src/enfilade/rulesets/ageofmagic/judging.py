"""What may be asked of this ruleset, who rules on it, and how a battle ends."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from enfilade.dice import Program
from enfilade.referee import (
    Action,
    Event,
    Facts,
    Nearest,
    Outcome,
    Refusal,
    Result,
    Rules,
    Ruling,
    Step,
    allow,
    deciding,
    refuse,
)
from enfilade.rulesets.ageofmagic.book import BOOK
from enfilade.rulesets.ageofmagic.character_ruling import judge_character, judge_location, judge_wound
from enfilade.rulesets.ageofmagic.decisions import DECIDING
from enfilade.rulesets.ageofmagic.exchange import judge_melee, judge_missile
from enfilade.rulesets.ageofmagic.fields import missing_unit, wrong_field
from enfilade.rulesets.ageofmagic.orders import in_reach
from enfilade.rulesets.ageofmagic.site import judge_site
from enfilade.rulesets.ageofmagic.state import State, rules_of
from enfilade.rulesets.ageofmagic.turn_ruling import judge_end, judge_turn
from enfilade.rulesets.ageofmagic.values import rule_values


def judge(state: State, action: Action) -> Ruling:
    """The ruling on an action; an unknown kind of action is refused."""
    rules = rules_of(state.muster, BOOK)
    if action.kind == deciding.KIND:
        return deciding.judge(state, action, rules, DECIDING)
    judges = _JUDGES.get(action.kind)
    if judges is not None:
        return judges(state, action, rules)
    facts = Facts(kind=action.kind, known=KINDS)
    step = Step("3.6.2.4-orders", "{kind} is not an action here; these are: {known}", facts, False)
    return refuse(action, (), rules, Refusal(step, Nearest("a whole turn", action=Action.of("turn"))))


def judge_values(state: State, action: Action, rules: Rules) -> Ruling:
    """The ruling on a unit's combat values."""
    rule = "3.6.2.2-size"
    refusal = wrong_field(action, {"unit": ()}, rule) or missing_unit(state, action, "unit", rule)
    if refusal:
        return refuse(action, (), rules, refusal)
    return rule_values(state, action, state.muster.index(action["unit"]), rules)


def judge_given_up(state: State, action: Action, rules: Rules) -> Ruling:
    """The ruling on a side that leaves the field to the other."""
    sides = state.muster.sides
    refusal = wrong_field(action, {"side": sides}, "3.6-end")
    if refusal is None and "side" not in action.fields:
        refusal = Refusal(Step("3.6-end", "say which side: {sides}", Facts(sides=sides), False))
    if refusal:
        return refuse(action, (), rules, refusal)
    step = Step("3.6-end", "{army} gives up the field", Facts(army=action["side"]))
    return allow(action, [step], rules, Program(action["side"], (), _given_up))


def _given_up(side: str) -> Result:
    return Result(Facts(given_up=side), (Event("given_up", Facts(side=side)),))


_JUDGES: Mapping[str, Callable[[State, Action, Rules], Ruling]] = MappingProxyType(
    {
        "values": judge_values,
        "missile": judge_missile,
        "melee": judge_melee,
        "turn": judge_turn,
        "end": judge_end,
        "character": judge_character,
        "location": judge_location,
        "wound": judge_wound,
        "site": judge_site,
        "give_up": judge_given_up,
    }
)
KINDS = (*_JUDGES, deciding.KIND)


def candidates(state: State, about: str = "") -> Iterator[Action]:
    """The turn or its end, every volley and melee between enemies, values, characters' rolls; none after the end.

    With `about` only the values and attacks of this unit, the attacks on it, and the rolls of its characters.
    """
    if outcome(state):
        return
    units = [unit for unit in state.muster.units if state.on_field(unit.id)]
    if not about:
        if state.muster.commanders and not state.site and state.turn == 1:
            yield Action.of("site")
        yield Action.of("end") if state.begun() else Action.of("turn")
    yield from (Action.of("values", unit=unit.id) for unit in units if about in ("", unit.id))
    for unit in units:
        for enemy in units:
            if unit.side != enemy.side and about in ("", unit.id, enemy.id):
                yield from _attacks(state, unit.id, enemy.id)
    yield from _rolls(state, about)


def _rolls(state: State, about: str) -> Iterator[Action]:
    """The rolls of the characters, or of those in one unit."""
    for who in state.characters:
        if about not in ("", who.id, who.unit):
            continue
        yield Action.of("character", character=who.id)
        if any(not where for _, where in who.wounds):
            yield Action.of("location", character=who.id)


def _attacks(state: State, unit: str, enemy: str) -> Iterator[Action]:
    at = state.muster.index(unit)
    if state.muster.cards[at].missile:
        yield Action.of("missile", attacker=unit, target=enemy)
    free = not state.enemies(unit)
    charging = True if free and in_reach(state, at, state.stands(enemy).area) else None
    yield Action.of("melee", attacker=unit, target=enemy, charging=charging)


def outcome(state: State) -> Outcome | None:
    """Who holds the field: the side that has units left which do not rout, once the other has none."""
    sides, names = state.muster.sides, dict(zip(state.muster.sides, state.muster.names, strict=True))
    if state.given_up:
        winner = sides[1 - sides.index(state.given_up)]
        return Outcome(winner, "{army} gives up the field", Facts(army=names[state.given_up]))
    units = zip(state.muster.units, state.units, strict=True)
    left = {unit.side for unit, one in units if one.size and not one.gone and one.morale != "routing"}
    if len(left) < 2:
        holder = next(iter(left), None)
        if not holder:
            return Outcome(None, "nobody holds the field")
        return Outcome(holder, "{army} holds the field", Facts(army=names[holder]))
    if state.turn > state.muster.last_turn:
        return Outcome(None, "night falls")
    return None
