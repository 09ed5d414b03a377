"""Deletion of a game with everything but its seal, which is still counted."""

import sqlalchemy as sa

from bot.store.queries.seals import forget_secret
from bot.store.schema.tables import game, metadata

_PARTS = tuple(table for table in reversed(metadata.sorted_tables) if "game_id" in table.c)
"""Tables with rows of games; referring tables first."""


def delete_game(connection: sa.Connection, game_id: int) -> None:
    """Delete a game with all its rows; does nothing without such a game."""
    # All writers lock the game's row first, to avoid deadlocks.
    connection.execute(sa.select(game.c.id).where(game.c.id == game_id).with_for_update())
    for table in _PARTS:
        connection.execute(sa.delete(table).where(table.c.game_id == game_id))
    connection.execute(sa.delete(game).where(game.c.id == game_id))
    forget_secret(connection, game_id)
