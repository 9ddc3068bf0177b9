"""Where every unit stands and what is left of it."""

from collections.abc import Iterator

from enfilade.referee import Facts, Piece
from enfilade.rulesets.runewars.decisions import trimmed
from enfilade.rulesets.runewars.state import State, Unit


def pieces(state: State) -> tuple[Piece, ...]:
    """All units in the order of the scenario; places in trays, of the middle of what is left."""
    return tuple(_pieces(state))


def _pieces(state: State) -> Iterator[Piece]:
    size = state.ground.tray
    for unit in state.units:
        pose = trimmed(unit, size).pose if unit.alive else None
        yield Piece(
            unit.id,
            unit.profile.name,
            unit.side,
            "{figures} {figures:figure|figures} on {trays} {trays:tray|trays}" if unit.alive else "destroyed",
            _strength(unit),
            at=(round(pose.position.x / size, 6), round(pose.position.y / size, 6)) if pose else None,
            facing=pose.facing if pose else None,
            turns=pose is not None,
            gone=not unit.alive,
        )


def _strength(unit: Unit) -> Facts:
    return Facts(figures=unit.figures, trays=sum(1 for _ in unit.places()))
