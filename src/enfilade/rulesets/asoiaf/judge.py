"""Every kind of action and the course that rules on it; the attempts worth a ruling."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from enfilade.referee import Action, Facts, Nearest, Ruling, closest, deciding
from enfilade.rulesets.asoiaf import best, charge, effect, melee, moves, ranged, retreat, threat
from enfilade.rulesets.asoiaf.contact import engagements
from enfilade.rulesets.asoiaf.course import Course, no, ruled
from enfilade.rulesets.asoiaf.decisions import DECIDING
from enfilade.rulesets.asoiaf.state import State, Unit

KINDS: Mapping[str, Callable[[State, Action], Course]] = MappingProxyType(
    {
        "melee": melee.judge,
        "ranged": ranged.judge,
        "charge": charge.judge,
        "maneuver": moves.maneuver,
        "march": moves.march,
        "retreat": retreat.judge,
        "shift": moves.shift,
        "pivot": moves.pivot,
        "panic": effect.panic,
        "morale": effect.morale_test,
        "token": effect.token,
        "wound": effect.wound,
        "restore": effect.restore,
        "kill_attachment": effect.fell,
        "threat": threat.judge,
        "best": best.judge,
        "pass": effect.pass_turn,
    }
)

ACTIONS = (*KINDS, deciding.KIND)

# What an action of each kind may say; of an attack also whether it is a free action, and the effects on it.
_ATTACK = ("attacker", "target", "attack", "free", "effects")
FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "melee": (*_ATTACK, "turn_to_face", "align", "align_side", "charging"),
        "ranged": (*_ATTACK, "shift"),
        "charge": (*_ATTACK, "facing", "side", "align", "align_side"),
        "maneuver": ("unit", "free", "pivot", "forward", "pivot_after"),
        "march": ("unit", "free", "pivot", "forward", "pivot_after"),
        "retreat": ("unit", "free", "direction", "distance", "pivot_after"),
        "shift": ("unit", "free", "shift", "limit"),
        "pivot": ("unit", "free", "facing"),
        "panic": ("unit", "modifier"),
        "morale": ("unit", "modifier"),
        "token": ("unit", "condition"),
        "wound": ("unit", "wounds"),
        "restore": ("unit", "wounds"),
        "kill_attachment": ("unit", "attachment"),
        "threat": ("unit",),
        "best": ("unit",),
        "pass": ("unit", "free"),
    }
)


def judge(state: State, action: Action) -> Ruling:
    """The ruling on any action; never raises for a refusal."""
    if action.kind == deciding.KIND:
        return deciding.judge(state, action, state.rules, DECIDING)
    course = KINDS.get(action.kind, _unknown)
    if action.kind in KINDS and not action.fields.keys() <= set(FIELDS[action.kind]):
        course = _strange
    return ruled(state, action, course(state, action))


def _strange(state: State, action: Action) -> Course:
    known = FIELDS[action.kind]
    strange = next(name for name in action.fields if name not in known)
    near = closest(strange, known)
    nearest = Nearest("{name}", Facts(name=near)) if near else None
    yield no(
        "3.2", "{kind} has no field {field}; it has {known}", nearest, kind=action.kind, field=strange, known=known
    )
    return None


def _unknown(state: State, action: Action) -> Course:
    yield no(
        "3.2",
        "there is no action {kind}",
        Nearest("one of {kinds}", Facts(kinds=ACTIONS)),
        kind=action.kind,
    )
    return None


def candidates(state: State, about: str = "") -> Iterator[Action]:
    """Every attack on every enemy, each retreat, and passing; of the side to act if it is some side's turn.

    With `about` only what this unit does, and what is done to it.
    """
    units = [unit for unit in state.units if not state.to_act or (unit.side == state.to_act and not unit.activated)]
    for unit in units:
        for enemy in state.enemies(unit):
            if about in ("", unit.id, enemy.id):
                yield from _against(state, unit, enemy)
    for unit in units:
        if about not in ("", unit.id):
            continue
        if engagements(state, unit):
            yield from (Action.of("retreat", unit=unit.id, direction=way) for way in retreat.WAYS)
        yield Action.of("pass", unit=unit.id)


def _against(state: State, unit: Unit, enemy: Unit) -> Iterator[Action]:
    """Shots, charges and melee attacks of a unit on an enemy, with their alignments."""
    both = {"attacker": unit.id, "target": enemy.id}
    engaged = {contact.enemy: contact for contact in engagements(state, unit)}
    for attack in unit.profile.attacks:
        named = {**both, "attack": attack.name}
        if attack.ranged:
            yield Action.of("ranged", **named)
            continue
        yield Action.of("melee", **named)
        if enemy.id in engaged:
            yield from (Action.of("melee", **named, align=share) for share in (100, 50))
            if engaged[enemy.id].side != "front":
                yield Action.of("melee", **named, turn_to_face=True)
                yield from (Action.of("melee", **named, turn_to_face=True, align=share) for share in (100, 50))
        if engaged:
            yield Action.of("charge", **named)
        else:
            yield from (Action.of("charge", **named, align=share) for share in (100, 50))
