"""Rated games, and who shows their results to others."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the columns; no game is rated yet, and everyone shows their results."""
    rated: sa.Column[bool] = sa.Column(
        "rated", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    shown: sa.Column[bool] = sa.Column(
        "results_shown", sa.Boolean(), nullable=False, server_default=sa.true()
    )
    op.add_column("game", rated)
    op.add_column("person", shown)
