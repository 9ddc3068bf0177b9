"""An attack as a program for other dice tools, so that its odds can be checked there: icepool (Python) and AnyDice.

The text holds the stages' throws and what follows from each result, not our distribution: the other tool adds and
multiplies by itself. Dice that are counted or summed are written as such; cards and sorted pools as one die with a
side for every result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from enfilade.dice import Choice, Die, Policy, Program, Roll, Sum, Tally, Throw, Until
from enfilade.lab.fought import LabError
from enfilade.referee import Result

MOST_NODES = 5_000


class Thrown(NamedTuple):
    """A throw as a sum of equal dice with whole numbers on their sides; `codes` gives the sum for each result."""

    dice: int
    sides: tuple[tuple[int, int], ...]
    plus: int
    codes: dict[Any, int]


class Node(NamedTuple):
    """A throw and where each sum leads: to another node, or below zero to the value -1 - n."""

    thrown: Thrown
    to: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Nodes from the last to the first; `start` is the first one, or below zero a value. `count` is what is told."""

    nodes: tuple[Node, ...]
    values: tuple[int, ...]
    start: int
    count: str


def thrown(throw: Throw[Any]) -> Thrown:
    """The throw as equal dice that add up. Classes of a tally get a power of a base greater than the dice."""
    if isinstance(throw, Sum):
        codes: dict[Any, int] = {result: result for result, _ in throw.chances().weights}
        return Thrown(throw.count, _sides(throw.die, {face: int(face) for face in throw.die.faces}), throw.plus, codes)
    if isinstance(throw, Tally):
        base = throw.count + 1
        worth = {face: base**at for at, faces in enumerate(throw.classes) for face in faces}
        codes = {result: sum(n * base**at for at, n in enumerate(result)) for result, _ in throw.chances().weights}
        return Thrown(throw.count, _sides(throw.die, worth), 0, codes)
    weights, _ = throw.chances()
    codes = {result: at for at, (result, _) in enumerate(weights)}
    return Thrown(1, tuple((at, weight) for at, (_, weight) in enumerate(weights)), 0, codes)


def _sides(die: Die, worth: dict[Any, int]) -> tuple[tuple[int, int], ...]:
    sides: dict[int, int] = {}
    for face in die.faces:
        number = worth.get(face, 0)
        sides[number] = sides.get(number, 0) + 1
    return tuple(sorted(sides.items()))


def plan(program: Program[Any, Result], policy: Policy[Any], count: str) -> Plan:
    """What is thrown and what follows, with choices answered; one count of the result is told. Raises `LabError`."""
    layers = list(_layers(program, policy))
    nodes: list[Node] = []
    values: list[int] = []
    known: dict[Any, int] = {}
    places: dict[Any, int] = {}
    for situation in layers[-1][1]:
        places[situation] = _value(program.end(situation), count, values)
    for layer, _ in reversed(layers):
        before: dict[Any, int] = {}
        for situation, move in layer.items():
            if not isinstance(move, Roll):
                before[situation] = places[move]
                continue
            dice = thrown(move.throw)
            to = tuple((code, places[move.then(result)]) for result, code in dice.codes.items())
            if len({place for _, place in to}) == 1:
                before[situation] = to[0][1]  # nothing hangs on this throw
                continue
            key = dice.dice, dice.sides, dice.plus, to
            if key not in known:
                known[key] = len(nodes)
                nodes.append(Node(dice, to))
            before[situation] = known[key]
        places = before
        if len(nodes) > MOST_NODES:
            raise LabError(f"this attack has more than {MOST_NODES} throws to write out; a smaller one can be checked")
    return Plan(tuple(nodes), tuple(values), places[program.start], count)


def _value(result: Result, count: str, values: list[int]) -> int:
    if count not in result.counts or not isinstance(result.counts[count], int):
        known = [name for name, value in result.counts.items() if isinstance(value, int)]
        raise LabError(f"this attack has no count {count!r}; known: {', '.join(known)}")
    value = int(result.counts[count])
    if value not in values:
        values.append(value)
    return -1 - values.index(value)


def _layers(program: Program[Any, Result], policy: Policy[Any]) -> Iterator[tuple[dict[Any, Any], list[Any]]]:
    """Stage by stage every situation with its throw or the next situation, and the situations after the stage."""
    layer: list[Any] = [program.start]
    yield {program.start: program.start}, layer

    def done(until: Until[Any]) -> bool:
        return all(map(until.done, layer))

    for at, stage in program.rounds(done):
        moves: dict[Any, Any] = {}
        after: dict[Any, None] = {}
        for situation in layer:
            move = stage.run(situation)
            if isinstance(move, Choice):
                move = policy(at, situation, move).to
            moves[situation] = move
            if isinstance(move, Roll):
                after.update((move.then(result), None) for result, _ in move.throw.chances().weights)
            else:
                after[move] = None
        layer = list(after)
        yield moves, layer


def icepool_text(made: Plan) -> str:
    """A Python program for icepool that prints the distribution."""
    lines = ["# pip install icepool; then run this file", "from icepool import Die", ""]
    names = [f"node{at}" for at in range(len(made.nodes))]
    for name, node in zip(names, made.nodes, strict=True):
        to = ", ".join(f"{code}: {_name(made, place, names)}" for code, place in node.to)
        lines.append(f"{name} = ({_icepool_dice(node.thrown)}).map({{{to}}})")
    start = _name(made, made.start, names)
    lines += ["", f"{made.count} = {start if made.start >= 0 else f'Die([{start}])'}", f"print({made.count})", ""]
    return "\n".join(lines)


def _icepool_dice(dice: Thrown) -> str:
    sides = ", ".join(f"{side}: {weight}" for side, weight in dice.sides)
    return f"{dice.dice} @ Die({{{sides}}})" + (f" + {dice.plus}" if dice.plus else "")


def anydice_text(made: Plan) -> str:
    """A program for anydice.com that outputs the distribution."""
    lines = [r"\ paste this into anydice.com \ ", 'set "maximum function depth" to 99', ""]
    names = [f"node {_letters(at)}" for at in range(len(made.nodes))]
    for name, node in zip(names, made.nodes, strict=True):
        lines.append(f"function: {name} R:n {{")
        for code, place in node.to:
            lines.append(f"  if R = {code} {{ result: {_call(made, place, names)} }}")
        lines.append("}")
    lines += [f'output {_call(made, made.start, names)} named "{made.count}"', ""]
    return "\n".join(line.rstrip() for line in lines)


def _call(made: Plan, place: int, names: Sequence[str]) -> str:
    if place < 0:
        return str(made.values[-1 - place])
    dice = made.nodes[place].thrown
    sides = ", ".join(f"{side}:{weight}" for side, weight in dice.sides)
    return f"[{names[place]} {dice.dice}d{{{sides}}}" + (f" + {dice.plus}" if dice.plus else "") + "]"


def _name(made: Plan, place: int, names: Sequence[str]) -> str:
    return names[place] if place >= 0 else str(made.values[-1 - place])


def _letters(number: int) -> str:
    """A number as lower-case letters, for names that may hold no digits."""
    text = ""
    while True:
        number, rest = divmod(number, 26)
        text = "abcdefghijklmnopqrstuvwxyz"[rest] + text
        if not number:
            return text
        number -= 1
