"""What everyone knows is answered at once, and taken back with what was decided before it."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Mark such answers. None of those that were given before can be taken back."""
    op.add_column(
        "entry", sa.Column("settled", sa.Boolean(), nullable=False, server_default=sa.false())
    )
