"""The rule for hints at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column; running games have no hints until their players agree on some."""
    hints: sa.Column[str] = sa.Column(
        "hints", sa.String(16), nullable=False, server_default="usual"
    )
    op.add_column("game", hints)
    op.execute("UPDATE game SET hints = 'never' WHERE status = 'running'")
