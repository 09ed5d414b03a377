"""The secret of each table, from which the computers there have their chance."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """No game has one yet, nor has one that an older program opens: it is drawn when needed."""
    op.add_column("game", sa.Column("secret", sa.String(32), nullable=False, server_default=""))
