"""Unit cards: from a document to a value, keywords read, and the profiles that ship with the ruleset."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from enfilade.geometry import LengthError, size
from enfilade.referee import Facts, Notes, Path
from enfilade.rulesets.asoiaf import document
from enfilade.rulesets.asoiaf.state import Attack, Profile
from enfilade.rulesets.asoiaf.tables import KEYWORDS, TRAY_NAMES, TRAYS


def profile(name: str, data: document.Profile, path: Path, notes: Notes) -> Profile | None:
    """The card as a value, or nothing with its mistakes noted."""
    before = len(notes.found)
    tray_name = TRAY_NAMES.get(data.tray)
    if tray_name is None:
        notes.unknown((*path, "tray"), "a tray", data.tray, list(TRAY_NAMES))
        return None
    tray = TRAYS[tray_name]
    models = data.models or tray.models
    ranks = data.ranks or -(-models // tray.files)
    speed = 0
    try:
        speed = size(data.speed)
    except LengthError as error:
        notes.add((*path, "speed"), "a length above zero", error)
    attacks = tuple(_attack(a, ranks, (*path, "attacks", i), notes) for i, a in enumerate(data.attacks))
    names = [attack.name for attack in data.attacks]
    for i, attack in enumerate(names):
        if attack in names[:i]:
            notes.add((*path, "attacks", i, "name"), "a name of its own", repr(attack))
    words = keywords(data.keywords, (*path, "keywords"), notes)
    if len(notes.found) > before:
        return None
    files_ = -(-models // ranks)
    return Profile(
        name,
        tray_name,
        speed,
        data.defense,
        data.morale,
        data.wounds_per_model,
        attacks,
        words,
        models,
        files_,
        data.cost,
    )


def _attack(data: document.Attack, ranks: int, path: Path, notes: Notes) -> Attack:
    if len(data.dice) != ranks:
        what = "shorter" if len(data.dice) < ranks else "longer"
        hint = f"the dice are {what} than the ranks; a unit with other ranks says so with `ranks:`"
        notes.add((*path, "dice"), f"{ranks} numbers, one for each rank", str(list(data.dice)), hint)
    return Attack(data.name, data.kind, data.to_hit, data.dice, keywords(data.keywords, (*path, "keywords"), notes))


def keywords(written: Sequence[str], path: Path, notes: Notes) -> Facts:
    """Keywords in lower case with their numbers (1 where there is none), each checked against the known ones."""
    found = {}
    for i, text in enumerate(written):
        match = re.fullmatch(r"\s*([A-Za-z][A-Za-z \-]*?)\s*(\d{1,2})?\s*", text)
        name = match[1].lower().replace("-", " ") if match else text.lower()
        if not match or name not in KEYWORDS:
            notes.unknown((*path, i), "a keyword", text, [*KEYWORDS])
            continue
        found[name] = int(match[2] or 1)
    return Facts(found)


@cache
def shipped() -> Mapping[str, document.Profile]:
    """The profiles that come with the ruleset, from units.yaml."""
    from ruamel.yaml import YAML

    text = files(__package__).joinpath("units.yaml").read_text("utf-8")
    plain = YAML(typ="safe", pure=True).load(text)
    return MappingProxyType({name: document.Profile.model_validate(fields) for name, fields in plain.items()})
