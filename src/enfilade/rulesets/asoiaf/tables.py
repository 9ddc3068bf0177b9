"""The numbers of the game: trays, ranges, arcs, conditions, terrain, and every modifier as one row."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from enfilade.geometry import INCH, Edge


class Tray(NamedTuple):
    """A movement tray: front edge and depth in micrometres, models on it, models in a rank."""

    width: int
    depth: int
    models: int
    files: int


TRAYS: Mapping[str, Tray] = MappingProxyType(
    {
        "infantry": Tray(139_700, 121_920, 12, 4),
        "cavalry": Tray(139_700, 127_000, 4, 2),
        "solo": Tray(70_104, 70_104, 1, 1),
        "large_solo": Tray(70_104, 140_970, 1, 1),
    }
)
"""By rule 1.2."""

TRAY_NAMES: Mapping[str, str] = MappingProxyType(
    {name: name for name in TRAYS}
    | {"small_solo": "solo", "warmachine": "large_solo", "war_machine": "large_solo", "monster": "large_solo"}
)
"""What a file may call a tray, and which tray it is."""

REACH: Mapping[str, int] = MappingProxyType({"short": 6 * INCH, "long": 12 * INCH})
"""How far a ranged attack reaches, by its kind (rule 6.4)."""

FREE_SHIFT = 2 * INCH
"""The shift before a ranged attack (rule 7.3)."""

KEEP_OFF = INCH
"""How far from an enemy a move must end (rule 4.4)."""

CHARGE_DIE = 6 * INCH
"""The most that a charge die adds (rule 9.6)."""

ROUNDS = 6

ARCS: Mapping[Edge, str] = MappingProxyType(
    {"front": "front", "right": "right_flank", "rear": "rear", "left": "left_flank"}
)
EDGE_OF: Mapping[str, Edge] = MappingProxyType({arc: edge for edge, arc in ARCS.items()})

CONDITIONS = ("panicked", "vulnerable", "weakened")

TERRAIN = (
    "blocks_line_of_sight",
    "cover",
    "dangerous",
    "destructible",
    "elevated",
    "fortified",
    "hindering",
    "horrific",
    "impassable",
    "inspiring",
    "rough",
)

KEYWORDS: Mapping[str, str] = MappingProxyType(
    {
        "critical blow": "a natural 6 to hit counts as two hits",
        "precision": "a hit from a natural 6 allows no save",
        "sundering": "the defender's saves are at -1",
        "vicious": "the defender's panic test is at -2",
        "disorderly": "a charge is disorderly on this charge die or less",
        "panic wounds": "enemies that it is engaged with lose so many more wounds when they fail a panic test",
        "set for charge": "a unit that charges its front suffers so many hits before it strikes",
        "dread charge": "an enemy that it declares a charge against becomes panicked",
        "shock charge": "an enemy that it charges successfully becomes panicked",
        "reroll any": "its attack dice may be re-rolled, hits too",
        "ignores units": "it moves over other units in a maneuver",
        "cannot charge": "it may not charge",
        "cannot retreat": "it may not retreat",
        "cannot shift": "it may not shift",
        "cannot hold tokens": "it takes no condition tokens",
    }
)
"""What a profile or an attack may carry, in our words; the last word may be a number (`disorderly 2`)."""


class Modifier(NamedTuple):
    """One modifier: the rule, what it says, its worth, and what must hold for it to count.

    A `counted` one counts as often as the amount of what holds says.
    """

    rule: str
    words: str
    worth: int
    when: str
    counted: bool = False


# How much higher the number becomes that a die must show.
TO_HIT = (
    Modifier("13.cover", "the target is in cover", 1, "cover"),
    Modifier("8.4", "an effect on the attack dice: {amount}", -1, "hit", counted=True),
)
SAVE = (
    Modifier("10.2", "struck in the flank", 1, "flank"),
    Modifier("10.2", "struck in the rear", 2, "rear"),
    Modifier("8.sundering", "Sundering", 1, "sundering"),
    Modifier("13.fortified", "the defender is fortified against a charge", -1, "fortified"),
    Modifier("8.4", "an effect on the saves: {amount}", -1, "save", counted=True),
)
# How much the total of a panic test changes.
NERVE = (
    Modifier("10.2", "struck in the flank", -1, "flank"),
    Modifier("10.2", "struck in the rear", -2, "rear"),
    Modifier("8.vicious", "Vicious", -2, "vicious"),
    Modifier("8.4", "an effect on the panic test: {amount}", 1, "panic", counted=True),
)
# What terrain does to any morale test of a unit in it; the amounts are not known and count as nothing.
GROUND = (
    Modifier("13.horrific", "horrific terrain", 0, "horrific"),
    Modifier("13.inspiring", "inspiring terrain", 0, "inspiring"),
)
EFFECTS: Mapping[str, str] = MappingProxyType(
    {
        "dice": "attack dice added",
        "hit": "added to every attack die",
        "hits": "automatic hits",
        "save": "added to every save of the defender",
        "panic": "added to the defender's panic test",
        "panic_wounds": "wounds more if the defender's panic test fails",
    }
)
"""What an action may state of cards and abilities under `effects`, and what it means."""
