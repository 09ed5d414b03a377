"""Users choose a language, whatever Discord has."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add it. No one has chosen one."""
    op.add_column("person", sa.Column("chosen_language", sa.String(16)))
