"""From a document to a battle, with every mistake in it named by its place."""

from collections.abc import Iterator, Sequence
from typing import Any

from enfilade.referee import Facts, Notes, Path, Rules, ScenarioError
from enfilade.rulesets.ageofmagic import areas, documents
from enfilade.rulesets.ageofmagic.book import BOOK
from enfilade.rulesets.ageofmagic.numbers import exact
from enfilade.rulesets.ageofmagic.raising import raised
from enfilade.rulesets.ageofmagic.sheets import orders_of, plan_of, standing_of
from enfilade.rulesets.ageofmagic.state import (
    Card,
    Character,
    Commander,
    Muster,
    Pair,
    Standing,
    State,
    Unit,
)
from enfilade.rulesets.ageofmagic.tables import Tables, known_weapons, made, weapon
from enfilade.rulesets.ageofmagic.values import defence_value, melee_value, missile_value


def setup(scenario: documents.Scenario, library: documents.Library | None = None) -> State:
    """The battle of a scenario file; raises `ScenarioError` with every mistake."""
    notes = Notes()
    tables = tables_of(library)
    armoury = {**known_weapons(), **{one.name: one for one in tables.weapons}}
    units = tuple(raised(data, ("units", at), armoury, notes) for at, data in enumerate(scenario.units))
    sides = _sides(scenario, notes)
    state = State(
        muster=_muster(scenario, units, sides, tables, notes),
        units=tuple(standing(data, ("units", at), sides, notes) for at, data in enumerate(scenario.units)),
        turn=scenario.battle.turn,
        visibility=scenario.battle.visibility,
        wind=scenario.battle.wind,
    )
    state = _with(state, units=crossed(scenario.engaged, state))
    state = _with(state, pairs=tuple(pairs(scenario.engaged, state, notes)))
    state = _with(state, characters=tuple(_characters(scenario, state, notes)))
    state = _with(
        state,
        orders=orders_of(state, scenario.orders, ("orders",), notes, legal=True),
        plan=tuple(plan_of(scenario, state, notes)),
        standing=tuple(standing_of(scenario, state, notes)),
    )
    if notes.found:
        raise ScenarioError(notes.found)
    return state


def tables_of(library: documents.Library | None) -> Tables:
    """The assumed tables, with those of the user in their place."""
    if library is None:
        return made({})
    given = library.model_dump(exclude_unset=True)
    weapons = tuple(weapon(name, one.model_dump()) for name, one in library.weapons.items())
    return made({name: part for name, part in given.items() if isinstance(part, dict)}, weapons)


def _with(state: State, **fields: Any) -> State:
    from dataclasses import replace

    return replace(state, **fields)


def _sides(scenario: documents.Scenario, notes: Notes) -> areas.Sides:
    """The two armies: in the order of `sides`, then as the units name them."""
    found = list(dict.fromkeys(unit.side for unit in scenario.units))
    listed = [side for side in scenario.sides if side in found] + [side for side in found if side not in scenario.sides]
    for at, unit in enumerate(scenario.units):
        if scenario.sides and unit.side not in scenario.sides:
            notes.unknown(("units", at, "side"), "a side that is listed under sides", unit.side, scenario.sides)
    if len(listed) > 2:
        notes.add(("units",), "units of two sides", f"{len(listed)}: {', '.join(listed)}")
    spare = [side for side in scenario.sides if side not in listed]
    one, other = [*listed, *spare, "enemy", "other enemy"][:2]
    return one, other


def _muster(
    scenario: documents.Scenario, units: tuple[Unit, ...], sides: areas.Sides, tables: Tables, notes: Notes
) -> Muster:
    readings = Facts({name: scenario.readings.get(name, reading.default) for name, reading in BOOK.readings.items()})
    _check_ids(scenario, notes)
    rules = Rules(BOOK, readings)
    sound = not notes.found
    return Muster(
        sides=sides,
        names=(scenario.sides.get(sides[0], sides[0]), scenario.sides.get(sides[1], sides[1])),
        units=units,
        cards=tuple(card(unit, sides, rules) if sound else _blank(unit, sides) for unit in units),
        tables=tables,
        readings=readings,
        closed=_closed(scenario, sides, notes),
        kind=scenario.battle.kind,
        terrain=Facts(
            {
                areas.named(sides, sides[0], name): t if isinstance(t, str) else t.name
                for name, t in scenario.terrain.items()
            }
        ),
        commanders=tuple(_commanders(scenario, sides, notes)),
        last_turn=scenario.battle.last_turn or tables.turns,
        dice=-1 if scenario.battle.dice is None else scenario.battle.dice,
    )


def card(unit: Unit, sides: areas.Sides, rules: Rules) -> Card:
    """A unit's numbers, by the steps of its combat values."""
    values = melee_value(unit, rules), missile_value(unit, rules), defence_value(unit, rules)
    return _blank(unit, sides)._replace(melee=values[0].value, missile=values[1].value, defence=values[2].value)


def _blank(unit: Unit, sides: areas.Sides) -> Card:
    return Card(
        name=unit.name,
        side=sides.index(unit.side) if unit.side in sides else 0,
        leader=unit.leader,
        melee=0,
        missile=1,
        defence=0,
        order=unit.order,
        training=unit.training,
        cavalry=unit.mount == "cavalry",
        kind=unit.kind,
        speed=unit.speed,
        fortified=unit.fortified,
    )


