"""A referee for tabletop battles that you can take apart.

>>> import enfilade
>>> battle = enfilade.load("struck-in-the-rear.battle.yaml")  # doctest: +SKIP
>>> ruling = battle.judge(battle.actions()[0])  # doctest: +SKIP
>>> print(enfilade.report(ruling))  # doctest: +SKIP

A name is imported when it is first asked for, so that `import enfilade` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from enfilade.battle import Battle as Battle
    from enfilade.battle import Entry as Entry
    from enfilade.battle import Refused as Refused
    from enfilade.dice import Distribution as Distribution
    from enfilade.dice import Program as Program
    from enfilade.dice import best as best
    from enfilade.dice import odds as odds
    from enfilade.dice import sample as sample
    from enfilade.files.record import read as read_record
    from enfilade.files.record import save as save_record
    from enfilade.files.scenario import load as load
    from enfilade.referee import Action as Action
    from enfilade.referee import Facts as Facts
    from enfilade.referee import Ruling as Ruling
    from enfilade.referee import ScenarioError as ScenarioError
    from enfilade.referee import Scene as Scene
    from enfilade.referee import Step as Step
    from enfilade.rulesets import load as ruleset
    from enfilade.show import chart as chart
    from enfilade.show import draw as draw
    from enfilade.show import report as report

__version__ = "0.1.0"

# Where each public name stands, and what it is called there.
_HOMES = {
    "Action": "referee",
    "Battle": "battle",
    "Distribution": "dice",
    "Entry": "battle",
    "Facts": "referee",
    "Program": "dice",
    "Refused": "battle",
    "Ruling": "referee",
    "ScenarioError": "referee",
    "Scene": "referee",
    "Step": "referee",
    "best": "dice",
    "chart": "show",
    "draw": "show",
    "load": "files.scenario",
    "odds": "dice",
    "read_record": "files.record:read",
    "report": "show",
    "ruleset": "rulesets:load",
    "sample": "dice",
    "save_record": "files.record:save",
}

__all__ = [
    "Action",
    "Battle",
    "Distribution",
    "Entry",
    "Facts",
    "Program",
    "Refused",
    "Ruling",
    "ScenarioError",
    "Scene",
    "Step",
    "__version__",
    "best",
    "chart",
    "draw",
    "load",
    "odds",
    "read_record",
    "report",
    "ruleset",
    "sample",
    "save_record",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'enfilade' has no attribute {name!r}")
    room, _, there = _HOMES[name].partition(":")
    value = getattr(import_module(f"enfilade.{room}"), there or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
