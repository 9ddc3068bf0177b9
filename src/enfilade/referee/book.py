"""What a ruleset declares of itself: where its rules stand, how far they are built, which points are disputed."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from enfilade.referee.facts import Facts


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule stands, what it says in our words, how far it is built, and how well it is known.

    `status` is implemented, partial or absent. `basis` is stated (read in a source), inferred (follows from
    stated rules) or assumed (nobody could tell us: every ruling that uses it says so).
    """

    rule: str
    book: str
    section: str
    heading: str
    words: str
    status: Literal["implemented", "partial", "absent"]
    basis: Literal["stated", "inferred", "assumed"] = "stated"


@dataclass(frozen=True, slots=True)
class Reading:
    """A disputed or unknown point: the question, the options with their words, the default, and the rules at issue."""

    name: str
    question: str
    options: Mapping[str, str]
    default: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """What a ruleset declares of itself: its sources by rule key and its readings by name."""

    sources: Mapping[str, Source]
    readings: Mapping[str, Reading]


@dataclass(frozen=True, slots=True)
class Rules:
    """The book as this battle reads it: `rules[name]` is the option chosen for a disputed reading."""

    book: Book
    chosen: Facts

    def __getitem__(self, reading: str) -> str:
        return str(self.chosen.get(reading, self.book.readings[reading].default))


def read_book(package: str) -> Book:
    """The book in `sources.toml` and `readings.toml` beside a ruleset's code. Their form: docs/rulesets.md."""
    import tomllib
    from importlib.resources import files

    folder = files(package)
    sources = tomllib.loads(folder.joinpath("sources.toml").read_text("utf-8"))
    readings = tomllib.loads(folder.joinpath("readings.toml").read_text("utf-8"))
    return Book(
        MappingProxyType({key: Source(rule=key, **fields) for key, fields in sources.items()}),
        MappingProxyType({name: _reading(name, fields) for name, fields in readings.items()}),
    )


def _reading(name: str, fields: dict[str, Any]) -> Reading:
    return Reading(name=name, **{**fields, "sources": tuple(fields["sources"])})
