"""How an attack stands while its dice fall: counts, not figures, and only what a later stage still reads.

Equal situations merge after every stage, which keeps exact odds cheap.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from enfilade.dice import changeable
from enfilade.referee import Facts, Words

CHARGED: Mapping[tuple[bool, bool], Words] = MappingProxyType(
    {
        (True, True): Words("makes contact"),
        (True, False): Words("makes contact, but in disorder"),
        (False, True): Words("fails: no contact"),
        (False, False): Words("fails: no contact"),
    }
)
"""How a charge went, by contact and order."""


@changeable
class Nerve(NamedTuple):
    """A unit that may have to test for panic: its Morale, the modifier, its wounds left, wounds added if it fails."""

    morale: int
    modifier: int
    left: int
    extra: int = 0
    panicked: bool = False
    must: bool = True

    @property
    def tests(self) -> bool:
        return self.must and self.left > 0

    def result(self, dice: tuple[int, ...]) -> int:
        """The modified total of two morale dice; never below 0 (rule 11.7)."""
        return max(0, dice[0] + dice[1] + self.modifier)

    def fails(self, dice: tuple[int, ...]) -> bool:
        return self.result(dice) < self.morale


class Loss(NamedTuple):
    """What a unit lost by its panic test, and whether its Panicked token was spent."""

    wounds: int
    token_spent: bool = False


class Terms(NamedTuple):
    """What stays the same through one attack.

    `hit` and `save` are the lowest faces that hit and save (7 and more: none does); `auto` the automatic hits;
    `need` the lowest charge die that makes contact and `disorderly` the highest that loses the charge bonus;
    `strike` the hits that a set defender deals first, saved on `own_save`; `dice_at` the attack dice by wounds left,
    where that strike may change them; `toll_from` the lowest die whose move reaches dangerous ground.
    """

    hit: int = 7
    save: int = 7
    auto: int = 0
    need: int = 0
    disorderly: int = 0
    strike: int = 0
    own_save: int = 7
    dice_at: tuple[int, ...] = ()
    toll_from: int = 0


@changeable
class Fight(NamedTuple):
    """How an attack stands.

    `left` are the wounds left of the target, `own` those of a charger that is struck first, `dice` the dice about to be
    rolled. `sure` hits allow no save. `die` is the charge die, kept where it decides where the charger ends. `nerves`
    are the units that may have to take a panic test, in order; `losses` what those that have tested lost, `lost` the
    last of them (`None` where it did not have to test). `toll` is what dangerous terrain costs.
    """

    terms: Terms
    left: int = 0
    dice: int = 0
    nerves: tuple[Nerve, ...] = ()
    own: int = 0
    sixes: int = 0
    hits: int = 0
    misses: int = 0
    sure: int = 0
    saved: int = 0
    wounds: int = 0
    die: int = 0
    contact: bool = True
    orderly: bool = True
    weakened: bool = False
    vulnerable: bool = False
    morale_dice: tuple[int, ...] = ()
    losses: tuple[Loss, ...] = ()
    lost: int | None = None
    toll: int = 0

    def facts(self) -> dict[str, Any]:
        """What the words of a stage may speak of: the counts, and in words how the charge and the last test went."""
        told = {"charged": CHARGED[self.contact, self.orderly], "failed": not self.contact}
        return {**self._asdict(), **told, "cost": self._cost(), "passed": not self.lost}

    def _cost(self) -> Words:
        if self.lost is None:
            return Words("none is due")
        return Words("{lost} {lost:wound|wounds} lost", Facts(lost=self.lost)) if self.lost else Words("no wound lost")
