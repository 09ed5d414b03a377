"""Running programs, and the games that each of them shows."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the tables. An older program may have begun to send any message without a number."""
    op.create_table(
        "program",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("shards", sa.String(100), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "claim",
        sa.Column(
            "game_id",
            sa.Integer(),
            sa.ForeignKey("game.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column(
            "owner",
            sa.String(32),
            sa.ForeignKey("program.id", ondelete="CASCADE"),
            nullable=False,
        ),
    )
    op.create_index("ix_claim_owner", "claim", ["owner"])
    op.add_column("post", sa.Column("sender", sa.String(32), server_default=""))
    behind = sa.text("delivered_version < version")
    op.create_index(
        "ix_game_undelivered", "game", ["id"], sqlite_where=behind, postgresql_where=behind
    )
