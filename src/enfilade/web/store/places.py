"""Where the rooms are kept: a file in the user's data folder, another file, or a database by its URL."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

FILE = "table.sqlite3"


class StoreError(ValueError):
    """Rooms that cannot be kept where they should be; the text says what to do."""


def default_file(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The file of the rooms in the folder where this platform keeps the data of programs."""
    home = Path.home()
    if platform == "win32":
        folder = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "enfilade" / FILE


def engine_url(database: str = "") -> URL:
    """The URL of a database: of a file by its path, of a server by `postgresql://…`. Raises `StoreError`."""
    if "://" not in database:
        return URL.create("sqlite", database=str(Path(database) if database else default_file()))
    try:
        url = make_url(database)
    except ArgumentError:
        found = f"found {database.partition('://')[0]}://…"
        raise StoreError(f"the database: expected the path of a file or postgresql://USER@HOST/NAME, {found}") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        found = url.get_backend_name()
        raise StoreError(f"the database: expected sqlite or postgresql, found {found}")
    return url
