"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables of an empty database."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("home_id", sa.BigInteger()),
        sa.Column("home_is_thread", sa.Boolean(), nullable=False),
        sa.Column("home_opening", sa.Boolean(), nullable=False),
        sa.Column("opener_id", sa.BigInteger(), nullable=False),
        sa.Column("board", sa.String(32), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state_version", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("delivered_version", sa.Integer(), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_index("ix_game_channel_id", "game", ["channel_id"])
    op.create_index("ix_game_home_id", "game", ["home_id"])
    op.create_table(
        "player",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("joined_seq", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("dynasty", sa.String(1)),
        sa.Column("resigned_seq", sa.Integer()),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_player"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_player_game_id_game"),
        sa.UniqueConstraint("game_id", "seat", name="uq_player_game_id_seat"),
        sa.UniqueConstraint("game_id", "dynasty", name="uq_player_game_id_dynasty"),
    )
    op.create_index("ix_player_user_id", "player", ["user_id"])
    op.create_table(
        "action",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("text", sa.Text()),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("automatic", sa.Boolean(), nullable=False),
        sa.Column("undoes", sa.Integer()),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_action"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_action_game_id_game"),
    )
    op.create_index("ix_action_game_id_turn", "action", ["game_id", "turn"])
    op.create_table(
        "snapshot",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_snapshot"),
        sa.ForeignKeyConstraint(
            ["game_id", "seq"],
            ["action.game_id", "action.seq"],
            name="fk_snapshot_game_id_seq_action",
        ),
    )
    op.create_table(
        "post",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("fingerprint", sa.String(100), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("at", moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_post"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_post_game_id_game"),
    )
    op.create_index("ix_post_game_id", "post", ["game_id"])
    op.create_table(
        "person",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("direct_closed_at", moment),
        sa.PrimaryKeyConstraint("user_id", name="pk_person"),
    )
