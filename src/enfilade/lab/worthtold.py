"""What things are worth, in words, as JSON and as HTML."""

from fractions import Fraction
from typing import Any

from enfilade.lab.telling import how_found, share, table_html
from enfilade.lab.worths import Weighed, Worth
from enfilade.show import Report, Row

COUNTED = ("reading", "action", "token", "rank", "edge", "keyword", "upgrade")
"""Kinds of switches that are things; the others are properties, which every unit has once."""


def signed(change: float, unit: str = "") -> str:
    """A change with its sign; none where it is nothing."""
    if abs(change) < 5e-13:
        return "none"
    if abs(change) < 0.005:
        return f"{'up' if change > 0 else 'down'} by less than 0.01{unit}"
    return f"{change:+.2f}{unit}"


def points(change: float) -> str:
    """A change of a chance in points of percent."""
    return signed(100 * change, " points")


def _by_weight(worth: Worth) -> list[dict[str, Any]]:
    rows = list(worth.rows())[1:]
    kinds = list(dict.fromkeys(row["kind"] for row in rows))

    def order(row: dict[str, Any]) -> tuple[int, bool, float]:
        weight = abs(row.get("win_change", 0.0)) or abs(row.get("losses_change", 0.0)) / 1000
        return kinds.index(row["kind"]), bool(row["refused"]), -weight

    return sorted(rows, key=order)


def told(worth: Worth) -> Report:
    """Every switch with its change; within a kind the weightiest first, those that change nothing in one line."""
    rows = [Row(0, worth.duel.title or "as it is", _base_words(worth, next(iter(worth.rows()))), "head")]
    found = _by_weight(worth)
    for kind in dict.fromkeys(row["kind"] for row in found):
        mine = [row for row in found if row["kind"] == kind]
        rows.append(Row(0, kind + "s" * (kind in COUNTED), ""))
        rows += [Row(1, row["switch"], _words(row), "quiet" * bool(row["refused"])) for row in mine if _told_apart(row)]
        idle = [row["switch"] for row in mine if not _told_apart(row)]
        if idle:
            rows.append(Row(1, "nothing is changed by", "; ".join(idle), "quiet"))
    return Report(tuple(rows))


def _told_apart(row: dict[str, Any]) -> bool:
    return bool(row["refused"]) or _matters(row)


def _base_words(worth: Worth, base: dict[str, Any]) -> str:
    if base["refused"]:
        return str(base["refused"])
    name = worth.duel.name(worth.side)
    said = f"the first attack of {name} takes {base['losses']:.2f}, beats the other {share(Fraction(base['beaten']))}"
    if worth.base.fought:
        said += f"; {name} wins {share(Fraction(base['win']))} ({how_found(worth.base.fought)})"
    return said


def _matters(row: dict[str, Any]) -> bool:
    return any(abs(row.get(name, 0.0)) >= 5e-13 for name in ("losses_change", "beaten_change", "win_change"))


def _words(row: dict[str, Any]) -> str:
    if row["refused"]:
        return f"cannot be: {row['refused']}"
    if not _matters(row):
        return "changes nothing here"
    said = [f"losses {signed(row['losses_change'])}"]
    if abs(row["beaten_change"]) >= 5e-13:
        said.append(f"beaten at once {points(row['beaten_change'])}")
    if "win_change" in row:
        said.append(f"wins {points(row['win_change'])}" + (" (sampled)" if row["how"] == "sampled" else ""))
    return ", ".join(said)


def _spread(one: Weighed) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if one.blow:
        found["losses"] = {str(lost): str(chance) for lost, chance in sorted(one.blow.losses.items())}
    if one.fought:
        found["duel"] = one.fought.json()
    return found


def worth_json(worth: Worth) -> dict[str, Any]:
    """Every switch with its changes and the whole distributions behind them."""
    rows = list(worth.rows())
    found = [{**row, **_spread(one)} for row, one in zip(rows, (worth.base, *worth.switches), strict=True)]
    return {"title": worth.duel.title, "side": worth.side, "as_it_is": found[0], "switches": found[1:]}


def worth_html(worth: Worth) -> str:
    """The switches as an HTML table."""
    rows = [(row["kind"], row["switch"], _words(row)) for row in _by_weight(worth)]
    return table_html(("kind", "switch", "change"), rows, _base_words(worth, next(iter(worth.rows()))))
