"""Times at which processes began sessions with Discord's gateway."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add an empty table."""
    op.create_table(
        "identifying",
        sa.Column("bucket", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
