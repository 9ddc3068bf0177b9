"""What may be wrong with a position: names, places and stances."""

from collections.abc import Iterator

from enfilade.geometry.lattice_shapes import Rect
from enfilade.referee import Notes, Path
from enfilade.rulesets.lineofattack import documents, stance
from enfilade.rulesets.lineofattack.state import State, Token, spots


def names(scenario: documents.Scenario, notes: Notes) -> None:
    """Every id once, no name of something that is not there, and a map that was read."""
    for field, ids in (
        ("tokens", [token.id for token in scenario.tokens]),
        ("obstacles", [obstacle.id for obstacle in scenario.obstacles]),
    ):
        seen: set[str] = set()
        for i, id in enumerate(ids):
            if not id or id in seen:
                notes.add((field, i, "id"), "every id once", repr(id))
            seen.add(id)
    tokens = {token.id: None for token in scenario.tokens}
    for path, name in _names(scenario):
        if name not in tokens:
            notes.unknown(path, "the id of a token", name, list(tokens))
    for i, stated in enumerate(scenario.stated):
        if stated.coverage is not None and stated.visibility != "partial":
            notes.add(("stated", i, "coverage"), "coverage only where visibility is partial", stated.coverage)
    if scenario.map.import_:
        hint = "load the scenario from its file, so that the map is found beside it"
        notes.add(("map", "import"), "a map that could be read", repr(scenario.map.import_), hint)


def _names(scenario: documents.Scenario) -> Iterator[tuple[Path, str]]:
    """Where the document names a token."""
    for target, attackers in scenario.attackers.items():
        yield ("attackers", target), target
        yield from ((("attackers", target, n), name) for n, name in enumerate(attackers))
    for i, stated in enumerate(scenario.stated):
        yield ("stated", i, "attacker"), stated.attacker
        yield ("stated", i, "target"), stated.target


def places(state: State, notes: Notes) -> None:
    """Tokens on the map, on the grid, with their origin inside; heights where they are needed."""
    metric = any(obstacle.height for obstacle in state.obstacles)
    for i, token in enumerate(state.tokens):
        path: Path = ("tokens", i)
        if metric and not token.height:
            notes.add((*path, "height"), "the token's height, for some obstacles have theirs as a length", "none")
        if not token.shields and state.rules["who_shields"] != "flagged":
            notes.add((*path, "shields"), "shields: false only where the reading who_shields is flagged", "false")
        place(state, token, path, notes)


def place(state: State, token: Token, path: Path, notes: Notes) -> None:
    """One token on the map, on the grid, with its origin inside; a token without a place is nowhere wrong."""
    if token.rect is None:
        return
    cell = str(spots(state.cells(token.rect[:2])))
    if state.rules["off_grid_tokens"] == "reject" and token.rect != token.cells:
        notes.add((*path, "cell"), "a whole cell", cell, "or the reading off_grid_tokens: literal")
    if state.size:
        board = Rect(0, 0, *(int(length * state.lattice.scale) for length in state.size))
        if not (board.holds(token.rect[:2]) and board.holds(token.rect[2:])):
            expected = f"a place on the map of {spots(state.size)} cells"
            notes.add((*path, "cell"), expected, cell, "tokens have to stand on the map (rule: position)")
    if not token.rect.holds(token.origin):
        notes.add((*path, "origin"), "a point of the token", str(spots(state.cells(token.origin))))


def stances(state: State, notes: Notes) -> None:
    """Pop-up or duck, never both; behind something that is there; and only with C towards a marked attacker."""
    for i, token in enumerate(state.tokens):
        stands(state, token, ("tokens", i, "stance"), notes)


def stands(state: State, token: Token, path: Path, notes: Notes) -> None:
    """The stance of one token is one that it could take."""
    known = [o.id for o in state.obstacles] + [o.group for o in state.obstacles] + [b.id for b in state.barriers]
    if token.duck and token.pop_up:
        notes.add(path, "pop_up or duck, for they exclude each other (rule: pop_up)", "both")
    elif token.duck and token.duck not in known:
        notes.unknown((*path, "duck"), "the id of an obstacle, a group or a wall", token.duck, known)
    elif token.stance != "none":
        step = stance.open_to(state, token)
        if not step.value:
            notes.add(path, "Copertura towards a marked attacker (rule: stance)", token.stance, step.text())
