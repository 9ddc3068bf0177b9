"""A battle as it stands."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from time import monotonic
from typing import Any

from enfilade.battle import Battle
from enfilade.referee import Action, Scene, Translator
from enfilade.show.calling import side_names
from enfilade.show.drawing import worded
from enfilade.web import wire

MANY = 1_000
"""With more candidates than this only the first are told, and they are ruled on unit by unit."""
PATIENCE = 2.0
"""Seconds after which no more candidates are looked for: on a large map some take long to find."""


def position(battle: Battle, translate: Translator, clock: Callable[[], float] = monotonic) -> wire.Position:
    """The position that a battle has come to; its scenario is still that of the start.

    Whether it is over is asked once something was done: while units are only put in their places, it has not begun.
    """
    ending = battle.outcome() if battle.entries else None
    candidates, more = _first(battle.ruleset.candidates(battle.state), clock)
    return wire.Position(
        ruleset=battle.ruleset.name,
        edition=edition(battle),
        title=str(battle.scenario.get("title") or ""),
        sides=side_names(battle),
        scenario=plain(battle.scenario),
        scene=scene(battle.scene(), translate),
        pieces=pieces(battle, translate),
        candidates=[action.json() for action in candidates],
        more=more or None,
        outcome=None if ending is None else wire.End(winner=ending.winner, text=ending.text(translate)),
        units=None if battle.library is None else plain(battle.library),
    )


def _first(found: Iterable[Action], clock: Callable[[], float]) -> tuple[list[Action], bool]:
    """The first of the candidates, and whether there are more: not too many of them, nor after too long a wait."""
    told, until = list[Action](), clock() + PATIENCE
    for action in found:
        if len(told) == MANY or clock() > until:
            return told, True
        told.append(action)
    return told, False


def edition(battle: Battle) -> str:
    """The edition that a battle is judged by."""
    return str(battle.scenario.get("edition") or battle.ruleset.edition)


def pieces(battle: Battle, translate: Translator) -> list[wire.Piece]:
    """Where everything stands now."""
    return [wire.Piece.model_validate(piece.json(translate)) for piece in battle.ruleset.pieces(battle.state)]


def scene(seen: Scene, translate: Translator) -> wire.Scene:
    """A battlefield ready to draw."""
    return wire.Scene.model_validate(worded(seen, translate).json())


def plain(value: Any) -> Any:
    """A part of a document as JSON takes it: the exact decimals of a file become numbers."""
    if isinstance(value, str | int | float):  # of a large map nearly everything is one of the first three
        return value
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, Mapping):
        return {name: plain(inner) for name, inner in value.items()}
    return value
