"""Rewrites everything about a game that follows from its log.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from collections.abc import Mapping

import sqlalchemy as sa

from bot.store.rows import EntryRow
from bot.store.schema.tables import clock, entry, game, player, snapshot


def rebuild_game(
    connection: sa.Connection,
    game_id: int,
    added: EntryRow,
    *,
    columns: Mapping[str, object],
    players: Mapping[int, Mapping[str, object]],
    states: Mapping[int, str],
    clocks: bool,
) -> None:
    """Append an entry to the log of a game, and overwrite its other rows.

    *columns* are the game's, *players* those of its players by ``joined_seq``, others are deleted;
    *states* are by number of the entry. Clocks of missing seats are deleted, and all clocks if not
    *clocks*.
    """
    of_game = player.c.game_id == game_id
    values = {name: getattr(added, name) for name in added.__slots__}
    connection.execute(sa.insert(entry).values(game_id=game_id, **values))
    connection.execute(sa.update(game).where(game.c.id == game_id).values(**columns))
    # messages recorded for a version that never existed would never be sent
    for name, most in (("delivered_version", added.seq - 1), ("delivered_turn", added.turn)):
        wrong = game.c.id == game_id, sa.not_(game.c[name].between(0, most))
        connection.execute(sa.update(game).where(*wrong).values({name: most}))
    connection.execute(sa.delete(player).where(of_game, player.c.joined_seq.not_in(players.keys())))
    connection.execute(sa.update(player).where(of_game).values(seat=None, dynasty=None))
    for joined_seq, changes in players.items():
        one = player.c.joined_seq == joined_seq
        connection.execute(sa.update(player).where(of_game, one).values(**changes))
    connection.execute(sa.delete(snapshot).where(snapshot.c.game_id == game_id))
    for seq, state in states.items():
        connection.execute(sa.insert(snapshot).values(game_id=game_id, seq=seq, state=state))
    seats = [changes["seat"] for changes in players.values()] if clocks else []
    lost = clock.c.seat.not_in([seat for seat in seats if seat is not None])
    connection.execute(sa.delete(clock).where(clock.c.game_id == game_id, lost))
