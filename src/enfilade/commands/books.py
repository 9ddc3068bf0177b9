"""What the rulesets cover, and the form of the files."""

from typing import TYPE_CHECKING, Annotated

import typer

from enfilade.commands.choosing import Json
from enfilade.commands.screen import Wrong, print_raw, say_json, say_line, say_table

if TYPE_CHECKING:
    from enfilade.referee import Ruleset

app = typer.Typer()

Name = Annotated[str, typer.Argument(metavar="RULESET", help="runewars, lineofattack, asoiaf or ageofmagic.")]


@app.command()
def rules(
    ruleset: Name,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables.")] = False,
    json: Json = False,
) -> None:
    """Which clauses of a ruleset are built, what is only assumed, and which readings are disputed."""
    from enfilade.show import coverage

    named = ruleset_of(ruleset)
    if json:
        say_json(coverage.coverage_json(named))
    elif markdown:
        print_raw(coverage.coverage_markdown(named))
    else:
        say_line(f"{named.name}: {coverage.summary(named.book)}", "head")
        say_table(coverage.SOURCE_HEADS, list(coverage.source_rows(named.book)))
        say_table(coverage.READING_HEADS, list(coverage.reading_rows(named.book)))


def ruleset_of(name: str) -> "Ruleset":
    """The ruleset of this name. Raises `Wrong` with the nearest one."""
    from difflib import get_close_matches

    from enfilade.rulesets import NAMES, load

    if name not in NAMES:
        close = get_close_matches(name.lower(), NAMES, 1, 0.4)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise Wrong(f"there is no ruleset {name!r}; there are {', '.join(NAMES)}{hint}")
    return load(name)
