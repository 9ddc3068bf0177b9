"""Where everything stands: the board in words, and what a hand may take hold of."""

from dataclasses import dataclass
from typing import Any

from enfilade.referee.facts import Facts, phrase
from enfilade.referee.translator import Translator, same


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit, token or character as it stands now.

    `at` is what its scenario calls its place: the `position` of its middle, or the `cell` of its first corner, in the
    scene's unit; `None` where it has none. `facing` is in degrees clockwise from north, `area` a named place.
    `words` is a template over `facts` that tells its strength. `turns` says whether it can be turned on the board.
    """

    id: str
    name: str
    side: str
    words: str
    facts: Facts = Facts()
    at: tuple[float, float] | None = None
    facing: float | None = None
    area: str | None = None
    turns: bool = False
    gone: bool = False

    def strength(self, translate: Translator = same) -> str:
        """What is left of it, in words."""
        return phrase(self.words, self.facts, translate)

    def json(self, translate: Translator = same) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "side": self.side,
            "at": list(self.at) if self.at else None,
            "facing": self.facing,
            "area": self.area,
            "strength": self.strength(translate),
            "turns": self.turns,
            "gone": self.gone,
        }
