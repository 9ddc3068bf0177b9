"""Rulings and odds as JSON, for programs: exact, with fractions as text, and nothing a report would not say."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from operator import eq
from typing import Any

from enfilade.battle import Battle
from enfilade.dice import Distribution
from enfilade.referee import Action, Result, Ruling, Translator, as_json, same
from enfilade.show.tallies import Tally, tallies
from enfilade.show.words import counts


def rulings_json(battle: Battle, rulings: Iterable[Ruling], translate: Translator = same) -> dict[str, Any]:
    """The document `enfilade/rulings/1`: a ruling for every action that was asked about."""
    return {**head("enfilade/rulings/1", battle), "rulings": [ruling.json(translate) for ruling in rulings]}


def odds_json(
    battle: Battle,
    odds: Iterable[tuple[Action, str, Distribution[Result]]],
    refused: Sequence[Ruling] = (),
) -> dict[str, Any]:
    """The document `enfilade/odds/1`: for each action its policy and its odds; apart, the actions that were refused."""
    return {
        **head("enfilade/odds/1", battle),
        "odds": [{"action": action.json(), "policy": policy, **distribution_json(d)} for action, policy, d in odds],
        "refused": [{"action": ruling.action.json(), "refusal": _refusal(ruling)} for ruling in refused],
    }


def distribution_json(odds: Distribution[Result]) -> dict[str, Any]:
    """One distribution: every outcome with its probability, then the mean and "at least N" of each count."""
    outcomes = odds.of(counts)
    numbers = [tally for tally in tallies(odds) if tally.numeric]
    return {
        "exact": not odds.sampled,
        **({"samples": odds.total} if odds.sampled else {}),
        "total": str(sum((p for _, p in outcomes.items()), Fraction(0))),
        "distribution": [
            {"outcome": outcome.json(), **_chance(p, outcomes.interval(partial(eq, outcome)), odds.sampled)}
            for outcome, p in outcomes.items()
        ],
        "expected": {tally.names[0]: str(tally.expected()) for tally in numbers},
        "at_least": {tally.names[0]: _at_least(tally) for tally in numbers},
    }


def _at_least(tally: Tally) -> dict[str, str]:
    return {str(as_json(value)): str(tally.at_least(value).share) for value in tally.values}


def _chance(p: Fraction, interval: tuple[float, float], sampled: bool) -> dict[str, Any]:
    chance: dict[str, Any] = {"probability": str(p), "p": float(p)}
    return {**chance, "interval": list(interval)} if sampled else chance


def head(form: str, battle: Battle) -> dict[str, Any]:
    """How every JSON answer starts: its format, the ruleset and the edition."""
    edition = battle.scenario.get("edition") or battle.ruleset.edition
    return {"format": form, "ruleset": battle.ruleset.name, "edition": edition}


def _refusal(ruling: Ruling) -> dict[str, Any] | None:
    return ruling.refusal.json() if ruling.refusal else None
