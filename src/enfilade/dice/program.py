"""One description of what happens, told three ways: exact odds, a sampled million, the dice on the table.

A `Program` is a start situation and a row of stages. A stage looks at the situation and answers with the next
one (certain), with a `Roll`, or with a `Choice`. Situations are small, frozen and hold only what later stages
read (counts rather than figures), so that equal ones merge after every stage and exact odds stay cheap.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from enfilade.dice.throw import Face, Randomness, Throw

S = TypeVar("S", bound=Hashable)
R = TypeVar("R", bound=Hashable)
T = TypeVar("T", bound=tuple[Any, ...])


def changeable(kind: type[T]) -> type[T]:
    """A NamedTuple whose `_replace` takes half the time: a situation, in which rules change a field at every step."""
    named: Any = kind
    places = {name: at for at, name in enumerate(named._fields)}
    new = tuple.__new__

    def _replace(self: T, /, **fields: Any) -> T:
        row = list(self)
        try:
            for name, value in fields.items():
                row[places[name]] = value
        except KeyError:
            unknown = ", ".join(name for name in fields if name not in places)
            raise ValueError(f"{kind.__name__} has no field {unknown}; its fields are {', '.join(places)}") from None
        return new(kind, row)

    named._replace = _replace
    return kind


class AnswerError(ValueError):
    """An answer that does not fit what was asked: too many, too few, or of the wrong kind."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """The faces that fell, in the order the throw reads them."""

    faces: tuple[Face, ...]

    def __str__(self) -> str:
        return f"the faces {' '.join(str(face) for face in self.faces) or '(none)'}"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The label of the option a player took."""

    label: str

    def __str__(self) -> str:
        return f"the choice {self.label!r}"


Answer = Rolled | Chosen


class Pile(NamedTuple, Generic[S]):
    """Dice of one kind are laid on a pile: `made(rest, size)` is the situation in which so many lie there.

    It stands for `then` in the roll of a throw that counts one thing. Each die counted lays `each` on the pile (-1:
    takes one away), where `size` lie already; `rest` is the situation without them. Rolls with equal `made` and `rest`
    lay on the same pile, so that results which come to as many meet before a situation is made of each.
    """

    made: Callable[[S, int], S]
    rest: S
    size: int = 0
    each: int = 1

    def __call__(self, result: tuple[int, ...]) -> S:
        """The situation after a result."""
        return self.made(self.rest, self.size + self.each * result[0])


class Roll(NamedTuple, Generic[S]):
    """Throw this; `then` turns the result into the next situation.

    `tells` gives facts of a result that the stage's words speak of and no later stage reads.
    """

    throw: Throw[Any]
    then: Callable[[Any], S] | Pile[S]
    tells: Callable[[Any], Mapping[str, Any]] | None = None

    def answered(self, answer: Answer) -> S:
        if not isinstance(answer, Rolled):
            raise AnswerError(f"{self} were expected; found {answer}")
        return self.then(self.throw.read(answer.faces))

    def __str__(self) -> str:
        return f"the faces of {self.throw}"


class Option(NamedTuple, Generic[S]):
    """One thing a player may decide, in words, and the situation it leads to.

    The label is what an answer says and a record keeps. Where it holds numbers or names, `words` is the template
    with `facts` that says the same, for showing it in another language.
    """

    label: str
    to: S
    words: str = ""
    facts: Mapping[str, Any] | None = None

    @classmethod
    def saying(cls, words: str, to: S, /, **facts: Any) -> "Option[S]":
        """The option whose label is this template with its facts filled in."""
        return cls(words.format_map(facts), to, words, facts)


class Choice(NamedTuple, Generic[S]):
    """A player decides. The first option is what a cautious referee would do without asking.

    Where the question holds names, `words` is the template with `facts` that asks the same, as for an option.
    """

    side: str
    question: str
    options: tuple[Option[S], ...]
    words: str = ""
    facts: Mapping[str, Any] | None = None

    @classmethod
    def asking(cls, side: str, words: str, options: tuple[Option[S], ...], /, **facts: Any) -> "Choice[S]":
        """The choice whose question is this template with its facts filled in."""
        return cls(side, words.format_map(facts), options, words, facts)

    def answered(self, answer: Answer) -> S:
        if not isinstance(answer, Chosen):
            raise AnswerError(f"{self} was expected; found {answer}")
        for option in self.options:
            if option.label == answer.label:
                return option.to
        known = "; ".join(option.label for option in self.options)
        raise AnswerError(f"{self.question}: no option {answer.label!r}; the options are: {known}")

    def __str__(self) -> str:
        return f"the {self.side}'s choice ({self.question})"


