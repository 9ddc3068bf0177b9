"""The published systems, one package each. They never import one another.

A ruleset is a module that answers `enfilade.referee.Ruleset`; add one by writing the package and its line here.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import cast

from enfilade.referee import Ruleset

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "runewars": "Runewars Miniatures Game",
        "lineofattack": "Linea di attacco",
        "asoiaf": "A Song of Ice & Fire: Tabletop Miniatures Game",
        "ageofmagic": "Age of Magic",
    }
)
"""What each system is called by those who published it."""
NAMES = tuple(TITLES)


def load(name: str) -> Ruleset:
    """The ruleset of this name; raises `KeyError` with the known names."""
    if name not in NAMES:
        raise KeyError(f"unknown ruleset {name!r}; known: {', '.join(NAMES)}")
    return cast(Ruleset, import_module(f"enfilade.rulesets.{name}"))
