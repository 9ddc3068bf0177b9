"""One volley or one melee ruled by itself: what it is worth, and what may come of it. Who may: `legality.py`."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

from enfilade.dice import Program, Stage
from enfilade.referee import Action, Event, Facts, Result, Rules, Ruling, Step, allow, refuse
from enfilade.rulesets.ageofmagic import areas
from enfilade.rulesets.ageofmagic.aftermath import share_row, successful_charge
from enfilade.rulesets.ageofmagic.attack import RISK
from enfilade.rulesets.ageofmagic.field import Attack, Blow, Field, Fire, quiet
from enfilade.rulesets.ageofmagic.fire import FIRE, VOLLEY, volley
from enfilade.rulesets.ageofmagic.legality import melee_refusal, missile_refusal
from enfilade.rulesets.ageofmagic.melee import BLOWS, Meeting, blow, strike_stages
from enfilade.rulesets.ageofmagic.risk import risk_step
from enfilade.rulesets.ageofmagic.rows import renamed
from enfilade.rulesets.ageofmagic.state import Muster, Order, Pair, Standing, State
from enfilade.rulesets.ageofmagic.tables import CASUALTIES_RULE, MORALE
from enfilade.rulesets.ageofmagic.values import defence_value, melee_value, missile_value, size_step


def judge_missile(state: State, action: Action, rules: Rules) -> Ruling:
    """The ruling on one volley."""
    held, refusal = missile_refusal(state, action)
    if refusal:
        return refuse(action, held, rules, refusal)
    ends = state.muster.index(action["attacker"]), state.muster.index(action["target"])
    field = _field(state, action, ends, "fire")
    attack = volley(field, 0, 1, bool(action.get("moving")))
    steps = [
        *held,
        *_sizes(field),
        fire_step(field, attack, rules),
        risk_step(state.muster.units[ends[0]].name, attack.dice, attack.value, rules, state.muster.tables.dice),
        *casualties_steps(attack, "3.6.2.5.1-casualties"),
        MORALE_STEP,
    ]
    risk = () if attack.dice >= 0 else (RISK,)
    field = field._replace(attacks=(attack,))
    program = Program(field, (*risk, *VOLLEY, FORECAST), partial(_fired, field))
    return allow(action, steps, rules, program)


def judge_melee(state: State, action: Action, rules: Rules) -> Ruling:
    """The ruling on one melee, both ways."""
    held, refusal = melee_refusal(state, action)
    if refusal:
        return refuse(action, held, rules, refusal)
    ends = state.muster.index(action["attacker"]), state.muster.index(action["target"])
    before = _field(state, action, ends, "stay")
    field = _moved(before) if action.get("charging") else before
    attacks = tuple(_blows(state, action, field, ends))
    names = [("attack_value", ""), ("reply_value", "reply_")]
    steps = [*held, *_sizes(field), _side_step(state, action, ends)]
    for attack in attacks:
        name, prefix = names[attack.attacker]
        steps.append(blow_step(field, attack, rules, name, prefix))
        steps += _parts_steps(state, attack, ends[attack.attacker])
        unit = state.muster.units[ends[attack.attacker]].name
        steps.append(risk_step(unit, attack.dice, attack.value, rules, state.muster.tables.dice))
        steps += casualties_steps(attack, CASUALTIES_RULE)
    choices = tuple(RISK for attack in attacks if attack.dice < 0)
    stages = (*choices, *strike_stages(state.muster.tables) * len(attacks), FORECAST)
    program = Program(field._replace(attacks=attacks), stages, partial(_fought, before))
    return allow(action, [*steps, MORALE_STEP], rules, program)


# The field of two.


@lru_cache(maxsize=1024)
def _two(muster: Muster, one: int, other: int) -> Muster:
    """The same battle with only these two units."""
    units, cards = muster.units, muster.cards
    return replace(muster, units=(units[one], units[other]), cards=(cards[one], cards[other]))


def _field(state: State, action: Action, ends: tuple[int, int], kind: str) -> Field:
    position = str(action.get("position", ""))
    orders = (
        Order(kind, dice=int(action.get("dice", -1)), position=position),
        Order("stand", dice=int(action.get("target_dice", -1))),
    )
    return Field(
        muster=_two(state.muster, *ends),
        units=(state.units[ends[0]], state.units[ends[1]]),
        orders=orders,
        visibility=state.visibility,
        wind=state.wind,
        first=state.muster.cards[ends[0]].side,
    )


def _moved(field: Field) -> Field:
    """The charger in its target's area."""
    one, other = field.units
    if one.area == other.area:
        return field
    return field._replace(units=(one._replace(area=other.area, position="normal"), other))


