"""Seats called by an entry; messages deleted once outdated; users' settings."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(16))


def _no(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())


def upgrade() -> None:
    """Add them. The desk replaces separate messages with hands and questions."""
    op.add_column("entry", sa.Column("called", sa.Integer()))
    op.add_column("post", _no("fleeting"))
    op.execute(
        "UPDATE post SET fleeting = (1 = 1) WHERE user_id IS NOT NULL OR key LIKE 'game-%-call-%'"
    )
    for column in (_text("calls_in"), _text("standing_order"), _no("ends_turn")):
        op.add_column("person", column)
    for column in (_text("calls_in"), _text("standing_order"), _no("muted")):
        op.add_column("player", column)
