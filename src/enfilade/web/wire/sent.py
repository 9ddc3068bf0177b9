"""What the page sends to a room."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from enfilade.web.wire.ground import Action, Face, Name, Number, Point, Request, Scenario, Words

MOST_FACES = 1_000
MOST_ORDERS = 500


class Hello(Request):
    """Somebody is back, who has seen everything up to `since`."""

    type: Literal["hello"]
    since: int | None = None


class Move(Request):
    """Puts a unit elsewhere before the first entry."""

    type: Literal["move"]
    unit: Name
    at: Point | None = None
    facing: Number | None = None
    area: Name | None = None


class Set(Request):
    """Another scenario for this room."""

    type: Literal["set"]
    scenario: Scenario


class Play(Request):
    """Plays an action, with the server's dice or with typed ones; without a policy, choices are asked."""

    type: Literal["play"]
    action: Action
    dice: Literal["server", "typed"]
    policy: Name | None = None
    salt: Annotated[str, Field(max_length=200)] | None = None


class Answer(Request):
    """Answers what an attack waits for: a choice by its label, a throw by its faces."""

    type: Literal["answer"]
    label: Annotated[str, Field(max_length=2_000)] | None = None
    faces: Annotated[list[Face], Field(max_length=MOST_FACES)] | None = None


class Cancel(Request):
    """Gives up an attack of which no die has fallen."""

    type: Literal["cancel"]


class Undo(Request):
    """Takes the last entry back, or asks for it."""

    type: Literal["undo"]


class Consent(Request):
    """Agrees to an undo."""

    type: Literal["consent"]


class Refuse(Request):
    """Does not agree to an undo."""

    type: Literal["refuse"]


class Decide(Request):
    """The referee decides."""

    type: Literal["decide"]
    words: Words
    unit: Name | None = None
    at: Point | None = None
    facing: Number | None = None
    area: Name | None = None
    fields: Annotated[dict[Name, Any], Field(max_length=60)] | None = None


class Orders(Request):
    """Orders of a side's units for the turn; null takes one back. `entries`: how many the record held then."""

    type: Literal["orders"]
    orders: Annotated[dict[Name, dict[str, Any] | None], Field(max_length=MOST_ORDERS)]
    entries: int | None = None


class Ready(Request):
    """One's orders for the turn are given, or are thought over again; how one wants the turn to be fought.

    `entries`: how many the record held then; what is about a turn gone by is refused.
    """

    type: Literal["ready"]
    ready: bool
    entries: int | None = None
    dice: Literal["server", "typed"] = "server"
    policy: Name | None = None
    salt: Annotated[str, Field(max_length=200)] | None = None


class Say(Request):
    """Words to the table."""

    type: Literal["say"]
    words: Words


ToServer = Annotated[
    Hello | Move | Set | Play | Answer | Cancel | Undo | Consent | Refuse | Decide | Orders | Ready | Say,
    Field(discriminator="type"),
]
SENT: Mapping[str, type[Request]] = MappingProxyType(
    {
        model.__name__.lower(): model
        for model in (Hello, Move, Set, Play, Answer, Cancel, Undo, Consent, Refuse, Decide, Orders, Ready, Say)
    }
)
"""The messages by their types."""
to_server: TypeAdapter[ToServer] = TypeAdapter(ToServer)
"""Reads a message: `to_server.validate_python(data)`; raises pydantic's `ValidationError`."""
