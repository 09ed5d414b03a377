"""The setting for advice, and things taught to the players of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the columns; nobody is taught anything in running games."""
    advice: sa.Column[bool] = sa.Column(
        "advice", sa.Boolean(), nullable=False, server_default=sa.true()
    )
    op.add_column("person", advice)
    op.add_column("game", sa.Column("taught", sa.Text(), nullable=False, server_default=""))
