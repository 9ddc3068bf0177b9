"""Attacks: played, answered, given up; and what the referee decides. All of it is judged by the battle."""

from typing import Any

from enfilade.battle import Battle, Entry
from enfilade.dice import AnswerError, Choice, Chosen, FaceError, OverBudget, Policy, Rolled, Trace
from enfilade.files.entries import action_from
from enfilade.files.record import entry_json
from enfilade.referee import Action, Ordering, Result, Ruling
from enfilade.web import wire
from enfilade.web.rooms.fair import FairDice, new_secret
from enfilade.web.rooms.links import REFEREE
from enfilade.web.rooms.orders import (
    may_order,
    never_there,
    opened,
    own_turn,
    passed_over,
    waited_for,
    with_orders,
)
from enfilade.web.rooms.rolling import Hand, fell, onward, typed
from enfilade.web.rooms.standing import TURN, Attack, Dice
from enfilade.web.rooms.table import Did, NotDone, Table, kept_from, refused
from enfilade.web.settings import Effort
from enfilade.web.telling import whose

DECIDE, END = "decide", "end"
BRANCHES = Effort().best  # that the best policy may look at


def play(table: Table, seat: str, asked: wire.Play) -> Did:
    """An action is played, as far as it goes without a person."""
    action = action_from(asked.action)
    if action.kind == DECIDE:
        return _decided(table, seat, action)
    table.may_play(seat, action)
    if action.kind == TURN and isinstance(table.battle.ruleset, Ordering):
        return _turn_begun(table, seat, asked, action)
    _may_go_by_hand(table, seat, action)
    attack = Attack(_unended(action), seat, asked.dice, asked.policy, asked.salt or "", False, frozenset())
    return _begun(table, attack)


def _may_go_by_hand(table: Table, seat: str, action: Action) -> None:
    """Raises `NotDone` where a side would fight out or end the turn of others by itself, and their orders with it."""
    if seat == REFEREE or not isinstance(table.battle.ruleset, Ordering):
        return
    over = passed_over(table, seat) if action.kind == END or "target" in action.fields else []
    if over:
        words = "this would pass over the orders of {sides}: give yours and be ready, or leave it to the referee"
        raise NotDone("not_yours", words, sides=tuple(over))


def ready(table: Table, seat: str, said: wire.Ready) -> Did:
    """A side has given its orders, or thinks again; with the last that the turn waits for, it begins."""
    may_order(table, seat, said.entries)
    if seat == REFEREE:
        raise NotDone("request", "the referee has no orders of its own: begin the turn instead")
    if not said.ready:
        if seat not in table.standing.sealed.ready:
            raise NotDone("request", "you have not said that your orders are given")
        return Did("ready", {"said": None}, table.battle)
    ruling = own_turn(table, seat)
    try:
        _policy(table.battle, ruling, said.policy)  # told now, and not when the turn has begun
    except OverBudget as error:
        raise _too_long() from error
    waits = waited_for(table, seat)
    if not waits:
        begun = _turn_begun(table, seat, said, Action.of(TURN))
        return begun._replace(data={**begun.data, "ready": True})
    if seat in table.standing.sealed.ready:
        raise _waiting(table, waits)
    return Did("ready", {"said": {"dice": said.dice, "policy": said.policy, "salt": said.salt or ""}}, table.battle)


def _turn_begun(table: Table, seat: str, asked: wire.Play | wire.Ready, action: Action) -> Did:
    """All orders are opened, and the turn goes on as far as it goes without a person."""
    if table.standing.attack is not None:
        raise NotDone("busy", "another attack is under way: it has to end first")
    waits = waited_for(table, seat)
    if waits and seat != REFEREE:
        raise _waiting(table, waits)
    if "orders" not in action.fields:
        action = with_orders(table, seat, action)
    others = {side: said for side, said in table.standing.sealed.ready.items() if side != seat}
    typed_by_all = asked.dice == "typed" and all(said.dice == "typed" for said in others.values())
    salts = {seat: asked.salt or "", **{side: said.salt for side, said in others.items()}}
    salt = " ".join(salts[one] for one in sorted(salts) if salts[one])
    dice: Dice = "typed" if typed_by_all or (seat == REFEREE and asked.dice == "typed") else "server"
    policies = {side: said.policy for side, said in others.items() if said.policy is not None}
    attack = Attack(_unended(action), seat, dice, asked.policy, salt, False, frozenset(opened(table)), policies)
    return _begun(table, attack)


def _waiting(table: Table, sides: list[str]) -> NotDone:
    """The turn does not begin yet."""
    words = "the turn waits for the orders of {sides}"
    if never_there(table, sides):
        words = "{sides} got secret orders, and nobody has sat there yet: the referee begins the turn"
    return NotDone("busy", words, sides=tuple(sides))


def answer(table: Table, seat: str, given: wire.Answer) -> Did:
    """An answer to what the attack under way waits for."""
    table.may_act(seat)
    attack, asked = table.standing.attack, table.trace and table.trace.waiting
    if attack is None or asked is None:
        raise NotDone("request", "nothing is asked")
    ruling = _playable(table.battle, attack.entry.action)
    side = whose(table.battle, ruling.action, asked.side if isinstance(asked, Choice) else "attacker")
    throws = () if isinstance(asked, Choice) else _throwers(attack)
    if seat not in (side, REFEREE, *throws):
        raise NotDone("not_yours", "{side} is asked", side=side)
    try:
        return _gone_on(table, attack, ruling, _read(asked, given))
    except (AnswerError, FaceError) as error:
        raise NotDone("request", "{why}", why=str(error)) from error


def _throwers(attack: Attack) -> tuple[str, ...]:
    """Who may throw the dice besides the side that acts: who began it; in a whole turn all who have a hand in it."""
    return (attack.by, *(attack.acted if attack.entry.action.kind == TURN else ()))


