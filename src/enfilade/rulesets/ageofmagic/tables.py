"""The tables of the rules: the stated ones as constants, the assumed ones as a value that a user may replace."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

from enfilade.rulesets.ageofmagic.numbers import Number, exact

MORALE = ("routing", "poor", "normal", "good")  # worst first (3.6.2.5.3)
TIREDNESS = (
    "fresh",
    "normal",
    "slightly tired",
    "quite tired",
    "tired",
    "very tired",
    "exhausted",
    "reeling",
    "unconscious",
)
WORN_OUT = TIREDNESS.index("reeling")  # as far as a unit sinks

# Attack modifiers (3.6.2.5.1, 3.6.2.5.2).
MORALE_WORTH = MappingProxyType({"good": 2, "normal": 0, "poor": -2, "routing": 0})
TIREDNESS_WORTH = MappingProxyType(dict(zip(TIREDNESS, (0, 0, -1, -1, -2, -2, -3, -4, -4), strict=True)))
POSITION_WORTH = MappingProxyType({"good": 2, "normal": 0, "poor": -2})
VISIBILITY_WORTH = MappingProxyType({"normal": 0, "reduced": -2, "poor": -4, "very poor": -6})
WIND_WORTH = MappingProxyType({"normal": 0, "windy": -1, "very windy": -3})
MOVING_WORTH = -2
SKIRMISH_TARGET_WORTH = -3
ADVANTAGE_WORTH = 2
CHARGE_WORTH = 1
CAVALRY_CHARGE_WORTH = MappingProxyType({"lance": 6, "spear": 4, "javelin": 4})
CAVALRY_CHARGE_ELSE = 2
BRACE_WORTH = MappingProxyType({"spear": 6, "pike": 8})
CLOSE_TARGET_WORTH = MappingProxyType({"green": -1, "irregular": -1})

# Combat values (3.6.2.2).
MELEE_BASE, MISSILE_BASE, RANGE_STEP = 8, 5, 25
CLOSE_ORDER_BONUS = MappingProxyType({"green": 1, "irregular": 1, "veteran": 3, "elite": 5})
CAVALRY_BONUS, SKIRMISH_BONUS = 2, 3
BARDING_BONUS = MappingProxyType({"none": 0, "partial": 3, "full": 6})
MELEE_SPAN, MISSILE_SPAN, DEFENCE_SPAN = (10, 40), (0, 30), (0, 30)
ARMOUR = MappingProxyType(
    {
        "rags": 0,
        "robes": 1,
        "heavy clothing": 2,
        "leather": 3,
        "studded leather": 4,
        "light mail": 6,
        "heavy mail": 8,
        "partial plate": 10,
        "full plate": 12,
    }
)


class Bands(NamedTuple):
    """Percent by result: for each row, results up to a number; beyond the last, so much more a point."""

    rows: tuple[tuple[int, int], ...]
    beyond: int

    def percent(self, result: int) -> int:
        """The percent for a whole result."""
        for highest, percent in self.rows:
            if result <= highest:
                return percent
        highest, percent = self.rows[-1]
        return percent + self.beyond * (result - highest)


MISSILE_CASUALTIES = Bands(((0, 0), (3, 1), (6, 2), (9, 4), (12, 6), (15, 8), (18, 10)), 1)


class Weapon(NamedTuple):
    """The battle factors of a weapon; `kind` is lance, spear, javelin, pike or other, `range` is in metres."""

    name: str
    attack: Number
    damage: Number
    kind: str = "other"
    range: Number = 0


class Assumed(NamedTuple):
    """Modifiers of an attack that no source tells."""

    flank: int
    rear: int
    evading: int
    routing: int
    skirmish: int
    veteran: int
    elite: int
    fortified_missile: int
    fortified_melee: int


class Tables(NamedTuple):
    """What no source tells. `replaced` names the rules whose numbers the user has given."""

    melee_casualties: Bands
    assumed: Assumed
    rally: int
    dice: int
    turns: int
    weapons: tuple[Weapon, ...] = ()
    replaced: tuple[str, ...] = ()


# The rule behind each number of the file: section and field, the field of `Tables`, the rule key.
RULE_OF = MappingProxyType(
    {
        ("melee_bonus", "flank"): ("flank", "3.6.2.5.2-flank"),
        ("melee_bonus", "rear"): ("rear", "3.6.2.5.2-rear"),
        ("melee_bonus", "evading"): ("evading", "3.6.2.5.2-evading"),
        ("melee_bonus", "routing"): ("routing", "3.6.2.5.2-routing"),
        ("melee_bonus", "skirmish"): ("skirmish", "3.6.2.5.2-skirmish"),
        ("against_close_order", "veteran"): ("veteran", "3.6.2.5.2-close-veteran"),
        ("against_close_order", "elite"): ("elite", "3.6.2.5.2-close-elite"),
        ("against_fortified", "missile"): ("fortified_missile", "3.6-siege"),
        ("against_fortified", "melee"): ("fortified_melee", "3.6-siege"),
        ("rally", "levels"): ("rally", "3.6.2.5.3-rally"),
        ("limits", "dice"): ("dice", "1.1.2-limit"),
        ("limits", "turns"): ("turns", "3.6-end"),
    }
)
CASUALTIES_RULE = "3.6.2.5.2-casualties"


def made(given: Mapping[str, Any], weapons: tuple[Weapon, ...] = ()) -> Tables:
    """The tables of a file: the shipped ones with what `given` says in their place."""
    fields, rules = _numbers(given)
    bands = given.get("melee_casualties")
    if bands:
        fields["melee_casualties"] = _bands(bands)
        rules.append(CASUALTIES_RULE)
    base = shipped()
    modifiers = {name: fields.pop(name) for name in Assumed._fields if name in fields}
    assumed = base.assumed._replace(**modifiers)
    return base._replace(**fields, assumed=assumed, weapons=weapons, replaced=tuple(dict.fromkeys(rules)))


@cache
def shipped() -> Tables:
    """The assumed tables as they come, from `tables.toml`."""
    data = _read("tables.toml")
    fields, _ = _numbers(data)
    modifiers = {name: fields.pop(name) for name in Assumed._fields}
    return Tables(melee_casualties=_bands(data["melee_casualties"]), assumed=Assumed(**modifiers), **fields)


def _numbers(given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The numbers of a file by the fields above, and the rules they belong to."""
    fields, rules = {}, []
    for (section, name), (field, rule) in RULE_OF.items():
        if name in given.get(section, {}):
            fields[field] = given[section][name]
            rules.append(rule)
    return fields, rules


@cache
def known_weapons() -> dict[str, Weapon]:
    """The weapons of `weapons.toml` by name."""
    return {name: weapon(name, fields) for name, fields in _read("weapons.toml").items()}


def weapon(name: str, fields: dict[str, Any]) -> Weapon:
    """A weapon from the fields of a file."""
    numbers = {key: exact(value) for key, value in fields.items() if key != "kind" and value is not None}
    return Weapon(name, kind=fields.get("kind") or "other", **numbers)


def _bands(data: dict[str, Any]) -> Bands:
    rows = sorted((int(highest), percent) for highest, percent in data["up_to"].items())
    return Bands(tuple(rows), data["each_point_above"])


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("enfilade.rulesets.ageofmagic").joinpath(name).read_text("utf-8"))
