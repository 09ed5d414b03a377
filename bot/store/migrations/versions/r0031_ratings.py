"""Ratings of people, by server, and what each rated game did to them."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Add the columns and the table; no game that has ended was rated."""
    rated: sa.Column[bool] = sa.Column(
        "rated", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("result", rated)
    for name in ("mu_before", "sigma_before", "mu", "sigma", "weight"):
        op.add_column("result", sa.Column(name, sa.Double()))
    op.add_column("result", sa.Column("met", sa.Integer()))
    op.create_table(
        "rating",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("opponents", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_rating"),
    )
    listed = ["guild_id", "mu", "user_id", "games", "opponents"]
    op.create_index("ix_rating_guild_id_mu", "rating", listed)
    op.create_index("ix_rating_user_id", "rating", ["user_id"])
    op.create_index(
        "ix_person_hiding",
        "person",
        ["user_id"],
        sqlite_where=sa.text("results_shown IS NOT 1"),
        postgresql_where=sa.text("results_shown IS NOT true"),
    )
