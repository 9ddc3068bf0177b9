"""Who can attack whom, for maps with so many units that nobody reads every ruling."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from enfilade.battle import Battle
from enfilade.referee import Ruling, shown
from enfilade.show.answers import head


@dataclass(frozen=True, slots=True)
class Reach:
    """One attacker: whom it may attack in any way, and whom it may not attack at all."""

    attacker: str
    may: tuple[str, ...]
    may_not: tuple[str, ...]


def by_attacker(rulings: Iterable[Ruling]) -> list[Reach]:
    """The reach of every attacker, in the order of the rulings."""
    legal: dict[str, dict[str, bool]] = {}
    for ruling in rulings:
        attacker, target = (shown(ruling.action.get(name)) for name in ("attacker", "target"))
        targets = legal.setdefault(attacker, {})
        targets[target] = targets.get(target, False) or ruling.legal
    return [
        Reach(attacker, *(tuple(t for t, may in targets.items() if may is wanted) for wanted in (True, False)))
        for attacker, targets in legal.items()
    ]


def pairs_json(battle: Battle, rulings: Iterable[Ruling]) -> dict[str, Any]:
    """The document `enfilade/pairs/1`: every action with its verdict and values or the reason, without the steps."""
    return {**head("enfilade/pairs/1", battle), "pairs": [_pair(ruling) for ruling in rulings]}


def _pair(ruling: Ruling) -> dict[str, Any]:
    pair: dict[str, Any] = {"action": ruling.action.json(), "verdict": ruling.verdict}
    if ruling.refusal:
        return {**pair, "rule": ruling.refusal.step.rule, "reason": ruling.refusal.step.text()}
    return {**pair, "values": ruling.values.json()}


def pairs_csv(rulings: Sequence[Ruling]) -> str:
    """The same as CSV: a column for every field of the actions and every value, a row for every action."""
    fields = dict.fromkeys(name for ruling in rulings for name in ruling.action.fields)
    values = dict.fromkeys(name for ruling in rulings for name in ruling.values)
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["kind", *fields, "verdict", "rule", "reason", *values])
    for ruling in rulings:
        step = ruling.refusal.step if ruling.refusal else None
        said = [ruling.verdict, step.rule if step else "", step.text() if step else ""]
        row = [_cell(ruling.action.get(name)) for name in fields]
        table.writerow([ruling.action.kind, *row, *said, *(_cell(ruling.values.get(name)) for name in values)])
    return text.getvalue()


def _cell(value: Any) -> str:
    return "" if value is None else shown(value)
