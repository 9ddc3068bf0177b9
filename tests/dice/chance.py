"""Small throws and small programs for the laws, and the slow, plain ways of counting that judge the quick ones.

Nothing here uses `chances()` or the walk over layers: faces are listed one by one, and a program is followed once
for every row of answers that can be given.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, permutations, product
from typing import Any
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
    Pool,
    Program,
    Roll,
    Rolled,
    Stage,
    Sum,
    Tally,
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
            option = policy(len(trace.told), situation, trace.waiting)
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
    return Draw(tuple((name, draw(st.integers(0, 2))) for name in names), draw(st.integers(0, most)), heeded)


def throws(most: int = 3) -> st.SearchStrategy:
    return st.one_of(pools(most), tallies(most), sums(most), draws(most))


def digest(*things) -> int:
    """A number that is the same for the same things in every run."""
    return crc32(repr(things).encode())


def any_policy(seed: int) -> Callable:
    """A policy that answers at random, but always the same in the same place."""
    return lambda at, situation, choice: choice.options[digest(seed, at, situation) % len(choice.options)]


@st.composite
def programs(draw, stages: int = 3, situations: int = 4, sides: tuple[str, ...] = ("attacker",)) -> Program[int, int]:
    """Programs of a few stages over the situations 0, 1, 2, ...: every stage a table of moves."""
    where = st.integers(0, situations - 1)
    small = st.one_of(pools(1), tallies(2), sums(2), draws(2)).filter(lambda throw: len(list(all_faces(throw))) <= 12)

    def roll() -> Roll:
        throw, table = draw(small), tuple(draw(st.lists(where, min_size=1, max_size=4)))
        return Roll(throw, lambda result: table[digest(result) % len(table)])

    def choice() -> Choice:
        leads = draw(st.lists(where, min_size=1, max_size=3))
        options = tuple(Option(f"way {number}", to) for number, to in enumerate(leads))
        return Choice(draw(st.sampled_from(sides)), "which way?", options)

    def stage(number: int) -> Stage:
        makers = {"certain": lambda: draw(where), "roll": roll, "choice": choice}
        moves = [makers[draw(st.sampled_from(("certain", "roll", "roll", "choice")))]() for _ in range(situations)]
        return Stage(f"rule {number}", "", moves.__getitem__)

    length = draw(st.integers(0, stages))
    scores = draw(st.lists(st.integers(-3, 3), min_size=situations, max_size=situations))
    return Program(draw(where), tuple(stage(number) for number in range(length)), scores.__getitem__)
