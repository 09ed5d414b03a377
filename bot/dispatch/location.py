"""The place where a user acts, as a port: all that handlers know of Discord."""

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from bot.content.needs import CheckedPlace, CheckedServer, Need
from bot.content.program_status import ProgramStatus
from bot.domain.game_lookup import Origin
from bot.domain.server_rules import Member
from bot.domain.table import Place, Table


class Location(Protocol):
    """A channel, a thread or direct messages, in which one user acts."""

    @property
    def origin(self) -> Origin:
        """The user, the channel, and the server if the bot is in it."""

    @property
    def guild_id(self) -> int | None:
        """The server, even if the bot is not in it."""

    @property
    def around(self) -> tuple[int, ...]:
        """The numbers of a thread's channel, and of the category."""

    @property
    def in_thread(self) -> bool:
        """True if it is a thread."""

    @property
    def in_directs(self) -> bool:
        """True if it is the user's direct messages with the bot."""

    @property
    def language(self) -> str:
        """The language of the server, or else of the user."""

    @property
    def pressed(self) -> int | None:
        """The message that was pressed."""

    @property
    def now(self) -> datetime:
        """The time."""

    # --- the user --------------------------------------------------------------------------------

    @property
    def account_name(self) -> str:
        """The user's name outside of servers."""

    @property
    def member(self) -> Member:
        """The user, as the server knows them."""

    @property
    def may_mention_all(self) -> bool:
        """True if the user may mention roles that not everybody may."""

    def sees(self, channel_id: int) -> bool:
        """True if the user may see a channel of the server."""

    async def at(self, place: Place) -> tuple[Member, tuple[int, ...]]:
        """The user as a member of a game's server, and the channel and category around its place.

        Without what Discord keeps back.
        """

    # --- the bot ---------------------------------------------------------------------------------

    async def program_status(self) -> ProgramStatus:
        """The state of the program, for its host."""

    @property
    def lacking(self) -> tuple[Need, ...]:
        """The missing permissions that the bot needs to show a game there."""

    @property
    def may_open_threads(self) -> bool:
        """True if a game can have a thread of its own there."""

    @property
    def bot_may_mention_all(self) -> bool:
        """True if the bot may mention roles that not everybody may."""

    def is_in(self, guild_id: int) -> bool:
        """True if the bot is in a server."""

    @property
    def can_be_checked(self) -> bool:
        """True if it is in a server whose channels the bot knows."""

    def checked(self, channel_id: int | None) -> CheckedPlace | None:
        """The permissions there, or in a channel; None if the bot sees no such channel."""

    def checked_server(self, here: CheckedPlace, tables: Iterable[Table]) -> CheckedServer:
        """The permissions in the server, and in the places of these games."""

    async def tell_managers(self, lacking: tuple[Need, ...]) -> None:
        """Notify the server's managers, once, of missing permissions, or that none are missing."""

    async def open_directs(self) -> int | None:
        """The channel of the user's direct messages; None if Discord opens none just now."""

    async def delivered(self, table_id: int) -> None:
        """Wait for a moment until a game's messages are up to date."""
