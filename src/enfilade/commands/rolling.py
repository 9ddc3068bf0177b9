"""Roll an attack, with dice of ours or those on the table; replay and check what was rolled."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from enfilade.commands.choosing import (
    Attacker,
    Edge,
    Field,
    File,
    Kind,
    Language,
    Policy,
    Target,
    Units,
    chosen,
    judged,
    policy_named,
    policy_of,
    read_battle,
    speaking,
    wanted,
)
from enfilade.commands.prompting import asked_faces, asked_option, typed
from enfilade.commands.screen import NOTHING, WRONG, Wrong, complain, say, say_line

if TYPE_CHECKING:
    from enfilade.battle import Battle
    from enfilade.dice import Face, Randomness, Trace
    from enfilade.referee import Action, Result, Ruling, Translator

app = typer.Typer()

RecordFile = Annotated[str, typer.Argument(metavar="RECORD", help="A record of a battle (JSON Lines).")]


@app.command()
def roll(
    file: File,
    kind: Kind = "",
    attacker: Attacker = "",
    target: Target = "",
    edge: Edge = "",
    field: Field = [],  # noqa: B006
    units: Units = "",
    policy: Policy = "",
    faces: Annotated[
        str | None, typer.Option(help='The faces on the table, in order: "HH,HS,-".', metavar="FACES")
    ] = None,
    ask: Annotated[bool, typer.Option("--ask", help="Ask for each face and each choice.")] = False,
    seed: Annotated[int | None, typer.Option(help="Roll the same again; otherwise nobody can foretell.")] = None,
    record: Annotated[str, typer.Option(help="Add what happened to this record (JSON Lines).", metavar="FILE")] = "",
    language: Language = "en",
) -> None:
    """Roll one attack and tell it stage by stage."""
    from enfilade.show.remarks import NO_DICE, NONE_LEGAL, ONE_OF, remark
    from enfilade.show.report import headline, report

    battle = read_battle(file, units)
    battle = continued(battle, record) if record else battle
    translate = speaking(language, battle)
    legal, settled, refused = judged(battle, chosen(battle, wanted(kind, attacker, target, edge, field)))
    if not legal:
        for ruling in [*settled, *refused]:
            say(headline(ruling, translate))
        raise Wrong(translate(NO_DICE if settled else NONE_LEGAL), NOTHING)
    ruling = legal[0]
    say(headline(ruling, translate))
    trace = told_by(battle, ruling, policy, dice_from(faces, ask, seed), translate)
    say(report(trace, translate=translate))
    say_sentences(battle, ruling.action, trace, translate)
    if len(legal) > 1:
        say_line(remark(ONE_OF, translate, number=len(legal)), "quiet")
    if record:
        save_to(battle.answer(ruling.action, trace.answers), record, translate)


@app.command()
def check(record: RecordFile) -> None:
    """Whether every entry of a record follows the rules; if not, the first that does not, and why."""
    from enfilade.files import record as records

    read = records.read(record)
    mismatch = read.check()
    if mismatch:
        complain(f"{record}:{mismatch.entry + 1}: {mismatch}")
        raise typer.Exit(WRONG)
    held = len(read.entries)
    say_line(f"{record}: {held} {'entry follows' if held == 1 else 'entries follow'} the rules", "legal")


@app.command()
def replay(record: RecordFile, language: Language = "en") -> None:
    """Tell a record again, attack by attack."""
    from enfilade.dice import follow
    from enfilade.files import record as records
    from enfilade.show.report import headline, report
    from enfilade.show.words import outcome_text

    read = records.read(record)
    translate = speaking(language, read.start())
    after, battle = read.replay(), read.start()
    for number, (entry, following) in enumerate(zip(read.entries, battle.replay(read.entries), strict=True), 1):
        ruling = battle.judge(entry.action)
        say_line(f"{number}.", "quiet")
        say(headline(ruling, translate))
        trace = follow(ruling.dice, entry.answers)  # type: ignore[arg-type]
        say(report(trace, translate=translate))
        say_sentences(battle, entry.action, trace, translate)
        battle = following
    outcome = after.outcome()
    if outcome:
        say_line(outcome_text(outcome, translate), "head")


def say_sentences(battle: "Battle", action: "Action", trace: "Trace[Any, Result]", translate: "Translator") -> None:
    """What came of it in sentences, where the counts alone do not say it."""
    from enfilade.show.summing import sentences
    from enfilade.show.words import loose

    said = sentences(battle, action, trace.result.counts, translate) if trace.result else ""
    if said:
        say_line(loose(f"{said[:1].upper()}{said[1:]}"), "head")


def continued(battle: "Battle", record: str) -> "Battle":
    """The battle as far as the record goes, if there is one. Raises `Wrong` if it is of another battle."""
    from pathlib import Path

    from enfilade.files import record as records

    if not Path(record).exists():
        return battle
    recorded = records.read(record).replay()
    if (recorded.scenario, recorded.library) != (battle.scenario, battle.library):
        raise Wrong(f"{record}: this record is of another battle; name a new file")
    return recorded


def save_to(battle: "Battle", record: str, translate: "Translator") -> None:
    """Write the battle down as a record, and say so."""
    from enfilade.files import record as records
    from enfilade.show.remarks import NOW_HOLDS, remark

    records.save(battle, record)
    say_line(remark(NOW_HOLDS, translate, name=record, number=len(battle.entries)), "quiet")


def told_by(
    battle: "Battle",
    ruling: "Ruling",
    policy: str,
    dice: "Sequence[Face] | Randomness | None",
    translate: "Translator",
) -> Any:
    """How the attack goes: with these dice and a policy, or with the dice and choices of the person who is asked."""
    from enfilade.dice import FaceError, play

    assert ruling.dice is not None
    if dice is None:
        return play(ruling.dice, partial(asked_faces, translate), partial(asked_option, translate))
    try:
        return battle.told(ruling, dice, policy_of(battle, ruling, policy_named(battle, policy, translate)))
    except FaceError as error:
        raise Wrong(f"--faces: {error}; --ask asks for the faces of each throw and for each choice") from None


def dice_from(faces: str | None, ask: bool, seed: int | None) -> "Sequence[Face] | Randomness | None":
    """The dice that these options name; `None` if the person is asked for them."""
    if sum((faces is not None, ask, seed is not None)) > 1:
        raise Wrong("--faces, --ask and --seed are three ways to roll: give one of them")
    if ask:
        return None
    if faces is not None:
        return typed(faces)
    if seed is not None:
        from random import Random

        return Random(seed)
    from secrets import SystemRandom

    return SystemRandom()