def _check_ids(scenario: documents.Scenario, notes: Notes) -> None:
    seen: set[str] = set()
    for at, unit in enumerate(scenario.units):
        if unit.id in seen or unit.id in scenario.sides:
            notes.add(("units", at, "id"), "an id of its own", repr(unit.id))
        seen.add(unit.id)


def standing(data: documents.Unit, path: Path, sides: areas.Sides, notes: Notes) -> Standing:
    """How a unit stands by its description; a strange area is noted."""
    where = areas.named(sides, data.side, data.area)
    if not where:
        notes.unknown((*path, "area"), "an area", data.area, [*areas.PLACES, *areas.every(sides)])
    size = int(data.size) if data.size >= 0 else 1  # a wrong size is told; it is no reason to tell more
    return Standing(
        size=size,
        strength=size,
        area=where or areas.area(sides[0], "centre"),
        morale=data.morale,
        tiredness=data.tiredness,
        position=data.position,
        weary=int(data.half_tired),
        gone="" if size else "annihilated",
    )


def _closed(scenario: documents.Scenario, sides: areas.Sides, notes: Notes) -> areas.Closed:
    """The ways that terrain closes."""
    closed = set()
    for name, terrain in scenario.terrain.items():
        here = areas.named(sides, sides[0], name) if " " in name else ""
        if not here:
            notes.unknown(("terrain", name), "an area with its side, such as SIDE left", name, areas.every(sides))
        for at, other in enumerate(() if isinstance(terrain, str) else terrain.closed):
            there = other if other == areas.FIELD else areas.named(sides, areas.owner(here), other)
            if here and there not in (areas.FIELD, *areas.neighbours(sides)[here]):
                notes.add(("terrain", name, "closed", at), f"an area that touches {here}, or field", other)
            closed.add(frozenset((here, there)))
    return frozenset(closed)


def _commanders(scenario: documents.Scenario, sides: areas.Sides, notes: Notes) -> Iterator[Commander]:
    for side in scenario.commanders:
        if side not in sides:
            notes.unknown(("commanders", side), "a side of this battle", side, sides)
    if not scenario.commanders:
        return
    for side in sides:
        one = scenario.commanders.get(side)
        if one is None:
            notes.add(("commanders",), f"a commander of each side, {side} too", ", ".join(scenario.commanders))
            return
        yield Commander(
            one.name or side, exact(one.tactics), exact(one.strategy), exact(one.iq), one.knows_terrain, one.waiting
        )


def crossed(engaged: Sequence[tuple[str, ...]], state: State) -> tuple[Standing, ...]:
    """The units where they fight: of an engaged pair in two areas that touch, one has crossed into the other's.

    The second-named has, unless another pair holds it where it is.
    """
    units, held = list(state.units), set[int]()
    near = areas.neighbours(state.muster.sides, state.muster.closed)
    for pair in engaged:
        if all(state.on_field(name) for name in pair[:2]):
            one, other = (state.muster.index(name) for name in pair[:2])
            if units[other].area in near[units[one].area]:
                mover, stays = (one, other) if other in held else (other, one)
                units[mover] = units[mover]._replace(area=units[stays].area)
            held |= {one, other}
    return tuple(units)


def pairs(engaged: Sequence[tuple[str, ...]], state: State, notes: Notes) -> Iterator[Pair]:
    """The melees of these names: two enemies in one area, each pair once."""
    met: set[frozenset[str]] = set()
    for at, given in enumerate(engaged):
        path: Path = ("engaged", at)
        one, other, *ahead = given
        wrong = [name for name in (one, other) if not state.on_field(name)]
        known = [unit.id for unit in state.muster.units if state.on_field(unit.id)]
        for name in wrong:
            notes.unknown((*path, given.index(name)), "a unit on the field", name, known)
        if wrong:
            continue
        ends = [state.muster.index(name) for name in (one, other)]
        if state.muster.units[ends[0]].side == state.muster.units[ends[1]].side:
            notes.add(path, "two enemies", f"{one} and {other}, who are on one side")
        elif state.units[ends[0]].area != state.units[ends[1]].area:
            notes.add(
                path,
                "two units in one area or in areas that touch",
                f"{state.units[ends[0]].area} and {state.units[ends[1]].area}",
            )
        elif frozenset((one, other)) in met:
            notes.add(path, "each pair once", f"{one} and {other} again")
        elif ahead and ahead[0] not in (one, other):
            notes.add((*path, 2), f"{one} or {other}, whoever has the advantage", ahead[0])
        else:
            met.add(frozenset((one, other)))
            yield Pair(one, other, *ahead)


def _characters(scenario: documents.Scenario, state: State, notes: Notes) -> Iterator[Character]:
    seen: set[str] = set()
    for at, one in enumerate(scenario.characters):
        if one.id in seen:
            notes.add(("characters", at, "id"), "an id of its own", repr(one.id))
        seen.add(one.id)
        if state.muster.index(one.unit) < 0:
            known = [unit.id for unit in state.muster.units]
            notes.unknown(("characters", at, "unit"), "a unit of this battle", one.unit, known)
        if one.berserk and one.style not in (None, "all-out attack"):
            notes.add(("characters", at, "style"), "all-out attack for a berserker", one.style)
        numbers = ("tactics", "iq", "skill", "co", "combat", "st", "modifier")
        fields: dict[str, Any] = {name: exact(getattr(one, name)) for name in numbers}
        style = "all-out attack" if one.berserk else one.style or ""
        kept = {name: getattr(one, name) for name in ("disposition", "berserk", "tiredness")}
        yield Character(one.id, one.name or one.id, one.unit, style=style, **kept, **fields)
