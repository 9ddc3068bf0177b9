"""How each thing looks: one row for each role a shape can have, one for each side.

Sides differ in hatch, badge and letter as well as in colour, and the two colours stay apart for every kind of
colour blindness; free and blocked lines differ in dash and in the cross as well.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

INK, QUIET, PAPER, TABLE = "#1d1d1b", "#6b675e", "#ffffff", "#f6f2e8"
LEGAL, REFUSED = "#00665c", "#a8320a"


class Side(NamedTuple):
    """The look of one player's force: dark and pale colour, hatch pattern (the inside of an SVG pattern), badge."""

    dark: str
    pale: str
    hatch: str
    badge: str  # circle, square, diamond or hexagon


SIDES = (
    Side("#0b5394", "#d8e7f6", '<path d="M-2,2L2,-2M0,8L8,0M6,10L10,6" stroke="#0b5394" stroke-width="1"/>', "circle"),
    Side("#b34700", "#fbe3d0", '<circle cx="2" cy="2" r="1.1" fill="#b34700"/>', "square"),
    Side("#3d6b1f", "#e2efd6", '<path d="M0,4H8" stroke="#3d6b1f" stroke-width="1"/>', "diamond"),
    Side("#7a3e8e", "#efe0f4", '<path d="M4,0V8" stroke="#7a3e8e" stroke-width="1"/>', "hexagon"),
)
# A side that is called by a colour has that one, or the nearest of the four.
CALLED = MappingProxyType(
    {
        **dict.fromkeys(("blue", "bleu", "blu"), 0),
        **dict.fromkeys(("red", "orange", "rouge", "rosso", "rossi"), 1),
        **dict.fromkeys(("green", "vert", "verde"), 2),
        **dict.fromkeys(("purple", "violet", "viola"), 3),
    }
)
NEUTRAL = Side("#55524a", "#e9e6de", "", "circle")


class Style(NamedTuple):
    """How a role is drawn. "dark", "pale" and "hatch" are the side's; `casing` is a white rim that lifts a line."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 1.0
    dash: str = ""
    opacity: float = 1.0
    casing: float = 0.0
    legend: str = ""


ROLES: Mapping[str, Style] = MappingProxyType(
    {
        "table": Style(TABLE, "#8d8778", 1.5),
        "terrain": Style("#d9d5c3", "#857d66", 1.5, legend="terrain"),
        "wall": Style("none", "#2b2a27", 3.0, legend="wall"),
        "door": Style("none", "#8a6a2f", 3.0, "2 2", legend="door"),
        "obstacle": Style("#e4dcc4", "#8a7440", 2.0, legend="obstacle"),
        "obstacle_low": Style("#efe9d8", "#a08c5b", 1.5, "2 2", legend="low obstacle"),
        "obstacle_medium": Style("#e4dcc4", "#8a7440", 2.0, "6 2", legend="medium obstacle"),
        "obstacle_high": Style("#d3c59a", "#6b5722", 2.5, legend="high obstacle"),
        "arc": Style("#e9c46a", "#8a6d1a", 1.0, "7 3", 0.28, legend="arc"),
        "range": Style("none", "#5b6470", 1.2, "2 4", legend="range"),
        "threat": Style("none", "#7a3e8e", 1.8, "8 3 2 3", legend="threat area"),
        "unit": Style("pale+hatch", "dark", 2.0),
        "token": Style("pale+hatch", "dark", 2.0),
        "tray": Style("pale+hatch", "dark", 1.3),
        "figure": Style("dark", "none", opacity=0.85),
        "facing": Style("none", "dark", 2.2),
        "counted": Style("#f2c230", "#6e5200", 2.6, opacity=0.62, legend="counted"),
        "contacted": Style("none", "#111111", 5.0, casing=3.0, legend="contacted edge"),
        "attacker": Style("none", INK, 2.6, casing=2.0, legend="attacker"),
        "target": Style("none", INK, 2.6, "7 4", casing=2.0, legend="target"),
        "area": Style("#d9d5c3", "#857d66", 1.5, legend="area"),
        "melee": Style("none", "#111111", 5.0, casing=3.0, legend="in melee"),
        "order": Style("none", "dark", 2.2, casing=1.6, legend="order"),
        "line_free": Style("none", "#00796b", 2.0, casing=1.4, legend="free line"),
        "line_blocked": Style("none", "#c2410c", 1.8, "6 4", casing=1.4, legend="blocked line"),
        "blocker": Style("none", "#c2410c", 4.0, casing=1.6, legend="blocks"),
        "point": Style(PAPER, INK, 1.6),
        "corner": Style("#f2c230", INK, 2.0, legend="wall corner"),
        "note": Style("none", QUIET, 1.2, "1 3"),
    }
)


def thin(how: Style) -> Style:
    """The same, half as wide and without a rim."""
    return how._replace(width=how.width / 2, casing=0.0)


# From back to front: what a ruling counts lies under the figures, lines and points over everything.
LAYERS = (
    ("table",),
    ("terrain", "area", "obstacle", "obstacle_low", "obstacle_medium", "obstacle_high"),
    ("arc", "range", "threat", "wall", "door"),
    ("unit", "token"),
    ("tray",),
    ("counted",),
    ("figure", "facing"),
    ("contacted", "melee", "attacker", "target", "blocker"),
    ("line_blocked",),
    ("line_free", "order"),
    ("point", "corner"),
)
_LAYER = {role: at for at, roles in enumerate(LAYERS) for role in roles}
UNKNOWN = Style("none", QUIET, 1.2)


def style(role: str) -> Style:
    """The style of a role; a plain one for a role that no row names."""
    return ROLES.get(role) or ROLES.get(role.partition("_")[0], UNKNOWN)


def layer(role: str) -> int:
    """How far in front a role lies; one that no layer names lies with the figures."""
    return _LAYER.get(role, _LAYER["figure"])


def sides(names: tuple[str, ...]) -> dict[str, tuple[Side, str]]:
    """The look and the letter of each side, in the order in which they appear; red and blue have their own."""
    letters = [name[:1].upper() for name in names]
    if len(set(letters)) < len(letters):
        letters = [str(number) for number in range(1, len(names) + 1)]
    looks = _looks(names)
    return {name: (SIDES[looks[name]], letters[at]) for at, name in enumerate(names)}


def _looks(names: tuple[str, ...]) -> dict[str, int]:
    """Which of the four looks each side has: first those that are called by a colour, then the others in turn."""
    wished: dict[int, str] = {}
    for name in names:
        if (look := CALLED.get(name.lower())) is not None:
            wished.setdefault(look, name)
    called = {name: look for look, name in wished.items()}
    left = [look for look in range(len(SIDES)) if look not in wished] or list(range(len(SIDES)))
    others = [name for name in names if name not in called]
    return called | {name: left[at % len(left)] for at, name in enumerate(others)}


def hatches() -> str:
    """The patterns that fill the trays of each side."""
    patterns = [
        f'<pattern id="{look.badge}-hatch" width="8" height="8" patternUnits="userSpaceOnUse">{look.hatch}</pattern>'
        for look in SIDES
    ]
    return "".join(patterns)
