"""Threat, the damage of each hit (RR 82), and the re-rolls that ranks give (RR 66)."""

from collections.abc import Iterable

from enfilade.referee import Facts, Shape, Step, folded
from enfilade.rulesets.runewars.case import Case, flanks, front_trays, full_ranks, partial_trays
from enfilade.rulesets.runewars.case import along as strokes
from enfilade.rulesets.runewars.contact import edge_trays
from enfilade.rulesets.runewars.state import Tray, Unit


def threat(case: Case) -> Step:
    """The attacker's threat in this attack, Brutal included."""
    base = _base(case)
    brutal = case.attacker.profile.keyword("brutal")
    if brutal is None:
        return base
    worth = Facts(keyword=f"Brutal {brutal}")
    more = Step("45.brutal", "{keyword}: threat +{value}", worth, case.state.worth(brutal))
    return folded("sum", base.rule, "threat {value}", (_unnamed(base), more), name="threat")


def _unnamed(step: Step) -> Step:
    return Step(step.rule, step.words, step.facts, step.value, evidence=step.evidence, readings=step.readings)


def _base(case: Case) -> Step:
    unit, contact = case.attacker, case.contact
    if contact is None:
        return _counted(case, "82.ranged", "ranged: the {value} trays of the front edge", front_trays(unit))
    if unit.profile.keyword("column tactics") is not None:
        return _column(case)
    if contact.edge == "front":
        return _counted(case, "82.front", "front edge: the {value} trays of the front rank", front_trays(unit))
    return _rear(case, contact.trays) if contact.edge == "rear" else _side(case, contact.trays)


def _side(case: Case, touched: tuple[Tray, ...]) -> Step:
    unit, edge = case.attacker, case.contact.edge  # type: ignore[union-attr]
    partial, full = partial_trays(unit), full_ranks(unit)
    trays = edge_trays(unit, edge)
    if not partial:
        words = "{edge} edge: the {value} ranks"
        return _counted(case, "82.side", words, trays, value=full)
    if set(touched) & set(partial):
        words = "{edge} edge: the defender touches {touched} in the partial rank, so all {value} ranks count"
        return _counted(case, "82.side", words, trays, value=full + 1)
    words = "{edge} edge: the defender touches no tray of the partial rank, so the {value} full ranks count"
    return _counted(case, "82.side", words, [place for place in trays if place not in partial], value=full)


def _rear(case: Case, touched: tuple[Tray, ...]) -> Step:
    unit, partial = case.attacker, partial_trays(case.attacker)
    if partial and touched and set(touched) <= set(partial):
        words = "rear edge: the defender touches only the partial rank ({touched}), so its {value} trays count"
        return _counted(case, "82.rear", words, partial)
    if partial:
        words = "rear edge: the defender touches {touched}, not only the partial rank: the {value} trays in front"
        return _counted(case, "82.rear", words, front_trays(unit))
    return _counted(case, "82.rear", "rear edge: the {value} trays of the front rank", front_trays(unit))


def _column(case: Case) -> Step:
    left_out = case.state.rules["column_tactics"] == "left_out"
    words = "Column Tactics: threat is the {value} ranks of the unit"
    ranks = len(case.attacker.ranks) - left_out
    step = _counted(case, "card.column_tactics", words, case.attacker.places(), value=ranks)
    return Step(
        step.rule, step.words, step.facts, ranks, "threat", evidence=step.evidence, readings=("column_tactics",)
    )


def _counted(case: Case, rule: str, words: str, trays: Iterable[Tray], value: int | None = None) -> Step:
    """A threat step with the trays that it counts, drawn."""
    counted, contact, unit = tuple(trays), case.contact, case.attacker
    facts = Facts(
        edge=contact.edge if contact else "front",
        ranks=unit.ranks,
        counted=tuple(map(str, counted)),
        touched=tuple(map(str, contact.trays)) if contact else (),
    )
    shapes = _shapes(case, counted)
    return Step(rule, words, facts, len(counted) if value is None else value, "threat", evidence=shapes)


