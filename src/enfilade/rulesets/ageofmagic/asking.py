"""Short questions: a few facts in words, no armies, and the ruling at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import ValidationError

from enfilade.referee import Action, Mistake, Question, ScenarioError, expectation, hint
from enfilade.rulesets.ageofmagic import documents
from enfilade.rulesets.ageofmagic.numbers import exact
from enfilade.rulesets.ageofmagic.setup import setup
from enfilade.rulesets.ageofmagic.state import Muster, State
from enfilade.rulesets.ageofmagic.tables import ARMOUR, known_weapons

_SCORE = "a number"
QUESTIONS: tuple[Question, ...] = (
    Question("skill", "average weapon skill in melee", _SCORE, "5"),
    Question("st", "average ST", _SCORE, "1"),
    Question("weapon", "the main melee weapon", "a name that is known", "long sword"),
    Question("attack", "its attack factor, for a weapon that is not known", _SCORE),
    Question("damage", "its damage factor; or, with resistance alone, the damage of a blow", _SCORE),
    Question("order", "how the unit stands", "close, skirmish or none", "close"),
    Question("training", "how well it is trained", "green, veteran, elite or irregular", "veteran"),
    Question("mount", "what it rides", "none or cavalry"),
    Question("barding", "the armour of its horses", "none, partial or full"),
    Question("missile_skill", "average skill with missiles", _SCORE),
    Question("missile_attack", "attack factor of the missile weapon", _SCORE),
    Question("missile_damage", "damage factor of the missile weapon", _SCORE),
    Question("range", "effective range in metres", "a whole number"),
    Question("combat", "average Combat skill", _SCORE),
    Question("resistance", "average damage resistance", _SCORE),
    Question("armour", "a suit of armour in place of the resistance", "a name that is known"),
    Question("shield", "average Shield skill", _SCORE),
    Question("parry", "parry factor of the shields", _SCORE),
    Question("missile", "the missile value outright", _SCORE),
    Question("melee", "the melee value outright", _SCORE),
    Question("size", "combatants in the unit", "a whole number"),
    Question("tactics", "the leader's Tactics", _SCORE),
    Question("leading", "the leader's specialism in leading a unit", _SCORE),
    Question("iq", "the leader's IQ", _SCORE),
    Question("morale", "morale of the unit", "good, normal or poor"),
    Question("tiredness", "tiredness of the unit", "fresh to reeling"),
    Question("fire", "fire at a unit with this defence value", _SCORE),
    Question("strike", "strike at a unit with this defence value", _SCORE),
    Question("charge", "charge a unit with this defence value", _SCORE),
    Question("target_size", "combatants in that unit", "a whole number"),
    Question("visibility", "visibility of the target", "normal, reduced, poor or very poor"),
    Question("wind", "the wind", "normal, windy or very windy"),
    Question("moving", "firing on the move", "yes or no"),
    Question("dice", "dice to risk", "a whole number"),
)
# What each of these facts says nothing without.
BESIDE: Mapping[str, tuple[str, ...]] = {
    "weapon": ("skill",),
    "attack": ("skill",),
    "damage": ("skill", "resistance"),
    "missile_attack": ("missile_skill",),
    "missile_damage": ("missile_skill",),
    "range": ("missile_skill",),
    "resistance": ("combat", "damage"),
    "armour": ("combat",),
    "shield": ("combat",),
    "parry": ("shield",),
    "target_size": ("fire", "strike", "charge"),
    "visibility": ("fire",),
    "wind": ("fire",),
    "moving": ("fire",),
    "dice": ("fire", "strike", "charge"),
}
TARGETS = {"fire": "missile", "strike": "melee", "charge": "melee"}


def ask(given: Mapping[str, str]) -> tuple[State, tuple[Action, ...]]:
    """A battle that holds just these facts, and what to judge. Raises `ScenarioError`."""
    mistakes = [*_strange(given), *_alone(given)]
    numbers = _numbers(given, mistakes)
    if mistakes:
        raise ScenarioError(mistakes)
    facts: dict[str, Any] = {**given, **numbers}
    scenario = documents_of(facts)
    try:
        document = documents.Scenario.model_validate(scenario)
    except ValidationError as error:
        told = {mistake.path: mistake for mistake in (_mistake(one, given) for one in error.errors())}
        raise ScenarioError([one for path, one in told.items() if path[0] in given] or list(told.values())) from None
    try:
        state = setup(document)
    except ScenarioError as error:
        raise ScenarioError([replace(one, path=_fact(one.path, given) or one.path) for one in error.mistakes]) from None
    state = replace(state, muster=_unsaid(state.muster, given))
    if set(given) == {"damage", "resistance"}:
        return state, (Action.of("wound", **{name: exact(numbers[name]) for name in ("damage", "resistance")}),)
    asked = [name for name in TARGETS if name in given]
    if not asked:
        return state, (Action.of("values", unit="asked"),)
    return state, tuple(_attack(name, facts) for name in asked)


def _unsaid(muster: Muster, given: Mapping[str, str]) -> Muster:
    """The units with note of what the question says nothing of: that is only taken for something."""
    said = (
        {"size": ("size",), "melee": ("melee", "skill"), "defence": ("combat",)},
        {"size": ("target_size",), "melee": (), "defence": tuple(TARGETS)},
    )
    units = []
    for unit, facts in zip(muster.units, said, strict=True):
        open_ = frozenset(what for what, names in facts.items() if not given.keys() & set(names))
        units.append(replace(unit, stated=unit.stated._replace(unsaid=open_)))
    return replace(muster, units=tuple(units))


def _attack(name: str, facts: Mapping[str, Any]) -> Action:
    fields: dict[str, Any] = {"attacker": "asked", "target": "target", "dice": facts.get("dice")}
    if name == "fire" and facts.get("moving") == "yes":
        fields["moving"] = True
    if name == "charge":
        fields["charging"] = True
    return Action.of(TARGETS[name], **fields)


def documents_of(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The scenario that these facts describe: the unit asked about, and a target if there is one."""
    asked = next((name for name in TARGETS if name in facts), "")
    target = {
        "id": "target",
        "side": "b",
        "leader": {"tactics": 0, "iq": 0},
        "size": facts.get("target_size", 100),
        "area": "centre",
        "melee": {"value": 0},
        "defence": {"value": facts.get(asked, 0)},
    }
    scenario: dict[str, Any] = {
        "format": "enfilade/scenario/1",
        "ruleset": "ageofmagic",
        "battle": {name: facts[name] for name in ("visibility", "wind") if name in facts},
        "units": [_asked(facts), target],
    }
    if asked == "strike":
        target["area"] = "a centre"
        scenario["engaged"] = [["asked", "target"]]
    return scenario


