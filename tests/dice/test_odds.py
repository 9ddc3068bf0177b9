"""Odds: against every row of answers followed one by one, against icepool and dyce, and sampled against exact."""

import random
from fractions import Fraction
from typing import Any, NamedTuple

import dyce
import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from tests.dice.chance import RED, any_policy, enumerated, programs
from tests.dice.test_program import VOLLEY

from enfilade.dice import (
    D3,
    D6,
    Distribution,
    OverBudget,
    Pool,
    Program,
    Roll,
    Stage,
    Sum,
    Tally,
    Until,
    best,
    first,
    odds,
    play,
    rolls,
    sample,
)


@settings(max_examples=100)
@given(programs(), st.integers(0, 99))
def test_odds_are_what_every_row_of_answers_comes_to(program, taste):
    policy = any_policy(taste)
    assert dict(odds(program, policy).items()) == enumerated(program, policy)


@given(programs(), st.integers(0, 99), st.integers(0, 99))
def test_a_sample_holds_only_what_the_odds_allow_and_loses_nothing(program, taste, seed):
    policy = any_policy(taste)
    exact, sampled = odds(program, policy), sample(program, 1000, seed, policy)
    assert set(sampled) <= set(exact)
    assert sum(sampled.weights.values()) == sampled.total == 1000
    assert sum(exact.weights.values()) == exact.total
    assert (exact.sampled, sampled.sampled) == (False, True)


@given(programs(), st.integers(0, 99), st.integers(0, 99))
def test_a_play_ends_in_what_the_odds_allow(program, taste, dice):
    policy = any_policy(taste)
    assert play(program, rolls(random.Random(dice)), policy).result in odds(program, policy).weights


# Other people's dice --------------------------------------------------------------------------------------------


class Row(NamedTuple):
    sixes: int = 0
    hits: int = 0
    lost: int = 0


def hit(count: int) -> Stage[Row]:
    throw = Tally(D6, count, ((6,), (4, 5)))
    return Stage("hit", "", lambda row: Roll(throw, lambda result: Row(*result)))


def again(count: int) -> Stage[Row]:
    """Every die that missed, once more."""

    def run(row: Row) -> Roll[Row]:
        missed = Tally(D6, count - row.sixes - row.hits, ((6,), (4, 5)))
        return Roll(missed, lambda result: Row(row.sixes + result[0], row.hits + result[1]))

    return Stage("again", "", run)


def save(row: Row) -> Roll[Row]:
    """A 5+ saves, but not against sixes."""
    return Roll(Tally(D6, row.hits, ((1, 2, 3, 4),)), lambda result: Row(lost=row.sixes + result[0]))


def volley(count: int) -> Program[Row, int]:
    return Program(Row(), (hit(count), again(count), Stage("save", "", save)), lambda row: row.lost)


@pytest.mark.filterwarnings("ignore:`expand` is experimental")
@pytest.mark.parametrize("count", [1, 4, 10])
def test_rerolled_misses_and_saves_agree_with_icepool_and_dyce(count):
    ours = dict(odds(volley(count)).items())
    rolled = icepool.d6.reroll(lambda face: face < 4, depth=1)
    lost = rolled.map(lambda face: 1 if face == 6 else icepool.d6 <= 4 if face >= 4 else 0)
    theirs = count @ lost.map(lambda wounds: int(wounds))
    assert ours == {outcome: Fraction(ways, theirs.denominator()) for outcome, ways in theirs.items()}

    never = Fraction(0)  # drop no branch, however improbable

    def once(result):
        return result.h if result.outcome < 4 else result.outcome

    def wounded(result):
        return 1 if result.outcome == 6 else dyce.H(6).le(4) if result.outcome >= 4 else 0

    each = dyce.expand(wounded, dyce.expand(once, dyce.H(6), min_path_probability=never), min_path_probability=never)
    many = count @ each
    assert ours == {int(outcome): Fraction(ways, many.total) for outcome, ways in many.items()}


@pytest.mark.parametrize(("count", "keep"), [(3, 1), (4, 3), (6, 2)])
def test_keeping_the_highest_agrees_with_icepool_and_dyce(count, keep):
    pool = Pool(((D6, count),))
    kept: Program[Any, int] = Program((), (Stage("keep", "", lambda _: Roll(pool, lambda rows: rows[0][-keep:])),), sum)
    ours = dict(odds(kept).items())
    theirs = icepool.d6.highest(count, keep)
    assert ours == {outcome: Fraction(ways, theirs.denominator()) for outcome, ways in theirs.items()}
    h = dyce.P(*[6] * count).at(slice(-keep, None)) if keep > 1 else dyce.P(*[6] * count).at(-1)
    assert ours == {int(outcome): Fraction(ways, h.total) for outcome, ways in h.items()}


