"""A ruling, whole or in brief."""

from typing import Any

from enfilade.battle import Battle
from enfilade.dice import Chosen, Program, Roll, Rolled, follow
from enfilade.referee import Facts, Result, Ruling, Translator, told
from enfilade.show.drawing import relabelled
from enfilade.show.words import deed, spoken, telling
from enfilade.web import wire

LOOKED = 40
"""So many turns of a program are looked at for dice; one that is longer is taken to have some."""


def ruling(battle: Battle, ruled: Ruling, translate: Translator, brief: bool = False) -> wire.Ruling:
    """A ruling as JSON tells it, and besides how it is said to people; a brief one without steps and evidence."""
    data = _brief(ruled, translate) if brief else ruled.json(translate)
    return wire.Ruling.model_validate(
        {
            **data,
            "readings": readings(battle, ruled.readings, translate),
            "evidence": [] if brief else [shape.json() for shape in relabelled(ruled.evidence, translate)],
            "deed": deed(ruled.action, translate),
            "said": translate(ruled.verdict),
            "spoken": named(ruled.values, translate),
            "rollable": ruled.dice is not None,
            "throws": ruled.dice is not None and throws(ruled.dice),
        }
    )


def _brief(ruled: Ruling, translate: Translator) -> dict[str, Any]:
    """The verdict, the values and the refusal: the rest would only explain them."""
    refusal = {**ruled.refusal.json(translate), "because": [], "shows": []} if ruled.refusal else None
    return {
        "action": ruled.action.json(),
        "verdict": ruled.verdict,
        **({"refusal": refusal} if refusal else {}),
        "values": ruled.values.json(),
        "steps": [],
        "assumptions": [],
    }


def named(values: Facts, translate: Translator) -> list[wire.Named]:
    """Values for people; what is empty or unknown is left out."""
    return [
        wire.Named(name=name, label=spoken(name, translate), value=told(name, value, translate))
        for name, value in telling(values).items()
    ]


def readings(battle: Battle, taken: Facts, translate: Translator) -> list[dict[str, Any]]:
    """The disputed points that a ruling consulted, each with its question and the option that was taken."""
    known = battle.ruleset.book.readings
    return [
        {
            "name": name,
            "option": option,
            "question": translate(known[name].question),
            "text": translate(known[name].options[option]),
        }
        for name, option in taken.items()
    ]


def throws(program: Program[Any, Result]) -> bool:
    """Whether dice may be thrown: by the first option of every choice, or by another one, as far as `LOOKED` goes.

    How many dice to risk is a choice too, and none of them is its first option.
    """
    left: list[list[Rolled | Chosen]] = [[]]
    for _ in range(LOOKED):
        if not left:
            return False
        answers = left.pop()
        asked = follow(program, answers).waiting
        if isinstance(asked, Roll) and asked.throw.size:
            return True
        if isinstance(asked, Roll):
            left.append([*answers, Rolled(())])
        elif asked is not None:
            left += [[*answers, Chosen(option.label)] for option in reversed(asked.options)]
    return bool(left)
