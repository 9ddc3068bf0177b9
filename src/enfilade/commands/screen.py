"""What a command says: reports and tables to a terminal, a pipe or a narrow window; complaints; exit statuses."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from enfilade.show import Report

WRONG, NOTHING = 2, 3  # exit statuses: the file or the question is wrong; there is nothing to judge

TONES = {"head": "bold", "legal": "bold green", "refused": "bold red", "close": "yellow", "quiet": "dim"}
LABEL_ONLY = ("legal", "refused")  # tones of the verdict, not of the words behind it
# What a terminal without Unicode gets instead.
PLAIN = str.maketrans({"→": ">", "·": "|", "█": "#", "–": "-", "−": "-", "…": ".", "≥": ">", "×": "x"})


class Wrong(Exception):
    """What a command cannot do, in words for the person who asked, and the exit status."""

    def __init__(self, words: str, status: int = WRONG) -> None:
        self.status = status
        super().__init__(words)


def say(report: "Report") -> None:
    """Print a report as wide as the terminal is, in colour where it knows any."""
    from rich.text import Text

    console = screen()
    for line, row in report.lines(min(console.width, 120)):
        text = Text(_fitting(line))
        text.stylize(TONES.get(row.tone, ""), 0, len(row.label) if row.tone in LABEL_ONLY else None)
        console.print(text, soft_wrap=True)


def say_line(line: str = "", tone: str = "") -> None:
    """Print one line."""
    from rich.text import Text

    screen().print(Text(_fitting(line), TONES.get(tone, "")), soft_wrap=True)


def say_json(data: Any) -> None:
    """Print JSON, and nothing else."""
    from enfilade.files.writing import write

    print_raw(write(data, 2) + "\n")


def print_raw(text: str) -> None:
    """Print text as it is: JSON, CSV, SVG. Always UTF-8, whatever the terminal is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8"))
    sys.stdout.flush()


def say_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns that fit the terminal."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for head in heads:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*map(_literal, row))
    screen().print(table)


def complain(words: str) -> None:
    """Print to standard error what went wrong."""
    print(_fitting(words, sys.stderr.encoding), file=sys.stderr)  # noqa: T201


def screen() -> "Console":
    """Standard output as Rich sees it: its width, and whether it knows colours."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def _literal(text: str) -> Any:
    from rich.text import Text

    return Text(_fitting(text))


def _printed(char: str) -> str:
    """The character itself; a plain blank for those of every kind, as the no-break ones before a French colon."""
    return char if char.isprintable() or char == "\n" else " " if char.isspace() else "\ufffd"


def _fitting(line: str, encoding: str | None = None) -> str:
    """The line in characters that standard output can show, and none that would steer the terminal."""
    line = "".join(map(_printed, line))
    code = encoding or sys.stdout.encoding or "utf-8"
    try:
        line.encode(code)
    except UnicodeEncodeError:
        return line.translate(PLAIN).encode(code, "replace").decode(code)
    return line
