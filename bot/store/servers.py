"""What those who manage a server have set for it.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from sqlalchemy import Connection, select

from bot.store.deciphering import checked, deciphering
from bot.store.schema import server
from bot.store.upserting import put


def read_rules(connection: Connection, guild_id: int, *, to_change: bool = False) -> str:
    """Read what is set for a server; empty if nothing was ever set.

    Whoever reads it *to_change* it is the only one to do so. Raises Damaged if it is no text.
    """
    with deciphering("what is set for a server"):
        wanted = select(server.c.rules).where(server.c.guild_id == guild_id)
        row = connection.execute(wanted.with_for_update() if to_change else wanted).first()
        return "" if row is None else str(checked(row, (server.c.rules,))[0])


def write_rules(connection: Connection, guild_id: int, rules: str) -> None:
    """Set that for a server, in the place of what was set before."""
    put(connection, server, {"guild_id": guild_id, "rules": rules})
