"""What lasts from one round of a fight to the next, and what is left of each side by then."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from enfilade.referee import Facts, Words
from enfilade.rulesets.runewars.profile import Profile, Surge
from enfilade.rulesets.runewars.state import State, Unit
from enfilade.rulesets.runewars.tables import BANES, EDGES, MORALE

MOST_PANIC = sum(card.copies for card in MORALE.values())
"""More severity than there are cards draws no further card."""

meeting: Mapping[str, Any] = MappingProxyType(
    {
        "contacts": [{"unit": "one", "edge": "front", "enemy": "other", "enemy_edge": "front"}],
    }
)
"""How two units called one and other meet where nothing else is said: front to front."""


def fresh(state: State, over: bool = True) -> State:
    """The position without what no later attack reads; if the round is over, every unit may attack again (RR 11.4).

    Of the tokens only what an attack reads is kept: panic up to the size of the deck, blight, whether there is any
    inspiration, and whether there is a bane that a surge ability asks for.
    """
    surges = tuple(surge for unit in state.units for upgrade in unit.upgrades for surge in upgrade.surges)
    heeded = _heeded(tuple(unit.profile for unit in state.units)).union(_asked(surges))
    units = tuple(
        replace(unit, attacked=() if over else unit.attacked, tokens=_kept(unit, heeded)) for unit in state.units
    )
    return replace(state, units=units)


def left(state: State) -> Mapping[str, Facts]:
    """For each side the figures and wounds it has left, and how it was beaten if it was."""
    sides: dict[str, list[int]] = {}
    for unit in state.units:
        counts = sides.setdefault(unit.side, [0, 0])
        counts[0] += unit.figures
        counts[1] += sum(max(0, strength) for row in unit.trays for strength in row)
        counts[1] += sum(max(0, upgrade.left) for upgrade in unit.upgrades)
    return {
        side: Facts(figures=figures, wounds=wounds, beaten="" if figures else "destroyed")
        for side, (figures, wounds) in sides.items()
    }


def _kept(unit: Unit, heeded: frozenset[str]) -> Facts:
    tokens = {name: min(number, _most(name)) for name, number in unit.tokens.items() if name in heeded}
    return Facts(tokens)


def _most(name: str) -> int:
    return {"panic": MOST_PANIC, "blight": 99}.get(name, 1)


@lru_cache(maxsize=256)
def _heeded(profiles: tuple[Profile, ...]) -> frozenset[str]:
    """The tokens that some attack among these profiles may read."""
    names = {"panic", "blight", "inspiration"}
    for profile in profiles:
        for attack in (profile.melee, profile.ranged):
            names.update(_asked(attack.surges if attack else ()))
    return frozenset(names)


def _asked(surges: tuple[Surge, ...]) -> Iterator[str]:
    """The tokens that surge abilities ask for."""
    for surge in surges:
        for name in (surge.needs, surge.cheaper_if):
            yield from BANES if name == "bane" else (name,) if name else ()


def switches(document: Mapping[str, Any]) -> Iterator[tuple[str, Words, tuple[str | int, ...], Any]]:
    """What may be switched in a scenario to see what it is worth: kind, words, the field's path, its other value.

    `None` takes the field away. Tokens, the ranks of each unit, the edges in contact.
    """
    for at, unit in enumerate(document["units"]):
        given, name = unit.get("tokens") or {}, unit["id"]
        for token in ("panic", "blight", "inspiration"):
            there = given.get(token, 0)
            words = Words(
                "{unit} without {marker}" if there else "{unit} with 1 {marker}", Facts(unit=name, marker=token)
            )
            yield "token", words, ("units", at, "tokens", token), 0 if there else 1
        ranks = list(unit["ranks"])
        if len(ranks) > 1:
            yield "rank", Words("{unit} without its last rank", Facts(unit=name)), ("units", at, "ranks"), ranks[:-1]
        if len(set(map(len, ranks))) == 1 and "." not in ranks[-1]:
            yield (
                "rank",
                Words("{unit} with one rank more", Facts(unit=name)),
                ("units", at, "ranks"),
                [ranks[0], *ranks],
            )
        if unit.get("upgrades"):
            yield "upgrade", Words("{unit} without upgrades", Facts(unit=name)), ("units", at, "upgrades"), None
    for at, contact in enumerate(document.get("contacts") or ()):
        for edge in EDGES:
            if edge != contact.get("enemy_edge", "front"):
                facts = Facts(unit=contact["unit"], edge=edge, enemy=contact["enemy"])
                words = Words("{unit} on the {edge} of {enemy}", facts)
                yield "edge", words, ("contacts", at, "enemy_edge"), edge
