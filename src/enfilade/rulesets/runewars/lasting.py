"""What lasts from one round of a fight to the next, and what is left of each side by then."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from enfilade.referee import Facts
from enfilade.rulesets.runewars.profile import Attack, Profile
from enfilade.rulesets.runewars.state import State, Unit
from enfilade.rulesets.runewars.tables import BANES, MORALE

MOST_PANIC = sum(card.copies for card in MORALE.values())
"""More severity than there are cards draws no further card."""


def fresh(state: State, over: bool = True) -> State:
    """The position without what no later attack reads; if the round is over, every unit may attack again (RR 11.4).

    Of the tokens only what an attack reads is kept: panic up to the size of the deck, blight, whether there is any
    inspiration, and whether there is a bane that a surge ability asks for.
    """
    heeded = _heeded(tuple(unit.profile for unit in state.units))
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
        names.update(_asked(profile.melee))
        names.update(_asked(profile.ranged))
    return frozenset(names)


def _asked(attack: Attack | None) -> Iterator[str]:
    for surge in attack.surges if attack else ():
        for name in (surge.needs, surge.cheaper_if):
            yield from BANES if name == "bane" else (name,) if name else ()
