"""Worked examples: YAML files that a player can read, one folder for each ruleset.

A file holds `title`, `source`, `scenario`, and either `action` and `expect`, or `cases`: a list of the same two, each
with a title, and with `scenario` fields that replace those of the file. `format` and `ruleset` may be left out of
the scenario, and an action that all cases share stands beside it.

    expect:
      verdict: legal              # or refused; legal if not said
      refused_by: "82.1"          # the rule of a refusal
      values: {threat: 1}         # these values, and others do not matter; decimals as far as they are written
      steps: ["82.1"]             # rules that the ruling must rest on
      odds: {damage >= 3: 3/8, expected damage: 9/4}
      roll: {faces: [H, HS], counts: {damage: 2}}   # all faces used up; choices go by the policy
      policy: best                # for the odds and the roll; the ruleset's default if not said
      mistakes: [units[0].ranks]  # in place of everything else: the scenario is refused, for these fields
"""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from enfilade.battle import Battle
from enfilade.dice import Distribution
from enfilade.files.document import read
from enfilade.files.scenario import load
from enfilade.files.writing import write
from enfilade.referee import Action, Facts, Result, Ruling

FOLDER = Path(__file__).parent
COMPARED: dict[str, Callable[[Any, Any], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt, "==": eq, "=": eq, "!=": ne}
QUESTION = re.compile(r"(?:expected (?P<mean>\w+)|(?P<count>\w+) ?(?P<sign>>=|<=|==|!=|=|>|<) ?(?P<number>-?\d+))")

Text = Annotated[str, StringConstraints(min_length=3)]
Chance = Annotated[str, StringConstraints(pattern=r"^-?\d+(/\d+)?$")]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Rolled(Strict):
    """Faces that all have to be used, and what they come to."""

    faces: list[int | str]
    counts: dict[str, Any] = Field(min_length=1)


class Expected(Strict):
    """What an example says of the ruling."""

    verdict: Literal["legal", "refused"] = "legal"
    refused_by: str | None = None
    values: dict[str, Any] = {}
    steps: tuple[str, ...] = ()
    odds: dict[Annotated[str, StringConstraints(pattern=rf"^{QUESTION.pattern}$")], Chance | int] = {}
    roll: Rolled | None = None
    policy: str = ""
    mistakes: tuple[str, ...] = ()

    @model_validator(mode="after")
    def says_something(self) -> "Expected":
        refused = self.verdict == "refused"
        if refused != (self.refused_by is not None):
            raise ValueError("verdict: refused and refused_by: RULE go together")
        if refused and (self.odds or self.roll):
            raise ValueError("a refused action has neither odds nor a roll")
        if not (refused or self.values or self.steps or self.odds or self.roll or self.mistakes):
            raise ValueError("nothing is expected: give values, odds, steps, a roll, refused_by or mistakes")
        return self


class CaseEntry(Strict):
    """One case of a file with several."""

    title: Text
    source: Text | None = None
    scenario: dict[str, Any] = {}
    action: dict[str, Any] | None = None
    expect: Expected


class ExampleFile(Strict):
    """A file of worked examples."""

    title: Text
    source: Text
    scenario: dict[str, Any]
    action: dict[str, Any] | None = None
    expect: Expected | None = None
    cases: list[CaseEntry] = []

    @model_validator(mode="after")
    def one_or_several(self) -> "ExampleFile":
        if (self.expect is None) == (not self.cases):
            raise ValueError("either expect or cases, one of the two")
        titles = [case.title for case in self.cases]
        if len(set(titles)) < len(titles):
            raise ValueError(f"two cases have one title: {max(titles, key=titles.count)}")
        for action, expect in [(self.action, self.expect), *((c.action or self.action, c.expect) for c in self.cases)]:
            if expect and not expect.mistakes and not (action and isinstance(action.get("kind"), str)):
                raise ValueError("an action with its kind is missing")
        return self


class Case(NamedTuple):
    """One worked example, whole."""

    file: str
    title: str
    scenario: dict[str, Any]
    action: dict[str, Any] | None
    expect: Expected

    def battle(self) -> Battle:
        """The position. Raises `ScenarioError`."""
        return load(write(self.scenario))

    def ruling(self, battle: Battle) -> Ruling:
        assert self.action is not None
        return battle.judge(Action.from_json(self.action))

    @property
    def id(self) -> str:
        return f"{self.file}: {self.title}"


def files(ruleset: str = "*") -> list[Path]:
    """Every file of worked examples."""
    return sorted(FOLDER.glob(f"{ruleset}/*.yaml"))


def cases_of(file: Path) -> list[Case]:
    """The cases of one file; raises `ValueError` or `BadFile` if it is malformed."""
    data: Any = read(file).data
    written = ExampleFile.model_validate(data)
    scenario = {"format": "enfilade/scenario/1", "ruleset": file.parent.name, **written.scenario}
    name = f"{file.parent.name}/{file.name}"
    if written.expect:
        return [Case(name, written.title, scenario, written.action, written.expect)]
    return [
        Case(name, case.title, {**scenario, **case.scenario}, case.action or written.action, case.expect)
        for case in written.cases
    ]


def cases(ruleset: str = "*") -> Iterator[Case]:
    """The cases of all files that are well formed; `test_examples` fails for those that are not."""
    for file in files(ruleset):
        try:
            yield from cases_of(file)
        except ValueError:
            continue


# What is compared -----------------------------------------------------------------------------------------------


def differences(case: Case, battle: Battle) -> Iterator[str]:
    """Everything in which the ruling is not as the example says, a line each."""
    expect, ruling = case.expect, case.ruling(battle)
    if ruling.verdict != expect.verdict:
        yield f"verdict: expected {expect.verdict}, found {ruling.verdict}"
        return
    if ruling.refusal and ruling.refusal.step.rule != expect.refused_by:
        yield f"refused by rule {expect.refused_by} was expected, found {ruling.refusal.step.rule}"
    yield from _differing_values("value", expect.values, ruling.values)
    for rule in expect.steps:
        if rule not in {step.rule for step in ruling.walk()}:
            yield f"steps: no step follows rule {rule}"
    if expect.odds:
        distribution = battle.odds(ruling.action, expect.policy)
        if distribution.sampled:
            yield "odds: expected exact ones, found a sample"
        for question, chance in expect.odds.items():
            found = answer(distribution, question)
            if found != Fraction(chance):
                yield f"odds of {question}: expected {chance}, found {found}"
    if expect.roll:
        trace = battle.told(ruling, expect.roll.faces, battle.policy(ruling, expect.policy))
        counts = trace.result.counts if trace.result else Facts()
        yield from _differing_values("rolled", expect.roll.counts, counts)


def _differing_values(what: str, expected: dict[str, Any], found: Facts) -> Iterator[str]:
    there = found.json()
    for name, value in expected.items():
        if name not in there:
            yield f"{what} {name}: expected {value!r}; there is none, but: {', '.join(there) or 'no values at all'}"
        elif not same(value, there[name]):
            yield f"{what} {name}: expected {value!r}, found {there[name]!r}"


def same(written: Any, found: Any) -> bool:
    """Whether a value is as it was written; a decimal holds as far as it is written."""
    if isinstance(written, Decimal) and isinstance(found, int | float) and not isinstance(found, bool):
        digits = written.as_tuple().exponent
        return abs(Decimal(str(found)) - written) <= Decimal(5).scaleb(int(digits) - 1)
    if isinstance(written, dict) and isinstance(found, dict):
        return written.keys() == found.keys() and all(same(written[name], found[name]) for name in written)
    if isinstance(written, list) and isinstance(found, list):
        return len(written) == len(found) and all(map(same, written, found))
    return type(written) is type(found) and written == found


def answer(distribution: Distribution[Result], question: str) -> Fraction:
    """The chance of "damage >= 3", or the mean of "expected damage"."""
    match = QUESTION.fullmatch(question)
    assert match is not None
    if match["mean"]:
        return distribution.expected(lambda result: result.counts[match["mean"]])
    compare, number = COMPARED[match["sign"]], int(match["number"])
    return distribution.chance(lambda result: compare(result.counts[match["count"]], number))


def told(ruling: Ruling) -> str:
    """The steps of a ruling in lines, for whoever looks for the mistake."""
    refused = f"refused: {ruling.refusal.step.rule} {ruling.refusal.step.text()}" if ruling.refusal else "legal"
    return "\n".join([refused, *(f"  {step.rule}: {step.text()} = {step.value}" for step in ruling.walk())])
