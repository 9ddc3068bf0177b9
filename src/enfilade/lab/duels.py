"""A duel: a position, who attacks in which order, round after round, and when to stop. Stated, without a map."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast

from pydantic import ValidationError

from enfilade.battle import Battle
from enfilade.files.build import Mark, Marks
from enfilade.files.document import Document, parse, read
from enfilade.files.fights import DUEL, DuelSheet
from enfilade.files.scenario import SCENARIO, imported, set_up
from enfilade.files.wording import describe, mistakes_in, nearest
from enfilade.referee import Action, Facts, Mistake, Ruleset

Source = str | os.PathLike[str] | Document


class Duelling(Ruleset, Protocol):
    """What a ruleset answers besides, so that its units can fight round after round."""

    def fresh(self, state: Any, over: bool = True) -> Any:
        """The state without what no later attack reads; at the start of the next round if this one is over."""
        ...

    def left(self, state: Any) -> Mapping[str, Facts]:
        """For each side what it has left, the chief count first, and in `beaten` how it was beaten, or ""."""
        ...


@dataclass(frozen=True, slots=True)
class Duel:
    """A fight between two sides: `turns` are played in order every round, `opening` instead of them in the first.

    A turn that is no longer legal is passed over. The duel ends when a side is beaten, after `rounds` (0: no limit),
    or when nothing can change any more. `policies` names for each side who answers its choices ("" the default).
    """

    battle: Battle
    turns: tuple[Action, ...]
    opening: tuple[Action, ...] = ()
    rounds: int = 0
    policies: Facts = Facts()
    title: str = ""
    clocked: bool = False  # rounds are told apart, for play that looks at how many are left
    sides: tuple[str, ...] = field(init=False, compare=False)
    owners: Mapping[str, str] = field(init=False, compare=False, repr=False)  # the side of each unit

    def __post_init__(self) -> None:
        object.__setattr__(self, "sides", tuple(self.ruleset.left(self.battle.state)))
        object.__setattr__(self, "owners", _sides_of(self.battle.scenario))

    @property
    def ruleset(self) -> Duelling:
        return cast(Duelling, self.battle.ruleset)

    def name(self, side: str) -> str:
        """How a side is called in the scenario."""
        named = self.battle.scenario.get("sides")
        return str(named.get(side, side)) if isinstance(named, Mapping) else side

    def side_of(self, action: Action) -> str:
        """The side that acts: that of the unit which attacks; of a whole turn the side it names, or the first."""
        who = action.get("attacker") or action.get("unit")
        return self.owners.get(str(who)) or str(action.get("side", self.sides[0]))

    def policy(self, side: str) -> str:
        """Who answers the choices of a side."""
        return str(self.policies.get(side, ""))


def read_duel(source: Source, units: Source | None = None) -> Duel:
    """The duel in a file, or in a text of several lines. Raises `BadFile` with every mistake."""
    document = document_of(source)
    data = document.data
    if isinstance(data, dict) and data.get("format") == SCENARIO:  # a position alone: every unit attacks in turn
        data = {"format": DUEL, "scenario": data}
        document = replace(document, data=data, places=replace(document.places, marks=_within(document.places.marks)))
    if not isinstance(data, dict):
        raise document.refuse([Mistake((), f"a duel, with format: {DUEL}", describe(data))])
    try:
        sheet = DuelSheet.model_validate(data)
    except ValidationError as error:
        raise document.refuse(*mistakes_in(error, DuelSheet, data)) from None
    stands = document.part("scenario") if isinstance(sheet.scenario, dict) else imported(document, ("scenario",))
    battle = set_up(stands, None if units is None else document_of(units))
    wrong = list(_wrong(sheet, battle))
    if wrong:
        raise document.refuse(wrong)
    opening = tuple(_action(one) for one in sheet.opening)
    turns = tuple(_turn(battle, one) for one in sheet.turns) or usual(battle)
    duel = Duel(battle, turns, opening, sheet.rounds or 0, Facts(sheet.policies), sheet.title or _title(battle))
    wrong = list(_refused(duel))
    if wrong:
        raise document.refuse(wrong)
    return duel


def pit(battle: Battle, turns: tuple[Action, ...] = (), rounds: int = 0, **policies: str) -> Duel:
    """A duel from a battle. Without `turns` every unit makes its first legal attack. Raises `ValueError`."""
    for mistake in _unable(battle):
        raise ValueError(f"expected {mistake.expected}, found {mistake.found}")
    made = Duel(battle, turns or usual(battle), (), rounds, Facts(policies), _title(battle))
    for mistake in _refused(made):
        raise ValueError(f"expected {mistake.expected}, found {mistake.found}; {mistake.hint}")
    return made


def usual(battle: Battle) -> tuple[Action, ...]:
    """The first legal attack of every unit in the scenario's order; or the one action that is a whole turn."""
    found: dict[str, Action] = {}
    for action in battle.candidates():
        who = action.get("attacker")
        if str(who) in found:
            continue
        ruling = battle.judge(action)
        if ruling.legal and ruling.dice:
            if who is None and "unit" not in action.fields:
                return (action,)
            if who is not None:
                found[str(who)] = action
    order = list(_sides_of(battle.scenario))
    return tuple(found[who] for who in sorted(found, key=order.index))


