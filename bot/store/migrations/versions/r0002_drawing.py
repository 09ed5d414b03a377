"""The setting to always draw from the bag instead of the open display."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; nobody has chosen it yet."""
    op.add_column(
        "player",
        sa.Column("draws_from_bag", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
