"""What holds for the dice of every ruleset: odds, rolls, samples and best policies tell one story."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import pytest
from scipy import stats
from tests.conformance.positions import Position, in_every_position, positions, present, rollable, ruleset
from tests.dice.chance import fallen

from enfilade.dice import (
    Choice,
    Distribution,
    OverBudget,
    Policy,
    Program,
    Roll,
    best,
    follow,
    odds,
    play,
    rolls,
    sample,
)
from enfilade.referee import Plain, Result, Ruling, phrase

BUDGET = 60_000
MOST = 3  # attacks of a position


class Attack(NamedTuple):
    """A ruling with dice, and its exact odds by the ruleset's first policy."""

    position: Position
    ruling: Ruling
    program: Program[Any, Result]
    policy: Policy[Any]
    exact: Distribution[Result]

    @property
    def id(self) -> str:
        return f"{self.position.id}, {self.ruling.action}"


@cache
def attacks(position: Position) -> tuple[Attack, ...]:
    """Some attacks of a position whose odds are exact."""
    return tuple(islice(_attacks(position), MOST))


def _attacks(position: Position) -> Iterator[Attack]:
    for ruling in rollable(position, 3 * MOST):
        assert ruling.dice is not None
        policy = position.battle.policy(ruling)
        exact = odds(ruling.dice, policy, BUDGET, samples=1)
        if not exact.sampled:
            yield Attack(position, ruling, ruling.dice, policy, exact)


@in_every_position
def test_odds_total_exactly_one(position: Position):
    for attack in attacks(position):
        assert sum(attack.exact.weights.values()) == attack.exact.total, attack.id
        assert all(weight > 0 for weight in attack.exact.weights.values())


@in_every_position
def test_whatever_is_rolled_or_chosen_was_possible(position: Position):
    for attack in attacks(position):
        randomness = random.Random(attack.id)
        for _ in range(20):
            result = play(attack.program, rolls(randomness), attack.policy).result
            assert result in attack.exact.weights, attack.id


@in_every_position
def test_a_sample_agrees_with_the_odds(position: Position):
    for attack in attacks(position)[:2]:
        sampled = sample(attack.program, 20_000, 20, attack.policy)
        assert set(sampled) <= set(attack.exact), attack.id
        bins: dict[Any, list[float]] = {}
        for result, chance in attack.exact.items():
            one = bins.setdefault(result if chance * sampled.total >= 5 else "rare", [0, 0.0])
            one[0] += sampled.weights.get(result, 0)
            one[1] += float(chance * sampled.total)
        seen, meant = zip(*bins.values(), strict=True)
        assert len(bins) == 1 or stats.chisquare(seen, meant).pvalue > 1e-6, attack.id


@in_every_position
def test_every_policy_and_any_other_answers_to_the_end(position: Position):
    """Choices offer different things under different labels, to one of the two sides; every story can be told again."""
    named = position.battle.ruleset.policies.values()
    for attack in attacks(position):
        randomness = random.Random(attack.id)
        wild: Policy[Any] = lambda at, situation, choice: randomness.choice(choice.options)  # noqa: E731, B023
        for policy in [*named, wild, wild, wild]:
            trace = play(attack.program, rolls(randomness), policy)
            assert trace.waiting is None
            assert follow(attack.program, trace.answers).result == trace.result
            for told in trace.told:
                text = phrase(told.stage.words, told.facts)
                assert text, attack.id
                assert not re.search(r"[{}]", text), f"{attack.id}: {text}"
                if isinstance(told.asked, Choice):
                    labels = Counter(option.label for option in told.asked.options)
                    assert labels, attack.id
                    assert max(labels.values()) == 1, f"{attack.id}: {labels.most_common(1)} in {told.asked.question}"
                    assert told.asked.side in ("attacker", "defender")


@pytest.mark.parametrize("name", present())
def test_chances_are_what_every_roll_comes_to(name: str):
    """Also of throws that a ruleset brings along, wherever they are small enough to try out."""
    seen = set()
    for position in positions(name):
        for attack in attacks(position):
            for told in play(attack.program, rolls(random.Random(2)), attack.policy).told:
                if isinstance(told.asked, Roll):
                    seen.add(told.asked.throw)
    for throw in seen:
        weights, total = throw.chances()
        assert sum(ways for _, ways in weights) == total, throw
        if total <= 3000:
            assert fallen(throw) == {result: Fraction(ways, total) for result, ways in weights}, throw


@in_every_position
def test_results_count_the_same_things_and_every_aim_is_a_number(position: Position):
    for attack in attacks(position):
        names = {tuple(result.counts) for result in attack.exact}
        assert len(names) == 1, f"{attack.id}: {names}"
        for result in islice(attack.exact, 50):
            assert all(isinstance(count, Plain) for count in result.counts.values())
            for name, aim in position.battle.ruleset.aims.items():
                assert isinstance(aim(result), int | type(attack.exact.chance(bool))), f"{attack.id}: {name}"


@in_every_position
def test_writing_events_down_changes_no_state_but_gives_another(position: Position):
    apply, state = position.battle.ruleset.apply, position.battle.state
    before, printed = hash(state), repr(state)
    for attack in attacks(position):
        for result in islice(attack.exact, 25):
            once = twice = state
            for event in result.events:
                once, twice = apply(once, event), apply(twice, event)
            assert once == twice
            assert hash(once) == hash(twice)
            assert result.events or once == state
    assert (hash(state), repr(state)) == (before, printed)


@pytest.mark.parametrize("name", present())
def test_the_best_policy_earns_its_value_and_no_named_one_earns_more(name: str):
    worth = next(iter(ruleset(name).aims.values()))
    every = [attack for position in positions(name)[:40] for attack in attacks(position)]
    tried = 0
    for attack in every:
        try:
            plan = best(attack.program, worth, "attacker", 8_000)
        except OverBudget:
            continue
        tried += 1
        assert odds(attack.program, plan).expected(worth) == plan.value, attack.id
        if not _defender_chooses(attack):
            assert plan.value >= attack.exact.expected(worth), attack.id
        if tried == 8:
            break
    assert tried or not every


def _defender_chooses(attack: Attack) -> bool:
    randomness = random.Random(1)
    wild: Policy[Any] = lambda at, situation, choice: randomness.choice(choice.options)  # noqa: E731
    told = [told for _ in range(20) for told in play(attack.program, rolls(randomness), wild).told]
    return any(isinstance(one.asked, Choice) and one.asked.side != "attacker" for one in told)
