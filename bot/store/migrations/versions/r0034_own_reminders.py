"""When a user is reminded, instead of when each table says."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Add the column; nobody has chosen it yet."""
    op.add_column("person", sa.Column("reminders", sa.String(16)))
