"""Duels, what things are worth, match-ups, and a million battles: questions over many rulings.

Everything here asks the referee and his dice; no rule is written a second time.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from enfilade.lab.duels import Duel as Duel
    from enfilade.lab.duels import pit as pit
    from enfilade.lab.duels import read_duel as read_duel
    from enfilade.lab.fighting import fight as fight
    from enfilade.lab.fought import Fought as Fought
    from enfilade.lab.worths import Worth as Worth
    from enfilade.lab.worths import worth as worth

_HOMES = {
    "Duel": "duels",
    "Fought": "fought",
    "Worth": "worths",
    "worth": "worths",
    "pit": "duels",
    "fight": "fighting",
    "read_duel": "duels",
}

__all__ = ["Duel", "Fought", "Worth", "fight", "pit", "read_duel", "worth"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"enfilade.lab.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
