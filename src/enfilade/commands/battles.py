"""Battles of Age of Magic from the command line: a turn from secret orders, the report, whole battles many times."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from enfilade.commands.choosing import File, Json, Language, Policy, Units, read_battle, speaking
from enfilade.commands.rolling import continued, dice_from, save_to, told_by
from enfilade.commands.screen import NOTHING, Wrong, say, say_json, say_line

if TYPE_CHECKING:
    from enfilade.battle import Battle
    from enfilade.referee import Action

app = typer.Typer()

Orders = Annotated[
    list[str], typer.Option("--orders", help="A file of orders; one for each commander.", metavar="FILE")
]
Steps = Annotated[bool, typer.Option("--steps", help="Tell the sums and dice behind every sentence.")]
FORMATS = {".html": "html", ".htm": "html", ".md": "markdown", ".txt": "text"}


@app.command()
def turn(
    file: File,
    orders: Orders = [],  # noqa: B006
    tables: Units = "",
    policy: Policy = "",
    faces: Annotated[str | None, typer.Option(help="The faces on the table, in order.", metavar="FACES")] = None,
    ask: Annotated[bool, typer.Option("--ask", help="Ask for each face and each choice.")] = False,
    seed: Annotated[int | None, typer.Option(help="Roll the same again; otherwise nobody can foretell.")] = None,
    record: Annotated[str, typer.Option(help="Go on from this record, and add the turn to it.", metavar="FILE")] = "",
    steps: Steps = False,
    language: Language = "en",
) -> None:
    """Fight a whole turn of Age of Magic from secret orders, and tell it unit by unit."""
    from enfilade.show.battle_report import battle_report
    from enfilade.show.report import headline, report

    battle = _of_this_game(read_battle(file, tables))
    battle = continued(battle, record) if record else battle
    translate = speaking(language, battle)
    ruling = battle.judge(_turn(battle, orders))
    if not ruling.legal:
        say(report(ruling, battle.ruleset.book, translate))
        raise typer.Exit(NOTHING)
    say(headline(ruling, translate))
    trace = told_by(battle, ruling, policy, dice_from(faces, ask, seed), translate)
    after = battle.answer(ruling.action, trace.answers)
    told = battle_report(after, translate)
    say(told._replace(chapters=told.chapters[-1:]).rows(steps))
    if record:
        save_to(after, record, translate)


@app.command()
def report(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A record of a battle of Age of Magic.")],
    steps: Steps = False,
    out: Annotated[str, typer.Option("--out", "-o", help="Write .html, .md or .txt.", metavar="FILE")] = "",
    language: Language = "en",
) -> None:
    """Tell a recorded battle of Age of Magic turn by turn: what each unit did and suffered."""
    from pathlib import Path

    from enfilade.files import record as records
    from enfilade.show.battle_report import battle_report

    told = battle_report(_of_this_game(records.read(record).replay()), speaking(language), language)
    if not out:
        say(told.rows(steps))
        return
    form = FORMATS.get(Path(out).suffix.lower())
    if form is None:
        raise Wrong(f"{out}: a report is written as {', '.join(FORMATS)}")
    Path(out).write_text(getattr(told, form)(steps), "utf-8")
    say_line(f"{out} holds the report", "quiet")


@app.command()
def campaign(
    file: File,
    tables: Units = "",
    turns: Annotated[int, typer.Option(help="Fight so many turns.", metavar="N", min=1, max=1000)] = 9,
    battles: Annotated[int, typer.Option(help="Fight so many battles.", metavar="N", min=1, max=1_000_000)] = 1000,
    policy: Policy = "",
    seed: Annotated[int, typer.Option(help="The seed; battle N of a seed is always the same.")] = 0,
    json: Json = False,
) -> None:
    """Fight a battle of Age of Magic under its standing orders many times: who holds the field, with intervals."""
    from random import Random

    from enfilade.rulesets.ageofmagic.campaign import WrongOrders, campaign
    from enfilade.show.answers import distribution_json, head
    from enfilade.show.report import odds_report

    battle = _of_this_game(read_battle(file, tables))
    name = policy or next(iter(battle.ruleset.policies))
    if name not in battle.ruleset.policies:
        raise Wrong(f"unknown policy {name!r}; known: {', '.join(battle.ruleset.policies)}")
    dice = (Random(f"{seed}/{number}") for number in range(battles))
    try:
        ends = campaign(battle.state, turns, dice, battle.ruleset.policies[name])
    except WrongOrders as error:
        raise Wrong(str(error)) from None
    if json:
        asked = {"turns": turns, "battles": battles, "seed": seed}
        say_json({**head("enfilade/campaign/1", battle), **asked, **distribution_json(ends)})
    else:
        say_line(f"{battle.scenario.get('title') or file}: {turns} turns under standing orders", "head")
        say(odds_report(ends, name, brief=True))


def _of_this_game(battle: "Battle") -> "Battle":
    if battle.ruleset.name != "ageofmagic":
        raise Wrong(f"this command is for battles of ageofmagic; this one is of {battle.ruleset.name}")
    return battle


def _turn(battle: "Battle", files: Sequence[str]) -> "Action":
    """The turn with the orders of these files; without files, with those that stand in the battle."""
    from enfilade.files.orders import read_orders
    from enfilade.referee import Action, ScenarioError

    if not files:
        return Action.of("turn")
    orders: dict[str, Any] = {}
    adjust: dict[str, Any] = {}
    wrong: list[str] = []
    for file in files:
        try:
            sheet = read_orders(file, battle)
        except ScenarioError as error:
            wrong.append(str(error))
            continue
        twice = sorted(orders.keys() & sheet.orders.keys())
        wrong += [f"{file}: {unit} had orders already, in another file" for unit in twice]
        orders |= sheet.orders
        adjust |= sheet.adjust
    if wrong:
        raise Wrong("\n".join(wrong))
    return Action.of("turn", orders=orders, adjust=adjust or None)
