"""Small throws and small programs for the laws, and the slow, plain ways of counting that judge the quick ones.

Nothing here uses `chances()` or the walk over layers: faces are listed one by one, and a program is followed once
for every row of answers that can be given.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import prod
from typing import Any, NamedTuple
from zlib import crc32

from hypothesis import strategies as st

from enfilade.dice import (
    D3,
    D6,
    Answer,
    Choice,
    Chosen,
    Die,
    Draw,
    Option,
    Pile,
    Pool,
    Program,
    Roll,
    Rolled,
    Stage,
    Sum,
    Tally,
    Until,
    follow,
)

RED = Die("red", ("-", "-", "H", "H", "M", "HH", "HM", "HS"))
BLUE = Die("blue", ("-", "H", "H", "S", "A", "HS", "HA", "SS"))
COIN = Die("coin", ("heads", "tails"))
LOADED = Die("loaded", (1, 1, 1, 2, 5))
DICE = (D3, D6, RED, COIN, LOADED)


def all_faces(throw) -> Iterator[tuple]:
    """Every row of faces that can fall, all equally likely."""
    match throw:
        case Pool():
            return product(*(die.faces for die in throw.each()))
        case Tally() | Sum():
            return product(throw.die.faces, repeat=throw.count)
        case Draw():
            return permutations([name for name, copies in throw.deck for _ in range(copies)], throw.size)
    raise TypeError(throw)


class Script:
    """Randomness that gives the numbers written down for it, then zeros, and remembers out of how many each was."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers, self.stops = list(numbers), list[int]()

    def randrange(self, stop: int, /) -> int:
        self.stops.append(stop)
        self.numbers += [0] * (len(self.stops) - len(self.numbers))
        return self.numbers[len(self.stops) - 1]


def falls(throw) -> Iterator[tuple[tuple, Fraction]]:
    """Everything that `roll` can come to and how likely it is, through all randomness there is: for any throw."""
    numbers: list[int] = []
    while True:
        script = Script(numbers)
        yield throw.roll(script), Fraction(1, prod(script.stops))
        numbers, stops = script.numbers, script.stops
        while numbers and numbers[-1] == stops[-1] - 1:
            numbers.pop()
            stops.pop()
        if not numbers:
            return
        numbers[-1] += 1


def fallen(throw) -> dict[Any, Fraction]:
    """How likely each result is when the throw is rolled and read."""
    shares: dict[Any, Fraction] = {}
    for faces, chance in falls(throw):
        result = throw.read(faces)
        shares[result] = shares.get(result, Fraction(0)) + chance
    return shares


def counted(results) -> dict[Any, Fraction]:
    """The share of each result among equally likely ones."""
    every = list(results)
    shares: dict[Any, Fraction] = {}
    for result in every:
        shares[result] = shares.get(result, Fraction(0)) + Fraction(1, len(every))
    return shares


def chances_of(throw) -> dict[Any, Fraction]:
    """What the throw itself says."""
    weights, total = throw.chances()
    assert len(dict(weights)) == len(weights), "a result is listed twice"
    return {result: Fraction(ways, total) for result, ways in weights}


def enumerated(program: Program, policy) -> dict[Any, Fraction]:
    """How likely each result is, by following every row of answers to its end."""
    ends: dict[Any, Fraction] = {}

    def onward(answers: tuple[Answer, ...], weight: Fraction) -> None:
        trace = follow(program, answers)
        if trace.waiting is None:
            ends[trace.result] = ends.get(trace.result, Fraction(0)) + weight
        elif isinstance(trace.waiting, Roll):
            rows = list(all_faces(trace.waiting.throw))
            for faces in rows:
                onward((*answers, Rolled(faces)), weight / len(rows))
        else:
            situation = trace.told[-1].situation if trace.told else program.start
            option = policy(place_of(program, trace.stage), situation, trace.waiting)
            onward((*answers, Chosen(option.label)), weight)

    onward((), Fraction(1))
    return ends


# What Hypothesis draws ------------------------------------------------------------------------------------------

NAMES = ("ash", "birch", "cedar", "dogwood")
numbered = st.sampled_from((D3, D6, LOADED))


@st.composite
def pools(draw, most: int = 3) -> Pool:
    kinds = draw(st.lists(st.sampled_from(DICE), min_size=1, max_size=2, unique=True))
    counts = [draw(st.integers(0, most if kind is kinds[0] else 1)) for kind in kinds]
    kept = [tuple(draw(st.lists(st.sampled_from(die.faces), max_size=2))) for die in kinds]
    return Pool(tuple(zip(kinds, counts, strict=True)), draw(st.sampled_from(((), tuple(kept)))))


