"""Analyses of finished games."""

import sqlalchemy as sa

from bot.store.databases.dialects import upsert
from bot.store.schema.tables import analysis


def read_analysis(connection: sa.Connection, game_id: int, version: int) -> str | None:
    """Read the analysis of a game at that ``state_version``; None without one.

    Raises Damaged if it is unreadable.
    """
    of_game = (analysis.c.game_id == game_id, analysis.c.version == version)
    return connection.scalar(sa.select(analysis.c.text).where(*of_game))


def write_analysis(connection: sa.Connection, game_id: int, version: int, text: str) -> None:
    """Store the analysis of a game, replacing an older one."""
    upsert(connection, analysis, {"game_id": game_id, "version": version, "text": text})