def document_of(source: Source) -> Document:
    """The plain data of a file, or of a text with several lines."""
    if isinstance(source, Document):
        return source
    if isinstance(source, str) and ("\n" in source or source.lstrip()[:1] == "{"):
        return parse(source)
    return read(source)


def _within(marks: Marks) -> Mark:
    """The places of a scenario that is read as the only field of a duel."""
    return Mark(0, {"scenario": 0}, {"scenario": marks})


def _title(battle: Battle) -> str:
    return str(battle.scenario.get("title") or "")


def _sides_of(scenario: Mapping[str, Any]) -> dict[str, str]:
    return {str(unit["id"]): str(unit["side"]) for unit in scenario["units"]}


def _action(given: Mapping[str, Any]) -> Action:
    return Action.from_json({"kind": "melee", **given})


def _turn(battle: Battle, given: str | Mapping[str, Any]) -> Action:
    """The action of a turn; a unit's id stands for its first legal attack."""
    if isinstance(given, str):
        return next((action for action in usual(battle) if action.get("attacker") == given), Action.of(given))
    return _action(given)


def _unable(battle: Battle) -> Iterator[Mistake]:
    ruleset = battle.ruleset
    if not (hasattr(ruleset, "fresh") and hasattr(ruleset, "left")):
        yield Mistake(("scenario",), "a ruleset whose units can fight round after round", ruleset.name)
    elif len(ruleset.left(battle.state)) != 2:
        yield Mistake(("scenario",), "two sides", str(len(ruleset.left(battle.state))), "a duel has two")


def _wrong(sheet: DuelSheet, battle: Battle) -> Iterator[Mistake]:
    """What of the document does not fit the position."""
    unable = list(_unable(battle))
    yield from unable
    if unable:
        return
    ruleset = battle.ruleset
    sides = list(ruleset.left(battle.state))  # type: ignore[attr-defined]
    known = [*ruleset.policies, "best", *(f"best:{aim}" for aim in ruleset.aims)]
    for side, policy in sheet.policies.items():
        if side not in sides:
            yield Mistake(("policies", side), f"one of the sides {', '.join(sides)}", side, nearest(side, sides))
        elif policy not in known:
            yield Mistake(("policies", side), f"one of {', '.join(known)}", describe(policy), nearest(policy, known))
    ids = list(_sides_of(battle.scenario))
    for at, turn in enumerate(sheet.turns):
        if isinstance(turn, str) and turn not in ids:
            yield Mistake(("turns", at), "the id of a unit, or an action", describe(turn), nearest(turn, ids))


def _refused(duel: Duel) -> Iterator[Mistake]:
    """A duel in which nobody can do anything at the start, with the referee's reason for each turn."""
    if not duel.turns:
        yield Mistake(("turns",), "units that can attack", "no legal attack in this position", "state their contact")
    field, row = ("opening", duel.opening) if duel.opening else ("turns", duel.turns)
    rulings = [duel.battle.judge(action) for action in row]
    if any(ruling.legal and ruling.dice for ruling in rulings):
        return  # the other turns may become legal by what happens before them
    for at, ruling in enumerate(rulings):
        said = ruling.refusal.step.text() if ruling.refusal else "an action without dice"
        yield Mistake((field, at), "an action that is legal at the start", said, _nearest(ruling))


def _nearest(ruling: Any) -> str:
    nearest = ruling.refusal.nearest if ruling.refusal else None
    return str(nearest.json()["text"]) if nearest else ""
