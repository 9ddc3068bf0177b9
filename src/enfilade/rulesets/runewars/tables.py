"""The numbers of the game: dice faces, tray capacities, the morale deck, terrain keywords."""

from types import MappingProxyType
from typing import NamedTuple

from enfilade.dice import Die

SYMBOLS = MappingProxyType(
    {"H": "hit", "S": "surge", "M": "morale", "A": "accuracy", "X": "mortal strike", "-": "blank"}
)
"""What is printed on the faces of the dice."""
RED = Die("red", ("-", "-", "H", "H", "M", "HH", "HM", "HS"))
BLUE = Die("blue", ("-", "H", "H", "S", "A", "HS", "HA", "SS"))
WHITE = Die("white", ("-", "X", "H", "H", "H", "HH", "HS", "HS", "HA", "HM", "SS", "SM"))
COLOURS = MappingProxyType({"R": RED, "B": BLUE, "W": WHITE})
ICONS = MappingProxyType({"hit": "H", "surge": "S", "morale": "M", "accuracy": "A", "mortal": "X"})

CAPACITY = MappingProxyType({"infantry": 4, "cavalry": 2, "siege": 1})
"""Figures on a full tray, by figure type."""

RUNES = ("stable", "unstable", "natural")
EDGES = ("front", "left", "right", "rear")
BANES = ("panic", "blight", "stun", "immobilize")
TOKENS = (*BANES, "inspiration")
FARTHEST = 5
"""The last band of the range ruler."""

TERRAIN = ("cover", "fortified", "capacity", "deadly", "taxing", "elevated", "exposed")
ACTIONS = ("march", "shift", "reform", "rally", "melee", "ranged", "skill")
"""The actions of a command tool's dial."""

KEYWORDS = MappingProxyType(
    {
        "brutal": "threat while attacking",
        "precise": "full ranks for re-rolls",
        "lethal": "damage added",
        "protected": "damage subtracted",
        "impact": "panic tokens in a charge",
        "regenerate": "figures that return",
        "mortal": "mortal strikes in each attack",
        "unkillable": "mortal strikes taken from an attacker",
        "haunting": "attacker's dice that the defender may re-roll",
        "discard": "dice taken away after re-rolls",
        "panic hunter": "dice re-rolled against a target with panic",
        "blood price": "wounds it may suffer for Lethal 1 each",
        "second melee": "a second melee attack on another enemy",
        "borrow surges": "surge abilities of friends at range 1-3",
        "scout": "deployment",
        "column tactics": "ranks as threat",
        "sweeping strikes": "front edge touches enemies at range 1",
        "lingering dead": "empty trays stay",
    }
)
"""The keywords of cards, and abilities that are written as keywords here; README.md says more."""

ATTACKING = ("brutal", "precise", "lethal", "mortal", "discard", "panic hunter")
DEFENDING = ("protected", "unkillable", "haunting")
"""The keywords of either side whose worth an attack depends on."""


class Card(NamedTuple):
    """A morale card: its type, its morale icons, its copies in the deck, and what it does in our words."""

    type: str
    icons: int
    copies: int
    words: str


MORALE = MappingProxyType(
    {
        "Loss of Faith": Card("Doubt", 2, 3, "a unit of more than one tray loses one tray of its back rank"),
        "Betrayal": Card("Doubt", 3, 3, "a unit of more than one tray attacks itself: no re-rolls, only hits count"),
        "Disarray": Card("Confusion", 1, 4, "the unit gets 1 stun token"),
        "Wavering Resolve": Card("Confusion", 1, 3, "the unit loses its boons, or gets 1 panic token if it has none"),
        "Communication Breakdown": Card("Confusion", 2, 3, "each of your units at range 1-2 gets 1 inspiration token"),
        "Discipline Breakdown": Card("Confusion", 3, 2, "one upgrade of the unit is discarded"),
        "Rising Panic": Card("Fear", 1, 5, "the unit gets 2 panic tokens"),
        "Frozen with Dread": Card("Fear", 1, 3, "the unit gets 1 immobilize token"),
        "Uncertainty": Card("Fear", 2, 2, "the unit reforms as you direct"),
        "Flee in Terror": Card("Fear", 3, 2, "the unit reforms as you direct, then marches at speed 2"),
    }
)

CARD_TOKENS = MappingProxyType(
    {"Disarray": ("stun", 1), "Rising Panic": ("panic", 2), "Frozen with Dread": ("immobilize", 1)}
)
"""The cards that only give tokens."""
BY_HAND = ("Betrayal", "Communication Breakdown", "Discipline Breakdown", "Uncertainty", "Flee in Terror")
"""The cards that the players carry out themselves."""
