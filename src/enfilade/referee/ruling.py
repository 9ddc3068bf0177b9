"""What is asked of the referee and what is ruled: actions, rulings, refusals, results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from enfilade.dice import Program
from enfilade.referee.book import Rules
from enfilade.referee.facts import Facts, phrase, shown
from enfilade.referee.steps import Shape, Step
from enfilade.referee.translator import Translator, same


@dataclass(frozen=True, slots=True)
class Action:
    """Something a side wants to do: its kind and the fields that tell which. Read fields like a mapping."""

    kind: str
    fields: Facts

    @classmethod
    def of(cls, kind: str, /, **fields: Any) -> "Action":
        """An action from keywords; fields that are `None` are left out."""
        return cls(kind, Facts({name: value for name, value in fields.items() if value is not None}))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Action":
        """The action in `{"kind": ..., field: ...}`; raises `KeyError` without a kind."""
        return cls.of(str(data["kind"]), **{name: value for name, value in data.items() if name != "kind"})

    def get(self, field: str, default: Any = None) -> Any:
        return self.fields.get(field, default)

    def __getitem__(self, field: str) -> Any:
        return self.fields[field]

    def json(self) -> dict[str, Any]:
        return {"kind": self.kind, **self.fields.json()}

    def __str__(self) -> str:
        return " ".join([self.kind, *(f"{name}={shown(value)}" for name, value in self.fields.items())])


@dataclass(frozen=True, slots=True)
class Event:
    """A fact to write into the state. `apply` decides nothing; it writes this down."""

    kind: str
    facts: Facts

    def json(self) -> dict[str, Any]:
        return {"kind": self.kind, **self.facts.json()}


@dataclass(frozen=True, slots=True)
class Result:
    """How an attack ended: the counts a player asks about ("at least 4 wounds") and the events to write down."""

    counts: Facts
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Nearest:
    """The nearest thing that would be legal, in words, and as an action where there is one."""

    words: str
    facts: Facts = Facts()
    action: Action | None = None

    def text(self, translate: Translator = same) -> str:
        return phrase(self.words, self.facts, translate)

    def json(self, translate: Translator = same) -> dict[str, Any]:
        action = self.action.json() if self.action else None
        return {"text": self.text(translate), "facts": self.facts.json(), "action": action}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not legal: the step that failed, and the nearest legal thing if there is one."""

    step: Step
    nearest: Nearest | None = None

    def json(self, translate: Translator = same, numbers: Iterator[int] | None = None) -> dict[str, Any]:
        step = self.step.json(translate, numbers)
        kept = {name: value for name, value in step.items() if name not in ("value", "name", "fold")}
        return {**kept, "nearest_legal": self.nearest.json(translate) if self.nearest else None}


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's answer to one action, as data. Make one with `allow` or `refuse`."""

    action: Action
    steps: tuple[Step, ...]
    refusal: Refusal | None
    dice: Program[Any, Result] | None
    assumptions: tuple[str, ...]
    readings: Facts

    @property
    def legal(self) -> bool:
        return self.refusal is None

    @property
    def verdict(self) -> str:
        return "legal" if self.refusal is None else "refused"

    def walk(self) -> Iterator[Step]:
        """Every step of the ruling, from the top down, the refusal's included."""
        for step in self.steps:
            yield from step.walk()
        if self.refusal:
            yield from self.refusal.step.walk()

    @property
    def values(self) -> Facts:
        """The named values: nothing but the values of the steps that carry a name."""
        return Facts({step.name: step.value for step in self.walk() if step.name})

    @property
    def evidence(self) -> tuple[Shape, ...]:
        return tuple(shape for step in self.walk() for shape in step.evidence)

    def json(self, translate: Translator = same) -> dict[str, Any]:
        """The ruling as JSON. Only its texts are in the language of `translate`: the rest is read by programs."""
        numbers = count()
        steps = [step.json(translate, numbers) for step in self.steps]  # before the refusal, as `walk` goes
        return {
            "action": self.action.json(),
            "verdict": self.verdict,
            **({"refusal": self.refusal.json(translate, numbers)} if self.refusal else {}),
            "values": self.values.json(),
            "steps": steps,
            "assumptions": [translate(words) for words in self.assumptions],
            "readings": self.readings.json(),
            "evidence": [shape.json() for shape in self.evidence],
        }


def allow(action: Action, steps: Sequence[Step], rules: Rules, dice: Program[Any, Result] | None = None) -> Ruling:
    """The ruling that the action is legal, with the program of its dice if anything is thrown or changed."""
    assumptions, readings = _used(steps, rules, dice)
    return Ruling(action, tuple(steps), None, dice, assumptions, readings)


def refuse(action: Action, steps: Sequence[Step], rules: Rules, refusal: Refusal) -> Ruling:
    """The ruling that the action is not legal: the steps that held so far, and the one that failed."""
    assumptions, readings = _used([*steps, refusal.step], rules, None)
    return Ruling(action, tuple(steps), refusal, None, assumptions, readings)


def _used(tops: Sequence[Step], rules: Rules, dice: Program[Any, Result] | None) -> tuple[tuple[str, ...], Facts]:
    """The assumptions behind the rules that were used, and the readings that were consulted."""
    steps = [step for top in tops for step in top.walk()]
    keys = dict.fromkeys([step.rule for step in steps] + [stage.rule for stage in (dice.every() if dice else ())])
    consulted = dict.fromkeys(name for step in steps for name in step.readings)
    sources = rules.book.sources
    assumed = tuple(sources[key].words for key in keys if sources[key].basis == "assumed")
    return assumed, Facts({name: rules[name] for name in consulted})
