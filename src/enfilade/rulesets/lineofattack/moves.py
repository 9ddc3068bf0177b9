"""Changing stance: `{kind: duck, token, behind}`, `{kind: pop_up, token}` and `{kind: stand, token}`.

The page says when a stance may be taken and what it does, not how long it lasts: it lasts until the token stands up.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from enfilade.dice import Program
from enfilade.referee import (
    Action,
    Event,
    Facts,
    Nearest,
    Refusal,
    Result,
    Ruling,
    Step,
    allow,
    closest,
    deciding,
    refuse,
)
from enfilade.rulesets.lineofattack import stance
from enfilade.rulesets.lineofattack.decisions import DECIDING
from enfilade.rulesets.lineofattack.state import State, Token

KINDS = ("duck", "pop_up", "stand")


def judge(state: State, action: Action) -> Ruling:
    """Whether the token may take this stance."""
    name = action.get("token")
    token = state.token(name) if isinstance(name, str) else None
    if token is None:
        return _refused(state, action, _unknown("token", name, [token.id for token in state.tokens]))
    if action.kind == "stand":
        step = Step("stance", "{token} stands", Facts(token=token.id), "none", "stance")
        return allow(action, (step,), state.rules, _certain(token, "none", ""))
    behind = str(action.get("behind", ""))
    if action.kind == "duck":
        names = [n for o in state.obstacles for n in (o.id, o.group)] + [barrier.id for barrier in state.barriers]
        if behind not in names:
            return _refused(state, action, _unknown("behind", behind, names))
    step = stance.open_to(state, token)
    if not step.value:
        return _refused(state, action, Refusal(step))
    changed = Step(action.kind, "{token} pops up" if action.kind == "pop_up" else "{token} ducks behind {behind}",
                   Facts(token=token.id, behind=behind), action.kind, "stance")  # fmt: skip
    return allow(action, (step, changed), state.rules, _certain(token, action.kind, behind))


def apply(state: State, event: Event) -> State:
    """The position with this stance written down."""
    if event.kind == deciding.EVENT:
        decided: State = deciding.apply(state, event, DECIDING)
        return decided
    token = state.token(event.facts.get("token", ""))
    if event.kind != "stance" or token is None:
        return state
    return state.with_token(replace(token, duck=event.facts["behind"], pop_up=event.facts["stance"] == "pop_up"))


def _certain(token: Token, taken: str, behind: str) -> Program[Any, Result]:
    """A program without dice: the stance is taken."""
    facts = Facts(token=token.id, stance=taken, behind=behind)
    return Program(facts, (), partial(_result, token.stance != taken or token.duck != behind))


def _result(changes: bool, facts: Facts) -> Result:
    return Result(Facts(stance=facts["stance"]), (Event("stance", facts),) if changes else ())


def _unknown(field: str, name: object, known: list[str]) -> Refusal:
    near = closest(str(name), known)
    nearest = Nearest("{field} {name}", Facts(field=field, name=near)) if near else None
    return Refusal(Step("stance", "{field}: {name} is not there", Facts(field=field, name=str(name)), False), nearest)


def _refused(state: State, action: Action, refusal: Refusal) -> Ruling:
    return refuse(action, (), state.rules, refusal)
