"""May this unit attack that one? Each check is a step; the first that fails is the refusal (RR 10, step 1)."""

from difflib import get_close_matches

from enfilade.referee import Action, Facts, Nearest, Refusal, Step
from enfilade.rulesets.runewars import sighting
from enfilade.rulesets.runewars.case import Case, contacted
from enfilade.rulesets.runewars.state import Contact, State, Unit
from enfilade.rulesets.runewars.tables import EDGES

Checked = tuple[list[Step], Case | Refusal]
"""The steps that held and the facts of the attack, or the refusal that ended them."""


def check(state: State, action: Action) -> Checked:
    """The facts of an attack, or why it is not legal."""
    steps: list[Step] = []
    named = _units(state, action)
    if isinstance(named, Refusal):
        return steps, named
    attacker, target = named
    for step, nearest in _general(state, action, attacker, target):
        if not step.value:
            return steps, Refusal(step, nearest)
        steps.append(step)
    if action.kind == "melee":
        return _melee(state, action, attacker, target, steps)
    return _ranged(state, action, attacker, target, steps)


def _no(rule: str, words: str, nearest: Nearest | None = None, **facts: object) -> Refusal:
    return Refusal(Step(rule, words, Facts(facts), False), nearest)


def _units(state: State, action: Action) -> tuple[Unit, Unit] | Refusal:
    """The attacker and the target that the action names."""
    found = []
    for field in ("attacker", "target"):
        name = action.get(field)
        unit = state.unit(name) if isinstance(name, str) else None
        if unit is None:
            near = get_close_matches(str(name), [unit.id for unit in state.units], 1)
            nearest = Nearest("{field} {name}", Facts(field=field, name=near[0])) if near else None
            return _no("10.1", "{field}: there is no unit {name}", nearest, field=field, name=str(name))
        if not unit.alive:
            return _no("10.1", "{name} has no figures left", name=unit.id)
        found.append(unit)
    if found[0].side == found[1].side:
        return _no("10.1", "{target} is not an enemy of {attacker}", attacker=found[0].id, target=found[1].id)
    return found[0], found[1]


def _general(state: State, action: Action, unit: Unit, target: Unit) -> list[tuple[Step, Nearest | None]]:
    """The checks that all attacks share: a profile, the dial, an attack left in this activation, a known side."""
    facts = Facts(unit=unit.id, profile=unit.profile.name, kind=action.kind)
    has = getattr(unit.profile, action.kind) is not None
    other = "ranged" if action.kind == "melee" else "melee"
    instead = Action(other, action.fields) if getattr(unit.profile, other) else None
    words = "{profile} has a {kind} attack" if has else "{profile} has no {kind} attack"
    nearest = Nearest("a {kind} attack", Facts(kind=other), instead) if instead else None
    checks: list[tuple[Step, Nearest | None]] = [(Step("10.1", words, facts, has), nearest)]
    dial = state.dial(unit.id)
    if dial and dial.action:
        shows = Facts(unit=unit.id, action=dial.action)
        checks.append((Step("11.dial", "the dial of {unit} shows {action}", shows, dial.action == action.kind), None))
    if unit.attacked:
        checks.append((_once(action, unit, target), None))
    return checks


def _once(action: Action, unit: Unit, target: Unit) -> Step:
    if action.kind == "melee" and unit.profile.keyword("second melee") and len(unit.attacked) == 1:
        fresh = target.id not in unit.attacked
        words = "a second melee attack on another enemy"
        return Step(
            "card.second_melee",
            words if fresh else "the second melee attack needs another enemy than {target}",
            Facts(target=target.id),
            fresh,
        )
    return Step("11.once", "{unit} has attacked in this activation already", Facts(unit=unit.id), False)


