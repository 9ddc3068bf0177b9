"""Short questions: a few facts in words, no coordinates, and the ruling at once."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from enfilade.referee import Action, Mistake, Question, ScenarioError, hint
from enfilade.rulesets.runewars import documents
from enfilade.rulesets.runewars.profile import shipped
from enfilade.rulesets.runewars.setup import setup
from enfilade.rulesets.runewars.state import State
from enfilade.rulesets.runewars.tables import EDGES, RUNES

QUESTIONS: tuple[Question, ...] = (
    Question("ranks", "the attacker's trays by rank from the front", "digits and dots, ranks parted by /", "44/44"),
    Question("edge", "the attacker's edge in a melee attack", "front, left, right or rear", "rear"),
    Question("touching", "the attacker's trays that the enemy touches", "rank.file, parted by commas", "1.1,1.2"),
    Question("profile", "the attacker (Reanimates if not said)", "the name of a profile", "Spearmen"),
    Question("against", "the target (Spearmen if not said)", "the name of a profile", "Rune Golems"),
    Question("target_ranks", "the target's trays by rank", "digits and dots, ranks parted by /", "444"),
    Question("enemy_edge", "the target's edge in contact (front if not said)", "front, left, right or rear", "left"),
    Question("range", "the range of a ranged attack; without it the attack is melee", "a whole number from 1", "3"),
    Question("runes", "the round's energy runes", "name:count, parted by commas", "stable:2,natural:1"),
    Question("panic", "the target's panic tokens", "a whole number", "1"),
)
TAKES = {question.name: question.takes for question in QUESTIONS}
FULL = {"infantry": "44", "cavalry": "22", "siege": "11"}
FIELDS: dict[tuple[str | int, ...], str] = {
    ("units", 0, "ranks"): "ranks",
    ("units", 0, "profile"): "profile",
    ("units", 1, "ranks"): "target_ranks",
    ("units", 1, "profile"): "against",
    ("units", 1, "tokens"): "panic",
    ("contacts", 0, "edge"): "edge",
    ("contacts", 0, "enemy_edge"): "enemy_edge",
    ("contacts", 0, "trays"): "touching",
    ("sights", 0, "range"): "range",
}
"""Which word of the question a place of the scenario comes from."""
ALONE = ("profile", "ranks", "against", "target_ranks", "panic")
"""The words that can be wrong whatever the others say."""


def ask(given: Mapping[str, str]) -> tuple[State, tuple[Action, ...]]:
    """A position that holds just these facts, and the attack to judge. Raises `ScenarioError`."""
    wrong = [*_unknown(given), *_unreadable(given)]
    strange = {mistake.path[0] for mistake in wrong}
    state = _position({name: text for name, text in given.items() if name not in strange})
    if isinstance(state, list):
        # What is said of an edge or a rune means nothing while another word about it is strange.
        wrong += [mistake for mistake in state if not strange or mistake.path[0] in ALONE]
    if wrong or isinstance(state, list):
        raise ScenarioError(wrong)
    kind = "ranged" if "range" in given else "melee"
    edge = given.get("edge", "front") if kind == "melee" else None
    return state, (Action.of(kind, attacker="attacker", target="target", edge=edge),)


def _position(given: Mapping[str, str]) -> State | list[Mistake]:
    """The position that these facts make, or the mistakes in them, each told of its word."""
    try:
        return setup(documents.Scenario.model_validate(_scenario(given)))
    except ValidationError as error:
        fields = dict.fromkeys(_field(one["loc"]) for one in error.errors())
        return [_mistake(name, given) for name in fields]
    except ScenarioError as error:
        return [Mistake((_field(m.path),), m.expected, m.found, m.hint) for m in error.mistakes]


def _unknown(given: Mapping[str, str]) -> Iterator[Mistake]:
    for name in given:
        if name not in TAKES:
            yield Mistake((name,), "a fact of this question", repr(name), hint(name, TAKES))


def _unreadable(given: Mapping[str, str]) -> Iterator[Mistake]:
    """Words that say nothing here, and words that are not of their form."""
    for name in ("edge", "enemy_edge"):
        if name in given and given[name] not in EDGES:
            yield Mistake((name,), TAKES[name], repr(given[name]), hint(given[name], EDGES))
    for name in ("range", "panic"):
        if name in given and not (given[name].isascii() and given[name].isdigit()):
            yield _mistake(name, given)
    if "runes" in given and not all(_rune(pair) for pair in given["runes"].split(",")):
        yield _mistake("runes", given)
    if "range" in given:
        for name in ("edge", "enemy_edge", "touching"):
            if name in given:
                yield Mistake((name,), "nothing, as a ranged attack has no edge", repr(given[name]), "leave range out")


def _rune(pair: str) -> bool:
    name, _, count = pair.partition(":")
    return name.strip() in RUNES and count.strip().isdecimal()


def _mistake(name: str, given: Mapping[str, str]) -> Mistake:
    return Mistake((name,), TAKES[name], repr(given.get(name, "")))


def _field(path: tuple[str | int, ...]) -> str:
    """The word of the question that a mistake in the scenario is about."""
    return FIELDS.get(path[:3], "runes")


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
    scenario["units"][1]["tokens"] = {"panic": int(given.get("panic", 0))}
    if "runes" in given:
        pairs = (pair.partition(":") for pair in given["runes"].split(","))
        scenario["runes"] = {name.strip(): int(count) for name, _, count in pairs}
    if "range" in given:
        scenario["sights"] = [{"unit": "attacker", "enemy": "target", "range": int(given["range"])}]
    else:
        contact = {"unit": "attacker", "edge": given.get("edge", "front"), "enemy": "target"}
        contact["enemy_edge"] = given.get("enemy_edge", "front")
        touching = [place.strip() for place in given.get("touching", "").split(",") if place.strip()]
        scenario["contacts"] = [{**contact, "trays": touching}]
    return scenario


def _ranks(written: str | None, profile: str) -> list[str]:
    if written:
        return written.split("/")
    card = shipped().get(profile)
    return ["1"] if card and card.hero else [FULL[card.type if card else "infantry"]]
