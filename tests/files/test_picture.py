"""The picture of a map: shown under a drawing at its place, checked before it is, and never kept."""

import base64
import json
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from enfilade.cli import main
from enfilade.files.picture import MOST_PICTURE, Backdrop, backdrop, picture
from enfilade.files.record import save
from enfilade.files.scenario import load


def png(width: int = 4, height: int = 3) -> bytes:
    """A picture of a few grey pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(b"".join(b"\0" + bytes(range(width)) for _ in range(height))))
    return b"\x89PNG\r\n\x1a\n" + head + pixels + chunk(b"IEND", b"")


PNG = png()
SCENARIO = """format: enfilade/scenario/1
ruleset: lineofattack
map: {import: hall.dd2vtt}
tokens: [{id: a, side: x, cell: [0, 1]}, {id: t, side: y, cell: [5, 1]}]
"""


def written(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def hall(image: Any = None, **fields: Any) -> str:
    """A map of 6 by 4 cells whose origin is (2, 1); its text."""
    resolution = {"map_size": {"x": 6, "y": 4}, "map_origin": {"x": 2, "y": 1}}
    lines = [[{"x": 5, "y": 1}, {"x": 5, "y": 3}]]
    image = written(PNG) if image is None else image
    return json.dumps({"resolution": resolution, "line_of_sight": lines, "portals": [], "image": image, **fields})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hall.dd2vtt").write_text(hall())
    (tmp_path / "hall.battle.yaml").write_text(SCENARIO)
    return tmp_path


def drawn(folder: Path, *more: str) -> str:
    assert main(["draw", str(folder / "hall.battle.yaml"), "-o", str(folder / "out.svg"), *more]) == 0
    return (folder / "out.svg").read_text("utf-8")


def test_the_picture_covers_the_map_from_its_origin(folder):
    assert picture(folder / "hall.dd2vtt") == (Backdrop("image/png", PNG, 6.0, 4.0), "")


@pytest.mark.parametrize("more", [(), ("--attacker", "a", "--target", "t"), ("--fan", "a")])
def test_a_drawing_shows_it_under_the_walls_and_just_as_large_as_the_map(folder, more):
    svg = drawn(folder, *more)
    found = re.search(r'<image x="(\S+)" y="(\S+)" preserveAspectRatio="none" width="(\S+)" height="(\S+)" href="', svg)
    table = re.search(r'<g class="table">.*?d="M(\S+),(\S+) (\S+),\S+ \S+,(\S+) ', svg)
    assert found
    assert table
    left, top, right, bottom = map(float, table.groups())
    assert [float(value) for value in found.groups()] == pytest.approx(
        [left, top, right - left, bottom - top], abs=0.02
    )
    assert f'href="data:image/png;base64,{written(PNG)}"' in svg
    assert svg.index("<image") < svg.index('class="wall"')


def test_an_imported_scenario_finds_the_picture_of_its_map(folder):
    (folder / "made").mkdir()
    made = folder / "made" / "hall.battle.yaml"
    assert main(["import", str(folder / "hall.dd2vtt"), "-o", str(made)]) == 0
    assert '"source": "../hall.dd2vtt"' in made.read_text("utf-8")
    assert "<image" in drawn(folder / "made")


def test_it_is_neither_judged_nor_recorded(folder):
    battle = load(folder / "hall.battle.yaml")
    save(battle, folder / "hall.jsonl")
    assert written(PNG)[:40] not in (folder / "hall.jsonl").read_text("utf-8")
    assert written(PNG)[:40] not in repr(battle)
    (folder / "hall.dd2vtt").write_text(hall(image=""))
    assert load(folder / "hall.battle.yaml") == battle


@pytest.mark.parametrize("data", [PNG, b"\xff\xd8\xff\xe0 and so on", b"RIFF\x10\0\0\0WEBPVP8 "])
def test_three_kinds_are_known(tmp_path, data):
    (tmp_path / "x.uvtt").write_text(hall(written(data)))
    found, _ = picture(tmp_path / "x.uvtt")
    assert found
    assert found.data == data


@pytest.mark.parametrize(
    ("image", "words"),
    [
        ("", ""),
        (written(b"<svg onload='x'/>"), "no PNG, WebP or JPEG"),
        (written(b"GIF89a"), "no PNG, WebP or JPEG"),
        ("AAA", "no base64"),
        ("https://example.org/map/png", ""),
        ({"src": "x.png"}, ""),
        (written(PNG + b"\0" * MOST_PICTURE), f"more than {MOST_PICTURE:,} bytes"),
    ],
)
def test_what_is_no_picture_is_left_out_and_said(folder, capsys, image, words):
    (folder / "hall.dd2vtt").write_text(hall(image))
    assert "<image" not in drawn(folder)
    said = capsys.readouterr().err
    assert words in said
    assert bool(said) == bool(words)


def test_only_the_field_of_the_map_itself_is_its_picture(tmp_path):
    (tmp_path / "x.uvtt").write_text(hall("", other={"image": written(PNG)}))
    assert picture(tmp_path / "x.uvtt") == (None, "")


def test_a_map_without_a_size_has_no_place_for_a_picture(tmp_path):
    (tmp_path / "x.uvtt").write_text(hall(resolution={}))
    found, words = picture(tmp_path / "x.uvtt")
    assert found is None
    assert "how many cells" in words


@pytest.mark.parametrize(
    ("source", "words"), [("/etc/hall.dd2vtt", "not named from the folder"), ("gone.dd2vtt", "no such file"), (5, "")]
)
def test_a_map_that_is_not_there_is_said(tmp_path, source, words):
    found, said = backdrop({"ruleset": "lineofattack", "map": {"source": source}}, tmp_path)
    assert found is None
    assert words in said


def test_the_picture_of_a_foundry_scene_is_elsewhere(tmp_path, capsys):
    scene = {"name": "x", "width": 140, "height": 140, "padding": 0, "grid": {"size": 70, "type": 1}, "walls": []}
    (tmp_path / "x.json").write_text(json.dumps({**scene, "tokens": [], "background": {"src": "maps/x.webp"}}))
    assert main(["import", str(tmp_path / "x.json"), "-o", str(tmp_path / "x.yaml")]) == 0
    assert "the picture of the scene lies in another file; it is left out" in capsys.readouterr().out
