"""Small phrases that every report, caption and chart uses, each written once."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from enfilade.dice import Answer, Choice, Chosen, Draw, Option, Roll, Throw, Told
from enfilade.referee import ORDERS, Action, Facts, Outcome, Result, Ruling, Translator, Words, phrase, same, told

TIED = "\u00a0"
NARROW = "\u202f"  # between groups of digits, in some languages


def spoken(name: str, translate: Translator = same) -> str:
    """A field's name as words: `damage_per_hit` is "damage per hit", and `gap_in` is "gap in inches".

    What is told by ids is by somebody: `shield_ids` is "shield by". Of a name that begins with a side's, such as
    `darius_lost`, the rest is translated. A word that is a value too may have a form of its own: `medium (count)`.
    """
    name = name.replace("_ids", "_by")
    words, (whose, _, what) = name.replace("_", " "), name.rpartition("_")
    told = translate.word(words, "count")
    if told != words or not whose:
        return told
    who = translate.called(whose) if whose in translate.names else whose.replace("_", " ")
    if translate(what) != what:
        return f"{who}{colon(translate)} {translate(what)}"
    return f"{words} inches" if what == "in" else f"{who} {what}"


def colon(translate: Translator = same) -> str:
    """The sign between a name and what is told of it; some languages set it apart."""
    return translate(":")


def semicolon(translate: Translator = same) -> str:
    """What parts two that have commas themselves, with its blank."""
    return f"{translate(';')} "


def label_text(label: str | Words, translate: Translator = same) -> str:
    """A label of a drawing: words of the rules, perhaps with a number or a place behind them, or `Words`."""
    if isinstance(label, Words):
        return phrase(label.words, label.facts, translate)
    told, (words, _, number) = translate(label), label.rpartition(" ")
    if told != label or not words or number.isalpha():
        return told
    return f"{translate(words)} {_figures(number, translate)}"


def title_text(title: str | Words, translate: Translator = same) -> str:
    """The title of a drawing: as players gave it, or put together from words."""
    return phrase(title.words, title.facts, translate) if isinstance(title, Words) else title


def _figures(number: str, translate: Translator) -> str:
    """What stands behind the words of a label: a number, or a place, (4.5,1), in the signs of the language."""
    if not number.startswith("("):
        return number
    return translate.numbers.between.join(map(translate.number, number.split(",")))


def percent(chance: Fraction, translate: Translator = same) -> str:
    """A chance with one decimal that never calls the likely certain nor the unlikely impossible."""
    thousandths = round(chance * 1000)
    if thousandths == 1000 and chance != 1:
        return f">{translate.percent('99.9')}"
    if thousandths == 0 and chance != 0:
        return f"<{translate.percent('0.1')}"
    return translate.percent(f"{thousandths / 10:.1f}")


def mean(value: Fraction, translate: Translator = same) -> str:
    """An expected value with two decimals, or whole if it is whole."""
    return str(value) if value.denominator == 1 else translate.number(f"{float(value):.2f}")


def listed(facts: Mapping[str, Any], translate: Translator = same, between: str = f"{TIED}· ") -> str:
    """Named values in one row, each tied to its name; what is empty or unknown is left out."""
    pairs = (f"{spoken(name, translate)} {told(name, value, translate)}" for name, value in telling(facts).items())
    return between.join(tied(pair) for pair in pairs)


def telling(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The values that tell something: neither empty nor unknown."""
    return {name: value for name, value in facts.items() if value is not None and value not in ((), "")}


def tied(text: str) -> str:
    """The text with blanks at which no line is broken; `loose` makes plain ones of them again."""
    return text.replace(" ", TIED)


def loose(text: str) -> str:
    """The text with plain blanks only."""
    return text.replace(TIED, " ").replace(NARROW, " ")


