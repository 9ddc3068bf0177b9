"""Unit cards as values: worths that depend on runes, dice, surge abilities, keywords."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from enfilade.referee import Facts, Mistake
from enfilade.rulesets.runewars import documents
from enfilade.rulesets.runewars.tables import COLOURS, MORALE, RUNES, TOKENS

KEYWORDS = MappingProxyType(
    {
        "brutal": "threat while attacking",
        "precise": "full ranks for re-rolls",
        "lethal": "damage added",
        "protected": "damage subtracted",
        "impact": "panic tokens in a charge",
        "regenerate": "figures that return",
        "mortal": "mortal strikes in each attack",
        "unkillable": "mortal strikes taken from an attacker",
        "haunting": "attacker's dice that the defender may re-roll",
        "discard": "dice taken away after re-rolls",
        "panic hunter": "dice re-rolled against a target with panic",
        "blood price": "wounds it may suffer for Lethal 1 each",
        "second melee": "a second melee attack on another enemy",
        "borrow surges": "surge abilities of friends at range 1-3",
        "scout": "deployment",
        "column tactics": "ranks as threat",
        "sweeping strikes": "front edge touches enemies at range 1",
        "lingering dead": "empty trays stay",
    }
)
GAINS = frozenset({"hit", "mortal", "lethal", "damage", "wound", "heal", "shift", *TOKENS})


class Worth(NamedTuple):
    """A whole number plus, perhaps, the round's count of one rune."""

    plus: int
    rune: str = ""

    def at(self, runes: Mapping[str, int]) -> int:
        return self.plus + (runes.get(self.rune, 0) if self.rune else 0)

    def __str__(self) -> str:
        if not self.rune:
            return str(self.plus)
        return f"{self.plus} + [{self.rune}]" if self.plus else f"[{self.rune}]"


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
    to: str
    range: tuple[int, int] | None
    needs: str
    cheaper_if: str

    def __str__(self) -> str:
        gains = ", ".join(f"{amount} {name}" for name, amount in self.gain)
        return f"{gains} for {self.to}" if self.to else gains


class Attack(NamedTuple):
    """One attack profile of a card."""

    dice: tuple[Die, ...]
    near: tuple[Die, ...]
    near_range: int
    surges: tuple[Surge, ...]


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

    def keyword(self, name: str) -> Worth | None:
        worth: Worth | None = self.keywords.get(name)
        return worth


class BadText(ValueError):
    """A text in a profile that cannot be read: (what was expected, what was found, a hint)."""

    def __init__(self, expected: str, found: str, hint: str = "") -> None:
        self.expected, self.found, self.hint = expected, found, hint
        super().__init__(f"expected {expected}, found {found}")


def worth(written: int | str) -> Worth:
    """A worth from 2, "2", "[stable]" or "1 + [stable]"; raises `BadText`."""
    match = re.fullmatch(r"\s*(\d{1,3})?\s*(?:\+?\s*\[(\w+)\])?\s*", str(written))
    if not match or not (match[1] or match[2]) or (match[2] and match[2] not in RUNES):
        raise BadText('a number or a rune such as "[stable]" (stable, unstable, natural)', repr(written))
    return Worth(int(match[1] or 0), match[2] or "")


def dice(written: str) -> tuple[Die, ...]:
    """Dice from "R R B", "2R B" or "W [stable] B"; raises `BadText`."""
    found = []
    for count, colour in re.findall(r"(\d+|\[\w+\])?\s*([A-Za-z]+)", written):
        if colour.upper()[:1] not in COLOURS or colour.upper() not in (*COLOURS, "RED", "BLUE", "WHITE"):
            raise BadText("dice as letters R, B and W", repr(written))
        found.append(Die(colour[0].upper(), worth(count or 1)))
    if re.sub(r"(\d+|\[\w+\])?\s*([A-Za-z]+)", "", written).strip(" ,+"):
        raise BadText("dice as letters R, B and W", repr(written))
    return tuple(found)


def _attack(data: documents.Attack | None) -> Attack | None:
    if data is None:
        return None
    near = dice(data.near.dice) if data.near else ()
    return Attack(dice(data.dice), near, data.near.range if data.near else 0, tuple(map(_surge, data.surges)))


def _surge(data: documents.Surge) -> Surge:
    for name in data.gain:
        if name not in GAINS:
            raise BadText(f"a gain: {', '.join(sorted(GAINS))}", repr(name))
    return Surge(
        data.cost,
        data.unique,
        data.plus,
        tuple(data.gain.items()),
        data.to,
        data.range,
        data.needs or "",
        data.cheaper_if or "",
    )


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
            raise BadText("a keyword: " + ", ".join(sorted([*KEYWORDS, "steadfast"])), repr(text))
        more = worth(match[2] or 1)
        found[name] = Worth(found[name].plus + more.plus, more.rune or found[name].rune) if name in found else more
    return Facts(found), Facts(steadfast)


def _steadfast(text: str) -> Iterator[tuple[str, int]]:
    types = {card.type for card in MORALE.values()}
    for name, icons in re.findall(r"(\w+)\s*(\d+)?", text[len("steadfast") :]):
        if name.capitalize() not in types:
            raise BadText(f"Steadfast [type] with {', '.join(sorted(types))}", repr(text))
        yield name.capitalize(), int(icons or 1)


def profile(name: str, data: documents.Profile) -> Profile:
    """The card as a value; raises `BadText` for a text that cannot be read."""
    words, steadfast = keywords(data.keywords)
    return Profile(
        name,
        data.type,
        data.hero,
        worth(data.defense),
        data.wounds,
        _attack(data.melee),
        _attack(data.ranged),
        words,
        steadfast,
    )


@cache
def shipped() -> Mapping[str, documents.Profile]:
    """The profiles that come with the ruleset, from units.yaml."""
    from ruamel.yaml import YAML

    text = files(__package__).joinpath("units.yaml").read_text("utf-8")
    plain = YAML(typ="safe", pure=True).load(text)
    return MappingProxyType({name: documents.profile_from(fields) for name, fields in plain.items()})


def mistake(path: tuple[str | int, ...], error: BadText) -> Mistake:
    """The mistake in a document for a text that cannot be read."""
    return Mistake(path, error.expected, error.found, error.hint)
