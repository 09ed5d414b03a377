"""The setting by which a desk says that its player is next."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Add the column; nobody has chosen it yet."""
    told: sa.Column[bool] = sa.Column(
        "told_next", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("person", told)
