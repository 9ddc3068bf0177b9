"""Who answers the choices of a duel: policies that look at each attack by itself, or the best play of the whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from enfilade.dice import Policy
from enfilade.lab.course import Position, alike, answers
from enfilade.lab.duels import Duel
from enfilade.referee import Ruling


class Answered(NamedTuple):
    """Who answers in one position of the best play, and a name that is equal where the same options are taken."""

    policy: Policy[Any]
    name: Any


@dataclass(frozen=True, slots=True)
class Choices:
    """A duel and who answers its choices. `best` has the positions in which a side plays the whole duel to win."""

    duel: Duel
    best: Mapping[Position, Answered] = field(default_factory=dict)

    def policy(self, position: Position, ruling: Ruling) -> Policy[Any]:
        """Who answers the choices of the ruling on a position."""
        known = self.best.get(position)
        return known.policy if known else answers(self.duel, ruling)

    def alike(self, position: Position, ruling: Ruling) -> Any:
        """What the dice and the choices of a position depend on: positions for which it is equal differ in results."""
        known = self.best.get(position)
        return alike(self.duel, ruling), known.name if known else None


def choices(duel: Duel) -> Choices:
    """Who answers in a duel. Where a side plays its best, the duel is solved for it; raises `OverBudget`."""
    if not any(duel.policy(side) == "best" for side in duel.sides):
        return Choices(duel)
    from enfilade.lab import best

    return Choices(*best.best_answers(duel, best.MOST_BEST))
