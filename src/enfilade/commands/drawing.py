"""Draw the battlefield, or one ruling on it."""

from typing import TYPE_CHECKING, Annotated

import typer

from enfilade.commands.choosing import (
    Attacker,
    Edge,
    Field,
    File,
    Kind,
    Language,
    Target,
    Units,
    Wanted,
    chosen,
    read_battle,
    speaking,
    wanted,
)
from enfilade.commands.screen import complain, print_raw, say_line

if TYPE_CHECKING:
    from enfilade.battle import Battle
    from enfilade.files.picture import Backdrop
    from enfilade.referee import Translator
    from enfilade.show import Picture

app = typer.Typer()

Output = Annotated[str, typer.Option("-o", "--output", help="The SVG file to write; - prints it.", metavar="OUT.svg")]


@app.command()
def draw(
    file: File,
    output: Output,
    kind: Kind = "",
    attacker: Attacker = "",
    target: Target = "",
    edge: Edge = "",
    field: Field = [],  # noqa: B006
    units: Units = "",
    fan: Annotated[str, typer.Option(help="Every sight line of this unit to all others.", metavar="ID")] = "",
    language: Language = "en",
) -> None:
    """Draw the battlefield as SVG; with --attacker and the like, one ruling and what it rests on."""
    battle = read_battle(file, units)
    translate = speaking(language, battle)
    narrowing = wanted(kind, attacker, target, edge, field)
    below = _below(battle, file)
    if fan:
        picture = _fan(battle, Wanted({**narrowing.fields, "attacker": fan}), below, translate)
    else:
        picture = _one(battle, narrowing, below, translate)
    if output == "-":
        print_raw(picture.svg)
    else:
        say_line(str(picture.save(output)), "quiet")


def _below(battle: "Battle", file: str) -> "Backdrop | None":
    """The picture of the map that the scenario's walls come from; if it cannot be shown, that is said."""
    from pathlib import Path

    from enfilade.files.picture import backdrop

    found, note = backdrop(battle.scenario, Path() if file == "-" else Path(file).parent)
    if note:
        complain(note)
    return found


def _one(battle: "Battle", narrowing: Wanted, below: "Backdrop | None", translate: "Translator") -> "Picture":
    """The position; if anything narrows it, with the first ruling that is legal, or else the first."""
    from enfilade.show import draw
    from enfilade.show.calling import side_names

    if not narrowing.fields:
        return draw(battle.scene(), None, side_names(battle), translate, below)
    rulings = [battle.judge(action) for action in chosen(battle, narrowing)]
    ruling = next((one for one in rulings if one.legal), rulings[0])
    return draw(battle.ruleset.scene(battle.state, ruling), ruling, side_names(battle), translate, below)


def _fan(battle: "Battle", narrowing: Wanted, below: "Backdrop | None", translate: "Translator") -> "Picture":
    from enfilade.show import draw
    from enfilade.show.calling import side_names
    from enfilade.show.fan import fan

    rulings = [battle.judge(action) for action in chosen(battle, narrowing)]
    return draw(fan(battle.scene(), rulings, translate), None, side_names(battle), translate, below)
