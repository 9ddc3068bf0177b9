"""Short questions: a few facts in words, no coordinates, and the ruling at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from enfilade.referee import Action, Mistake, Question, ScenarioError, expectation, hint
from enfilade.rulesets.asoiaf import document
from enfilade.rulesets.asoiaf.setup import setup
from enfilade.rulesets.asoiaf.state import State
from enfilade.rulesets.asoiaf.tables import EFFECTS

QUESTIONS: tuple[Question, ...] = (
    Question("kind", "the attack: melee if not said; short or long is a shot", "melee, short or long", "long"),
    Question("dice", "attack dice, by ranks left if there are several numbers", "1 to 3 numbers, parted by /", "7/5/4"),
    Question("hit", "the number to hit", "2 to 6", "4"),
    Question("wounds", "the attacker's wounds left (12 if not said)", "1 to 12", "8"),
    Question("keywords", "keywords of the attack", "words, parted by commas", "sundering,critical blow"),
    Question("defense", "the target's Defense", "2 to 6", "3"),
    Question("morale", "the target's Morale", "2 to 12", "7"),
    Question("target_wounds", "the target's wounds left (12 if not said)", "1 to 12", "5"),
    Question(
        "arc", "the arc of the target that holds the attacker (front if not said)", "front, flank or rear", "flank"
    ),
    Question("charging", "whether the attack ends an orderly charge", "yes or no", "yes"),
    Question("gap", "a charge over this distance, its die included", "a length", "9"),
    Question("speed", "the charger's Speed (5 if not said)", "a length", "6"),
    Question("range", "the distance of a shot, front arrow to tray (6 if not said)", "a length", "14"),
    Question("cover", "whether the target of a shot is in cover", "yes or no", "yes"),
    Question("friends", "Morale of friends engaged with the target of a shot", "numbers, parted by commas", "6,7"),
    Question("attacker_conditions", "tokens on the attacker", "words, parted by commas", "weakened"),
    Question("conditions", "tokens on the target", "words, parted by commas", "panicked,vulnerable"),
    *(Question(f"plus_{name}", f"an effect: {words}", "a whole number", "1") for name, words in EFFECTS.items()),
    Question("edition", "the edition", "v1x, v15 or y2021", "y2021"),
    Question("readings", "disputed readings", "name:option, parted by commas", "natural_six_saves:always"),
)
ARC = {
    "front": "front",
    "flank": "left_flank",
    "rear": "rear",
    "left_flank": "left_flank",
    "right_flank": "right_flank",
}
YES = {"yes": True, "true": True, "no": False, "false": False}


def ask(given: Mapping[str, str]) -> tuple[State, tuple[Action, ...]]:
    """A position that holds just these facts, and the attack to judge. Raises `ScenarioError` with every mistake."""
    known = [question.name for question in QUESTIONS]
    wrong = [_unknown(name, known) for name in given if name not in known]
    reading = Given(given, wrong)
    scenario, action = reading.scenario(), reading.action()
    try:
        state = setup(document.Scenario.model_validate(scenario))
    except ValidationError as error:
        found = [Mistake(tuple(e["loc"]), expectation(e["msg"]), repr(e["input"])) for e in error.errors()]
        raise ScenarioError(_told(wrong, found, given)) from None
    except ScenarioError as error:
        raise ScenarioError(_told(wrong, error.mistakes, given)) from None
    if wrong:
        raise ScenarioError(wrong)
    return state, (action,)


def _told(wrong: Sequence[Mistake], found: Sequence[Mistake], given: Mapping[str, str]) -> list[Mistake]:
    """Each fact's first mistake; those of the scenario that no fact explains only where there are no others."""
    facts = {mistake.path: mistake for mistake in reversed([*wrong, *map(_of_fact, found)])}
    ours = [mistake for path, mistake in reversed(facts.items()) if path[0] in given]
    return ours or list(facts.values())


def _unknown(name: str, known: list[str]) -> Mistake:
    return Mistake((name,), "a fact of this question", repr(name), hint(name, known))


def _of_fact(mistake: Mistake) -> Mistake:
    """A mistake in the scenario that the facts make, told of the fact."""
    fact = next((FACT[part] for part in reversed(mistake.path) if part in FACT), None)
    if fact and mistake.path[:2] == ("units", 0):
        fact = {"wounds": "wounds", "conditions": "attacker_conditions"}.get(fact, fact)
    elif fact == "wounds":
        fact = "target_wounds"
    return replace(mistake, path=(fact,)) if fact else mistake


