"""Ways to answer the choices of an attack without asking anybody."""

from types import MappingProxyType
from typing import Any

from enfilade.dice import Choice, Option, first
from enfilade.rulesets.runewars.rolling import Dice


def keep(at: int, situation: Any, choice: Choice[Any]) -> Option[Any]:
    """Re-roll nothing; else the first option."""
    for option in choice.options:
        if option.label == "keep all":
            return option
    return first(at, situation, choice)


def surges(at: int, situation: Any, choice: Choice[Any]) -> Option[Any]:
    """Re-roll the dice that show neither a hit nor a surge; else the first option."""
    if not isinstance(situation, Dice) or choice.side != "attacker" or choice.options[0].to.faces == situation.faces:
        return first(at, situation, choice)
    return max(choice.options, key=lambda option: _worth(option.to))


def _worth(dice: Dice) -> int:
    """Kept dice with a hit or a surge count for, kept blanks against."""
    kept = [face for row in dice.faces for face in row]
    useful = sum("H" in face or "S" in face for face in kept)
    return 2 * useful - len(kept)


POLICIES = MappingProxyType({"hits": first, "surges": surges, "keep": keep})
