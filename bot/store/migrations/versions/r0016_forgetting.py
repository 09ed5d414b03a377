"""Deletion of data: servers that removed the bot; numbers of games are never reused."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

_GAME: tuple[sa.Column[object], ...] = (
    sa.Column("id", sa.Integer(), primary_key=True),
    sa.Column("name", sa.Text(), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("guild_id", sa.BigInteger()),
    sa.Column("channel_id", sa.BigInteger(), nullable=False),
    sa.Column("home_id", sa.BigInteger()),
    sa.Column("home_kind", sa.String(16)),
    sa.Column("opener_id", sa.BigInteger(), nullable=False),
    sa.Column("board", sa.String(32), nullable=False),
    sa.Column("options", sa.JSON(), nullable=False),
    sa.Column("capacity", sa.Integer(), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("state_version", sa.Integer(), nullable=False),
    sa.Column("turn", sa.Integer(), nullable=False),
    sa.Column("delivered_version", sa.Integer(), nullable=False),
    sa.Column("delivered_turn", sa.Integer(), nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("language", sa.String(16), nullable=False),
    sa.Column("only_invited", sa.Boolean(), nullable=False),
    sa.Column("invited", sa.JSON(), nullable=False),
    sa.Column("told_role_id", sa.BigInteger()),
    sa.Column("taught", sa.Text(), nullable=False),
    sa.Column("pace", sa.Text(), nullable=False),
    sa.Column("proposals", sa.Text(), nullable=False),
    sa.Column("former", sa.JSON(), nullable=False),
    sa.Column("asked", sa.JSON(), nullable=False),
    sa.Column("paused_seq", sa.Integer()),
    sa.Column("held", sa.Boolean(), nullable=False),
    sa.Column("hints", sa.String(16), nullable=False),
)


def upgrade() -> None:
    """Change the tables. No server is known to have removed the bot yet."""
    op.add_column("server", sa.Column("left_at", sa.DateTime(timezone=True)))
    op.create_table(
        "farewell",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_due_game_id", "due", ["game_id"])  # else whoever deletes a game reads all
    besides = sa.text("kind <> 'acted'")
    op.create_index(
        "ix_entry_user_id", "entry", ["user_id"], sqlite_where=besides, postgresql_where=besides
    )
    if op.get_bind().dialect.name == "sqlite":
        _never_number_twice()


def _never_number_twice() -> None:
    """Prevent SQLite from reusing numbers of deleted games, which buttons still have.

    For that the table must be made anew. Rows of other tables refer to it meanwhile; that is
    looked at in the end.
    """
    connection = op.get_bind()
    found = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_schema WHERE tbl_name = 'game' AND type = 'index' AND sql <> ''"
    )
    indexes = found.scalars().all()
    op.execute("PRAGMA defer_foreign_keys = ON")
    op.execute("CREATE TABLE old_game AS SELECT * FROM game")
    op.drop_table("game")
    op.create_table("game", *_GAME, sqlite_autoincrement=True)
    columns = ", ".join(column.name for column in _GAME)
    op.execute(f"INSERT INTO game ({columns}) SELECT {columns} FROM old_game")  # noqa: S608
    op.drop_table("old_game")
    for index in indexes:
        connection.exec_driver_sql(index)
