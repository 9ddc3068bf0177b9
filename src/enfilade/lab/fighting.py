"""A duel fought out: every position weighed exactly, or, where there are too many, many duels sampled."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from enfilade.dice import OverBudget, sample
from enfilade.lab import solve
from enfilade.lab.course import POSITIONS, Chain, answers, both, ended, ruling_at, start
from enfilade.lab.duels import Duel
from enfilade.lab.fought import After, End, Fought, LabError
from enfilade.lab.rows import Rows, Watch, explored, unwatched
from enfilade.lab.solve import ENDLESS, Number
from enfilade.referee import Facts

SMALL = 250
"""Up to so many positions chances stay fractions."""
TELLING = 60
"""So many rounds are told of a duel without a limit."""
SAMPLES = 4_000
SAMPLED_BRANCHES = 50_000
"""Attacks that take more branches are sampled dice by dice where duels are sampled."""
BATCH, MOST_SAMPLES = 1_000, 200_000


def fight(
    duel: Duel,
    most: int = POSITIONS,
    samples: int = SAMPLES,
    seed: int = 0,
    width: float = 0.0,
    watch: Watch = unwatched,
) -> Fought:
    """What the duel comes to: exactly with up to `most` positions, else by `samples` duels from `seed`.

    With a `width` as many duels as the 95 % interval needs to be no wider on either side. `watch(done, total, words)`
    is told how many of the positions met so far are worked out.
    """
    if most < 1 or samples < 1:
        raise LabError(f"a budget of at least 1 was expected; found {min(most, samples)}")
    if not 0 <= width < 1:
        raise LabError(f"a width from 0 to 1 was expected, such as 0.01; found {width:g}")
    if any(duel.policy(side) == "best" for side in duel.sides):
        from enfilade.lab.best import MOST_BEST, best_chain

        return weighed(best_chain(duel, min(most, MOST_BEST)))
    rows = Rows(duel)
    try:
        return weighed(explored(rows, most, (), watch))
    except OverBudget:
        return sampled_until(rows, width, samples, seed)


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
    won = [_won(chain, at) if row is None else -1 for at, row in enumerate(chain.rows)]
    per_round = [len(duel.opening)] if duel.opening else []
    turns = iter([*per_round, *[len(duel.turns)] * (duel.rounds or TELLING)])
    left = next(turns)
    precise = exact and (duel.rounds or 1) <= 12 and bool(duel.rounds)
    for layer in solve.layers(chain, precise, at):
        turn += 1
        if turn < left:
            continue
        number, turn = number + 1, 0
        told = _standing(won, number, layer)
        yield told, layer
        if number == (duel.rounds or TELLING) or (not duel.rounds and told.fighting < 1e-4):
            return
        left = next(turns)


def _won(chain: Chain, at: int) -> int:
    """The number of the side that has won at a position; 2 if both are beaten, -1 if nobody is."""
    left = chain.left(at)
    if not any(side["beaten"] for side in left):
        return -1
    winner, _ = winner_of(chain.duel, left)
    return chain.duel.sides.index(winner) if winner else 2


def _standing(won: list[int], number: int, layer: dict[int, Number]) -> After:
    """How the duel stands after a round; `won` tells for each position what `_won` does."""
    shares: list[Any] = [0, 0, 0, 0]
    for at, chance in layer.items():
        shares[won[at]] += chance
    one, other, draw, fighting = shares
    return After(number, (one, other), draw, fighting)


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
    """As it may stand behind any name: names of players may be singular or plural."""
    return "routed" if beaten == "routs" else beaten


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


def sampled_until(rows: Rows, width: float, samples: int, seed: int, at: int = 0) -> Fought:
    """Duels sampled until the 95 % interval of the first side's chance is no wider than `width` on either side.

    They begin at position `at`. With a width of 0 just `samples` of them; never more than `MOST_SAMPLES`. The larger
    sample replaces the smaller: looking again at a growing one would make its interval too narrow.
    """
    if not width:
        return drawn(rows, samples, seed, at)
    count = BATCH
    while True:
        fought = drawn(rows, count, seed + count, at)
        low, high = fought.interval(fought.wins(rows.duel.sides[0]))
        if (high - low) / 2 <= width or count >= MOST_SAMPLES:
            return fought
        needed = int(count * ((high - low) / 2 / width) ** 2) + BATCH
        count = min(MOST_SAMPLES, max(2 * count, needed))


def sampled(duel: Duel, samples: int = SAMPLES, seed: int = 0) -> Fought:
    """The answer from `samples` duels."""
    return drawn(Rows(duel), samples, seed)


def drawn(rows: Rows, samples: int, seed: int, at: int = 0) -> Fought:
    """The answer from `samples` duels that begin at position `at`.

    They go on together, position by position, and part where dice part them.
    """
    import numpy as np

    duel, positions = rows.duel, rows.numbers.positions
    if not positions:
        rows.numbers.number(start(duel))
    generator = np.random.default_rng([seed, at])
    rounds: list[After] = []
    layer, done = {at: samples}, dict[int, int]()
    seen, turn = set(layer), 0
    while layer and len(rounds) < (duel.rounds or TELLING):
        following = _drawn_turn(rows, layer, generator)
        turn += 1
        layer = {}
        for to, count in following.items():
            bag = done if ended(duel, positions[to]) else layer
            bag[to] = bag.get(to, 0) + count
        seen |= set(following)
        if not layer or turn == len(duel.opening if duel.opening and not rounds else duel.turns):
            rounds.append(_counted(rows, len(rounds) + 1, done, (sum(layer.values()), samples)))
            turn = 0
    return Fought(
        duel.sides,
        tuple(duel.name(side) for side in duel.sides),
        duel.title,
        tuple(_merged(_drawn_ends(rows, {**done, **layer}, samples))),
        tuple(rounds),
        "sampled",
        len(seen),
        samples,
        duel.rounds or TELLING,
        tuple(duel.policy(side) for side in duel.sides),
    )


def _drawn_turn(rows: Rows, layer: dict[int, int], generator: Any) -> dict[int, int]:
    """One turn of all duels that are still fought: shared out by the row of each position, or dice by dice."""
    following: dict[int, int] = {}
    for at, count in layer.items():
        try:
            row = rows.row(at, SAMPLED_BRANCHES)
        except OverBudget:
            parts = _diced(rows, at, count, int(generator.integers(2**63)))
        else:
            assert row is not None
            shares = generator.multinomial(count, [weight / row.total for weight in row.weights]).tolist()
            parts = zip(row.to, shares, strict=True)
        for to, part in parts:
            if part:
                following[to] = following.get(to, 0) + part
    return following


def _diced(rows: Rows, at: int, count: int, seed: int) -> Iterator[tuple[int, int]]:
    """Where so many duels go from a position whose odds are too large to be worked out."""
    position = rows.numbers.positions[at]
    ruling = ruling_at(rows.duel, position)
    assert ruling.dice is not None
    arrive = rows.numbers.arrivals(position)
    for result, part in sample(ruling.dice, count, seed, answers(rows.duel, ruling)).weights.items():
        yield arrive(result), part


def _counted(rows: Rows, number: int, done: dict[int, int], fighting: tuple[int, int]) -> After:
    """How the duels stand after a round; `fighting` is how many go on, of how many."""
    duel, (still, samples) = rows.duel, fighting
    won, draw = [0, 0], 0
    for at, count in done.items():
        winner, _ = winner_of(duel, both(duel, rows.numbers.positions[at].state))
        if winner:
            won[duel.sides.index(winner)] += count
        else:
            draw += count
    shares = [Fraction(one, samples) for one in won]
    return After(number, tuple(shares), Fraction(draw, samples), Fraction(still, samples))


def _drawn_ends(rows: Rows, found: dict[int, int], samples: int) -> Iterator[End]:
    for at, count in found.items():
        left = both(rows.duel, rows.numbers.positions[at].state)
        yield End(*winner_of(rows.duel, left), left, Fraction(count, samples))
