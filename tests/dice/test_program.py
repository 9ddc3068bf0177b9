"""One description told three ways: the dice on the table, the answers on record, and what does not fit."""

import random
from fractions import Fraction
from math import comb
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.dice.chance import any_policy, place_of, programs

from enfilade.dice import (
    D6,
    AnswerError,
    Choice,
    Chosen,
    FaceError,
    Option,
    Pile,
    Program,
    Roll,
    Rolled,
    Stage,
    Sum,
    Tally,
    Until,
    changeable,
    first,
    follow,
    odds,
    play,
    rolls,
)


class Shot(NamedTuple):
    hits: int = 0
    aimed: bool = False


def aim(shot: Shot) -> Choice[Shot]:
    return Choice("attacker", "take aim?", (Option("shoot", shot), Option("aim", shot._replace(aimed=True))))


def fire(shot: Shot) -> Roll[Shot]:
    hitting = (4, 5, 6) if shot.aimed else (5, 6)
    return Roll(Tally(D6, 2, (hitting,)), lambda result: shot._replace(hits=result[0]))


def double(shot: Shot) -> Shot:
    return shot._replace(hits=2 * shot.hits)


VOLLEY = Program(
    Shot(),
    (Stage("1", "{aimed}", aim), Stage("2", "{hits} hits", fire), Stage("3", "{hits} wounds", double)),
    lambda shot: shot.hits,
)


def test_a_program_is_told_stage_by_stage():
    trace = follow(VOLLEY, (Chosen("aim"), Rolled((4, 1))))
    assert [told.stage.rule for told in trace.told] == ["1", "2", "3"]
    assert [told.situation for told in trace.told] == [Shot(0, True), Shot(1, True), Shot(2, True)]
    assert [told.answer for told in trace.told] == [Chosen("aim"), Rolled((4, 1)), None]
    assert trace.told[2].asked is None
    assert (trace.waiting, trace.result) == (None, 2)
    assert trace.answers == (Chosen("aim"), Rolled((4, 1)))


def test_a_program_waits_where_an_answer_is_missing():
    at_choice = follow(VOLLEY, ())
    assert at_choice.told == ()
    assert str(at_choice.waiting) == "the attacker's choice (take aim?)"
    at_roll = follow(VOLLEY, (Chosen("shoot"),))
    assert [told.stage.rule for told in at_roll.told] == ["1"]
    assert str(at_roll.waiting) == "the faces of 2d6"
    assert at_choice.result is at_roll.result is None


def test_playing_with_no_policy_takes_the_first_option():
    trace = play(VOLLEY, lambda throw: (4, 5), first)
    assert trace.answers == (Chosen("shoot"), Rolled((4, 5)))
    assert trace.result == 2  # only the 5 hits without aim, and counts double


@pytest.mark.parametrize(
    ("answers", "error", "words"),
    [
        ([Rolled((4, 4))], AnswerError, r"the attacker's choice \(take aim\?\) was expected; found the faces 4 4"),
        ([Chosen("flee")], AnswerError, r"take aim\?: no option 'flee'; the options are: shoot; aim"),
        ([Chosen("aim"), Chosen("aim")], AnswerError, "the faces of 2d6 were expected; found the choice 'aim'"),
        ([Chosen("aim"), Rolled((4, 7))], FaceError, "found 7"),
        ([Chosen("aim"), Rolled((4,))], FaceError, "needs 2 faces; found 1: 4"),
        ([Chosen("aim"), Rolled((4, 4)), Rolled((1,))], AnswerError, "1 more answers were given than asked for"),
    ],
)
def test_answers_that_do_not_fit_are_refused_with_the_reason(answers, error, words):
    with pytest.raises(error, match=words):
        follow(VOLLEY, answers)


def test_a_policy_cannot_take_what_was_not_offered():
    with pytest.raises(AnswerError, match="no option 'surrender'"):
        play(VOLLEY, lambda throw: (1, 1), lambda at, shot, choice: Option("surrender", shot))


@given(programs(), st.integers(0, 99), st.integers(0, 99))
def test_following_the_answers_of_a_play_tells_the_same_story(program, dice, taste):
    played = play(program, rolls(random.Random(dice)), any_policy(taste))
    assert played.waiting is None
    assert {told.stage.rule for told in played.told} <= {stage.rule for stage in program.every()}
    followed = follow(program, played.answers)
    assert followed.result == played.result
    assert [(told.stage.rule, told.answer, told.situation) for told in followed.told] == [
        (told.stage.rule, told.answer, told.situation) for told in played.told
    ]


