"""Scheduled jobs; delivered turns; ids of posts are never reused; refused direct messages."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add them. An undelivered game is at most behind by the turn of its last entry."""
    delivered_turn = sa.Column("delivered_turn", sa.Integer(), nullable=False, server_default="0")
    op.add_column("game", delivered_turn)
    op.execute(
        "UPDATE game SET delivered_turn = CASE WHEN delivered_version >= version THEN turn "
        "ELSE coalesce((SELECT max(entry.turn) FROM entry WHERE entry.game_id = game.id "
        "AND entry.seq <= game.delivered_version), 0) END"
    )
    op.drop_column("game", "home_opening")
    refusals = sa.Column("direct_refusals", sa.Integer(), nullable=False, server_default="0")
    op.add_column("person", refusals)
    op.execute("UPDATE person SET direct_refusals = 1 WHERE direct_closed_at IS NOT NULL")
    op.create_table(
        "due",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
    )
    op.create_index("ix_due_kind_at", "due", ["kind", "at"])
    if op.get_context().dialect.name == "sqlite":  # where the id of a row deleted may come again
        with op.batch_alter_table(
            "post", recreate="always", table_kwargs={"sqlite_autoincrement": True}
        ):
            pass
