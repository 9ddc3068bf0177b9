"""Somebody at the table: a seat, a language, and what is still to be sent to them."""

import asyncio
from dataclasses import dataclass, field

MOST_WAITING = 48
"""Whoever has so many messages unread is dropped, not waited for; on coming back they miss nothing."""


@dataclass(slots=True, eq=False)
class Person:
    """One socket."""

    seat: str
    language: str
    waiting: "asyncio.Queue[str]" = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    dropped: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, message: str) -> None:
        """Send them this as soon as they can take it; who is too slow is dropped."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped.set()