FACT: Mapping[str | int, str] = {
    "to_hit": "hit",
    "dice": "dice",
    "defense": "defense",
    "morale": "morale",
    "speed": "speed",
    "wounds": "wounds",
    "conditions": "conditions",
    "keywords": "keywords",
    "edition": "edition",
    "readings": "readings",
    "range": "range",
    "gap": "gap",
}
"""The field of a scenario, and the fact that it comes from."""


class Given:
    """The facts of a question, read one by one; what cannot be read is noted among the mistakes."""

    def __init__(self, given: Mapping[str, str], wrong: list[Mistake]) -> None:
        self.given, self.wrong = given, wrong
        self.kind = self._one_of("kind", ("melee", "short", "long"), "melee")
        arcs = self._one_of("arc", tuple(ARC), "front")
        self.arc = ARC[arcs]

    def _one_of(self, name: str, options: tuple[str, ...], default: str) -> str:
        value = self.given.get(name, default)
        if value in options:
            return value
        self.wrong.append(Mistake((name,), f"one of {', '.join(options)}", repr(value)))
        return default

    def _yes(self, name: str) -> bool:
        return YES[self._one_of(name, tuple(YES), "no")]

    def _number(self, name: str, default: int) -> int:
        numbers = self._numbers(name, str(default), ",")
        return numbers[0] if len(numbers) == 1 else default

    def _numbers(self, name: str, default: str, parted: str) -> list[int]:
        found = []
        for word in self._words(name, default, parted):
            if not word.removeprefix("-").isdecimal() or len(word) > 6:
                self.wrong.append(Mistake((name,), "a whole number", repr(word)))
                continue
            found.append(int(word))
        return found

    def _words(self, name: str, default: str = "", parted: str = ",") -> list[str]:
        return [word.strip() for word in self.given.get(name, default).split(parted) if word.strip()]

    def scenario(self) -> dict[str, Any]:
        """The scenario document that holds just these facts."""
        attacker, target = {"id": "attacker", "side": "a"}, {"id": "target", "side": "b"}
        units = [attacker | self._attacker(), target | self._target(), *self._friends()]
        document_: dict[str, Any] = {"format": "enfilade/scenario/1", "ruleset": "asoiaf", "units": units}
        if "edition" in self.given:
            document_["edition"] = self.given["edition"]
        pairs = (word.partition(":") for word in self._words("readings"))
        document_["readings"] = {name.strip(): option.strip() for name, _, option in pairs}
        ids = [unit["id"] for unit in units[2:]]
        document_["contacts"] = [{"unit": friend, "enemy": "target"} for friend in ids]
        if self.kind == "melee" and "gap" not in self.given:
            document_["contacts"].append({"unit": "attacker", "enemy": "target", "enemy_side": self.arc})
        else:
            sighting = {"unit": "attacker", "enemy": "target", "enemy_side": self.arc, "cover": self._yes("cover")}
            sighting["range"] = self.given.get("range", "6")
            document_["sightings"] = [sighting | ({"gap": self.given["gap"]} if "gap" in self.given else {})]
        return document_

    def _attacker(self) -> dict[str, Any]:
        dice = self._numbers("dice", "7", "/")
        attack = {"name": "attack", "kind": self.kind, "to_hit": self._number("hit", 4), "dice": dice}
        attack["keywords"] = self._words("keywords")
        card = {"tray": "infantry", "ranks": max(1, len(dice)), "speed": self.given.get("speed", "5")}
        card |= {"defense": 4, "morale": 6, "attacks": [attack]}
        tokens = self._words("attacker_conditions")
        return {"profile": card, "conditions": tokens, "wounds": self._number("wounds", 12)}

    def _target(self) -> dict[str, Any]:
        card = {"tray": "infantry", "speed": 5}
        card |= {"defense": self._number("defense", 4), "morale": self._number("morale", 6)}
        wounds = self._number("target_wounds", 12)
        return {"profile": card, "conditions": self._words("conditions"), "wounds": wounds}

    def _friends(self) -> list[dict[str, Any]]:
        card = {"tray": "infantry", "speed": 5, "defense": 4}
        return [
            {"id": f"friend{n}", "side": "a", "profile": card | {"morale": morale}}
            for n, morale in enumerate(self._numbers("friends", "", ","), 1)
        ]

    def action(self) -> Action:
        """The attack that the facts describe."""
        effects = {name: self._number(f"plus_{name}", 0) for name in EFFECTS if f"plus_{name}" in self.given}
        kind = "ranged" if self.kind != "melee" else "charge" if "gap" in self.given else "melee"
        charging = True if kind == "melee" and self._yes("charging") else None
        both = {"attacker": "attacker", "target": "target", "attack": "attack"}
        return Action.of(kind, **both, charging=charging, effects=effects or None)
