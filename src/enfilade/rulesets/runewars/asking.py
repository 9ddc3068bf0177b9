"""Short questions: a few facts in words, no coordinates, and the ruling at once."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from enfilade.referee import Action, Mistake, Question, ScenarioError
from enfilade.rulesets.runewars import documents
from enfilade.rulesets.runewars.setup import setup
from enfilade.rulesets.runewars.state import State

QUESTIONS = (
    Question("ranks", "the attacker's trays by rank from the front", "digits and dots, ranks parted by /", "44/4."),
    Question("edge", "the attacker's edge in a melee attack", "front, left, right or rear", "rear"),
    Question("touching", "the attacker's trays that the enemy touches", "rank.file, parted by commas", "2.1"),
    Question("profile", "the attacker (Reanimates if not said)", "the name of a profile", "Spearmen"),
    Question("against", "the target (Spearmen if not said)", "the name of a profile", "Rune Golems"),
    Question("target_ranks", "the target's trays by rank", "as ranks", "444"),
    Question("enemy_edge", "the target's edge in contact (front if not said)", "front, left, right or rear", "left"),
    Question("range", "the range of a ranged attack; without it the attack is melee", "1 to 5", "3"),
    Question("runes", "the round's energy runes", "name:count, parted by commas", "stable:2,natural:1"),
    Question("panic", "the target's panic tokens", "a whole number", "1"),
)
FULL = {"infantry": "44", "cavalry": "22", "siege": "11"}


def ask(given: Mapping[str, str]) -> tuple[State, tuple[Action, ...]]:
    """A position that holds just these facts, and the attack to judge. Raises `ScenarioError`."""
    mistakes = []
    known = [question.name for question in QUESTIONS]
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f'did you mean "{near[0]}"?' if near else f"known: {', '.join(known)}"
            mistakes.append(Mistake((name,), "a fact of this question", repr(name), hint))
    if mistakes:
        raise ScenarioError(mistakes)
    try:
        scenario = documents.Scenario.model_validate(_scenario(given))
    except ValidationError as error:
        raise ScenarioError(
            [Mistake(tuple(e["loc"]), e["msg"].lower(), repr(e["input"])) for e in error.errors()]
        ) from None
    kind = "ranged" if "range" in given else "melee"
    edge = given.get("edge", "front") if kind == "melee" else None
    return setup(scenario), (Action.of(kind, attacker="attacker", target="target", edge=edge),)


def _scenario(given: Mapping[str, str]) -> dict[str, Any]:
    attacker, target = given.get("profile", "Reanimates"), given.get("against", "Spearmen")
    scenario: dict[str, Any] = {
        "format": "enfilade/scenario/1",
        "ruleset": "runewars",
        "units": [
            {"id": "attacker", "side": "a", "profile": attacker, "ranks": _ranks(given.get("ranks"), attacker)},
            {"id": "target", "side": "b", "profile": target, "ranks": _ranks(given.get("target_ranks"), target)},
        ],
    }
    if given.get("panic"):
        scenario["units"][1]["tokens"] = {"panic": _number(given["panic"])}
    if given.get("runes"):
        pairs = (pair.partition(":") for pair in given["runes"].split(","))
        scenario["runes"] = {name.strip(): _number(count) for name, _, count in pairs}
    if "range" in given:
        scenario["sights"] = [{"unit": "attacker", "enemy": "target", "range": _number(given["range"])}]
    else:
        contact = {"unit": "attacker", "edge": given.get("edge", "front"), "enemy": "target"}
        contact["enemy_edge"] = given.get("enemy_edge", "front")
        touching = [place.strip() for place in given.get("touching", "").split(",") if place.strip()]
        scenario["contacts"] = [{**contact, "trays": touching}]
    return scenario


def _ranks(written: str | None, profile: str) -> list[str]:
    from enfilade.rulesets.runewars.profile import shipped

    if written:
        return written.split("/")
    card = shipped().get(profile)
    return ["1"] if card and card.hero else [FULL[card.type if card else "infantry"]]


def _number(text: str) -> Any:
    return int(text) if text.strip().isdecimal() else text
