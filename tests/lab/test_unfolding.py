"""An attack laid open: its chances and its best choices beside the exact ones of the dice; compiled and plain alike."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from tests.dice.chance import any_policy, programs
from tests.lab.conftest import ASOIAF

from enfilade.dice import OverBudget, best, odds
from enfilade.lab import read_duel, unfolding
from enfilade.lab.course import last_situations, ruling_at, start
from enfilade.lab.unfolding import Unfolded, unfold

SIDES = ("attacker", "defender")


def of_both_kinds(game: Unfolded) -> list[Unfolded]:
    """The attack with lists, and with arrays for the compiler where there is one."""
    lists = game.tables._replace(
        **{name: getattr(row, "tolist", lambda row=row: row)() for name, row in game.tables._asdict().items()}
    )
    plain = replace(game, tables=lists)
    return [plain, replace(game, tables=unfolding._arrays(lists))] if unfolding._fast() else [plain]


@settings(max_examples=60, deadline=None)
@given(programs(sides=SIDES))
def test_its_chances_are_the_odds(program):
    """Of its last situations, with the first option of every choice."""
    game = unfold(program)
    exact = odds(last_situations(program))
    found = [one.chances() for one in of_both_kinds(game)]
    for chances in found:
        told = dict(zip(game.last, chances, strict=True))
        assert {end: chance for end, chance in told.items() if chance} == pytest.approx(
            {end: float(chance) for end, chance in exact.items()}, abs=1e-12
        )
    assert all(chances == found[0] for chances in found)


@settings(max_examples=60, deadline=None)
@given(programs(sides=SIDES))
def test_its_best_choices_are_worth_what_backward_induction_in_fractions_says(program):
    game = unfold(program)
    worth = [float(program.end(situation)) for situation in game.last]
    exact = best(program, lambda score: score, "attacker")
    for one in of_both_kinds(game):
        value, taken = one.value(worth, lambda side: side == "attacker")
        assert value == pytest.approx(float(exact.value), abs=1e-12)
        earned = odds(program, one.policy(taken)).expected()
        assert float(earned) == pytest.approx(value, abs=1e-12)
        forward = sum(chance * score for chance, score in zip(one.chances(taken), worth, strict=True))
        assert forward == pytest.approx(value, abs=1e-12)


@settings(max_examples=30, deadline=None)
@given(programs(sides=SIDES))
def test_any_plan_of_either_side_has_its_chances(program):
    game, policy = unfold(program), any_policy(7)
    taken = [0] * len(game.tables.whose)
    for (at, situation), number in game.choices.items():
        options = next(  # asked again, to see what the policy says there
            move.options
            for place, stage in enumerate(program.every())
            if place == at and hasattr(move := stage.run(situation), "options")
        )
        choice = type("Asked", (), {"options": options})()
        taken[number] = options.index(policy(at, situation, choice))
    exact = odds(last_situations(program), game.policy(taken))
    told = dict(zip(game.last, game.chances(taken), strict=True))
    assert {end: chance for end, chance in told.items() if chance} == pytest.approx(
        {end: float(chance) for end, chance in exact.items()}, abs=1e-12
    )


def test_too_large_an_attack_is_refused():
    duel = read_duel(ASOIAF)
    ruling = ruling_at(duel, start(duel))
    assert ruling.dice is not None
    with pytest.raises(OverBudget, match="more than 20 branches"):
        unfold(ruling.dice, 20)
