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
    from enfilade.lab.matchups import Effort as Effort
    from enfilade.lab.matchups import MatchUps as MatchUps
    from enfilade.lab.matchups import matchup as matchup
    from enfilade.lab.rosters import Roster as Roster
    from enfilade.lab.rosters import read_roster as read_roster
    from enfilade.lab.scale import Many as Many
    from enfilade.lab.scale import Run as Run
    from enfilade.lab.scale import fight_many as fight_many
    from enfilade.lab.sweeps import Sweep as Sweep
    from enfilade.lab.sweeps import sweep as sweep
    from enfilade.lab.workers import Crew as Crew
    from enfilade.lab.worths import Worth as Worth
    from enfilade.lab.worths import worth as worth

_HOMES = {
    "Duel": "duels",
    "Fought": "fought",
    "Crew": "workers",
    "Effort": "matchups",
    "Many": "scale",
    "MatchUps": "matchups",
    "Roster": "rosters",
    "Run": "scale",
    "Sweep": "sweeps",
    "Worth": "worths",
    "matchup": "matchups",
    "read_roster": "rosters",
    "sweep": "sweeps",
    "worth": "worths",
    "pit": "duels",
    "fight": "fighting",
    "fight_many": "scale",
    "read_duel": "duels",
}

__all__ = [
    "Crew",
    "Duel",
    "Effort",
    "Fought",
    "Many",
    "MatchUps",
    "Roster",
    "Run",
    "Sweep",
    "Worth",
    "fight",
    "fight_many",
    "matchup",
    "pit",
    "read_duel",
    "read_roster",
    "sweep",
    "worth",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"enfilade.lab.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
