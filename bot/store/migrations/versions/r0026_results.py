"""Results of games that have ended, by holder of each seat."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add the table; the results of earlier games are computed from their logs."""
    op.create_table(
        "result",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("level", sa.String(16)),
        sa.Column("ending", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game_name", sa.Text(), nullable=False),
        sa.Column("spheres", sa.Text(), nullable=False),
        sa.Column("placed", sa.Text(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("usual_wait", sa.BigInteger()),
        sa.PrimaryKeyConstraint("table_id", "seat", "holder", name="pk_result"),
    )
    by_user = ["user_id", "guild_id", "ended_at"]
    op.create_index("ix_result_user_id_guild_id_ended_at", "result", by_user)
    op.create_index("ix_result_guild_id_ended_at", "result", ["guild_id", "ended_at"])
    op.create_index(
        "ix_result_of_computers",
        "result",
        ["guild_id", "level", "place", "ending"],
        sqlite_where=sa.text("level IS NOT NULL"),
        postgresql_where=sa.text("level IS NOT NULL"),
    )