def struck_at(state: State, action: Action, ends: tuple[int, int]) -> str:
    """Where the target is struck: as stated, or by the areas for a charge; a melee that goes on is frontal."""
    if action.get("side"):
        return str(action["side"])
    if not action.get("charging"):
        return "front"
    side = state.muster.units[ends[1]].side
    return areas.struck_side(side, state.units[ends[1]].area, state.units[ends[0]].area)


def _blows(state: State, action: Action, field: Field, ends: tuple[int, int]) -> list[Attack]:
    ids = action["attacker"], action["target"]
    pair = next((pair for pair in state.pairs if pair.enemy(ids[0]) == ids[1]), Pair(*ids))
    ahead = [0 if not pair.ahead else 1 if pair.ahead == id_ else -1 for id_ in ids]
    charging, meets, side = bool(action.get("charging")), str(action.get("meets", "")), struck_at(state, action, ends)
    free = not state.enemies(ids[1]) and state.units[ends[1]].morale != "routing"
    braced = charging and side == "front" and field.card(0).cavalry and free and meets in ("", "brace")
    mine = Meeting(charging, side=side, evading=meets == "caught", advantage=ahead[0])
    theirs = Meeting(charging and meets == "counter", bracing=braced, advantage=ahead[1])
    attacks = [blow(field, 0, 1, mine, _parts(state, ids, 0))]
    if state.units[ends[1]].morale != "routing":
        attacks.append(blow(field, 1, 0, theirs, _parts(state, ids, 1)))
    if field.reading("melee_size") == "turn_start":
        attacks = [one._replace(size=field.units[one.attacker].strength) for one in attacks]
    return attacks


def _parts(state: State, ids: tuple[str, str], end: int) -> int:
    """Among how many enemies a unit divides itself: those it is in melee with, and this one if it is new."""
    if state.muster.readings["strength_split"] != "equal":
        return 1
    enemies = {*state.enemies(ids[end]), ids[1 - end]}
    return len(enemies)


# The steps.


def fire_step(field: Field, attack: Attack, rules: Rules) -> Step:
    """A volley's attack value, with the combat values that it rests on opened."""
    assert isinstance(attack.facts, Fire)
    units = field.muster.units
    values = {
        "missile": missile_value(units[attack.attacker], rules),
        "defence": defence_value(units[attack.target], rules),
    }
    names = {"unit": units[attack.attacker].name, "target": units[attack.target].name}
    return FIRE.step(attack.facts, "attack_value", values, **names)


def blow_step(field: Field, attack: Attack, rules: Rules, name: str, prefix: str = "") -> Step:
    """A melee attack value, with the combat values that it rests on opened; `prefix` marks those of a reply."""
    assert isinstance(attack.facts, Blow)
    units = field.muster.units
    melee, defence = melee_value(units[attack.attacker], rules), defence_value(units[attack.target], rules)
    values = {
        "melee": renamed(melee, f"{prefix}melee_value"),
        "defence": renamed(defence, f"{prefix}defence_value"),
    }
    names = {"unit": units[attack.attacker].name, "target": units[attack.target].name}
    return BLOWS.step(attack.facts, name, values, **names)


def _sizes(field: Field) -> Iterator[Step]:
    """How many there are to fall, and the attacker's number too where a short question leaves it open."""
    for unit, stands in zip(field.muster.units, field.units, strict=True):
        if unit is field.muster.units[1] or "size" in unit.stated.unsaid:
            yield size_step(unit, stands)


