"""The fast twin: throws read digit by digit, charts of programs, and every decision as in the readable text."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lab.conftest import AGEOFMAGIC, ASOIAF, RUNEWARS
from tests.lab.conftest import DUELS as WRITTEN

from enfilade.dice import (
    D3,
    D6,
    Choice,
    Die,
    Draw,
    Option,
    OverBudget,
    Pool,
    Program,
    Roll,
    Stage,
    Sum,
    Tally,
    Until,
    first,
    odds,
)
from enfilade.lab import faces
from enfilade.lab import twin as twins
from enfilade.lab.chart import chart
from enfilade.lab.duels import read_duel
from enfilade.lab.faces import MOST_BASE, drawn, reading
from enfilade.lab.fighting import fight
from enfilade.lab.parity import Parted, compare
from enfilade.lab.philox import Stream
from enfilade.lab.scale import Run, fight_many
from enfilade.lab.twin import Twin, run, twin
from enfilade.referee import Facts

LAB = Path(__file__).resolve().parents[2] / "examples" / "lab"
DUELS = sorted(path.name for path in LAB.glob("*.duel.yaml"))
ODD = Die("odd", ("-", "H", "H", "HS"))


@cache
def example(name: str) -> Twin:
    return twin(read_duel(LAB / name), seed=1, pilot=300, broad=20)


THROWS = st.one_of(
    st.builds(Sum, st.sampled_from([D6, D3]), st.integers(0, 11), st.integers(-3, 3)),
    st.builds(Tally, st.just(D6), st.integers(0, 13), st.sampled_from([((6,), (4, 5)), ((3, 4, 5, 6),), ()])),
    st.builds(lambda a, b: Pool(((ODD, a), (D6, b)), (("H",), ())), st.integers(0, 4), st.integers(0, 4)),
    st.builds(
        lambda count, heeded, distinct: Draw((("a", 3), ("b", 1), ("c", 4)), count, heeded, distinct),
        st.integers(0, 9),
        st.sampled_from([None, ("b",), ("a", "c"), ()]),
        st.booleans(),
    ),
)


def chances_of(throw):
    """The chances of a throw as its machine of digits has them."""
    read = reading(throw)
    if not read.heaps:
        return {read.results[0]: Fraction(1)}
    weight = {0: Fraction(1)}
    found: dict = {}
    for number, heap in enumerate(read.heaps):
        assert len(heap.letters) == heap.base <= MOST_BASE
        for letter, ways in Counter(heap.letters).items():
            to, share = heap.to[letter], weight[number] * Fraction(ways, heap.base)
            if to < 0:
                result = read.results[-1 - to]
                found[result] = found.get(result, Fraction(0)) + share
            else:
                weight[to] = weight.get(to, Fraction(0)) + share
    return found


@settings(max_examples=60, deadline=None)
@given(THROWS)
def test_a_throw_read_digit_by_digit_has_its_own_chances(throw):
    weights, total = throw.chances()
    assert chances_of(throw) == {result: Fraction(ways, total) for result, ways in weights if ways}


@settings(max_examples=60, deadline=None)
@given(THROWS, st.integers(0, 1000))
def test_the_faces_of_a_stream_read_as_its_digits_do(throw, battle):
    digits = []

    class Kept(Stream):
        def digit(self, base):
            digits.append(super().digit(base))
            return digits[-1]

    shown = drawn(throw, Kept(3, battle))
    read = reading(throw)
    heap = 0 if read.heaps else -1
    for digit in digits:
        heap = read.heaps[heap].to[read.heaps[heap].letters[digit]]
    assert throw.read(shown) == read.results[-1 - heap]


def test_a_throw_of_too_many_states_is_refused(monkeypatch):
    monkeypatch.setattr(faces, "MOST_STATES", 50)
    with pytest.raises(OverBudget, match="3 d20 takes more than 50 states to read die by die"):
        reading(Pool(((Die("d20", tuple(range(20))), 3),)))


# Charts ---------------------------------------------------------------------------------------------------------


def gamble(limit):
    """Throw until `limit` is reached; a player may double the last throw."""

    def throw(have):
        return Roll(Sum(D6, 1), lambda face: (have[0] + face, face))

    def double(have):
        keep, more = Option("keep", have), Option("double", (have[0] + have[1], 0))
        return Choice("attacker", "Double?", (more, keep) if have[1] < 3 else (keep, more))

    stages = (Stage("a", "thrown", throw), Stage("b", "doubled", double))
    end = Stage("c", "over", lambda have: have[0])
    return Program((0, 0), (Until(stages, lambda have: have[0] >= limit), end), lambda have: have)


@pytest.mark.parametrize("limit", [1, 7, 20])
def test_a_chart_has_the_odds_of_its_program(limit):
    program = gamble(limit)
    made = chart(program, first)
    weight = {made.first.to: Fraction(1)}
    found: dict = {}
    while weight:
        after: dict[int, Fraction] = {}
        for at, share in weight.items():
            if at < 0:
                result = made.last[-1 - at]
                found[result] = found.get(result, Fraction(0)) + share
                continue
            chances, ways = chances_of(made.asked[at].throw), made.ways[at]
            for result, way in zip(reading(made.asked[at].throw).results, ways, strict=True):
                after[way.to] = after.get(way.to, Fraction(0)) + share * chances[result]
        weight = after
    assert found == dict(odds(program).items())


def test_a_chart_keeps_what_was_chosen_on_the_way():
    made = chart(gamble(7), first)
    assert made.asked[0].at == 0
    assert {way.chosen for way in made.ways[0]} == {((1, "double"),), ((1, "keep"),)}


def test_a_program_that_never_ends_is_refused():
    program: Program = Program(0, (Until((Stage("a", "round and round", lambda n: n),), lambda n: False),), lambda n: n)
    with pytest.raises(OverBudget, match="in a row without a throw"):
        chart(program, first)


def test_a_chart_of_too_many_ways_is_refused():
    with pytest.raises(OverBudget, match="ways from throw to throw"):
        chart(gamble(20), first, most=20)


# Duels ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DUELS)
def test_every_decision_is_that_of_the_readable_text(name):
    """A short slice; `python3 dev.py parity` compares a hundred thousand battles of each."""
    found = compare(example(name), 1, range(300))
    assert (found.battles, found.untold) == (300, 0)
    assert found.throws > found.turns >= found.battles


RULED = {
    "tokens and keywords": (
        ASOIAF.replace("id: a,", "id: a, conditions: [panicked, weakened],")
        .replace("id: b,", "id: b, conditions: [panicked, vulnerable],")
        .replace("name: s, kind: melee, to_hit: 3,", "name: s, kind: melee, to_hit: 3, keywords: [critical blow],"),
        {},
    ),
    "re-rolls and surges": (RUNEWARS.replace('ranks: ["2"]', 'ranks: ["22"]'), {}),
    "the best of each attack": (RUNEWARS, {"d": "best", "w": "best"}),
    "dice that leaders choose": (AGEOFMAGIC.replace("battle: {dice: 1}", "battle: {}"), {}),
    "two rounds": (RUNEWARS + "rounds: 2\n", {}),
}


@pytest.mark.parametrize("name", RULED)
def test_choices_are_those_of_the_readable_text(name):
    """Duels in which players choose, answered by the policies of the rules or by the best for an aim."""
    text, sides = RULED[name]
    duel = read_duel(text)
    aim = next(iter(duel.ruleset.aims))
    duel = replace(duel, policies=Facts({side: f"{policy}:{aim}" for side, policy in sides.items()}))
    found = compare(twin(duel, 2, pilot=60, broad=20), 2, range(60))
    assert (found.battles, found.untold) == (60, 0)
    assert found.choices > 5


@pytest.mark.parametrize("name", ["asoiaf", "runewars"])
def test_frequencies_are_those_of_the_exact_chain(name):
    """The chance of each side to win, within 4.5 standard errors of 20,000 battles; the seed is fixed."""
    made, size = twin(read_duel(WRITTEN[name])), 20_000
    exact = fight(made.duel, most=2_000)
    assert exact.how != "sampled"
    written = run(made, 1, range(size))
    won: Counter[str] = Counter()
    for at in map(int, written.last):
        one, other = made.duel.ruleset.left(made.positions[at].state).values()
        won[made.duel.sides[bool(one["beaten"])]] += bool(one["beaten"]) != bool(other["beaten"])
    for side in made.duel.sides:
        chance = float(exact.wins(side))
        assert abs(won[side] / size - chance) < 4.5 * (chance * (1 - chance) / size) ** 0.5


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_phalanx_and_cavalry_fall_as_the_exact_chain_says(rounds):
    """Age of Magic: each way to end, and how many each side has left, within 4.5 standard errors."""
    duel = replace(read_duel(LAB / "phalanx-against-cavalry.duel.yaml"), rounds=rounds)
    size = 40_000
    exact, counted = fight(duel, most=2_000), fight_many(duel, Run(size, 8)).fought
    assert exact.how != "sampled"
    assert counted.samples == size
    for key in {*exact.endings(), *counted.endings()}:
        chance, seen = (float(one.endings().get(key, 0)) for one in (exact, counted))
        assert abs(seen - chance) < 4.5 * (chance * (1 - chance) / size) ** 0.5, key
    for side in duel.sides:
        left = exact.survivors(side)
        mean = float(exact.expected(side))
        spread = sum(float(chance) * (count - mean) ** 2 for count, chance in left.items()) ** 0.5
        assert abs(float(counted.expected(side)) - mean) < 4.5 * spread / size**0.5
        assert set(counted.survivors(side)) <= set(left)


def test_a_wrong_table_is_noticed():
    made = twin(read_duel(WRITTEN["asoiaf"]), pilot=100)
    ways = made.tables().ways
    ways[0], ways[1] = ways[1], ways[0]  # type: ignore[index]
    with pytest.raises(Parted, match=r"battle \d+, turn \d+: .*: the twin says .*, the text says"):
        compare(made, 1, range(300))


def test_any_battle_can_be_fought_alone():
    made = example("sworn-swords.duel.yaml")
    whole = run(made, 9, range(100, 140))
    for at in (0, 17, 39):
        alone = run(made, 9, [100 + at])
        assert [int(row[0]) for row in alone[:3]] == [int(row[at]) for row in whole[:3]]


def test_tables_that_are_full_say_so(monkeypatch):
    monkeypatch.setattr(twins, "MOST_POSITIONS", 40)
    made = twin(read_duel(WRITTEN["asoiaf"]), pilot=100)
    assert made.full
    found = compare(made, 1, range(60))
    assert found.untold > 0
    assert found.battles + found.untold == 60
