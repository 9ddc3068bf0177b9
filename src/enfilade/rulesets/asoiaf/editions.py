"""The editions: each is a row of numbers and of stages. No rule asks which edition is played."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from enfilade.dice import Pool, Stage
from enfilade.rulesets.asoiaf import attack, charge_room, idle, morale
from enfilade.rulesets.asoiaf.fight import Fight

Stages = tuple[Stage[Fight], ...]


class Panic(NamedTuple):
    """The stages of a panic test: plain; with a Panicked token that the attacker, or that the defender may spend."""

    plain: Stages
    attacker_spends: Stages
    defender_spends: Stages


class Saves(NamedTuple):
    """How saves are rolled, and how they are rolled again."""

    roll: Stage[Fight]
    again: Stage[Fight]


class Edition(NamedTuple):
    """What an edition does in its own way."""

    title: str
    solo_ranks: int
    panic: Panic
    saves: Saves
    room: charge_room.Room
    aligned: charge_room.Aligned
    idle: idle.Idle


def _panic(rule: str, throw: Pool, price: morale.Price) -> Panic:
    words = "panic test: {cost}"
    plain = Stage(rule, words, partial(morale.test, throw=throw, price=price))
    rolled = Stage(rule, "panic dice: {morale_dice}", partial(morale.roll, throw=throw))
    again = Stage("11.3", "panic dice after re-rolls: {morale_dice}", morale.roll_again)
    settled = Stage(rule, words, partial(morale.settle, price=price))

    def with_token(side: str) -> Stages:
        spend = Stage("12.panicked", "the Panicked token", partial(morale.spend_panicked, side=side))
        return rolled, spend, again, settled

    return Panic((plain,), with_token("attacker"), with_token("defender"))


ONE_AND_D3 = _panic("11.2", morale.WITH_D3, morale.one_and_d3)
ONLY_D3 = _panic("11.4.d3", morale.WITH_D3, morale.only_d3)
DIFFERENCE = _panic("11.4.difference", morale.TWO_DICE, morale.difference)

_SAVED = "{saved} saved, {wounds} {wounds:wound|wounds}"
_STILL = "{wounds} {wounds:wound|wounds}"
BY_RESULT = Saves(Stage("8.6", _SAVED, attack.roll_saves), Stage("12.vulnerable", _STILL, attack.roll_saves_again))
SURE_SIXES = Saves(
    Stage("8.7", _SAVED, attack.roll_saves_with_sure_sixes),
    Stage("8.7", _STILL, attack.roll_saves_again_with_sure_sixes),
)

EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {
        "v1x": Edition(
            "versions 1.0 to 1.4",
            0,
            DIFFERENCE,
            BY_RESULT,
            charge_room.centre_block,
            charge_room.moving_defender,
            idle.anyone,
        ),
        "v15": Edition(
            "versions 1.5 and 1.6", 1, ONE_AND_D3, BY_RESULT, charge_room.space_50, charge_room.beside, idle.anyone
        ),
        "y2021": Edition(
            "2021 and its seasons",
            1,
            ONLY_D3,
            SURE_SIXES,
            charge_room.space_50,
            charge_room.beside,
            idle.unless_engaged,
        ),
    }
)
DEFAULT = "v15"

SAVES_BY_READING: Mapping[str, Saves] = MappingProxyType({"never": BY_RESULT, "always": SURE_SIXES})


def saves(edition: str, reading: str) -> Saves:
    """How saves are rolled: as the edition has it unless the reading says otherwise."""
    return SAVES_BY_READING.get(reading, EDITIONS[edition].saves)
