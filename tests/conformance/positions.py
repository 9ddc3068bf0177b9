"""Every position that a ruleset is shown with: the shipped battles, the worked examples, its short question."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.examples.worked import cases

from enfilade.battle import Battle
from enfilade.dice import Policy
from enfilade.files.scenario import load
from enfilade.referee import Action, Ruleset, Ruling, ScenarioError
from enfilade.rulesets import NAMES
from enfilade.rulesets import load as load_ruleset

SHIPPED = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True, eq=False)
class Position:
    """A battle, where it comes from, and the actions that its example asks about."""

    id: str
    battle: Battle
    asked: tuple[Action, ...] = ()

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Everything worth a ruling here, each once."""
        return tuple(dict.fromkeys([*self.battle.candidates(), *self.asked]))

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        return tuple(map(self.battle.judge, self.actions))


def present() -> tuple[str, ...]:
    """The rulesets whose package is there: for these, everything has to hold."""
    return tuple(name for name in NAMES if _is_package(name))


def _is_package(name: str) -> bool:
    spec = find_spec(f"enfilade.rulesets.{name}")
    return spec is not None and spec.origin is not None


def ruleset(name: str) -> Ruleset:
    return load_ruleset(name)


def shipped(name: str) -> list[Path]:
    """The battles that users see."""
    return sorted((SHIPPED / name).glob("*.battle.yaml"))


@cache
def positions(name: str) -> tuple[Position, ...]:
    """Every position of one ruleset, equal ones once; what does not load fails in tests of its own."""
    found = [Position(f"{name}/{file.name}", battle) for file in shipped(name) for battle in _loaded(str(file))]
    worked: dict[Any, Position] = {}
    for case in cases(name):
        if not case.expect.mistakes:
            for battle in _loaded(case.scenario):
                asked = (Action.from_json(case.action),) if case.action else ()
                old = worked.setdefault(battle.state, Position(case.id, battle))
                worked[battle.state] = replace(old, asked=tuple(dict.fromkeys([*old.asked, *asked])))
    return (*found, *worked.values(), *_asked(name))


def _loaded(source: Any) -> Iterator[Battle]:
    from enfilade.files.writing import write

    try:
        yield load(source if isinstance(source, str) else write(source))
    except ScenarioError:
        return


def _asked(name: str) -> Iterator[Position]:
    """The positions behind the ruleset's short question, asked with the example of each word in turn."""
    game = ruleset(name)
    for question in game.questions:
        try:
            state, actions = game.ask({question.name: question.example} if question.example else {})
        except ScenarioError:
            continue
        yield Position(f"{name}/ask: {question.name}", Battle(game, {"ruleset": name}, state), actions)


LONGEST = 400


@cache
def played(file: Path) -> list[Battle]:
    """A shipped battle played at random, choices and all, until nothing is left to roll: every battle on the way."""
    dice = random.Random(7)
    wild: Policy[Any] = lambda at, situation, choice: dice.choice(choice.options)  # noqa: E731
    told = [load(file)]
    while len(told) <= LONGEST:
        ready = [ruling for ruling in map(told[-1].judge, told[-1].candidates()) if ruling.dice]
        if not ready or told[-1].outcome() is not None:
            return told
        told.append(told[-1].play(dice.choice(ready).action, dice, wild))
    raise AssertionError(f"{file.name} does not end in {LONGEST} actions")


@cache
def everywhere() -> dict[str, list[Position]]:
    """All positions of all rulesets, by the file that they come from."""
    found: dict[str, list[Position]] = {}
    for name in present():
        for position in positions(name):
            found.setdefault(position.id.partition(":")[0], []).append(position)
    return found


def in_every_position(test: Callable[[Position], None]) -> Callable[[str], None]:
    """One test for each file, of every position in it; a failure says in which."""

    def of_file(file: str) -> None:
        for position in everywhere()[file]:
            try:
                test(position)
            except BaseException as error:
                error.add_note(f"in the position {position.id}")
                raise

    of_file.__name__, of_file.__doc__, of_file.__module__ = test.__name__, test.__doc__, test.__module__
    return pytest.mark.parametrize("file", list(everywhere()))(of_file)


def rollable(position: Position, most: int) -> list[Ruling]:
    """The first legal rulings here that have dice or changes, at most so many, spread over their kinds."""
    kinds: dict[str, list[Ruling]] = {}
    for ruling in position.rulings:
        if ruling.legal and ruling.dice is not None:
            kinds.setdefault(ruling.action.kind, []).append(ruling)
    turns = (rulings[i] for i in range(most) for rulings in kinds.values() if i < len(rulings))
    return list(islice(turns, most))
