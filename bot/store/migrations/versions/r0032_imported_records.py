"""Records that users import."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "imported",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("analysis", sa.Text()),
        sa.PrimaryKeyConstraint("user_id", name="pk_imported"),
    )
    op.create_index("ix_imported_at", "imported", ["at"])
