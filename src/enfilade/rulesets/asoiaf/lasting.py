"""What lasts from one round of a fight to the next, and what is left of each side by then."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from enfilade.referee import Facts, Words
from enfilade.rulesets.asoiaf.state import State
from enfilade.rulesets.asoiaf.tables import CONDITIONS

meeting: Mapping[str, Any] = MappingProxyType(
    {
        "contacts": [{"unit": "one", "side": "front", "enemy": "other", "enemy_side": "front"}],
    }
)
"""How two units called one and other meet where nothing else is said: front to front, fully aligned."""


def fresh(state: State, over: bool = True) -> State:
    """The position without what no later attack reads; if the round is over, any unit may act again (rule 3.1).

    The number of the round is left out, and of the units that are lost all but their names and sides.
    """
    lost = tuple(replace(unit, conditions=(), attachments=(), fallen=(), activated=False) for unit in state.lost)
    if not over:
        return replace(state, lost=lost, round=1)
    units = tuple(replace(unit, activated=False, may_pivot=False) for unit in state.units)
    return replace(state, units=units, lost=lost, round=1, to_act="")


def left(state: State) -> Mapping[str, Facts]:
    """For each side the wounds and ranks it has left, and how it was beaten if it was."""
    sides: dict[str, list[int]] = {}
    for unit in (*state.units, *state.lost):
        counts = sides.setdefault(unit.side, [0, 0])
        counts[0] += unit.wounds
        counts[1] += unit.ranks if unit.wounds else 0
    return {
        side: Facts(wounds=wounds, ranks=ranks, beaten="" if wounds else "destroyed")
        for side, (wounds, ranks) in sorted(sides.items())
    }


def switches(document: Mapping[str, Any]) -> Iterator[tuple[str, Words, tuple[str | int, ...], Any]]:
    """What may be switched in a scenario to see what it is worth: kind, words, the field's path, its other value.

    `None` takes the field away. Condition tokens, keywords of a card written out, a wound more or less, the sides
    in contact.
    """
    for at, unit in enumerate(document["units"]):
        name, given = unit["id"], list(unit.get("conditions") or ())
        for token in sorted(CONDITIONS):
            others = [one for one in given if one != token]
            facts = Facts(unit=name, marker=token)
            words = Words("{unit} without {marker}" if token in given else "{unit} with {marker}", facts)
            yield "token", words, ("units", at, "conditions"), others if token in given else [*given, token]
        card = unit.get("profile")
        if isinstance(card, Mapping):
            yield from _words_of(card, name, ("units", at, "profile"))
            for n, attack in enumerate(card.get("attacks") or ()):
                yield from _words_of(attack, f"{name}'s {attack['name']}", ("units", at, "profile", "attacks", n))
    for at, contact in enumerate(document.get("contacts") or ()):
        for side in ("front", "left_flank", "rear"):
            if side != contact.get("enemy_side", "front"):
                facts = Facts(unit=contact["unit"], edge=side.replace("_", " "), enemy=contact["enemy"])
                words = Words("{unit} on the {edge} of {enemy}", facts)
                yield "edge", words, ("contacts", at, "enemy_side"), side


def _words_of(
    card: Mapping[str, Any], name: str, path: tuple[str | int, ...]
) -> Iterator[tuple[str, Words, tuple[str | int, ...], Any]]:
    words = list(card.get("keywords") or ())
    for word in words:
        rest = [other for other in words if other != word]
        yield "keyword", Words("{unit} without {marker}", Facts(unit=name, marker=word)), (*path, "keywords"), rest
