"""Threat, the damage of each hit (RR 82), the re-rolls that ranks give (RR 66), flanking (RR 41), defense (RR 22)."""

from collections.abc import Iterable
from dataclasses import replace

from enfilade.referee import Facts, Shape, Step, folded
from enfilade.rulesets.runewars.case import Case, corner_at_flank, flanks, front_trays, full_ranks, partial_trays
from enfilade.rulesets.runewars.case import along as strokes
from enfilade.rulesets.runewars.contact import edge_trays
from enfilade.rulesets.runewars.state import Contact, State, Tray, Unit


def threat(case: Case) -> Step:
    """The attacker's threat in this attack, Brutal included."""
    base = _base(case)
    brutal = case.attacker.keyword("brutal")
    if brutal is None:
        return _named(base, "threat")
    more = Step("45.brutal", "{keyword}", Facts(keyword=f"Brutal {brutal}"), case.state.worth(brutal))
    return folded("sum", base.rule, "threat {value}", (base, more), name="threat")


def _named(step: Step, name: str) -> Step:
    """The same step as one of the ruling's values."""
    return replace(step, name=name)


def _base(case: Case) -> Step:
    unit, contact = case.attacker, case.contact
    front = front_trays(unit)
    if contact is None:
        return _counted(case, "82.ranged", "ranged attack, trays of the front edge: {value}", front)
    if unit.keyword("column tactics") is not None:
        return _column(case)
    if contact.edge == "front":
        return _counted(case, "82.front", "front edge, trays of the front rank: {value}", front)
    return _rear(case, contact.trays) if contact.edge == "rear" else _side(case, contact.trays)


def _side(case: Case, touched: tuple[Tray, ...]) -> Step:
    unit, edge = case.attacker, case.contact.edge  # type: ignore[union-attr]
    partial, full = partial_trays(unit), full_ranks(unit)
    trays = edge_trays(unit, edge)
    if not partial:
        return _counted(case, "82.side", "{edge} edge, ranks: {value}", trays, value=full)
    if set(touched) & set(partial):
        words = "{edge} edge: the defender touches {within} in the partial rank, so all ranks count: {value}"
        return _counted(case, "82.side", words, trays, value=full + 1)
    words = "{edge} edge: the defender touches no tray of the partial rank, so only full ranks count: {value}"
    return _counted(case, "82.side", words, [place for place in trays if place not in partial], value=full)


def _rear(case: Case, touched: tuple[Tray, ...]) -> Step:
    unit, partial = case.attacker, partial_trays(case.attacker)
    if partial and touched and set(touched) <= set(partial):
        words = "rear edge: the defender touches only the partial rank ({touched}), so only its trays count: {value}"
        return _counted(case, "82.rear", words, partial)
    if partial:
        words = (
            "rear edge: the defender touches {touched}, not only the partial rank, so the trays in front count: {value}"
        )
        return _counted(case, "82.rear", words, front_trays(unit))
    return _counted(case, "82.rear", "rear edge, trays of the front rank: {value}", front_trays(unit))


def _column(case: Case) -> Step:
    left_out = case.state.rules["column_tactics"] == "left_out"
    ranks = len(case.attacker.ranks) - left_out
    words = "Column Tactics: the ranks of the unit are its threat: {value}"
    step = _counted(case, "card.column_tactics", words, case.attacker.places(), value=ranks)
    return replace(step, because=(), readings=("column_tactics",))


def _counted(case: Case, rule: str, words: str, trays: Iterable[Tray], value: int | None = None) -> Step:
    """A threat step with the trays that it counts, drawn."""
    counted, contact, unit = tuple(trays), case.contact, case.attacker
    worth = len(counted) if value is None else value
    facts = Facts(
        edge=contact.edge if contact else "front",
        ranks=unit.ranks,
        counted=tuple(map(str, counted)),
        touched=tuple(map(str, contact.trays)) if contact else (),
        within=tuple(str(place) for place in contact.trays if place in partial_trays(unit)) if contact else (),
    )
    return Step(rule, words, facts, worth, because=_corners(case), evidence=_shapes(case, counted))


def _corners(case: Case) -> tuple[Step, ...]:
    """Whether trays of the partial rank that the defender touches at a corner only count as touched."""
    contact = case.contact
    if contact is None or contact.corner or contact.edge == "front" or not contact.corners:
        return ()
    corners = tuple(str(place) for place in contact.corners if place in partial_trays(case.attacker))
    if not corners:
        return ()
    counts = case.state.rules["corner_trays"] == "touched"
    words = "only a corner of {corners} is touched, which counts"
    if not counts:
        words = "only a corner of {corners} is touched, which does not count"
    return (Step("82.corner", words, Facts(corners=corners), counts, readings=("corner_trays",)),)


def _shapes(case: Case, counted: tuple[Tray, ...]) -> tuple[Shape, ...]:
    unit, size = case.attacker, case.state.ground.tray
    if unit.pose is None:
        return ()
    shapes = [
        Shape("polygon", tuple((x / size, y / size) for x, y in unit.rect(place, size).corners), "counted", of=unit.id)
        for place in counted
    ]
    if case.contact:
        shapes += [Shape("edge", stroke, "contacted", of=unit.id) for stroke in strokes(unit, case.contact.edge, size)]
    return tuple(shapes)


