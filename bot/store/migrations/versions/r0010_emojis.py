"""Which emojis of the bot's own a message shows: they must not be deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """No message has any so far."""
    op.add_column("post", sa.Column("emojis", sa.Text(), nullable=False, server_default=""))
