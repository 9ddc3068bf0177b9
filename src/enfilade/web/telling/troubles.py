"""What went wrong, in words, with every mistake and its place."""

from enfilade.battle import Refused
from enfilade.files.document import MOST_SHOWN, BadFile, Placed, field
from enfilade.referee import Mistake, ScenarioError, Translator, Words, same, shown
from enfilade.show.calling import apart
from enfilade.web import wire


def trouble(error: Exception, placed: bool = True, translate: Translator = same) -> wire.Trouble:
    """The body for a file that cannot be used, a scenario that cannot be set up, or a question that makes no sense.

    `placed` tells whether lines and columns mean something to the person who asked. What people meet at the table is
    told in their language; the rest, which is about files, in English.
    """
    if isinstance(error, BadFile):
        mistakes = [_mistake(error.name, one, placed, translate) for one in error.placed[:MOST_SHOWN]]
        return wire.Trouble(error="scenario", message=_message(error, mistakes), mistakes=mistakes)
    if isinstance(error, ScenarioError):
        mistakes = [_mistake("", Placed(None, one), False, translate) for one in error.mistakes[:MOST_SHOWN]]
        return wire.Trouble(error="scenario", message=_message(error, mistakes), mistakes=mistakes)
    if isinstance(error, Refused):
        return wire.Trouble(error="refused", message=str(error))
    return wire.Trouble(error="request", message=str(error.args[0] if error.args else error))


def _message(error: ScenarioError, mistakes: list[wire.Mistake]) -> str:
    more = getattr(error, "more", 0) + len(error.mistakes) - 1
    first = mistakes[0]
    said = f"{first.where}: expected {first.expected}, found {first.found}".removeprefix(": ")
    said += f"; {first.hint}" if first.hint else ""
    return f"{said} (and {more} more {'mistake' if more == 1 else 'mistakes'})" if more else said


def _mistake(name: str, one: Placed, placed: bool, translate: Translator) -> wire.Mistake:
    place = one.place if placed else None
    path = field(one.mistake.path)
    where = ":".join([name, *map(str, place or ())]) if name else ""
    return wire.Mistake(
        where=" ".join(part for part in (where, path) if part),
        line=place.line if place else None,
        column=place.column if place else None,
        field=path,
        expected=_said(one.mistake, one.mistake.expected, translate),
        found=_said(one.mistake, one.mistake.found, translate),
        hint=one.mistake.hint,
    )


def _said(mistake: Mistake, words: str | Words, translate: Translator) -> str:
    return (
        shown(words, translate.naming(apart(mistake.called) or translate.names)) if isinstance(words, Words) else words
    )
