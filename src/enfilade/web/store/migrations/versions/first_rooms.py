"""Rooms, seats and changes."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("made", sa.String(40), nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("room", sa.Integer, sa.ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.String(200), nullable=False),
    )
    op.create_index("ix_seats_room", "seats", ["room"])
    op.create_table(
        "changes",
        sa.Column("room", sa.Integer, sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("made", sa.String(40), nullable=False),
        sa.Column("by", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables, and every room with them."""
    for table in ("changes", "seats", "rooms"):
        op.drop_table(table)
