from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.dice import D6, Distribution, Sum
from enfilade.referee import Facts, Result
from enfilade.show.tallies import alike, named, tallies


def thrown(dice: int, sampled: bool = False) -> Distribution[Result]:
    """The total of some dice, twice, whether it reaches the greatest, and something that never changes."""
    weights, total = Sum(D6, dice).chances()
    most = 6 * dice
    results = {Result(Facts(total=s, twice=s, top=s == most, trays=2), ()): w for s, w in weights}
    return Distribution(results, total, sampled)


spreads = st.dictionaries(st.integers(0, 60), st.integers(1, 9), min_size=1, max_size=40)


def counted(weights: dict[int, int]) -> Distribution[Result]:
    return Distribution({Result(Facts(damage=n), ()): w for n, w in weights.items()}, sum(weights.values()))


def test_every_count_is_a_tally_in_its_order():
    assert [tally.names for tally in tallies(thrown(2))] == [("total",), ("twice",), ("top",), ("trays",)]


def test_counts_that_always_come_out_alike_are_told_together():
    told = alike(thrown(2))
    assert [named(tally) for tally in told] == ["total = twice", "top", "trays"]
    assert [(t.numeric, t.certain, t.yes_or_no) for t in told] == [
        (True, False, False),
        (False, False, True),
        (True, True, False),
    ]


def test_two_counts_that_are_spread_alike_but_differ_are_two():
    results = {Result(Facts(dealt=n, suffered=1 - n), ()): 1 for n in (0, 1)}
    assert [named(tally) for tally in alike(Distribution(results, 2))] == ["dealt", "suffered"]


def test_numbers_that_never_change_are_told_each_alone_unless_they_are_nothing():
    results = {Result(Facts(suffered=1, morale_change=1, dice=0, target_dice=0, broken=True, gone=True), ()): 1}
    told = [named(tally) for tally in alike(Distribution(results, 1))]
    assert told == ["suffered", "morale change", "dice = target dice", "broken = gone"]


def test_yes_and_no_are_not_told_together_with_one_and_nought():
    results = {Result(Facts(hit=bool(n), hits=n), ()): 1 for n in (0, 1)}
    assert [named(tally) for tally in alike(Distribution(results, 2))] == ["hit", "hits"]


@given(spreads)
def test_at_least_falls_from_one_to_the_chance_of_the_greatest(weights):
    (tally,) = tallies(counted(weights))
    shares = [tally.at_least(value).share for value in tally.values]
    assert shares[0] == 1
    assert shares[-1] == tally.exactly(tally.values[-1]).share
    assert shares == sorted(shares, reverse=True)
    assert sum(tally.exactly(value).share for value in tally.values) == 1


@given(spreads)
def test_the_mean_is_the_sum_of_at_least(weights):
    (tally,) = tallies(counted(weights))
    assert tally.expected() == sum(tally.at_least(n).share for n in range(1, max(tally.values) + 1))


@given(spreads, st.integers(3, 15))
def test_thresholds_are_few_and_keep_the_greatest(weights, most):
    (tally,) = tallies(counted(weights))
    thresholds = tally.thresholds(most)
    assert set(thresholds) <= set(tally.values[1:])
    assert len(thresholds) <= most
    assert thresholds[-1:] == tally.values[1:][-1:]
    if len(tally.values) - 1 <= most:
        assert thresholds == tally.values[1:]


def test_only_sampled_chances_have_an_interval():
    (exact,) = tallies(counted({1: 1, 2: 3}))
    assert exact.at_least(2) == (Fraction(3, 4), None)
    total = next(tallies(thrown(3, sampled=True)))
    low, high = total.at_least(12).interval or pytest.fail("no interval")
    assert low < total.at_least(12).share < high
