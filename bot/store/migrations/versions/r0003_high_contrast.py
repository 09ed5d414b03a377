"""The setting for pictures in high contrast."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; nobody has chosen it yet."""
    op.add_column(
        "person",
        sa.Column("high_contrast", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
