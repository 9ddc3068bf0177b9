"""What each thing in a fight is worth: one switch at a time, everything judged and weighed again."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from enfilade.battle import Battle
from enfilade.dice import Distribution, odds
from enfilade.lab.course import BRANCHES, Position, answers, arrivals, both, settled
from enfilade.lab.duels import Duel
from enfilade.lab.fighting import fight
from enfilade.lab.fought import Fought
from enfilade.referee import Action, Facts, Ruleset, Ruling, ScenarioError, Words

if TYPE_CHECKING:
    from enfilade.show import Report

Path = tuple[str | int, ...]


class Switch(NamedTuple):
    """One thing to switch: its kind, in words, where in the scenario it stands, and its other value (`None`: away).

    A path that starts with "turns" leads into the actions of the duel.
    """

    kind: str
    words: str
    path: Path
    value: Any
    said: Words  # the same words as a template, for other languages


class Blow(NamedTuple):
    """The first attack: how much the other side loses of its chief count, and the chance that it is beaten."""

    losses: Distribution[int]
    beaten: Fraction

    @property
    def expected(self) -> Fraction:
        return self.losses.expected()


class Weighed(NamedTuple):
    """A switch and what came of it; `refused` tells why nothing did."""

    switch: Switch
    blow: Blow | None
    fought: Fought | None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Worth:
    """Every switch of a fight beside the fight as it is. `side` is the one whose attack and win chance are told."""

    duel: Duel
    side: str
    base: Weighed
    switches: tuple[Weighed, ...]

    def rows(self) -> Iterator[dict[str, Any]]:
        """One flat row for each switch: what changed against the fight as it is."""
        for one in (self.base, *self.switches):
            row: dict[str, Any] = {"kind": one.switch.kind, "switch": one.switch.words, "refused": one.refused}
            if one.blow and self.base.blow:
                row["losses"] = float(one.blow.expected)
                row["losses_change"] = float(one.blow.expected - self.base.blow.expected)
                row["beaten"] = float(one.blow.beaten)
                row["beaten_change"] = float(one.blow.beaten - self.base.blow.beaten)
            if one.fought and self.base.fought:
                row["win"] = float(one.fought.wins(self.side))
                row["win_change"] = row["win"] - float(self.base.fought.wins(self.side))
                row["how"] = one.fought.how
            yield row

    def to_pandas(self) -> Any:
        """The rows as a data frame; needs pandas."""
        from enfilade.lab.writing import frame

        return frame(list(self.rows()))

    def report(self) -> "Report":
        """The switches in words, the weightiest of each kind first."""
        from enfilade.lab.worthtold import told

        return told(self)

    def json(self) -> dict[str, Any]:
        from enfilade.lab.worthtold import worth_json

        return worth_json(self)

    def __str__(self) -> str:
        return str(self.report())

    def _repr_html_(self) -> str:
        from enfilade.lab.worthtold import worth_html

        return worth_html(self)


def worth(
    duel: Duel,
    most: int = 1_500,
    samples: int = 4_000,
    whole: bool = True,
    watch: Callable[[int, int, str], None] = lambda done, total, words: None,
) -> Worth:
    """What every switch of the duel is worth; with `whole` false only for its first attack.

    `watch(done, total, words)` is told what is weighed next.
    """
    found = list(switches(duel))
    results = []
    for number, switch in enumerate([_AS_IT_IS, *found]):
        watch(number, len(found) + 1, switch.words)
        results.append(_weighed(duel, switch, whole, (most, samples)))
    watch(len(found) + 1, len(found) + 1, "")
    return Worth(duel, duel.side_of(_first(duel)), results[0], tuple(results[1:]))


def _switch(kind: str, said: Words, path: Path, value: Any) -> Switch:
    return Switch(kind, str(said), path, value, said)


_AS_IT_IS = _switch("", Words("as it is"), (), None)


def _first(duel: Duel) -> Action:
    return (duel.opening or duel.turns)[0]


def switches(duel: Duel) -> Iterator[Switch]:
    """Everything that can be switched: readings, what the ruleset lists, optional fields of the first action."""
    chosen = duel.battle.scenario.get("readings") or {}
    for name, reading in duel.ruleset.book.readings.items():
        now = chosen.get(name, reading.default)
        for option in reading.options:
            if option != now:
                yield _switch("reading", Words(f"{name}: {option}"), ("readings", name), option)
    listed = getattr(duel.ruleset, "switches", None)
    for row in listed(duel.battle.scenario) if listed else ():
        yield _switch(*row)
    first = _first(duel)
    for field in first.fields:
        if field not in ("attacker", "target", "unit", "attack", "edge"):
            said = Words("without {what}", Facts(what=field.replace("_", " ")))
            yield _switch("action", said, ("turns", 0, field), None)


def switched(duel: Duel, switch: Switch) -> Duel:
    """The duel with one thing switched. Raises `ScenarioError` or pydantic's `ValidationError`."""
    if not switch.path:
        return duel
    if switch.path[0] == "turns":
        row = list(duel.opening or duel.turns)
        fields = {**row[0].fields, str(switch.path[2]): switch.value}
        row[0] = Action.of(row[0].kind, **fields)
        return replace(duel, opening=tuple(row)) if duel.opening else replace(duel, turns=tuple(row))
    data = changed(duel.battle.scenario, switch.path, switch.value)
    return replace(duel, battle=raised(duel.battle, data))


