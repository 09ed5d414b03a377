"""The language that a user has chosen instead of Discord's."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the column; nobody has chosen one yet."""
    op.add_column("person", sa.Column("chosen_language", sa.String(16)))
