"""The theme of a user's pictures, by its word."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Add the column. Without a word the older ``high_contrast`` holds: older programs write it."""
    op.add_column("person", sa.Column("theme", sa.String(32)))