def changed(document: Mapping[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """A copy of a document with one field changed, or taken away where the value is `None`."""
    data = deepcopy(dict(document))
    part: Any = data
    for at, step in enumerate(path[:-1]):
        if isinstance(part, dict) and step not in part:
            part[step] = {} if isinstance(path[at + 1], str) else []
        part = part[step]
    if value is None:
        part.pop(path[-1], None)
    else:
        part[path[-1]] = value
    return data


def raised(battle: Battle, data: Mapping[str, Any]) -> Battle:
    """A battle like this one from another scenario."""
    return raised_from(battle.ruleset, data, battle.library)


def raised_from(ruleset: Ruleset, data: Mapping[str, Any], library: Mapping[str, Any] | None = None) -> Battle:
    """The battle of a scenario's plain data. Raises `ScenarioError` or pydantic's `ValidationError`."""
    units = None
    if library is not None:
        named = {**library, "format": "enfilade/units/1", "ruleset": ruleset.name}
        units = ruleset.library.model_validate(named)
    return Battle(ruleset, data, ruleset.setup(ruleset.document.model_validate(data), units), library=library)


def _weighed(duel: Duel, switch: Switch, whole: bool, budget: tuple[int, int]) -> Weighed:
    try:
        other = switched(duel, switch)
    except ScenarioError as error:
        return Weighed(switch, None, None, f"{error.mistakes[0].expected}: {error.mistakes[0].found}")
    except ValueError as error:  # pydantic's
        return Weighed(switch, None, None, str(error).splitlines()[-2].strip())
    ruling = other.battle.judge(_first(other))
    if ruling.dice is None:
        said = ruling.refusal.step.text() if ruling.refusal else "nothing is thrown"
        return Weighed(switch, None, None, said)
    fought = fight(other, *budget) if whole else None
    return Weighed(switch, blow(other, ruling), fought)


def blow(duel: Duel, ruling: Ruling) -> Blow:
    """What one attack takes from the other side."""
    assert ruling.dice is not None
    start = Position(0, duel.battle.state)
    target = 1 - duel.sides.index(duel.side_of(ruling.action))
    before = _chief(both(duel, start.state)[target])
    left_after = arrivals(duel, start, lambda turn, state: both(duel, settled(duel, turn, state).state)[target])
    left = odds(ruling.dice, answers(duel, ruling), BRANCHES).of(left_after)
    return Blow(left.of(lambda facts: before - _chief(facts)), left.chance(lambda facts: bool(facts["beaten"])))


def _chief(facts: Facts) -> int:
    """The chief count of what is left: the first."""
    return int(next(iter(facts.values())))
