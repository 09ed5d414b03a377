"""Levels of the computers that play seats."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the column; no seat is played by a computer yet."""
    op.add_column("player", sa.Column("level", sa.String(16)))
