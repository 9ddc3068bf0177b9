"""Maps drawn elsewhere: what of each format becomes of what, real files, and files that are wrong or hostile."""

import base64
import json
import os
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.files.document import BadFile, parse
from enfilade.files.drawn import How
from enfilade.files.maps import drawn, read_map, scenario_text
from enfilade.files.scenario import load
from enfilade.files.watabou import borders, joined
from enfilade.show import draw

# Maps of other people are no part of the project; a folder of them may be named, or lie beside it.
REAL = Path(os.environ.get("ENFILADE_MAPS") or Path(__file__).parents[3] / "shared" / "maps")
REAL_MAPS = sorted(file for file in REAL.glob("*") if file.suffix != ".md") if REAL.is_dir() else []


def read(data: Any, **how: Any) -> Any:
    return drawn(parse(json.dumps(data), "map.json"), How(**how))


def spot(x: Any, y: Any) -> dict[str, Any]:
    return {"x": x, "y": y}


def uvtt(**fields: Any) -> dict[str, Any]:
    resolution = {"map_origin": spot(0, 0), "map_size": spot(10, 8), "pixels_per_grid": 70}
    return {"format": 0.3, "resolution": resolution, "line_of_sight": [], "portals": [], "image": "", **fields}


class TestUniversal:
    """Universal VTT."""

    def test_everything_is_shifted_by_the_origin(self):
        found = read(
            uvtt(
                resolution={"map_origin": spot(2, 1.5), "map_size": spot(10, 8)},
                line_of_sight=[[spot(2, 1.5), spot(4, 1.5), spot(4, 3)]],
                objects_line_of_sight=[[spot(5, 5), spot(6, 5), spot(6, 6)]],
                portals=[{"bounds": [spot(4, 3), spot(4, 4)], "closed": True}],
            )
        )
        assert found.size == (10, 8)
        assert found.walls == [
            [[0, 0], [2, 0], [2, Decimal("1.5")]],
            {"id": "object 1", "kind": "object", "points": [[3, 3.5], [4, 3.5], [4, 4.5], [3, 3.5]]},
            {"id": "door 1", "kind": "door", "points": [[2, 1.5], [2, 2.5]]},
        ]

    def test_a_dungeon_of_ten_thousand_walls_becomes_a_scenario_that_can_be_read(self):
        walls = [[spot(n % 100, n // 100), spot(n % 100 + 1, n // 100)] for n in range(10_000)]
        size = {"map_origin": spot(0, 0), "map_size": spot(200, 200), "pixels_per_grid": 70}
        text = scenario_text(read(uvtt(resolution=size, line_of_sight=walls)))
        assert len(load(parse(text, "dungeon.json")).state.walls) == 10_000

    def test_walls_stay_open_and_objects_are_closed_once(self):
        ring = [spot(0, 0), spot(1, 0), spot(1, 1), spot(0, 0)]
        found = read(uvtt(line_of_sight=[ring[:3], ring], objects_line_of_sight=[ring, ring[:3]]))
        assert [len(wall) for wall in found.walls[:2]] == [3, 4]
        assert [len(wall["points"]) for wall in found.walls[2:]] == [4, 4]

    @pytest.mark.parametrize(
        ("portals", "first", "second"),
        [
            ("as_drawn", {"kind": "door"}, {"kind": "door", "open": True}),
            ("closed", {"kind": "door"}, {"kind": "door"}),
            ("open", {"kind": "door", "open": True}, {"kind": "door", "open": True}),
            ("windows", {"kind": "door"}, {"kind": "window"}),
        ],
    )
    def test_doors(self, portals, first, second):
        bounds = [spot(0, 0), spot(1, 0)]
        doors = [{"bounds": bounds, "closed": closed} for closed in (True, False)]
        found = read(uvtt(portals=doors), portals=portals)
        assert [{k: v for k, v in w.items() if k in ("kind", "open")} for w in found.walls] == [first, second]

    def test_noise_is_rounded_so_that_walls_meet(self):
        line = [[spot(0, 0), spot(0.30000000000000004, 1)], [spot(0.2999999, 1), spot(5, 5)]]
        walls = read(uvtt(line_of_sight=line)).walls
        assert walls[0][1] == walls[1][0] == [Decimal("0.3"), 1]
        exact = read(uvtt(line_of_sight=line), snap=False).walls
        assert exact[0][1] == [Decimal("0.30000000000000004"), 1]

    def test_what_is_missing_is_named_and_what_is_too_short_dropped(self):
        data = uvtt(line_of_sight=[[spot(1, 1)], [spot(0, 0), spot(1, 0)]])
        del data["portals"]
        found = read(data)
        assert len(found.walls) == 1
        assert any("portals" in note for note in found.notes)
        assert any("objects_line_of_sight" in note for note in found.notes)
        assert any("line_of_sight[0]" in note for note in found.notes)

    def test_a_large_picture_is_no_burden(self, tmp_path):
        picture = base64.b64encode(bytes(range(256)) * 60_000).decode()
        file = tmp_path / "large.dd2vtt"
        file.write_text(json.dumps(uvtt(image=picture, line_of_sight=[[spot(0, 0), spot(1, 0)]])))
        assert len(read_map(file).walls) == 1

    @pytest.mark.parametrize(
        ("change", "field", "expected"),
        [
            ({"line_of_sight": [[spot("1", 0), spot(1, 1)]]}, "line_of_sight[0][0].x", "a number"),
            ({"line_of_sight": [[spot(True, 0), spot(1, 1)]]}, "line_of_sight[0][0].x", "a decimal number"),
            ({"line_of_sight": [[spot(1e9, 0), spot(1, 1)]]}, "line_of_sight[0][0].x", "within"),
            ({"line_of_sight": [[[1, 2], [3, 4]]]}, "line_of_sight[0][0]", "a point with x and y"),
            ({"line_of_sight": [5]}, "line_of_sight[0]", "a list of points"),
            ({"line_of_sight": {"x": 1}}, "line_of_sight", "a list"),
            ({"portals": [{"bounds": [spot(0, 0)]}]}, "portals[0].bounds", "a list of two points"),
            (
                {"portals": [{"bounds": [spot(0, 0), spot(1, 0)], "closed": "yes"}]},
                "portals[0].closed",
                "true or false",
            ),
            ({"resolution": {"map_origin": spot(0, 0)}}, "resolution.map_size", "a mapping"),
            ({"resolution": {"map_size": spot(0, 5)}}, "resolution.map_size.x", "a size above 0"),
            ({"resolution": {"map_size": spot(5, 10**6)}}, "resolution.map_size.y", "up to 1000 cells"),
            ({"resolution": None}, "resolution", "a mapping"),
        ],
    )
    def test_mistakes_are_told_with_their_field(self, change, field, expected):
        with pytest.raises(BadFile) as error:
            read(uvtt(**change))
        line = next(line for line in str(error.value).splitlines() if f" {field}:" in line)
        assert line.startswith("map.json:1:")
        assert expected in line

    def test_of_very_many_mistakes_only_the_first_are_looked_for(self):
        with pytest.raises(BadFile) as error:
            read(uvtt(line_of_sight=[[[]] * 20_000]))
        assert str(error.value).endswith(": and 900 more mistakes")


class TestDungeon:
    """One Page Dungeon."""

    def test_walls_are_the_edges_of_floor_joined_and_shifted(self):
        found = read({"rects": [{"x": -3, "y": 2, "w": 2, "h": 1}, {"x": -1, "y": 2, "w": 1, "h": 1}], "doors": []})
        assert found.size == (3, 1)
        assert sorted(found.walls) == [[[0, 0], [0, 1]], [[0, 0], [3, 0]], [[0, 1], [3, 1]], [[3, 0], [3, 1]]]

    def test_doors_hang_where_one_enters(self):
        rects = [{"x": 0, "y": 0, "w": 5, "h": 5}]
        doors = [
            {"x": 1, "y": 1, "dir": spot(across, down), "type": 1}
            for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1))
        ]
        found = read({"rects": rects, "doors": doors})
        assert [wall["points"] for wall in found.walls[4:]] == [
            [[1, 1], [1, 2]],
            [[2, 1], [2, 2]],
            [[1, 1], [2, 1]],
            [[1, 2], [2, 2]],
        ]

    @pytest.mark.parametrize(
        ("kind", "becomes"),
        [
            (0, None),
            (1, "door"),
            (2, None),
            (3, None),
            (4, "portcullis"),
            (5, "door"),
            (6, "door"),
            (7, "door"),
            (8, None),
        ],
    )
    def test_kinds_of_door(self, kind, becomes):
        doors = [{"x": 0, "y": 0, "dir": spot(1, 0), "type": kind}]
        found = read({"rects": [{"x": 0, "y": 0, "w": 1, "h": 1}], "doors": doors})
        assert [wall["kind"] for wall in found.walls[4:]] == ([becomes] if becomes else [])

    def test_columns_stand_in_their_cell_or_where_a_round_room_puts_them(self):
        rects = [{"x": 2, "y": 2, "w": 6, "h": 6, "rotunda": True}]
        found = read({"rects": rects, "doors": [], "columns": [spot(3, 4), spot(5.25, 4.5)]})
        first, second = (wall["points"] for wall in found.walls[4:])
        assert first == [[1.25, 2.25], [1.75, 2.25], [1.75, 2.75], [1.25, 2.75], [1.25, 2.25]]
        assert second[0] == [3, Decimal("2.25")]

    @given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20))
    def test_joined_walls_are_the_same_edges(self, floor):
        edges = set(borders(floor))
        assert len(edges) == len(list(borders(floor)))
        pieces = set()
        for (x, y), (to_x, to_y) in joined(edges):
            steps = max(to_x - x, to_y - y)
            across, down = (to_x > x), (to_y > y)
            pieces |= {
                ((x + n * across, y + n * down), (x + n * across + across, y + n * down + down)) for n in range(steps)
            }
        assert pieces == edges

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"rects": []}, "rects"),
            ({"rects": [{"x": 0, "y": 0, "w": 10**9, "h": 1}]}, "rects[0]"),
            ({"rects": [{"x": 0, "y": 0, "w": 1000, "h": 1000}]}, "rects[0]"),
            ({"rects": [{"x": 0.5, "y": 0, "w": 1, "h": 1}]}, "rects[0].x"),
            ({"rects": [{"x": "0", "y": 0, "w": 1, "h": 1}]}, "rects[0].x"),
            ({"doors": [{"x": 0, "y": 0, "dir": spot(1, 1), "type": 1}]}, "doors[0]"),
            ({"doors": [{"x": 0, "y": 0, "dir": spot(1, 0), "type": 77}]}, "doors[0]"),
        ],
    )
    def test_mistakes(self, change, field):
        with pytest.raises(BadFile, match=rf" {field.replace('[', '.').replace(']', '.')}:"):
            read({"rects": [{"x": 0, "y": 0, "w": 2, "h": 2}], "doors": [], **change})


