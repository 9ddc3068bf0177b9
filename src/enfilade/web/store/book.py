"""The rooms' book on disk: it opens a room, adds changes to it, and reads them again."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Engine, create_engine, event, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, NoSuchModuleError

from enfilade.web.store.change import Change, read_data
from enfilade.web.store.places import StoreError, engine_url
from enfilade.web.store.tables import CHANGES, ROOMS, SEATS

_SETTINGS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")


class Overtaken(Exception):
    """The change has a number that the room already knows: another server wrote to it. Read the room again."""


class RoomBook:
    """The rooms in a database. Its methods wait for the disk: call them from a thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._file = _file_of(engine.url)
        self._inode = _inode(self._file)

    def found(self, seats: Mapping[str, str], first: Change) -> int:
        """Open a room whose links have these hashes, with its first change; its number."""
        self._be_there()
        with self.engine.begin() as connection:
            room: int = connection.execute(insert(ROOMS).values(made=first.made).returning(ROOMS.c.id)).scalar_one()
            rows = [{"hash": mark, "room": room, "seat": seat} for mark, seat in seats.items()]
            connection.execute(insert(SEATS), rows)
            connection.execute(insert(CHANGES), _row(room, first))
        return room

    def seat(self, mark: str) -> tuple[int, str] | None:
        """The room and the seat that a link with this hash leads to."""
        with self.engine.connect() as connection:
            row = connection.execute(select(SEATS.c.room, SEATS.c.seat).where(SEATS.c.hash == mark)).first()
        return None if row is None else (row.room, row.seat)

    def changes(self, room: int) -> list[Change]:
        """Every change of a room, in order."""
        asked = select(CHANGES).where(CHANGES.c.room == room).order_by(CHANGES.c.seq)
        with self.engine.connect() as connection:
            rows = connection.execute(asked).all()
        return [Change(row.seq, row.made, row.by, row.kind, read_data(row.data)) for row in rows]

    def add(self, changes: Iterable[tuple[int, Change]]) -> None:
        """Write changes of rooms, all or none of them, and wait until they are on the disk.

        Raises `Overtaken`, or `StoreError` where the file is no longer there.
        """
        self._be_there()
        rows = [_row(room, change) for room, change in changes]
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(CHANGES), rows)
        except IntegrityError as error:
            raise Overtaken from error

    def _be_there(self) -> None:
        """Raises `StoreError` where the file was taken away: what was written into it now would be lost."""
        if _inode(self._file) != self._inode:
            raise StoreError(f"the file of the rooms, {self._file}, was taken away: start the table again")

    def count(self) -> int:
        """How many rooms there are."""
        with self.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(ROOMS)).scalar_one())

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def open_book(database: str = "") -> RoomBook:
    """The rooms of this database, made or brought up to date first. Raises `StoreError`."""
    url = engine_url(database)
    file = _file_of(url)
    try:
        if file:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url)
    except (OSError, ImportError, NoSuchModuleError) as error:
        hint = "" if file else "; PostgreSQL needs: pip install 'enfilade[postgres]'"
        raise StoreError(f"the rooms cannot be kept in {url.render_as_string()}: {error}{hint}") from error
    if file:
        event.listen(engine, "connect", _set_up)
    try:
        _bring_up_to_date(engine)
    except DBAPIError as error:
        engine.dispose()
        raise StoreError(f"the rooms cannot be kept in {url.render_as_string()}: {error.orig}") from error
    return RoomBook(engine)


def _file_of(url: URL) -> str | None:
    return url.database if url.get_backend_name() == "sqlite" else None


def _inode(file: str | None) -> int | None:
    """Which file lies there; none where there is none, or where it is the memory of this program."""
    try:
        return None if file is None else Path(file).stat().st_ino
    except OSError:
        return None


def _bring_up_to_date(engine: Engine) -> None:
    """Run the migrations that the database has not seen."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "enfilade.web.store:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise StoreError(
                f"the rooms in {engine.url.render_as_string()} are of a later Enfilade: {error}"
            ) from error


def _set_up(connection: Any, _record: object) -> None:
    """A committed change outlives a crash of the machine, and readers do not wait for the writer."""
    for setting in _SETTINGS:
        connection.execute(f"PRAGMA {setting}")


def _row(room: int, change: Change) -> dict[str, Any]:
    names = {"seq": change.seq, "made": change.made, "by": change.by, "kind": change.kind}
    return {"room": room, **names, "data": change.text()}
