"""One change of a room, as plain data that is written once and never altered."""

import json
from decimal import Decimal
from typing import Any, NamedTuple

from enfilade.files.writing import write


class Change(NamedTuple):
    """What happened: its number in the room, when (ISO 8601, UTC), by which seat, its kind, and what it holds.

    Everything that chance, a clock or the rules said is in `data`, so that a fold needs none of them.
    """

    seq: int
    made: str
    by: str
    kind: str
    data: dict[str, Any]

    def text(self) -> str:
        """The data as the database holds it, decimals digit for digit."""
        return write(self.data)


def read_data(text: str) -> Any:
    """Data from its text."""
    return json.loads(text, parse_float=Decimal)


def as_kept(data: Any) -> Any:
    """Data as it will be read again."""
    return read_data(write(data))
