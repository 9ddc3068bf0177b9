"""A roster: units that are to fight all against all, and how two of them meet."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pydantic import ValidationError

from enfilade.files.document import Document
from enfilade.files.fights import ROSTER, RosterSheet
from enfilade.files.scenario import playable
from enfilade.files.wording import describe, mistakes_in, nearest, suggestion
from enfilade.lab.duels import Duel, Source, document_of, pit
from enfilade.lab.fought import LabError
from enfilade.lab.worths import raised_from
from enfilade.referee import Mistake, Ruleset, ScenarioError
from enfilade.rulesets import load as load_ruleset

SIDES = ("first", "second")


class Pair(NamedTuple):
    """Two units of the roster by number; the first of them strikes first."""

    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Roster:
    """Units by name, with what they cost (0 where it is not said), and the scenario around any two of them."""

    ruleset: Ruleset
    names: tuple[str, ...]
    units: tuple[Mapping[str, Any], ...]
    points: tuple[int, ...]
    meeting: Mapping[str, Any]
    rounds: int = 0
    policy: str = ""
    title: str = ""

    def scenario(self, pair: Pair) -> dict[str, Any]:
        """The scenario in which these two meet as units one and other, on the sides `first` and `second`."""
        rest = deepcopy(dict(self.meeting))
        common = rest.pop("units", {})
        units = [
            {**common, **self.units[at], "id": name, "side": side}
            for at, name, side in zip(pair, ("one", "other"), SIDES, strict=True)
        ]
        named = {SIDES[0]: self.names[pair.one], SIDES[1]: self.names[pair.other]}
        head = {"format": "enfilade/scenario/1", "ruleset": self.ruleset.name, "sides": named}
        return {**head, **rest, "units": units}

    def duel(self, pair: Pair) -> Duel:
        """The duel of these two. Raises `LabError` if they cannot meet."""
        try:
            battle = raised_from(self.ruleset, self.scenario(pair))
            policies = dict.fromkeys(SIDES, self.policy) if self.policy else {}
            return pit(battle, (), self.rounds, **policies)
        except ScenarioError as error:
            one = error.mistakes[0]
            where = ".".join(map(str, one.path))
            told = f"{where}: expected {one.expected}, found {one.found}"
        except ValidationError as error:
            first = error.errors()[0]
            told = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        except ValueError as error:
            told = str(error)
        names = self.names[pair.one], self.names[pair.other]
        raise LabError(f"{names[0]} and {names[1]} cannot meet: {told}") from None

    def pairs(self) -> tuple[Pair, ...]:
        """Every unit against every unit, itself included, striking first."""
        count = range(len(self.names))
        return tuple(Pair(one, other) for one in count for other in count)

    def json(self) -> dict[str, Any]:
        """The roster as plain data, from which `Roster.from_json` makes it again."""
        return {
            "ruleset": self.ruleset.name,
            "names": list(self.names),
            "units": [dict(unit) for unit in self.units],
            "points": list(self.points),
            "meeting": dict(self.meeting),
            "rounds": self.rounds,
            "policy": self.policy,
            "title": self.title,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Roster":
        return cls(
            load_ruleset(data["ruleset"]),
            tuple(data["names"]),
            tuple(data["units"]),
            tuple(data["points"]),
            data["meeting"],
            data["rounds"],
            data["policy"],
            data["title"],
        )


def read_roster(source: Source) -> Roster:
    """The roster in a file or text. Raises `BadFile` with every mistake."""
    document = document_of(source)
    data = document.data
    if not isinstance(data, dict):
        raise document.refuse([Mistake((), f"a roster, with format: {ROSTER}", describe(data))])
    try:
        sheet = RosterSheet.model_validate(data)
    except ValidationError as error:
        raise document.refuse(*mistakes_in(error, RosterSheet, data)) from None
    wrong = list(_wrong(sheet))
    if wrong:
        raise document.refuse(wrong)
    roster = Roster(
        load_ruleset(sheet.ruleset),
        tuple(sheet.units),
        tuple(one.unit for one in sheet.units.values()),
        tuple(one.points or 0 for one in sheet.units.values()),
        sheet.meeting if sheet.meeting is not None else load_ruleset(sheet.ruleset).meeting,  # type: ignore[attr-defined]
        sheet.rounds or 0,
        sheet.policy,
        sheet.title,
    )
    _check(roster, document)
    return roster


def _wrong(sheet: RosterSheet) -> Iterator[Mistake]:
    known = playable()
    if sheet.ruleset not in known:
        expected = f"one of {', '.join(known)}"
        yield Mistake(("ruleset",), expected, describe(sheet.ruleset), nearest(sheet.ruleset, known))
        return
    ruleset = load_ruleset(sheet.ruleset)
    if not hasattr(ruleset, "fresh"):
        yield Mistake(("ruleset",), "a ruleset whose units can fight round after round", sheet.ruleset)
    policies = [*ruleset.policies, "best"]
    if sheet.policy and sheet.policy not in policies:
        expected = f"one of {', '.join(policies)}"
        yield Mistake(("policy",), expected, describe(sheet.policy), nearest(sheet.policy, policies))
    for name, one in sheet.units.items():
        if one.ruleset not in (None, sheet.ruleset):
            hint = "units of different games cannot meet: write a roster for each"
            yield Mistake(("units", name, "ruleset"), sheet.ruleset, describe(one.ruleset), hint)
        for field in ("id", "side"):
            if field in one.unit:
                yield Mistake(("units", name, "unit", field), "no such field: the lab gives it", field, "leave it out")


def _check(roster: Roster, document: Document) -> None:
    """Every unit set up once, against the first of the roster; the mistakes in it are told with their places."""
    wrong = []
    for at, name in enumerate(roster.names):
        try:
            raised_from(roster.ruleset, roster.scenario(Pair(at, at)))
        except ValidationError as error:
            found = mistakes_in(error, roster.ruleset.document, roster.scenario(Pair(at, at)))
            wrong += [_placed(name, one) for one in (*found.values, *found.names) if one.path[:2] != ("units", 1)]
        except ScenarioError as error:
            wrong += [_placed(name, one) for one in error.mistakes if one.path[:2] != ("units", 1)]
    if wrong:
        raise document.refuse(dict.fromkeys(wrong))


def _placed(name: str, mistake: Mistake) -> Mistake:
    """A mistake in a scenario of the roster's, told of the roster's own field."""
    path = mistake.path
    own = ("units", name, "unit", *path[2:]) if path[:2] == ("units", 0) else ("meeting", *path)
    return Mistake(own, mistake.expected, mistake.found, mistake.hint)


def swept(roster: Roster, name: str, field: str, value: Any) -> Roster:
    """The roster with one number of one unit changed. Raises `LabError` for a field that is not there."""
    at = roster.names.index(name)
    unit = deepcopy(dict(roster.units[at]))
    holder = _holder(unit, field.split("."))
    if holder is None:
        known = sorted(set(_numbers(unit)))
        hint = suggestion(field, known)
        raise LabError(f"{name} has no number called {field}" + (f"; {hint}" if hint else "; write its card out"))
    holder[field.split(".")[-1]] = value
    units = tuple(unit if n == at else other for n, other in enumerate(roster.units))
    return replace(roster, units=units)


def _holder(part: Any, field: list[str]) -> dict[str, Any] | None:
    """The mapping that holds this number, looked for from the outside in."""
    if isinstance(part, dict):
        if len(field) == 1 and isinstance(part.get(field[0]), int) and not isinstance(part[field[0]], bool):
            return part
        if len(field) > 1 and field[0] in part:
            return _holder(part[field[0]], field[1:])
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return next((found for one in inside if (found := _holder(one, field)) is not None), None)


def _numbers(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for name, value in part.items():
            if isinstance(value, int) and not isinstance(value, bool):
                yield name
            yield from _numbers(value)
    elif isinstance(part, list):
        for value in part:
            yield from _numbers(value)
