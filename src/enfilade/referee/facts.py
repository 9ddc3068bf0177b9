"""Named plain values, and how they read."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from types import NoneType
from typing import Any

from enfilade.referee.translator import Translator, same

Plain = bool | int | float | str | Fraction | None | tuple["Plain", ...]


class Facts(Mapping[str, Any]):
    """Named plain values, frozen and hashable. Lists become tuples, mappings become nested facts' items."""

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[Any, Any] | Iterable[tuple[str, Any]] = (), /, **more: Any) -> None:
        self._items = {name: _frozen(value) for name, value in dict(items, **more).items()}
        self._hash: int | None = None

    def __getitem__(self, name: str) -> Any:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, name: object) -> bool:
        return name in self._items

    def get(self, name: str, default: Any = None, /) -> Any:
        return self._items.get(name, default)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._items.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and self._items == other._items

    def __reduce__(self) -> tuple[type["Facts"], tuple[dict[str, Any]]]:
        return Facts, (self._items,)  # without the hash: it differs from process to process

    def __repr__(self) -> str:
        return f"Facts({', '.join(f'{name}={value!r}' for name, value in self._items.items())})"

    def json(self) -> dict[str, Any]:
        """The same as JSON values; a fraction becomes text such as "3/16"."""
        return {name: as_json(value) for name, value in self._items.items()}


@dataclass(frozen=True, slots=True)
class Words:
    """A value that is put together from words: a template with facts of its own, so that it has a translation."""

    words: str
    facts: Facts = Facts()

    def __str__(self) -> str:
        return phrase(self.words, self.facts)


GIVEN = frozenset({
    "unit", "units", "attacker", "attackers", "target", "token", "name", "friend", "friends", "enemy", "enemies", "who",
    "actor", "army", "commander", "character", "wall", "said", "keyword", "card", "cards", "drawn", "upgrade",
    "profile", "map", "words", "names", "attack", "winner", "first", "second", "sides", "policy", "one", "other",
    "flanker", "blocker", "blockers", "crowd", "characters", "marked", "shield_ids", "aim_penalty_against",
    "panic_tests", "free_pivots", "charge_targets", "shoot_targets", "given_up", "terrain", "piece",
    "obstacles", "cover_sources",
})  # fmt: skip
"""The facts that hold names which players or cards gave, or ids of units and sides, which are told by their names.

They are no words of the rules, though one may read like it.
"""

TYPED = frozenset({"name", "names", "said", "words"})
"""Those of them that hold what somebody typed, or is to type: ids stay ids there."""

PLACES = frozenset({"corner", "corner_used", "cell", "position", "before", "after"})
"""The facts that hold a place, if they are two numbers: told in brackets wherever they stand."""

ORDERS = "orders"
"""The fact that holds what each unit is to do; that is told unit by unit, and is too long for a heading."""

LARGEST_PART = 12
"""Fractions of smaller parts than twelfths are told with decimals."""

KINDS = ("melee", "ranged")
"""What an attack without a name of its own is called: by its kind, and that is a word of the rules."""

UNDERSCORED = {"left_flank": "left flank", "right_flank": "right flank"}
"""The words of the rules that files write with a line in between; names of players may have one too and keep it."""

_PLAIN = frozenset({bool, int, float, str, Fraction, NoneType, Facts})  # nothing in these can change


def _frozen(value: Any) -> Any:
    if type(value) in _PLAIN:
        return value
    if type(value) in (list, tuple):
        return tuple(map(_frozen, value))
    if isinstance(value, set | frozenset):
        return tuple(sorted(_frozen(item) for item in value))
    if isinstance(value, Mapping) and not isinstance(value, Facts):
        return Facts(value)
    return value