def cancel(table: Table, seat: str, _: wire.Cancel) -> Did:
    """The attack under way is given up, while no die has fallen."""
    table.may_act(seat)
    if table.standing.attack is None:
        raise NotDone("request", "no attack is under way")
    kept = kept_from(table.standing.attack, seat)
    if kept is not None:
        raise kept
    return Did("cancel", {}, table.battle)


def decide(table: Table, seat: str, decision: wire.Decide) -> Did:
    """The referee decides; or whoever is alone in the room."""
    fields = dict(decision.fields or {})
    if decision.at is not None:
        fields["cell" if "tokens" in table.standing.scenario else "position"] = list(decision.at)
    fields |= {name: getattr(decision, name) for name in ("facing", "area") if getattr(decision, name) is not None}
    if decision.unit is not None:
        fields["unit"] = decision.unit
    return _decided(table, seat, action_from({**fields, "words": decision.words, "kind": DECIDE}))


def _decided(table: Table, seat: str, action: Action) -> Did:
    table.may_act(seat)
    if seat != REFEREE and not table.alone(seat):
        raise NotDone("not_yours", "only the referee decides what the rules do not say")
    return _begun(table, Attack(_unended(action), seat, "server", None, "", False, frozenset()))


def _begun(table: Table, attack: Attack) -> Did:
    if table.standing.attack is not None:
        raise NotDone("busy", "another attack is under way: it has to end first")
    return _gone_on(table, attack, _playable(table.battle, attack.entry.action), None)


def _playable(battle: Battle, action: Action) -> Ruling:
    ruling = battle.judge(action)
    if not ruling.legal or ruling.dice is None:
        raise refused(ruling)
    return ruling


def _gone_on(table: Table, attack: Attack, ruling: Ruling, given: Chosen | Rolled | None) -> Did:
    """The attack with one more answer, and on to where it waits for a person again, or ends."""
    room, battle = table.standing, table.battle
    assert ruling.dice is not None
    dice = FairDice(bytes.fromhex(room.secret), room.play, attack.salt) if attack.dice == "server" else None
    answers = (*attack.entry.answers, *([] if given is None else [given]))
    policies, late = _policies(table, attack, ruling)
    attack, hand = _without(attack, late), Hand(dice, policies)
    trace = onward(ruling.dice, answers, hand)
    kind = "play" if room.attack is None else "answer"
    if trace.result is None:
        told = _told(attack, Entry(ruling.action, trace.answers, ()), trace)
        return Did(kind, {**told, "late": late}, battle, trace)
    after = battle.answer(ruling.action, trace.answers)
    return Did(kind, {**_told(attack, after.entries[-1], trace), "late": late}, after, trace)


def _told(attack: Attack, entry: Entry, trace: Trace[Any, Result]) -> dict[str, Any]:
    """What is written down of an attack: the entry so far, and whether that was all."""
    rolled, ended = fell(trace), trace.result is not None
    data: dict[str, Any] = {"dice": attack.dice, "policy": attack.policy, "salt": attack.salt, "rolled": rolled}
    data |= {"policies": dict(attack.policies), "opened": sorted(attack.acted)}
    data |= {"entry": entry_json(entry), "ended": ended}
    data["counts"] = trace.result.counts.json() if trace.result is not None else None
    if ended and rolled and attack.dice == "server":
        data["secret"] = new_secret()  # of the next throw: this one is shown now
    return data


def _policies(table: Table, attack: Attack, ruling: Ruling) -> tuple[dict[str, Policy[Any]], list[str]]:
    """By which policy each role is answered for, if by any; and the sides whose policy takes too long to find.

    One that was named with the attack speaks for all if the referee named it; else not for sides at which somebody
    sits. These may have named their own when they were ready. In a turn that opens the orders of several, one that
    takes too long hinders nobody: that side is asked.
    """
    taken, found, late = table.standing.taken - {attack.by}, dict[str, Policy[Any]](), set[str]()
    for role in ("attacker", "defender"):
        side = whose(table.battle, ruling.action, role)
        own = attack.policies.get(side)
        name = attack.policy if own is None and (attack.by == REFEREE or side not in taken) else own
        try:
            policy = _policy(table.battle, ruling, name)
        except OverBudget as error:
            if own is None and (attack.by == REFEREE or attack.acted <= {attack.by}):
                raise _too_long() from error
            late.add(side)
        else:
            found |= {} if policy is None else {role: policy}
    return found, sorted(late)


def _without(attack: Attack, late: list[str]) -> Attack:
    """The attack without the policies of these sides."""
    if not late:
        return attack
    own = None if any(side not in attack.policies for side in late) else attack.policy
    return attack._replace(policy=own, policies={s: name for s, name in attack.policies.items() if s not in late})


def _policy(battle: Battle, ruling: Ruling, name: str | None) -> Policy[Any] | None:
    """The policy of this name. Raises `NotDone` where there is none, and `OverBudget`."""
    try:
        return None if name is None else battle.policy(ruling, name, BRANCHES)
    except KeyError as error:
        raise NotDone("request", "{why}", why=str(error.args[0])) from error


def _too_long() -> NotDone:
    return NotDone("request", "the best choices take too long to find here: take another policy")


def _read(asked: Any, given: wire.Answer) -> Chosen | Rolled:
    """The answer, as what was asked wants it."""
    if isinstance(asked, Choice):
        if given.label is None:
            raise NotDone("request", "a choice is asked: send the label of an option")
        return Chosen(given.label)
    if given.faces is None:
        raise NotDone("request", "a throw is asked: send the faces")
    return typed(asked.throw, given.faces)


def _unended(action: Action) -> Entry:
    return Entry(action, (), ())
