"""The sealed orders of a turn: what units are told, who gave it, and which sides are ready. Part of the fold of a room.

Each side gives its orders in secret, and all are opened together when the turn begins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from enfilade.web.store import Change

Book = Mapping[str, Any]
"""Orders as a file writes them, by unit."""


class Given(NamedTuple):
    """Orders that a seat gave, and what the same units had been told before; `None`: nothing."""

    seq: int
    by: str
    before: Book
    given: Book


class Ready(NamedTuple):
    """A side that has given its orders, and how it wants the turn to be fought."""

    dice: Literal["server", "typed"]
    policy: str | None  # that answers what this side is asked
    salt: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """Orders that have not been opened yet."""

    book: Book | None = None  # `None`: those of the battle itself
    given: tuple[Given, ...] = ()
    ready: Mapping[str, Ready] = field(default_factory=dict)

    def after(self, change: Change) -> "Sealed":
        """With orders that were given, or taken back; the sides that they are for are not ready any more."""
        data = change.data
        if "back" in data:
            given = tuple(one for one in self.given if one.seq != data["back"])
        else:
            told = {unit: data["book"].get(unit) for unit in data["before"]}
            given = (*self.given, Given(change.seq, change.by, data["before"], told))
        left = {side: one for side, one in self.ready.items() if side not in data["sides"]}
        return Sealed(data["book"], given, left)

    def with_ready(self, side: str, said: Mapping[str, Any] | None) -> "Sealed":
        """With a side that has become ready, or is not any more."""
        others = {name: one for name, one in self.ready.items() if name != side}
        return replace(self, ready=others if said is None else {**others, side: Ready(**said)})

    def unready(self) -> "Sealed":
        """With nobody ready: something has changed that orders may depend on."""
        return replace(self, ready={}) if self.ready else self

    def last(self, seat: str, now: Book, all_sides: bool) -> Given | None:
        """The orders that a seat gave last, as far as they are those of `now`; with `all_sides` whoever gave them.

        A unit that has been told something else since keeps that.
        """
        for one in reversed(self.given):
            before = {unit: order for unit, order in one.before.items() if now.get(unit) == one.given[unit]}
            if before and (all_sides or one.by == seat):
                return one._replace(before=before)
        return None


NONE_GIVEN = Sealed()


def hidden(data: Mapping[str, Any], by: str) -> frozenset[str] | None:
    """Which side a line of the log is for the eyes of, besides the referee's; `None`: it is for everybody's."""
    if "book" not in data:
        return None
    sides = frozenset(data.get("sides", (by,)))
    return sides if len(sides) == 1 else frozenset()
