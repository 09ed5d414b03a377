"""Users' progress in the lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add an empty table."""
    op.create_table(
        "learner",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("lesson", sa.String(100), nullable=False),
        sa.Column("decisions", sa.JSON(), nullable=False),
        sa.Column("learnt", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_learner"),
    )
