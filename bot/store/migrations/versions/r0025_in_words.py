"""Whether somebody wants pictures in words, a press away from each desk."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Nobody does who has not said so."""
    in_words: sa.Column[bool] = sa.Column(
        "in_words", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("person", in_words)
