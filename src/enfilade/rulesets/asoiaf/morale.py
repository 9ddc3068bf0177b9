"""Panic tests, stage by stage (rules 11 and 12): the dice, the re-rolls of a Panicked token, the loss.

The units that may have to test stand in a queue in the situation; each test takes the first off it. Editions differ
in what a failed test costs: they hold different stages (`editions.py`), nothing here asks which one it is.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from enfilade.dice import D3, D6, Chances, Choice, Die, Face, Option, Pool, Randomness, Roll
from enfilade.referee import Facts, Words
from enfilade.rulesets.asoiaf.fight import Fight, Loss, Nerve

Next = Fight | Roll[Fight] | Choice[Fight]
Price = Callable[[Nerve, tuple[int, ...]], int]
"""What a failed test costs, from the unit and the dice: two D6 in order, then the D3 if one was rolled."""

WITH_D3 = Pool(((D6, 2), (D3, 1)))
TWO_DICE = Pool(((D6, 2),))


def one_and_d3(_nerve: Nerve, dice: tuple[int, ...]) -> int:
    """1 + D3 wounds."""
    return 1 + dice[2]


def only_d3(_nerve: Nerve, dice: tuple[int, ...]) -> int:
    """D3 wounds."""
    return dice[2]


def difference(nerve: Nerve, dice: tuple[int, ...]) -> int:
    """As many wounds as the result falls short of Morale."""
    return nerve.morale - nerve.result(dice)


def lost(nerve: Nerve, dice: tuple[int, ...], price: Price) -> int:
    """The wounds that these dice cost a unit; never more than it has left."""
    return min(nerve.left, price(nerve, dice) + nerve.extra) if nerve.fails(dice) else 0


@dataclass(frozen=True, slots=True)
class PanicDice:
    """The dice of one panic test, read at once as the wounds it costs; they look on the table like the pool."""

    pool: Pool
    nerve: Nerve
    price: Price

    @property
    def size(self) -> int:
        return self.pool.size

    def each(self) -> tuple[Die, ...]:
        return self.pool.each()

    def chances(self) -> Chances[int]:
        return _losses(self.pool, self.nerve, self.price)

    def read(self, faces: Sequence[Face], /) -> int:
        return lost(self.nerve, _flat(self.pool.read(faces)), self.price)

    def roll(self, randomness: Randomness, /) -> tuple[Face, ...]:
        return self.pool.roll(randomness)

    def __str__(self) -> str:
        return str(self.pool)


@lru_cache(maxsize=4096)
def _losses(pool: Pool, nerve: Nerve, price: Price) -> Chances[int]:
    weights, total = pool.chances()
    losses: Counter[int] = Counter()
    for faces, ways in weights:
        losses[lost(nerve, _flat(faces), price)] += ways
    return Chances(tuple(sorted(losses.items())), total)


def test(fight: Fight, throw: Pool, price: Price) -> Next:
    """The whole test of the first unit in the queue at once."""
    nerve = fight.nerves[0]
    if not nerve.tests:
        return _unasked(fight)
    return Roll(PanicDice(throw, nerve, price), lambda wounds: _settled(fight, Loss(wounds)))


def _settled(fight: Fight, loss: Loss) -> Fight:
    losses = (*fight.losses, loss)
    return fight._replace(nerves=fight.nerves[1:], losses=losses, lost=loss.wounds, morale_dice=())


def _unasked(fight: Fight) -> Fight:
    """The first unit in the queue does not have to test."""
    return _settled(fight, Loss(0))._replace(lost=None)


def _flat(faces: tuple[tuple[Face, ...], ...]) -> tuple[int, ...]:
    return tuple(int(face) for kind in faces for face in kind)


# The same with a Panicked token on the unit: the dice stay on the table until its enemy has chosen ---------------


def roll(fight: Fight, throw: Pool) -> Next:
    """Only the dice; nothing where the unit need not test."""
    if not fight.nerves[0].tests:
        return fight
    return Roll(throw, lambda faces: fight._replace(morale_dice=_flat(faces)))


def spend_panicked(fight: Fight, side: str) -> Next:
    """The enemy may spend the token to re-roll any of the dice: by default both morale dice of a test that passed."""
    dice, nerve = fight.morale_dice, fight.nerves[0]
    if not dice:
        return fight
    keep = Option("keep the token", fight)
    spent = (nerve._replace(panicked=False), *fight.nerves[1:])
    options = [
        Option(label, fight._replace(morale_dice=left, nerves=spent), TAKING, {"dice": taken})
        for label, taken, left in _takings(dice)
    ]
    return Choice(side, "spend Panicked?", (keep, *options) if nerve.fails(dice) else (*options, keep))


@lru_cache(maxsize=256)
def _takings(dice: tuple[int, ...]) -> tuple[tuple[str, tuple[Words, ...], tuple[int, ...]], ...]:
    """Every way to take up some of the dice (noted as 0), equal ways once: both morale dice alone first."""
    ways: dict[tuple[int, ...], tuple[Words, ...]] = {}
    for left in product(*((0, die) for die in dice)):
        if 0 in left:
            taken = [(ONE_DIE[at == 2], die) for at, die in enumerate(dice) if not left[at]]
            said = tuple(Words(words, Facts(die=die)) for words, die in taken)
            ways.setdefault((*sorted(left[:2]), *left[2:]), said)
    ordered = sorted(ways, key=lambda left: (any(left[:2]), 0 in left[2:], left))
    return tuple((TAKING.format(dice=" and ".join(map(str, ways[left]))), ways[left], left) for left in ordered)


TAKING, ONE_DIE = "spend Panicked: re-roll {dice}", ("the {die}", "the D3 of {die}")


def roll_again(fight: Fight) -> Next:
    """The dice that were taken up fall once more."""
    dice = fight.morale_dice
    if 0 not in dice:
        return fight
    kinds = (dice[:2], dice[2:]) if len(dice) > 2 else (dice,)
    counts = tuple((die, kind.count(0)) for die, kind in zip((D6, D3), kinds, strict=False))
    kept = tuple(tuple(face for face in kind if face) for kind in kinds)
    return Roll(Pool(counts, kept), lambda faces: fight._replace(morale_dice=_flat(faces)))


def settle(fight: Fight, price: Price) -> Next:
    """What the test cost, once its dice are final."""
    nerve, dice = fight.nerves[0], fight.morale_dice
    if not dice:
        return _unasked(fight)
    return _settled(fight, Loss(lost(nerve, dice, price), not nerve.panicked))