def _asked(facts: Mapping[str, Any]) -> dict[str, Any]:
    names = {"order": "order_of_battle", "training": "training", "mount": "mount", "barding": "barding"}
    names |= {"morale": "morale", "tiredness": "tiredness"}
    unit: dict[str, Any] = {written: facts[name] for name, written in names.items() if name in facts}
    leader = {name: facts.get(name, 0) for name in ("tactics", "leading", "iq")}
    unit |= {"id": "asked", "side": "a", "leader": leader, "area": "centre", "size": facts.get("size", 100)}
    return unit | {"melee": _melee(facts), "defence": _defence(facts), **_missile(facts)}


def _melee(facts: Mapping[str, Any]) -> dict[str, Any]:
    if "skill" not in facts:
        return {"value": facts.get("melee", 0)}
    weapon: Any = facts.get("weapon", "club")
    if "attack" in facts or ("damage" in facts and "weapon" not in facts):
        weapon = {"attack": facts.get("attack", 0), "damage": facts.get("damage", 0)}
    return {"skill": facts["skill"], "st": facts.get("st", 0), "weapon": weapon}


def _missile(facts: Mapping[str, Any]) -> dict[str, Any]:
    if "missile" in facts:
        return {"missile": {"value": facts["missile"]}}
    if "missile_skill" not in facts:
        return {}
    weapon = {"attack": facts.get("missile_attack", 0), "damage": facts.get("missile_damage", 0)}
    weapon["range"] = facts.get("range", 0)
    return {"missile": {"skill": facts["missile_skill"], "st": facts.get("st", 0), "weapon": weapon}}


def _defence(facts: Mapping[str, Any]) -> dict[str, Any]:
    if "combat" not in facts:
        return {"value": 0}
    armour = {"armour": facts["armour"], "st": facts.get("st", 0)} if "armour" in facts else {}
    resistance = {} if armour else {"resistance": facts.get("resistance", 0)}
    shield = {"shield": {"skill": facts["shield"], "parry": facts.get("parry", 0)}} if "shield" in facts else {}
    return {"combat": facts["combat"], **armour, **resistance, **shield}


def _strange(given: Mapping[str, str]) -> Iterator[Mistake]:
    """Names that are no facts, and arms and armour that nobody makes."""
    known = [question.name for question in QUESTIONS]
    makers = {"weapon": list(known_weapons()), "armour": list(ARMOUR)}
    for name, text in given.items():
        if name not in known:
            yield Mistake((name,), "a fact of this question", repr(name), hint(name, known))
        elif text not in makers.get(name, [text]):
            yield Mistake((name,), "a name that is known", repr(text), hint(text, makers[name]))


def _alone(given: Mapping[str, str]) -> Iterator[Mistake]:
    """Facts from which nothing follows without another."""
    for name, others in BESIDE.items():
        if name in given and not given.keys() & set(others):
            wanted = " or ".join(filter(None, (", ".join(others[:-1]), others[-1])))
            yield Mistake((name,), f"{wanted} beside it", "none")


def _numbers(given: Mapping[str, str], mistakes: list[Mistake]) -> dict[str, int | Decimal]:
    """The facts that are numbers; those that should be and are not become mistakes."""
    takes = {question.name: question.takes for question in QUESTIONS}
    numbers: dict[str, int | Decimal] = {}
    for name, text in given.items():
        if takes.get(name) not in (_SCORE, "a whole number"):
            continue
        try:
            number = Decimal(text.strip().replace(",", "."))
        except InvalidOperation:
            mistakes.append(Mistake((name,), takes[name], repr(text)))
            continue
        if number.is_finite() and abs(number) <= 10**6:
            numbers[name] = int(number) if number == int(number) else number
        else:
            mistakes.append(Mistake((name,), "a number up to a million", text))
    return numbers


def _mistake(error: Any, given: Mapping[str, str]) -> Mistake:
    """A mistake in the battle that the facts make, told of the fact."""
    takes = {question.name: question.takes for question in QUESTIONS}
    path = _fact(error["loc"], given)
    if not path:
        return Mistake(tuple(error["loc"]), expectation(error["msg"]), repr(error["input"]))
    plain = error["type"] in ("literal_error", "int_type", "int_from_float")
    return Mistake(path, takes[path[0]] if plain else expectation(error["msg"]), repr(given[path[0]]))


def _fact(path: Sequence[str | int], given: Mapping[str, str]) -> tuple[str, ...]:
    """The fact that a part of the battle was made from, as a path; nothing if none was."""
    written = {
        "order_of_battle": "order",
        "size": "target_size" if 1 in path else "size",
    }  # the second unit is the target
    parts = (written.get(str(part), str(part)) for part in reversed(path))
    return next(((part,) for part in parts if part in given), ())