@st.composite
def tallies(draw, most: int = 3) -> Tally:
    die = draw(st.sampled_from(DICE))
    shuffled = draw(st.permutations(sorted(set(die.faces), key=str)))
    cuts = sorted(draw(st.lists(st.integers(0, len(shuffled)), min_size=1, max_size=4)))
    classes = tuple(tuple(shuffled[a:b]) for a, b in pairwise(cuts))
    return Tally(die, draw(st.integers(0, most)), classes)


def sums(most: int = 3) -> st.SearchStrategy[Sum]:
    return st.builds(Sum, numbered, st.integers(0, most), st.integers(-3, 3))


@st.composite
def draws(draw, most: int = 3) -> Draw:
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True))
    heeded = draw(st.sampled_from((None, tuple(names[:1]), ("elm",))))
    deck = tuple((name, draw(st.sampled_from((1, 2, 1, 0)))) for name in names)
    return Draw(deck, draw(st.sampled_from((*range(1, most + 1), 0))), heeded, draw(st.booleans()))


def throws(most: int = 3) -> st.SearchStrategy:
    return st.one_of(pools(most), tallies(most), sums(most), draws(most))


def digest(*things) -> int:
    """A number that is the same for the same things in every run."""
    return crc32(repr(things).encode())


def any_policy(seed: int) -> Callable:
    """A policy that answers at random, but always the same in the same place."""
    return lambda at, situation, choice: choice.options[digest(seed, at, situation) % len(choice.options)]


class Spot(NamedTuple):
    """Where a drawn program is, and how many rounds it may still repeat."""

    at: int
    left: int


@st.composite
def moves(draw, situations: int, sides: tuple[str, ...]) -> Callable[[Spot], Any]:
    """What a stage does, drawn for each place: go on, roll, or let somebody choose."""
    where = st.integers(0, situations - 1)
    small = st.one_of(pools(1), tallies(2), sums(2), draws(2)).filter(lambda throw: len(list(all_faces(throw))) <= 12)

    def roll() -> Callable[[Spot], Any]:
        throw, table = draw(small), tuple(draw(st.lists(where, min_size=1, max_size=4)))
        return lambda spot: Roll(throw, lambda result: spot._replace(at=table[digest(result) % len(table)]))

    lands = tuple(draw(st.lists(where, min_size=1, max_size=4)))

    def landed(rest: Spot, size: int) -> Spot:
        return rest._replace(at=lands[size % len(lands)])

    def pile() -> Callable[[Spot], Any]:
        """Rolls of one stage lay on the same pile, whatever lies there already."""
        die, each = draw(st.sampled_from(DICE)), draw(st.sampled_from((1, -1)))
        throw = Tally(die, draw(st.integers(0, 2)), (die.faces[: draw(st.integers(0, 3))],))
        return lambda spot: Roll(throw, Pile(landed, spot._replace(at=0), spot.at, each))

    def choice() -> Callable[[Spot], Any]:
        leads, side = draw(st.lists(where, min_size=1, max_size=3)), draw(st.sampled_from(sides))
        ways = list(enumerate(leads))
        return lambda spot: Choice(side, "?", tuple(Option(f"way {i}", spot._replace(at=to)) for i, to in ways))

    def certain() -> Callable[[Spot], Any]:
        to = draw(where)
        return lambda spot: spot._replace(at=to)

    table = [draw(st.sampled_from((roll, pile, choice, certain)))() for _ in range(situations)]
    return lambda spot: table[spot.at](spot)


@st.composite
def programs(draw, stages: int = 3, situations: int = 4, sides: tuple[str, ...] = ("attacker",)) -> Program[Spot, int]:
    """Programs of a few stages over the places 0, 1, 2, ...; with luck the middle one repeats up to twice."""
    length = draw(st.sampled_from((*range(stages + 1), stages, stages)))
    found: list[Any] = [Stage(f"rule {number}", "", draw(moves(situations, sides))) for number in range(length)]
    rounds = draw(st.sampled_from((2, 1, 0)))
    if length > 1 and rounds:
        last = Stage("count down", "", lambda spot: spot._replace(left=spot.left - 1))
        found[1] = Until((found[1], last), lambda spot: not spot.left or not spot.at)
    scores = draw(st.lists(st.integers(-3, 3), min_size=situations, max_size=situations))
    start = Spot(draw(st.integers(0, situations - 1)), rounds)
    return Program(start, tuple(found), lambda spot: scores[spot.at])


def place_of(program: Program, stage: Stage | None) -> int:
    """A stage's place in the program, by which a policy knows it."""
    return next(at for at, known in enumerate(program.every()) if stage and known.rule == stage.rule)