def as_json(value: Any) -> Any:
    """A plain value as JSON: fractions as text, tuples as lists, facts as objects."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, tuple):
        return [as_json(item) for item in value]
    if isinstance(value, Facts):
        return value.json()
    if isinstance(value, Words):
        return str(value)
    return float(value) if isinstance(value, Decimal) else value  # files give decimals, such as forward: 5.1


def shown(value: Any, translate: Translator = same) -> str:
    """A value as a player reads it: decimals without noise, yes and no, lists with commas, words in the language."""
    if value is True or value is False:
        return translate("yes" if value else "no")
    if isinstance(value, float):
        written = f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")  # adding zero turns -0.0 into 0.0
        return translate.number(written)
    if isinstance(value, Decimal | Fraction):
        return translate.number(_written(value))
    if isinstance(value, tuple):
        return _row(value, translate)
    if isinstance(value, Facts):
        return " ".join(f"{_key(name, translate)}={told(name, item, translate)}" for name, item in value.items())
    if value is None:
        return translate("none")
    if isinstance(value, Words):
        return phrase(value.words, value.facts, translate)
    return translate(value) if isinstance(value, str) else str(value)


def _written(value: Decimal | Fraction) -> str:
    """A number as files write it; a fraction as one only where it has no end in decimals and people would say it."""
    if isinstance(value, Decimal) or value.denominator == 1:
        return str(value)
    ends = 10_000 % value.denominator == 0
    if not ends and value.denominator <= LARGEST_PART:
        return str(value)
    return f"{float(value):.{4 if ends else 2}f}".rstrip("0").rstrip(".")


def _key(name: str, translate: Translator) -> str:
    return translate.called(name) if name in translate.names else translate(name)


def _row(values: tuple[Any, ...], translate: Translator) -> str:
    """Values one after the other, those that are rows themselves in brackets, as places are: (9.5, 4.5)."""
    parts = (f"({_place(item, translate)})" if isinstance(item, tuple) else shown(item, translate) for item in values)
    decimals = any(isinstance(item, float | Decimal) for item in values)
    return (translate.numbers.between if decimals else ", ").join(parts) or translate("none")


def _place(values: tuple[Any, ...], translate: Translator) -> str:
    """The inside of the brackets: between numbers the sign that no language mistakes for one of decimals."""
    if values and all(isinstance(item, int | float | Fraction | Decimal) for item in values):
        return translate.numbers.between.join(shown(item, translate) for item in values)
    return _row(values, translate)


def told(name: str, value: Any, translate: Translator = same) -> str:
    """The value of that name as a player reads it; what players named is called as they named it: see `GIVEN`."""
    if name == "attack" and value in KINDS:
        return translate(value)
    if value in (None, ()):
        return translate.word("none", name)
    if name in GIVEN:
        return _named(name, value, translate)
    if isinstance(value, str):
        return translate.word(UNDERSCORED.get(value, value), name) if value else ""
    if name in PLACES and isinstance(value, tuple) and len(value) == 2:
        return _row((value,), translate)
    if isinstance(value, tuple) and any(isinstance(item, str) for item in value):
        return ", ".join(told(name, item, translate) for item in value)
    return shown(value, translate)


def under(name: str, value: Any) -> Any:
    """The value, to be told as the fact of that name wherever it stands; numbers are told alike everywhere."""
    return Words(f"{{{name}}}", Facts({name: value})) if name in GIVEN or isinstance(value, str) else value


def _named(name: str, value: Any, translate: Translator) -> str:
    """A name or several; what is put together from words knows itself what in it is a name.

    "none" is nobody and nothing, unless somebody here is called so.
    """
    if isinstance(value, tuple):
        return ", ".join(_named(name, item, translate) for item in value)
    if isinstance(value, Words):
        return shown(value, translate)
    if name in TYPED:
        return shown(value, translate.naming({}).given())
    if value is None or (value == "none" and value not in translate.names):
        return translate.word("none", name)
    return shown(value, translate.given())


class _Said(str):
    """A value as it is said, which knows whether words that go with it take the singular: {hits:hit|hits}."""

    single = False

    def __format__(self, forms: str) -> str:
        one, _, many = forms.partition("|")
        return str(self) if not forms else one if self.single else many


def phrase(words: str, facts: Mapping[str, Any], translate: Translator = same) -> str:
    """A template with its named facts filled in, in the language of `translate`: words that are values too.

    `{hits}` is the fact itself, and `{hits:hit|hits}` the one or the other word, as the language counts. A list
    counts as many as stand in it: `{friends} {friends:tests|test}`.
    """
    said = {name: _said(name, value, translate) for name, value in facts.items()}
    return translate.joined(translate(words), said).format_map(said)


def _said(name: str, value: Any, translate: Translator) -> _Said:
    said = _Said(told(name, value, translate))
    said.single = translate.numbers.one(float(_count(value)))
    return said


def _count(value: Any) -> int | float | Fraction | Decimal:
    """How many it is about: a number itself, the things in a list, one thing otherwise."""
    if isinstance(value, int | float | Fraction | Decimal):
        return value
    if isinstance(value, Words) and len(value.facts) == 1:
        return _count(*value.facts.values())
    return len(value) if isinstance(value, tuple) else 1
