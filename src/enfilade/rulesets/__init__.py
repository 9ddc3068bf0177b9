"""The published systems, one package each. They never import one another.

A ruleset is a module that answers `enfilade.referee.Ruleset`; add one by writing the package and its line here.
"""

from importlib import import_module
from typing import cast

from enfilade.referee import Ruleset

NAMES = ("runewars", "lineofattack", "asoiaf", "ageofmagic")


def load(name: str) -> Ruleset:
    """The ruleset of this name; raises `KeyError` with the known names."""
    if name not in NAMES:
        raise KeyError(f"unknown ruleset {name!r}; known: {', '.join(NAMES)}")
    return cast(Ruleset, import_module(f"enfilade.rulesets.{name}"))
