"""Players may have their pictures drawn in high contrast."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nobody has said so yet."""
    op.add_column(
        "person",
        sa.Column("high_contrast", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
