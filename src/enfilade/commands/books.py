"""What the rulesets cover, and the form of the files."""

from typing import TYPE_CHECKING, Annotated

import typer

from enfilade.commands.choosing import Json, Language, speaking
from enfilade.commands.screen import Wrong, print_raw, say, say_json

if TYPE_CHECKING:
    from enfilade.referee import Ruleset

app = typer.Typer()

Name = Annotated[str, typer.Argument(metavar="RULESET", help="runewars, lineofattack, asoiaf or ageofmagic.")]


@app.command()
def rules(
    ruleset: Name,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables.")] = False,
    json: Json = False,
    language: Language = "en",
) -> None:
    """Which clauses of a ruleset are built, what is only assumed, and which readings are disputed."""
    from enfilade.show import coverage

    translate = speaking(language)
    named = ruleset_of(ruleset)
    if json:
        say_json(coverage.coverage_json(named))
    elif markdown:
        print_raw(coverage.coverage_markdown(named))
    else:
        say(coverage.coverage_report(named, translate))


def ruleset_of(name: str) -> "Ruleset":
    """The ruleset of this name. Raises `Wrong` with the nearest one."""
    from difflib import get_close_matches

    from enfilade.files.scenario import playable
    from enfilade.rulesets import load

    known = playable()
    if name not in known:
        close = get_close_matches(name.lower(), known, 1, 0.4)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise Wrong(f"there is no ruleset {name!r}; known: {', '.join(known)}{hint}")
    return load(name)


@app.command()
def schema() -> None:
    """The JSON Schema of scenarios, unit files, rulings, odds and records, for editors and programs."""
    from enfilade.files.schema import schema as whole

    say_json(whole())
