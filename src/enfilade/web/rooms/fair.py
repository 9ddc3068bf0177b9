"""Fair dice: what the server will throw is settled before anybody plays, and can be checked by anybody afterwards.

The server takes 32 bytes of chance, the secret, and shows their SHA-256 before. The player adds a text of their own,
the salt. The faces follow from both and from the number of the play; the secret is shown when the play has ended.
docs/table.md has the recipe in full, "Fair dice".
"""

import hmac
import secrets
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from enfilade.dice import Face, Throw
from enfilade.web import wire

WORD = 4  # bytes of a word
WORDS = 1 << (8 * WORD)


class Broken(ValueError):
    """A proof that proves nothing: no secret, or not the one that was promised."""


class FairDice:
    """Dice that a secret, a play's number and a player's salt decide.

    Words of four bytes, the greatest first, come from HMAC-SHA256(secret, "PLAY:BLOCK:SALT") for BLOCK = 0, 1, 2, …
    A word beyond the last whole multiple of the number asked for is passed over, so that every face is as likely.
    """

    def __init__(self, secret: bytes, play: int, salt: str = "") -> None:
        self._words = _words(secret, play, salt)

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to, not including, `stop`."""
        if not 0 < stop <= WORDS:
            raise ValueError(f"expected a number from 1 to {WORDS}, found {stop}")
        fair = WORDS - WORDS % stop
        return next(word for word in self._words if word < fair) % stop


def _words(secret: bytes, play: int, salt: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(secret, f"{play}:{block}:{salt}".encode(), "sha256")
        for at in range(0, len(digest), WORD):
            yield int.from_bytes(digest[at : at + WORD], "big")
        block += 1


def new_secret() -> str:
    """Another 32 bytes of chance, as hexadecimal digits."""
    return secrets.token_hex(32)


def promise(secret: str) -> str:
    """What is shown of a secret before it is used."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def verify(proof: wire.Proof, throws: Iterable[Throw[Any]]) -> list[tuple[Face, ...]]:
    """The faces that these throws of a play had to show, in order. Raises `Broken` where the promise was not kept."""
    if proof.secret is None:
        raise Broken("the secret has not been shown yet: it is when the play has ended")
    if promise(proof.secret) != proof.hash:
        raise Broken(f"the secret is not the one that was promised: its SHA-256 is {promise(proof.secret)}")
    dice = FairDice(bytes.fromhex(proof.secret), proof.play, proof.salt or "")
    return [throw.roll(dice) for throw in throws]
