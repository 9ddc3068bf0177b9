"""Where every unit stands and what is left of it."""

from enfilade.referee import Facts, Piece
from enfilade.rulesets.asoiaf.drawn import spot
from enfilade.rulesets.asoiaf.state import State, Unit


def pieces(state: State) -> tuple[Piece, ...]:
    """All units, then those that are gone; places in inches, of the middle of the tray."""
    left = tuple(_piece(unit, False) for unit in state.units)
    return (*left, *(_piece(unit, True) for unit in state.lost))


def _piece(unit: Unit, gone: bool) -> Piece:
    pose = None if gone else unit.pose
    return Piece(
        unit.id,
        unit.profile.name,
        unit.side,
        "destroyed" if gone else "{wounds} of {full} wounds, {ranks} {ranks:rank|ranks}",
        Facts(wounds=unit.wounds, full=unit.profile.full, ranks=unit.ranks),
        at=spot(pose.position) if pose else None,
        facing=pose.facing if pose else None,
        turns=pose is not None,
        gone=gone,
    )
