"""Units from a document: the card, the formation, upgrades, wounds, the place; every mistake is noted."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from enfilade.geometry.plane import Point, Pose
from enfilade.referee import Facts, Notes, Path, hint
from enfilade.rulesets.runewars import documents
from enfilade.rulesets.runewars.notes import measured, unreadable
from enfilade.rulesets.runewars.profile import (
    BadText,
    Profile,
    Worth,
    dice,
    keywords,
    profile,
    shipped,
    shipped_upgrades,
    surge,
    worth,
)
from enfilade.rulesets.runewars.state import NONE, Formation, Tray, Unit, Upgrade, tray
from enfilade.rulesets.runewars.tables import CAPACITY, KEYWORDS, TOKENS

Cards = Mapping[str, documents.Profile]


class Muster(NamedTuple):
    """What it takes to read units: the known cards, the size of a tray, where mistakes are noted."""

    cards: Cards
    tray: int
    notes: Notes


def muster(scenario: documents.Scenario, library: documents.Library | None, tray_size: int, notes: Notes) -> list[Unit]:
    """The units of a scenario; those with mistakes are left out."""
    to = Muster({**shipped(), **(library.units if library else {})}, tray_size, notes)
    units = (_unit(data, ("units", i), to) for i, data in enumerate(scenario.units))
    return [unit for unit in units if unit]


def _unit(data: documents.Unit, path: Path, to: Muster) -> Unit | None:
    """A unit, or nothing with its mistakes noted."""
    before = len(to.notes.found)
    card = _profile(data, (*path, "profile"), to)
    pose = _checked(data, path, card, to)
    if card is None or len(to.notes.found) > before:
        return None
    upgrades, card = _upgrades(data, path, card, to.notes)
    strength = _strength(data, path, card, upgrades, to.notes)
    unit = Unit(data.id, data.side, card, strength, pose, Facts(data.tokens), upgrades)
    _check_empty(unit, path, to.notes)
    return unit


def mustered(unit: Unit, data: documents.Unit, to: Muster) -> Unit:
    """A unit of the battle as it stands by this description: the same card and upgrades. Mistakes are noted."""
    before = len(to.notes.found)
    pose = _checked(data, (), unit.profile, to)
    if len(to.notes.found) > before:
        return unit
    for upgrade in unit.standing:
        if upgrade.place.file >= len(data.ranks[0]):
            to.notes.add(("ranks", 0), f"a tray {upgrade.place}, where {upgrade.name} stands", repr(data.ranks[0]))
    strength = _strength(data, (), unit.profile, unit.standing, to.notes)
    now = replace(unit, trays=strength, pose=pose, tokens=Facts(data.tokens))
    _check_empty(now, (), to.notes)
    return now


def _checked(data: documents.Unit, path: Path, card: Profile | None, to: Muster) -> Pose | None:
    """Where the unit stands; mistakes in its place, tokens and ranks are noted."""
    for name in data.tokens:
        if name not in TOKENS:
            to.notes.unknown((*path, "tokens", name), "a token", name, TOKENS)
    pose = _pose(data, path, to)
    if card is not None:
        _check_rows(data, path, card, to.notes)
    return pose


def _check_empty(unit: Unit, path: Path, notes: Notes) -> None:
    """Empty trays stay only where a card says so, and some figure is left somewhere."""
    empty = [place for place in unit.places() if not unit.on(place)]
    if not unit.alive:
        notes.add((*path, "ranks"), "at least one figure", "none")
    elif empty and unit.keyword("lingering dead") is None:
        hint = "leave out empty trays: only the keyword Lingering Dead keeps them"
        notes.add((*path, "ranks", empty[0].rank), "figures on every tray", f"none on tray {empty[0]}", hint)


def _profile(data: documents.Unit, path: Path, to: Muster) -> Profile | None:
    """The card of a unit, by its name or as written; then it goes by the name of the unit."""
    named = data.profile
    if isinstance(named, str) and named not in to.cards:
        to.notes.unknown(path, "the name of a profile, or a profile", named, to.cards)
        return None
    try:
        return profile(named, to.cards[named]) if isinstance(named, str) else profile(data.id, named)
    except BadText as error:
        unreadable(to.notes, path, error)
        return None


def _pose(data: documents.Unit, path: Path, to: Muster) -> Pose | None:
    if data.position is None:
        return None
    x, y = (measured(to.notes, (*path, "position", i), data.position[i], to.tray) for i in (0, 1))
    return Pose(Point(x, y), float(data.facing))


def _check_rows(data: documents.Unit, path: Path, card: Profile, notes: Notes) -> None:
    """A legal formation has a full front rank, full ranks behind it, at most one partial rank, at the back."""
    for i, row in enumerate(data.ranks):
        wrong = _row_mistake(data.ranks, i, card)
        if wrong:
            notes.add((*path, "ranks", i), *wrong)


def _row_mistake(rows: tuple[str, ...], i: int, card: Profile) -> tuple[str, str, str] | None:
    """What is wrong with a rank: what was expected, what was found, a hint."""
    row, width = rows[i], len(rows[0])
    most = 1 if card.hero else CAPACITY[card.type]
    if not row or any(not (sign == "." or (sign.isascii() and sign.isdigit())) for sign in row):
        return "a digit for each tray, or '.' for no tray", repr(row), ""
    if len(row) != width:
        return f"{width} places, as in the front rank", f"{len(row)} in {row!r}", "fill up with '.'"
    if any(sign.isdigit() and int(sign) > most for sign in row):
        kind = "hero" if card.hero else card.type
        return f"at most {most} on {'an' if kind == 'infantry' else 'a'} {kind} tray", repr(row), ""
    if set(row) == {"."}:
        return "at least one tray", repr(row), "leave the rank out"
    if "." in row and i == 0:
        return "a full front rank", repr(row), "one rank alone is always full"
    if "." in row and i < len(rows) - 1:
        return "a full rank, as only the backmost rank may be partial", repr(row), ""
    return None


def _upgrades(data: documents.Unit, path: Path, card: Profile, notes: Notes) -> tuple[tuple[Upgrade, ...], Profile]:
    """The figure upgrades, and the card with what upgrade cards without a figure bring."""
    upgrades = []
    for i, item in enumerate(data.upgrades):
        here: Path = (*path, "upgrades", i)
        one = _named(item) if isinstance(item, str) else _completed(item)
        try:
            if one is None:
                near = hint(str(item), [*KEYWORDS, *shipped_upgrades()])
                notes.add(here, "a keyword, or an upgrade with its name and fields", repr(item), near)
            elif one.tray:
                upgrades.append(_figure(one, tray(one.tray)))
                _check_figure(one, here, data, notes)
            elif one.name in shipped_upgrades():
                notes.add(here, "the tray that this figure upgrade stands on", "none", f'add tray: "1.1" to {one.name}')
            else:
                card = _with_card(card, one)
        except BadText as error:
            unreadable(notes, here, error)
    return tuple(upgrades), card


def _named(text: str) -> documents.FigureUpgrade | None:
    """An upgrade that is written as a plain text: a keyword, or the name of a known figure."""
    if text in shipped_upgrades():
        return shipped_upgrades()[text]
    try:
        keywords((text,))
    except BadText:
        return None
    return documents.FigureUpgrade(name=text[:60], keywords=(text,))


def _completed(item: documents.FigureUpgrade) -> documents.FigureUpgrade:
    """The upgrade, with what it does not say taken from the list of known ones."""
    known = shipped_upgrades().get(item.name)
    if known is None:
        return item
    silent = {name: value for name, value in known if getattr(item, name) is None}
    return item.model_copy(update=silent)


def _figure(one: documents.FigureUpgrade, place: Tray) -> Upgrade:
    left = (one.wounds or 1) - one.taken
    words, _ = keywords(one.keywords or ())
    defense = Worth(1) if one.defense is None else worth(one.defense)
    more = dice(one.dice) if one.dice else ()
    return Upgrade(one.name, place, defense, left, bool(one.heavy), more, words, tuple(map(surge, one.surges or ())))


def _check_figure(one: documents.FigureUpgrade, here: Path, data: documents.Unit, notes: Notes) -> None:
    place = tray(str(one.tray))
    if place.rank or place.file >= len(data.ranks[0]):
        notes.add((*here, "tray"), f"a tray of the front rank: 1.1 to 1.{len(data.ranks[0])}", one.tray)
    if one.taken >= (one.wounds or 1):
        notes.add((*here, "taken"), f"fewer than the {one.wounds or 1} wounds that remove it", one.taken)


def _with_card(card: Profile, one: documents.FigureUpgrade) -> Profile:
    """The unit's card with an upgrade card that has no figure; raises `BadText`."""
    words, steadfast = keywords(one.keywords or ())
    both = {name: worth.and_also(card.keywords.get(name)) for name, worth in words.items()}
    surges, more = tuple(map(surge, one.surges or ())), dice(one.dice) if one.dice else ()
    return replace(
        card,
        keywords=Facts({**card.keywords, **both}),
        steadfast=Facts({**card.steadfast, **steadfast}),
        melee=card.melee and card.melee.with_card(more, surges),
        ranged=card.ranged and card.ranged.with_card((), surges),
    )