def deed(action: Action, translate: Translator = same) -> str:
    """An action as a player says it: "melee: reanimates → spearmen, edge rear, charge"."""
    fields = dict(action.fields)
    who = [translate.called(str(fields.pop(name))) for name in ("attacker", "unit", "target") if name in fields]
    rest = ", ".join(_way(name, value, translate, action.kind) for name, value in telling(fields).items())
    tail = ", ".join(part for part in (" → ".join(who), rest) if part)
    return f"{spoken(action.kind, translate)}{colon(translate)} {tail}" if tail else spoken(action.kind, translate)


def typed(action: Action, translate: Translator = same) -> str:
    """The same with the ids of the units, as they are typed to ask for it."""
    return deed(action, translate.naming({}))


def _way(name: str, value: Any, translate: Translator, kind: str) -> str:
    """How something is done; of what is so or not, its name says that it is so. Orders are told unit by unit."""
    if name == ORDERS:
        return translate("by the orders given")
    words = name.replace("_", " ")
    said = translate.word(words, kind.replace("_", " "))  # such as "side (charge)", which is no army
    said = spoken(name, translate) if said == words else said
    worth = told(name, value, translate)
    return said if value is True else worth if name == kind else f"{said} {worth}"  # "character: Aldith"


def verdict(ruling: Ruling, translate: Translator = same) -> str:
    """LEGAL or REFUSED."""
    return translate(ruling.verdict).upper()


def answered(answer: Answer, asked: Roll[Any] | Choice[Any] | None = None, translate: Translator = same) -> str:
    """The faces that fell, or the option that was taken: of what was `asked`, in the language of `translate`."""
    if not isinstance(answer, Chosen):
        drawn = isinstance(asked, Roll) and isinstance(asked.throw, Draw)
        between = ", " if drawn else " "  # names of cards have blanks
        return between.join(translate(str(face)) for face in answer.faces) or "-"
    options = asked.options if isinstance(asked, Choice) else ()
    taken = next((option for option in options if option.label == answer.label), None)
    return option_text(taken, translate) if taken else translate(answer.label)


def option_text(option: Option[Any], translate: Translator = same) -> str:
    """An option in words. What is sent back as an answer is its label, which is not translated."""
    return phrase(option.words, option.facts or {}, translate) if option.words else translate(option.label)


def question_text(choice: Choice[Any], translate: Translator = same) -> str:
    """What a player is asked."""
    return phrase(choice.words, choice.facts or {}, translate) if choice.words else translate(choice.question)


def policy_text(name: str, translate: Translator = same) -> str:
    """What a policy for choices is called: `keep_tokens` is "keep tokens"; the aim of the best one stands behind it."""
    best, _, aim = name.partition(":")
    said = translate.word(best.replace("_", " "), "policy")
    return f"{said}{colon(translate)} {spoken(aim, translate)}" if aim else said


def outcome_text(outcome: Outcome, translate: Translator = same) -> str:
    """Who won, and why."""
    words = "{winner} wins: {why}" if outcome.winner else "nobody wins: {why}"
    return phrase(words, {"winner": outcome.winner, "why": outcome.text(translate)}, translate)


def throw_question(throw: Throw[Any], translate: Translator = same) -> str:
    """What a person is asked whose dice lie on the table."""
    return phrase("{throw}, what fell", {"throw": throw_text(throw, translate)}, translate)


def throw_text(throw: Throw[Any], translate: Translator = same) -> str:
    """What is thrown: "2 red + 1 blue", "8d6"."""
    return " + ".join(_dice_text(part, translate) for part in str(throw).split(" + "))


def _dice_text(part: str, translate: Translator) -> str:
    """A number of dice or cards: "2 red", "1 card", or a name as it stands, such as "8d6"."""
    number, _, what = part.partition(" ")
    if not what or not number.isdigit():
        return translate(part)
    return f"{number} {translate.word(what, 'die' if number == '1' else 'dice')}"


def counts(result: Result) -> Facts:
    """What a player asks of a result."""
    return result.counts


def told_text(told: Told[Any], translate: Translator = same) -> str:
    """What a stage says of the situation that it left."""
    return phrase(told.stage.words, told.facts, translate)
