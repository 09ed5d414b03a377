"""Messages of servers that belong to no game."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Create their table; there are none yet."""
    op.create_table(
        "server_post",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("fingerprint", sa.String(100), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sender", sa.String(32)),
        sa.Column("nonce", sa.BigInteger(), nullable=False),
        sa.Column("trouble", sa.Text()),
        sa.Column("taken_down", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_server_post"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_server_post_guild_id", "server_post", ["guild_id"])
    op.create_index("ix_server_post_due_at", "server_post", ["due_at"])
