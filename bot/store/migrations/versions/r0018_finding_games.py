"""Indexes to find games by server, by opener and by status."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the indexes."""
    op.create_index("ix_game_guild_id_status", "game", ["guild_id", "status"])
    op.create_index("ix_game_opener_id_status", "game", ["opener_id", "status"])
    op.create_index("ix_game_status", "game", ["status"])
    proposing = sa.text("proposals <> ''")
    op.create_index(
        "ix_game_proposing", "game", ["id"], sqlite_where=proposing, postgresql_where=proposing
    )
