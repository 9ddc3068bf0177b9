"""What the referee may decide of a token: its cell, height and stance, or that it is gone or back."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Any, Final

from enfilade.geometry.lattice import Lattice
from enfilade.geometry.lattice_shapes import Rect
from enfilade.geometry.length import MILLIMETRE
from enfilade.referee import Deciding, Facts, Mistake, Notes, Path, ScenarioError, shown
from enfilade.referee.deciding import REMOVED, removal
from enfilade.rulesets.lineofattack import checks, documents
from enfilade.rulesets.lineofattack.finer import on_lattice
from enfilade.rulesets.lineofattack.numbers import coordinate
from enfilade.rulesets.lineofattack.setup import MOST_LATTICE, token_of
from enfilade.rulesets.lineofattack.state import State, Token

STANCES: Final = ("none", "duck", "pop_up")
FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cell": "x and y of its top left cell",
        "height": "how tall it stands, in metres or with its unit",
        "stance": "none, duck or pop_up",
        "behind": "the obstacle, group or wall that it ducks behind",
        "removed": REMOVED,
    }
)


def told(state: State, name: str) -> Facts:
    """A token as it stands now: its cell in cells, its height in metres."""
    token = _token(state, name)
    return Facts(
        cell=token.rect and state.drawn(token.rect[:2]),
        height=token.height / (1000 * MILLIMETRE) or None,
        stance=token.stance,
        behind=token.duck,
        removed=state.token(name) is None,
    )


def changed(state: State, name: str, fields: Facts) -> State:
    """The position with these fields of a token set. Raises `ScenarioError` or pydantic's `ValidationError`."""
    notes, there = Notes(), state.token(name) is not None
    gone = removal(fields, notes)
    _sound(notes)
    if not there and gone is not False:
        return state
    if gone:
        return _without(state, _token(state, name))
    written, places = _read(state, _token(state, name), fields, notes)
    _sound(notes)
    state = _on_finer(state, places.values())
    token = _set(_token(state, name), written, places, (state, fields, notes))
    after = state.with_token(token) if there else _back(state, token)
    checks.place(after, token, (), notes)
    if {"stance", "behind"} & fields.keys():
        checks.stands(after, token, ("stance",), notes)
    _sound(notes)
    return after


def _sound(notes: Notes) -> None:
    """Raises `ScenarioError` with the mistakes that were noted, each of a field that a decision has."""
    if notes.found:
        raise ScenarioError([replace(one, path=("behind",)) if "duck" in one.path else one for one in notes.found])


def _back(state: State, token: Token) -> State:
    others = tuple(other for other in state.removed if other.id != token.id)
    return replace(state, tokens=(*state.tokens, token), removed=others)


def _token(state: State, name: str) -> Token:
    return next(token for token in (*state.tokens, *state.removed) if token.id == name)


def _without(state: State, token: Token) -> State:
    left = tuple(other for other in state.tokens if other.id != token.id)
    return replace(state, tokens=left, removed=(*state.removed, token))


def _read(state: State, token: Token, fields: Facts, notes: Notes) -> tuple[documents.Token, dict[Path, Fraction]]:
    """The fields as a scenario writes them, and the place of the cell."""
    size = token.rect and [(edge - start) // state.lattice.scale for start, edge in _spans(token.rect)]
    given: dict[str, Any] = {name: fields[name] for name in ("cell", "height") if name in fields}
    written = documents.Token.model_validate(Facts(given, id=token.id, size=size or (1, 1)).json())
    spots = enumerate(written.cell or ())
    return written, {("cell", axis): coordinate(notes, ("cell", axis), value) for axis, value in spots}


def _spans(rect: Rect) -> tuple[tuple[int, int], tuple[int, int]]:
    return (rect.left, rect.right), (rect.top, rect.bottom)


def _on_finer(state: State, numbers: Iterable[Fraction]) -> State:
    """The position on a lattice that holds these numbers too."""
    scale = lcm(state.lattice.scale, Lattice.holding(numbers).scale)
    if scale > MOST_LATTICE:
        found = f"1/{scale:.0e} of a cell"
        raise ScenarioError([Mistake(("cell",), "a place with a common fraction of a cell", found)])
    return on_lattice(state, Lattice(scale))


def _set(
    old: Token, written: documents.Token, places: dict[Path, Fraction], among: tuple[State, Facts, Notes]
) -> Token:
    """The token with these fields; its origin goes along with it."""
    state, fields, notes = among
    read, token = token_of(written, (), places, state.lattice, notes), old
    if read.rect is not None:
        origin = read.origin
        if old.rect is not None:
            origin = old.origin[0] + read.rect.left - old.rect.left, old.origin[1] + read.rect.top - old.rect.top
        token = replace(token, rect=read.rect, cells=read.cells, origin=origin)
    if "height" in fields:
        token = replace(token, height=read.height)
    return _posed(token, fields, notes)


def _posed(token: Token, fields: Facts, notes: Notes) -> Token:
    """The token in the stance that is decided."""
    stance, behind = fields.get("stance", "duck" if "behind" in fields else token.stance), fields.get("behind")
    if stance not in STANCES:
        notes.add(("stance",), FIELDS["stance"], shown(stance)[:60])
    if stance == "duck" and not (isinstance(behind, str | int) and behind) and (behind is not None or not token.duck):
        notes.add(("behind",), FIELDS["behind"], shown(behind)[:60])
    if stance != "duck" and behind:
        notes.add(("behind",), "nothing, unless it ducks", shown(behind)[:60])
    return replace(
        token,
        duck=str(behind or token.duck) if stance == "duck" else "",
        pop_up=stance == "pop_up",
    )


def _tokens(state: State) -> tuple[str, ...]:
    return tuple(token.id for token in (*state.tokens, *state.removed))


DECIDING: Final = Deciding(FIELDS, _tokens, told, changed)
