"""What the referee may decide of a unit: its area, size and order, its state, and whom it fights."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from enfilade.referee import Deciding, Facts, Notes, Rules, ScenarioError, shown
from enfilade.rulesets.ageofmagic import areas, documents
from enfilade.rulesets.ageofmagic.book import BOOK
from enfilade.rulesets.ageofmagic.raising import whole
from enfilade.rulesets.ageofmagic.setup import card, crossed, pairs, standing
from enfilade.rulesets.ageofmagic.state import Pair, Standing, State

FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "area": "right, centre, left or reserve of its own side; SIDE AREA; or field, if it has left",
        "size": "combatants, a whole number; 0 if it is annihilated",
        "order_of_battle": "close, skirmish or none",
        "morale": "good, normal, poor or routing",
        "tiredness": "a level of tiredness, from fresh to unconscious",
        "position": "good, normal or poor",
        "engaged": "the enemies it is in melee with, or none",
    }
)
STANDS: Final = ("area", "size", "morale", "tiredness", "position")


def told(state: State, name: str) -> Facts:
    """A unit as its scenario would write it now."""
    one = state.stands(name)
    kept = {field: getattr(one, field) for field in STANDS}
    order = state.muster.units[state.muster.index(name)].order
    return Facts(kept, order_of_battle=order, engaged=state.enemies(name))


def changed(state: State, name: str, fields: Facts) -> State:
    """The battle with these fields of a unit set. Raises `ScenarioError` or pydantic's `ValidationError`."""
    notes, at = Notes(), state.muster.index(name)
    now = _stands(state, at, fields, notes)
    after = _ordered(state, at, fields).with_units((*state.units[:at], now, *state.units[at + 1 :]))
    after = replace(after, pairs=tuple(pair for pair in after.pairs if _goes_on(after, pair, name)))
    if "engaged" in fields and not notes.found:
        after = _engaged(after, name, _names(fields["engaged"], notes), notes)
    if notes.found:
        raise ScenarioError([replace(mistake, path=mistake.path[:2]) for mistake in notes.found])
    return after


def _stands(state: State, at: int, fields: Facts, notes: Notes) -> Standing:
    """How the unit stands with these fields, read as those of a scenario are; all others stay as they are."""
    unit, old = state.muster.units[at], state.units[at]
    left = fields.get("area") == areas.FIELD
    here = areas.area(unit.side, "reserve") if old.area == areas.FIELD else old.area
    written: dict[str, Any] = {"id": unit.id, "side": unit.side, "size": old.size, "area": here}
    written |= {name: value for name, value in fields.json().items() if name != "engaged"}
    data = documents.Unit.model_validate({**written, "area": here} if left else written)
    size = whole(notes, ("size",), data.size)
    if size > unit.start:
        notes.add(("size",), f"at most the {unit.start} that it began with", size)
    read = standing(data, (), state.muster.sides, notes)
    now = old._replace(**{name: getattr(read, name) for name in STANDS if name in fields})
    if "area" in fields and "position" not in fields and now.area != old.area:
        now = now._replace(position="normal")
    if "size" in fields:
        now = now._replace(strength=max(size, old.strength + size - old.size) if state.begun() else size)
    if left:
        return now._replace(area=areas.FIELD, gone="fled")
    if "size" in fields and not size:
        return now._replace(gone="annihilated")
    return now._replace(gone="") if {"area", "size"} & fields.keys() and size else now


def _ordered(state: State, at: int, fields: Facts) -> State:
    """The battle with the unit in this order of battle, which its melee and missile values depend on."""
    if "order_of_battle" not in fields:
        return state
    muster = state.muster
    unit = replace(muster.units[at], order=fields["order_of_battle"])
    worth = card(unit, muster.sides, Rules(BOOK, muster.readings))
    units = (*muster.units[:at], unit, *muster.units[at + 1 :])
    cards = (*muster.cards[:at], worth, *muster.cards[at + 1 :])
    return replace(state, muster=replace(muster, units=units, cards=cards))


def _goes_on(state: State, pair: Pair, name: str) -> bool:
    """Whether a melee of this unit goes on: both are there, in one area."""
    if name not in (pair.one, pair.other):
        return True
    one, other = state.stands(pair.one), state.stands(pair.other)
    return state.on_field(pair.one) and state.on_field(pair.other) and one.area == other.area


def _names(given: object, notes: Notes) -> tuple[str, ...]:
    """The enemies that are named; a single one may stand alone."""
    names = (given,) if isinstance(given, str) and given not in ("", "none") else given
    if names in ("", "none"):
        return ()
    if not isinstance(names, tuple) or not all(isinstance(one, str) for one in names):
        notes.add(("engaged",), FIELDS["engaged"], shown(given)[:60])
        return ()
    return names


def _engaged(state: State, name: str, enemies: tuple[str, ...], notes: Notes) -> State:
    """The battle with this unit in melee with these and no others; it crosses into the area of the first."""
    ahead = {pair.enemy(name): pair for pair in state.pairs if pair.enemy(name)}
    others = tuple(pair for pair in state.pairs if not pair.enemy(name))
    state = replace(state, pairs=others)
    state = state.with_units(crossed([(enemy, name) for enemy in enemies[:1]], state))
    met = [ahead.get(enemy, (enemy, name)) for enemy in enemies]
    found = tuple(pairs([tuple(part for part in pair if part) for pair in met], state, notes))
    return replace(state, pairs=(*others, *found))


DECIDING: Final = Deciding(FIELDS, lambda state: tuple(unit.id for unit in state.muster.units), told, changed)
