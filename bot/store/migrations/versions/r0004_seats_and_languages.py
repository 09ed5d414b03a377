"""Seats without users; languages; the table of the log is called entry; signs of posts."""

from collections.abc import Callable

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Change the tables. Earlier entries are by users, and earlier games in English."""
    language = sa.Column("language", sa.String(16), nullable=False, server_default="en")
    op.add_column("game", language)
    op.add_column("game", sa.Column("home_kind", sa.String(16)))
    op.execute(
        "UPDATE game SET home_kind = CASE WHEN home_is_thread THEN 'thread' ELSE 'channel' END "
        "WHERE home_id IS NOT NULL"
    )
    op.drop_column("game", "home_is_thread")
    op.add_column("person", sa.Column("language", sa.String(16)))
    _change_posts()
    _change_players()
    _change_log()


def _change_posts() -> None:
    op.add_column("post", sa.Column("sign", sa.String(100), nullable=False, server_default=""))
    op.add_column(
        "post", sa.Column("pressable", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.execute("UPDATE post SET sign = key || '.png'")
    op.execute(
        r"UPDATE post SET sign = 'te\:' || game_id || '\:-\:-\:join' "
        "WHERE key = 'game-' || game_id || '-lobby'"
    )


def _change_players() -> None:
    """Identify players by the entry with which they joined, not by the user."""

    def constrain(player: BatchOperations) -> None:
        player.create_primary_key("pk_player", ["game_id", "joined_seq"])
        player.create_foreign_key("fk_player_game_id_game", "game", ["game_id"], ["id"])
        for column in ("user_id", "seat", "dynasty"):
            player.create_unique_constraint(f"uq_player_game_id_{column}", ["game_id", column])

    op.drop_index("ix_player_user_id", "player")
    op.rename_table("player", "old_player")
    op.create_table(
        "player",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("joined_seq", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("dynasty", sa.String(1)),
        sa.Column("resigned_seq", sa.Integer()),
        sa.Column("draws_from_bag", sa.Boolean(), nullable=False),
    )
    columns = "game_id, joined_seq, user_id, name, seat, dynasty, resigned_seq, draws_from_bag"
    op.execute(f"INSERT INTO player ({columns}) SELECT {columns} FROM old_player")  # noqa: S608
    op.drop_table("old_player")
    _constrain("player", constrain)
    op.create_index("ix_player_user_id", "player", ["user_id"])


def _change_log() -> None:
    """Rename the log. Earlier automatic decisions were for resigned players, or draws."""

    def constrain_entry(entry: BatchOperations) -> None:
        entry.create_primary_key("pk_entry", ["game_id", "seq"])
        entry.create_foreign_key("fk_entry_game_id_game", "game", ["game_id"], ["id"])

    def constrain_snapshot(snapshot: BatchOperations) -> None:
        snapshot.create_primary_key("pk_snapshot", ["game_id", "seq"])
        snapshot.create_foreign_key(
            "fk_snapshot_game_id_seq_entry", "entry", ["game_id", "seq"], ["game_id", "seq"]
        )

    op.rename_table("action", "old_action")
    op.rename_table("snapshot", "old_snapshot")
    op.create_table(
        "entry",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("seat", sa.Integer()),
        sa.Column("text", sa.Text()),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("automatic", sa.Boolean(), nullable=False),
        sa.Column("passing", sa.Boolean(), nullable=False),
        sa.Column("undoes", sa.Integer()),
    )
    columns = "game_id, seq, kind, user_id, seat, text, events, turn, at, automatic, undoes"
    op.execute(
        f"INSERT INTO entry ({columns}, passing) SELECT {columns}, automatic FROM old_action"  # noqa: S608
    )
    op.create_table(
        "snapshot",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
    )
    columns = "game_id, seq, state"
    op.execute(f"INSERT INTO snapshot ({columns}) SELECT {columns} FROM old_snapshot")  # noqa: S608
    op.drop_table("old_snapshot")
    op.drop_table("old_action")
    _constrain("entry", constrain_entry)
    _constrain("snapshot", constrain_snapshot)
    op.create_index("ix_entry_game_id_turn", "entry", ["game_id", "turn"])


def _constrain(table: str, constrain: Callable[[BatchOperations], None]) -> None:
    """Add constraints after the old table is gone, which may have had the same names."""
    with op.batch_alter_table(table) as batch:
        constrain(batch)
