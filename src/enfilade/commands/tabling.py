"""The table in the browser: one page to judge, explain and fight out a battle."""

import errno
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from enfilade.commands.screen import Wrong, say_line

if TYPE_CHECKING:
    import socket

    from enfilade.battle import Battle
    from enfilade.web.settings import Settings

app = typer.Typer()

EXTRA = "the table needs packages that are not installed; they come with: pip install 'enfilade[table]'"


@app.command()
def table(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A scenario, a map or a record to open.")] = "",
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets the whole network in.", metavar="ADDRESS")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help="The port; 0 is any free one. Without it: 8421, or a free one.", min=0, max=65535)
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser there.")] = True,
    database: Annotated[
        str, typer.Option(help="Where rooms are kept: a file, or postgresql://…", metavar="FILE|URL")
    ] = "",
    only_try: Annotated[bool, typer.Option("--try", help="See that it answers, and leave.")] = False,
) -> None:
    """Open the table in the browser; Ctrl-C closes it."""
    battle = _read(file) if file else None
    serving = _serving()
    settings = serving.Settings(host=host, database=database)
    listening = _listening(serving, host, port)
    with listening:
        server = _server(serving, settings)
        where = serving.address(host, listening)
        if only_try:
            known = serving.try_out(server, listening, where)
            say_line(f"The table answers at {where} with {known} rulesets.", "legal")
            return
        _say_where(settings, where)
        _show(f"{where}/{serving.fragment(battle.scenario) if battle else ''}", browser, bool(battle))
        serving.run(server, listening)
    say_line("The table is closed; its rooms are kept.", "quiet")


def _read(file: str) -> "Battle":
    """The battle in a file of any kind that is known. Raises `BadFile` with every mistake."""
    from enfilade.commands.choosing import read_battle
    from enfilade.files import maps, record

    if file.endswith(".jsonl"):
        say_line(
            "The table opens at the start of this record; drop the file onto the page to step through it.", "quiet"
        )
        return record.read(file).start()
    if _is_map(file):
        from enfilade.files.document import parse
        from enfilade.files.scenario import load
        from enfilade.files.writing import write

        return load(parse(write(maps.scenario(maps.read_map(file))), file))
    return read_battle(file)


def _is_map(file: str) -> bool:
    """Whether a file is a map of another program: by its ending, or, where that tells nothing, by what is in it."""
    from enfilade.files import document, maps, uvtt

    if file.endswith(".json"):
        return maps.is_map(document.parse(uvtt.without_picture(document.read_bytes(file, uvtt.MOST_BYTES)), file))
    return file.endswith((".uvtt", ".dd2vtt", ".df2vtt", ".db"))


def _serving() -> Any:
    """The part of the program that serves. Raises `Wrong` where its packages are missing."""
    try:
        from enfilade.web import serving
    except ImportError as error:
        if error.name is None or error.name.startswith("enfilade"):
            raise
        raise Wrong(f"{EXTRA} (missing: {error.name})") from None
    return serving


def _listening(serving: Any, host: str, port: int | None) -> "socket.socket":
    """The socket to listen on. Raises `Wrong` where the port or the address cannot be had."""
    try:
        return serving.listen(host, serving.PORT if port is None else port)  # type: ignore[no-any-return]
    except OSError as error:
        if error.errno == errno.EADDRINUSE and port is None:
            return serving.listen(host, 0)  # type: ignore[no-any-return]
        raise Wrong(_why_not(error, host, port or serving.PORT)) from None


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use, perhaps by another table; --port 0 takes any free one"
    if error.errno == errno.EACCES:
        return f"port {port} may not be used by you; take one above 1023, or --port 0 for any free one"
    return f"{host}: nothing can listen there ({error.strerror or error}); this machine is 127.0.0.1"


def _server(serving: Any, settings: "Settings") -> Any:
    from enfilade.web.store import StoreError

    try:
        return serving.server(settings)
    except StoreError as error:
        raise Wrong(str(error)) from None


def _say_where(settings: "Settings", where: str) -> None:
    from enfilade.web.settings import LOCAL

    open_to = "" if settings.host in LOCAL else " for everybody who can reach this machine"
    say_line(f"The table is open at {where}{open_to}; Ctrl-C closes it.", "head")
    if not (settings.page / "index.html").is_file():
        say_line("Its page is not built yet: python3 dev.py demo builds it, with Node 20 or newer.", "close")
    sys.stdout.flush()


def _show(link: str, browser: bool, position: bool) -> None:
    """Open the browser; where there is none, say the link if it says more than the address."""
    import webbrowser

    if browser and _graphical() and webbrowser.open(link):
        return
    if position:
        say_line(link)


def _graphical() -> bool:
    """Whether a browser would have a window of its own: one in this terminal would be in the way."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
