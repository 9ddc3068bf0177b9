"""What a room tells those who sit at its table."""

from typing import Annotated, Any, Literal

from pydantic import Field

from enfilade.web.wire.ground import Action, Message, Seat, maybe
from enfilade.web.wire.told import Named, Position, Ruling, Step, Trouble

Dice = Literal["server", "typed"]


class Links(Message):
    """The tokens of a room's seats. Who knows one sits there."""

    referee: str
    spectator: str
    sides: dict[str, str]


class DieFace(Message):
    """A face that may be typed, and how it reads."""

    face: str | int
    label: str


class Die(Message):
    """A die that is to be thrown."""

    name: str
    faces: list[DieFace]


class WaitingOption(Message):
    """An option of a choice: its label is sent back."""

    label: str
    text: str


class Waiting(Message):
    """What an attack waits for: a throw or a choice, and of which side."""

    kind: Literal["throw", "choice"]
    for_: Seat = Field(alias="for")
    rule: str
    text: str
    dice: list[Die]
    options: list[WaitingOption]


class Rolled(Message):
    """A face that fell, and the die that it fell on."""

    face: str | int
    label: str
    die: str


class Stage(Message):
    """One stage of an attack as it was rolled. `asked` is empty where nothing was."""

    rule: str
    text: str
    asked: str
    faces: list[Rolled]
    answer: str
    dice: Dice | None


class Pending(Message):
    """An attack under way."""

    action: Action
    deed: str
    by: Seat
    dice: Dice
    stages: list[Stage]
    waiting: Waiting
    may_cancel: list[Seat] = Field(description="the seats that may call it off now")


class Proof(Message):
    """Commit and reveal: `hash`, shown before, is the SHA-256 of `secret`, shown after."""

    play: int
    hash: str
    secret: str | None = maybe()
    salt: str | None = maybe()


class LogLine(Message):
    """One line of a room's log. What was undone stays, marked so."""

    seq: int
    kind: Literal["start", "move", "play", "decide", "undo", "say", "orders", "ready", "set"]
    by: Seat
    when: str = Field(description="ISO 8601, UTC")
    text: str
    entry: int | None = Field(description="the entry of the record that it made, from 1")
    undone: bool
    dice: Dice | None
    proof: Proof | None = maybe()


class Asking(Message):
    """An undo that waits for consent."""

    kind: Literal["undo"]
    by: Seat
    to: int
    waits_for: list[Seat]


class Present(Message):
    """How many people sit on a seat."""

    seat: Seat
    people: int


class Readiness(Message):
    """How far a side is with its orders; the turn waits for those at which somebody sits."""

    side: Seat
    ready: bool
    taken: bool = Field(description="whether anybody has ever sat there")


class Snapshot(Message):
    """All that a room is now, as one seat sees it."""

    seq: int
    position: Position
    entries: int
    log: list[LogLine]
    pending: Pending | None
    commitment: Proof
    asked: Asking | None
    present: list[Present]
    orders: dict[str, dict[str, Any]] | None = maybe()
    readiness: list[Readiness] | None = maybe()


class Welcome(Message):
    """The first message on a socket."""

    type: Literal["welcome"] = "welcome"
    seat: Seat
    snapshot: Snapshot


class Changed(Message):
    """Something happened; `stages` are those of what was just played."""

    type: Literal["changed"] = "changed"
    snapshot: Snapshot
    last: LogLine | None
    stages: list[Stage]


class Presence(Message):
    """Somebody came or went."""

    type: Literal["presence"] = "presence"
    present: list[Present]


class Refused(Message):
    """What was sent cannot be done."""

    type: Literal["refused"] = "refused"
    trouble: Trouble


FromServer = Annotated[Welcome | Changed | Presence | Refused, Field(discriminator="type")]


class RoomTold(Message):
    """A room as somebody with a link finds it."""

    seat: Seat
    snapshot: Snapshot


class UnitTold(Message):
    """What one unit did and suffered in a turn of a large battle: sentences, and the steps that say them."""

    side: str
    unit: str
    name: str
    told: list[str]
    steps: list[Step]


class EntryTold(Message):
    """Entry n of a room's record: where it was asked, the ruling, how it went."""

    number: int
    ruling: Ruling
    stages: list[Stage]
    result: list[Named]
    before: Position
    after: Position
    report: list[UnitTold] | None = maybe()
