"""Small battlefields and rulings for the show room: real ones of the first ruleset, and scenes made by hand."""

from functools import cache
from math import cos, radians, sin
from pathlib import Path
from xml.etree import ElementTree

from enfilade.battle import Battle
from enfilade.files.scenario import load
from enfilade.referee import Action, Scene, Shape

SVG = "{http://www.w3.org/2000/svg}"

REAR = """
format: enfilade/scenario/1
ruleset: runewars
title: Struck in the rear
sides: {d: Daqan Lords, w: Waiqar}
units:
  - {id: reanimates, side: w, profile: Reanimates, ranks: ["44", "2."], position: [10, 6], facing: 0}
  - {id: spearmen, side: d, profile: Spearmen, ranks: ["444"], position: [9.5, 4.5], facing: 0}
  - {id: archers, side: w, profile: Reanimate Archers, ranks: ["44", "44"], position: [15, 9], facing: 210}
"""

STRUCK = Action.of("melee", attacker="reanimates", target="spearmen", edge="rear")
FLANKING = Action.of("melee", attacker="spearmen", target="reanimates", edge="front")
APART = Action.of("melee", attacker="archers", target="spearmen")
SHOT = Action.of("ranged", attacker="archers", target="spearmen")


@cache
def rear() -> Battle:
    return load(REAR)


def saved(folder: Path) -> str:
    file = folder / "rear.battle.yaml"
    file.write_text(REAR, "utf-8")
    return str(file)


def turned(centre: tuple[float, float], degrees: float, points: list[tuple[float, float]]) -> tuple:
    """Points about a centre, turned clockwise."""
    turn = radians(-degrees)
    x, y = centre
    return tuple((x + a * cos(turn) - b * sin(turn), y + a * sin(turn) + b * cos(turn)) for a, b in points)


def unit(name: str, side: str, centre: tuple[float, float], degrees: float = 0.0, half: float = 1.0) -> list[Shape]:
    """A square unit with a facing."""
    corners = turned(centre, degrees, [(-half, -half), (half, -half), (half, half), (-half, half)])
    arrow = turned(centre, degrees, [(0, half), (0, half + 0.3)])
    return [
        Shape("polygon", corners, "unit", name, name, side),
        Shape("line", arrow, "facing", "", name, side),
    ]


def field(*shapes: Shape, width: float = 40.0, depth: float = 30.0, title: str = "", y_up: bool = True) -> Scene:
    return Scene(width, depth, "in", y_up, tuple(shapes), title)


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in read(svg).iter(f"{SVG}text")]
