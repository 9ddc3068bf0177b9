"""Rulings, odds and rolled attacks in words, in the order a player wants them: the verdict first, then why.

A report is rows of data, so that a terminal can colour them and a page can fold them; its text is their print.
"""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from enfilade.dice import Distribution, Roll, Told, Trace
from enfilade.referee import Book, Refusal, Ruling, Step, Translator, phrase, same, shown, told
from enfilade.show.tallies import Chance, Tally, alike, certainly, named
from enfilade.show.words import (
    TIED,
    answered,
    colon,
    listed,
    loose,
    mean,
    percent,
    policy_text,
    question_text,
    spoken,
    throw_text,
    told_text,
    typed,
    verdict,
)

WIDEST_LABEL = 20  # labels up to this length keep the words of a report in one column


class Row(NamedTuple):
    """One line of a report: how deep it stands, its label (a rule, a count), its words, and how it is meant.

    `tone` is head, legal, refused, close or quiet; `share` is a chance to draw as a bar behind the words.
    """

    depth: int
    label: str
    words: str
    tone: str = ""
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """Rows in reading order. `print` it, or take its `lines` for a width of your own."""

    rows: tuple[Row, ...]

    def __add__(self, other: "Report") -> "Report":
        return Report(self.rows + other.rows)

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int = 80) -> str:
        """The report as plain text, wrapped to `width` columns."""
        return "\n".join(line for line, _ in self.lines(width))

    def lines(self, width: int = 80) -> Iterator[tuple[str, Row]]:
        """Every printed line with the row it belongs to."""
        widest: dict[int, int] = {}
        for row in self.rows:
            widest[row.depth] = min(max(widest.get(row.depth, 4), len(row.label)), WIDEST_LABEL)
        for row in self.rows:
            start = "  " * row.depth + (f"{row.label:<{widest[row.depth]}}  " if row.label else "")
            hang = " " * min(len(start), width // 2)
            wrapped = textwrap.wrap(
                row.words, width, initial_indent=start, subsequent_indent=hang, break_on_hyphens=False
            ) or [start]
            wrapped[0] += _bar(row.share, width - len(wrapped[0]))
            for line in wrapped:
                yield loose(line.rstrip()), row


def _bar(share: Fraction | None, room: int) -> str:
    """A bar as long as the chance, where there is room for one worth looking at."""
    return "" if share is None or room < 8 else "  " + "█" * round(share * min(room - 2, 40))


def report(
    thing: Ruling | Distribution[Any] | Trace[Any, Any], book: Book | None = None, translate: Translator = same
) -> Report:
    """The words for a ruling, for the odds of an attack, or for an attack as it was rolled.

    With the ruleset's `book`, disputed readings are told with the words of the option that was taken.
    """
    if isinstance(thing, Ruling):
        return Report(tuple(_ruling(thing, book, translate)))
    if isinstance(thing, Distribution):
        return odds_report(thing, "", translate)
    return Report(tuple(_story(thing, translate)))


def odds_report(odds: Distribution[Any], policy: str = "", translate: Translator = same, brief: bool = False) -> Report:
    """The odds of an attack as "at least N", with the name of the policy that answered its choices.

    `brief` gives a row for each count instead of a row, with a bar, for each threshold.
    """
    how = "exact" if not odds.sampled else "{total} samples, 95% intervals"
    said = phrase(how, {"total": translate.number(f"{odds.total:,}")}, translate)
    called = {"policy": policy_text(policy, translate)}
    by = phrase(", choices by policy {policy}", called, translate) if policy else ""
    telling = _brief if brief else _tally
    rows = [row for tally in alike(odds) for row in telling(named(tally, translate), tally, translate)]
    return Report((Row(0, translate("odds"), said + by, "head"), *rows) if rows else ())


def headline(ruling: Ruling, translate: Translator = same) -> Report:
    """One ruling in a line or two: the action, the verdict and either the values or the reason."""
    return Report(tuple(_verdict(ruling, translate)))


def _ruling(ruling: Ruling, book: Book | None, translate: Translator) -> Iterator[Row]:
    yield from _verdict(ruling, translate)
    for step in ruling.steps:
        yield from _step(step, 1, translate)
    if ruling.refusal and ruling.refusal.step.because:
        yield from _step(ruling.refusal.step, 1, translate)
    for words in ruling.assumptions:
        yield Row(1, translate("assumed"), translate(words), "quiet")
    for name, option in ruling.readings.items():
        reading = book.readings.get(name) if book else None
        words = f"{colon(translate)} {translate(reading.options[option])}" if reading else ""
        taken = translate.word(option.replace("_", " "), name)
        yield Row(1, translate("read as"), f"{spoken(name, translate)} = {taken}{words}", "quiet")


def _verdict(ruling: Ruling, translate: Translator) -> Iterator[Row]:
    yield Row(0, "", typed(ruling.action, translate), "head")
    if ruling.refusal:
        yield from _refusal(ruling, ruling.refusal, translate)
    else:
        yield Row(0, verdict(ruling, translate), listed(ruling.values, translate), "legal")


def _refusal(ruling: Ruling, refusal: Refusal, translate: Translator) -> Iterator[Row]:
    step = refusal.step
    why = f"{step.text(translate)} ({step.rule}){_closeness(step, translate)}"
    yield Row(0, verdict(ruling, translate), why, "refused")
    nearest = refusal.nearest
    if nearest:
        instead = f" ({typed(nearest.action, translate)})" if nearest.action else ""
        yield Row(1, translate("nearest"), nearest.text(translate) + instead)


def _step(step: Step, depth: int, translate: Translator, signed: bool = False) -> Iterator[Row]:
    words = step.text(translate)
    worth = _worth(step, words, translate, signed)
    yield Row(depth, step.rule, f"{words}{worth}{_closeness(step, translate)}", "close" if step.too_close else "")
    for cause in step.because:
        yield from _step(cause, depth + 1, translate, step.fold == "sum")


def _worth(step: Step, words: str, translate: Translator, signed: bool) -> str:
    """What the step is worth: its named value unless the words hold it, or its share in a sum."""
    if step.name:
        value = f"{spoken(step.name, translate)} {told(step.name, step.value, translate)}"
        return "" if value in words.replace(colon(translate), "") else f" → {value}"
    if signed and step.value and isinstance(step.value, int | Fraction | float) and step.value is not True:
        return f" [{'+' if step.value >= 0 else ''}{shown(step.value, translate)}]"
    return ""


def _closeness(step: Step, translate: Translator) -> str:
    if step.margin is None:
        return ""
    words = "margin {margin}, too close to call" if step.too_close else "margin {margin}"
    return f" ({phrase(words, {'margin': translate.number(f'{step.margin:.3g}')}, translate)})"


def _tally(name: str, tally: Tally, translate: Translator) -> Iterator[Row]:
    if tally.certain:
        yield Row(1, name, certainly(tally, translate))
    elif tally.yes_or_no:
        yield _chance(1, name, tally.exactly(True), translate)
    elif tally.numeric:
        thresholds = tally.thresholds()
        thinned = "" if len(thresholds) + 1 == len(tally.values) else translate(", some values left out")
        yield Row(1, name, _mean(tally, translate) + thinned)
        for number in thresholds:
            least = phrase("at least {number}", {"number": number}, translate)
            yield _chance(2, least, tally.at_least(number), translate)
    else:
        yield Row(1, name, "")
        for value in tally.values:
            yield _chance(2, tally.told(value, translate), tally.exactly(value), translate)


def _brief(name: str, tally: Tally, translate: Translator) -> Iterator[Row]:
    if tally.certain:
        words = certainly(tally, translate)
    elif tally.yes_or_no:
        words = percent(tally.exactly(True).share, translate)
    elif tally.numeric:
        least = [
            f"{shown(number, translate)}{colon(translate)}{TIED}{percent(tally.at_least(number).share, translate)}"
            for number in tally.thresholds(8)
        ]
        facts = {"mean": mean(tally.expected(), translate), "chances": ", ".join(least)}
        words = phrase("expected {mean}; at least {chances}", facts, translate)
    else:
        words = ", ".join(
            f"{tally.told(v, translate)}{colon(translate)}{TIED}{percent(tally.exactly(v).share, translate)}"
            for v in tally.values
        )
    yield Row(1, name, words)


def _mean(tally: Tally, translate: Translator) -> str:
    return phrase("expected {mean}", {"mean": mean(tally.expected(), translate)}, translate)


def _chance(depth: int, label: str, chance: Chance, translate: Translator) -> Row:
    low, high = chance.interval or (0.0, 0.0)
    spread = translate.number(f"  [{100 * low:.2f}–{100 * high:.2f}]") if chance.interval else ""
    widest = len(translate.percent("99.9")) + 1
    return Row(depth, label, f"{percent(chance.share, translate):>{widest}}{spread}", "", chance.share)


def _story(trace: Trace[Any, Any], translate: Translator) -> Iterator[Row]:
    """The stages that did something; what repeats itself, such as wound after wound, is told once."""
    for (_, said), group in groupby(happened(trace), lambda told: _repeated(told, translate)):
        same_again = list(group)
        last, times = same_again[-1], f" (×{len(same_again)})" if len(same_again) > 1 else ""
        words = told_text(last, translate)
        tone = "" if said else "quiet"
        yield Row(0, last.stage.rule, f"{said}{times} → {words}" if said else f"{words}{times}", tone)
    if trace.result is not None and trace.result.counts:
        yield Row(0, translate("result"), listed(trace.result.counts, translate), "head")


def happened(trace: Trace[Any, Any]) -> list[Told[Any]]:
    """The stages of a rolled attack that asked for something or changed something."""
    return [told for told, before in zip(trace.told, [None, *trace.told], strict=False) if _matters(told, before)]


def _matters(told: Told[Any], before: Told[Any] | None) -> bool:
    return told.answer is not None or before is None or told.situation != before.situation


def _repeated(told: Told[Any], translate: Translator) -> tuple[object, str]:
    """What makes two stages in a row the same to a listener: their words, and what was decided; never a roll."""
    if told.answer is None or told.asked is None:
        return (told.stage.rule, told.stage.words), ""
    if isinstance(told.asked, Roll):
        return id(
            told
        ), f"{throw_text(told.asked.throw, translate)}{colon(translate)} {answered(told.answer, told.asked, translate)}"
    question = question_text(told.asked, translate)
    sign = "" if question.endswith("?") else colon(translate)
    return (told.stage.rule, told.stage.words), f"{question}{sign} {answered(told.answer, told.asked, translate)}"
