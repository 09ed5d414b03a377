"""Pace, users' hours, seats that pass, proposals."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def _no(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())


def _text(name: str, default: str = "") -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False, server_default=default)


def _json(name: str, default: str) -> sa.Column[sa.JSON]:
    return sa.Column(name, sa.JSON(), nullable=False, server_default=default)


def upgrade() -> None:
    """Add them. Running games have no reminders and no limits."""
    of_game: tuple[sa.Column[Any], ...] = (
        _text("pace"),
        _text("proposals"),
        _json("former", "[]"),
        _json("asked", "[]"),
        sa.Column("paused_seq", sa.Integer()),
        _no("held"),
    )
    for column in of_game:
        op.add_column("game", column)
    op.execute("ALTER TABLE player RENAME COLUMN resigned_seq TO abandoned_seq")
    of_player: tuple[sa.Column[Any], ...] = (
        sa.Column("taken_seq", sa.Integer()),
        sa.Column("offered_seq", sa.Integer()),
        sa.Column("offered_to", sa.BigInteger()),
        _no("gone"),
        sa.Column("note", sa.Text()),
        sa.Column("plan", sa.Text()),
    )
    for column in of_player:
        op.add_column("player", column)
    of_person: tuple[sa.Column[Any], ...] = (
        sa.Column("zone", sa.String(64)),
        sa.Column("quiet_from", sa.Integer()),
        sa.Column("quiet_until", sa.Integer()),
        sa.Column("days_off", sa.String(7), nullable=False, server_default=""),
        sa.Column("away_from", sa.DateTime(timezone=True)),
        sa.Column("away_until", sa.DateTime(timezone=True)),
        _json("vacations", "{}"),
    )
    for column in of_person:
        op.add_column("person", column)
    op.create_table(
        "clock",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("since", sa.DateTime(timezone=True)),
        sa.Column("spent", sa.BigInteger(), nullable=False),
        sa.Column("bank", sa.BigInteger()),
        sa.Column("resumes", sa.Boolean(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.Column("hushed", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "server",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("rules", sa.Text(), nullable=False),
    )
    op.create_table(
        "said",
        sa.Column("key", sa.String(100), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_due_at", "due", ["at"])
    op.create_index("ix_clock_since", "clock", ["since"])
