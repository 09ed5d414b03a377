"""Which seats a computer plays, and how strong it is."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """No seat was played by one so far."""
    op.add_column("player", sa.Column("level", sa.String(16)))
