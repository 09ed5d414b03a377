"""Queues of servers, and whom their users avoid there."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "waiting",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("discord_language", sa.String(16), nullable=False),
        sa.Column("wish", sa.String(100), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("around", sa.JSON(), nullable=False),
        sa.Column("spoken", sa.String(16), nullable=False),
        sa.Column("opens", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id"),
    )
    op.create_index("ix_waiting_user_id", "waiting", ["user_id"])
    op.create_table(
        "avoided",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("other_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "other_id"),
    )
    op.create_index("ix_avoided_other_id", "avoided", ["other_id"])
