"""A whole roster, all against all, or one number of one unit swept through a range."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from enfilade.commands.choosing import Json
from enfilade.commands.progress import plainly, watching
from enfilade.commands.screen import Wrong, say, say_json, say_line

if TYPE_CHECKING:
    from enfilade.lab import MatchUps, Sweep

app = typer.Typer()

ENDINGS = (".svg", ".html", ".csv", ".parquet")


@app.command()
def matchup(
    roster: Annotated[str, typer.Argument(metavar="ROSTER", help="Units that fight all against all (YAML or JSON).")],
    out: Annotated[
        list[str], typer.Option("--out", "-o", help="Write .svg, .html, .csv or .parquet; repeatable.", metavar="FILE")
    ] = [],  # noqa: B006
    sweep: Annotated[str, typer.Option(help="One number through a range.", metavar="[UNIT.]FIELD=5..9")] = "",
    keep: Annotated[str, typer.Option(help="Keep finished duels here, and go on from them.", metavar="FILE")] = "",
    most: Annotated[int, typer.Option(help="Weigh up to so many positions exactly; beyond, sample.")] = 1_500,
    samples: Annotated[int, typer.Option(help="How many duels to sample beyond that.")] = 4_000,
    width: Annotated[float, typer.Option(help="Sample until the interval is no wider than this on either side.")] = 0.0,
    seed: Annotated[int, typer.Option(help="The seed of what is sampled.")] = 0,
    on: Annotated[
        str, typer.Option(help="Where to work: threads, processes or ray; auto is processes where it takes long.")
    ] = "auto",
    workers: Annotated[int, typer.Option(help="How many workers; 0 is one for each core.")] = 0,
    address: Annotated[str, typer.Option(help="The address of a Ray cluster.")] = "",
    json: Json = False,
) -> None:
    """Who beats whom in a roster, and who is worth its points."""
    from enfilade import lab

    unknown = [path for path in out if Path(path).suffix not in ENDINGS]
    if unknown:
        raise Wrong(f"{unknown[0]}: a file ending in {', '.join(ENDINGS)} was expected")
    if sweep and keep:
        raise Wrong("--keep is for all against all; a sweep is worked out in one go")
    units = lab.read_roster(roster)
    with plainly(), watching("duels", json) as watch:
        crew = lab.Crew(on, workers, address)
        effort = lab.Effort(most, samples, width, seed)
        found: MatchUps | Sweep
        if sweep:
            found = lab.sweep(units, sweep, effort, crew, watch)
        else:
            found = lab.matchup(units, effort, crew, keep or None, watch)
        for path in out:
            _write(path, found)
    if json:
        say_json(found.json())
    else:
        say(found.report())
    if not getattr(found, "complete", True):
        if keep:
            say_line(f"Run it again with --keep {keep} to go on.", "quiet")
        raise typer.Exit(130)


def _write(path: str, found: "MatchUps | Sweep") -> None:
    from enfilade.lab import MatchUps
    from enfilade.lab.matchtold import page
    from enfilade.lab.writing import write_table, write_text

    picture: Any = found.heatmap() if isinstance(found, MatchUps) else found.chart()
    if path.endswith(".svg"):
        write_text(path, picture.svg)
    elif path.endswith(".html"):
        write_text(path, page(found.roster.title or "all against all", picture.svg, found._repr_html_()))
    else:
        write_table(path, list(found.rows()))
