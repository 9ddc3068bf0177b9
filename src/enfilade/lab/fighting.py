"""A duel fought out: every position weighed exactly, or, where there are too many, many duels sampled."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from enfilade.dice import OverBudget, sample
from enfilade.lab import solve
from enfilade.lab.course import (
    POSITIONS,
    Chain,
    Position,
    after,
    answers,
    both,
    ended,
    explore,
    plain,
    ruling_at,
    settled,
    start,
)
from enfilade.lab.duels import Duel
from enfilade.lab.fought import After, End, Fought, LabError
from enfilade.lab.solve import ENDLESS, Number
from enfilade.referee import Facts

SMALL = 250
"""Up to so many positions chances stay fractions."""
TELLING = 60
"""So many rounds are told of a duel without a limit."""
SAMPLES = 4_000
BATCH, MOST_SAMPLES = 1_000, 200_000


def fight(duel: Duel, most: int = POSITIONS, samples: int = SAMPLES, seed: int = 0, width: float = 0.0) -> Fought:
    """What the duel comes to: exactly with up to `most` positions, else by `samples` duels from `seed`.

    With a `width` as many duels as the 95 % interval needs to be no wider on either side.
    """
    if most < 1 or samples < 1:
        raise LabError(f"a budget of at least 1 was expected; found {min(most, samples)}")
    if not 0 <= width < 1:
        raise LabError(f"a width from 0 to 1 was expected, such as 0.01; found {width:g}")
    if any(duel.policy(side) == "best" for side in duel.sides):
        from enfilade.lab.best import MOST_BEST, best_chain

        return weighed(best_chain(duel, min(most, MOST_BEST)))
    try:
        chain = explore(duel, plain(duel), most)
    except OverBudget:
        return sampled_until(duel, width, samples, seed)
    return weighed(chain)


def weighed(chain: Chain, at: int = 0) -> Fought:
    """The exact answer of a chain from position `at`."""
    exact = len(chain.positions) <= SMALL
    duel = chain.duel
    rounds = list(_rounds(chain, exact, at))
    found = rounds[duel.rounds - 1][1] if duel.rounds else solve.ends(chain, exact, at)
    if ENDLESS in found:
        found = solve.ends(solve.closed_off(chain), exact, at)
    return Fought(
        duel.sides,
        tuple(duel.name(side) for side in duel.sides),
        duel.title,
        tuple(_merged(_ends(chain, found))),
        tuple(told for told, _ in rounds),
        "exact" if exact else "floats",
        len(chain.positions),
        0,
        duel.rounds,
        tuple(duel.policy(side) for side in duel.sides),
    )


def _rounds(chain: Chain, exact: bool, at: int) -> Iterator[tuple[After, dict[int, Number]]]:
    """How the duel stands after each round, as far as it is worth telling."""
    duel, turn, number = chain.duel, 0, 0
    per_round = [len(duel.opening)] if duel.opening else []
    turns = iter([*per_round, *[len(duel.turns)] * (duel.rounds or TELLING)])
    left = next(turns)
    precise = exact and (duel.rounds or 1) <= 12 and bool(duel.rounds)
    for layer in solve.layers(chain, precise, at):
        turn += 1
        if turn < left:
            continue
        number, turn = number + 1, 0
        told = _standing(chain, number, layer)
        yield told, layer
        if number == (duel.rounds or TELLING) or (not duel.rounds and told.fighting < 1e-4):
            return
        left = next(turns)


def _standing(chain: Chain, number: int, layer: dict[int, Number]) -> After:
    won: list[Any] = [0, 0]
    draw: Any = 0
    fighting: Any = 0
    for at, chance in layer.items():
        left = chain.left(at)
        if not any(side["beaten"] for side in left):
            fighting += chance
            continue
        winner, _ = winner_of(chain.duel, left)
        if winner:
            won[chain.duel.sides.index(winner)] += chance
        else:
            draw += chance
    return After(number, tuple(won), draw, fighting)


def winner_of(duel: Duel, left: tuple[Facts, ...]) -> tuple[str, str]:
    """The winner, if there is one, and how the other was beaten."""
    beaten = [str(side["beaten"]) for side in left]
    if all(beaten):
        return "", "both beaten"
    if not any(beaten):
        return "", "still fighting"
    loser = 0 if beaten[0] else 1
    return duel.sides[1 - loser], f"{duel.name(duel.sides[loser])} {_said(beaten[loser])}"


def _said(beaten: str) -> str:
    return "is destroyed" if beaten == "destroyed" else beaten


def _ends(chain: Chain, found: dict[int, Number]) -> Iterator[End]:
    for at, chance in found.items():
        winner, how = winner_of(chain.duel, chain.left(at))
        if how == "still fighting" and not chain.duel.rounds:
            how = "nothing can change any more"
        yield End(winner, how, chain.left(at), chance)


def _merged(ends: Iterator[End]) -> Iterator[End]:
    """Ends that a player cannot tell apart as one."""
    found: dict[tuple[Any, ...], Number] = {}
    for end in ends:
        found[end[:3]] = found.get(end[:3], Fraction(0)) + end.chance
    for (winner, how, left), chance in sorted(found.items(), key=lambda item: -item[1]):
        yield End(winner, how, left, chance)


def sampled_until(duel: Duel, width: float, samples: int, seed: int) -> Fought:
    """Duels sampled until the 95 % interval of the first side's chance is no wider than `width` on either side.

    With a width of 0 just `samples` of them; never more than `MOST_SAMPLES`. The larger sample replaces the smaller:
    looking again at a growing one would make its interval too narrow.
    """
    if not width:
        return sampled(duel, samples, seed)
    count = BATCH
    while True:
        fought = sampled(duel, count, seed + count)
        low, high = fought.interval(fought.wins(duel.sides[0]))
        if (high - low) / 2 <= width or count >= MOST_SAMPLES:
            return fought
        needed = int(count * ((high - low) / 2 / width) ** 2) + BATCH
        count = min(MOST_SAMPLES, max(2 * count, needed))


def sampled(duel: Duel, samples: int = SAMPLES, seed: int = 0) -> Fought:
    """The answer from `samples` duels: they go on together, position by position, and part where dice part them."""
    rounds: list[After] = []
    layer: dict[Position, int] = {start(duel): samples}
    done: dict[Position, int] = {}
    seen, turn = set(layer), 0
    while layer and len(rounds) < (duel.rounds or TELLING):
        following = _sampled_turn(duel, layer, (seed, len(rounds), turn))
        turn += 1
        layer = {}
        for position, count in following.items():
            bag = done if ended(duel, position) else layer
            bag[position] = bag.get(position, 0) + count
        seen |= set(following)
        if not layer or next(iter(layer)).turn == len(duel.opening):
            rounds.append(_counted(duel, len(rounds) + 1, done, layer, samples))
            turn = 0
    return Fought(
        duel.sides,
        tuple(duel.name(side) for side in duel.sides),
        duel.title,
        tuple(_merged(_sampled_ends(duel, {**done, **layer}, samples))),
        tuple(rounds),
        "sampled",
        len(seen),
        samples,
        duel.rounds or TELLING,
        tuple(duel.policy(side) for side in duel.sides),
    )


def _sampled_turn(duel: Duel, layer: dict[Position, int], seed: tuple[int, ...]) -> dict[Position, int]:
    """One turn of all duels that are still fought."""
    import numpy as np

    following: dict[Position, int] = {}
    for number, (position, count) in enumerate(layer.items()):
        ruling = ruling_at(duel, position)
        if ruling.dice is None:
            to = settled(duel, position.turn, position.state)
            following[to] = following.get(to, 0) + count
            continue
        own = int(np.random.SeedSequence([*seed, number]).generate_state(1, np.uint64)[0])
        for result, part in sample(ruling.dice, count, own, answers(duel, ruling)).weights.items():
            to = after(duel, position, result)
            following[to] = following.get(to, 0) + part
    return following


def _counted(duel: Duel, number: int, done: dict[Position, int], layer: dict[Position, int], samples: int) -> After:
    won, draw = [0, 0], 0
    for position, count in done.items():
        winner, _ = winner_of(duel, both(duel, position.state))
        if winner:
            won[duel.sides.index(winner)] += count
        else:
            draw += count
    fighting = sum(layer.values())
    shares = [Fraction(one, samples) for one in won]
    return After(number, tuple(shares), Fraction(draw, samples), Fraction(fighting, samples))


def _sampled_ends(duel: Duel, positions: dict[Position, int], samples: int) -> Iterator[End]:
    for position, count in positions.items():
        left = both(duel, position.state)
        yield End(*winner_of(duel, left), left, Fraction(count, samples))
