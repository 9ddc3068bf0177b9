"""One map written twice, as Universal VTT and as a Foundry scene: the same walls and the same rulings."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.battle import Battle
from enfilade.files.maps import read_map
from enfilade.files.scenario import load

Ends = tuple[tuple[float, float], tuple[float, float]]

WIDTH, DEPTH = 12, 8
ORIGIN = 2.0, 1.5  # of the Universal VTT map, in cells
PIXELS = 140  # of a cell of the Foundry scene
WALLS: list[Ends] = [
    ((3, 0), (3, 3)), ((3, 4), (3, 8)), ((7, 2.5), (9.25, 4.75)), ((6, 6), (7, 6)), ((7, 6), (7, 7)), ((9, 0), (9, 2)),
]  # fmt: skip
DOORS: list[tuple[Ends, bool]] = [(((3, 3), (3, 4)), True), (((9, 2), (9, 4)), False)]
TOKENS = [
    {"id": "a", "side": "red", "cell": [0, 3]}, {"id": "b", "side": "red", "cell": [4, 6]},
    {"id": "c", "side": "blue", "cell": [10, 1]}, {"id": "d", "side": "blue", "cell": [7, 0], "size": [2, 2]},
    {"id": "e", "side": "blue", "cell": [8, 5]},
]  # fmt: skip


def universal(walls: list[Ends], doors: list[tuple[Ends, bool]]) -> dict[str, Any]:
    """The map in cells, shifted by its origin; walls that go on where another ends are one line."""

    def spot(point: tuple[float, float]) -> dict[str, float]:
        return {"x": point[0] + ORIGIN[0], "y": point[1] + ORIGIN[1]}

    resolution = {"map_origin": spot((0, 0)), "map_size": {"x": WIDTH, "y": DEPTH}, "pixels_per_grid": 70}
    lines: list[list[Any]] = []
    for start, end in walls:
        if lines and lines[-1][-1] == spot(start):
            lines[-1].append(spot(end))
        else:
            lines.append([spot(start), spot(end)])
    portals = [{"bounds": [spot(end) for end in ends], "closed": closed, "rotation": 0} for ends, closed in doors]
    return {"format": 0.3, "resolution": resolution, "line_of_sight": lines, "portals": portals, "image": ""}


def foundry(walls: list[Ends], doors: list[tuple[Ends, bool]], padding: float = 0.25) -> dict[str, Any]:
    """The same in pixels of a canvas with padding, whole ones as Foundry keeps them."""
    rim = [-(-Fraction(padding) * size // 1) * PIXELS for size in (WIDTH, DEPTH)]

    def wall(ends: Ends, **more: int) -> dict[str, Any]:
        place = [round(value * PIXELS + rim[axis]) for end in ends for axis, value in enumerate(end)]
        return {"c": place, "move": 20, "sight": 20, "light": 20, "sound": 20, "dir": 0, "door": 0, "ds": 0, **more}

    found = [wall(ends) for ends in walls] + [wall(ends, door=1, ds=0 if closed else 1) for ends, closed in doors]
    found.append(wall(((0, 5), (2, 5)), sight=0))  # stops only movement: in the other file it is not there at all
    size = {"width": WIDTH * PIXELS, "height": DEPTH * PIXELS, "padding": padding}
    return {"name": "twin", **size, "grid": {"type": 1, "size": PIXELS}, "walls": found, "tokens": []}


def played(folder: Path, name: str, data: dict[str, Any]) -> Battle:
    """The battle of the tokens on this map."""
    (folder / name).write_text(json.dumps(data))
    scenario = {"format": "enfilade/scenario/1", "ruleset": "lineofattack", "map": {"import": name}, "tokens": TOKENS}
    (folder / f"{name}.scenario.json").write_text(json.dumps(scenario))
    return load(folder / f"{name}.scenario.json")


def pieces(battle: Battle) -> set[Any]:
    """All walls in cells, either way round, each once."""
    state = battle.state
    return {frozenset((state.cells(wall.start), state.cells(wall.end))) for wall in state.walls}


def verdicts(battle: Battle) -> list[Any]:
    rulings = [battle.judge(action) for action in battle.candidates()]
    return [(ruling.action, ruling.verdict, dict(ruling.values)) for ruling in rulings]


@pytest.mark.parametrize("padding", [0, 0.1, 0.25])
def test_the_same_map_in_both_formats_gives_the_same_verdicts(tmp_path, padding):
    one = played(tmp_path, "map.dd2vtt", universal(WALLS, DOORS))
    other = played(tmp_path, "map.json", foundry(WALLS, DOORS, padding))
    assert (
        read_map(tmp_path / "map.dd2vtt").size
        == read_map(tmp_path / "map.json").size
        == (Fraction(WIDTH), Fraction(DEPTH))
    )
    assert pieces(one) == pieces(other)
    assert verdicts(one) == verdicts(other)
    assert {"full", "partial", "no"} <= {values["visibility"] for _, _, values in verdicts(one)}


SPOTS = st.tuples(st.integers(0, 4 * WIDTH), st.integers(0, 4 * DEPTH)).map(lambda p: (p[0] / 4, p[1] / 4))
ENDS = st.tuples(SPOTS, SPOTS).filter(lambda ends: ends[0] != ends[1])


@given(st.lists(ENDS, max_size=6), st.lists(st.tuples(ENDS, st.booleans()), max_size=2))
def test_any_map_in_both_formats_has_the_same_walls(tmp_path_factory, walls, doors):
    folder = tmp_path_factory.mktemp("twins")
    assert pieces(played(folder, "m.uvtt", universal(walls, doors))) == pieces(
        played(folder, "m.json", foundry(walls, doors))
    )
