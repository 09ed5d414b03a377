"""Whether somebody wants advice, and what the players of a game were taught in it."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """In games that run already nobody is taught anything."""
    advice: sa.Column[bool] = sa.Column(
        "advice", sa.Boolean(), nullable=False, server_default=sa.true()
    )
    op.add_column("person", advice)
    op.add_column("game", sa.Column("taught", sa.Text(), nullable=False, server_default=""))