def _shapes(case: Case, counted: tuple[Tray, ...]) -> tuple[Shape, ...]:
    unit, size = case.attacker, case.state.ground.tray
    if unit.pose is None:
        return ()
    shapes = [
        Shape("polygon", tuple((x / size, y / size) for x, y in unit.rect(place, size).corners), "counted", of=unit.id)
        for place in counted
    ]
    edge = case.contact.edge if case.contact else "front"
    role = "contacted" if case.contact else "front"
    shapes += [Shape("edge", stroke, role, of=unit.id) for stroke in strokes(unit, edge, size)]
    return tuple(shapes)


def rerolls(case: Case) -> tuple[Step, Step]:
    """How often any dice may be re-rolled, and whether one single die may be after that."""
    unit = case.attacker
    flanked = flanks(case.state, case.target, unit) if case.melee else None
    if flanked:
        facts = Facts(flanker=case.target.id, edge=flanked.enemy_edge)
        words = "{flanker} flanks the attacker at its {edge} edge: no re-rolls for ranks"
        none = Step("41.1", words, facts, 0, "rerolls_full")
        return none, Step("41.1", words, facts, 0, "rerolls_single")
    return _full(case, unit), _single(unit)


def _full(case: Case, unit: Unit) -> Step:
    if case.melee and unit.profile.keyword("column tactics") is not None:
        words = "Column Tactics: the {value} trays of the front rank count as ranks for re-rolls"
        ranks = Step("card.column_tactics", words, value=unit.ranks[0])
    else:
        ranks = Step("10.3", "full ranks behind the front rank: {value}", value=full_ranks(unit) - 1)
    precise = unit.profile.keyword("precise")
    if precise is None:
        return Step(ranks.rule, ranks.words, ranks.facts, ranks.value, "rerolls_full")
    more = Step("45.precise", "{keyword}: {value} more", Facts(keyword=f"Precise {precise}"), case.state.worth(precise))
    return folded("sum", "10.3", "re-rolls of any dice: {value}", (ranks, more), name="rerolls_full")


def _single(unit: Unit) -> Step:
    partial = partial_trays(unit)
    words = "partial rank: one single die may be re-rolled" if partial else "no partial rank: no single re-roll"
    return Step("10.3", words, Facts(ranks=unit.ranks), int(bool(partial)), "rerolls_single")


def flank_step(case: Case) -> Step:
    """Whether the attacker flanks the target and so adds a die, red or blue."""
    found = flanks(case.state, case.attacker, case.target) if case.melee else None
    if found:
        facts = Facts(edge=found.enemy_edge, target=case.target.id)
        words = "the front edge touches the {edge} edge of {target}: one more die, red or blue"
        return Step("41.2", words, facts, True, "flanking")
    piece = case.state.occupied(case.target.id)
    if piece:
        words = "{target} stands in {terrain}: it cannot be flanked"
        return Step("41.terrain", words, Facts(target=case.target.id, terrain=piece.id), False, "flanking")
    return Step("41.2", "no flanking", Facts(target=case.target.id), False, "flanking")


def defense(case: Case) -> Step:
    """The price of one wound on a plain figure of the target (RR 22.1), with what raises it in this attack."""
    target, printed = case.target, case.target.profile.defense
    parts = [Step("10.defense", "printed defense {printed}", Facts(printed=str(printed)), case.state.worth(printed))]
    dial = case.state.dial(target.id)
    if dial and dial.modifier.get("defend"):
        parts.append(Step("11.dial", "defend +{value} on the dial", value=dial.modifier["defend"]))
    piece, name = case.state.occupied(target.id), "fortified" if case.melee else "cover"
    if piece and piece.keywords.get(name):
        facts = Facts(keyword=name.capitalize(), terrain=piece.id)
        parts.append(Step("10.defense", "{keyword} of {terrain}: +{value}", facts, int(piece.keywords[name])))
    total = folded("sum", "10.defense", "added up: {value}", parts)
    lowest = 1 if case.state.rules["minimum_defense"] == "one" else 0
    floor = Step("10.defense", "never below {value}", value=lowest, readings=("minimum_defense",))
    words = "defense {value}: each wound costs so much damage"
    return folded("greatest", "10.defense", words, (total, floor), name="defense")
