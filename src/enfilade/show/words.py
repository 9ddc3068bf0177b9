"""Small phrases that every report, caption and chart uses, each written once."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from enfilade.dice import Answer, Chosen, Told
from enfilade.referee import Action, Facts, Result, Ruling, phrase, shown

Translate = Callable[[str], str]
TIED = "\u00a0"


def same(words: str) -> str:
    """The language the rules are written in: words as they stand."""
    return words


def spoken(name: str, translate: Translate = same) -> str:
    """A field's name as words: `damage_per_hit` is "damage per hit"."""
    return translate(name.replace("_", " "))


def percent(chance: Fraction) -> str:
    """A chance with one decimal that never calls the likely certain nor the unlikely impossible."""
    thousandths = round(chance * 1000)
    if thousandths == 1000 and chance != 1:
        return ">99.9%"
    if thousandths == 0 and chance != 0:
        return "<0.1%"
    return f"{thousandths / 10:.1f}%"


def mean(value: Fraction) -> str:
    """An expected value with two decimals, or whole if it is whole."""
    return str(value) if value.denominator == 1 else f"{float(value):.2f}"


def listed(facts: Mapping[str, Any], translate: Translate = same, between: str = f"{TIED}· ") -> str:
    """Named values in one row, each tied to its name; what is empty or unknown is left out."""
    kept = {name: value for name, value in facts.items() if value is not None and value not in ((), "")}
    pairs = (f"{spoken(name, translate)} {translate(shown(value))}" for name, value in kept.items())
    return between.join(tied(pair) for pair in pairs)


def tied(text: str) -> str:
    """The text with blanks at which no line is broken; `loose` makes plain ones of them again."""
    return text.replace(" ", TIED)


def loose(text: str) -> str:
    """The text with plain blanks only."""
    return text.replace(TIED, " ")


def deed(action: Action, translate: Translate = same) -> str:
    """An action as a player says it: "melee: reanimates → spearmen, edge rear"."""
    fields = dict(action.fields)
    who = [str(fields.pop(name)) for name in ("attacker", "unit", "target") if name in fields]
    rest = loose(listed(fields, translate, ", "))
    tail = ", ".join(part for part in (" → ".join(who), rest) if part)
    return f"{spoken(action.kind, translate)}: {tail}" if tail else spoken(action.kind, translate)


def verdict(ruling: Ruling, translate: Translate = same) -> str:
    """LEGAL or REFUSED."""
    return translate(ruling.verdict).upper()


def answered(answer: Answer) -> str:
    """The faces that fell, or the option that was taken."""
    return answer.label if isinstance(answer, Chosen) else " ".join(str(face) for face in answer.faces) or "-"


def counts(result: Result) -> Facts:
    """What a player asks of a result."""
    return result.counts


def told_text(told: Told[Any], translate: Translate = same) -> str:
    """What a stage says of the situation that it left."""
    return phrase(told.stage.words, told.facts, translate)