def rerolls(case: Case) -> tuple[Step, Step]:
    """How often any dice may be re-rolled, and whether one single die may be after that."""
    unit = case.attacker
    flanked = flanks(case.state, case.target, unit) if case.melee else None
    if flanked:
        facts = Facts(flanker=case.target.id, edge=flanked.enemy_edge)
        words = "{flanker} flanks the attacker at its {edge} edge: no re-rolls for full ranks"
        single = "{flanker} flanks the attacker at its {edge} edge: no re-roll for a partial rank either"
        full = Step("41.1", words, facts, 0, "rerolls_full", readings=_corner_reading(case, case.target, unit))
        return full, Step("41.1", single, facts, 0, "rerolls_single")
    full = _full(case, unit)
    return replace(full, readings=_corner_reading(case, case.target, unit)), _single(case, unit)


def _corner_reading(case: Case, one: Unit, other: Unit) -> tuple[str, ...]:
    """The reading that decides whether one unit flanks the other, where they touch at a corner only."""
    return ("corner_flanking",) if case.melee and corner_at_flank(case.state, one, other) else ()


def _full(case: Case, unit: Unit) -> Step:
    if case.melee and unit.keyword("column tactics") is not None:
        words = "Column Tactics: the trays of the front rank count as ranks for re-rolls: {value}"
        ranks = Step("card.column_tactics", words, value=unit.ranks[0])
    else:
        ranks = Step("10.3", "full ranks behind the front rank: {value}", value=full_ranks(unit) - 1)
    precise = unit.keyword("precise")
    if precise is None:
        return _named(ranks, "rerolls_full")
    more = Step("45.precise", "{keyword}", Facts(keyword=f"Precise {precise}"), case.state.worth(precise))
    return folded("sum", "10.3", "re-rolls of any dice: {value}", (ranks, more), name="rerolls_full")


def _single(case: Case, unit: Unit) -> Step:
    partial = partial_trays(unit)
    if case.melee and partial and unit.keyword("column tactics") is not None:
        words = "Column Tactics: the partial rank gives no re-roll of its own"
        return Step("card.column_tactics", words, Facts(ranks=unit.ranks), 0, "rerolls_single")
    words = "partial rank: one single die may be re-rolled" if partial else "no partial rank: no single re-roll"
    return Step("10.3", words, Facts(ranks=unit.ranks), int(bool(partial)), "rerolls_single")


def flank_step(case: Case) -> Step:
    """Whether the attacker flanks the target and so adds a die, red or blue."""
    facts = Facts(target=case.target.id)
    if not case.melee:
        return Step("41.2", "ranged: no flanking", facts, False, "flanking")
    found, readings = flanks(case.state, case.attacker, case.target), _corner_reading(case, case.attacker, case.target)
    if found:
        words, facts = "the front edge touches the {edge} edge of {target}: one more die, red or blue", _at(found)
        return Step("41.2", words, facts, True, "flanking", readings=readings)
    piece = case.state.occupied(case.target.id)
    if piece:
        words = "{target} stands in {terrain}: it cannot be flanked"
        return Step("41.terrain", words, Facts(target=case.target.id, terrain=piece.id), False, "flanking")
    words = "the front edge touches neither a side nor the rear of {target}"
    if readings:
        words = "the front edge touches {target} at a corner only: no flanking"
    return Step("41.2", words, facts, False, "flanking", readings=readings)


def _at(found: Contact) -> Facts:
    return Facts(edge=found.enemy_edge, target=found.enemy)


def defense(case: Case) -> Step:
    """The price of one wound on a plain figure of the target (RR 22.1), with what raises it in this attack."""
    parts = printed_defense(case.state, case.target)
    piece, name = case.state.occupied(case.target.id), "fortified" if case.melee else "cover"
    if piece and piece.keywords.get(name):
        facts = Facts(keyword=name.capitalize(), terrain=piece.id)
        parts.append(Step("10.defense", "{keyword} of {terrain}", facts, int(piece.keywords[name])))
    return floored(case.state, parts)


def printed_defense(state: State, target: Unit) -> list[Step]:
    """The defense on the card, and what the revealed dial adds to it."""
    printed = target.profile.defense
    parts = [Step("10.defense", "printed defense {printed}", Facts(printed=str(printed)), state.worth(printed))]
    dial = state.dial(target.id)
    if dial and dial.modifier.get("defend"):
        parts.append(Step("11.dial", "defend on the dial", value=dial.modifier["defend"]))
    return parts


def floored(state: State, parts: list[Step]) -> Step:
    """The defense that these parts make, held up at the lowest that there is."""
    total = parts[0] if len(parts) == 1 else folded("sum", "10.defense", "added up: {value}", parts)
    lowest = 1 if state.rules["minimum_defense"] == "one" else 0
    floor = Step("10.defense", "never below {value}", value=lowest, readings=("minimum_defense",))
    words = "each wound of a plain figure costs its defense in damage: {value}"
    return folded("greatest", "10.defense", words, (total, floor), name="defense")
