"""Players may draw from the bag whenever there is an open display."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Nobody has said so yet."""
    op.add_column(
        "player",
        sa.Column("draws_from_bag", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