def test_symbol_dice_with_blanks_rerolled_agree_with_icepool():
    def throw(_):
        return Roll(Pool(((RED, 3),)), lambda rows: rows[0])

    def reroll(faces):
        stay = tuple(face for face in faces if face != "-")
        return Roll(Pool(((RED, len(faces) - len(stay)),), (stay,)), lambda rows: rows[0])

    attack = Program((), (Stage("10", "", throw), Stage("10", "", reroll)), lambda faces: "".join(faces).count("H"))
    red = icepool.Die(RED.faces)
    theirs = 3 @ red.reroll(lambda face: face == "-", depth=1).map(lambda face: face.count("H"))
    assert dict(odds(attack).items()) == {n: Fraction(ways, theirs.denominator()) for n, ways in theirs.items()}


# Sampled against exact ------------------------------------------------------------------------------------------


def chi_square(exact: Distribution, sampled: Distribution) -> float:
    """The chance of a sample at least as odd as this one; results expected under five times count as one."""
    assert set(sampled) <= set(exact), "a result that cannot be"
    bins: dict = {}
    for result, chance in exact.items():
        key = result if chance * sampled.total >= 5 else "rare"
        seen, meant = bins.get(key, (0, 0.0))
        bins[key] = seen + sampled.weights.get(result, 0), meant + float(chance * sampled.total)
    seen, meant = zip(*bins.values(), strict=True)
    return float(stats.chisquare(seen, meant).pvalue)


def test_a_sample_agrees_with_the_exact_odds():
    for count in (2, 7):
        assert chi_square(odds(volley(count)), sample(volley(count), 200_000, seed=7)) > 1e-3


def test_single_plays_agree_with_the_exact_odds():
    randomness, program = random.Random(7), volley(3)
    counts: dict[Any, int] = {}
    for _ in range(4000):
        result = play(program, rolls(randomness)).result
        counts[result] = counts.get(result, 0) + 1
    assert chi_square(odds(program), Distribution(counts, 4000, sampled=True)) > 1e-3


def test_the_test_of_samples_sees_a_die_that_is_one_part_in_a_hundred_off():
    fair = Distribution(dict.fromkeys(range(6), 1), 6)
    loaded = Distribution({0: 34334, **dict.fromkeys(range(1, 5), 33333), 5: 32334}, 200_000, sampled=True)
    assert chi_square(fair, loaded) < 1e-6


def test_the_same_seed_gives_the_same_sample_and_another_another():
    assert sample(volley(4), 5000, 11) == sample(volley(4), 5000, 11)
    assert sample(volley(4), 5000, 11) != sample(volley(4), 5000, 12)


def test_over_budget_the_odds_are_sampled_and_say_so():
    exact, beyond = odds(volley(6)), odds(volley(6), budget=20, samples=50_000, seed=3)
    assert (exact.sampled, beyond.sampled, beyond.total) == (False, True, 50_000)
    assert beyond == odds(volley(6), budget=20, samples=50_000, seed=3)
    assert chi_square(exact, beyond) > 1e-3
    assert exact != beyond


def test_dice_that_may_never_end_are_sampled():
    throw: Stage[int] = Stage("1", "", lambda count: Roll(Sum(D6, 1), lambda face: -count if face == 6 else count + 1))
    program: Program[int, int] = Program(1, (Until((throw,), lambda count: count < 0),), abs)
    endless = odds(program, budget=20_000, samples=100_000)
    assert endless.sampled
    waits = {count: 5 ** (count - 1) * 6 ** (40 - count) for count in range(1, 40)}
    geometric = Distribution({**waits, 40: 6**40 - sum(waits.values())}, 6**40)
    assert chi_square(geometric, endless.of(lambda count: min(count, 40))) > 1e-3
    with pytest.raises(OverBudget):
        best(program, lambda count: count, "attacker", budget=20_000)


def test_the_budget_counts_branches():
    one: Program[int, int] = Program(
        0, (Stage("1", "", lambda _: Roll(Sum(D6, 1), lambda face: face)),), lambda face: face
    )
    assert not odds(one, budget=6).sampled
    assert odds(one, budget=5).sampled
    with pytest.raises(OverBudget, match="more than 5 branches"):
        best(one, lambda face: face, "attacker", budget=5)


def test_the_budget_counts_what_is_carried_on_too():
    throw: Stage[int] = Stage("1", "", lambda _: Roll(Sum(D6, 1), lambda face: face))
    on: Stage[int] = Stage("2", "", lambda face: face)
    program: Program[int, int] = Program(0, (throw, *[on] * 10), lambda face: face)
    assert not odds(program, budget=66).sampled
    assert odds(program, budget=65).sampled


