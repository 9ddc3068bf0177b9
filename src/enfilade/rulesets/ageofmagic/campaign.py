"""Whole battles under standing orders, many times over: who holds the field, and what is left of each side.

Every battle is played turn by turn through the same program that a ruling carries; nothing is worked out twice.
"""

from collections.abc import Iterable
from functools import partial

from enfilade.dice import Distribution, Policy, Program, Randomness, first, play, rolls
from enfilade.referee import Facts, Result
from enfilade.rulesets.ageofmagic.field import Field
from enfilade.rulesets.ageofmagic.judging import outcome
from enfilade.rulesets.ageofmagic.standing import orders_for
from enfilade.rulesets.ageofmagic.state import State
from enfilade.rulesets.ageofmagic.turn import after, turn_program


class WrongOrders(ValueError):
    """Orders that cannot stand. The text names each with its reason."""


def next_turn(state: State, randomness: Randomness, policy: Policy[Field] = first) -> State:
    """The state after a turn under its orders and the standing orders. Raises `WrongOrders`."""
    orders, wrong = orders_for(state)
    if wrong:
        raise WrongOrders("; ".join(f"{one.unit}: expected {one.expected}, found {one.found}" for one in wrong))
    program = turn_program(state, orders)
    trace = play(Program(program.start, program.stages, partial(after, state)), rolls(randomness), policy)
    assert trace.result is not None
    return trace.result


def fight(state: State, turns: int, randomness: Randomness, policy: Policy[Field] = first) -> State:
    """The state after so many turns, or when the battle has ended before."""
    for _ in range(turns):
        if outcome(state):
            break
        state = next_turn(state, randomness, policy)
    return state


def campaign(
    state: State, turns: int, battles: Iterable[Randomness], policy: Policy[Field] = first
) -> Distribution[Result]:
    """How battles of so many turns end, one for each source of dice: counted, so that its chances have intervals.

    The counts of each result tell who holds the field (`winner`), after how many `turns`, and for each side
    how many combatants and units are `left` and do not rout.
    """
    weights: dict[Result, int] = {}
    for randomness in battles:
        end = Result(summary(state, fight(state, turns, randomness, policy)), ())
        weights[end] = weights.get(end, 0) + 1
    return Distribution(weights, sum(weights.values()), sampled=True)


def summary(start: State, end: State) -> Facts:
    """What is asked of a battle's end."""
    ended = outcome(end)
    facts: dict[str, object] = {"winner": (ended.winner if ended else None) or "nobody", "turns": end.turn - start.turn}
    for number, side in enumerate(end.muster.sides):
        cards = zip(end.muster.cards, end.units, strict=True)
        left = [one for card, one in cards if card.side == number and not one.gone and one.morale != "routing"]
        facts[f"{side}_left"] = sum(one.size for one in left)
        facts[f"{side}_units"] = len(left)
    return Facts(facts)
