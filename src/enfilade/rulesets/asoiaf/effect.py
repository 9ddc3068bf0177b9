"""What cards, zones and abilities do to a unit (rules 11, 12, 14, 15): tests, tokens, wounds; and passing."""

from dataclasses import dataclass
from functools import partial

from enfilade.dice import Program, Stage
from enfilade.referee import Action, Event, Facts, Nearest, Refusal, Result, Step, folded
from enfilade.rulesets.asoiaf import ground, morale
from enfilade.rulesets.asoiaf.arrival import stay
from enfilade.rulesets.asoiaf.course import Course, Part, choice, named, no, turn
from enfilade.rulesets.asoiaf.editions import EDITIONS
from enfilade.rulesets.asoiaf.fight import Fight, Nerve, Terms
from enfilade.rulesets.asoiaf.plan import acted, gains, spent, suffers
from enfilade.rulesets.asoiaf.program import ALONE, nerve_of, test_of
from enfilade.rulesets.asoiaf.state import State, Unit
from enfilade.rulesets.asoiaf.tables import CONDITIONS, GROUND
from enfilade.rulesets.asoiaf.worth import rows


@dataclass(frozen=True, slots=True)
class Tested:
    """How a test of a unit alone reads."""

    unit: Unit
    wounding: bool

    def __call__(self, fight: Fight) -> Result:
        loss = fight.losses[0]
        events = [spent(self.unit.id, "panicked")] if loss.token_spent else []
        if not self.wounding:
            return Result(Facts(passed=not loss.wounds), tuple(events))
        left = self.unit.wounds - loss.wounds
        counts = Facts(panic_wounds=loss.wounds, ranks_left=self.unit.profile.ranks(left), destroyed=left == 0)
        return Result(counts, (*events, *suffers(self.unit.id, loss.wounds, "panic")))


@dataclass(frozen=True, slots=True)
class Done:
    """How something reads that leaves nothing to chance."""

    events: tuple[Event, ...]
    counts: Facts = Facts()

    def __call__(self, fight: Fight) -> Result:
        return Result(self.counts, self.events)


def done(stage: Stage[Fight], events: tuple[Event, ...], counts: Facts = Facts()) -> Program[Fight, Result]:
    """The program of something that leaves nothing to chance."""
    return Program(Fight(Terms()), (stage,), Done(events, counts))


def _one(_nerve: Nerve, _dice: tuple[int, ...]) -> int:
    return 1


_DICE: Stage[Fight] = Stage("11.1", "morale dice: {morale_dice}", partial(morale.roll, throw=morale.TWO_DICE))
_SPEND: Stage[Fight] = Stage("12.panicked", "the Panicked token", partial(morale.spend_panicked, side="attacker"))
_AGAIN: Stage[Fight] = Stage("11.3", "morale dice after re-rolls: {morale_dice}", morale.roll_again)
_SETTLE: Stage[Fight] = Stage("11.1", "the test is passed: {passed}", partial(morale.settle, price=_one))
MORALE = (_DICE, _SETTLE)
MORALE_WITH_TOKEN = (_DICE, _SPEND, _AGAIN, _SETTLE)


def panic(state: State, action: Action) -> Course:
    """A panic test that an effect names, such as the Crown zone at -1 (rules 11.2 and 15.1)."""
    unit = yield from _unit(state, action, "11.2")
    modifier = yield from _modifier(state, action, unit)
    if unit is None or modifier is None:
        return None
    yield Step("11.5", "the test comes from an effect that names it", Facts(unit=unit.id), True)
    stages = test_of(EDITIONS[state.edition].panic, unit, "attacker", ALONE)
    return Program(Fight(Terms(), nerves=(nerve_of(state, unit, modifier),)), stages, Tested(unit, True))


def morale_test(state: State, action: Action) -> Course:
    """A morale test without wounds: two dice against Morale (rule 11.1)."""
    unit = yield from _unit(state, action, "11.1")
    modifier = yield from _modifier(state, action, unit)
    if unit is None or modifier is None:
        return None
    nerve = Nerve(unit.profile.morale, modifier, 1, panicked="panicked" in unit.conditions)
    stages = MORALE_WITH_TOKEN if nerve.panicked else MORALE
    return Program(Fight(Terms(), nerves=(nerve,)), stages, Tested(unit, False))


def _unit(state: State, action: Action, rule: str) -> Part[Unit | None]:
    unit = named(state, action, "unit", rule)
    if isinstance(unit, Refusal):
        yield unit
        return None
    return unit


