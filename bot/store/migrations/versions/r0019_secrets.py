"""What nobody can work out: whence computers have their chance, and the nonces of messages."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """No game has a secret yet, nor has one that an older program opens: it is drawn when needed.

    A message without a nonce of its own has its id as such.
    """
    op.add_column("game", sa.Column("secret", sa.String(32), nullable=False, server_default=""))
    op.add_column("post", sa.Column("nonce", sa.BigInteger()))
