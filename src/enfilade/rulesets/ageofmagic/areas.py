"""The eight areas: four an army, which touch which, and from which side a charge arrives.

An area is named by its army and its place, "alexander left". Each army's flank faces the other's opposite flank.
"""

from collections.abc import Iterator
from functools import lru_cache

from enfilade.referee import Facts, Words

PLACES = ("right", "centre", "left", "reserve")
FACING = {"right": "left", "centre": "centre", "left": "right"}
FIELD = "field"  # what lies beyond: where routing units go

Sides = tuple[str, str]
Closed = frozenset[frozenset[str]]  # pairs of areas (or an area and the field) that terrain keeps apart


def area(side: str, place: str) -> str:
    """The name of an army's area."""
    return f"{side} {place}"


def said(name: str) -> Words | str:
    """An area in words: whose it is and where; what is no area stays as it is."""
    if " " not in name:
        return name
    return Words("{army} {place}", Facts(army=owner(name), place=place(name)))


def owner(name: str) -> str:
    """The army in whose half an area lies."""
    return name.rpartition(" ")[0]


def place(name: str) -> str:
    """Where in its army's half an area lies: right, centre, left or reserve."""
    return name.rpartition(" ")[2]


def every(sides: Sides) -> tuple[str, ...]:
    """All eight areas."""
    return tuple(area(side, at) for side in sides for at in PLACES)


def named(sides: Sides, side: str, text: str) -> str:
    """The area that `text` means to `side`: "left" is its own, "darius left" is that army's; "" if none."""
    full = text if " " in text else area(side, text)
    return full if full in every(sides) else ""


@lru_cache(maxsize=256)
def neighbours(sides: Sides, closed: Closed = frozenset()) -> dict[str, tuple[str, ...]]:
    """For each area the areas that touch it and are not kept apart by terrain (3.6.2.3)."""
    near: dict[str, list[str]] = {name: [] for name in every(sides)}
    for one, other in _edges(sides):
        if frozenset((one, other)) not in closed:
            near[one].append(other)
            near[other].append(one)
    return {name: tuple(others) for name, others in near.items()}


def _edges(sides: Sides) -> Iterator[tuple[str, str]]:
    for at, opposite in FACING.items():
        yield area(sides[0], at), area(sides[1], opposite)
    for side in sides:
        yield area(side, "right"), area(side, "centre")
        yield area(side, "centre"), area(side, "left")
        for at in ("left", "centre", "right"):
            yield area(side, "reserve"), area(side, at)


def depth(side: str, name: str) -> int:
    """How far an area lies before `side`'s own rear: 0 its reserve, 1 its front row, 2 and 3 the enemy's."""
    if owner(name) == side:
        return 0 if place(name) == "reserve" else 1
    return 3 if place(name) == "reserve" else 2


def struck_side(side: str, at: str, origin: str) -> str:
    """Front, flank or rear: where a unit of `side` that stands in `at` is struck from `origin` (3.6.2.4)."""
    if at == origin:
        return "front"
    ahead = depth(side, origin) - depth(side, at)
    return "front" if ahead > 0 else "flank" if ahead == 0 else "rear"


def forward(sides: Sides, side: str, at: str) -> str:
    """The next area towards the enemy's reserve: from the own reserve by the centre, across, and on."""
    enemy = sides[1] if side == sides[0] else sides[0]
    if owner(at) == side:
        return area(side, "centre") if place(at) == "reserve" else area(enemy, FACING[place(at)])
    return area(enemy, "reserve") if place(at) != "reserve" else at


def backward(sides: Sides, side: str, at: str) -> str:
    """The next area towards the own reserve, where a retreat goes that names none."""
    enemy = sides[1] if side == sides[0] else sides[0]
    if owner(at) == enemy:
        return area(enemy, "centre") if place(at) == "reserve" else area(side, FACING[place(at)])
    return area(side, "reserve")


@lru_cache(maxsize=4096)
def way_out(sides: Sides, closed: Closed, side: str, at: str, held: frozenset[str]) -> str:
    """Where a routing unit goes next: off the field from its own flank or reserve, else towards one.

    It takes a shortest way, and of equal ones first the areas not `held` by enemies. Without a way it stays.
    """
    exits = {area(side, name) for name in ("left", "right", "reserve")}
    if at in exits and frozenset((at, FIELD)) not in closed:
        return FIELD
    near = neighbours(sides, closed)
    goals = {name for name in exits if frozenset((name, FIELD)) not in closed}
    far = _distances(near, goals)
    steps = [name for name in near[at] if name in far]
    order = [area(side, name) for name in ("left", "right", "reserve", "centre")]
    return min(
        steps,
        key=lambda name: (far[name], name in held, order.index(name) if name in order else len(order)),
        default=at,
    )


def _distances(near: dict[str, tuple[str, ...]], goals: set[str]) -> dict[str, int]:
    far = dict.fromkeys(goals, 0)
    edge = list(far)
    while edge:
        edge = list(dict.fromkeys(name for at in edge for name in near[at] if name not in far))
        step = max(far.values(), default=0) + 1
        far.update(dict.fromkeys(edge, step))
    return far
