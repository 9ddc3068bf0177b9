"""A battle of Age of Magic told turn by turn, for a referee to read aloud: as text, as Markdown, as one HTML page.

Every sentence is a step of a ruling, of a turn as it was rolled, or of the state that it left; the sums and dice
behind a sentence are its steps, folded away unless `steps` asks for them.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from enfilade.battle import Battle, Entry
from enfilade.dice import Program, Trace, follow
from enfilade.referee import Result, Ruling, Step, Translator, same, shown
from enfilade.rulesets.ageofmagic.field import Field
from enfilade.rulesets.ageofmagic.state import State
from enfilade.rulesets.ageofmagic.story import Deed, stands_step, story
from enfilade.show.calling import calling
from enfilade.show.report import Report, Row
from enfilade.show.words import answered, colon, deed, told_text


class Part(NamedTuple):
    """What one unit did and suffered in a turn: the order it had, its deeds, and how it stands afterwards."""

    side: str
    unit: str
    steps: tuple[Step, ...]
    ids: tuple[str, str] = ("", "")  # of the side and of the unit

    def sentences(self, translate: Translator = same) -> tuple[str, ...]:
        """What is told of the unit, sentence by sentence, without its name before the order that it had."""
        first, *rest = [_sentence(step, translate) for step in self.steps]
        first = first.removeprefix(f"{self.unit}: ")
        return (f"{first[:1].upper()}{first[1:]}", *rest)


class Chapter(NamedTuple):
    """One entry of a battle: a turn with a part for each unit, or another action told as it went."""

    heading: str
    lead: tuple[Step, ...]
    parts: tuple[Part, ...]
    told: tuple[str, ...]
    assumptions: tuple[str, ...]


class BattleReport(NamedTuple):
    """A battle told: its title, a chapter for each entry, and how it ended."""

    title: str
    chapters: tuple[Chapter, ...]
    ending: str
    translate: Translator = same
    language: str = "en"

    def rows(self, steps: bool = False) -> Report:
        """The report as rows of words, for a terminal or a text file."""
        return Report(tuple(_rows(self, steps)))

    def text(self, steps: bool = False, width: int = 100) -> str:
        """The report as plain text."""
        return self.rows(steps).text(width) + "\n"

    def markdown(self, steps: bool = False) -> str:
        """The report as Markdown."""
        return "\n".join(_markdown(self, steps)) + "\n"

    def html(self, steps: bool = False) -> str:
        """The report as one page that needs no other file and prints well; the sums open at a touch."""
        return _PAGE.format(
            language=self.language, title=escape(self.title), style=_STYLE, body="\n".join(_html(self, steps))
        )


def battle_report(battle: Battle, translate: Translator = same, language: str = "en") -> BattleReport:
    """The report of everything that was done in a battle so far. Raises `ValueError` for another ruleset's battle."""
    if not reported(battle):
        raise ValueError(f"a battle report needs a battle of ageofmagic; this one is of {battle.ruleset.name}")
    translate = calling(battle, translate)
    chapters, at = [], battle.start()
    for entry, after in zip(battle.entries, at.replay(battle.entries), strict=True):
        chapters.append(chapter(at, entry, after.state, translate))
        at = after
    outcome = at.outcome()
    said = outcome.text(translate) if outcome else ""
    ending = f"{said[:1].upper()}{said[1:]}." if outcome else ""
    return BattleReport(
        str(battle.scenario.get("title") or translate("Battle")), tuple(chapters), ending, translate, language
    )


def reported(battle: Battle) -> bool:
    """Whether this is a battle of which a report can be told."""
    return battle.ruleset.name == "ageofmagic"


def chapter(before: Battle, entry: Entry, after: State, translate: Translator = same) -> Chapter:
    """One entry told: the battle in which it was done, and the state that it left."""
    ruling = before.judge(entry.action)
    assert ruling.dice is not None
    trace = follow(ruling.dice, entry.answers)
    turn = entry.action.kind in ("turn", "end")
    heading = f"{translate('Turn')} {before.state.turn}"
    if not turn:
        heading += f", {deed(entry.action, translate)}"
    lead = tuple(step for step in ruling.steps if step.rule in ("3.6-large", "3.6.1-scale", "3.6.2.1-units"))
    start: Any = ruling.dice.start
    fought = isinstance(start, Field) and bool(start.units)
    parts = tuple(_parts(before.state, after, ruling, trace)) if fought else ()
    told = () if parts else tuple(_told(trace, translate))
    return Chapter(heading, lead, parts, told, ruling.assumptions)


