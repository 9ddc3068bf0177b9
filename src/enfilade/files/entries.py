"""Entries of a battle that somebody else has kept: a list as a record holds them, without its chain of hashes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from enfilade.battle import Battle
from enfilade.files.document import Document
from enfilade.files.record import EntryBody, departure, entry_from
from enfilade.files.wording import describe, mistakes_in
from enfilade.referee import Action, Mistake


def after(battle: Battle, document: Document) -> Battle:
    """The battle after the entries in a document. Raises `BadFile` for those that are none or leave the rules."""
    data: Any = document.data
    if not isinstance(data, list):
        raise document.refuse([Mistake((), "a list of entries", describe(data))])
    for number, one in enumerate(data):
        try:
            EntryBody.model_validate(one)
        except ValidationError as error:
            found = mistakes_in(error, EntryBody, one)
            raise document.refuse(*([replace(m, path=(number, *m.path)) for m in part] for part in found)) from None
    entries = [entry_from(one) for one in data]
    mismatch = battle.check(entries)
    if mismatch:
        raise document.refuse([departure(mismatch, (mismatch.entry - 1,))])
    for entry in entries:
        battle = battle.answer(entry.action, entry.answers)
    return battle


def action_from(data: Mapping[str, Any]) -> Action:
    """The action in `{"kind": ..., field: ...}`, its numbers as a record holds them."""
    return entry_from({"action": data, "answers": (), "events": ()}).action