def foundry(**fields: Any) -> dict[str, Any]:
    """A scene of 10 x 8 cells of 100 pixels; padding puts a rim of 3 and 2 cells round it."""
    grid = {"type": 1, "size": 100}
    return {
        "name": "Hall",
        "width": 1000,
        "height": 800,
        "padding": 0.25,
        "grid": grid,
        "walls": [],
        "tokens": [],
        **fields,
    }


class TestFoundry:
    """Foundry scenes."""

    def wall(self, **fields: Any) -> list[Any]:
        return list(read(foundry(walls=[{"c": [300, 200, 500, 200], **fields}])).walls)

    def test_pixels_less_the_rim_are_cells(self):
        found = read(foundry(walls=[{"c": [300, 200, 550, 400], "sight": 20}]))
        assert found.size == (10, 8)
        assert found.walls == [[[0, 0], [Decimal("2.5"), 2]]]
        assert found.title == "Hall"

    @pytest.mark.parametrize(
        ("fields", "becomes"),
        [
            ({"sight": 20}, "wall"),
            ({"sight": 0, "move": 20}, None),
            ({"sight": 10}, "limited"),
            ({"sight": 30}, None),
            ({"sight": 40}, None),
            ({"sense": 0}, None),
            ({"sense": 1}, "wall"),
            ({"sense": 2}, "limited"),
            ({"sight": 20, "door": 1, "ds": 0}, "door"),
            ({"sight": 20, "door": 2, "ds": 2}, "door"),
            ({"sight": 20, "door": 1, "ds": 1}, "open door"),
            ({"sight": 20, "dir": 1}, "left"),
            ({"sight": 20, "dir": 2}, "right"),
        ],
    )
    def test_what_stops_sight(self, fields, becomes):
        (wall,) = self.wall(**fields) or [None]
        if isinstance(wall, dict):
            found = f"{'open ' if wall.get('open') else ''}{wall.get('kind', wall.get('stops'))}"
        else:
            found = wall and "wall"
        assert found == becomes

    def test_the_grid_as_a_number_up_to_version_9(self):
        old = foundry(grid=100, gridType=1, walls=[{"c": [300, 200, 500, 200], "sense": 1}])
        assert read(old).walls == [[[0, 0], [2, 0]]]

    def test_tokens_stand_on_the_nearest_cells_with_ids_of_their_own(self):
        tokens = [
            {"name": "Giant Rat", "x": 400, "y": 300, "width": 1, "height": 1, "disposition": -1},
            {"name": "Giant Rat", "x": 548, "y": 300, "width": 2, "height": 2, "disposition": 1},
        ]
        assert read(foundry(tokens=tokens)).tokens == [
            {"id": "giant_rat", "side": "hostile", "cell": [1, 1]},
            {"id": "giant_rat_2", "side": "friendly", "cell": [2, 1], "size": [2, 2]},
        ]

    def test_one_scene_of_a_pack(self, tmp_path):
        file = tmp_path / "pack.db"
        file.write_text("\n".join(json.dumps(foundry(name=name)) for name in ("Hall", "Cellar")))
        assert read_map(file, How(scene="Cellar")).title == "Cellar"
        with pytest.raises(BadFile, match="2 scenes and none chosen; scenes: Hall, Cellar"):
            read_map(file)
        with pytest.raises(BadFile, match="did you mean"):
            read_map(file, How(scene="Celar"))

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"grid": {"type": 2, "size": 100}}, "grid"),
            ({"grid": {"type": 1, "size": 0}}, "grid.size"),
            ({"width": "wide"}, "width"),
            ({"walls": [{"c": [1, 2, 3]}]}, r"walls.0..c"),
            ({"walls": [{"c": [1, 2, 3, "4"]}]}, r"walls.0..c.3."),
            ({"walls": [{"c": [1, 2, 3, 4], "sight": "20"}]}, r"walls.0..sight"),
            ({"tokens": [{"name": "x"}]}, r"tokens.0..x"),
        ],
    )
    def test_mistakes(self, change, field):
        with pytest.raises(BadFile, match=f" {field}:"):
            read(foundry(**change))