@dataclass(frozen=True, slots=True)
class Stage(Generic[S]):
    """One step of the rule: its key, its words (a template over the situation it leaves), and what it does."""

    rule: str
    words: str
    run: Callable[[S], "S | Roll[S] | Choice[S]"]


@dataclass(frozen=True, slots=True)
class Until(Generic[S]):
    """Stages that repeat until the situation is `done`: one wound after another, one round after another.

    A situation that is done passes through unchanged, and is asked about before every round.
    """

    stages: tuple[Stage[S], ...]
    done: Callable[[S], bool]

    def round(self) -> tuple[Stage[S], ...]:
        """The stages of one round, each doing nothing where the situation is done."""
        return tuple(Stage(stage.rule, stage.words, partial(_unless, self.done, stage.run)) for stage in self.stages)


def _unless(done: Callable[[S], bool], run: Callable[[S], Any], situation: S) -> Any:
    return situation if done(situation) else run(situation)


@dataclass(frozen=True, slots=True)
class Program(Generic[S, R]):
    """A start situation, the stages in order, and how the last situation reads as a result."""

    start: S
    stages: tuple[Stage[S] | Until[S], ...]
    end: Callable[[S], R]

    def every(self) -> Iterator[Stage[S]]:
        """Every stage once, those that repeat included; a policy knows a stage by its place in this row."""
        for stage in self.stages:
            yield from stage.stages if isinstance(stage, Until) else (stage,)

    def rounds(self, done: Callable[[Until[S]], bool]) -> Iterator[tuple[int, Stage[S]]]:
        """The stages in the order they happen, with their places; `done` tells when to leave a repetition."""
        at = 0
        for stage in self.stages:
            if isinstance(stage, Until):
                inner = stage.round()
                while not done(stage):
                    yield from enumerate(inner, at)
                at += len(inner)
            else:
                yield at, stage
                at += 1


class Policy(Protocol[S]):
    """Who answers choices: gets the stage's index, the situation and the choice, returns one of its options."""

    def __call__(self, at: int, situation: S, choice: Choice[S], /) -> Option[S]: ...


def first(_at: int, _situation: Any, choice: Choice[S]) -> Option[S]:
    """The policy that always takes the first option."""
    return choice.options[0]


Parts = tuple[Sequence[tuple[Any, int]], int]
"""The results of a throw with their parts of a weight, and what each part still has to be multiplied by."""


class Split(Protocol):
    """How weights are shared out; the only thing in which exact and sampled walks differ."""

    def share(self, thrown: Sequence[tuple[int, Throw[Any]]], certain: int) -> tuple[int, Iterator[Parts]]:
        """What the weights of the `certain` situations of a layer are multiplied by, and the parts of each thrown."""
        ...


class Layer(NamedTuple, Generic[S]):
    """The distinct situations after a stage, each with the place of its weight: so each is hashed only once."""

    places: dict[S, int]
    weights: list[int]

    def items(self) -> Iterator[tuple[S, int]]:
        return zip(self.places, self.weights, strict=True)


def layers(program: Program[S, R], split: Split, policy: Policy[S], weight: int) -> Iterator[Layer[S]]:
    """The weights of all distinct situations, at the start and after each stage, equal situations merged."""
    layer = Layer({program.start: 0}, [weight])

    def done(until: Until[S]) -> bool:
        return all(map(until.done, layer.places))

    yield layer
    for at, stage in program.rounds(done):
        layer = _advance(at, stage, layer, split, policy)
        yield layer


