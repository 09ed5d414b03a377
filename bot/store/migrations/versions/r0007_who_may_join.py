"""Users who may join a table, and the role that it notifies."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns. Earlier tables are open to all, and notified no role."""
    no = sa.false()
    op.add_column(
        "game", sa.Column("only_invited", sa.Boolean(), nullable=False, server_default=no)
    )
    op.add_column("game", sa.Column("invited", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("game", sa.Column("told_role_id", sa.BigInteger()))
