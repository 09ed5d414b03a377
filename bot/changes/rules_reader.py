"""Reads the rules of servers."""

import logging

from sqlalchemy import Connection

from bot.domain.server_rules import NOTHING_SET, ServerRules
from bot.store import Damaged, Store, decoding
from bot.store.queries import servers

log = logging.getLogger(__name__)


class RulesReader:
    """Reads the rules of servers; damaged ones are logged and count as not set."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._damaged: set[int] = set()
        """Servers whose damage was logged, which is once in a process."""

    async def of(self, guild_id: int | None) -> ServerRules:
        """Return the rules of a server; none outside one."""
        return await self._store.look(self.read, guild_id)

    def read(
        self, connection: Connection, guild_id: int | None, *, to_change: bool = False
    ) -> ServerRules:
        """Return the rules of a server within a transaction."""
        if guild_id is None:
            return NOTHING_SET
        try:
            text = servers.read_rules(connection, guild_id, to_change=to_change)
        except Damaged as damaged:
            return self._unset(guild_id, damaged)
        return self.load(guild_id, text)

    def load(self, guild_id: int | None, text: str) -> ServerRules:
        """Decode the stored rules of a server."""
        if guild_id is None:
            return NOTHING_SET
        try:
            with decoding("what is set for a server"):
                return ServerRules.load(text)
        except Damaged as damaged:
            return self._unset(guild_id, damaged)

    def _unset(self, guild_id: int, damaged: Damaged) -> ServerRules:
        if guild_id not in self._damaged:
            log.error("server %d: %s, and counts as not set", guild_id, damaged)
        self._damaged.add(guild_id)
        return NOTHING_SET