def _modifier(state: State, action: Action, unit: Unit | None) -> Part[int | None]:
    """What changes the test: the effect's number and the ground."""
    if unit is None:
        return None
    amount = yield from _number(action, "modifier", "11.1", 0)
    if amount is None:
        return None
    added = [Step("8.4", "the effect: {value}", Facts(), amount)] if amount else []
    because = [*added, *rows(GROUND, dict.fromkeys(ground.keywords_at(state, unit), 1))]
    words = "the test of {unit} on {morale}+ is changed by {value}"
    if not because:
        words = "nothing changes the test of {unit} on {morale}+"
    step = folded("sum", "11.1", words, because, name="panic_modifier", unit=unit.id, morale=unit.profile.morale)
    yield step
    return int(step.value)


def _number(action: Action, field: str, rule: str, default: int | None) -> Part[int | None]:
    """A whole number in the action."""
    value = action.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 99:
        yield no(rule, "{field} must be a whole number, not {value}", None, field=field, value=str(value))
        return None
    return value


def token(state: State, action: Action) -> Course:
    """A condition token is given; a second one of a kind changes nothing (rules 12.1 and 12.5)."""
    unit = yield from _unit(state, action, "12.1")
    wrong = choice(action, "condition", CONDITIONS, "12.1")
    if unit is None or wrong or action.get("condition") is None:
        yield wrong or no("12.1", "which condition? {known}", None, known=CONDITIONS)
        return None
    condition = str(action["condition"])
    facts = Facts(unit=unit.id, condition=condition)
    if "cannot hold tokens" in unit.profile.keywords:
        yield no("card.cannot", "the card of {unit} says that it holds no tokens", None, **facts)
    has = condition in unit.conditions
    words = "{unit} has that token already: nothing changes" if has else "{unit} becomes {condition}"
    yield Step("12.5" if has else "12.1", words, facts, not has, "token_given")
    return done(Stage("12.1", "the token is given", stay), () if has else (gains(unit.id, condition),))


def wound(state: State, action: Action) -> Course:
    """Wounds that an effect deals directly: no save, and no panic test (rules 2.10 and 11.5)."""
    unit = yield from _unit(state, action, "2.10")
    amount = yield from _number(action, "wounds", "2.10", None)
    if unit is None or amount is None:
        return None
    if amount < 1:
        yield no("2.10", "at least one wound", None)
    facts = Facts(unit=unit.id, wounds=min(amount, unit.wounds))
    yield Step("2.10", "{unit} suffers {wounds} wounds without a save", facts, True)
    yield Step("11.5", "wounds that no attack dealt cause no panic test", facts, (), "panic_tests")
    left = unit.wounds - facts["wounds"]
    counts = Facts(wounds=facts["wounds"], ranks_left=unit.profile.ranks(left), destroyed=left == 0)
    return done(Stage("2.10", "the wounds are dealt", stay), tuple(suffers(unit.id, amount, "effect")), counts)


def restore(state: State, action: Action) -> Course:
    """Wounds come back up to the starting number, dead attachments never (rule 14.2)."""
    unit = yield from _unit(state, action, "14.2")
    amount = yield from _number(action, "wounds", "14.2", 3)
    if unit is None or amount is None:
        return None
    most = unit.most
    back = max(0, min(amount, most - unit.wounds))
    facts = Facts(unit=unit.id, most=most, fallen=unit.fallen)
    yield Step(
        "14.2", "{unit} gets {value} wounds back, up to {most}; dead attachments stay dead", facts, back, "restored"
    )
    counts = Facts(restored=back, ranks_left=unit.profile.ranks(unit.wounds + back))
    events = (Event("restored", Facts(unit=unit.id, wounds=back)),) if back else ()
    return done(Stage("14.2", "the wounds are restored", stay), events, counts)


def fell(state: State, action: Action) -> Course:
    """An effect that names an attachment kills it, even as the last model (rule 2.9)."""
    unit = yield from _unit(state, action, "2.9")
    if unit is None:
        return None
    name = action.get("attachment")
    if name not in unit.attachments:
        nearest = Nearest("{names}", Facts(names=unit.attachments)) if unit.attachments else None
        yield no("2.9", "{unit} has no living attachment {name}", nearest, unit=unit.id, name=str(name))
        return None
    facts = Facts(unit=unit.id, name=name)
    yield Step("2.9", "{name} of {unit} is killed; its abilities go with it", facts, True)
    events = (
        Event("fallen", Facts(unit=unit.id, attachment=name)),
        *suffers(unit.id, unit.profile.wounds_per_model, "effect"),
    )
    return done(Stage("2.9", "the attachment is gone", stay), events)


def pass_turn(state: State, action: Action) -> Course:
    """Doing nothing with an activation (rules 3.2 and 3.6)."""
    unit = yield from _unit(state, action, "3.2")
    if unit is None:
        return None
    yield turn(state, unit, action)
    yield EDITIONS[state.edition].idle(state, unit)
    return done(Stage("3.2", "nothing is done", stay), (acted(unit.id),))