def _parts(before: State, after: State, ruling: Ruling, trace: Trace[Any, Result]) -> Iterator[Part]:
    """For each unit of the field the steps that tell of it; units that have nothing to tell are left out."""
    program: Program[Field, Result] | None = ruling.dice
    assert program is not None
    ids = [unit.id for unit in program.start.muster.units]
    deeds: list[tuple[str, Deed]] = [(ids[one.unit], one) for one in story(program.start, trace)]
    orders = {step.facts["id"]: step for step in ruling.steps if "id" in step.facts}
    for side in before.muster.sides:
        for at, unit in enumerate(before.muster.units):
            own = [one.step for id_, one in deeds if id_ == unit.id]
            if unit.side != side or before.units[at].gone or (not own and unit.id not in orders):
                continue
            order = (orders[unit.id],) if unit.id in orders else ()
            last = () if after.units[at].gone else (stands_step(unit.name, after.units[at]),)
            name = before.muster.names[before.muster.sides.index(side)]
            yield Part(name, unit.name, (*order, *own, *last), (side, unit.id))


def _told(trace: Trace[Any, Result], translate: Translator) -> Iterator[str]:
    for told in trace.told:
        words = told_text(told, translate)
        yield words if told.answer is None else f"{words} ({answered(told.answer, told.asked, translate)})"


# ---------------------------------------------------------------------------------------------------- text


def _rows(report: BattleReport, steps: bool) -> Iterator[Row]:
    yield Row(0, "", report.title, "head")
    for chapter in report.chapters:
        yield Row(0, "", "")
        yield Row(0, "", chapter.heading, "head")
        yield from (Row(0, "", _sentence(step, report.translate)) for step in chapter.lead)
        yield from (Row(0, "", words) for words in chapter.told)
        side = ""
        for part in chapter.parts:
            if part.side != side:
                side = part.side
                yield Row(0, "", "")
                yield Row(0, "", side, "head")
            yield from _part_rows(part, steps, report.translate)
        assumed = report.translate("assumed")
        yield from (Row(0, assumed, report.translate(words), "quiet") for words in chapter.assumptions if steps)
    if report.ending:
        yield Row(0, "", "")
        yield Row(0, "", report.ending, "head")


def _part_rows(part: Part, steps: bool, translate: Translator) -> Iterator[Row]:
    if not steps:
        yield Row(1, "", f"{part.unit}{_sentences(part, translate)}")
        return
    yield Row(1, "", part.unit, "head")
    for step in part.steps:
        yield from _step_rows(step, 2, translate)


def _step_rows(step: Step, depth: int, translate: Translator, addend: bool = False) -> Iterator[Row]:
    yield Row(depth, step.rule, step.text(translate) + _worth(step, addend, translate))
    for cause in step.because:
        yield from _step_rows(cause, depth + 1, translate, step.fold == "sum")


def _sentences(part: Part, translate: Translator) -> str:
    """All that is told of a unit, after its name: the order it had, then sentence by sentence what came of it."""
    told = " ".join(_sentence(step, translate) for step in part.steps)
    rest = told.removeprefix(part.unit)
    return rest if rest != told and rest.lstrip().startswith(":") else f"{colon(translate)} {told}"


def _sentence(step: Step, translate: Translator) -> str:
    words = step.text(translate)
    return f"{words[:1].upper()}{words[1:]}."


def _worth(step: Step, addend: bool, translate: Translator) -> str:
    """An addend's share of its sum, signed."""
    if not addend:
        return ""
    return f" [{'+' if step.value >= 0 else ''}{shown(step.value, translate)}]"


# ------------------------------------------------------------------------------------------------- Markdown


