"""Unit cards as values: worths that depend on runes, dice, surge abilities, keywords."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

from enfilade.referee import Facts, Words
from enfilade.rulesets.runewars import documents
from enfilade.rulesets.runewars.tables import COLOURS, KEYWORDS, MORALE, RUNES, TOKENS

GAINS = frozenset({"hit", "mortal", "lethal", "damage", "wound", "heal", "shift", *TOKENS})
MOST_DICE = 10
"""So many dice of one kind a card may name; no printed card has more than three."""


class Worth(NamedTuple):
    """A whole number plus the round's count of runes; a rune that is named twice counts twice."""

    plus: int
    runes: tuple[str, ...] = ()

    def at(self, counts: Mapping[str, int]) -> int:
        return self.plus + sum(counts.get(rune, 0) for rune in self.runes) if self.runes else self.plus

    def and_also(self, more: "Worth | None") -> "Worth":
        return Worth(self.plus + more.plus, self.runes + more.runes) if more else self

    def __str__(self) -> str:
        number = [str(self.plus)] if self.plus or not self.runes else []
        return " + ".join([*number, *(f"[{rune}]" for rune in self.runes)])


class Die(NamedTuple):
    """So many dice of one colour (R, B or W)."""

    colour: str
    number: Worth


class Surge(NamedTuple):
    """What surges buy; `gain` pairs a name with an amount for each purchase."""

    cost: int
    unique: bool
    plus: bool
    gain: tuple[tuple[str, int], ...]
    to: str = ""
    range: tuple[int, int] | None = None
    needs: str = ""
    cheaper_if: str = ""

    @property
    def said(self) -> Words:
        """What one purchase gains, and whom."""
        gains = tuple(Words("{amount} {icon}", Facts(amount=amount, icon=name)) for name, amount in self.gain)
        return Words("{gain} for {whom}" if self.to else "{gain}", Facts(gain=gains, whom=self.to))

    def __str__(self) -> str:
        return str(self.said)


class Attack(NamedTuple):
    """One attack profile of a card; dice of `near` are added up to `near_range`."""

    dice: tuple[Die, ...]
    near: tuple[Die, ...] = ()
    near_range: int = 0
    surges: tuple[Surge, ...] = ()

    def with_card(self, dice: tuple[Die, ...], surges: tuple[Surge, ...]) -> "Attack":
        """The same with what an upgrade card adds."""
        return self._replace(dice=self.dice + dice, surges=self.surges + surges)


@dataclass(frozen=True, slots=True)
class Profile:
    """A unit card. `keywords` maps a keyword to its worth; `steadfast` a morale card type to its extra icons."""

    name: str
    type: str
    hero: bool
    defense: Worth
    wounds: int
    melee: Attack | None
    ranged: Attack | None
    keywords: Facts
    steadfast: Facts

    def __hash__(self) -> int:
        return hash((self.name, self.type, self.defense, self.wounds))  # enough to tell cards apart


class BadText(ValueError):
    """A text in a profile that cannot be read: (what was expected, what was found, known names for a hint)."""

    def __init__(self, expected: str, found: str, known: tuple[str, ...] = ()) -> None:
        self.expected, self.found, self.known = expected, found, known
        super().__init__(f"expected {expected}, found {found}")


def worth(written: int | str) -> Worth:
    """A worth from 2, "2", "[stable]" or "1 + [stable]"; raises `BadText`."""
    match = re.fullmatch(r"\s*(\d{1,3})?((?:\s*\+?\s*\[\w+\])*)\s*", str(written))
    runes = tuple(re.findall(r"\w+", match[2])) if match else ()
    if not match or not (match[1] or runes) or not set(runes) <= set(RUNES):
        raise BadText('a number or a rune such as "[stable]" (stable, unstable, natural)', repr(written), RUNES)
    return Worth(int(match[1] or 0), runes)


