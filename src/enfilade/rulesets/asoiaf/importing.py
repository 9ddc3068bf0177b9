"""Unit files of other tools: JSON in the form of the community's card data, read tolerantly.

A unit there has `name`, perhaps `subname` and `id`, and `statistics`: speed, defense, morale, `attacks` (name, type
melee, short or long, hit, dice), abilities by name, wounds of a model, type, tray, cost. What is not understood is
left out and reported, one note a line; a unit that lacks a number is left out whole, and the note says so.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from enfilade.rulesets.asoiaf.document import Attack, Library, Profile
from enfilade.rulesets.asoiaf.tables import KEYWORDS, TRAY_NAMES, TRAYS

KNOWN = {
    "version", "faction", "type", "cost", "speed", "defense", "morale", "attacks", "abilities", "wounds", "tray",
    "character", "requirements", "tokens", "commander",
}  # fmt: skip
IGNORED = ("attachments", "ncus", "tactics", "specials")
TRAY_OF_TYPE = {"infantry": "infantry", "cavalry": "cavalry", "monster": "solo", "siegeengine": "large_solo"}
SIEGE = ("cannot charge", "cannot retreat", "cannot shift", "cannot hold tokens")


class Unreadable(ValueError):
    """A number that a unit lacks or that is not one."""


def read_units(data: Any) -> tuple[Library, tuple[str, ...]]:
    """The profiles in a unit file, by name, and a note for everything that was not understood."""
    notes: list[str] = []
    units: dict[str, Profile] = {}
    for place, raw in _units(data, notes):
        name = _name(raw, place)
        if name in units:
            notes.append(f"{name}: a second unit of this name is left out")
            continue
        try:
            units[name] = _profile(name, raw, notes)
        except Unreadable as error:
            notes.append(f"{name}: left out, {error}")
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            notes.append(f"{name}: left out, {where}: {first['msg'].lower()}, found {first['input']!r}")
    return Library(units=units), tuple(notes)


def _units(data: Any, notes: list[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Everything in the file that looks like a unit."""
    if isinstance(data, Mapping) and "statistics" in data:
        data = [data]
    if isinstance(data, Mapping):
        for field, value in data.items():
            if field in IGNORED:
                count = len(value) if isinstance(value, Sequence | Mapping) else 1
                notes.append(f"{field}: {count} left out, only units are read")
            elif field != "units":
                notes.append(f"{field}: not understood")
        data = data.get("units", [])
    if isinstance(data, Mapping):
        data = list(data.values())
    if not isinstance(data, Sequence) or isinstance(data, str):
        notes.append("no list of units was found")
        return
    for number, raw in enumerate(data, 1):
        if isinstance(raw, Mapping) and isinstance(raw.get("statistics"), Mapping):
            yield f"unit {number}", raw
        else:
            notes.append(f"unit {number}: left out, it has no statistics")


def _name(raw: Mapping[str, Any], place: str) -> str:
    parts = [str(raw[field]).strip() for field in ("name", "subname") if raw.get(field)]
    return ", ".join(parts) or place


def _profile(name: str, raw: Mapping[str, Any], notes: list[str]) -> Profile:
    card: Mapping[str, Any] = raw["statistics"]
    notes.extend(f"{name}: {field} not understood" for field in card if field not in KNOWN)
    tray = _tray(name, card, notes)
    attacks = tuple(_attacks(name, card, notes))
    words = tuple(_keywords(name, card, notes))
    if card.get("type") == "siegeengine":
        words = (*words, *SIEGE)
    usual = -(-TRAYS[tray].models // TRAYS[tray].files)
    ranks = _ranks(name, attacks, usual, notes)
    return Profile(
        tray=tray,
        speed=_number(card, "speed"),
        defense=_number(card, "defense"),
        morale=_number(card, "morale"),
        wounds_per_model=_number(card, "wounds", 1),
        attacks=tuple(_with_ranks(attack, ranks) for attack in attacks),
        keywords=words,
        ranks=None if ranks == usual else ranks,
        cost=_number(card, "cost", 0),
    )


def _number(card: Mapping[str, Any], field: str, default: int | None = None) -> int:
    """A whole number, written as 4, "4" or "4+"."""
    value = card.get(field)
    if value is None and default is not None:
        return default
    match = re.fullmatch(r"\s*(\d{1,3})\s*\+?\s*", str(value)) if not isinstance(value, bool) else None
    if match is None:
        raise Unreadable(f"its {field} should be a number, found {value!r}" if field in card else f"it has no {field}")
    return int(match[1])


def _tray(name: str, card: Mapping[str, Any], notes: list[str]) -> str:
    """The tray it names, or the usual one of its type."""
    written = card.get("tray")
    if isinstance(written, str) and written in TRAY_NAMES:
        return TRAY_NAMES[written]
    usual = TRAY_OF_TYPE.get(str(card.get("type")))
    if usual is None:
        raise Unreadable(f"neither its tray ({written!r}) nor its type ({card.get('type')!r}) is known")
    notes.append(f"{name}: tray {written!r} not understood, taken as {usual} for its type")
    return usual


def _attacks(name: str, card: Mapping[str, Any], notes: list[str]) -> Iterator[Attack]:
    """The attacks that can be read; two of one name are told apart by their kind."""
    seen: set[str] = set()
    raw = card.get("attacks", [])
    for number, attack in enumerate(raw if isinstance(raw, Sequence) and not isinstance(raw, str) else [], 1):
        kind = attack.get("type") if isinstance(attack, Mapping) else None
        dice = attack.get("dice") if isinstance(attack, Mapping) else None
        if kind not in ("melee", "short", "long") or not isinstance(dice, Sequence) or isinstance(dice, str):
            notes.append(f"{name}: attack {number} not understood")
            continue
        label = str(attack.get("name") or kind)
        label = label if label not in seen else f"{label} ({kind})"
        seen.add(label)
        yield Attack(name=label, kind=kind, to_hit=_number(attack, "hit"), dice=tuple(dice))


def _keywords(name: str, card: Mapping[str, Any], notes: list[str]) -> Iterator[str]:
    """The abilities that are keywords here; the others stay with the card."""
    raw = card.get("abilities", [])
    for ability in raw if isinstance(raw, Sequence) and not isinstance(raw, str) else []:
        if isinstance(ability, str) and ability.lower() in KEYWORDS:
            yield ability.lower()
        else:
            notes.append(f"{name}: the ability {ability!r} is not part of the numbers")


def _ranks(name: str, attacks: Sequence[Attack], usual: int, notes: list[str]) -> int:
    """The ranks of the tray; fewer where every attack has dice for fewer."""
    given = {len(attack.dice) for attack in attacks}
    if not given or given == {usual}:
        return usual
    ranks = max(given)
    notes.append(f"{name}: dice for {ranks} ranks on a tray of {usual}; taken as {ranks} ranks")
    return ranks


def _with_ranks(attack: Attack, ranks: int) -> Attack:
    """The attack with its last number repeated for ranks that it does not name."""
    missing = ranks - len(attack.dice)
    return attack.model_copy(update={"dice": (*attack.dice, *attack.dice[-1:] * missing)}) if missing else attack
