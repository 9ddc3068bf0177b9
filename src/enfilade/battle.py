"""A battle: a position and what was done in it. Immutable; every change gives a new battle.

The record holds the scenario, and for every entry the action and the answers that dice and players gave:
never seeds, never states. Undo, replay and check are folds over it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from enfilade.dice import (
    Answer,
    AnswerError,
    Choice,
    Distribution,
    Face,
    FaceError,
    Option,
    Policy,
    Program,
    Randomness,
    Trace,
    best,
    follow,
    odds,
    play,
    rolls,
)
from enfilade.referee import Action, Event, Facts, Outcome, Result, Ruleset, Ruling, Scene


class Refused(ValueError):
    """An illegal action was to be played. The ruling with the reason is in `ruling`."""

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        super().__init__(ruling.refusal.step.text() if ruling.refusal else "this action has nothing to roll")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing done: the action, the answers of dice and players, and the events they came to."""

    action: Action
    answers: tuple[Answer, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where a record and the rules part: the entry's number, the rule and step, what each of the two says."""

    entry: int
    rule: str
    step: str
    recorded: str
    ruled: str

    def __str__(self) -> str:
        return f"entry {self.entry}, rule {self.rule}, {self.step}: recorded {self.recorded}, by the rules {self.ruled}"


@dataclass(frozen=True, slots=True)
class Battle:
    """A ruleset, the scenario it was set up from, the entries so far and the state they lead to.

    >>> battle = enfilade.load("struck-in-the-rear.battle.yaml")  # doctest: +SKIP
    >>> battle.judge(battle.actions()[0]).values  # doctest: +SKIP
    """

    ruleset: Ruleset
    scenario: Mapping[str, Any]
    state: Any
    entries: tuple[Entry, ...] = ()
    before: "Battle | None" = field(default=None, repr=False, compare=False)  # a long chain, told by the entries
    library: Mapping[str, Any] | None = None  # the unit file that the scenario was set up with

    def candidates(self, about: str = "") -> tuple[Action, ...]:
        """Every attempt worth a ruling, legal or refused; with the id of a unit only its own and those on it."""
        return tuple(self.ruleset.candidates(self.state, about))

    def actions(self) -> tuple[Action, ...]:
        """Every enumerable legal action; empty only when the battle has ended."""
        return tuple(action for action in self.candidates() if self.judge(action).legal)

    def judge(self, action: Action) -> Ruling:
        return self.ruleset.judge(self.state, action)

    def outcome(self) -> Outcome | None:
        return self.ruleset.outcome(self.state)

    def scene(self, action: Action | None = None) -> Scene:
        """The battlefield; with an action, the evidence of its ruling too."""
        return self.ruleset.scene(self.state, self.judge(action) if action else None)

    def odds(self, action: Action, policy: str = "", **limits: int) -> Distribution[Result]:
        """How likely every result is. `policy` names one of the ruleset's, or "best" or "best:AIM".

        Exact, or a sample beyond `budget` branches (`limits`: budget, samples, seed). Raises `Refused`.
        """
        ruling = self._rollable(action)
        return odds(ruling.dice, self.policy(ruling, policy), **limits)  # type: ignore[arg-type]

    def policy(self, ruling: Ruling, name: str = "", branches: int = 5_000_000) -> Policy[Any]:
        """The policy of that name for this ruling; raises `KeyError` with the known names.

        The best one may look at so many branches; raises `OverBudget` beyond.
        """
        known = self.ruleset.policies
        if name.partition(":")[0] == "best" and ruling.dice:
            aim = name.partition(":")[2] or next(iter(self.ruleset.aims))
            if aim not in self.ruleset.aims:
                raise KeyError(f"unknown aim {aim!r}; known: {', '.join(self.ruleset.aims)}")
            return best(ruling.dice, self.ruleset.aims[aim], "attacker", branches)
        if name and name not in known:
            bests = ["best", *(f"best:{aim}" for aim in self.ruleset.aims)]
            raise KeyError(f"unknown policy {name!r}; known: {', '.join([*known, *bests])}")
        return known[name or next(iter(known))]

    def play(self, action: Action, dice: Sequence[Face] | Randomness, policy: str | Policy[Any] = "") -> "Battle":
        """The battle after this action. `dice` are the faces on the table, all used up, or a source of randomness.

        Choices are answered by `policy`. Raises `Refused`, `FaceError` or `AnswerError`; nothing is changed then.
        """
        ruling = self._rollable(action)
        chosen = self.policy(ruling, policy) if isinstance(policy, str) else policy
        return self._entered(action, self.told(ruling, dice, chosen))

    def told(self, ruling: Ruling, dice: Sequence[Face] | Randomness, policy: Policy[Any]) -> Trace[Any, Result]:
        """How the ruling's dice go with these faces, stage by stage."""
        assert ruling.dice is not None
        if not isinstance(dice, Sequence):
            return play(ruling.dice, rolls(dice), policy)
        left = list(reversed(dice))
        chosen = ""

        def faces(throw: Any) -> tuple[Face, ...]:
            if len(left) < throw.size:
                raise FaceError(f"{throw}{chosen}: expected {throw.size} more faces, found {len(left) or 'none'}")
            return tuple(left.pop() for _ in range(throw.size))

        def choose(at: int, situation: Any, choice: Choice[Any]) -> Option[Any]:
            nonlocal chosen
            option = policy(at, situation, choice)
            chosen = f" (after {choice.question} {option.label})"
            return option

        trace = play(ruling.dice, faces, choose)
        if left:
            many = f"{len(left)} face{'s' * (len(left) > 1)} too many"
            raise FaceError(f"{many}: {' '.join(str(face) for face in reversed(left))}")
        return trace

    def answer(self, action: Action, answers: Sequence[Answer]) -> "Battle":
        """The battle after this action with every answer given, as a record holds them."""
        ruling = self._rollable(action)
        trace = follow(ruling.dice, answers)  # type: ignore[arg-type]
        if trace.waiting is not None:
            raise AnswerError(f"an answer is missing after {len(answers)}: {trace.waiting}")
        return self._entered(action, trace)

    def undo(self) -> "Battle":
        """The battle before its last entry; raises `IndexError` at the start."""
        if self.before is None:
            raise IndexError("nothing to undo: no action has been played")
        return self.before

    def replay(self, entries: Iterable[Entry]) -> Iterator["Battle"]:
        """The battles that these entries lead to, one by one."""
        battle = self
        for entry in entries:
            battle = battle.answer(entry.action, entry.answers)
            yield battle

    def start(self) -> "Battle":
        """The battle before its first entry."""
        battle = self
        while battle.before is not None:
            battle = battle.before
        return battle

    def check(self, entries: Sequence[Entry]) -> Mismatch | None:
        """Play `entries` from the start by the rules; the first place where they part, or `None`."""
        battle = self.start()
        for number, entry in enumerate(entries, 1):
            found = _part(battle, number, entry)
            if found:
                return found
            battle = battle.answer(entry.action, entry.answers)
        return None

    def _rollable(self, action: Action) -> Ruling:
        ruling = self.judge(action)
        if not ruling.legal or ruling.dice is None:
            raise Refused(ruling)
        return ruling

    def _entered(self, action: Action, trace: Trace[Any, Result]) -> "Battle":
        assert trace.result is not None
        state = self.state
        for event in trace.result.events:
            state = self.ruleset.apply(state, event)
        entry = Entry(action, trace.answers, trace.result.events)
        return replace(self, state=state, entries=(*self.entries, entry), before=self)


def _part(battle: Battle, number: int, entry: Entry) -> Mismatch | None:
    """Where one entry leaves the rules: a refused action, answers that do not fit, or other events."""
    ruling = battle.judge(entry.action)
    if ruling.refusal:
        step = ruling.refusal.step
        return Mismatch(number, step.rule, "verdict", f"played: {entry.action}", f"refused: {step.text()}")
    if ruling.dice is None:
        return Mismatch(number, "-", "dice", str(entry.action), "nothing to roll")
    given = 0
    try:
        for given in range(len(entry.answers) + 1):
            trace = follow(ruling.dice, entry.answers[:given])
    except (AnswerError, FaceError) as error:
        rule = _rule(ruling.dice, follow(ruling.dice, entry.answers[: given - 1]))
        return Mismatch(number, rule, f"answer {given}", str(entry.answers[given - 1]), str(error))
    if trace.waiting is not None or trace.result is None:
        rule = _rule(ruling.dice, trace)
        return Mismatch(number, rule, f"answer {given + 1}", "no answer", str(trace.waiting))
    for recorded, ruled in zip(entry.events, trace.result.events, strict=False):
        if recorded != ruled:
            return _differing(number, _rule(ruling.dice, trace), recorded, ruled)
    if len(entry.events) != len(trace.result.events):
        counts = f"{len(entry.events)} events", f"{len(trace.result.events)} events"
        return Mismatch(number, _rule(ruling.dice, trace), "events", *counts)
    return None


def _rule(program: Program[Any, Result], trace: Trace[Any, Result]) -> str:
    """The rule of the stage that waits for an answer, or of the last one; a program may have none."""
    return trace.stage.rule if trace.stage else next((stage.rule for stage in reversed([*program.every()])), "-")


def _differing(number: int, rule: str, recorded: Event, ruled: Event) -> Mismatch:
    if recorded.kind != ruled.kind:
        return Mismatch(number, rule, "event", recorded.kind, ruled.kind)
    none: Facts = Facts()
    for name in [*ruled.facts, *recorded.facts]:
        mine, theirs = (facts.get(name, none) for facts in (recorded.facts, ruled.facts))
        if mine != theirs:
            return Mismatch(number, rule, f"{ruled.kind} {name}", repr(mine), repr(theirs))
    return Mismatch(number, rule, ruled.kind, repr(recorded), repr(ruled))