def test_stages_repeat_until_the_situation_is_done():
    """Thrown again until it is a six; what follows in the round of the six is passed over."""
    throw: Stage[int] = Stage("1", "", lambda count: Roll(Sum(D6, 1), lambda face: -count if face == 6 else count + 1))
    never = Stage("2", "", lambda count: count if count > 0 else 99)
    program: Program[int, int] = Program(1, (Until((throw, never), lambda count: count < 0),), abs)
    trace = follow(program, (Rolled((3,)), Rolled((1,)), Rolled((6,))))
    assert trace.result == 3
    assert [told.situation for told in trace.told] == [2, 2, 3, 3, -3, -3]
    assert [stage.rule for stage in program.every()] == ["1", "2"]
    assert place_of(program, follow(program, (Rolled((3,)),)).stage) == 0
    with pytest.raises(AnswerError, match="1 more answers"):
        follow(program, (Rolled((6,)), Rolled((6,))))


def test_what_is_done_at_the_start_is_not_begun():
    program: Program[int, int] = Program(-4, (Until((Stage("1", "", lambda count: 0),), lambda count: count < 0),), abs)
    assert follow(program, ()).told == ()
    assert follow(program, ()).result == 4


@given(programs(), st.integers(0, 99))
def test_every_shorter_row_of_answers_waits_for_the_next(program, dice):
    answers = play(program, rolls(random.Random(dice))).answers
    for length in range(len(answers)):
        trace = follow(program, answers[:length])
        assert trace.answers == answers[:length]
        assert trace.waiting is not None
        kinds = {Roll: Rolled, Choice: Chosen}
        assert isinstance(answers[length], kinds[type(trace.waiting)])


# Piles ----------------------------------------------------------------------------------------------------------


@changeable
class Heap(NamedTuple):
    """Dice that hit, and those that are thrown again."""

    hits: int = 0
    dice: int = 0


def test_rolls_on_one_pile_make_a_situation_once_for_each_size():
    """Six dice hit on 4+, misses again: 1 situation for each number of hits, not one for each pair of numbers."""
    made: list[int] = []

    def heap(rest: Heap, hits: int) -> Heap:
        made.append(hits)
        return rest._replace(hits=hits)

    def shoot(now: Heap) -> Roll[Heap]:
        return Roll(Tally(D6, 6, ((4, 5, 6),)), lambda result: Heap(result[0], 6 - result[0]))

    def again(now: Heap) -> Roll[Heap]:
        return Roll(Tally(D6, now.dice, ((4, 5, 6),)), Pile(heap, Heap(), now.hits))

    found = odds(Program(Heap(), (Stage("1", "", shoot), Stage("2", "", again)), lambda now: now.hits))
    assert sorted(made) == list(range(7))
    assert dict(found.items()) == {n: comb(6, n) * Fraction(3, 4) ** n * Fraction(1, 4) ** (6 - n) for n in range(7)}


def with_hits(rest: Heap, hits: int) -> Heap:
    return rest._replace(hits=hits)


def test_a_pile_may_shrink_and_dice_on_the_table_are_laid_there_too():
    """Of four hits each 5+ is saved."""

    def save(now: Heap) -> Roll[Heap]:
        throw = Tally(D6, now.hits, ((5, 6),))
        return Roll(throw, Pile(with_hits, Heap(), now.hits, -1), lambda result: {"saved": result[0]})

    program = Program(Heap(4), (Stage("1", "{saved} of them saved, {hits} left", save),), lambda now: now.hits)
    (told,) = follow(program, (Rolled((5, 1, 6, 2)),)).told
    assert told.stage.words.format_map(told.facts) == "2 of them saved, 2 left"
    assert odds(program).expected() == Fraction(8, 3)


def test_a_changeable_situation_changes_like_any_named_tuple():
    class Plain(NamedTuple):
        hits: int = 0
        dice: int = 0

    quick, plain = Heap(3, 4), Plain(3, 4)
    rows: tuple[dict[str, int], ...] = ({}, {"dice": 7}, {"dice": 1, "hits": 2})
    for fields in rows:
        changed = quick._replace(**fields)
        assert type(changed) is Heap
        assert changed._asdict() == plain._replace(**fields)._asdict()
    assert quick == (3, 4)
    with pytest.raises(ValueError, match="Heap has no field misses; its fields are hits, dice"):
        quick._replace(misses=1)  # type: ignore[call-arg]