class TestHostile:
    """Files that are no maps, or meant to hurt: refused at once."""

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "{",
            '{"line_of_sight": [',
            "[1, 2, 3]",
            '{"something": "else"}',
            '{"line_of_sight": [[{"x": NaN, "y": 1}]]}',
            '{"line_of_sight": [[{"x": 1e999999999, "y": 1}]]}',
            '{"line_of_sight": ' + "[" * 5000 + "]" * 5000 + "}",
            '{"line_of_sight": [[' + '{"x": 1, "y": 2},' * 200_000 + '{"x": 1, "y": 2}]]}',
            '{"a": 1, "a": 2, "rects": []}',
            "not a map at all",
        ],
        ids=range(11),
    )
    def test_refused_with_a_place(self, text, tmp_path):
        file = tmp_path / "map.dd2vtt"
        file.write_text(text)
        with pytest.raises(BadFile) as error:
            read_map(file)
        assert str(error.value).startswith(f"{file}:")

    VALUES = st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["x", "y", "c", "w", "h"]), inner),
    )

    @given(VALUES)
    def test_any_value_in_place_of_a_field_is_read_or_refused(self, value):
        for whole, names in (
            (uvtt(), ("line_of_sight", "portals", "resolution")),
            (foundry(), ("walls", "tokens", "grid")),
        ):
            for name in names:
                with suppress(BadFile):
                    assert read({**whole, name: value}).size[0] > 0


