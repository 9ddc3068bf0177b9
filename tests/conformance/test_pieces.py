"""Where everything stands, by the pieces, is what the scene draws: in every position, and all through a battle."""

import json
import math
import re

import pytest
from shapely import MultiPoint, Point
from tests.conformance.positions import Position, in_every_position, played, present, shipped

from enfilade.battle import Battle
from enfilade.referee import Piece, Scene

OUTLINES = ("tray", "unit", "token")
"""What the scenes call the outlines of units and tokens."""

on_every_battle = pytest.mark.parametrize(
    "file", [file for name in present() for file in shipped(name)], ids=lambda file: f"{file.parent.name}/{file.name}"
)


def agree(battle: Battle) -> None:
    """The pieces of a battle and its scene tell the same."""
    pieces, scene = battle.ruleset.pieces(battle.state), battle.scene()
    by_name = {piece.id: piece for piece in pieces}
    assert len(by_name) == len(pieces)
    outlines = [shape for shape in scene.shapes if shape.role in OUTLINES and shape.shape == "polygon"]
    drawn = {shape.of for shape in outlines}
    there = {piece.id for piece in pieces if not piece.gone}
    placed = {piece.id for piece in pieces if piece.at or piece.area}
    assert placed <= drawn <= there
    assert all(shape.side == by_name[shape.of].side for shape in outlines)
    for piece in pieces:
        assert piece.id in there or (piece.at, piece.area, piece.turns) == (None, None, False)
        assert not re.search(r"[{}]", piece.strength())
        assert json.loads(json.dumps(piece.json(), allow_nan=False))["strength"] == piece.strength()
        if piece.id in placed:
            inside(piece, scene)


def inside(piece: Piece, scene: Scene) -> None:
    """A piece stands where its outline is drawn, in its area, and looks where its arrow points."""
    own = [point for shape in scene.shapes if shape.of == piece.id and shape.role in OUTLINES for point in shape.points]
    outline = MultiPoint(own).convex_hull
    if piece.at:
        assert outline.buffer(2e-4).covers(Point(piece.at)), piece
    if piece.area:
        areas = [shape for shape in scene.shapes if shape.role == "area" and shape.of == piece.area]
        assert MultiPoint(areas[0].points).convex_hull.covers(outline), piece
    if piece.turns:
        (x, y), (far_x, far_y) = next(s.points for s in scene.shapes if s.role == "facing" and s.of == piece.id)
        seen = math.degrees(math.atan2(far_x - x, far_y - y))
        assert piece.facing is not None
        assert abs((seen - piece.facing + 180) % 360 - 180) < 0.1, piece


@in_every_position
def test_pieces_and_scene_agree(position: Position):
    agree(position.battle)


@on_every_battle
def test_pieces_and_scene_agree_after_every_event(file):
    battles = played(file)
    for battle in battles[:: max(1, len(battles) // 40)]:
        agree(battle)
        ids = {piece.id for piece in battle.ruleset.pieces(battle.state)}
        assert ids == {piece.id for piece in battles[0].ruleset.pieces(battles[0].state)}, "a piece is never lost"
