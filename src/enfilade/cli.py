"""The command line: `enfilade COMMAND`. The commands themselves stand in `enfilade.commands`.

Exit status: 0 answered; 1 the reader of our output went away; 2 the file or the question is wrong; 3 nothing to
judge; 130 stopped from the keyboard.
"""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from enfilade import __version__
from enfilade.commands import asking, battles, books, drawing, duelling, importing, matching, rolling, tabling
from enfilade.commands.screen import WRONG, Wrong, complain

if TYPE_CHECKING:
    from enfilade.referee import Mistake

app = typer.Typer(
    name="enfilade",
    help="A referee for tabletop battles: which attacks are legal, why, and how likely each result is.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
# A new family of commands is a module in `enfilade.commands` and its name here.
for family in (asking, rolling, drawing, battles, importing, books, duelling, matching, tabling):
    app.add_typer(family.app)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"enfilade {__version__}")  # noqa: T201
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Options of the program itself."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command that was typed, or these words, and give its exit status."""
    _open_what_is_closed()
    try:
        return _run(words)
    except Wrong as error:
        complain(str(error))
        return error.status
    except (ValueError, OSError) as error:
        words = _told(error)
        if words is None:
            raise
        complain(words)
        return WRONG
    except KeyboardInterrupt:
        return 130


def _open_what_is_closed() -> None:
    """Standard streams that the caller has closed are empty ones, so that every command may read and write them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _run(words: Sequence[str] | None) -> int:
    try:
        app(words)
    except SystemExit as end:
        sys.stdout.flush()
        return end.code if isinstance(end.code, int) else 1
    return 0


def _told(error: Exception) -> str | None:
    """The words for bad input, a refused action or a file that cannot be used; `None` for a mistake of ours."""
    from enfilade.battle import Refused
    from enfilade.dice import AnswerError, FaceError
    from enfilade.referee import ScenarioError

    if isinstance(error, BrokenPipeError):
        return None
    if isinstance(error, OSError):
        if not error.filename:
            return str(error.strerror or error)
        folder = os.path.dirname(error.filename)
        missing = isinstance(error, FileNotFoundError) and folder and not os.path.isdir(folder)
        return f"{error.filename}: {error.strerror}" + (f"; make the folder {folder} first" if missing else "")
    if type(error) is ScenarioError:  # of facts on the command line; a file's mistakes know their lines
        return "\n".join(_mistake(mistake) for mistake in error.mistakes)
    return str(error) if isinstance(error, ScenarioError | FaceError | AnswerError | Refused) else None


def _mistake(mistake: "Mistake") -> str:
    where = ".".join(str(part) for part in mistake.path)
    said = f"{where}: expected {mistake.expected}, found {mistake.found}".removeprefix(": ")
    return f"{said}; {mistake.hint}" if mistake.hint else said
