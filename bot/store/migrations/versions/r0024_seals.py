"""Seals of tables, and players' words for the fair bag."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add a table of seals, and a column for the hash of each player's word."""
    op.create_table(
        "seal",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(128)),
        sa.Column("started", sa.Boolean(), nullable=False),
        sa.Column("opened", sa.Boolean(), nullable=False),
        sa.Column("message_gone", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index("ix_seal_guild_id", "seal", ["guild_id"])
    op.add_column("player", sa.Column("word", sa.String(64)))
