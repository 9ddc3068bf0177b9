"""The referee decides: what the rules here do not say is said by a person, written down, and goes on from there.

`{kind: decide, words: TEXT}` notes the words. With `unit` and fields of it, as its scenario writes them, the unit
stands so from now on. It is an entry of the record like any other: undo, replay and check need nothing more.
A ruleset says in a `Deciding` which fields there are, and checks and sets them with the code that sets scenarios up.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from enfilade.dice import Program, Stage
from enfilade.referee.book import Rules
from enfilade.referee.facts import Facts, Words, as_json, shown
from enfilade.referee.notes import Mistake, Notes, advice, closest
from enfilade.referee.ruleset import Deciding, ScenarioError
from enfilade.referee.ruling import Action, Event, Nearest, Refusal, Result, Ruling, allow, refuse
from enfilade.referee.steps import Step

KIND: Final = "decide"
EVENT: Final = "decided"
RULE: Final = "referee"
OWN: Final = ("words", "unit")
"""The fields that every decision has; all others are the unit's."""
LONGEST: Final = 500
"""Nobody says more in one decision, in characters."""

REMOVED: Final = "true or false"
"""What the field `removed` takes, where a ruleset has it."""


class Decision(NamedTuple):
    """A decision ready to be written down: what is said, what changes by it, and the fields as they were given."""

    said: str
    changes: tuple[Words, ...]
    given: Facts


def judge(state: Any, action: Action, rules: Rules, deciding: Deciding) -> Ruling:
    """The ruling on a decision: legal, unless nothing is said or a unit cannot stand so."""
    given = {name: as_json(value) for name, value in action.fields.items() if value is not None or name in OWN}
    wrong = _unreadable(given, tuple(deciding.units(state)), deciding)
    if wrong:
        return refuse(action, (), rules, wrong)
    fields = Facts({name: value for name, value in given.items() if name not in OWN})
    changes: tuple[Step, ...] = ()
    if "unit" in given:
        try:
            after = deciding.changed(state, given["unit"], fields) if fields else state
        except (ScenarioError, ValidationError) as error:
            return refuse(action, (), rules, _impossible(action, tuple(_mistakes(error, fields, deciding))))
        before, now = (deciding.told(one, given["unit"]) for one in (state, after))
        changes = tuple(_changes(given["unit"], before, now))
    step = Step(RULE, "the referee decides: {said}", Facts(said=given["words"]), because=changes)
    decision = Decision(given["words"], tuple(Words(one.words, one.facts) for one in changes), Facts(given))
    return allow(action, (step,), rules, Program(decision, (CHANGE if changes else NOTE,), _decided))


def apply(state: Any, event: Event, deciding: Deciding) -> Any:
    """The position with a decision written down."""
    if "unit" not in event.facts:
        return state
    fields = Facts({name: value for name, value in event.facts.items() if name not in OWN})
    return deciding.changed(state, event.facts["unit"], fields) if fields else state


def removal(fields: Facts, notes: Notes) -> bool | None:
    """Whether a unit is taken off the board, or put back on it; `None` if that is not decided. Mistakes are noted."""
    gone = fields.get("removed")
    if gone is not None and not isinstance(gone, bool):
        notes.add(("removed",), REMOVED, shown(gone)[:60])
        return None
    for name in fields if gone else ():
        if name != "removed":
            notes.add((name,), "nothing more of a unit that is removed", shown(fields[name])[:60])
    return gone


def _as_it_is(decision: Decision) -> Decision:
    return decision


NOTE: Final = Stage(RULE, "the referee decides: {said}", _as_it_is)
CHANGE: Final = Stage(RULE, "the referee decides: {said} ({changes})", _as_it_is)


def _decided(decision: Decision) -> Result:
    return Result(Facts(), (Event(EVENT, decision.given),))


def _changes(unit: str, before: Facts, after: Facts) -> Iterator[Step]:
    """What is now another than it was; or that nothing is."""
    names = [name for name in after if after[name] != before.get(name)]
    for name in names:
        facts = Facts(unit=unit, field=name, before=_said(before.get(name)), after=_said(after[name]))
        yield Step(RULE, "{unit}: {field} from {before} to {after}", facts)
    if not names:
        yield Step(RULE, "{unit} stands as it did", Facts(unit=unit))


def _said(value: Any) -> Any:
    """The value for a sentence: what is empty is none."""
    return None if isinstance(value, Facts | str | tuple) and not value else value


def _unreadable(given: Mapping[str, Any], units: Sequence[str], deciding: Deciding) -> Refusal | None:
    """Why this is no decision at all."""
    words, unit = given.get("words"), given.get("unit")
    if not (isinstance(words, str) and words.strip() and words.isprintable() and len(words) <= LONGEST):
        facts = Facts(field="words", found=shown(words)[:60], most=LONGEST)
        return Refusal(Step(RULE, "{field}: expected a line of at most {most} characters, found {found}", facts, False))
    if "unit" not in given:
        strange = [name for name in given if name not in OWN]
        step = Step(
            RULE, "{field} is decided of a unit: name it too", Facts(field=strange[0] if strange else ""), False
        )
        return Refusal(step, Nearest("{hint}", Facts(hint=advice("", units)))) if strange else None
    if not isinstance(unit, str) or unit not in units:
        near = Nearest("{hint}", Facts(hint=advice(unit, units)))
        return Refusal(Step(RULE, "unit: {found} is not there", Facts(found=shown(unit)[:60]), False), near)
    for name in given:
        if name not in OWN and name not in deciding.fields:
            facts, near_ = Facts(field=name[:60], known=tuple(deciding.fields)), closest(name, deciding.fields)
            step = Step(RULE, "{field} is nothing to decide of a unit here; there are: {known}", facts, False)
            return Refusal(step, Nearest("{name}", Facts(name=near_)) if near_ else None)
    return None


def _mistakes(error: ScenarioError | ValidationError, fields: Facts, deciding: Deciding) -> Iterator[Mistake]:
    """The mistakes in the fields: as the setting up tells them, or what the field takes."""
    if isinstance(error, ScenarioError):
        yield from error.mistakes
        return
    for name in dict.fromkeys(str(one["loc"][0]) for one in error.errors(include_url=False, include_input=False)):
        yield Mistake((name,), deciding.fields.get(name, "another value"), shown(fields.get(name))[:60])


def _impossible(action: Action, wrong: Sequence[Mistake]) -> Refusal:
    """Every mistake, and the decision without the fields that they are about."""
    words = "{unit}: {field}: expected {expected}, found {found}"
    steps = tuple(Step(RULE, words, _facts(action, one), False) for one in wrong)
    step = steps[0]
    if len(steps) > 1:
        facts = Facts(unit=action["unit"], count=len(steps))
        step = Step(RULE, "{unit} cannot stand so, for {count} reasons", facts, False, because=steps)
    told = next((one.hint for one in wrong if one.hint), "")
    return Refusal(step, Nearest("{hint}", Facts(hint=told)) if told else None)


def _facts(action: Action, one: Mistake) -> Facts:
    field = ".".join(map(str, one.path))
    return Facts(unit=action["unit"], field=field, expected=one.expected, found=one.found)
