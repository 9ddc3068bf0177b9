"""Modifiers as rows of a table: the rule, the words, what it is worth, and when it counts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from enfilade.referee import Facts, Step, folded


@dataclass(frozen=True, slots=True)
class Row:
    """One modifier. `worth` gives its number from the facts of an attack, or `None` where it does not apply.

    `shows` are the facts that its words name; `value` names the combat value whose own steps it rests on.
    """

    rule: str
    words: str
    worth: Callable[[Any], Any]
    shows: tuple[str, ...] = ()
    value: str = ""
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summed:
    """What a table of rows adds up to: the rule and words of the sum, and its rows."""

    rule: str
    words: str
    rows: Sequence[Row]

    def step(self, facts: Any, name: str = "", values: Mapping[str, Step] | None = None, **more: Any) -> Step:
        """The sum as a step; `values` are the steps behind the combat values that it uses."""
        known = values or {}
        addends = []
        for row in self.rows:
            worth = row.worth(facts)
            if worth is not None:
                shown = Facts({fact: getattr(facts, fact) for fact in row.shows})
                because = (known[row.value],) if row.value in known else ()
                addends.append(Step(row.rule, row.words, shown, worth, because=because, readings=row.readings))
        return folded("sum", self.rule, self.words, addends, name=name, **more)

    def total(self, facts: Any) -> Any:
        """Only the number: the same rows, added up."""
        return sum(worth for row in self.rows if (worth := row.worth(facts)) is not None)


def renamed(step: Step, name: str) -> Step:
    """The same step as another of the ruling's values, or as none."""
    return replace(step, name=name)