def _side_step(state: State, action: Action, ends: tuple[int, int]) -> Step:
    side = struck_at(state, action, ends)
    return Step("3.6.2.4-side", "the target is struck in the {value}", Facts(), side, "side")


def _parts_steps(state: State, attack: Attack, at: int) -> list[Step]:
    """Of what size the percent are taken: after this turn's missiles, and divided among several enemies."""
    unit = state.muster.units[at].name
    words = "{value} of {unit} can strike"
    steps = [Step("3.6.2.5.2-size", words, Facts(unit=unit), attack.size, readings=("melee_size",))]
    if len(state.enemies(state.muster.units[at].id)) > 1:
        words = "{unit} is in melee with several: its strength is divided by {value}"
        steps.append(Step("3.6.2.5.2-split", words, Facts(unit=unit), attack.parts, readings=("strength_split",)))
    return steps


def casualties_steps(attack: Attack, rule: str) -> tuple[Step, ...]:
    """How the result will be read: a percent of the attacker's size, in whole combatants."""
    words = "casualties are a percent of {value} by the table, for the result rounded up"
    whole = Step("3.6.2.5.1-rounding", "in whole combatants", readings=("casualty_rounding",))
    return (Step(rule, words, Facts(), attack.size, because=(whole,)),)


MORALE_STEP = Step(
    "3.6.2.5.3-levels",
    "morale at the end of the turn: the share that fell and other causes add up, from routing to good",
    because=(
        Step(
            "3.6.2.5.3-edge",
            "a share of exactly 10, 25 or 50% lies between two rows: a reading says which counts",
            readings=("morale_edges",),
        ),
    ),
)


# What comes of it.


FORECAST = Stage("3.6.2.5.3-share", "what has fallen so far this turn decides morale at its end", quiet)


def forecast(field: Field, at: int) -> int:
    """The change of morale at the end of the turn if nothing more befalls this unit."""
    change = share_row(field.units[at], field.reading("morale_edges"))
    change += successful_charge(field.dealt, field.muster.units[at].id)
    level = MORALE.index(field.units[at].morale)
    return max(0, min(len(MORALE) - 1, level + change)) - level


def _fired(start: Field, field: Field) -> Result:
    target = field.units[1]
    change = forecast(field, 1)
    counts = Facts(
        casualties=start.units[1].size - target.size,
        morale_change=change,
        broken=_breaks(target, change),
        destroyed=not target.size,
        **_dice(field),
    )
    return Result(counts, _events(start, field))


def _fought(start: Field, field: Field) -> Result:
    own, target = field.units
    changes = forecast(field, 0), forecast(field, 1)
    counts = Facts(
        casualties=start.units[1].size - target.size,
        suffered=start.units[0].size - own.size,
        morale_change=changes[1],
        own_morale_change=changes[0],
        broken=_breaks(target, changes[1]),
        own_broken=_breaks(own, changes[0]),
        destroyed=not target.size,
        own_destroyed=not own.size,
        **_dice(field),
    )
    ids = tuple(unit.id for unit in field.muster.units)
    joined = Event("melee", Facts(one=ids[0], other=ids[1], dealt=field.dealt))
    return Result(counts, (*_events(start, field), joined))


def _dice(field: Field) -> dict[str, int]:
    """How many dice were risked where that was a choice: of the attacker, of the target."""
    return {("dice", "target_dice")[at]: count for at, count in field.chosen}


def _breaks(one: Standing, change: int) -> bool:
    """Whether a unit that does not rout yet would, or is no more."""
    return not one.size or (one.morale != "routing" and MORALE.index(one.morale) + change == 0)


def _events(start: Field, field: Field) -> tuple[Event, ...]:
    units = zip(field.muster.units, start.units, field.units, strict=True)
    return tuple(_stands(unit.id, before, after) for unit, before, after in units if before != after)


def stands(unit: str, before: Standing, after: Standing) -> Event:
    """The event that writes down how a unit stands now, if it stood so before."""
    fields = zip(Standing._fields, before, after, strict=True)
    return Event("stands", Facts({"unit": unit, **{name: new for name, old, new in fields if old != new}}))


_stands = lru_cache(maxsize=1024)(stands)  # in exact odds the same few units come again and again
