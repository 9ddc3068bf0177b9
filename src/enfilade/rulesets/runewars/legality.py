"""May this unit attack that one? Each check is a step; the first that fails is the refusal (RR 10, step 1)."""

from collections.abc import Iterator

from enfilade.referee import Action, Facts, Nearest, Refusal, Step, closest
from enfilade.rulesets.runewars import engagement, sighting
from enfilade.rulesets.runewars.case import Case, contacted
from enfilade.rulesets.runewars.state import Contact, Dial, State, Unit
from enfilade.rulesets.runewars.tables import EDGES

Checked = tuple[list[Step], Case | Refusal]
"""The steps that held and the facts of the attack, or the refusal that ended them."""
Check = tuple[Step, Nearest | None]
FIELDS = {"melee": ("attacker", "target", "edge", "charge"), "ranged": ("attacker", "target", "charge")}


def check(state: State, action: Action) -> Checked:
    """The facts of an attack, or why it is not legal."""
    steps: list[Step] = []
    named = strange_field(action, FIELDS[action.kind], "10.1") or _units(state, action)
    if isinstance(named, Refusal):
        return steps, named
    attacker, target = named
    for step, nearest in _general(state, action, attacker, target):
        if not step.value:
            return steps, Refusal(step, nearest)
        steps.append(step)
    if action.kind == "melee":
        return _melee(state, action, (attacker, target), steps)
    return _ranged(state, action, (attacker, target), steps)


def _no(rule: str, words: str, nearest: Nearest | None = None, **facts: object) -> Refusal:
    return Refusal(Step(rule, words, Facts(facts), False), nearest)


def strange_field(action: Action, known: tuple[str, ...], rule: str) -> Refusal | None:
    """The refusal of an action with a field that its kind does not have."""
    for field in action.fields:
        if field not in known:
            near = closest(field, known)
            nearest = Nearest("{field}", Facts(field=near)) if near else None
            words = "{kind} has no field {field}, but {known}"
            return _no(rule, words, nearest, kind=action.kind, field=field, known=known)
    return None


def _units(state: State, action: Action) -> tuple[Unit, Unit] | Refusal:
    """The attacker and the target that the action names."""
    found = []
    for field in ("attacker", "target"):
        name = action.get(field)
        unit = state.unit(name) if isinstance(name, str) else None
        if unit is None:
            near = closest(name, [unit.id for unit in state.units])
            nearest = Nearest("{field} {name}", Facts(field=field, name=near)) if near else None
            return _no("10.1", "{field}: there is no unit {name}", nearest, field=field, name=str(name))
        if not unit.alive:
            return _no("10.1", "{name} has no figures left", name=unit.id)
        found.append(unit)
    if found[0].side == found[1].side:
        return _no("10.1", "{target} is not an enemy of {attacker}", attacker=found[0].id, target=found[1].id)
    return found[0], found[1]


def _general(state: State, action: Action, unit: Unit, target: Unit) -> Iterator[Check]:
    """The checks that all attacks share: a profile, the dial, an attack left in this activation."""
    facts = Facts(unit=unit.id, profile=unit.profile.name, kind=action.kind)
    has = getattr(unit.profile, action.kind) is not None
    other = "ranged" if action.kind == "melee" else "melee"
    instead = Action(other, action.fields) if getattr(unit.profile, other) else None
    words = "{profile} has a {kind} attack" if has else "{profile} has no {kind} attack"
    yield Step("10.1", words, facts, has), Nearest("a {kind} attack", Facts(kind=other), instead) if instead else None
    charge = action.get("charge", False)
    if charge not in (True, False) or (charge and action.kind != "melee"):
        words = "charge is true or false, and true for a melee attack only; found {charge}"
        yield Step("11.dial", words, Facts(charge=charge), False), None
    dial = state.dial(unit.id)
    if dial and dial.action:
        yield _dial(action, dial), None
    if unit.attacked:
        yield _once(state, action, unit, target)


def _dial(action: Action, dial: Dial) -> Step:
    """The dial shows the attack, or the march whose charge ends in it."""
    charging = dial.action == "march" and bool(dial.modifier.get("charge"))
    facts = Facts(unit=dial.unit, action=dial.action)
    if action.get("charge"):
        words = "the dial of {unit} shows a charge" if charging else "the dial of {unit} shows {action} and no charge"
        return Step("11.dial", words, facts, charging and action.kind == "melee")
    return Step("11.dial", "the dial of {unit} shows {action}", facts, dial.action == action.kind)


