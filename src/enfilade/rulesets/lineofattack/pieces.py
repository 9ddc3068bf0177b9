"""Where every token stands, how tall and in which stance."""

from enfilade.geometry.length import MILLIMETRE
from enfilade.referee import Facts, Piece
from enfilade.rulesets.lineofattack.state import State, Token

WORDS = {"none": "standing", "duck": "ducked behind {behind}", "pop_up": "popped up"}
TALL = {
    "none": "standing, height {height} m",
    "duck": "ducked behind {behind}, height {height} m",
    "pop_up": "popped up, height {height} m",
}


def pieces(state: State) -> tuple[Piece, ...]:
    """All tokens, then those that are gone; places in cells, of the first corner."""
    return (*(_piece(state, token, False) for token in state.tokens), *(_piece(state, t, True) for t in state.removed))


def _piece(state: State, token: Token, gone: bool) -> Piece:
    words = "removed" if gone else (TALL if token.height else WORDS)[token.stance]
    facts = Facts(height=token.height / (1000 * MILLIMETRE), behind=token.duck)
    at = state.drawn(token.rect[:2]) if token.rect and not gone else None
    return Piece(token.id, token.id, token.side, words, facts, at=at, gone=gone)
