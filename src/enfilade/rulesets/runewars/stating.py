"""Facts that a scenario states outright: contacts, what is in sight, dials; and the names that it uses."""

from collections.abc import Iterator

from enfilade.referee import Facts, Notes, Path, hint
from enfilade.rulesets.runewars import contact, documents
from enfilade.rulesets.runewars.state import Contact, Dial, Sight, State, Unit, tray
from enfilade.rulesets.runewars.tables import ACTIONS


def check_names(scenario: documents.Scenario, notes: Notes) -> None:
    """Every unit and every piece of terrain has an id of its own; sides and edition are known."""
    for field in ("units", "terrain"):
        seen: dict[str, int] = {}
        for i, item in enumerate(getattr(scenario, field)):
            if item.id in seen:
                notes.add((field, i, "id"), "an id of its own", f"{item.id!r}, which {field}[{seen[item.id]}] has too")
            seen.setdefault(item.id, i)
    sides = {unit.side for unit in scenario.units}
    for side in scenario.sides:
        if side not in sides:
            notes.unknown(("sides", side), "a side that has units", side, sorted(sides))
    if scenario.edition not in (None, "rr"):
        notes.add(("edition",), 'the edition "rr"', repr(scenario.edition))


def dials(scenario: documents.Scenario, notes: Notes) -> Iterator[Dial]:
    """The revealed dials."""
    ids = [unit.id for unit in scenario.units]
    for name, dial in scenario.dial.items():
        if name not in ids:
            notes.unknown(("dial", name), "the id of a unit", name, ids)
        if dial.action is not None and dial.action not in ACTIONS:
            notes.unknown(("dial", name, "action"), "an action of a dial", dial.action, ACTIONS)
        yield Dial(name, dial.action or "", Facts(dial.modifier))


def sights(scenario: documents.Scenario, state: State, notes: Notes) -> Iterator[Sight]:
    """How shooters see their targets, where it is stated."""
    for i, data in enumerate(scenario.sights):
        if _pair(data, ("sights", i), (state, scenario, notes)):
            yield Sight(data.unit, data.enemy, data.range, data.in_arc, data.line_of_sight)


def contacts(scenario: documents.Scenario, state: State, notes: Notes) -> Iterator[Contact]:
    """The stated contacts and, where they are not stated too, the same seen from the other side."""
    told = {(data.unit, data.enemy) for data in scenario.contacts}
    for i, data in enumerate(scenario.contacts):
        path: Path = ("contacts", i)
        pair = _pair(data, path, (state, scenario, notes))
        if not pair:
            continue
        one, other = pair
        _check_terrain(data, path, state, notes)
        _check_trays(data, path, one, notes)
        _check_agreement(data, path, scenario, notes)
        facing = data.enemy_edge or "front"
        trays = tuple(sorted(map(tray, data.trays))) or contact.edge_trays(one, data.edge)
        yield Contact(one.id, data.edge, other.id, facing, trays)
        if (other.id, one.id) not in told:
            known = facing == "front" or len(set(other.ranks)) == 1
            yield Contact(other.id, facing, one.id, data.edge, contact.edge_trays(other, facing) if known else ())


def _check_terrain(data: documents.Contact, path: Path, state: State, notes: Notes) -> None:
    """All borders of a unit that stands in terrain are its front edge (RR 81)."""
    for field, name, edge in (("edge", data.unit, data.edge), ("enemy_edge", data.enemy, data.enemy_edge)):
        piece = state.occupied(name)
        if piece and edge not in ("front", None):
            notes.add((*path, field), f"front, as {name} stands in {piece.id}", edge)


def _check_trays(data: documents.Contact, path: Path, one: Unit, notes: Notes) -> None:
    """The touched trays belong to the edge, and are told wherever the rank they stand in matters."""
    whole = contact.edge_trays(one, data.edge)
    for n, name in enumerate(data.trays):
        if tray(name) not in whole:
            edge = ", ".join(map(str, whole))
            notes.add((*path, "trays", n), f"a tray of the {data.edge} edge of {one.id}: {edge}", name)
    if not data.trays and data.edge != "front" and len(set(one.ranks)) > 1:
        notes.add(
            (*path, "trays"), f"the trays of {one.id} that {data.enemy} touches, as its back rank is partial", "none"
        )


def _check_agreement(data: documents.Contact, path: Path, scenario: documents.Scenario, notes: Notes) -> None:
    """Where both sides of a contact are stated they speak of the same edges."""
    back = [other for other in scenario.contacts if (other.unit, other.enemy) == (data.enemy, data.unit)]
    edges = [other.edge for other in back]
    if back and data.enemy_edge is not None and data.enemy_edge not in edges:
        words = f"an edge of {data.enemy} that its own contacts name: {', '.join(edges)}"
        notes.add((*path, "enemy_edge"), words, data.enemy_edge)


def _pair(
    data: documents.Contact | documents.Sight, path: Path, about: tuple[State, documents.Scenario, Notes]
) -> tuple[Unit, Unit] | None:
    """The two units that a stated fact is about, if they are there, enemies, and without mistakes of their own."""
    state, scenario, notes = about
    sides = {unit.id: unit.side for unit in scenario.units}
    for field in ("unit", "enemy"):
        name = getattr(data, field)
        if name not in sides:
            notes.add((*path, field), "the id of a unit", repr(name[:60]), hint(name, sides))
    if data.unit in sides and sides.get(data.enemy) == sides[data.unit]:
        found = "itself" if data.enemy == data.unit else f"{data.enemy}, of the same side"
        notes.add((*path, "enemy"), f"an enemy of {data.unit}", found)
        return None
    one, other = state.unit(data.unit), state.unit(data.enemy)
    return (one, other) if one and other else None
