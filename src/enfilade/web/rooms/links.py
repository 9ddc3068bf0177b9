"""Links: a token for each seat. Who knows it sits there; nobody else can find it.

The referee's token is chance, 192 bits of it. Those of the other seats follow from it by a one-way function, so that
the referee can be told all links again, and the database needs to hold nothing but hashes.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256

from enfilade.web import wire

REFEREE, SPECTATOR = "referee", "spectator"
BYTES = 24


def new_links(sides: Iterable[str]) -> wire.Links:
    """The links of a new room."""
    return links(secrets.token_urlsafe(BYTES), sides)


def links(referee: str, sides: Iterable[str]) -> wire.Links:
    """The links of the room whose referee has this one."""
    return wire.Links(
        referee=referee,
        spectator=_derived(referee, SPECTATOR),
        sides={side: _derived(referee, f"side {side}") for side in sides},
    )


def seats(given: wire.Links) -> dict[str, str]:
    """The seats by the hashes of their tokens."""
    return {
        hashed(given.referee): REFEREE,
        hashed(given.spectator): SPECTATOR,
        **{hashed(token): side for side, token in given.sides.items()},
    }


def hashed(token: str) -> str:
    """What the database knows of a token."""
    return sha256(token.encode()).hexdigest()


def _derived(referee: str, seat: str) -> str:
    digest = hmac.digest(referee.encode(), f"enfilade seat {seat}".encode(), "sha256")
    return urlsafe_b64encode(digest[:BYTES]).decode()
