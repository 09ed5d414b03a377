"""The setting for the button *In words* on every desk."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the column; nobody has chosen it yet."""
    in_words: sa.Column[bool] = sa.Column(
        "in_words", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("person", in_words)
