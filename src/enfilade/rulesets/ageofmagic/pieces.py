"""Where every unit stands and what is left of it."""

from enfilade.referee import Facts, Piece
from enfilade.rulesets.ageofmagic.areas import FIELD
from enfilade.rulesets.ageofmagic.state import Standing, State, Unit

GONE = {"annihilated": "annihilated", "fled": "fled from the field"}


def pieces(state: State) -> tuple[Piece, ...]:
    """All units in the order of the muster, with their areas."""
    return tuple(map(_piece, state.muster.units, state.units))


def _piece(unit: Unit, one: Standing) -> Piece:
    words = GONE[one.gone] if one.gone else "{size} of {start_size} men, morale {morale}"
    facts = Facts(size=one.size, start_size=unit.start, morale=one.morale)
    area = None if one.gone or one.area == FIELD else one.area
    return Piece(unit.id, unit.name, unit.side, words, facts, area=area, gone=bool(one.gone))
