"""Notifications that wait for the end of quiet hours."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the table. Earlier silent messages make no sound later."""
    op.create_table(
        "ring",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("about", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("rung_in", sa.Integer()),
        sa.Column("directly", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game_id", "about", "seq"),
    )
    op.create_index("ix_ring_game_id", "ring", ["game_id"])
    op.create_index("ix_ring_rung_in", "ring", ["rung_in"])