def _once(state: State, action: Action, unit: Unit, target: Unit) -> Check:
    """One attack in an activation; a unit that may attack twice needs another engaged enemy."""
    if action.kind != "melee" or unit.keyword("second melee") is None or len(unit.attacked) > 1:
        return Step("11.once", "{unit} has attacked in this activation already", Facts(unit=unit.id), False), None
    facts = Facts(target=target.id)
    if target.id not in unit.attacked:
        return Step("card.second_melee", "a second melee attack, on another enemy: {target}", facts, True), None
    others = [enemy for enemy in state.engaged(unit.id) if enemy not in unit.attacked]
    nearest = None
    if others:
        instead = Action.of("melee", attacker=unit.id, target=others[0])
        nearest = Nearest("attack {target}, which it is engaged with", Facts(target=others[0]), instead)
    words = "the second melee attack needs another enemy than {target}"
    return Step("card.second_melee", words, facts, False), nearest


def _melee(state: State, action: Action, pair: tuple[Unit, Unit], steps: list[Step]) -> Checked:
    """A melee attack needs an engaged target and one of the edges that touch it."""
    unit, target = pair
    edges = contacted(state, unit, target)
    steps.append(engagement.engaged(state, unit, target) if edges else engagement.swept(state, unit, target))
    if not steps[-1].value:
        return steps[:-1], Refusal(steps[-1], engagement.nearest(state, unit, target))
    edges = edges or {"front": Contact(unit.id, "front", target.id, "front", ())}
    wanted = action.get("edge")
    if wanted is None and len(edges) > 1:
        return steps, _choose_edge(action, edges)
    edge = wanted if wanted is not None else next(iter(edges))
    if edge not in edges:
        return steps, _wrong_edge(action, edge, edges)
    contact = edges[edge]
    if not contact.trays and edge != "front" and len(set(unit.ranks)) > 1:
        words = "which trays of {unit} touch {target} is not known: state the contact from the side of {unit}"
        return steps, _no("82.rear" if edge == "rear" else "82.side", words, unit=unit.id, target=target.id)
    card = unit.profile.melee
    assert card is not None
    if len(edges) > 1:
        facts = Facts(edge=edge, edges=tuple(edges))
        steps.append(Step("82.choice", "of the contacted edges ({edges}) the attacker uses {edge}", facts, edge))
    return steps, Case(state, action, unit, target, card, contact)


def _choose_edge(action: Action, edges: dict[str, Contact]) -> Refusal:
    first = Action(action.kind, Facts({**action.fields, "edge": next(iter(edges))}))
    nearest = Nearest("choose an edge: {edges}", Facts(edges=tuple(edges)), first)
    return _no("82.choice", "several edges touch the target and none is chosen: {edges}", nearest, edges=tuple(edges))


def _wrong_edge(action: Action, edge: object, edges: dict[str, Contact]) -> Refusal:
    nearest = Action(action.kind, Facts({**action.fields, "edge": next(iter(edges))}))
    if edge not in EDGES:
        words = "{edge} is not an edge; edges are front, left, right and rear"
    else:
        words = "the {edge} edge does not touch the target; contacted edges: {edges}"
    facts = {"edge": str(edge), "edges": tuple(edges)}
    return _no("82.choice", words, Nearest("use the {edge} edge", Facts(edge=next(iter(edges))), nearest), **facts)


def _ranged(state: State, action: Action, pair: tuple[Unit, Unit], steps: list[Step]) -> Checked:
    """A ranged attack needs to be unengaged, and a target in arc, at range 1-5 and in line of sight."""
    unit, target = pair
    engaged = state.engaged(unit.id)
    if engaged:
        melee = Action.of("melee", attacker=unit.id, target=engaged[0]) if unit.profile.melee else None
        nearest = Nearest("a melee attack on {enemy}", Facts(enemy=engaged[0]), melee) if melee else None
        return steps, _no("10.ranged", "{unit} is engaged with {enemies}", nearest, unit=unit.id, enemies=engaged)
    steps.append(Step("10.ranged", "{unit} is not engaged", Facts(unit=unit.id), True))
    checks = sighting.checks(state, unit, target)
    for step, nearest in checks:
        if not step.value:
            return steps, Refusal(step, nearest)
        steps.append(step)
    card = unit.profile.ranged
    assert card is not None
    band = next(step.value for step, _ in checks if step.name == "range")
    return steps, Case(state, action, unit, target, card, None, int(band))
