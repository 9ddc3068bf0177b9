"""The best policy: against every policy there is, tried one by one on small programs."""

from fractions import Fraction
from itertools import product
from random import Random

from hypothesis import assume, given, settings
from tests.dice.chance import Spot, programs
from tests.dice.test_program import VOLLEY, Shot

from enfilade.dice import D3, D6, Choice, Option, Pool, Program, Roll, Stage, Sum, Until, best, odds, play, rolls


def places(program) -> list[tuple[int, Spot, Choice]]:
    """Every stage and situation where a choice makes a difference, whether or not play gets there."""
    found = []
    for at, stage in enumerate(program.every()):
        for place, left in product(range(2), range(program.start.left + 1)):
            move = stage.run(Spot(place, left))
            if isinstance(move, Choice) and any(option.to != move.options[0].to for option in move.options):
                found.append((at, Spot(place, left), move))
    return found


def plans(places) -> list[dict]:
    return [
        {(at, situation): option for (at, situation, _), option in zip(places, taken, strict=True)}
        for taken in product(*(choice.options for _, _, choice in places))
    ]


@given(programs(stages=3, situations=2, sides=("attacker", "defender")))
def test_no_plan_of_either_side_does_better(program):
    """The greatest worth that the attacker can hold against every plan of the defender, and no less than that."""
    mine = plans([place for place in places(program) if place[2].side == "attacker"])
    theirs = plans([place for place in places(program) if place[2].side == "defender"])
    assume(len(mine) * len(theirs) <= 200)

    def worth(plan: dict) -> Fraction:
        return odds(program, lambda at, spot, choice: plan.get((at, spot), choice.options[0])).expected()

    table = [[worth({**attack, **defence}) for defence in theirs] for attack in mine]
    assert best(program, lambda score: score, "attacker").value == max(min(row) for row in table)
    seen_from_the_other_side = best(program, lambda score: -score, "defender").value
    assert -seen_from_the_other_side == min(max(column) for column in zip(*table, strict=True))


@settings(max_examples=100)
@given(programs(sides=("attacker", "defender")))
def test_the_value_is_what_the_policy_then_earns(program):
    policy = best(program, lambda score: score * score, "attacker")
    assert policy.value == odds(program, policy).expected(lambda score: score * score)


def test_the_better_aim_is_taken_and_the_worse_against_oneself():
    assert best(VOLLEY, lambda hits: hits, "attacker").value == 2
    assert best(VOLLEY, lambda hits: hits, "defender").value == Fraction(4, 3)


def test_a_tie_goes_to_the_option_listed_first():
    options = (Option("stay", 1), Option("go", 1), Option("lose", 0))
    tied = Program(0, (Stage("1", "", lambda _: Choice("attacker", "?", options)),), lambda score: score)
    for policy in (best(tied, lambda score: score, "attacker"), best(tied, lambda score: -score, "defender")):
        assert policy.taken[0][0].label == "stay"


def test_what_is_certain_beside_a_roll_keeps_its_weight():
    """A six is thrown again with a d3, and what it shows is added; anything else stays."""
    throw: Stage[int] = Stage("1", "", lambda _: Roll(Sum(D6, 1), lambda face: face))
    again: Stage[int] = Stage("2", "", lambda face: Roll(Sum(D3, 1, 6), lambda more: more) if face == 6 else face)
    program: Program[int, int] = Program(0, (throw, again), lambda points: points)
    mean = Fraction(1 + 2 + 3 + 4 + 5 + 8, 6)
    assert best(program, lambda points: points, "attacker").value == odds(program).expected() == mean


def test_a_policy_knows_a_stage_by_its_place_also_after_a_repetition():
    """Two stages repeat; the choice after them stands in the third place, however often they did."""
    down: Stage[int] = Stage("1", "", lambda left: left - 1)
    same: Stage[int] = Stage("2", "", lambda left: left)
    options = (Option("lose", -1), Option("win", -2))
    choose: Stage[int] = Stage("3", "", lambda _: Choice("attacker", "?", options))
    for rounds in (0, 1, 3):
        program: Program[int, int] = Program(rounds, (Until((down, same), lambda left: left < 1), choose), abs)
        places: list[int] = []

        def asked(at: int, _: int, choice: Choice[int], places: list[int] = places) -> Option[int]:
            places.append(at)
            return choice.options[1]

        assert odds(program, asked).expected() == play(program, rolls(Random(1)), asked).result == 2
        assert places == [2, 2]
        plan = best(program, lambda points: points, "attacker")
        assert plan.taken[2][0] == options[1]
        assert odds(program, plan).expected() == plan.value == 2


def test_worth_may_be_a_fraction():
    halves = best(VOLLEY, lambda hits: Fraction(hits, 3), "attacker")
    assert halves.value == Fraction(2, 3)
    assert halves.taken[0][Shot()].label == "aim"


def test_rerolling_two_dice_for_the_highest_total_is_the_rule_every_player_knows():
    """Alone, a die is thrown again on 3 or less, and is then worth 4 1/4 instead of 3 1/2."""

    def throw(_):
        return Roll(Pool(((D6, 2),)), lambda rows: rows[0])

    def choose(faces):
        keeps = ((), faces[1:], faces[:1], faces)
        return Choice("attacker", "keep?", tuple(Option(f"keep {keep}", keep) for keep in dict.fromkeys(keeps)))

    def again(keep):
        return Roll(Pool(((D6, 2 - len(keep)),), (keep,)), lambda rows: rows[0])

    stages = tuple(Stage("1", "", run) for run in (throw, choose, again))
    policy = best(Program((), stages, sum), lambda total: total, "attacker")
    assert policy.value == Fraction(17, 2)
    for faces in ((1, 3), (2, 5), (4, 6), (3, 4)):
        kept = tuple(face for face in faces if face > 3)
        assert policy(1, faces, choose(faces)).to == kept
