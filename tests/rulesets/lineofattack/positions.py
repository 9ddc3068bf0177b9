"""Positions for the tests: made by hand in a line, or drawn at random with lines that touch walls all the time."""

from decimal import Decimal
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from enfilade.battle import Battle
from enfilade.files.scenario import load
from enfilade.files.writing import write
from enfilade.referee import Action, Ruling

HEAD = {"format": "enfilade/scenario/1", "ruleset": "lineofattack"}
PAIR = [{"id": "a", "side": "red", "cell": [0, 0]}, {"id": "t", "side": "blue", "cell": [3, 0]}]
ATTACK = Action.of("attack", attacker="a", target="t")
HALF = Decimal("0.5")


def battle(**fields: Any) -> Battle:
    """A battle of these fields; a and t stand three cells apart if no tokens are given."""
    return load(write({**HEAD, "tokens": PAIR, **fields}))


def judged(**fields: Any) -> Ruling:
    """The ruling on a's attack on t."""
    return battle(**fields).judge(ATTACK)


def halves(low: int, high: int) -> st.SearchStrategy[Any]:
    """Whole and half cells."""
    return st.integers(2 * low, 2 * high).map(lambda n: n // 2 if n % 2 == 0 else Decimal(n) / 2)


SPOTS = st.tuples(halves(-1, 6), halves(-1, 5)).map(list)
CORNERS = st.tuples(st.integers(-1, 6), st.integers(-1, 5)).map(list)
CHAINS = st.lists(
    st.one_of(st.lists(CORNERS, min_size=2, max_size=4), st.lists(SPOTS, min_size=2, max_size=3)), max_size=4
)
WALLS = CHAINS.map(lambda chains: [list(piece) for chain in chains for piece in pairwise(chain)])
OBSTACLES = st.lists(
    st.tuples(st.sampled_from(["low", "medium", "high"]), st.tuples(SPOTS, SPOTS).filter(lambda e: e[0] != e[1])),
    max_size=3,
).map(lambda found: [{"id": f"o{i}", "height": h, "shape": list(e)} for i, (h, e) in enumerate(found)])
SIZES = st.sampled_from([[1, 1], [1, 1], [1, 1], [2, 1], [2, 2]])


@st.composite
def scenes(draw: st.DrawFn) -> dict[str, Any]:
    """The fields of a scenario: an attacker, a target away from it, perhaps a third, walls and obstacles."""
    size = draw(SIZES)
    cells = draw(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), min_size=2, max_size=3, unique=True))
    tokens: list[dict[str, Any]] = [
        {"id": "a", "side": "red", "cell": [-2, cells[0][1]]},
        {"id": "t", "side": "blue", "cell": list(cells[1]), "size": size},
    ]
    tokens += [{"id": "n", "side": "blue", "cell": list(cell)} for cell in cells[2:]]
    away = draw(st.integers(0, 3))
    if away:  # on the diagonal, where lines run from corner to corner
        tokens[0]["cell"] = [cells[1][0] - away, cells[1][1] - away]
    walls = draw(WALLS)
    if away and draw(st.booleans()):  # walls that meet on the diagonal, so that lines pass through their joint
        back = draw(st.integers(0, away - 1))
        x, y = (cells[1][axis] - back for axis in (0, 1))
        ends = draw(st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=3))
        walls += [[[x, y], [x + across, y + down]] for across, down in ends]
    return {"tokens": tokens, "walls": walls, "obstacles": draw(OBSTACLES), "readings": {"on_a_wall": "lenient"}}


def moved(scene: dict[str, Any], turns: int, mirror: bool, shift: tuple[int, int]) -> dict[str, Any]:
    """The whole scene turned by so many quarters, mirrored, and shifted."""

    def point(spot: Any) -> list[Any]:
        x, y = spot
        for _ in range(turns):
            x, y = -y, x
        return [(-x if mirror else x) + shift[0], y + shift[1]]

    def token(data: dict[str, Any]) -> dict[str, Any]:
        (x, y), (width, depth) = data["cell"], data.get("size", [1, 1])
        ends = [point([x, y]), point([x + width, y + depth])]
        cell = [min(end[axis] for end in ends) for axis in (0, 1)]
        return {**data, "cell": cell, "size": [width, depth] if turns % 2 == 0 else [depth, width]}

    return {
        **scene,
        "tokens": [token(data) for data in scene["tokens"]],
        "walls": [[point(spot) for spot in wall] for wall in scene["walls"]],
        "obstacles": [{**data, "shape": [point(spot) for spot in data["shape"]]} for data in scene["obstacles"]],
    }
