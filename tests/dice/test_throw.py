"""What can be thrown: every throw against all its faces, one by one, and against two other people's libraries."""

import random
from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.dice.chance import BLUE, RED, all_faces, chances_of, counted, draws, fallen, pools, sums, tallies, throws

from enfilade.dice import D3, D6, Die, Draw, FaceError, OverBudget, Pool, Sum, Tally

of_each_kind = pytest.mark.parametrize(
    "kind", [pools(), tallies(), sums(), draws()], ids=["pool", "tally", "sum", "draw"]
)


@of_each_kind
@given(data=st.data())
def test_chances_are_what_all_the_faces_read_come_to(kind, data):
    throw = data.draw(kind)
    assert chances_of(throw) == counted(throw.read(faces) for faces in all_faces(throw))


@of_each_kind
@given(data=st.data())
def test_dice_that_are_rolled_are_fair(kind, data):
    throw = data.draw(kind)
    assert fallen(throw) == chances_of(throw)


@of_each_kind
@given(data=st.data())
def test_the_ways_add_up_to_the_total(kind, data):
    throw = data.draw(kind)
    weights, total = throw.chances()
    assert sum(ways for _, ways in weights) == total
    assert all(ways > 0 for _, ways in weights)


@given(throws(), st.integers())
def test_a_roll_is_faces_that_the_throw_reads(throw, seed):
    faces = throw.roll(random.Random(seed))
    assert len(faces) == throw.size
    assert throw.read(faces) in chances_of(throw)


@given(throws(), st.randoms(use_true_random=False))
def test_equal_dice_are_read_in_any_order(throw, shuffler):
    faces = list(throw.roll(random.Random(1)))
    if isinstance(throw, Pool):  # only within one kind
        start, shuffled = 0, []
        for _, count in throw.dice:
            shuffled += shuffler.sample(faces[start : start + count], count)
            start += count
    else:
        shuffled = shuffler.sample(faces, len(faces))
    assert throw.read(shuffled) == throw.read(faces)


@given(pools())
def test_kept_faces_stand_in_every_result_and_are_not_thrown(pool):
    bare = Pool(pool.dice)
    assert (pool.size, str(pool), pool.chances().total) == (bare.size, str(bare), bare.chances().total)
    for result in chances_of(pool):
        for (_, count), faces, stay in zip(pool.dice, result, pool.kept or ((),) * len(pool.dice), strict=True):
            assert not Counter(stay) - Counter(faces)
            assert len(faces) == count + len(stay)


def test_a_reroll_of_the_blanks_is_the_same_with_kept_faces_as_by_hand():
    first = Pool(((RED, 2),))
    by_kept: dict[Any, Fraction] = defaultdict(Fraction)
    for (faces,), ways in first.chances().weights:
        stay = tuple(face for face in faces if face != "-")
        again = Pool(((RED, 2 - len(stay)),), (stay,))
        for result, further in again.chances().weights:
            by_kept[result] += Fraction(ways, 64) * Fraction(further, again.chances().total)
    one = {face: Fraction(RED.faces.count(face), 8) for face in set(RED.faces)}
    once = {face: (share if face != "-" else 0) + one["-"] * share for face, share in one.items()}
    by_hand: dict[Any, Fraction] = defaultdict(Fraction)
    for a, chance in once.items():
        for b, other in once.items():
            by_hand[(tuple(sorted((a, b))),)] += chance * other
    assert by_kept == by_hand


# Other people's dice --------------------------------------------------------------------------------------------


def of_icepool(die) -> dict:
    return {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items()}


def of_dyce(h) -> dict:
    return {outcome: Fraction(ways, h.total) for outcome, ways in h.items()}


@pytest.mark.parametrize("count", [1, 2, 5, 12])
def test_sums_agree_with_icepool_and_dyce(count):
    ours = chances_of(Sum(D6, count, plus=2))
    assert ours == of_icepool(count @ icepool.d6 + 2)
    assert ours == of_dyce(count @ dyce.H(6) + 2)


@pytest.mark.parametrize("count", [1, 3, 8])
def test_tallies_agree_with_icepool_and_dyce(count):
    ours = chances_of(Tally(D6, count, ((6,), (4, 5))))
    classed = icepool.d6.map(lambda face: icepool.Vector([int(face == 6), int(face in (4, 5))]))
    assert ours == {tuple(outcome): chance for outcome, chance in of_icepool(count @ classed).items()}
    hits = chances_of(Tally(D6, count, ((4, 5, 6),)))
    assert {n: chance for (n,), chance in hits.items()} == of_dyce(count @ dyce.H(6).ge(4))


