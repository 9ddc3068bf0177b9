"""What lies on the table: how the room stands, the battle that this is, and what may be said against an act."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from enfilade.battle import Battle
from enfilade.dice import AnswerError, FaceError, Trace, follow
from enfilade.files.scenario import set_up
from enfilade.referee import Action, Result, Ruling, ScenarioError
from enfilade.web.reading import document
from enfilade.web.rooms.links import REFEREE, SPECTATOR
from enfilade.web.rooms.standing import Attack, Standing
from enfilade.web.store import Change

Kind = Literal["scenario", "refused", "too_large", "too_many", "not_found", "not_yours", "busy", "request"]
ACTING = ("attacker", "unit", "token", "character")
"""The fields of an action that name who acts."""
NOT_THEIRS = ("target_dice", "against_dice", "meets", "orders", "adjust")
"""The fields of an action in which somebody else decides: the other side, or the referee."""


class NotDone(Exception):
    """Something that cannot be done, and why: words with their facts, or a ruling, or the mistakes of a scenario."""

    def __init__(self, error: Kind, words: str, /, **facts: Any) -> None:
        self.error: Kind = error
        self.words = words
        self.facts = facts
        self.ruling: Ruling | None = None
        self.mistakes: ScenarioError | None = None
        super().__init__(words.format_map(facts))


def refused(ruling: Ruling) -> NotDone:
    """The rules refuse it."""
    step = ruling.refusal.step if ruling.refusal else None
    error = NotDone("refused", "{why}", why=step.text() if step else "there is nothing to roll and nothing to change")
    error.ruling = ruling
    return error


def mistaken(mistakes: ScenarioError) -> NotDone:
    """The scenario would have mistakes."""
    error = NotDone("scenario", "{why}", why=str(mistakes))
    error.mistakes = mistakes
    return error


def unreadable(mistakes: ScenarioError) -> NotDone:
    """The message is not of the shape that was agreed."""
    error = NotDone("request", "{why}", why=str(mistakes))
    error.mistakes = mistakes
    return error


def kept_from(attack: Attack, seat: str) -> NotDone | None:
    """Why a seat may not call off an attack under way; `None` where it may."""
    if seat not in (attack.by, REFEREE):
        return NotDone("not_yours", "this attack was begun by {seat}", seat=attack.by)
    if attack.rolled:
        return NotDone("refused", "dice have fallen: ask to take it back instead")
    if seat != REFEREE and not attack.acted <= {seat} and attack.entry.action.kind == "turn":
        return NotDone("refused", "the orders of others have been opened: ask to take it back instead")
    return None


@dataclass(frozen=True, slots=True)
class Table:
    """How the room stands, the battle that this is, and the attack under way as it went so far."""

    standing: Standing
    battle: Battle
    trace: Trace[Any, Result] | None = None
    away: frozenset[str] = frozenset()  # seats that were taken once, and at which nobody has sat for a while

    def after(self, change: Change, did: "Did") -> "Table":
        """The table after a change, and the act that it wrote down."""
        standing = self.standing.after(change)
        return Table(standing, did.battle, None if standing.attack is None else did.trace or self.trace)

    def alone(self, seat: str) -> bool:
        """Whether nobody has ever sat at this table but on this seat; who looks on does not count."""
        return self.standing.taken - {SPECTATOR} <= {seat}

    def sides(self, battle: Battle | None = None) -> dict[str, str]:
        """The side of every unit, token and character; of this battle, or another one."""
        battle = battle or self.battle
        return {piece.id: piece.side for piece in battle.ruleset.pieces(battle.state)}

    def may_act(self, seat: str) -> None:
        """Raises `NotDone` for those who look on."""
        if seat == SPECTATOR:
            raise NotDone("not_yours", "who looks on does not act")

    def may_move(self, seat: str, unit: str) -> None:
        """Raises `NotDone` where a unit is not there, or not this seat's."""
        self.may_act(seat)
        sides = self.sides()
        if unit not in sides:
            raise NotDone("request", "{unit} is not on this table", unit=unit)
        if seat != REFEREE and sides[unit] not in (seat, ""):
            raise NotDone("not_yours", "{unit} belongs to {side}", unit=unit, side=sides[unit])

    def may_play(self, seat: str, action: Action) -> None:
        """Raises `NotDone` where an action is another side's, or decides something for it."""
        self.may_act(seat)
        if seat == REFEREE:
            return
        side = self.acting(action)
        if side not in (None, seat):
            raise NotDone("not_yours", "this is for {side} to do", side=side)
        for field in NOT_THEIRS:
            if field in action.fields:
                raise NotDone("not_yours", "{field} is not yours to say: leave it out", field=field)

    def acting(self, action: Action) -> str | None:
        """The side that acts; `None` where an action is nobody's, such as a whole turn."""
        named = next((action[field] for field in ACTING if field in action.fields), None)
        side = action.get("side") if named is None else self.sides().get(str(named))
        return str(side) if side else None


class Did(NamedTuple):
    """What an act comes to: the change to write, the battle after it, and the attack that went on with it."""

    kind: str
    data: dict[str, Any]
    battle: Battle
    trace: Trace[Any, Result] | None = None


def lay(scenario: Mapping[str, Any], units: Mapping[str, Any] | None = None) -> Battle:
    """The battle of a scenario. Raises `NotDone` with its mistakes."""
    try:
        return set_up(document(scenario), None if units is None else document(units, "units"))
    except ScenarioError as error:
        raise mistaken(error) from error


def laid(standing: Standing) -> Table:
    """The table of a room that was read from the disk. Raises `NotDone` where its battle is no longer by the rules."""
    battle = lay(standing.scenario, standing.units)
    wrong = battle.check(standing.entries)
    if wrong is not None:
        raise _by_other_rules(str(wrong))
    for after in battle.replay(standing.entries):
        battle = after
    return Table(standing, battle, _under_way(standing, battle))


def _under_way(standing: Standing, battle: Battle) -> Trace[Any, Result] | None:
    """The attack under way as it went so far."""
    if standing.attack is None:
        return None
    entry = standing.attack.entry
    program = battle.judge(entry.action).dice
    try:
        trace = follow(program, entry.answers) if program is not None else None
    except (AnswerError, FaceError) as error:
        raise _by_other_rules(str(error)) from error
    if trace is None or trace.waiting is None:
        raise _by_other_rules(f"the attack under way, {entry.action}")
    return trace


def _by_other_rules(why: str) -> NotDone:
    return NotDone("scenario", "this battle was played by other rules than those of today: {why}", why=why)
