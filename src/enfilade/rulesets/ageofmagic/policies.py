"""Ways to answer the choices of a battle without asking anybody, and what "best" may mean."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any

from enfilade.dice import Choice, Option, Policy, first
from enfilade.referee import Result


def risking(count: int, at: int, situation: Any, choice: Choice[Any]) -> Option[Any]:
    """Risk so many dice where dice are risked, or as many as are offered; else the first option."""
    if not choice.question.endswith("dice to risk"):
        return first(at, situation, choice)
    return choice.options[min(count, len(choice.options) - 1)]


POLICIES: Mapping[str, Policy[Any]] = MappingProxyType(
    {"none": first, "two": partial(risking, 2), "three": partial(risking, 3), "all": partial(risking, 99)}
)


def _count(name: str, sign: int, result: Result) -> Fraction | int:
    return sign * int(result.counts.get(name, 0))


AIMS: Mapping[str, Callable[[Result], Fraction | int]] = MappingProxyType(
    {
        "casualties": partial(_count, "casualties", 1),
        "break": partial(_count, "broken", 1),
        "destroy": partial(_count, "destroyed", 1),
        "spare": partial(_count, "suffered", -1),
        "hold": partial(_count, "own_broken", -1),
        "gain": lambda result: int(result.counts.get("casualties", 0)) - int(result.counts.get("suffered", 0)),
        "survive": lambda result: -int(result.counts.get("dies", 0)),
        "unhurt": partial(_count, "wounds", -1),
        "glory": lambda result: int(result.counts.get("glory") in ("spectacular", "impressive")),
    }
)
