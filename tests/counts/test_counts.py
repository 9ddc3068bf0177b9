"""Every table of counts, and the counts of the smallest ruleset, worked out by hand."""

import pytest
from tests.battle.test_conquest import world
from tests.counts.counting import Counted, results, results_by_faces, stories, tables

from enfilade.dice import Program

with_each_table = pytest.mark.parametrize("counted", tables(), ids=lambda counted: counted.id)


@with_each_table
def test_listed_and_legal(counted: Counted):
    assert len(counted.battle.candidates()) == counted.table.listed
    assert len(counted.battle.actions()) == counted.table.legal


@with_each_table
def test_stories(counted: Counted):
    lengths = range(1, len(counted.table.stories) + 1)
    assert [stories(counted.battle, length) for length in lengths] == counted.table.stories


@with_each_table
def test_results_are_those_that_faces_and_options_lead_to(counted: Counted):
    programs = [counted.battle.judge(action).dice for action in counted.battle.candidates()]
    compared = 0
    for program in filter(None, programs):
        by_faces = results_by_faces(program)
        compared += by_faces is not None
        assert by_faces is None or by_faces == results(program)
    assert compared or not any(programs)


# Two regions with so many armies: stories of one attack, and of two.
@pytest.mark.parametrize(
    ("armies", "counts"),
    [
        ((2, 1), [2, 0]),  # one die against one: lost, or the region taken; then nobody can attack
        ((1, 2), [2, 0]),
        ((2, 2), [4, 8]),  # one die, and one pair to compare: a loss on one side, both ways round; then as above
        ((3, 1), [3, 2]),  # two dice or one: a loss, or the region taken by two or by one; after the loss (2, 1)
    ],
)
def test_conquest_by_hand(armies, counts):
    assert [stories(world(*armies), length) for length in (1, 2)] == counts


def test_a_program_without_stages_has_one_result():
    assert results(Program(3, (), str)) == results_by_faces(Program(3, (), str)) == {"3"}  # type: ignore[arg-type, comparison-overlap]
