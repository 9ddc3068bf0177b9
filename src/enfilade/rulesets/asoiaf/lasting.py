"""What lasts from one round of a fight to the next, and what is left of each side by then."""

from collections.abc import Mapping
from dataclasses import replace

from enfilade.referee import Facts
from enfilade.rulesets.asoiaf.state import State


def fresh(state: State, over: bool = True) -> State:
    """The position without what no later attack reads; if the round is over, any unit may act again (rule 3.1).

    The number of the round is left out, and of the units that are lost all but their names and sides.
    """
    lost = tuple(replace(unit, conditions=(), attachments=(), fallen=(), activated=False) for unit in state.lost)
    if not over:
        return replace(state, lost=lost, round=1)
    units = tuple(replace(unit, activated=False, may_pivot=False) for unit in state.units)
    return replace(state, units=units, lost=lost, round=1, to_act="")


def left(state: State) -> Mapping[str, Facts]:
    """For each side the wounds and ranks it has left, and how it was beaten if it was."""
    sides: dict[str, list[int]] = {}
    for unit in (*state.units, *state.lost):
        counts = sides.setdefault(unit.side, [0, 0])
        counts[0] += unit.wounds
        counts[1] += unit.ranks if unit.wounds else 0
    return {
        side: Facts(wounds=wounds, ranks=ranks, beaten="" if wounds else "destroyed")
        for side, (wounds, ranks) in sorted(sides.items())
    }
