"""What the page asks over HTTP."""

from typing import Annotated, Any

from pydantic import Field

from enfilade.web.wire.ground import NAME, Action, Name, Request, Scenario

MOST_ENTRIES = 2_000
MOST_ACTIONS = 5_000

Entries = Annotated[
    list[dict[str, Any]],
    Field(max_length=MOST_ENTRIES, description="entries of a record: {action, answers, events}"),
]


class PositionAsked(Request):
    """A scenario, or the text of a file: a scenario, a map, or a record."""

    text: str | None = None
    scenario: Scenario | None = None
    name: Annotated[str, Field(max_length=NAME, description="the file's name, for mistakes")] = ""
    entries: Entries = Field(default_factory=list)
    units: Scenario | None = None


class Asked(Request):
    """A position: a scenario and what was done since; the file of further units, if it was set up with one."""

    scenario: Scenario
    entries: Entries = Field(default_factory=list)
    units: Scenario | None = None


class JudgeAsked(Asked):
    """The actions to rule on; without any, every candidate, or those that are about one unit."""

    actions: Annotated[list[Action], Field(max_length=MOST_ACTIONS)] | None = None
    about: Annotated[Name, Field(description="the id of a unit: only what it does, and what is done to it")] = ""
    brief: bool = False


class OddsAsked(Asked):
    """The attack to weigh; how choices are answered; readings other than those of the scenario."""

    action: Action
    policy: Name = ""
    readings: dict[Name, Name] = Field(default_factory=dict, max_length=100)


class WorthAsked(Asked):
    """The attack whose modifiers and readings are to be weighed."""

    action: Action
    policy: Name = ""


class DrawAsked(Asked):
    """The position to draw, or the ruling on one action."""

    action: Action | None = None


class ReportAsked(Asked):
    """The actions to report on in words; without any, every candidate."""

    actions: Annotated[list[Action], Field(max_length=MOST_ACTIONS)] | None = None


class RoomAsked(Request):
    """The scenario of a new room and its file of further units, or the text of a record, as far as its entry `upto`."""

    scenario: Scenario | None = None
    units: Scenario | None = None
    record: str | None = None
    upto: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
