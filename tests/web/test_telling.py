"""Rolled attacks and questions under way, as the table tells them."""

import random
from fractions import Fraction

import pytest
from tests.web.asking import EXAMPLES

from enfilade.dice import D6, Choice, Die, Draw, Pool, Roll, Rolled, Sum, Tally, follow, rolls
from enfilade.dice import play as played
from enfilade.files.scenario import load
from enfilade.referee import Facts, same
from enfilade.rulesets.runewars import tables
from enfilade.show.languages import translator
from enfilade.show.report import happened
from enfilade.web.telling import counted, position, sides, stages, waiting, whose
from enfilade.web.telling.rolled import each
from enfilade.web.telling.rulings import named, throws

NAMES = ["runewars/struck-in-the-rear", "asoiaf/shift-before-shooting", "ageofmagic/alexander-and-darius-turn-9"]


def battle(name):
    return load(EXAMPLES / f"{name}.battle.yaml")


def thrown(mine):
    """The legal attacks in which dice are thrown, with their rulings."""
    return [ruling for action in mine.candidates() if (ruling := mine.judge(action)).dice and throws(ruling.dice)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_face_and_every_answer_is_told(name, language):
    mine, translate = battle(name), translator(language)
    for seed, ruling in enumerate(thrown(mine)[:6]):
        trace = played(ruling.dice, rolls(random.Random(seed)))
        told = stages(mine, trace, "typed", translate)
        assert [one.rule for one in told] == [one.stage.rule for one in happened(trace)]
        faces = [face.face for one in told for face in one.faces]
        assert faces == [face for answer in trace.answers for face in getattr(answer, "faces", ())]
        assert all((one.dice == "typed") == bool(one.faces) or not one.asked for one in told)
        assert trace.result is not None
        assert {value.name for value in counted(trace.result, translate)} <= set(trace.result.counts)


@pytest.mark.parametrize("name", NAMES)
def test_an_attack_under_way_waits_for_each_answer_in_turn(name):
    mine = battle(name)
    for ruling in thrown(mine)[:6]:
        trace = played(ruling.dice, rolls(random.Random(3)))
        for so_far in range(len(trace.answers)):
            under_way = follow(ruling.dice, trace.answers[:so_far])
            asked = waiting(mine, ruling.action, under_way, same)
            assert asked is not None
            assert asked.for_ in sides(mine)
            assert asked.text
            question, answer = under_way.waiting, trace.answers[so_far]
            if isinstance(answer, Rolled):
                assert isinstance(question, Roll)
                assert (asked.kind, len(asked.dice), asked.options) == ("throw", question.throw.size, [])
                for die, face in zip(asked.dice, answer.faces, strict=True):
                    assert face in [one.face for one in die.faces]
            else:
                assert isinstance(question, Choice)
                assert asked.kind == "choice"
                assert [one.label for one in asked.options] == [one.label for one in question.options]
        assert waiting(mine, ruling.action, trace, same) is None


def test_symbols_are_told_by_their_names():
    mine = battle(NAMES[0])
    asked = waiting(mine, thrown(mine)[0].action, follow(thrown(mine)[0].dice, ()), same)
    assert asked is not None
    labels = {one.face: one.label for one in asked.dice[0].faces}
    assert labels == {
        "-": "blank",
        "H": "hit",
        "M": "morale",
        "HH": "hit, hit",
        "HM": "hit, morale",
        "HS": "hit, surge",
    }
    for ruleset in (mine.ruleset,):
        letters = {letter for name in ("RED", "BLUE", "WHITE") for face in _die(name).faces for letter in str(face)}
        assert letters == set(ruleset.symbols)


def _die(name):

    return getattr(tables, name)


def test_whose_dice_and_choices():
    mine = battle(NAMES[0])
    action = mine.candidates()[0]
    pieces = {piece.id: piece.side for piece in mine.ruleset.pieces(mine.state)}
    assert whose(mine, action, "attacker") == pieces[action["attacker"]]
    assert whose(mine, action, "defender") == pieces[action["target"]] != pieces[action["attacker"]]


@pytest.mark.parametrize(
    ("throw", "names"),
    [
        (Pool(((D6, 2), (Die("red", ("H", "-")), 1))), ["d6", "d6", "red"]),
        (Tally(D6, 3, ((6,),)), ["d6"] * 3),
        (Sum(D6, 2, -2), ["d6"] * 2),
        (Draw((("fire", 2), ("ice", 1)), 5), ["card"] * 3),
    ],
)
def test_every_throw_tells_its_dice(throw, names):
    dice = each(throw)
    assert [die.name for die in dice] == names
    assert len(dice) == throw.size
    for face, die in zip(throw.roll(random.Random(1)), dice, strict=True):
        assert face in die.faces


def test_values_for_people_leave_out_what_is_empty():
    values = Facts(dice="R B", nothing=None, none=(), blank="", share=Fraction(3, 2), hit=True, at_once=2.50)
    assert [(one.label, one.value) for one in named(values, same)] == [
        ("dice", "R B"),
        ("share", "1.5"),
        ("hit", "yes"),
        ("at once", "2.5"),
    ]


def test_the_end_is_told_once_something_was_done():
    mine = battle(NAMES[0])
    assert position(mine, same).outcome is None
    for seed in range(20):
        if not mine.actions():
            break
        mine = mine.play(mine.actions()[0], random.Random(seed))
    ending, end = mine.outcome(), position(mine, same).outcome
    assert ending is not None
    assert end is not None
    assert (end.winner, end.text) == (ending.winner, ending.text())


def test_what_takes_long_to_find_is_not_waited_for():
    mine = battle("runewars/archers-and-a-screen")
    all_of_them = [action.json() for action in mine.candidates()]
    whole = position(mine, same)
    assert (whole.candidates, whole.more) == (all_of_them, None)
    seconds = iter(range(1_000))  # each candidate takes one
    some = position(mine, same, lambda: float(next(seconds)))
    assert (some.candidates, some.more) == (all_of_them[:2], True)