def _advance(at: int, stage: Stage[S], layer: Layer[S], split: Split, policy: Policy[S]) -> Layer[S]:
    run, moves = stage.run, []
    for situation, weight in layer.items():
        move = run(situation)
        moves.append((weight, policy(at, situation, move).to if type(move) is Choice else move))
    thrown = [(weight, move.throw) for weight, move in moves if type(move) is Roll]
    lot, shares = split.share(thrown, len(moves) - len(thrown))
    places, weights = after = Layer[Any]({}, [])
    piles: dict[tuple[Any, Any], dict[int, int]] = {}
    for weight, move in moves:
        if type(move) is not Roll:
            place = places.setdefault(move, len(weights))
            if place == len(weights):
                weights.append(weight * lot)
            else:
                weights[place] += weight * lot
        elif type(then := move.then) is Pile:
            _lay(then, next(shares), piles.setdefault((then.made, then.rest), {}), after)
        else:
            parts, factor = next(shares)
            for result, part in parts:
                place = places.setdefault(then(result), len(weights))
                if place == len(weights):
                    weights.append(part * factor)
                else:
                    weights[place] += part * factor
    return after


def _lay(pile: Pile[S], share: Parts, sizes: dict[int, int], layer: Layer[S]) -> None:
    """Lay the results of a roll on its pile; `sizes` has the places of the situations that this pile came to so far."""
    (made, rest, size, each), (places, weights) = pile, layer
    parts, factor = share
    for (count,), part in parts:
        there = size + each * count
        place = sizes.get(there)
        if place is None:
            place = sizes[there] = places.setdefault(made(rest, there), len(weights))
            if place == len(weights):
                weights.append(0)
        weights[place] += part * factor


@dataclass(frozen=True, slots=True)
class Told(Generic[S]):
    """One stage as it went: what was asked (`None` if nothing), the answer, and the situation after it."""

    stage: Stage[S]
    asked: Roll[S] | Choice[S] | None
    answer: Answer | None
    situation: S

    @property
    def facts(self) -> dict[str, Any]:
        """What the stage's words speak of: the situation's fields, or its `facts()`, and what the roll tells."""
        named: Any = self.situation
        facts = dict(named.facts() if hasattr(named, "facts") else named._asdict())
        if isinstance(self.asked, Roll) and self.asked.tells and isinstance(self.answer, Rolled):
            facts.update(self.asked.tells(self.asked.throw.read(self.answer.faces)))
        return facts


@dataclass(frozen=True, slots=True)
class Trace(Generic[S, R]):
    """A program as far as its answers reach: the stages told, what it waits for, or the result."""

    told: tuple[Told[S], ...]
    waiting: Roll[S] | Choice[S] | None
    result: R | None
    stage: Stage[S] | None = None  # the stage that waits

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers given, in order: with the program they are the whole story."""
        return tuple(told.answer for told in self.told if told.answer is not None)


def follow(program: Program[S, R], answers: Sequence[Answer]) -> Trace[S, R]:
    """The stages with these answers. Stops where one is missing; raises `AnswerError` if any is left over."""
    left = list(reversed(answers))
    trace = _tell(program, lambda at, situation, asked: left.pop() if left else None)
    if left:
        raise AnswerError(f"{len(left)} more answers were given than asked for: {left[-1]}")
    return trace


def play(
    program: Program[S, R], faces: Callable[[Throw[Any]], Sequence[Face]], policy: Policy[S] = first
) -> Trace[S, R]:
    """The stages with faces from `faces(throw)` and choices from `policy`, to the end."""

    def answer(at: int, situation: S, asked: Roll[S] | Choice[S]) -> Answer:
        if isinstance(asked, Roll):
            return Rolled(tuple(faces(asked.throw)))
        return Chosen(policy(at, situation, asked).label)

    return _tell(program, answer)


def _tell(program: Program[S, R], ask: Callable[[int, S, Roll[S] | Choice[S]], Answer | None]) -> Trace[S, R]:
    told: list[Told[S]] = []
    situation = program.start

    def done(until: Until[S]) -> bool:
        return until.done(situation)

    for at, stage in program.rounds(done):
        move = stage.run(situation)
        if isinstance(move, Roll | Choice):
            answer = ask(at, situation, move)
            if answer is None:
                return Trace(tuple(told), move, None, stage)
            situation = move.answered(answer)
            told.append(Told(stage, move, answer, situation))
        else:
            situation = move
            told.append(Told(stage, None, None, situation))
    return Trace(tuple(told), None, program.end(situation))


def rolls(randomness: Randomness) -> Callable[[Throw[Any]], tuple[Face, ...]]:
    """Faces for `play` from a source of randomness."""
    return lambda throw: throw.roll(randomness)
