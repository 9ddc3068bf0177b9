"""Duels fought to the end, and what each thing in them is worth."""

from typing import Annotated

import typer

from enfilade.commands.choosing import Json, Units
from enfilade.commands.screen import Wrong, say, say_json

app = typer.Typer()

DuelFile = Annotated[str, typer.Argument(metavar="FILE", help="A duel (YAML or JSON).")]
Rounds = Annotated[int, typer.Option(help="Stop after so many rounds.", metavar="N", min=1, max=1000)]
Policies = Annotated[
    list[str], typer.Option("--policy", help="Who answers a side's choices; best plays to win.", metavar="SIDE=NAME")
]
Most = Annotated[int, typer.Option(help="Weigh up to so many positions exactly; beyond, sample.", metavar="N")]
Samples = Annotated[int, typer.Option(help="How many duels to sample beyond that.", metavar="N")]
Seed = Annotated[int, typer.Option(help="The seed of what is sampled.")]


@app.command()
def duel(
    file: DuelFile,
    rounds: Rounds | None = None,
    policy: Policies = [],  # noqa: B006
    units: Units = "",
    most: Most = 4_000,
    samples: Samples = 4_000,
    seed: Seed = 0,
    chart: Annotated[str, typer.Option(help="Draw who has won by which round.", metavar="OUT.svg")] = "",
    out: Annotated[str, typer.Option("--out", "-o", help="Write all ends: .csv or .parquet.", metavar="FILE")] = "",
    json: Json = False,
) -> None:
    """Who wins a duel, how surely, in how many rounds and with what left: exactly where that is possible."""
    from enfilade.dice import OverBudget
    from enfilade.lab import fight
    from enfilade.lab.writing import write_table

    fought_duel = _read(file, units, rounds, policy)
    try:
        fought = fight(fought_duel, most, samples, seed)
    except OverBudget as error:
        raise Wrong(f"{error}: set a smaller --rounds, or name other policies than best") from None
    if json:
        say_json(fought.json())
    else:
        say(fought.report())
    if chart:
        fought.chart().save(chart)
    if out:
        write_table(out, list(fought.rows()))


def _read(file: str, units: str, rounds: int | None, policy: list[str]) -> "Duel":  # type: ignore[name-defined]  # noqa: F821
    from dataclasses import replace

    from enfilade.commands.choosing import pairs
    from enfilade.lab import read_duel
    from enfilade.referee import Facts

    found = read_duel(file, units or None)
    named = pairs(policy)
    known = [*found.ruleset.policies, "best", *(f"best:{aim}" for aim in found.ruleset.aims)]
    for side, name in named.items():
        if side not in found.sides:
            raise Wrong(f"there is no side {side!r}; the sides are {', '.join(found.sides)}")
        if name not in known:
            raise Wrong(f"there is no policy {name!r}; known: {', '.join(known)}")
    policies = Facts({**found.policies, **named})
    return replace(found, policies=policies, rounds=rounds or found.rounds)
