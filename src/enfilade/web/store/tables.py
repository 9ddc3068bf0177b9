"""The tables: rooms, the seats that their links lead to, and the changes."""

from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, Text

METADATA = MetaData()

ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("made", String(40), nullable=False),
)

# A link's token is a key to a seat. Only its hash is here: who reads the database cannot sit down with it.
SEATS = Table(
    "seats",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("room", Integer, ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", String(200), nullable=False),
)

CHANGES = Table(
    "changes",
    METADATA,
    Column("room", Integer, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("made", String(40), nullable=False),
    Column("by", String(200), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("data", Text, nullable=False),
)