def dice(written: str) -> tuple[Die, ...]:
    """Dice from "R R B", "2R B" or "W [stable] B"; raises `BadText`."""
    pattern = r"(\d+|\[\w+\])?\s*(red|blue|white|[rbw])\b"
    found = re.findall(pattern, written, re.IGNORECASE)
    if re.sub(pattern, "", written, flags=re.IGNORECASE).strip(" ,+") or not found:
        raise BadText('dice as letters R, B and W, such as "R R B" or "[stable] B"', repr(written))
    hand = tuple(Die(colour[0].upper(), worth(count or 1)) for count, colour in found)
    for letter in COLOURS:
        if sum(die.number.plus for die in hand if die.colour == letter) > MOST_DICE:
            raise BadText(f"at most {MOST_DICE} dice of a kind", repr(written))
    return hand


def attack(data: documents.Attack | None) -> Attack | None:
    """An attack profile; raises `BadText`."""
    if data is None:
        return None
    near = dice(data.near.dice) if data.near else ()
    return Attack(dice(data.dice), near, data.near.range if data.near else 0, tuple(map(surge, data.surges)))


def surge(data: documents.Surge) -> Surge:
    """A surge ability; raises `BadText`."""
    for name in data.gain:
        if name not in GAINS:
            raise BadText(f"a gain: {', '.join(sorted(GAINS))}", repr(name), tuple(GAINS))
    for token in (data.needs, data.cheaper_if):
        if token not in (None, "bane", *TOKENS):
            raise BadText(f"a token or bane: {', '.join(TOKENS)}", repr(token), TOKENS)
    gain = tuple(data.gain.items())
    needs, cheaper = data.needs or "", data.cheaper_if or ""
    return Surge(data.cost, data.unique, data.plus, gain, data.to, data.range, needs, cheaper)


def keywords(written: tuple[str, ...]) -> tuple[Facts, Facts]:
    """Keywords with their worths, and Steadfast types with their icons; raises `BadText`."""
    found: dict[str, Worth] = {}
    steadfast: dict[str, int] = {}
    for text in written:
        if text.lower().startswith("steadfast"):
            steadfast.update(_steadfast(text))
            continue
        match = re.fullmatch(r"([A-Za-z ]+?)\s*(\d+|\[\w+\])?", text.strip())
        name = match[1].lower() if match else ""
        if not match or name not in KEYWORDS:
            known = sorted([*KEYWORDS, "steadfast"])
            raise BadText(f"a keyword: {', '.join(known)}", repr(text), tuple(known))
        found[name] = worth(match[2] or 1).and_also(found.get(name))
    return Facts(found), Facts(steadfast)


def _steadfast(text: str) -> Iterator[tuple[str, int]]:
    types = sorted({card.type for card in MORALE.values()})
    for name, icons in re.findall(r"(\w+)\s*(\d+)?", text[len("steadfast") :]):
        if name.capitalize() not in types:
            raise BadText(f"Steadfast [type] with {', '.join(types)}", repr(text), tuple(types))
        yield name.capitalize(), int(icons or 1)


def profile(name: str, data: documents.Profile) -> Profile:
    """The card as a value; raises `BadText` for a text that cannot be read."""
    words, steadfast = keywords(data.keywords)
    defense = worth(data.defense)
    if not defense.plus and not defense.runes:
        raise BadText("a defense of at least 1", repr(data.defense))
    melee, ranged = attack(data.melee), attack(data.ranged)
    return Profile(name, data.type, data.hero, defense, data.wounds, melee, ranged, words, steadfast)


@cache
def shipped() -> Mapping[str, documents.Profile]:
    """The profiles that come with the ruleset, from units.yaml."""
    return MappingProxyType({name: documents.profile_from(fields) for name, fields in _read("units.yaml").items()})


@cache
def shipped_upgrades() -> Mapping[str, documents.FigureUpgrade]:
    """The figure upgrades that come with the ruleset, from upgrades.yaml."""
    known = _read("upgrades.yaml")
    return MappingProxyType({name: documents.upgrade_from({"name": name, **known[name]}) for name in known})


def _read(name: str) -> dict[str, Any]:
    from ruamel.yaml import YAML

    text = files(__package__).joinpath(name).read_text("utf-8")
    plain: dict[str, Any] = YAML(typ="safe", pure=True).load(text)
    return plain
