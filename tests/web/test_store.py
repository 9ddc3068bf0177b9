"""The rooms on disk: nothing twice, nothing half, the same in every database, up to date at every start."""

import asyncio
import os
import sqlite3
from decimal import Decimal
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from enfilade.web.store import Change, Overtaken, StoreError, Writer, default_file, engine_url, open_book
from enfilade.web.store.tables import METADATA

SERVER = os.environ.get("ENFILADE_POSTGRES", "")
"""The URL of an empty PostgreSQL database, where there is one to test with."""


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.skipif(not SERVER, reason="no ENFILADE_POSTGRES"))]
)
def book(request, tmp_path):
    opened = open_book(SERVER or "" if request.param == "postgresql" else str(tmp_path / "rooms.sqlite3"))
    yield opened
    if request.param == "postgresql":
        METADATA.drop_all(opened.engine)
        with opened.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE enfilade_version")
    opened.close()


def change(seq, **data):
    return Change(seq, f"2030-01-01T00:00:{seq % 60:02}.000Z", "red", "say", data)


def test_a_room_is_found_by_the_hashes_of_its_links(book):
    first = book.found({"a" * 64: "red", "b" * 64: "blue"}, change(1))
    second = book.found({"c" * 64: "red"}, change(1))
    assert first != second
    assert book.seat("a" * 64) == (first, "red")
    assert book.seat("c" * 64) == (second, "red")
    assert book.seat("d" * 64) is None
    assert book.count() == 2


def test_what_is_read_is_what_was_written(book):
    data = {"exact": Decimal("0.10"), "words": "…\u0000é\n", "deep": [{"x": None, "y": [1, 2, True]}], "many": 10**30}
    room = book.found({"a" * 64: "red"}, change(1, **data))
    book.add([(room, change(2)), (room, change(3, last="one"))])
    assert book.changes(room) == [change(1, **data), change(2), change(3, last="one")]
    assert str(book.changes(room)[0].data["exact"]) == "0.10"


def test_a_number_is_given_once_and_all_is_written_or_nothing(book):
    room = book.found({"a" * 64: "red"}, change(1))
    book.add([(room, change(2))])
    with pytest.raises(Overtaken):
        book.add([(room, change(3)), (room, change(2))])
    assert [one.seq for one in book.changes(room)] == [1, 2]


def test_a_database_is_as_the_tables_say_and_can_be_opened_again(book):
    with book.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": "enfilade_version"})
        assert compare_metadata(context, METADATA) == []
    room = book.found({"a" * 64: "red"}, change(1))
    again = open_book(book.engine.url.render_as_string(hide_password=False))
    assert again.changes(room) == [change(1)]
    again.close()


async def test_what_comes_together_is_written_together_and_in_order(book):
    rooms = [book.found({f"{at:064}": "red"}, change(1)) for at in range(4)]
    writer = Writer(book)
    lines = [(room, change(seq)) for seq in range(2, 30) for room in rooms]
    await asyncio.gather(*(writer.write(room, one) for room, one in lines))
    for room in rooms:
        assert [one.seq for one in book.changes(room)] == list(range(1, 30))
    writer.close()


async def test_one_that_is_too_late_does_not_spoil_the_others(book):
    room, other = (book.found({letter * 64: "red"}, change(1)) for letter in "ab")
    writer = Writer(book)
    written = await asyncio.gather(
        *(writer.write(at, one) for at, one in ((room, change(2)), (other, change(1)), (other, change(2)))),
        return_exceptions=True,
    )
    assert [type(one) for one in written] == [type(None), Overtaken, type(None)]
    assert [one.seq for one in book.changes(other)] == [1, 2]
    writer.close()


async def test_what_was_handed_in_is_written_before_it_closes(book):
    room = book.found({"a" * 64: "red"}, change(1))
    writer = Writer(book)
    tasks = [asyncio.create_task(writer.write(room, change(seq))) for seq in range(2, 40)]
    await asyncio.sleep(0)
    await asyncio.to_thread(writer.close)
    await asyncio.gather(*tasks)
    assert len(book.changes(room)) == 39


def test_a_commit_is_on_the_disk(tmp_path):
    book = open_book(str(tmp_path / "rooms.sqlite3"))
    with book.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    book.close()


def test_the_usual_place_of_every_platform():
    home = Path.home()
    assert default_file({}, "linux") == home / ".local/share/enfilade/table.sqlite3"
    assert default_file({"XDG_DATA_HOME": "/data"}, "linux") == Path("/data/enfilade/table.sqlite3")
    assert default_file({}, "darwin") == home / "Library/Application Support/enfilade/table.sqlite3"
    assert default_file({"LOCALAPPDATA": "/local"}, "win32") == Path("/local/enfilade/table.sqlite3")


@pytest.mark.parametrize("url", ["mysql://somebody@here/rooms", "://", "no such://x"])
def test_another_database_is_refused_in_words(url):
    with pytest.raises(StoreError, match="expected"):
        engine_url(url)


def test_a_place_that_cannot_be_is_refused_in_words(tmp_path):
    (tmp_path / "file").write_text("not a database, and long enough to be told from one", "utf-8")
    for place in (tmp_path / "file", tmp_path / "file" / "rooms.sqlite3", tmp_path):
        with pytest.raises(StoreError, match="cannot be kept"):
            open_book(str(place))


def test_rooms_of_a_later_version_are_left_alone(tmp_path):
    file = tmp_path / "rooms.sqlite3"
    open_book(str(file)).close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE enfilade_version SET version_num = '99'")
    with pytest.raises(StoreError, match="later Enfilade"):
        open_book(str(file))
