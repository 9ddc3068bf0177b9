"""Positions in a few words, for the tests of this ruleset."""

from fractions import Fraction
from typing import Any

from enfilade.battle import Battle
from enfilade.dice import Answer, Distribution, Program, follow, odds
from enfilade.referee import Action, Result, Ruling, Step
from enfilade.rulesets import asoiaf, load
from enfilade.rulesets.asoiaf.state import State

CARD: dict[str, Any] = {
    "tray": "infantry",
    "speed": 5,
    "defense": 4,
    "morale": 6,
    "attacks": [
        {"name": "sword", "kind": "melee", "to_hit": 4, "dice": [7, 5, 4]},
        {"name": "bow", "kind": "long", "to_hit": 4, "dice": [7, 5, 4]},
        {"name": "dart", "kind": "short", "to_hit": 4, "dice": [7, 5, 4]},
    ],
}
SOLO: dict[str, Any] = {
    "tray": "solo",
    "speed": 6,
    "defense": 4,
    "morale": 2,
    "wounds_per_model": 4,
    "attacks": [{"name": "bite", "kind": "melee", "to_hit": 3, "dice": [4]}],
}
HORSE: dict[str, Any] = {
    "tray": "cavalry",
    "speed": 5,
    "defense": 3,
    "morale": 6,
    "wounds_per_model": 3,
    "attacks": [{"name": "lance", "kind": "melee", "to_hit": 3, "dice": [5, 4]}],
}


def unit(name: str, side: str, x: float, y: float, facing: float = 0, /, **more: Any) -> dict[str, Any]:
    """A unit of the plain card, or of another card with `profile`."""
    return {"id": name, "side": side, "profile": CARD, "position": [x, y], "facing": facing, **more}


def card(base: dict[str, Any] = CARD, /, **more: Any) -> dict[str, Any]:
    """A card like another, with some things changed."""
    return {**base, **more}


def scenario(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"format": "enfilade/scenario/1", "ruleset": "asoiaf", "units": list(units), **more}


def table(*units: dict[str, Any], **more: Any) -> State:
    return asoiaf.setup(asoiaf.document.model_validate(scenario(*units, **more)))


def judge(state: State, kind: str, **fields: Any) -> Ruling:
    return asoiaf.judge(state, Action.of(kind, **fields))


def shoot(state: State, attacker: str = "a", target: str = "t", **fields: Any) -> Ruling:
    return judge(state, "ranged", attacker=attacker, target=target, **fields)


def strike(state: State, attacker: str = "a", target: str = "t", **fields: Any) -> Ruling:
    return judge(state, "melee", attacker=attacker, target=target, **fields)


def charge(state: State, attacker: str = "a", target: str = "t", **fields: Any) -> Ruling:
    return judge(state, "charge", attacker=attacker, target=target, **fields)


def failed(ruling: Ruling) -> Step:
    """The step that refused."""
    assert ruling.refusal is not None, f"legal: {ruling.action}"
    return ruling.refusal.step


def why(ruling: Ruling) -> str:
    """The rule that refused."""
    return failed(ruling).rule


def missing(ruling: Ruling) -> float:
    """By how much it failed."""
    margin = failed(ruling).margin
    assert margin is not None
    return -margin


def instead(ruling: Ruling) -> Action:
    """The nearest legal action."""
    assert ruling.refusal is not None
    assert ruling.refusal.nearest is not None
    assert ruling.refusal.nearest.action is not None
    return ruling.refusal.nearest.action


def dice(ruling: Ruling) -> Program[Any, Result]:
    assert ruling.dice is not None, f"refused: {ruling.action}"
    return ruling.dice


def told(ruling: Ruling, *answers: Answer) -> Result:
    """How it ends with these answers."""
    result = follow(dice(ruling), answers).result
    assert result is not None, "an answer is missing"
    return result


def asked(ruling: Ruling, *answers: Answer) -> Any:
    """The roll or the choice that waits after these answers."""
    waiting = follow(dice(ruling), answers).waiting
    assert waiting is not None, "nothing is asked any more"
    return waiting


def chances(ruling: Ruling) -> Distribution[Result]:
    return odds(dice(ruling))


def expected(ruling: Ruling, count: str = "wounds") -> Fraction:
    return chances(ruling).expected(lambda result: result.counts[count])


def battle(*units: dict[str, Any], **more: Any) -> Battle:
    written = scenario(*units, **more)
    return Battle(load("asoiaf"), written, table(*units, **more))


def ask(**given: object) -> Ruling:
    state, actions = asoiaf.ask({name: str(value) for name, value in given.items()})
    return asoiaf.judge(state, actions[0])
