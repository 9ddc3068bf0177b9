"""Orders (3.6.2.4): what a unit may be told, how it is written, and every reason why an order cannot stand."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from enfilade.referee import Facts, Step, Words, advice
from enfilade.rulesets.ageofmagic import areas
from enfilade.rulesets.ageofmagic.risk import MOST
from enfilade.rulesets.ageofmagic.state import Order, State

# Kind of order: its rule, and what its target is: an enemy, a friend, an area, or nothing.
KINDS = MappingProxyType(
    {
        "charge": ("3.6.2.4-charge", "enemy"),
        "stand": ("3.6.2.4-stand", ""),
        "fire": ("3.6.2.4-fire", "enemy"),
        "defend": ("3.6.2.4-defend", "friend"),
        "hit_and_run": ("3.6.2.4-hit-and-run", "enemy"),
        "move": ("3.6.2.4-move", "area"),
        "stay": ("3.6.2.4-stay", "enemy?"),
        "disengage": ("3.6.2.4-disengage", "enemy?"),
        "retreat": ("3.6.2.4-retreat", "area?"),
        "rout": ("3.6.2.4-rout", ""),
    }
)
REACTIONS = ("brace", "evade", "counter")
EXTRAS = ("if_charged", "dice", "position")
ENGAGED = ("stay", "disengage")


class Objection(NamedTuple):
    """Why an order cannot stand: the rule, whose order, where in it, what was expected, found, and what to do.

    `says` tells a player the same in a sentence; without it the order is not one that a player could pick.
    """

    rule: str
    unit: str
    field: str
    expected: str | Words
    found: str | Words
    hint: str | Words = ""
    says: Words | None = None

    def saying(self, words: str, **facts: object) -> "Objection":
        """The same with the sentence that a player reads; {unit} is the unit whose order it is."""
        return self._replace(says=Words(words, Facts(facts, unit=self.unit)))

    def step(self) -> Step:
        """The objection as a step that fails."""
        if self.says:
            return Step(self.rule, self.says.words, self.says.facts, False)
        words = "{unit}: expected {expected}, found {found}"
        if self.hint:
            words = "{unit}: expected {expected}, found {found}; {hint}"
        facts = Facts(unit=self.unit, field=self.field, expected=self.expected, found=self.found, hint=self.hint)
        return Step(self.rule, words, facts, False)


def read_order(unit: str, given: Any) -> tuple[Order | None, list[Objection]]:
    """An order as written: a bare word, or one kind with its target and extras. `None` if it cannot be read."""
    fields = {given: ""} if isinstance(given, str) else given
    if not isinstance(fields, Mapping):
        return None, [Objection(GENERAL, unit, "", "an order such as {charge: UNIT}", repr(given))]
    kinds = [name for name in fields if name not in EXTRAS]
    known = [name for name in kinds if name in KINDS]
    wrong = [_unknown(unit, name) for name in kinds if name not in KINDS]
    if wrong or len(known) != 1:
        found = ", ".join(known) or "none"
        orders = Words("orders: {orders}", Facts(orders=tuple(KINDS)))
        counted = [] if wrong else [Objection(GENERAL, unit, "", "one order", found, orders)]
        return None, wrong + counted
    kind, wrong = known[0], list(_wrong_extras(unit, fields))
    target = fields[kind]
    if target is not None and not isinstance(target, str):
        wrong.append(Objection(KINDS[kind][0], unit, kind, "the name of a unit or an area", repr(target)))
    if wrong:
        return None, wrong
    extras: dict[str, Any] = {name: fields[name] for name in EXTRAS if name in fields}
    return Order(kind, target or "", **extras), []


GENERAL = "3.6.2.4-orders"


def _unknown(unit: str, name: str) -> Objection:
    return Objection(GENERAL, unit, str(name), "an order", str(name), advice(str(name), [*KINDS, *EXTRAS]))


def _wrong_extras(unit: str, fields: Mapping[str, Any]) -> Iterator[Objection]:
    for name, allowed in (("if_charged", REACTIONS), ("position", ("good", "normal", "poor"))):
        if name in fields and fields[name] not in allowed:
            yield Objection(GENERAL, unit, name, Words("one of {known}", Facts(known=allowed)), str(fields[name]))
    dice = fields.get("dice", 0)
    if type(dice) is not int or not 0 <= dice <= MOST:
        expected = Words("a whole number of dice from 0 to {most}", Facts(most=MOST))
        yield Objection("1.1.2-risk", unit, "dice", expected, str(dice))


def objections(state: State, unit: str, order: Order) -> list[Objection]:
    """Every reason why this unit cannot be given this order now; none if it can."""
    at = state.muster.index(unit)
    if at < 0:
        known = [one.id for one in state.muster.units]
        return [Objection(GENERAL, unit, "", "a unit of this battle", "no such unit", advice(unit, known))]
    if state.units[at].gone or not state.units[at].size:
        gone = state.units[at].gone or "annihilated"
        found = Words("a unit that is {gone}", Facts(gone=gone))
        missing = Objection(GENERAL, unit, "", "a unit on the field", found, "leave its order out")
        return [missing.saying("{unit} is {gone} and takes no orders", gone=gone)]
    rule, takes = KINDS[order.kind]
    may = _may(state, at, order.kind)
    if may:
        return [may]
    wrong = _TARGETS[takes.rstrip("?")](state, at, order) if order.target or not takes.endswith("?") else []
    if order.if_charged and order.kind not in ("stand", "fire", "defend", "hit_and_run"):
        told = "only stand, fire, defend and hit_and_run choose how to meet a charge"
        says = "only who stands, fires, defends or hits and runs chooses how to meet a charge: {unit} does not"
        wrong.append(Objection(rule, unit, "if_charged", "nothing", order.if_charged, told).saying(says))
    if order.if_charged == "evade" and order.kind == "defend":
        stays = Objection(rule, unit, "if_charged", "brace or counter", "evade", "it stands between")
        wrong.append(stays.saying("{unit} stands between and cannot evade: it may brace or counter-charge"))
    return wrong


def _may(state: State, at: int, kind: str) -> Objection | None:
    """Whether the unit's own condition allows this kind of order."""
    unit = state.muster.units[at].id
    enemies, rule = state.enemies(unit), KINDS[kind][0]
    routing = state.units[at].morale == "routing"
    if routing and kind != "rout":
        leave = "it tries to disengage and flees: leave its order out"
        flees = Objection("3.6.2.4-rout", unit, kind, "no order for a routing unit", kind, leave)
        return flees.saying("{unit} is routing: it tries to disengage and flees, and takes no orders")
    if kind == "rout":
        facts = Facts(morale=state.units[at].morale)
        stands = Objection(rule, unit, kind, "a routing unit", Words("{morale} morale", facts))
        return None if routing else stands.saying("{unit} does not rout: its morale is {morale}", **facts)
    if enemies and kind not in ENGAGED:
        told = Words("it may stay or disengage: it is in melee with {enemies}", Facts(enemies=tuple(enemies)))
        held = Objection(rule, unit, kind, "a unit that is not in melee", "one that is", told)
        return held.saying("{unit} is in melee with {enemies}: it may stay or disengage", enemies=tuple(enemies))
    if not enemies and kind in ENGAGED:
        may = "it may stand, charge, fire or move"
        free = Objection(rule, unit, kind, "a unit in melee", "one that is not", may)
        return free.saying("{unit} is not in melee: it may stand, charge, fire or move")
    return None


