"""The ruling on a whole turn: all orders stand or none does; what each is, and what its attacks are worth."""

from collections.abc import Iterator, Sequence
from functools import partial

from enfilade.dice import Program
from enfilade.referee import Action, Facts, Nearest, Refusal, Rules, Ruling, Step, allow, refuse
from enfilade.rulesets.ageofmagic import areas
from enfilade.rulesets.ageofmagic.aftermath import END_OF_TURN
from enfilade.rulesets.ageofmagic.exchange import MORALE_STEP, blow_step, casualties_steps, fire_step
from enfilade.rulesets.ageofmagic.field import Field
from enfilade.rulesets.ageofmagic.fields import wrong_field
from enfilade.rulesets.ageofmagic.fire import volley
from enfilade.rulesets.ageofmagic.melee import Meeting, blow
from enfilade.rulesets.ageofmagic.moves import MARCH, POISE, goal_of, may_contend, poise
from enfilade.rulesets.ageofmagic.orders import KINDS, Objection, default
from enfilade.rulesets.ageofmagic.risk import risk_step, tie_step
from enfilade.rulesets.ageofmagic.scale import scale_steps
from enfilade.rulesets.ageofmagic.standing import orders_for
from enfilade.rulesets.ageofmagic.state import Order, State
from enfilade.rulesets.ageofmagic.turn import ended, opening, turn_program

RULE = "3.6.2.4-orders"
SAYS = {
    "charge": "{unit}: charge {target}",
    "stand": "{unit}: stand",
    "fire": "{unit}: stand and fire at {target}",
    "defend": "{unit}: stand and defend {target}",
    "hit_and_run": "{unit}: hit and run at {target}",
    "move": "{unit}: move ({area})",
    "stay": "{unit}: stay in melee",
    "disengage": "{unit}: disengage",
    "retreat": "{unit}: retreat to rally ({area})",
    "rout": "{unit}: rout",
}


def judge_turn(state: State, action: Action, rules: Rules) -> Ruling:
    """The ruling on a whole turn."""
    sides = state.muster.sides
    refusal = wrong_field(action, {"orders": (), "side": sides, "adjust": ()}, RULE) or _begun(state)
    given, adjust = action.get("orders"), action.get("adjust") or Facts()
    refusal = refusal or _unreadable(state, given, adjust)
    if refusal:
        return refuse(action, (), rules, refusal)
    orders, wrong = orders_for(state, given)
    if wrong:
        return refuse(action, (), rules, _wrong_orders(state, action, wrong))
    first = sides.index(action.get("side", sides[0]))
    said = tuple(int(adjust.get(unit.id, 0)) for unit in state.muster.units) if adjust else ()
    program = turn_program(state, orders, first, said)
    field = opening(state, orders, first, said)
    steps = [*scale_steps(state, rules), *_order_steps(state, field, rules), *_adjusted(state, said)]
    return allow(action, [*steps, _sequence(field), MORALE_STEP, *_nightfall(state)], rules, program)


def judge_end(state: State, action: Action, rules: Rules) -> Ruling:
    """The ruling on the end of a turn whose volleys and melees were ruled one by one."""
    refusal = wrong_field(action, {}, "3.6.2.5-sequence")
    if refusal:
        return refuse(action, (), rules, refusal)
    orders = [default(state, at) for at in range(len(state.units))]
    field = opening(state, orders)._replace(dealt=state.dealt)
    steps = [_sequence(field), MORALE_STEP]
    return allow(action, steps, rules, Program(field, (MARCH, *END_OF_TURN), partial(ended, state)))


def _nightfall(state: State) -> list[Step]:
    if state.turn < state.muster.last_turn:
        return []
    return [Step("3.6-end", "after turn {turn} night falls and the battle ends", Facts(turn=state.turn))]


def _sequence(field: Field) -> Step:
    """The order of things in a turn, and how the points are read that are not known."""
    because = [Step("3.6.2.5-tired", "units that fight tire", readings=("quiet_turns",))]
    if any(order.kind == "defend" for order in field.orders):
        because.append(
            Step("3.6.2.4-defend", "who stands between a charge and its target meets it", readings=("interposing",))
        )
    if field.pairs or field.charges:
        late = field.reading("melee_size") == "after_fire"
        words = "who is left after the missiles strikes" if late else "who was there as the turn began strikes"
        because.append(Step("3.6.2.5.2-size", words, readings=("melee_size",)))
        words = "of two in melee the one that suffers less has the advantage next turn"
        because.append(Step("3.6.2.5-advantage", words, readings=("advantage_by", "one_position")))
    if len(field.pairs) + len(field.charges) > 1:
        split = field.reading("strength_split") == "equal"
        words = "who fights several divides its strength" if split else "who fights several strikes each with all"
        because.append(Step("3.6.2.5.2-split", words, readings=("strength_split",)))
    words = "movement, then all missiles, then all melee, then tiredness, advantage and morale"
    return Step("3.6.2.5-sequence", words, because=tuple(because))


def _begun(state: State) -> Refusal | None:
    if not state.begun():
        return None
    step = Step("3.6.2.5-sequence", "this turn has begun: part of it was ruled by hand", value=False)
    return Refusal(step, Nearest("the end of this turn", action=Action.of("end")))


