"""Profiles: what a user's results add up to, for that user and for others who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from bot.domain.ended.profile import (
    LEAST_GAMES,
    Manner,
    Profile,
    Tally,
    manner_of,
    profile_of,
)
from bot.domain.game_lookup import Origin, is_open_to
from bot.domain.table import Table
from bot.store import RatedRow, RatingRow, Store
from bot.store.queries import games, people, ratings, results
from bot.use_cases.visits import RECORDED
from engine import Level


@dataclass(frozen=True, slots=True)
class ShownProfile:
    """A profile as it is shown to a user somewhere."""

    profile: Profile
    guild_id: int | None
    """The server whose games alone are counted; None: all games."""
    best_game: int | None
    """The best game, if its record can be shown to that user there."""
    rating: RatingRow | None = None
    """The rating in that server; None before the first rated game."""
    course: Sequence[RatedRow] = ()
    """What each rated game there did to it, oldest first."""
    course_of_viewer: Sequence[RatedRow] = ()
    """The same for the viewer, if that is another user."""
    theme: str | None = None
    """True if the viewer wants pictures in high contrast."""


@dataclass(frozen=True, slots=True)
class Profiles:
    """Reads what users' results add up to. Others see only games of the server where they look."""

    _store: Store

    async def of(self, origin: Origin, user_id: int) -> ShownProfile | None:
        """Read a user's profile; None if there is nothing to show there.

        A user who hides the results looks like one without games.
        """
        return await self._store.read(_profile, origin, user_id)

    async def manners(self, table: Table) -> list[Manner | None]:
        """Read how the players of a table play in its server; None for hidden or few results."""
        guild_id = table.place.guild_id
        users = [each.user_id if each.habits.results_shown else None for each in table.players]
        asked = [each for each in users if each is not None]
        if guild_id is None or not asked:
            return [None] * len(users)
        manners = await self._store.read(_manners, asked, guild_id)
        return [None if each is None else manners.get(each) for each in users]

    async def of_computers(self, guild_id: int) -> dict[Level, Tally]:
        """Read how many games computers of each level ended in a server, and won."""
        counted = await self._store.look(results.of_computers, guild_id)
        tallies = {level: Tally(*rest) for level, *rest in counted}
        return {level: tallies[level] for level in Level if level in tallies}


def _manners(connection: Connection, users: Sequence[int], guild_id: int) -> dict[int, Manner]:
    """Read how these users play in a server, without those who have few games there."""
    manners = {
        user_id: manner_of(results.played_by(connection, user_id, guild_id=guild_id))
        for user_id in users
    }
    return {user_id: each for user_id, each in manners.items() if each.begun >= LEAST_GAMES}


def _profile(connection: Connection, origin: Origin, user_id: int) -> ShownProfile | None:
    guild_id = origin.guild_id
    if user_id != origin.user_id:
        hidden = not people.read_person(connection, user_id).habits.results_shown
        if guild_id is None or hidden:
            return None
    rows = results.played_by(connection, user_id, guild_id=guild_id, viewer=origin.user_id)
    profile = profile_of(rows)
    if not profile.manner.begun and not profile.by_level:
        return None
    best = None if profile.best is None else profile.best.game_id
    if best is not None and not _has_record(connection, origin, best):
        best = None
    shown = ShownProfile(profile, guild_id, best)
    rating = None if guild_id is None else ratings.one(connection, guild_id, user_id)
    if guild_id is None or rating is None:
        return shown
    viewer = origin.user_id
    return replace(
        shown,
        rating=rating,
        course=ratings.of_user(connection, guild_id, user_id),
        course_of_viewer=ratings.of_user(connection, guild_id, viewer) if viewer != user_id else (),
        theme=people.read_person(connection, viewer).habits.theme,
    )


def _has_record(connection: Connection, origin: Origin, game_id: int) -> bool:
    """Return True if a game can be read whose record the user may see there."""
    headers = games.read_headers(connection, games.numbered(game_id))
    return any(
        not each.damaged and each.game.status in RECORDED and is_open_to(origin, each)
        for each in headers
    )