def _strength(
    data: documents.Unit, path: Path, card: Profile, upgrades: tuple[Upgrade, ...], notes: Notes
) -> Formation:
    """The wounds that the plain figures of each tray can still take."""
    taken = {tray(name): wounds for name, wounds in data.wounds.items()}
    rows = []
    for rank, signs in enumerate(data.ranks):
        _check_room(signs, rank, upgrades, (path, notes))
        rows.append(tuple(_tray_strength(sign, Tray(rank, file), card, upgrades) for file, sign in enumerate(signs)))
    for place, hurt in taken.items():
        here: Path = (*path, "wounds", str(place))
        left = rows[place.rank][place.file] if place.rank < len(rows) and place.file < len(rows[0]) else NONE
        if left <= 0:
            notes.add(here, "a tray with plain figures", f"{place}, which has none")
        elif hurt >= left:
            notes.add(here, f"fewer than the {left} wounds that its figures can take", hurt)
        else:
            row = rows[place.rank]
            rows[place.rank] = (*row[: place.file], left - hurt, *row[place.file + 1 :])
    return tuple(rows)


def _check_room(row: str, rank: int, upgrades: tuple[Upgrade, ...], at: tuple[Path, Notes]) -> None:
    """Every figure upgrade counts among the figures of its tray, and a heavy one stands alone."""
    path, notes = at
    for file, sign in _standing(row):
        there = [upgrade for upgrade in upgrades if upgrade.place == (rank, file)]
        if len(there) > int(sign):
            words = f"at least the {len(there)} figure upgrades of tray {rank + 1}.{file + 1} among its figures"
            notes.add((*path, "ranks", rank), words, repr(row))
        elif any(upgrade.heavy for upgrade in there) and int(sign) != 1:
            words = f"1 figure on tray {rank + 1}.{file + 1}, as {there[0].name} takes it whole"
            notes.add((*path, "ranks", rank), words, repr(row))


def _standing(row: str) -> Iterator[tuple[int, str]]:
    return ((file, sign) for file, sign in enumerate(row) if sign != ".")


def _tray_strength(sign: str, place: Tray, card: Profile, upgrades: tuple[Upgrade, ...]) -> int:
    if sign == ".":
        return NONE
    special = sum(upgrade.place == place for upgrade in upgrades)
    return max(0, int(sign) - special) * card.wounds
