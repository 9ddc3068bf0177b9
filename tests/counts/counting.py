"""Counting what can happen: one number catches a possibility that is missing, or one too many.

A table is a YAML file: a position, and how many stories of each length start there. A story is a row of actions, each
with the events that some faces and some choices lead to: what is written down, however it came about.
"""

from itertools import islice
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field
from tests.dice.chance import falls

from enfilade.battle import Battle
from enfilade.dice import Choice, Chosen, Program, Roll, Rolled, Until, follow
from enfilade.files.document import read
from enfilade.files.scenario import load
from enfilade.files.writing import write
from enfilade.referee import Result

FOLDER = Path(__file__).parent


class Table(BaseModel):
    """A position with its counts: attempts listed, those that are legal, and stories by their length."""

    model_config = ConfigDict(extra="forbid")
    title: str
    because: Annotated[str, Field(min_length=20)]  # how a person can come to the numbers
    scenario: dict[str, Any]
    listed: int
    legal: int
    stories: list[int] = Field(min_length=1)

    def battle(self, ruleset: str) -> Battle:
        return load(write({"format": "enfilade/scenario/1", "ruleset": ruleset, **self.scenario}))


class Counted(NamedTuple):
    """A table and where it comes from."""

    id: str
    table: Table
    battle: Battle


def tables() -> list[Counted]:
    """All tables, with the positions they are about."""
    found = []
    for file in sorted(FOLDER.glob("*/*.yaml")):
        data: Any = read(file).data
        table = Table.model_validate(data)
        found.append(Counted(f"{file.parent.name}/{file.stem}", table, table.battle(file.parent.name)))
    return found


def results(program: Program[Any, Result]) -> set[Result]:
    """Every result that some faces and some choices lead to, by the chances of each throw."""
    layer = {program.start}

    def done(until: Until[Any]) -> bool:
        return all(map(until.done, layer))

    for _, stage in program.rounds(done):
        after: set[Any] = set()
        for situation in layer:
            move = stage.run(situation)
            match move:
                case Roll():
                    after.update(move.then(result) for result, _ in move.throw.chances().weights)
                case Choice():
                    after.update(option.to for option in move.options)
                case _:
                    after.add(move)
        layer = after
    return set(map(program.end, layer))


def results_by_faces(program: Program[Any, Result], most: int = 3000) -> set[Result] | None:
    """The same, by following every row of faces and every option to the end: slow, and with nothing to go wrong.

    `None` if there are more than `most` rows.
    """
    found: set[Result] = set()
    open_ends: list[tuple[Any, ...]] = [()]
    for _ in range(most):
        if not open_ends:
            return found
        answers = open_ends.pop()
        trace = follow(program, answers)
        if trace.result is not None:
            found.add(trace.result)
        elif isinstance(trace.waiting, Choice):
            open_ends += [(*answers, Chosen(option.label)) for option in trace.waiting.options]
        elif trace.waiting:
            every = {faces for faces, _ in islice(falls(trace.waiting.throw), most)}
            open_ends += [(*answers, Rolled(faces)) for faces in every]
    return None


def stories(battle: Battle, length: int) -> int:
    """How many stories of this length start here."""
    if length == 0:
        return 1
    if battle.outcome() is not None:
        return 0
    known: dict[Any, int] = {}
    total = 0
    for action in battle.candidates():
        program = battle.judge(action).dice
        for events in {result.events for result in results(program)} if program else ():
            state = battle.state
            for event in events:
                state = battle.ruleset.apply(state, event)
            if state not in known:
                after = Battle(battle.ruleset, battle.scenario, state)
                known[state] = stories(after, length - 1)
            total += known[state]
    return total
