"""The eight areas as a board: one army's half above the other's, the units of each area in rows."""

from collections.abc import Iterator

from enfilade.referee import Facts, Ruling, Scene, Shape, Words
from enfilade.rulesets.ageofmagic import areas
from enfilade.rulesets.ageofmagic.orders import KINDS, read_order
from enfilade.rulesets.ageofmagic.state import Order, State

WIDE, DEEP = 4.0, 3.0  # of an area of the front rows; a reserve is as wide as all three
INTO = 0.2  # so far a line reaches into a box
GOLDEN = 0.618  # steps of this share of a line never come close to one another
HEAD, LONG = 0.5, 5  # room for the name of an area; units in one column
Box = tuple[float, float, float, float]  # left, bottom, right, top


def scene(state: State, ruling: Ruling | None = None) -> Scene:
    """The board with its units, and the ruling's attack or the turn's orders on it."""
    boxes = _boxes(state.muster.sides)
    places = dict(_places(state, boxes))
    shapes = [
        *_grounds(state, boxes),
        *(_token(state, at, box) for at, box in places.items()),
        *_melees(state, places),
        *_evidence(state, places, ruling),
    ]
    title = Words("Turn {turn}", Facts(turn=state.turn))
    return Scene(3 * WIDE, 4 * DEEP, "area", True, tuple(shapes), title)


def _boxes(sides: areas.Sides) -> dict[str, Box]:
    """The first army above, looking down; the second below, looking up: flanks face opposite flanks."""
    boxes: dict[str, Box] = {
        areas.area(sides[0], "reserve"): (0, 3 * DEEP, 3 * WIDE, 4 * DEEP),
        areas.area(sides[1], "reserve"): (0, 0, 3 * WIDE, DEEP),
    }
    for column, (above, below) in enumerate(areas.FACING.items()):
        left = column * WIDE
        boxes[areas.area(sides[0], above)] = (left, 2 * DEEP, left + WIDE, 3 * DEEP)
        boxes[areas.area(sides[1], below)] = (left, DEEP, left + WIDE, 2 * DEEP)
    return boxes


def _polygon(box: Box) -> tuple[tuple[float, float], ...]:
    left, bottom, right, top = box
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def _grounds(state: State, boxes: dict[str, Box]) -> Iterator[Shape]:
    names = dict(zip(state.muster.sides, state.muster.names, strict=True))
    for name, box in boxes.items():
        ground = state.muster.terrain.get(name, "")
        facts = Facts(name=names[areas.owner(name)], place=areas.place(name), ground=ground)
        label = Words("{name}, {place}, {ground}" if ground else "{name}, {place}", facts)
        yield Shape("polygon", _polygon(box), "area", "", name, areas.owner(name))
        yield Shape("text", (((box[0] + box[2]) / 2, box[3] - HEAD / 2),), "note", label, name)


def _places(state: State, boxes: dict[str, Box]) -> Iterator[tuple[int, Box]]:
    """Where each unit of the field is drawn: in its area, one side's before the other's, in columns."""
    for name, (left, bottom, right, top) in boxes.items():
        here = [at for at, one in enumerate(state.units) if not one.gone and one.area == name]
        here.sort(key=lambda at: state.muster.cards[at].side)
        columns = min(3 if right - left > WIDE else 1 + (len(here) > LONG), max(1, len(here)))
        rows = max(1, -(-len(here) // columns))
        wide, deep = (right - left) / columns, (top - bottom - HEAD) / rows
        for number, at in enumerate(here):
            x, y = left + number % columns * wide, top - HEAD - number // columns * deep
            yield at, (x + 0.1, y - deep + 0.08, x + wide - 0.1, y - 0.04)


def _token(state: State, at: int, box: Box) -> Shape:
    unit, one = state.muster.units[at], state.units[at]
    facts = Facts(name=unit.name, size=one.size, morale=one.morale)
    label = Words("{name}: {size}, {morale}" if one.morale == "routing" else "{name}: {size}", facts)
    return Shape("polygon", _polygon(box), "unit", label, unit.id, unit.side)


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _way(here: Box, there: Box, at: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The line of a unit's order from one box to another, from edge to edge and beside those of other units."""
    share = 0.12 + 0.76 * (at * GOLDEN % 1)
    xs = (box[0] + (box[2] - box[0]) * share for box in (here, there))
    if here[1] >= there[3] - 0.5:
        ys = here[1] + INTO, there[3] - INTO
    elif there[1] >= here[3] - 0.5:
        ys = here[3] - INTO, there[1] + INTO
    else:
        ys = (here[1] + here[3]) / 2, (there[1] + there[3]) / 2
    return (next(xs), ys[0]), (next(xs), ys[1])


def _melees(state: State, places: dict[int, Box]) -> Iterator[Shape]:
    """A bar between two units in melee, at their edges, where it covers no name."""
    for pair in state.pairs:
        ends = [state.muster.index(name) for name in (pair.one, pair.other)]
        if all(at in places for at in ends):
            points = tuple(_edge(places[at]) for at in ends)
            yield Shape("line", points, "melee", "melee", pair.one)


def _edge(box: Box) -> tuple[float, float]:
    return box[2] - (box[2] - box[0]) / 24, (box[1] + box[3]) / 2


def _evidence(state: State, places: dict[int, Box], ruling: Ruling | None) -> Iterator[Shape]:
    """The attack of a ruling; or, for a turn and without a ruling, the orders that are given."""
    if ruling is not None and {"attacker", "target"} <= set(ruling.action.fields):
        role = "order" if ruling.legal else "line_blocked"
        ends = [state.muster.index(str(ruling.action[end])) for end in ("attacker", "target")]
        if all(at in places for at in ends):
            side = state.muster.units[ends[0]].side
            yield Shape("line", tuple(_middle(places[at]) for at in ends), role, ruling.action.kind, "", side)
            yield Shape("point", (_middle(places[ends[0]]),), "attacker")
            yield Shape("point", (_middle(places[ends[1]]),), "target")
    elif ruling is None or ruling.action.kind == "turn":
        for unit, order in _orders(state, ruling):
            yield from _order(state, places, state.muster.index(unit), order)


def _orders(state: State, ruling: Ruling | None) -> Iterator[tuple[str, Order]]:
    """The orders of the turn that was ruled on, if they are its own; else those of the battle."""
    given = ruling.action.get("orders") if ruling is not None else None
    if not isinstance(given, Facts):
        yield from state.orders
        return
    for unit, written in given.items():
        order, _ = read_order(unit, written)
        if order is not None:
            yield unit, order


def _order(state: State, places: dict[int, Box], at: int, order: Order) -> Iterator[Shape]:
    target = state.muster.index(order.target)
    if at not in places or order.kind == "stay":  # a melee is drawn as such
        return
    here, said = places[at], order.kind.replace("_", " ")
    if KINDS[order.kind][1].rstrip("?") in ("enemy", "friend") and target in places:
        yield Shape(
            "line",
            _way(here, places[target], at),
            "order",
            said,
            state.muster.units[at].id,
            state.muster.units[at].side,
        )
    elif order.kind in ("move", "retreat"):
        side = state.muster.units[at].side
        goal = areas.named(state.muster.sides, side, order.target) or areas.backward(
            state.muster.sides, side, state.units[at].area
        )
        box = _boxes(state.muster.sides).get(goal)
        if box:
            yield Shape(
                "line", _way(here, box, at), "order", said, state.muster.units[at].id, state.muster.units[at].side
            )