def test_a_sample_of_nothing_is_refused():
    with pytest.raises(ValueError, match="at least one run"):
        sample(VOLLEY, 0, 1)


# Questions of a distribution ------------------------------------------------------------------------------------

TWO = Distribution(dict(Sum(D6, 2).chances().weights), 36)


def test_a_distribution_answers_at_least_expected_and_chance():
    assert TWO[7] == Fraction(1, 6)
    assert TWO[13] == 0
    assert TWO.at_least(10) == Fraction(1, 6)
    assert TWO.expected() == 7
    assert TWO.expected(lambda total: total * total) == Fraction(329, 6)
    assert TWO.chance(lambda total: total % 2 == 0) == Fraction(1, 2)
    assert len(TWO) == 11
    assert sorted(TWO) == list(range(2, 13))


def test_of_reads_one_thing_off_each_result():
    assert TWO.of(lambda total: total > 7) == Distribution({True: 15, False: 21}, 36)


def test_quantiles_are_the_smallest_result_reached():
    tenths = Distribution(dict.fromkeys(range(1, 11), 1), 10)
    assert [tenths.quantile(share) for share in (0, 0.1, 0.3, 0.5, 0.7, 1)] == [1, 1, 3, 5, 7, 10]
    assert tenths.quantile(Fraction(11, 100)) == 2
    assert [TWO.quantile(Fraction(1, 36)), TWO.quantile(Fraction(1, 2)), TWO.quantile(1)] == [2, 7, 12]


@given(st.integers(1, 3), st.integers(1, 3), st.integers(-2, 2))
def test_comparing_two_independent_results_is_what_all_pairs_come_to(mine, theirs, plus):
    ours = Distribution(dict(Sum(D3, mine).chances().weights), 3**mine)
    other = Distribution(dict(Sum(D6, theirs, plus).chances().weights), 6**theirs)
    pairs = [(a, b, chance * against) for a, chance in ours.items() for b, against in other.items()]
    above, equal, below = ours.compare(other)
    assert above == sum(weight for a, b, weight in pairs if a > b)
    assert equal == sum(weight for a, b, weight in pairs if a == b)
    assert below == sum(weight for a, b, weight in pairs if a < b)


@given(st.integers(0, 9))
def test_the_sum_of_equal_dice_is_their_throw(count):
    one, many = Sum(D6, 1, 2).chances(), Sum(D6, count, 2 * count).chances()
    assert Distribution(dict(one.weights), 6).times(count) == Distribution(dict(many.weights), many.total)


def test_sums_of_different_dice_agree_with_icepool():
    three, six = (Distribution(dict(Sum(die, 1).chances().weights), len(die.faces)) for die in (D3, D6))
    theirs = icepool.d3 + 2 @ icepool.d6
    ours = three + six.times(2)
    assert dict(ours.items()) == {points: Fraction(ways, theirs.denominator()) for points, ways in theirs.items()}
    with pytest.raises(ValueError, match="a sum of samples is no sample"):
        three + Distribution({1: 3, 2: 1}, 4, sampled=True)


def test_distributions_with_the_same_chances_are_equal_whatever_their_totals():
    assert Distribution({1: 1, 2: 1}, 2) == Distribution({2: 4, 1: 4}, 8)
    assert Distribution({1: 1, 2: 1}, 2) != Distribution({1: 1, 2: 2}, 3)
    assert Distribution({1: 1, 2: 1}, 2) != Distribution({1: 1, 2: 1}, 2, sampled=True)


@pytest.mark.parametrize(("hits", "of"), [(0, 10), (0, 4000), (3, 10), (10, 10), (499, 1000), (1, 1_000_000)])
def test_the_interval_of_a_sample_is_wilsons(hits, of):
    seen = Distribution({True: hits, False: of - hits}, of, sampled=True)
    wilson = stats.binomtest(hits, of).proportion_ci(0.95, method="wilson")
    low, high = seen.interval(bool)
    assert (low, high) == pytest.approx((wilson.low, wilson.high), rel=1e-6, abs=1e-12)
    assert ((low == 0), (high == 1)) == ((hits == 0), (hits == of))


def test_the_interval_of_an_exact_chance_is_the_chance():
    assert Distribution({True: 1, False: 2}, 3).interval(bool) == (1 / 3, 1 / 3)


def test_choices_follow_the_policy():
    assert odds(VOLLEY).expected() == Fraction(4, 3)
    assert odds(VOLLEY, lambda at, shot, choice: choice.options[1]).expected() == 2
    assert odds(VOLLEY, first) == odds(VOLLEY)
