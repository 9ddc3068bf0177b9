"""What survival rolls and blows come to: wounds by severity, and where they are (3.6.3.4, 3.1.6)."""

from collections.abc import Mapping
from math import ceil
from types import MappingProxyType

from enfilade.rulesets.ageofmagic.numbers import Number

SEVERITY = ("scratch", "light", "medium", "serious", "critical", "fatal")

# Survival result: how many wounds of each severity. 15 or more: none; -8 or less: the last row.
SURVIVAL: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {
        15: (0, 0, 0, 0, 0, 0),
        14: (1, 0, 0, 0, 0, 0),
        13: (2, 0, 0, 0, 0, 0),
        12: (3, 0, 0, 0, 0, 0),
        11: (0, 1, 0, 0, 0, 0),
        10: (1, 1, 0, 0, 0, 0),
        9: (2, 1, 0, 0, 0, 0),
        8: (0, 2, 0, 0, 0, 0),
        7: (1, 2, 0, 0, 0, 0),
        6: (0, 1, 1, 0, 0, 0),
        5: (1, 2, 1, 0, 0, 0),
        4: (1, 1, 2, 0, 0, 0),
        3: (0, 2, 2, 0, 0, 0),
        2: (2, 0, 1, 1, 0, 0),
        1: (1, 1, 2, 1, 0, 0),
        0: (2, 1, 0, 2, 0, 0),
        -1: (0, 2, 1, 2, 0, 0),
        -2: (1, 0, 2, 1, 1, 0),
        -3: (2, 1, 0, 2, 1, 0),
        -4: (0, 1, 1, 1, 2, 0),
        -5: (1, 0, 2, 2, 2, 0),
        -6: (0, 1, 0, 2, 1, 1),
        -7: (0, 0, 1, 1, 2, 1),
        -8: (0, 1, 0, 2, 1, 2),
    }
)
LOCATION: Mapping[int, str] = MappingProxyType(
    {
        2: "left leg",
        3: "right leg",
        4: "groin",
        5: "abdomen",
        6: "chest",
        7: "chest",
        8: "right arm",
        9: "left arm",
        10: "head",
        11: "throat",
        12: "eyes",
    }
)


def wounds(result: Number) -> tuple[int, ...]:
    """How many wounds of each severity a survival result leaves; fractions count as the next whole number."""
    return SURVIVAL[max(-8, min(15, ceil(result)))]


def severity(through: Number) -> str:
    """The wound from damage that comes through resistance: "none" at 0 or less, a scratch up to 3, fatal above 15."""
    if through <= 0:
        return "none"
    return SEVERITY[min(len(SEVERITY) - 1, ceil(through / 3) - 1)]
