"""What is stored about one person, for that person alone.

Nothing of it is anybody else's: of a log only what that person has done, and no bag.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from bot.store import personal
from bot.table.entries import Kind
from bot.table.learning import Progress, progress_of
from bot.table.server_rules import ServerRules
from bot.table.using import Using

_OF_OTHERS_TOO = frozenset({Kind.STARTED})
"""The kinds of entries whose texts tell more than what one person did: here the bag, too."""
_OF_NOBODY = frozenset({"user_id", "game_id"})
"""Columns that tell nothing but which row it is."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a person did in a game, as its log has it."""

    at: datetime
    turn: int
    kind: str
    told: str = field(repr=False)
    """The decision in notation, or the details; empty if there are none."""


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message to a person that is on Discord, or is being sent."""

    channel_id: int | None
    message_id: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class OwnGame:
    """What a game holds of a person."""

    number: int
    name: str
    status: str
    guild_id: int | None
    seat: Mapping[str, Any] = field(repr=False)
    """What is kept of that person as a player, without what is as it is for everybody; empty if
    that person does not sit there."""
    deeds: tuple[Deed, ...] = field(repr=False)
    messages: tuple[SentMessage, ...]


@dataclass(frozen=True, slots=True)
class OwnData:
    """Everything that is stored about a person."""

    user_id: int
    settings: Mapping[str, Any]
    """What is known in all games together, by its names in the database."""
    progress: Progress
    games: tuple[OwnGame, ...]
    """The newest first."""
    silenced_in: tuple[int, ...]
    """The servers whose admins let that person open no games."""
    noted: tuple[str, ...]
    """What else was noted, such as when the own hours were changed last."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is stored."""
        known = (self.settings, self.games, self.silenced_in, self.noted, self.progress.lesson)
        return not any(known)


class Owning(Using):
    """Whoever wants to know what is stored about the own person."""

    async def own_data(self, user_id: int) -> OwnData:
        """Read everything that is stored about a person."""
        return await self._store.read(self._own_data, user_id)

    def _own_data(self, connection: Connection, user_id: int) -> OwnData:
        seats = personal.read_seats(connection, user_id)
        found = []
        for row in personal.read_games(connection, user_id):
            deeds = (
                Deed(
                    each.at,
                    each.turn,
                    each.kind,
                    "" if each.kind in _OF_OTHERS_TOO else each.text or "",
                )
                for each in personal.read_entries(connection, user_id, row.id)
            )
            sent = (
                SentMessage(each.channel_id, each.message_id, each.at)
                for each in personal.read_posts(connection, user_id, row.id)
            )
            seat = _kept(seats.get(row.id, {}))
            found.append(
                OwnGame(row.id, row.name, row.status, row.guild_id, seat, (*deeds,), (*sent,))
            )
        return OwnData(
            user_id,
            _kept(personal.read_settings(connection, user_id)),
            progress_of(connection, user_id),
            tuple(found),
            tuple(
                guild_id
                for guild_id, text in personal.servers_naming(connection, user_id).items()
                if user_id in ServerRules.load(text).silenced
            ),
            tuple(personal.read_said(connection, user_id)),
        )


def _kept(row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a row that hold something, without those that only say which row it is."""
    return {
        name: value
        for name, value in row.items()
        if name not in _OF_NOBODY and value not in (None, False, "", {})
    }
