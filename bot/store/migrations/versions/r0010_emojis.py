"""The bot's own emojis in each message, which must not be deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column; no message has any yet."""
    op.add_column("post", sa.Column("emojis", sa.Text(), nullable=False, server_default=""))
