"""A turn of a large battle as the table tells it: for each unit its order, what it did and suffered, how it stands."""

from collections.abc import Iterator

from enfilade.battle import Battle, Entry
from enfilade.referee import Translator
from enfilade.show.battle_report import chapter, reported
from enfilade.web import wire


def turn_report(before: Battle, entry: Entry, after: Battle, translate: Translator) -> list[wire.UnitTold] | None:
    """The report of an entry unit by unit; nothing where it is no turn of units that move by orders."""
    if not reported(before) or entry.action.kind == "decide":
        return None
    return list(_units(before, entry, after, translate)) or None


def _units(before: Battle, entry: Entry, after: Battle, translate: Translator) -> Iterator[wire.UnitTold]:
    for part in chapter(before, entry, after.state, translate).parts:
        side, unit = part.ids
        yield wire.UnitTold(
            side=side,
            unit=unit,
            name=part.unit,
            told=list(part.sentences(translate)),
            steps=[wire.Step.model_validate(step.json(translate)) for step in part.steps],
        )