def _no_target(state: State, at: int, order: Order) -> list[Objection]:
    if not order.target:
        return []
    unit = state.muster.units[at].id
    return [Objection(KINDS[order.kind][0], unit, order.kind, "no target", order.target)]


def _enemy(state: State, at: int, order: Order) -> list[Objection]:
    unit, rule = state.muster.units[at], KINDS[order.kind][0]
    found = _on_field(state, at, order)
    if found:
        return found
    target = state.muster.index(order.target)
    if state.muster.units[target].side == unit.side:
        friend = Objection(rule, unit.id, order.kind, "an enemy", Words("{unit}, a friend", Facts(unit=order.target)))
        return [friend.saying("{target} is on the side of {unit}", target=order.target)]
    if order.kind in ENGAGED:
        enemies = state.enemies(unit.id)
        if order.target not in enemies:
            told = Words("it is in melee with {enemies}", Facts(enemies=tuple(enemies)))
            other = Objection(rule, unit.id, order.kind, "an enemy in melee with it", order.target, told)
            says = "{unit} is not in melee with {target} but with {enemies}"
            return [other.saying(says, target=order.target, enemies=tuple(enemies))]
        return []
    wrong = []
    if order.kind in ("fire", "hit_and_run") and not state.muster.cards[at].missile:
        none = Objection(rule, unit.id, order.kind, "a unit with missiles", "missile value 0")
        wrong.append(none.saying("{unit} cannot fire without missiles"))
    if not in_reach(state, at, state.units[target].area):
        places = state.units[at].area, state.units[target].area
        facts = Facts(unit=order.target, there=areas.said(places[1]), here=areas.said(places[0]))
        found_ = Words("{unit} in {there}, which does not touch {here}", facts)
        far = Objection(rule, unit.id, order.kind, "an enemy in the same or an adjacent area", found_)
        says = "{unit} cannot reach {target}: {there} does not touch {here}"
        wrong.append(far.saying(says, target=order.target, there=facts["there"], here=facts["here"]))
    return wrong


