"""The steps of a ruling: one check of a rule each, with the shapes that show it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from types import MappingProxyType
from typing import Any, Literal

from enfilade.referee.facts import Facts, Words, as_json, phrase, under
from enfilade.referee.translator import Translator, same


@dataclass(frozen=True, slots=True)
class Shape:
    """Something to draw, in the scene's coordinates.

    `shape` is point, line, edge, polygon, circle or text; `role` says what it is (a renderer picks the style);
    `of` is the id of the thing it belongs to. A circle is its centre and one point on its rim. A `label` is words of
    the rules, perhaps with a number behind them; one in which players' names stand is `Words` with the names as facts.
    """

    shape: str
    points: tuple[tuple[float, float], ...]
    role: str
    label: str | Words = ""
    of: str = ""
    side: str = ""

    def json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"shape": self.shape, "points": [list(p) for p in self.points], "role": self.role}
        data.update({name: str(getattr(self, name)) for name in ("label", "of", "side") if getattr(self, name)})
        return data


Fold = Literal["", "sum", "all", "any", "greatest", "least"]
FOLDS: Mapping[str, Callable[[Iterable[Any]], Any]] = MappingProxyType(
    {"sum": sum, "all": all, "any": any, "greatest": max, "least": min}
)


@dataclass(frozen=True, slots=True)
class Step:
    """One check of a rule: the rule, what it says here, the facts, the value, the margin and what it rests on.

    `words` is a template over `facts`, so that it can be shown in another language and is never parsed.
    `name` is set where the value is one of the ruling's values. With a `fold` the value is, by construction,
    the fold of the values of `because`. `margin` is how far the fact is from tipping, in the scene's unit;
    `readings` names the disputed readings that were consulted here.
    """

    rule: str
    words: str
    facts: Facts = Facts()
    value: Any = None
    name: str = ""
    margin: float | None = None
    too_close: bool = False
    fold: Fold = ""
    because: tuple["Step", ...] = ()
    evidence: tuple[Shape, ...] = ()
    readings: tuple[str, ...] = ()

    def text(self, translate: Translator = same) -> str:
        value = under(self.name, self.value) if self.name else self.value
        return phrase(self.words, {"value": value, **self.facts}, translate)

    def walk(self) -> Iterator["Step"]:
        """This step and all it rests on, from the top down."""
        yield self
        for step in self.because:
            yield from step.walk()

    def json(self, translate: Translator = same, numbers: Iterator[int] | None = None) -> dict[str, Any]:
        """The step as JSON, its text in the language of `translate`; facts and value stay as the rules have them.

        `shows` are the numbers of its shapes among the evidence of its ruling, taken from `numbers` as `walk` goes.
        """
        numbers = count() if numbers is None else numbers
        data: dict[str, Any] = {
            "rule": self.rule,
            "text": self.text(translate),
            "facts": self.facts.json(),
            "value": as_json(self.value),
            "margin": self.margin,
            "shows": [next(numbers) for _ in self.evidence],
            "because": [step.json(translate, numbers) for step in self.because],
        }
        data.update({name: getattr(self, name) for name in ("name", "too_close", "fold") if getattr(self, name)})
        return data


def folded(fold: Fold, rule: str, words: str, because: Sequence[Step], /, *, name: str = "", **facts: Any) -> Step:
    """A step whose value is the fold of the steps it rests on: "sum", "all", "any", "greatest" or "least"."""
    value = FOLDS[fold](step.value for step in because)
    return Step(rule, words, Facts(facts), value, name, fold=fold, because=tuple(because))
