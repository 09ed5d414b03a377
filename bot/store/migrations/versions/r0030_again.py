"""The game that is played again at a table, and the results up to it."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Add the columns; no earlier game is known to be another one played again."""
    op.add_column("game", sa.Column("after", sa.Integer()))
    op.add_column("game", sa.Column("series", sa.JSON(), nullable=False, server_default="{}"))
    op.create_index("ix_game_after", "game", ["after"])
