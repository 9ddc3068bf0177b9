"""Duels fought to the end, and what each thing in them is worth."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from enfilade.commands.choosing import Json, Units
from enfilade.commands.progress import plainly, watching
from enfilade.commands.screen import Wrong, print_raw, say, say_json

if TYPE_CHECKING:
    from enfilade.dice import Program
    from enfilade.lab import Duel
    from enfilade.referee import Result

app = typer.Typer()

DuelFile = Annotated[str, typer.Argument(metavar="FILE", help="A duel (YAML or JSON).")]
Rounds = Annotated[int | None, typer.Option(help="Stop after so many rounds.", metavar="N", min=1, max=1000)]
Policies = Annotated[
    list[str], typer.Option("--policy", help="Who answers a side's choices; best plays to win.", metavar="SIDE=NAME")
]
Most = Annotated[int, typer.Option(help="Weigh up to so many positions exactly; beyond, sample.", metavar="N")]
Samples = Annotated[int, typer.Option(help="How many duels to sample beyond that.", metavar="N")]
Seed = Annotated[int, typer.Option(help="The seed of what is sampled.")]
Battles = Annotated[
    int | None,
    typer.Option(help="Fight so many duels, every die rolled, instead of weighing them.", metavar="N", min=1),
]


@app.command()
def duel(
    file: DuelFile,
    rounds: Rounds = None,
    policy: Policies = [],  # noqa: B006
    units: Units = "",
    most: Most = 4_000,
    samples: Samples = 4_000,
    width: Annotated[float, typer.Option(help="Sample until the interval is no wider than this on either side.")] = 0.0,
    seed: Seed = 0,
    battles: Battles = None,
    keep: Annotated[str, typer.Option(help="Keep counted --battles here, and go on.", metavar="FILE")] = "",
    on: Annotated[str, typer.Option(help="Where --battles are fought: threads, processes or ray.")] = "threads",
    workers: Annotated[int, typer.Option(help="How many workers; 0 is one for each core.")] = 0,
    address: Annotated[str, typer.Option(help="The address of a Ray cluster.")] = "",
    chart: Annotated[str, typer.Option(help="Draw who has won by which round.", metavar="OUT.svg")] = "",
    left: Annotated[str, typer.Option(help="Draw what the winner of most duels has left.", metavar="OUT.svg")] = "",
    out: Annotated[str, typer.Option("--out", "-o", help="Write all ends: .csv or .parquet.", metavar="FILE")] = "",
    json: Json = False,
) -> None:
    """Who wins a duel, how surely, in how many rounds and with what left: exactly where that is possible."""
    from enfilade.lab import fight
    from enfilade.lab.writing import write_table

    if keep and not battles:
        raise Wrong("--keep is for --battles, which take long; a duel is weighed in one go")
    fought_duel = _read(file, units, rounds, policy)
    with plainly(), watching("duels" if battles else "positions", json) as watch:
        told: Any
        if battles:
            from enfilade.lab import Crew, Run, fight_many  # the compiler takes half a second to load

            told = fight_many(fought_duel, Run(battles, seed, width), Crew(on, workers, address), keep or None, watch)
            fought = told.fought
        else:
            told = fought = fight(fought_duel, most, samples, seed, width, watch)
        if chart:
            fought.chart().save(chart)
        if left:
            fought.left_chart(max(fought.sides, key=fought.wins)).save(left)
        if out:
            write_table(out, list(fought.rows()))
    if json:
        say_json(told.json())
    else:
        say(told.report())
    if battles and not told.complete:
        raise typer.Exit(130)


def _read(file: str, units: str, rounds: int | None, policy: list[str]) -> "Duel":
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


@app.command()
def worth(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A duel, or a scenario for its attacks.")],
    rounds: Rounds = None,
    policy: Policies = [],  # noqa: B006
    units: Units = "",
    attack_only: Annotated[bool, typer.Option("--attack-only", help="Only the first attack, not the duel.")] = False,
    most: Most = 1_500,
    samples: Samples = 4_000,
    out: Annotated[str, typer.Option("--out", "-o", help="Write the rows: .csv or .parquet.", metavar="FILE")] = "",
    json: Json = False,
) -> None:
    """What each reading, token, edge, rank and keyword is worth: switched one at a time, all weighed again."""
    from enfilade.lab import worth as weigh
    from enfilade.lab.writing import write_table

    fought_duel = _read(file, units, rounds, policy)
    with plainly(), watching("weighing", json) as watch:
        found = weigh(fought_duel, most, samples, not attack_only, watch)
        if out:
            write_table(out, list(found.rows()))
    if json:
        say_json(found.json())
    else:
        say(found.report())


@app.command()
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A duel, or a scenario for its attacks.")],
    to: Annotated[str, typer.Option(help="The tool: icepool or anydice.")] = "icepool",
    count: Annotated[str, typer.Option(help="What is counted, such as wounds; the first if not said.")] = "",
    attacker: Annotated[str, typer.Option(help="The attack of this unit.", metavar="ID")] = "",
    policy: Policies = [],  # noqa: B006
    units: Units = "",
) -> None:
    """An attack as a program for another dice tool, to check our odds there."""
    from enfilade.lab import exports
    from enfilade.lab.course import answers

    found = _read(file, units, None, policy)
    written = {"icepool": exports.icepool_text, "anydice": exports.anydice_text}
    if to not in written:
        raise Wrong(f"there is no export to {to!r}; icepool or anydice was expected")
    actions = [one for one in found.turns if attacker in ("", one.get("attacker"))]
    if not actions:
        raise Wrong(
            f"no attack of {attacker!r}; the attackers are {', '.join(str(a['attacker']) for a in found.turns)}"
        )
    ruling = found.battle.judge(actions[0])
    if ruling.dice is None:
        raise Wrong(f"this attack is not legal at the start: {ruling.refusal.step.text() if ruling.refusal else ''}")
    with plainly():
        named = count or _first_count(ruling.dice, found)
        print_raw(written[to](exports.plan(ruling.dice, answers(found, ruling), named)))


def _first_count(program: "Program[Any, Result]", duel: "Duel") -> str:
    """The count that the ruleset's first aim looks at, if the results have it; else the first."""
    from random import Random

    from enfilade.dice import play, rolls

    result = play(program, rolls(Random(0))).result
    assert result is not None
    numbers = [name for name, value in result.counts.items() if isinstance(value, int)]
    wanted = next(iter(duel.ruleset.aims))
    return wanted if wanted in numbers else numbers[0]