class TestScenario:
    """Scenarios that name a map, or are made from one."""

    def test_a_scenario_with_an_imported_map(self, tmp_path):
        line = [[spot(3, 0), spot(3, 8)]]
        (tmp_path / "hall.uvtt").write_text(json.dumps(uvtt(line_of_sight=line)))
        file = tmp_path / "fight.yaml"
        head = "format: enfilade/scenario/1\nruleset: lineofattack\nmap: {import: hall.uvtt}\n"
        file.write_text(head + "walls: [[[1, 0], [1, 1]]]\ntokens: [{id: a, cell: [0, 0]}, {id: t, cell: [5, 0]}]\n")
        battle = load(file)
        assert [wall.name for wall in battle.state.walls] == ["wall 1", "wall 2"]
        assert battle.scenario["map"] == {"size": [10, 8], "source": "hall.uvtt"}
        ruling = battle.judge(battle.candidates()[0])
        assert ruling.readings["imported_decimals"] == "snap"

    @pytest.mark.parametrize(
        ("named", "words"),
        [("missing.uvtt", "no such file"), ("/etc/passwd", "a relative path"), ("broken.uvtt", "broken.uvtt")],
    )
    def test_a_map_that_cannot_be_read_is_a_mistake_at_its_field(self, named, words, tmp_path):
        (tmp_path / "broken.uvtt").write_text('{"line_of_sight": 5}')
        file = tmp_path / "fight.yaml"
        file.write_text(f"format: enfilade/scenario/1\nruleset: lineofattack\nmap: {{import: {named}}}\ntokens: []\n")
        with pytest.raises(BadFile) as error:
            load(file)
        assert str(error.value).startswith(f"{file}:3:15 map.import:")
        assert words in str(error.value)

    def test_a_map_printed_as_a_scenario_is_the_same_map(self):
        doors = [{"bounds": [spot(1.5, 2), spot(2.5, 2)], "closed": True}]
        found = read(uvtt(line_of_sight=[[spot(0.125, 0), spot(1 / 3, 7)]], portals=doors))
        state = load(scenario_text(found)).state
        assert [wall.name for wall in state.walls] == ["wall 1", "door 1"]
        assert state.cells(state.walls[0].start) == (Decimal("0.125"), 0)
        assert state.size == (10, 8)

    def test_a_large_map_is_printed_as_json(self):
        lines = [[spot(n % 9, n / 500), spot(n % 9 + 1, n / 500)] for n in range(2_000)]
        text = scenario_text(read(uvtt(line_of_sight=lines)))
        assert text.startswith("{")
        assert len(load(text).state.walls) == 2_000


@pytest.mark.skipif(not REAL_MAPS, reason="no folder of real maps: name one in ENFILADE_MAPS")
@pytest.mark.parametrize("file", REAL_MAPS, ids=lambda file: file.name)
def test_real_maps_load_draw_and_judge(file):
    found = read_map(file)
    state = load(scenario_text(found)).state
    assert state.walls
    data = {"format": "enfilade/scenario/1", "ruleset": "lineofattack", **found.fields()}
    width, depth = (int(length) for length in found.size)
    cells = [(width * n // 7, depth * (n * n % 5) // 5) for n in range(6)]
    data["tokens"] = [{"id": f"t{n}", "side": "ab"[n % 2], "cell": list(cell)} for n, cell in enumerate(cells)]
    from enfilade.files.writing import write

    battle = load(write(data))
    rulings = [battle.judge(action) for action in battle.candidates()]
    assert len(rulings) >= 18
    judged = next(ruling for ruling in rulings if ruling.evidence)
    assert draw(battle.ruleset.scene(battle.state, judged), judged).svg.count("<path") > 20
