"""Secrets: one per game, which seeds its computers, and a random nonce per message."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add both columns. A secret is drawn when needed; a message without a nonce uses its id.

    So older programs can still open games and send messages.
    """
    op.add_column("game", sa.Column("secret", sa.String(32), nullable=False, server_default=""))
    op.add_column("post", sa.Column("nonce", sa.BigInteger()))