@pytest.mark.parametrize("count", [1, 2, 4])
def test_pools_agree_with_icepool_and_dyce(count):
    ours = chances_of(Pool(((RED, count),)))
    assert {row: chance for (row,), chance in ours.items()} == of_icepool(icepool.Die(RED.faces).pool(count).expand())
    numbers = chances_of(Pool(((D6, count),)))
    rolled = list(dyce.P(*[6] * count).rolls_with_counts())
    assert {row: chance for (row,), chance in numbers.items()} == {
        tuple(roll): Fraction(ways, 6**count) for roll, ways in rolled
    }


def test_two_kinds_of_dice_agree_with_icepool():
    ours = chances_of(Pool(((RED, 2), (BLUE, 1))))
    theirs = icepool.tupleize(icepool.Die(RED.faces).pool(2).expand(), icepool.Die(BLUE.faces).pool(1).expand())
    assert ours == of_icepool(theirs)


@pytest.mark.parametrize("size", [0, 1, 3, 6])
def test_draws_agree_with_icepool(size):
    deck = (("rally", 2), ("rout", 1), ("waver", 3))
    ours = chances_of(Draw(deck, size))
    assert ours == of_icepool(icepool.Deck(dict(deck)).deal(size).expand())


# What is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("throw", "faces", "words"),
    [
        (Pool(((RED, 1),)), ("X",), "a red die has the faces -, H, M, HH, HM, HS; found 'X'"),
        (Pool(((RED, 2),)), ("H",), "2 red needs 2 faces; found 1: H"),
        (Tally(D6, 2, ((6,),)), (6, 7), "a d6 die has the faces 1, 2, 3, 4, 5, 6; found 7"),
        (Tally(D6, 0, ((6,),)), (6,), "0d6 needs 0 faces; found 1: 6"),
        (Sum(D3, 1), (), "1d3 needs 1 faces; found 0: none"),
        (Sum(D3, 1), ("six",), "a d3 die has the faces 1, 2, 3; found 'six'"),
        (Sum(D3, 1), (True,), "found True"),
        (Sum(D3, 1), (2.0,), "found 2.0"),
        (Sum(D3, 1), (None,), "found None"),
        (Draw((("rout", 1), ("rally", 1)), 2), ("rout", "rout"), "the deck holds 1 of 'rout'; found 2"),
        (Draw((("rout", 1),), 1), ("panic",), "the deck holds 0 of 'panic'; found 1"),
        (Draw((("rout", 1),), 3), (), "3 cards needs 1 names; found 0: none"),
    ],
)
def test_faces_that_cannot_fall_are_refused_with_the_reason(throw, faces, words):
    with pytest.raises(FaceError) as refused:
        throw.read(faces)
    assert words in str(refused.value)


def test_a_number_typed_as_text_is_that_number():
    assert Sum(D6, 2).read(("3", " 4 ")) == 7
    assert Pool(((D6, 2),)).read(("5", 1)) == ((1, 5),)


def test_a_face_counts_in_one_class_only():
    with pytest.raises(ValueError, match="stands in two classes"):
        Tally(D6, 2, ((6,), (5, 6)))


def test_more_results_than_can_be_listed_are_refused_and_not_begun():
    for throw in (
        Pool(((RED, 60),)),
        Tally(D6, 300, ((1,), (2,), (3,))),
        Draw(tuple((str(n), 9) for n in range(40)), 9),
    ):
        with pytest.raises(OverBudget, match="can be listed"):
            throw.chances()
        throw.read(throw.roll(random.Random(3)))  # it can still be thrown


def test_which_names_were_drawn_is_listed_where_how_often_could_not_be():
    deck = tuple((str(n), 3) for n in range(10))
    often, which = Draw(deck, 15), Draw(deck, 15, distinct=True)
    with pytest.raises(OverBudget, match="can be listed"):
        often.chances()
    weights, total = which.chances()
    assert sum(ways for _, ways in weights) == total
    assert {len(names) for names, _ in weights} == set(range(5, 11))  # fifteen cards show at least five names


def test_throws_say_what_they_are():
    assert str(Pool(((RED, 2), (BLUE, 1), (Die("white", ("X",)), 0)))) == "2 red + 1 blue"
    assert str(Pool(())) == "no dice"
    assert [str(Sum(D6, 2, -2)), str(Sum(D3, 1, 1)), str(Tally(D6, 5, ()))] == ["2d6-2", "1d3+1", "5d6"]
    assert [str(Draw((), 1)), str(Draw((), 3))] == ["1 card", "3 cards"]
