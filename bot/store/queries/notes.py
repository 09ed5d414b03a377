"""Players' private notes in a game: a note, and the plan of a turn to come.

It is read with the game's header (:mod:`bot.store.queries.games`), beside its players, not in them.
Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from sqlalchemy import Connection

from bot.store.queries.players import change_own, change_player


def write_note(connection: Connection, game_id: int, user_id: int, note: str | None) -> None:
    """Keep a note for a user who plays, or none."""
    change_own(connection, game_id, user_id, note=note)


def write_plan(connection: Connection, game_id: int, user_id: int, plan: str | None) -> None:
    """Keep a plan for a user who plays, or none."""
    change_own(connection, game_id, user_id, plan=plan)


def clear_notes(connection: Connection, game_id: int, joined_seq: int) -> None:
    """Forget a player's notes: another user may take the seat from now on."""
    change_player(connection, game_id, joined_seq, note=None, plan=None)