def _markdown(report: BattleReport, steps: bool) -> Iterator[str]:
    yield f"# {_plain(report.title)}"
    for chapter in report.chapters:
        yield from ("", f"## {_plain(chapter.heading)}", "")
        yield from (_plain(_sentence(step, report.translate)) for step in chapter.lead)
        yield from (f"- {_plain(words)}" for words in chapter.told)
        side = ""
        for part in chapter.parts:
            if part.side != side:
                side = part.side
                yield from ("", f"### {_plain(side)}", "")
            yield f"- **{_plain(part.unit)}**{_plain(_sentences(part, report.translate))}"
            if steps:
                for step in part.steps:
                    yield from _markdown_steps(step, 1, report.translate)
        if steps and chapter.assumptions:
            yield ""
            assumed = _plain(report.translate("assumed")).capitalize()
            yield from (f"> {assumed}: {_plain(report.translate(words))}  " for words in chapter.assumptions)
    if report.ending:
        yield from ("", f"**{_plain(report.ending)}**")


def _markdown_steps(step: Step, depth: int, translate: Translator, addend: bool = False) -> Iterator[str]:
    if depth > 1 or step.because:
        yield f"{'  ' * depth}- `{step.rule}` {_plain(step.text(translate) + _worth(step, addend, translate))}"
    for cause in step.because:
        yield from _markdown_steps(cause, depth + 1, translate, step.fold == "sum")


def _plain(words: str) -> str:
    """Words that Markdown takes as they are."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|" else char for char in words)


# ----------------------------------------------------------------------------------------------------- HTML

_STYLE = """
:root { color-scheme: light; }
body { font: 11pt/1.45 Georgia, "Times New Roman", serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: #1d1d1b; background: #fff; }
h1 { font-size: 1.7rem; } h2 { border-bottom: 2px solid #6b675e; margin-top: 2rem; } h3 { margin-bottom: .3rem; }
.lead, .quiet { color: #55524a; } li.unit { margin: .35rem 0; } details { font-size: .85em; }
details ul { margin: .1rem 0; padding-left: 1.1rem; } code { color: #55524a; } .worth { white-space: nowrap; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } h2 { break-after: avoid; }
  h3 { break-after: avoid; } li.unit { break-inside: avoid; } details:not([open]) { display: none; } }
""".strip()
_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def _html(report: BattleReport, steps: bool) -> Iterator[str]:
    yield f"<h1>{escape(report.title)}</h1>"
    for chapter in report.chapters:
        yield f"<section>\n<h2>{escape(chapter.heading)}</h2>"
        yield from (f'<p class="lead">{escape(_sentence(step, report.translate))}</p>' for step in chapter.lead)
        yield from (f"<p>{escape(words)}</p>" for words in chapter.told)
        for side in dict.fromkeys(part.side for part in chapter.parts):
            yield f"<h3>{escape(side)}</h3>\n<ul>"
            for part in chapter.parts:
                if part.side == side:
                    yield from _html_part(part, steps, report.translate)
            yield "</ul>"
        yield from _html_assumptions(chapter.assumptions, steps, report.translate)
        yield "</section>"
    if report.ending:
        yield f"<p><strong>{escape(report.ending)}</strong></p>"


def _html_part(part: Part, steps: bool, translate: Translator) -> Iterator[str]:
    sentences = escape(_sentences(part, translate))
    yield f'<li class="unit"><strong>{escape(part.unit)}</strong>{sentences}'
    rested = [step for step in part.steps if step.because]
    if rested:
        yield f"<details{' open' if steps else ''}><summary>{escape(translate('steps'))}</summary>"
        yield from _html_steps(rested, translate, False)
        yield "</details>"
    yield "</li>"


def _html_steps(steps: Sequence[Step], translate: Translator, addends: bool) -> Iterator[str]:
    yield "<ul>"
    for step in steps:
        worth = f'<span class="worth">{escape(_worth(step, addends, translate))}</span>' if addends else ""
        yield f"<li><code>{escape(step.rule)}</code> {escape(step.text(translate))}{worth}"
        if step.because:
            yield from _html_steps(step.because, translate, step.fold == "sum")
        yield "</li>"
    yield "</ul>"


def _html_assumptions(assumptions: Sequence[str], steps: bool, translate: Translator) -> Iterator[str]:
    if not assumptions:
        return
    yield f'<details class="quiet"{" open" if steps else ""}><summary>{escape(translate("assumed"))}</summary>\n<ul>'
    yield from (f"<li>{escape(translate(words))}</li>" for words in assumptions)
    yield "</ul></details>"
