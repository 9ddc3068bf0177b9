"""From a document to a position, with every mistake in it named by its place."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from enfilade.geometry import TOLERANCE, Point, Pose, overlapping, pieces
from enfilade.referee import Facts, Notes, Path, ScenarioError, Words
from enfilade.rulesets.asoiaf import document
from enfilade.rulesets.asoiaf.book import BOOK
from enfilade.rulesets.asoiaf.cards import profile, shipped
from enfilade.rulesets.asoiaf.contact import touching
from enfilade.rulesets.asoiaf.drawn import inch
from enfilade.rulesets.asoiaf.editions import DEFAULT, EDITIONS
from enfilade.rulesets.asoiaf.ground import stands_in
from enfilade.rulesets.asoiaf.lengths import measured
from enfilade.rulesets.asoiaf.state import Profile, Sighting, State, Stated, Terrain, Unit
from enfilade.rulesets.asoiaf.tables import CONDITIONS, TERRAIN


class _Cards(NamedTuple):
    """The cards that a unit may name: its own library's before those that come with the ruleset."""

    own: Mapping[str, document.Profile]

    def get(self, name: str) -> document.Profile | None:
        """The card of that name. Those of the ruleset are read when one is asked for: that takes a while."""
        return self.own.get(name) or shipped().get(name)

    @property
    def names(self) -> list[str]:
        return list({**shipped(), **self.own})


def setup(scenario: document.Scenario, library: document.Library | None = None) -> State:
    """The position of a scenario file; raises `ScenarioError` with every mistake."""
    notes = Notes()
    cards = _Cards(library.units if library else {})
    units = [_unit(data, ("units", i), cards, notes) for i, data in enumerate(scenario.units)]
    _check_names(scenario, notes)
    width, depth = (measured(notes, ("table", f), getattr(scenario.table, f), True) for f in ("width", "depth"))
    state = State(
        scenario.edition or DEFAULT,
        Facts(scenario.readings),
        width,
        depth,
        tuple(unit for unit in units if unit),
        tuple(_terrain(scenario, notes)),
        round=scenario.round,
        to_act=scenario.to_act,
        sides=Facts(scenario.sides),
        title=scenario.title,
    )
    if len(state.units) == len(scenario.units):
        stated, sightings = tuple(_contacts(scenario, state, notes)), tuple(_sightings(scenario, state, notes))
        state = replace(state, stated=stated, sightings=sightings)
    if not notes.found:
        _check_places(state, notes)
    if notes.found:
        raise ScenarioError(notes.calling(Facts({unit.id: unit.profile.name for unit in state.units})))
    return state


def _unit(data: document.Unit, path: Path, cards: _Cards, notes: Notes) -> Unit | None:
    """A unit, or nothing with its mistakes noted."""
    card = _card(data, (*path, "profile"), cards, notes)
    return standing(data, path, card, notes)


def standing(data: document.Unit, path: Path, card: Profile | None, notes: Notes) -> Unit | None:
    """A unit of this card as it stands by its description; mistakes are noted."""
    for i, condition in enumerate(data.conditions):
        if condition not in CONDITIONS:
            notes.unknown((*path, "conditions", i), "a condition", condition, CONDITIONS)
    if card is None:
        return None
    wounds = card.full if data.wounds is None else data.wounds
    if wounds > card.full:
        notes.add((*path, "wounds"), f"at most its {card.full} wounds", wounds)
    if data.attachments and card.solo:
        notes.add((*path, "attachments"), "none: a solo unit takes no attachment", ", ".join(data.attachments))
    pose = None
    if data.position is not None:
        x, y = (measured(notes, (*path, "position", i), data.position[i]) for i in (0, 1))
        pose = Pose(Point(x, y), float(data.facing) % 360.0)
    conditions = tuple(sorted(set(data.conditions)))
    return Unit(data.id, data.side, card, wounds, pose, conditions, data.activated, data.attachments)


def _card(unit: document.Unit, path: Path, cards: _Cards, notes: Notes) -> Profile | None:
    """The profile that a unit names; one that it states itself is called as the unit is."""
    data = unit.profile
    if isinstance(data, document.Profile):
        return profile(unit.id, data, path, notes)
    card = cards.get(data)
    if card is None:
        notes.unknown(path, "the name of a profile, or a profile", data, cards.names)
        return None
    return profile(data, card, path, notes)


def _check_names(scenario: document.Scenario, notes: Notes) -> None:
    """Ids are used once, and sides have units."""
    for field in ("units", "terrain"):
        seen: dict[str, int] = {}
        for i, item in enumerate(getattr(scenario, field)):
            if item.id in seen:
                notes.add((field, i, "id"), "an id of its own", f"{item.id!r}, which {field}[{seen[item.id]}] has too")
            seen.setdefault(item.id, i)
    sides = sorted({unit.side for unit in scenario.units})
    for side in scenario.sides:
        if side not in sides:
            notes.unknown(("sides", side), "a side that has units", side, sides)
    if scenario.to_act and scenario.to_act not in sides:
        notes.unknown(("to_act",), "a side that has units", scenario.to_act, sides)
    _check_book(scenario, notes)


