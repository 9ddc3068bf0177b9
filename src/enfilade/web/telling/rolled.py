"""An attack as it was rolled, and what one under way waits for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from enfilade.battle import Battle
from enfilade.dice import Choice, Chosen, Die, Draw, Face, Roll, Throw, Told, Trace
from enfilade.dice import Sum as SumOf
from enfilade.dice import Tally as TallyOf
from enfilade.referee import Action, Result, Translator
from enfilade.show.calling import side_names
from enfilade.show.report import happened
from enfilade.show.words import answered, option_text, question_text, throw_text, told_text
from enfilade.web import wire
from enfilade.web.telling.rulings import named

Thrown = Literal["server", "typed"]


def stages(battle: Battle, trace: Trace[Any, Result], dice: Thrown | None, translate: Translator) -> list[wire.Stage]:
    """The stages that did something, in order, with their faces. `dice` tells whose dice fell."""
    return [_stage(battle, told, dice, translate) for told in happened(trace)]


def counted(result: Result, translate: Translator) -> list[wire.Named]:
    """How it ended, in the counts that a player asks about."""
    return named(result.counts, translate)


def waiting(battle: Battle, action: Action, trace: Trace[Any, Result], translate: Translator) -> wire.Waiting | None:
    """What an attack waits for, and which side it is that throws or decides; nothing if it is over."""
    asked, stage = trace.waiting, trace.stage
    if asked is None or stage is None:
        return None
    if isinstance(asked, Roll):
        side, text, kind = "attacker", throw_text(asked.throw, translate), "throw"
    else:
        side, text, kind = asked.side, question_text(asked, translate), "choice"
    return wire.Waiting.model_validate(
        {
            "kind": kind,
            "for": whose(battle, action, side),
            "rule": stage.rule,
            "text": text,
            "dice": _dice(battle, asked.throw, translate) if isinstance(asked, Roll) else [],
            "options": _options(asked, translate) if isinstance(asked, Choice) else [],
        }
    )


def whose(battle: Battle, action: Action, who: str) -> str:
    """The side that acts ("attacker") or is acted upon ("defender"): that of the unit it names, or else the other."""
    names = list(side_names(battle))
    units = {piece.id: piece.side for piece in battle.ruleset.pieces(battle.state)}
    acts = action.get("attacker") or action.get("unit") or action.get("token") or action.get("character")
    attacker = units.get(str(acts)) or str(action.get("side", names[0] if names else ""))
    if who == "attacker":
        return attacker
    target = units.get(str(action.get("target")))
    return target or next((side for side in names if side != attacker), attacker)


def _options(choice: Choice[Any], translate: Translator) -> list[wire.WaitingOption]:
    return [wire.WaitingOption(label=one.label, text=option_text(one, translate)) for one in choice.options]


def _stage(battle: Battle, told: Told[Any], dice: Thrown | None, translate: Translator) -> wire.Stage:
    asked, answer = told.asked, told.answer
    question, faces = "", list[wire.Rolled]()
    if isinstance(asked, Roll):
        question = throw_text(asked.throw, translate)
    elif asked is not None:
        question = question_text(asked, translate)
    if isinstance(asked, Roll) and answer is not None and not isinstance(answer, Chosen):
        faces = _rolled(battle, asked.throw, answer.faces, translate)
    return wire.Stage(
        rule=told.stage.rule,
        text=told_text(told, translate),
        asked=question,
        faces=faces,
        answer=answered(answer, asked, translate) if answer is not None else "",
        dice=dice if isinstance(asked, Roll) else None,
    )


def _rolled(battle: Battle, throw: Throw[Any], faces: Sequence[Face], translate: Translator) -> list[wire.Rolled]:
    return [
        wire.Rolled(face=face, label=_label(battle, face, translate), die=die.name)
        for face, die in zip(faces, each(throw), strict=True)
    ]


def _dice(battle: Battle, throw: Throw[Any], translate: Translator) -> list[wire.Die]:
    return [
        wire.Die(
            name=die.name,  # the page knows its shape by it
            faces=[wire.DieFace(face=face, label=_label(battle, face, translate)) for face in dict.fromkeys(die.faces)],
        )
        for die in each(throw)
    ]


def each(throw: Throw[Any]) -> tuple[Die, ...]:
    """Every die of a throw, in the order in which faces are read; a card that is drawn counts as a die."""
    match throw:
        case TallyOf() | SumOf():
            return (throw.die,) * throw.count
        case Draw():
            return (Die("card", tuple(name for name, _ in throw.deck)),) * throw.size
    told: tuple[Die, ...] = throw.each()  # type: ignore[attr-defined]  # a pool, or a ruleset's own throw of one
    return told


def _label(battle: Battle, face: Face, translate: Translator) -> str:
    """A face in words: a number as it is; of symbols each by its name, as the ruleset calls it."""
    return ", ".join(translate(word) for word in _symbols(battle, face)) if isinstance(face, str) else str(face)


def _symbols(battle: Battle, face: str) -> Iterator[str]:
    symbols: Mapping[str, str] = getattr(battle.ruleset, "symbols", {})
    yield from (symbols[one] for one in face) if all(one in symbols for one in face) else (face,)