def _melee(state: State, action: Action, unit: Unit, target: Unit, steps: list[Step]) -> Checked:
    """A melee attack needs an engaged target and one of the edges that touch it."""
    edges = contacted(state, unit, target) or _sweeping(state, unit, target)
    if not edges:
        return steps, _not_engaged(state, action, unit, target)
    steps.append(_engaged_step(unit, target, edges))
    wanted = action.get("edge")
    if wanted is None and len(edges) > 1:
        return steps, _choose_edge(action, edges)
    edge = wanted if wanted is not None else next(iter(edges))
    if edge not in edges:
        return steps, _wrong_edge(action, edge, edges)
    contact = edges[edge]
    if not contact.trays and edge != "front" and len(set(unit.ranks)) > 1:
        words = "which trays of {unit} touch {target} is not known: state the contact from {unit}'s side"
        return steps, _no("82.side" if edge != "rear" else "82.rear", words, unit=unit.id, target=target.id)
    card = unit.profile.melee
    assert card is not None
    if len(edges) > 1:
        facts = Facts(edge=edge, edges=tuple(edges))
        steps.append(Step("82.choice", "of the contacted edges ({edges}) the attacker uses {edge}", facts, edge))
    return steps, Case(state, action, unit, target, card, contact)


def _sweeping(state: State, unit: Unit, target: Unit) -> dict[str, Contact]:
    """With Sweeping Strikes the front edge counts as touching each unengaged enemy at range 1."""
    if unit.profile.keyword("sweeping strikes") is None or state.engaged(target.id):
        return {}
    measured = sighting.reach(state, unit, target)
    if measured is None or measured.value != 1:
        return {}
    return {"front": Contact(unit.id, "front", target.id, "front", ())}


def _engaged_step(unit: Unit, target: Unit, edges: dict[str, Contact]) -> Step:
    contact = min(edges.values(), key=lambda contact: contact.margin if contact.margin is not None else 1.0)
    facts = Facts(
        unit=unit.id,
        target=target.id,
        edges=tuple(f"{c.edge} to {c.enemy_edge}" for c in edges.values()),
        stated=contact.length is None,
    )
    if all(c.corner for c in edges.values()):
        words = "{unit} and {target} touch at a corner ({edges}), which engages them"
        return Step("34.3", words, facts, True, margin=contact.margin, readings=("corner_contact",))
    words = "{unit} is engaged with {target} ({edges})"
    close = contact.margin is not None and contact.margin < 0.001
    return Step("34.1", words, facts, True, margin=contact.margin, too_close=close)


def _not_engaged(state: State, action: Action, unit: Unit, target: Unit) -> Refusal:
    """Not engaged: by how much they are apart, and whom the unit could attack instead."""
    engaged = state.engaged(unit.id)
    nearest = None
    if engaged:
        fields = {**action.fields, "target": engaged[0]}
        fields.pop("edge", None)
        instead = Action("melee", Facts(fields))
        nearest = Nearest("attack {target}, which it is engaged with", Facts(target=engaged[0]), instead)
    apart = sighting.distance(state, unit, target)
    facts = Facts(unit=unit.id, target=target.id, apart=None if apart is None else round(apart, 3))
    if apart is None:
        return Refusal(Step("34.1", "no contact of {unit} with {target} is stated", facts, False), nearest)
    if nearest is None:
        nearest = Nearest("move {apart} trays into contact", Facts(apart=facts["apart"]))
    words = "{unit} is not engaged with {target}: they are {apart} trays apart"
    return Refusal(Step("34.1", words, facts, False, margin=-apart), nearest)


def _choose_edge(action: Action, edges: dict[str, Contact]) -> Refusal:
    first = Action(action.kind, Facts({**action.fields, "edge": next(iter(edges))}))
    nearest = Nearest("choose an edge: {edges}", Facts(edges=tuple(edges)), first)
    return _no("82.choice", "several edges touch the target and none is chosen: {edges}", nearest, edges=tuple(edges))


def _wrong_edge(action: Action, edge: object, edges: dict[str, Contact]) -> Refusal:
    nearest = Action(action.kind, Facts({**action.fields, "edge": next(iter(edges))}))
    if edge not in EDGES:
        words = "{edge} is not an edge; edges are front, left, right and rear"
    else:
        words = "the {edge} edge does not touch the target; these do: {edges}"
    facts = {"edge": str(edge), "edges": tuple(edges)}
    return _no("82.choice", words, Nearest("use the {edge} edge", Facts(edge=next(iter(edges))), nearest), **facts)


def _ranged(state: State, action: Action, unit: Unit, target: Unit, steps: list[Step]) -> Checked:
    """A ranged attack needs to be unengaged, and a target in arc, at range 1-5 and in line of sight."""
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