def _check_book(scenario: document.Scenario, notes: Notes) -> None:
    """The edition and the readings are known."""
    if scenario.edition is not None and scenario.edition not in EDITIONS:
        notes.unknown(("edition",), "an edition", scenario.edition, list(EDITIONS))
    for name, option in scenario.readings.items():
        if name not in BOOK.readings:
            notes.unknown(("readings", name), "a reading", name, list(BOOK.readings))
        elif option not in BOOK.readings[name].options:
            notes.unknown(("readings", name), f"an option of {name}", option, list(BOOK.readings[name].options))


def _terrain(scenario: document.Scenario, notes: Notes) -> Iterator[Terrain]:
    for i, piece in enumerate(scenario.terrain):
        for n, word in enumerate(piece.keywords):
            if word not in TERRAIN:
                notes.unknown(("terrain", i, "keywords", n), "a terrain keyword", word, TERRAIN)
        before = len(notes.found)
        corners = tuple(
            Point(*(measured(notes, ("terrain", i, "shape", n, axis), place[axis]) for axis in (0, 1)))
            for n, place in enumerate(piece.shape)
        )
        if len(notes.found) > before:
            continue
        try:
            yield Terrain(piece.id, corners, pieces(corners), frozenset(piece.keywords))
        except ValueError as error:
            notes.add(("terrain", i, "shape"), "an outline", error)


def _pair(data: document.Contact | document.Sighting, path: Path, state: State, notes: Notes) -> bool:
    """Whether a stated fact is about two enemies that are there; notes the mistake if not."""
    ids = [unit.id for unit in state.units]
    for field in ("unit", "enemy"):
        if getattr(data, field) not in ids:
            notes.unknown((*path, field), "the id of a unit", getattr(data, field), ids)
    one, other = state.unit(data.unit), state.unit(data.enemy)
    if one and other and one.side == other.side:
        notes.add((*path, "enemy"), f"an enemy of {one.id}", f"{other.id}, of the same side")
    return bool(one and other and one.side != other.side)


def _contacts(scenario: document.Scenario, state: State, notes: Notes) -> Iterator[Stated]:
    """The stated contacts, each seen from both units."""
    for i, data in enumerate(scenario.contacts):
        if _pair(data, ("contacts", i), state, notes):
            _check_contact(data, ("contacts", i), state, notes)
            yield Stated(data.unit, data.side, data.enemy, data.enemy_side, data.alignment)
            yield Stated(data.enemy, data.enemy_side, data.unit, data.side, data.alignment)


def _check_contact(data: document.Contact, path: Path, state: State, notes: Notes) -> None:
    """Where both units have positions, what is stated must be what the trays show."""
    one, other = state.unit(data.unit), state.unit(data.enemy)
    if one is None or other is None or not (one.pose and other.pose):
        return
    found = touching(state, one, other)
    hint = "the positions and the stated contact contradict each other: correct one, or leave it out"
    if found is None:
        notes.add(path, f"contact of {one.id} and {other.id}, as stated", "trays that do not touch", hint)
        return
    stated = {"side": data.side, "enemy_side": data.enemy_side, "alignment": data.alignment}
    for field, value in stated.items():
        if field in data.model_fields_set and getattr(found, field) != value:
            notes.add((*path, field), f"{getattr(found, field)}, as the trays lie", value, hint)


def _sightings(scenario: document.Scenario, state: State, notes: Notes) -> Iterator[Sighting]:
    for i, data in enumerate(scenario.sightings):
        path: Path = ("sightings", i)
        if _pair(data, path, state, notes):
            far = None if data.range is None else measured(notes, (*path, "range"), data.range)
            gap = None if data.gap is None else measured(notes, (*path, "gap"), data.gap)
            yield Sighting(data.unit, data.enemy, data.enemy_side, far, gap, data.sight, data.cover)


def _check_places(state: State, notes: Notes) -> None:
    """No two trays overlap, none stands in impassable terrain, the middle of each is on the table."""
    for i, unit in enumerate(state.units):
        check_place(state, unit, state.units[:i], (("units", i, "position"), notes))


def check_place(state: State, unit: Unit, others: Iterable[Unit], at: tuple[Path, Notes]) -> None:
    """One tray is on the table by its middle, clear of others and of impassable terrain."""
    if unit.pose is None:
        return
    path, notes = at
    tray = unit.rect()
    beyond = max(-tray.centre.x, tray.centre.x - state.width, -tray.centre.y, tray.centre.y - state.depth)
    if beyond > 0:
        far = Words('{deep}" beyond its edge', Facts(deep=inch(beyond)))
        notes.add(path, Words("the middle of {unit} on the table", Facts(unit=unit.id)), far)
    for other in others:
        found = overlapping(tray, other.rect()) if other.pose else None
        if found:
            facts = Facts(target=other.id, deep=inch(found.margin + TOLERANCE))
            met = Words('it overlaps {target} by {deep}"', facts)
            notes.add(path, Words("{unit} clear of every other tray", Facts(unit=unit.id)), met)
    for piece in state.terrain:
        if "impassable" in piece.keywords and stands_in(tray, piece):
            there = Words("it stands in {terrain}", Facts(terrain=piece.id))
            notes.add(path, Words("{unit} clear of impassable terrain", Facts(unit=unit.id)), there)
