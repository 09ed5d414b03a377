"""Ratings of people in a server, and their comparison with the results they follow from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from sqlalchemy import Connection

from bot.changes import rating_rows
from bot.domain.ended.ratings import ENOUGH_GAMES, ENOUGH_OPPONENTS, Ledger, is_provisional
from bot.store import Habits, RatedRow, RatingRow, Store
from bot.store.queries import people, ratings

ON_PAGE = 10
"""Number of people on a page of a leaderboard."""
_ENOUGH = ENOUGH_GAMES, ENOUGH_OPPONENTS
_SAME = 1e-4
"""Difference between two machines that counts as none."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a server's ratings."""

    rows: Sequence[RatingRow]
    """Best first; without those that are provisional or hidden."""
    page: int
    """From 0."""
    pages: int
    own: RatingRow | None
    """The rating of the user who asks, the reader."""
    own_place: int | None
    """Its place; None if it is provisional or hidden."""
    course: Sequence[RatedRow]
    """What each rated game here did to the reader's rating, oldest first."""
    habits: Habits
    """The reader's settings."""

    @property
    def first_place(self) -> int:
        """Place of the first of the rows."""
        return self.page * ON_PAGE + 1


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings of people in servers."""

    _store: Store

    async def leaderboard(self, guild_id: int, user_id: int, page: int = 0) -> Leaderboard:
        """Read a page of a server's ratings, the last one if there are not so many."""
        return await self._store.read(_leaderboard, guild_id, user_id, page)


def _leaderboard(connection: Connection, guild_id: int, user_id: int, page: int) -> Leaderboard:
    pages = -(-ratings.count(connection, guild_id, _ENOUGH) // ON_PAGE)
    page = min(page, max(pages - 1, 0))
    own = ratings.one(connection, guild_id, user_id)
    habits = people.read_person(connection, user_id).habits
    place = None
    if own is not None and habits.results_shown and not is_provisional(own):
        place = ratings.count(connection, guild_id, _ENOUGH, above=own) + 1
    rows = ratings.best(connection, guild_id, _ENOUGH, page * ON_PAGE, ON_PAGE)
    course = () if own is None else ratings.of_user(connection, guild_id, user_id)
    return Leaderboard(rows, page, pages, own, place, course, habits)


@dataclass(frozen=True, slots=True)
class RatingReport:
    """The stored ratings of a server, compared with a recomputation from its results."""

    games: int
    people: int
    wrong: int
    """Number of people and results whose ratings differ."""


def compare_ratings(connection: Connection, guild_id: int) -> RatingReport:
    """Compare the ratings of a server with a recomputation."""
    ledger, played, wrong = Ledger(), 0, 0
    for game in ratings.games(connection, guild_id):
        played += 1
        wrong += sum(not _same(*each) for each in zip(game, ledger.rate(game), strict=True))
    stored = {row.user_id: row for row in ratings.all_in(connection, guild_id)}
    computed = rating_rows(ledger)
    wrong += sum(
        not _same(stored.get(user_id), computed.get(user_id))
        for user_id in stored.keys() | computed.keys()
    )
    return RatingReport(played, len(computed), wrong)


def _same(one: RatedRow | RatingRow | None, other: RatedRow | RatingRow | None) -> bool:
    if one is None or other is None:
        return one is other
    for each in fields(one):
        a, b = getattr(one, each.name), getattr(other, each.name)
        if a != b and not (isinstance(a, float) and isinstance(b, float) and abs(a - b) < _SAME):
            return False
    return True
