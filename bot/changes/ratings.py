"""Ratings follow from results: a change of results recomputes the ratings after them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from sqlalchemy import Connection

from bot.domain.ended.ratings import Ledger, RatingSoFar, month_of
from bot.store import RatedRow, RatingRow, ResultRow
from bot.store.queries import ratings, results, servers
from bot.store.queries.ratings import Point


def replace_results(
    connection: Connection, game_id: int, guild_id: int | None, rows: Sequence[ResultRow]
) -> None:
    """Replace the results of a game; a removed game has none.

    If it is or was rated, recomputes the ratings of its server from its end on.
    """
    if guild_id is None:
        results.replace(connection, game_id, rows)
        return
    servers.hold(connection, guild_id)
    changed = ratings.of_game(connection, game_id)
    results.replace(connection, game_id, rows)
    changed += ratings.of_game(connection, game_id)
    if changed:
        since = min((row.ended_at, game_id) for row in changed)
        ledger = Ledger(partial(_known, connection, guild_id, since))
        _rate(connection, guild_id, ledger, {row.user_id for row in changed}, since)


def recompute_ratings(connection: Connection, guild_id: int) -> None:
    """Recompute all ratings of a server."""
    servers.hold(connection, guild_id)
    rated = {row.user_id for row in ratings.all_in(connection, guild_id)}
    _rate(connection, guild_id, Ledger(), rated)


def _rate(
    connection: Connection,
    guild_id: int,
    ledger: Ledger,
    users: Iterable[int | None],
    since: Point | None = None,
) -> None:
    """Rate the games of a server, from a point on.

    The ratings of *users* may rest on games that are gone.
    """
    for user_id in users:
        if user_id is not None:
            ledger.of(user_id)
    changed = list[RatedRow]()
    for game in ratings.games(connection, guild_id, since):
        changed += (new for old, new in zip(game, ledger.rate(game), strict=True) if new != old)
    ratings.write(connection, changed)
    rows = rating_rows(ledger)
    ratings.put(connection, guild_id, rows.values())
    ratings.delete(connection, guild_id, ledger.people.keys() - rows.keys())


def rating_rows(ledger: Ledger) -> dict[int, RatingRow]:
    """Return the ratings of all who have played, by user."""
    return {
        user_id: RatingRow(user_id, each.mu, each.sigma, each.games, each.opponents)
        for user_id, each in ledger.people.items()
        if each.games
    }


def _known(connection: Connection, guild_id: int, since: Point, user_id: int) -> RatingSoFar:
    """Return a user's standing before a point."""
    played = ratings.of_user(connection, guild_id, user_id, since)
    if not played:
        return RatingSoFar()
    month = month_of(since[0])
    met = ratings.opponents(connection, guild_id, user_id, since)
    found = RatingSoFar(
        games=len(played),
        opponents=sum(row.met or 0 for row in played),
        met={*met},
        month=month,
        together=Counter(
            {user: sum(month_of(at) == month for at in ends) for user, ends in met.items()}
        ),
    )
    for row in played:
        if row.mu is not None and row.sigma is not None:
            found.mu, found.sigma = row.mu, row.sigma
    return found
