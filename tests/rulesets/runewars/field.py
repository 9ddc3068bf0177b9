"""Small positions for the tests, and units laid edge to edge at any angle of the table."""

from math import cos, radians, sin
from typing import Any, NamedTuple

from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon

from enfilade.battle import Battle
from enfilade.dice import follow
from enfilade.referee import Action
from enfilade.rulesets import load
from enfilade.rulesets.runewars.documents import Library, Scenario

RUNEWARS = load("runewars")
TURNS = {"front": 0, "right": 90, "rear": 180, "left": 270}
MIDDLE = (28.0, 28.0)
ROOM = {"width": "12ft", "depth": "12ft", "tray": "2.5in", "range": 1, "arc": 45}


def unit(name: str, side: str, profile: Any, ranks: list[str], **more: Any) -> dict[str, Any]:
    return {"id": name, "side": side, "profile": profile, "ranks": ranks, **more}


def battle(*units: dict[str, Any], **more: Any) -> Any:
    """A `Battle` with these units and further fields of the scenario; raises `ScenarioError`."""
    data = {"format": "enfilade/scenario/1", "ruleset": "runewars", "table": ROOM, "units": list(units), **more}
    return Battle(RUNEWARS, data, RUNEWARS.setup(Scenario.model_validate(data)))


def library(**profiles: dict[str, Any]) -> Library:
    return Library.model_validate({"units": profiles})


def duel(attacker: Any, target: Any, ranks: tuple[list[str], list[str]], **more: Any) -> Any:
    """An attacker `a` whose front touches the front of a target `t`, as stated."""
    contacts = [{"unit": "a", "edge": "front", "enemy": "t"}]
    return battle(unit("a", "x", attacker, ranks[0]), unit("t", "y", target, ranks[1]), contacts=contacts, **more)


def story(dice: Any, *answers: Any) -> Any:
    """The attack with these answers, as far as they reach."""
    return follow(dice, answers)


def melee(attacker: str = "a", target: str = "t", edge: str | None = None, **more: Any) -> Action:
    return Action.of("melee", attacker=attacker, target=target, edge=edge, **more)


def shot(attacker: str = "a", target: str = "t") -> Action:
    return Action.of("ranged", attacker=attacker, target=target)


# Two units that touch -------------------------------------------------------------------------------------------


class Laid(NamedTuple):
    """A unit in the middle with its front to the north, and a whole block of an enemy flush with one of its trays.

    Lengths are in trays from the unit's middle; `at` and `facing` are the enemy's.
    """

    ranks: tuple[str, ...]
    width: int
    depth: int
    at: tuple[float, float]
    facing: int

    def scenario(self, turned: float = 0.0, shifted: tuple[float, float] = (0.0, 0.0)) -> list[dict[str, Any]]:
        """The two units as `a` and `t`, the whole table turned about the unit and shifted."""
        x, y = MIDDLE[0] + shifted[0], MIDDLE[1] + shifted[1]
        east, north = spin(self.at, turned)
        there = [round(x + east, 5), round(y + north, 5)]
        enemy = ["4" * self.width] * self.depth
        return [
            unit("a", "x", "Reanimates", list(self.ranks), position=[round(x, 5), round(y, 5)], facing=turned % 360),
            unit("t", "y", "Spearmen", enemy, position=there, facing=(self.facing + turned) % 360),
        ]

    def mirrored(self) -> "Laid":
        """Left for right."""
        rows = tuple(row[::-1] for row in self.ranks)
        return Laid(rows, self.width, self.depth, (-self.at[0], self.at[1]), -self.facing % 360)

    def trays(self) -> dict[str, Polygon]:
        """The trays of the unit by name."""
        width, depth = len(self.ranks[0]), len(self.ranks)
        return {
            f"{rank + 1}.{file + 1}": block((file + 0.5 - width / 2, depth / 2 - rank - 0.5), 1, 1)
            for rank, row in enumerate(self.ranks)
            for file, sign in enumerate(row)
            if sign != "."
        }

    def enemy(self) -> Polygon:
        return block(self.at, self.width, self.depth, self.facing)


def spin(point: tuple[float, float], degrees: float) -> tuple[float, float]:
    """A point turned clockwise about the origin."""
    turn, (x, y) = radians(degrees), point
    return x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)


def block(middle: tuple[float, float], width: float, depth: float, facing: float = 0) -> Polygon:
    corners = [(-width / 2, depth / 2), (width / 2, depth / 2), (width / 2, -depth / 2), (-width / 2, -depth / 2)]
    turned = (spin(corner, facing) for corner in corners)
    return Polygon([(middle[0] + x, middle[1] + y) for x, y in turned])


def side(tray: Polygon, edge: str) -> LineString:
    """One side of a tray that looks north."""
    left, bottom, right, top = tray.bounds
    ends = {
        "front": ((left, top), (right, top)),
        "rear": ((left, bottom), (right, bottom)),
        "left": ((left, bottom), (left, top)),
        "right": ((right, bottom), (right, top)),
    }
    return LineString(ends[edge])


@st.composite
def formations(draw: st.DrawFn, widest: int = 4, deepest: int = 3) -> tuple[str, ...]:
    """Full ranks of infantry, and perhaps a partial one at the back."""
    width = draw(st.integers(1, widest))
    rows = ["4" * width] * draw(st.integers(1, deepest))
    present = draw(st.lists(st.booleans(), min_size=width, max_size=width))
    if any(present) and not all(present):
        rows.append("".join("3" if there else "." for there in present))
    return tuple(rows)


@st.composite
def laid(draw: st.DrawFn) -> Laid:
    """A unit and an enemy along some outer side of one of its trays, clear of all of them."""
    ranks = draw(formations())
    width, depth = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    bare = Laid(ranks, width, depth, (0.0, 0.0), 0).trays()
    whole = list(bare.values())
    outer = [
        (name, edge)
        for name, tray in bare.items()
        for edge in TURNS
        if not any(other.buffer(1e-6).covers(side(tray, edge)) for other in whole if other is not tray)
    ]
    name, edge = draw(st.sampled_from(outer))
    enemy_edge = draw(st.sampled_from(list(TURNS)))
    half = (depth if enemy_edge in ("front", "rear") else width) / 2
    along = draw(st.integers(-8, 8)) / 4
    x, y = side(bare[name], edge).centroid.coords[0]
    ahead, aside = spin((0, half), TURNS[edge]), spin((along, 0), TURNS[edge])
    at = (round(x + ahead[0] + aside[0], 6), round(y + ahead[1] + aside[1], 6))
    return Laid(ranks, width, depth, at, (TURNS[edge] + 180 - TURNS[enemy_edge]) % 360)


def clear(found: Laid) -> bool:
    """Whether no tray lies under the enemy."""
    enemy = found.enemy()
    return all(enemy.intersection(tray).area < 1e-9 for tray in found.trays().values())