def _unreadable(state: State, given: object, adjust: object) -> Refusal | None:
    """Why the fields of the action are no orders, or no changes of morale, at all."""
    if given is not None and not isinstance(given, Facts):
        return Refusal(
            Step(RULE, "orders are a list of units with their orders; found {found}", Facts(found=repr(given)), False)
        )
    words = "adjust gives units 1 to 3 levels of morale, up or down; found {found}"
    if not isinstance(adjust, Facts):
        return Refusal(Step("3.6.2.5.3-referee", words, Facts(found=repr(adjust)), False))
    for unit, levels in adjust.items():
        if not state.on_field(unit) or type(levels) is not int or not -3 <= levels <= 3:
            return Refusal(Step("3.6.2.5.3-referee", words, Facts(found=f"{unit}: {levels}"), False))
    return None


def _wrong_orders(state: State, action: Action, wrong: Sequence[Objection]) -> Refusal:
    """All objections at once, and the turn without the orders that they are about."""
    because = tuple(one.step() for one in wrong)
    units = tuple(dict.fromkeys(one.unit for one in wrong))
    words = "{count} {count:mistake|mistakes} in the orders of {units}; nothing of the turn is done"
    step = Step(RULE, words, Facts(count=len(wrong), units=units), False, because=because)
    given = action.get("orders")
    left = {unit: order for unit, order in (given or _written(state)).items() if str(unit) not in units}
    instead = Action(action.kind, Facts({**action.fields, "orders": left}))
    return Refusal(step, Nearest("the turn without these orders", Facts(), instead))


def _written(state: State) -> dict[str, object]:
    """The orders of the state as an action writes them."""
    return {unit: write_order(order) for unit, order in state.orders}


def ordered(state: State) -> dict[str, dict[str, object]]:
    """The orders for the turn to come, as a file writes them."""
    return {unit: write_order(order) for unit, order in state.orders}


def write_order(order: Order) -> dict[str, object]:
    """An order as a file or an action writes it."""
    extras = {"if_charged": order.if_charged, "position": order.position}
    dice = {"dice": order.dice} if order.dice >= 0 else {}
    return {order.kind: order.target, **{name: value for name, value in extras.items() if value}, **dice}


def _order_steps(state: State, field: Field, rules: Rules) -> Iterator[Step]:
    """What each unit does, with the value of the attacks that this leads to as the orders are revealed."""
    for at, order in enumerate(field.orders):
        if field.units[at].gone:
            continue
        target = state.muster.index(order.target)
        name = state.muster.units[target].name if target >= 0 else ""
        facts = Facts(id=state.muster.units[at].id, unit=state.muster.units[at].name, target=name)
        if order.kind in ("move", "retreat"):
            facts = Facts(facts, area=state.muster.spoken(goal_of(field, at)))
        because = tuple(_attacks(state, field, at, target, rules))
        yield Step(KINDS[order.kind][0], SAYS[order.kind], facts, True, because=because)


def _attacks(state: State, field: Field, at: int, target: int, rules: Rules) -> Iterator[Step]:
    order, most = field.orders[at], state.muster.tables.dice
    if order.kind in ("fire", "hit_and_run") or (order.kind == "charge" and state.muster.cards[at].missile):
        shot = volley(field, at, target, moving=order.kind != "fire")
        yield renamed_sum(fire_step(field, shot, rules))
        yield risk_step(state.muster.units[at].name, shot.dice, shot.value, rules, most)
        yield from casualties_steps(shot, "3.6.2.5.1-casualties")
    if order.kind == "charge":
        yield from _charge_steps(state, field, at, target, rules)
    for pair in state.pairs:
        enemy = pair.enemy(state.muster.units[at].id)
        if enemy and order.kind == "stay":
            ahead = 0 if not pair.ahead else -1 if pair.ahead == enemy else 1
            strike = blow(field, at, state.muster.index(enemy), Meeting(advantage=ahead))
            yield renamed_sum(blow_step(field, strike, rules, ""))
    if order.kind == "retreat":
        words = "a quiet turn gives back {value} {value:level|levels} of morale"
        yield Step("3.6.2.5.3-rally", words, Facts(), state.muster.tables.rally)


def _charge_steps(state: State, field: Field, at: int, target: int, rules: Rules) -> Iterator[Step]:
    """A charge as it will go if nobody stands in its way."""
    side = areas.struck_side(state.muster.units[target].side, field.units[target].area, field.units[at].area)
    yield Step("3.6.2.4-side", "it strikes the {value}", Facts(), side)
    strike = blow(field, at, target, Meeting(charging=True, side=side))
    yield renamed_sum(blow_step(field, strike, rules, ""))
    yield Step("3.6.2.5-charge", "dealing more than it takes would raise its morale a level")
    charge = next(charge for charge in field.charges if charge.unit == at)
    if may_contend(field, charge):
        value = POISE.step(poise(field, at), unit=state.muster.units[at].name)
        yield Step(
            "3.6.2.4-speed", "its leader may have to contend", Facts(), value.value, because=(value, tie_step(rules))
        )


def renamed_sum(step: Step) -> Step:
    """The sum without names: a turn has many, and none is the ruling's one value."""
    from dataclasses import replace

    return replace(step, name="", because=tuple(renamed_sum(one) for one in step.because))


def _adjusted(state: State, said: tuple[int, ...]) -> Iterator[Step]:
    for unit, levels in zip(state.muster.units, said, strict=False):
        if levels:
            words = "the referee gives {unit} {value} {value:level|levels} of morale"
            yield Step("3.6.2.5.3-referee", words, Facts(unit=unit.name), levels)
