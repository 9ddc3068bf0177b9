"""What a record tells that a room begins with: who acted in each of its entries, and what came of it."""

from collections.abc import Iterator
from typing import Any

from enfilade.battle import Battle, Entry
from enfilade.dice import follow
from enfilade.web.rooms.links import REFEREE
from enfilade.web.rooms.table import ACTING


def retold(battle: Battle) -> list[dict[str, Any]]:
    """For each entry of a battle the side that acted, or the referee where nobody did, and the counts of its result."""
    return [{"by": _by(before, entry), "counts": _counts(before, entry)} for before, entry in _entries(battle)]


def _entries(battle: Battle) -> Iterator[tuple[Battle, Entry]]:
    """Every entry with the battle that it was made in, the first one first."""
    steps = []
    while battle.before is not None:
        steps.append((battle.before, battle.entries[-1]))
        battle = battle.before
    yield from reversed(steps)


def _by(before: Battle, entry: Entry) -> str:
    if entry.action.kind == "decide":
        return REFEREE
    sides = {piece.id: piece.side for piece in before.ruleset.pieces(before.state)}
    named = next((entry.action[field] for field in ACTING if field in entry.action.fields), None)
    return sides.get(str(named)) or REFEREE


def _counts(before: Battle, entry: Entry) -> dict[str, Any] | None:
    ruling = before.judge(entry.action)
    result = follow(ruling.dice, entry.answers).result if ruling.dice is not None else None
    return None if result is None else result.counts.json()
