"""What the lab found out, in words, as JSON and as HTML. Nothing is computed here."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from itertools import groupby
from typing import Any

from enfilade.lab.fought import After, Fought, Number
from enfilade.show import Report, Row
from enfilade.show.words import mean, percent, spoken

MOST_ROUNDS = 12


def share(chance: Number) -> str:
    """A chance as a player reads it."""
    return percent(Fraction(chance))


def how_found(fought: Fought) -> str:
    """How sure the numbers are."""
    positions = f"{fought.positions:,} position{'s' * (fought.positions != 1)}"
    if fought.how == "exact":
        return f"exact, {positions}"
    if fought.how == "floats":
        return f"exact to twelve digits, {positions}"
    return f"{fought.samples:,} duels sampled, 95% intervals; {positions} seen"


def bounded(fought: Fought, chance: Number) -> str:
    """A chance, with its interval where it was counted."""
    if not fought.samples:
        return share(chance)
    low, high = fought.interval(chance)
    return f"{share(chance)} ({share(low)} to {share(high)})"


def told(fought: Fought) -> Report:
    """A duel in words: who wins and how, after how many rounds, with what left."""
    rows = [Row(0, fought.title or " against ".join(fought.names), how_found(fought), "head")]
    winners = [(f"won by {name}", fought.wins(side)) for side, name in zip(fought.sides, fought.names, strict=True)]
    if fought.nobody:
        winners.append(("won by nobody", fought.nobody))
    rows += _chances(fought, 0, winners)
    rows.append(Row(0, "how it ends", ""))
    rows += _chances(fought, 1, [(how, chance) for (_, how), chance in fought.endings().items()])
    if len(fought.ends) == 1 and not fought.ends[0].winner:
        rows.append(Row(1, "", "every duel ends alike: are the units in contact, and can they be attacked?", "close"))
    rows += [Row(0, "after round", "who has won by then"), *_rounds(fought)]
    for side, name in zip(fought.sides, fought.names, strict=True):
        rows += _left(fought, side, name)
    rows += [Row(0, "policy", f"{name}: {p or 'the default'}", "quiet") for name, p in _policies(fought)]
    return Report(tuple(rows))


def _chances(fought: Fought, depth: int, told: Sequence[tuple[str, Number]]) -> Iterator[Row]:
    """A row with its bar for each chance; their words stand in one column."""
    widest = max(len(label) for label, _ in told)
    for label, chance in told:
        yield Row(depth, f"{label:<{widest}}", bounded(fought, chance), share=Fraction(chance))


def _rounds(fought: Fought) -> Iterator[Row]:
    """How it stands after each round; rounds of which the same is to be told are one row."""
    alike = [(words, list(group)) for words, group in groupby(fought.rounds, lambda after: _standing(fought, after))]
    for words, group in alike[:MOST_ROUNDS]:
        first, last = group[0].round, group[-1].round
        yield Row(1, str(first) if first == last else f"{first} to {last}", words)
    if len(alike) > MOST_ROUNDS:
        more = fought.rounds[-1].round - alike[MOST_ROUNDS - 1][1][-1].round
        yield Row(1, "", f"and {more} more rounds", "quiet")


def _standing(fought: Fought, after: After) -> str:
    said = [f"{name} {share(chance)}" for name, chance in zip(fought.names, after.won, strict=True)]
    said += [f"both beaten {share(after.draw)}"] if any(one.draw for one in fought.rounds) else []
    return ", ".join([*said, f"still fought {share(after.fighting)}"])


def _policies(fought: Fought) -> Iterable[tuple[str, str]]:
    return zip(fought.names, fought.policies, strict=True)


def _left(fought: Fought, side: str, name: str) -> list[Row]:
    """What a side has left: the mean, and the chance of at least so much."""
    spread = fought.survivors(side)
    count = next(iter(fought.ends[0].left[fought.sides.index(side)])) if fought.ends else ""
    expected = mean(Fraction(fought.expected(side)))
    if fought.how != "exact":
        expected = f"{float(fought.expected(side)):.2f}"
    rows = [Row(0, f"left of {name}", f"expected {expected} {spoken(count)}")]
    for least in _thresholds(list(spread)):
        chance = sum((c for left, c in spread.items() if left >= least), start=Fraction(0))
        rows.append(Row(1, f"at least {least}", share(chance), share=Fraction(chance)))
    return rows


def _thresholds(values: Sequence[int], most: int = 6) -> list[int]:
    above = [value for value in values if value > 0]
    step = max(1, -(-len(above) // most))
    return above[::step]


def fought_json(fought: Fought) -> dict[str, Any]:
    """A duel as plain data."""
    return {
        "title": fought.title,
        "how": fought.how,
        "positions": fought.positions,
        "samples": fought.samples,
        "round_limit": fought.limit or None,
        "policies": dict(zip(fought.sides, fought.policies, strict=True)),
        "wins": {side: _number(fought, fought.wins(side)) for side in fought.sides},
        "nobody": _number(fought, fought.nobody),
        "rounds": [
            {
                "round": after.round,
                "won": {side: float(c) for side, c in zip(fought.sides, after.won, strict=True)},
                "draw": float(after.draw),
                "fighting": float(after.fighting),
            }
            for after in fought.rounds
        ],
        "ends": list(fought.rows()),
    }


def _number(fought: Fought, chance: Number) -> dict[str, Any]:
    found: dict[str, Any] = {"value": float(chance)}
    if fought.how == "exact" and isinstance(chance, Fraction) and chance.denominator < 10**30:
        found["exact"] = str(chance)
    if fought.samples:
        found["interval"] = list(fought.interval(chance))
    return found


def table_html(heads: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "") -> str:
    """A plain HTML table."""
    head = "".join(f'<th scope="col">{escape(str(cell))}</th>' for cell in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    titled = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{titled}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def fought_html(fought: Fought) -> str:
    """The summary of a duel for a notebook."""
    rows = [[name, bounded(fought, fought.wins(side))] for side, name in zip(fought.sides, fought.names, strict=True)]
    rows.append(["nobody", bounded(fought, fought.nobody)])
    return table_html(("winner", "chance"), rows, f"{fought.title or 'duel'} ({how_found(fought)})")
