"""The database: opened, brought up to date, read and written in explicit transactions."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import sqlite
from bot.store.errors import StoreError
from bot.store.migrating import NewerDatabase, upgrade

for _talkative in ("aiosqlite", "sqlalchemy.engine"):
    # Asked for every detail they would log rows, and with them hands and bags.
    logging.getLogger(_talkative).setLevel(logging.WARNING)


class Store:
    """An open database. One writer at a time; readers see what was committed before."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(**{sqlite.WRITING: True})
        self._reader = engine
        if engine.dialect.name != "sqlite":  # which knows no other level
            self._reader = engine.execution_options(isolation_level="REPEATABLE READ")
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Open the database at *url* and bring its tables up to date.

        Raises StoreError, with a sentence, if that cannot be done.
        """
        try:
            parsed = make_url(url)
            sqlite_url = parsed.get_backend_name() == "sqlite"
            engine = create_async_engine(
                parsed,
                hide_parameters=True,  # they hold hands and bags
                **(sqlite.engine_options(parsed) if sqlite_url else {"pool_pre_ping": True}),
            )
        except (SQLAlchemyError, ValueError, ImportError):  # whose words may repeat the password
            raise StoreError(
                "DATABASE_URL names no database, or none with an asynchronous driver installed."
            ) from None
        if sqlite_url:
            sqlite.prepare(engine)
        shown = parsed.render_as_string(hide_password=True)
        store = cls(engine)
        try:
            async with store.writing() as connection:
                await connection.run_sync(upgrade)
        except NewerDatabase:
            await store.close()
            raise StoreError(
                f"The database {shown} was written by a newer version of this program: "
                "update the program."
            ) from None
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            await store.close()
            raise StoreError(f"The database {shown} {_described(error)}") from error
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Close every connection. The store is of no use afterwards."""
        await self._engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection on which everything read belongs to one moment."""
        async with self._reader.begin() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection whose changes are all stored at the end, or none on an exception."""
        async with self._lock, self._writer.begin() as connection:
            yield connection


def _described(error: Exception) -> str:
    """What is wrong with the database, after its name."""
    reason = str(getattr(error, "orig", error)).lower()
    if "not a database" in reason or "malformed" in reason:
        return "is not a database, or is damaged."
    if "unable to open" in reason or "no such file" in reason:
        return "cannot be opened: does its folder exist, and may the program use it?"
    if "readonly" in reason or "read-only" in reason or "permission denied" in reason:
        return "cannot be written to: check its permissions and its folder's."
    if "locked" in reason:
        return "is busy: another program is writing to it."
    if "already exists" in reason:
        return "belongs to another program: its tables have the same names."
    return f"cannot be opened: {reason.splitlines()[0] if reason else type(error).__name__}."
