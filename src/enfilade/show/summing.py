"""What came of an action in one line: for a log, a list of entries, the end of a rolled attack."""

from collections.abc import Callable
from typing import Any

from enfilade.battle import Battle
from enfilade.referee import Action, Facts, Translator, Words, phrase, same
from enfilade.show.words import listed

CameOf = Callable[[Any, Action, Facts], tuple[Words, ...]]


def summed(battle: Battle, action: Action, counts: Facts, translate: Translator = same) -> str:
    """The ruleset's own sentences where it has some; else the counts that are neither nothing nor no."""
    said = sentences(battle, action, counts, translate)
    if said:
        return said
    return listed(Facts({name: value for name, value in counts.items() if value}), translate, ", ")


def sentences(battle: Battle, action: Action, counts: Facts, translate: Translator = same) -> str:
    """The ruleset's own sentences on what came of an action; empty where the counts say it all."""
    came_of: CameOf | None = getattr(battle.ruleset, "came_of", None)
    said = came_of(battle.state, action, counts) if came_of else ()
    return " · ".join(phrase(one.words, one.facts, translate) for one in said)
