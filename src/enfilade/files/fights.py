"""What files of duels and rosters hold; the lab reads them."""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

DUEL: Final = "enfilade/duel/1"
ROSTER: Final = "enfilade/roster/1"
MOST_UNITS = 200

Rounds = Annotated[int, Field(ge=1, le=1000)]


class DuelSheet(BaseModel):
    """A duel: a position, who attacks in which order, and when to stop."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["enfilade/duel/1"]
    title: str = ""
    scenario: str | dict[str, Any] = Field(description="a scenario, or where its file lies from the folder of this one")
    opening: Annotated[tuple[dict[str, Any], ...], Field(max_length=20)] = Field(
        (), description="the actions of the first round, where they are not those of every round"
    )
    turns: Annotated[tuple[str | dict[str, Any], ...], Field(max_length=20)] = Field(
        (), description="the actions of every round in order; the id of a unit stands for its first legal attack"
    )
    rounds: Rounds | None = Field(None, description="stop after so many rounds")
    policies: dict[str, str] = Field({}, description="side: who answers its choices; best plays to win")


class Entrant(BaseModel):
    """One unit of a roster: what it is, as a scenario writes it, and what it costs."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    unit: dict[str, Any] = Field(description="the unit as a scenario writes it, without id and side")
    points: Annotated[int, Field(ge=1, le=10_000)] | None = None
    ruleset: str | None = Field(None, description="only to say the same as the roster")


class RosterSheet(BaseModel):
    """Units that are to fight all against all, and how two of them meet."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["enfilade/roster/1"]
    ruleset: str
    title: str = ""
    units: Annotated[dict[str, Entrant], Field(min_length=2, max_length=MOST_UNITS)]
    meeting: dict[str, Any] | None = Field(
        None, description="the rest of the scenario, about units called one and other; front to front if absent"
    )
    rounds: Rounds | None = None
    policy: str = Field("", description="who answers choices on both sides")
