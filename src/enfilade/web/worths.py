"""What each thing about an attack is worth: the same attack with it switched, one thing at a time."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic
from typing import Any

from pydantic import ValidationError

from enfilade.battle import Battle, Refused
from enfilade.dice import AnswerError, Distribution, FaceError, OverBudget, odds
from enfilade.files.wording import mistakes_in
from enfilade.lab.duels import Duel
from enfilade.lab.worths import Switch, switched, switches
from enfilade.referee import Action, Mistake, Result, ScenarioError, Translator, shown
from enfilade.show.tallies import Tally, alike, named
from enfilade.web import wire
from enfilade.web.desk import Gone
from enfilade.web.settings import Effort


@dataclass(frozen=True, slots=True)
class Weighing:
    """The attack that is weighed, who answers its choices, and how much work it may make."""

    battle: Battle
    action: Action
    policy: str
    effort: Effort
    left: Callable[[], bool] = lambda: False  # whether the one who asked has gone

    def odds(self, battle: Battle, action: Action) -> Distribution[Result]:
        """The odds of the attack in this battle; a sample of one where they are too much work for a part of many.

        Raises `Refused` or `OverBudget`; `Gone` if nobody waits for them any more.
        """
        if self.left():
            raise Gone
        ruling = battle.judge(action)
        if ruling.dice is None:
            raise Refused(ruling)
        policy = battle.policy(ruling, self.policy, self.effort.best)
        return odds(ruling.dice, policy, min(self.effort.each, self.effort.branches), 1)


LATE = "not weighed: it would take too long"


def worths(weighing: Weighing, translate: Translator, clock: Callable[[], float] = monotonic) -> list[wire.Worth]:
    """Every switch of an attack beside the attack as it is. Raises `Refused` if that is not legal.

    All are told unweighed where the attack as it is takes too much work, and after the seconds that the whole may
    take those that are left. Raises `Gone` if nobody waits for them any more.
    """
    start, until = weighing.battle.start(), clock() + weighing.effort.seconds
    found = weighing.odds(weighing.battle, weighing.action)
    now = _counts(found, translate)
    duel = Duel(start, (weighing.action,))

    def asked(switch: Switch) -> Distribution[Result] | None:
        return None if found.sampled or clock() > until else _switched(weighing, duel, switch)

    return [_worth(duel, switch, now, _Told(translate, asked)) for switch in switches(duel)]


@dataclass(frozen=True, slots=True)
class _Told:
    """How a worth is told: its language, and the odds with a switch; none where they are not weighed."""

    translate: Translator
    asked: Callable[[Switch], Distribution[Result] | None]


def _worth(duel: Duel, switch: Switch, now: Mapping[str, Tally], told: _Told) -> wire.Worth:
    translate = told.translate
    changes, refused, unweighed = list[wire.Change](), None, None
    try:
        found = told.asked(switch)
        if found is None or found.sampled:
            unweighed = translate(LATE)
        else:
            changes = list(_changes(now, _counts(found, translate)))
    except (Refused, ScenarioError, ValidationError, OverBudget, AnswerError, FaceError) as error:
        refused = _why(error, duel, translate)
    before, after = _values(duel, switch)
    reading = duel.ruleset.book.readings.get(str(switch.path[-1])) if switch.kind == "reading" else None
    path = ["action", *switch.path[2:]] if switch.path[0] == "turns" else list(switch.path)
    return wire.Worth(
        name=".".join(map(str, path)) + f"={shown(after)}",
        label=translate(reading.question) if reading else shown(switch.said, translate),
        kind="reading" if reading else "modifier",
        now=translate(reading.options[before]) if reading else shown(before, translate),
        then=translate(reading.options[after]) if reading else shown(after, translate),
        changes=changes,
        refused=refused,
        unweighed=unweighed,
        path=path,
        value=switch.value,
    )


def _switched(weighing: Weighing, duel: Duel, switch: Switch) -> Distribution[Result]:
    """The odds with one thing switched from the start on, so that what was played since is played again."""
    other = switched(duel, switch)
    battle = other.battle
    for entry in weighing.battle.entries:
        battle = battle.answer(entry.action, entry.answers)
    return weighing.odds(battle, other.turns[0])


def _counts(found: Distribution[Result], translate: Translator) -> dict[str, Tally]:
    """The counts of a distribution by their label, those that have an expected value or a chance."""
    return {named(tally, translate): tally for tally in alike(found) if tally.numeric or tally.yes_or_no}


def _changes(now: Mapping[str, Tally], then: Mapping[str, Tally]) -> Iterator[wire.Change]:
    for label, tally in now.items():
        other = then.get(label)
        if other is not None and _worth_of(tally) != _worth_of(other):
            yield wire.Change(
                name=tally.names[0], label=label, now=float(_worth_of(tally)), then=float(_worth_of(other))
            )


def _worth_of(tally: Tally) -> Fraction:
    """The expected value of a number, the chance of a yes."""
    return tally.expected() if tally.numeric else tally.exactly(True).share


def _values(duel: Duel, switch: Switch) -> tuple[Any, Any]:
    """What stands there now, and what would; `None` where nothing does."""
    if switch.path[0] == "turns":
        return duel.turns[0].get(str(switch.path[2])), switch.value
    part: Any = duel.battle.scenario
    for step in switch.path:
        if isinstance(part, list | tuple) and isinstance(step, int) and step < len(part):
            part = part[step]
        elif isinstance(part, Mapping):
            part = part.get(step)
        else:
            part = None
    if part is None and switch.kind == "reading":
        part = duel.ruleset.book.readings[str(switch.path[-1])].default
    return _tuple(part), _tuple(switch.value)


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value


def _why(error: Exception, duel: Duel, translate: Translator) -> str:
    """Why the attack cannot be weighed so, in a line."""
    if isinstance(error, Refused):
        refusal = error.ruling.refusal
        return refusal.step.text(translate) if refusal else translate("nothing is thrown")
    wrong: list[Mistake] = []
    if isinstance(error, ValidationError):
        wrong = [*mistakes_in(error, duel.ruleset.document, duel.battle.scenario).values]
    elif isinstance(error, ScenarioError):
        wrong = list(error.mistakes)
    return f"expected {wrong[0].expected}, found {wrong[0].found}" if wrong else str(error).splitlines()[0]
