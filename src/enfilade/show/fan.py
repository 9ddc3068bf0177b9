"""A fan: everything that one attacker's rulings point at, on one battlefield."""

from collections.abc import Sequence
from dataclasses import replace

from enfilade.referee import Ruling, Scene, Translator, phrase, same
from enfilade.show.words import title_text

OUTLINES = frozenset({"unit", "token", "tray"})
LINES = frozenset({"line_free", "line_blocked", "blocker"})


def fan(scene: Scene, rulings: Sequence[Ruling], translate: Translator = same) -> Scene:
    """The scene with the sight lines of all these rulings on it, and a title that counts the targets."""
    shapes = [shape for ruling in rulings for shape in ruling.evidence if shape.role in LINES]
    drawn = tuple(dict.fromkeys(shapes))
    targets = dict.fromkeys(ruling.action.get("target") for ruling in rulings)
    legal = dict.fromkeys(ruling.action.get("target") for ruling in rulings if ruling.legal)
    attacker = str(rulings[0].action.get("attacker")) if rulings else ""
    facts = {"attacker": attacker, "legal": len(legal), "all": len(targets)}
    count = phrase("{attacker} may attack {legal} of {all}", facts, translate)
    title = f"{title_text(scene.title, translate)}: {count}".removeprefix(": ")
    outline = [replace(s, role="attacker", label="") for s in scene.shapes if s.of == attacker and s.role in OUTLINES]
    return replace(scene, shapes=(*scene.shapes, *drawn, *outline), title=title)
