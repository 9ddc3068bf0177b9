"""How large a battle is, and how long one of its turns lasts (3.6.1)."""

from enfilade.referee import Facts, Rules, Step
from enfilade.rulesets.ageofmagic.state import State

LEAST = 20
UNITS = (5, 15)


def scale_steps(state: State, rules: Rules) -> list[Step]:
    """The kind of battle and the length of a turn, and a word of warning about numbers that are out of the way."""
    sizes = _size(state, 0), _size(state, 1)
    counted = min(sizes) if rules["scale_side"] == "smaller" else max(sizes)
    edge = Step(
        "3.6.1-edge",
        "the {side} side's {value} count",
        Facts(side=rules["scale_side"]),
        counted,
        readings=("scale_side", "scale_edge"),
    )
    least = Step("3.6-large", "the smaller side has {value}", Facts(), min(sizes))
    kind, length = scale(counted, state.muster.kind, rules["scale_edge"])
    facts = Facts(kind=kind, one=sizes[0], other=sizes[1])
    words = "{kind}, {one} against {other}: a turn lasts {value}"
    steps = [Step("3.6.1-scale", words, facts, length, "turn_lasts", because=(edge, least))]
    return [*steps, *_warnings(state, sizes)]


def scale(size: int, kind: str, edge: str) -> tuple[str, str]:
    """The kind of battle by the size of a side, and the length of a turn."""
    if kind == "siege":
        return "siege", "1 day"
    if size < 50 or (size == 50 and edge == "skirmish"):
        return "large skirmish", "1 minute"
    return ("small battle", "10 minutes") if size <= 500 else ("large battle", "1 hour")


def _size(state: State, side: int) -> int:
    units = zip(state.muster.units, state.muster.cards, state.units, strict=True)
    return sum(max(unit.start, one.size) for unit, card, one in units if card.side == side)


def _warnings(state: State, sizes: tuple[int, int]) -> list[Step]:
    warnings = []
    if min(sizes) < LEAST:
        words = "worth a second look: {least} on a side are few for these rules, which begin at {limit}"
        warnings.append(Step("3.6-large", words, Facts(least=min(sizes), limit=LEAST), False))
    for number, name in enumerate(state.muster.names):
        count = sum(card.side == number for card in state.muster.cards)
        if not UNITS[0] <= count <= UNITS[1]:
            words = "worth a second look: units of {army}: {count}; 5 to 15 are advised"
            warnings.append(Step("3.6.2.1-units", words, Facts(army=name, count=count), False))
    return warnings
