"""Everything that a message from a seat can do to a room. Nothing here waits, writes or tells: that is the room's."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from enfilade.web import wire
from enfilade.web.rooms import moving, orders, playing, undoing
from enfilade.web.rooms.table import Did, Table

Act = Callable[[Table, str, Any], Did]


def say(table: Table, _seat: str, said: wire.Say) -> Did:
    """Words to the table."""
    return Did("say", {"words": said.words}, table.battle)


ACTS: Mapping[type[Any], Act] = MappingProxyType(
    {
        wire.Move: moving.move,
        wire.Set: moving.lay_down,
        wire.Orders: orders.order,
        wire.Ready: playing.ready,
        wire.Play: playing.play,
        wire.Answer: playing.answer,
        wire.Cancel: playing.cancel,
        wire.Decide: playing.decide,
        wire.Undo: undoing.undo,
        wire.Consent: undoing.consent,
        wire.Refuse: undoing.refuse,
        wire.Say: say,
    }
)
"""What each message does: given the table and the seat, what it comes to. Each raises `NotDone`."""
