"""Who may join a table, and which role was to be told of it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Every table so far was open to all, and no role was told of any."""
    no = sa.false()
    op.add_column(
        "game", sa.Column("only_invited", sa.Boolean(), nullable=False, server_default=no)
    )
    op.add_column("game", sa.Column("invited", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("game", sa.Column("told_role_id", sa.BigInteger()))
