"""Maps that were drawn elsewhere."""

from typing import Annotated

import typer

from enfilade.commands.screen import Wrong, print_raw, say_line

app = typer.Typer()


@app.command(name="import")
def import_map(
    file: Annotated[
        str, typer.Argument(metavar="MAP", help="A .uvtt, .dd2vtt, .df2vtt, One Page Dungeon or Foundry file.")
    ],
    output: Annotated[
        str, typer.Option("-o", "--output", help="The scenario to write; - prints it.", metavar="FILE")
    ] = "-",
    portals: Annotated[
        str, typer.Option(help="Doors: as_drawn, open, closed, or windows (those not closed are windows).")
    ] = "as_drawn",
    scene: Annotated[str, typer.Option(help="Which scene of a file that holds several.", metavar="NAME")] = "",
    exact: Annotated[
        bool, typer.Option("--exact", help="Keep coordinates as they are, not rounded to 1/1000 cell.")
    ] = False,
) -> None:
    """Make a map that was drawn elsewhere a scenario for the line of attack, to which tokens can be added."""
    from pathlib import Path

    from enfilade.files.drawn import PORTALS, How
    from enfilade.files.maps import read_map, scenario_text

    if portals not in PORTALS:
        raise Wrong(f"--portals {portals}: expected one of {', '.join(PORTALS)}")
    found = read_map(file, How(not exact, portals, scene))
    text = scenario_text(found, _pictured(file, output))
    if output == "-":
        print_raw(text)
        return
    Path(output).write_text(text, encoding="utf-8", newline="\n")
    for note in found.notes:
        say_line(note, "quiet")
    say_line(f"{output}: {found.counted}; add tokens and judge it", "quiet")


def _pictured(file: str, output: str) -> str:
    """Where the map lies from the scenario's folder, if it has a picture that a drawing could show; else nothing."""
    import os
    from pathlib import Path

    from enfilade.files.picture import picture

    if file.endswith(".db") or picture(file)[0] is None:
        return ""
    folder = Path() if output == "-" else Path(output).parent
    try:
        return Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # on another drive
        return ""
