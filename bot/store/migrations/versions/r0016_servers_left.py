"""When the bot was thrown out of servers."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Of none it is known so far: whatever is noticed from now on counts."""
    op.add_column("server", sa.Column("left_at", sa.DateTime(timezone=True)))
