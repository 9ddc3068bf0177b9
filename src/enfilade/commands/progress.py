"""How far a long command is, and how long it will still take: on standard error, and only where a person looks.

Also what the lab cannot do, said plainly.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def plainly() -> Iterator[None]:
    """What the lab cannot do, as a complaint of the command."""
    from enfilade.commands.screen import Wrong
    from enfilade.dice import OverBudget
    from enfilade.lab.fought import LabError

    try:
        yield
    except LabError as error:
        raise Wrong(str(error)) from None
    except OverBudget as error:
        raise Wrong(f"{error}: set a smaller --rounds, or name other policies than best") from None


@contextmanager
def watching(doing: str, quiet: bool = False) -> Iterator[Callable[[int, int, str], None]]:
    """A bar to be told of: `watch(done, total, words)`. Nothing is drawn where standard error is no terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, total, words: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def watch(done: int, total: int, words: str) -> None:
            bar.update(task, completed=done, total=total, description=words)

        yield watch
