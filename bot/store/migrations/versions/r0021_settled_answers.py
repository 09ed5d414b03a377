"""Forced answers are given at once, and undone with the decision before them."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the column; no earlier answer is marked."""
    op.add_column(
        "entry", sa.Column("settled", sa.Boolean(), nullable=False, server_default=sa.false())
    )