def _friend(state: State, at: int, order: Order) -> list[Objection]:
    unit, rule = state.muster.units[at], KINDS[order.kind][0]
    found = _on_field(state, at, order)
    if found:
        return found
    target = state.muster.index(order.target)
    if target == at or state.muster.units[target].side != unit.side:
        strange = Objection(rule, unit.id, order.kind, "another unit of its own side", order.target)
        return [strange.saying("{unit} can defend only another unit of its own side")]
    if state.units[target].area != state.units[at].area:
        there, here = (areas.said(state.units[one].area) for one in (target, at))
        where = Words("{unit} in {there}, not in {here}", Facts(unit=order.target, there=there, here=here))
        apart = Objection(rule, unit.id, order.kind, "a friend in the same area", where)
        says = "{unit} cannot defend {target}, who is in {there}, from {here}"
        return [apart.saying(says, target=order.target, there=there, here=here)]
    return []


def _area(state: State, at: int, order: Order) -> list[Objection]:
    unit, muster, rule = state.muster.units[at], state.muster, KINDS[order.kind][0]
    here = state.units[at].area
    goal = areas.named(muster.sides, unit.side, order.target)
    if order.target == "forward":
        goal = areas.forward(muster.sides, unit.side, here)
    if not goal:
        known = [*areas.PLACES, *areas.every(muster.sides)]
        return [Objection(rule, unit.id, order.kind, "an area", order.target, advice(order.target, known))]
    if in_reach(state, at, goal) and (goal != here or order.kind == "retreat"):
        return []
    near = tuple(areas.said(one) for one in areas.neighbours(muster.sides, muster.closed)[here])
    told = Words("from {here} it may go to {areas}", Facts(here=areas.said(here), areas=near))
    facts = Facts(there=areas.said(goal), here=areas.said(here))
    stays = goal == here
    found = Words("the area where it stands" if stays else "{there}, which does not touch {here}", facts)
    says = "{unit} cannot go to {there}, which does not touch {here}; it may go to {areas}"
    if stays:
        says = "{unit} is in {here} already; it may go to {areas}"
    return [Objection(rule, unit.id, order.kind, "an adjacent area", found, told).saying(says, **facts, areas=near)]


_TARGETS: Mapping[str, Callable[[State, int, Order], list[Objection]]] = MappingProxyType(
    {"": _no_target, "enemy": _enemy, "friend": _friend, "area": _area}
)


def _on_field(state: State, at: int, order: Order) -> list[Objection]:
    """A target must be a unit that is still there."""
    unit, rule = state.muster.units[at].id, KINDS[order.kind][0]
    target = state.muster.index(order.target)
    if target < 0:
        known = [one.id for one in state.muster.units]
        meant = advice(order.target, known)
        return [Objection(rule, unit, order.kind, "a unit of this battle", order.target or "none", meant)]
    if state.units[target].gone or not state.units[target].size:
        gone = state.units[target].gone or "annihilated"
        found = Words("{unit}, which is {gone}", Facts(unit=order.target, gone=gone))
        left = Objection(rule, unit, order.kind, "a unit on the field", found)
        return [left.saying("{unit} cannot do anything to {target}, which is {gone}", target=order.target, gone=gone)]
    return []


def in_reach(state: State, at: int, goal: str) -> bool:
    """Whether an area is the unit's own or touches it (3.6.2.3)."""
    here = state.units[at].area
    return here == goal or goal in areas.neighbours(state.muster.sides, state.muster.closed)[here]


def default(state: State, at: int) -> Order:
    """What a unit does without an order: it routs, stays in its melee, or stands."""
    if state.units[at].morale == "routing":
        return Order("rout")
    return Order("stay" if state.enemies(state.muster.units[at].id) else "stand")
