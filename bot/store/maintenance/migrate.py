"""Migrations, applied when the database is opened; they are shipped in ``migrations/``."""

import re
from functools import cache
from pathlib import Path

import sqlalchemy as sa

from bot.store.errors import Damaged, NoDatabaseYet, StoreError
from bot.store.schema.tables import metadata

_REVISION = re.compile(r"[0-9]{4}")
_VERSIONS = Path(__file__).parents[1] / "migrations" / "versions"
_REVISION_TABLE = sa.table("alembic_version", sa.column("version_num"))
"""Alembic's table with the revision of the others."""

OLDER = (
    "is of an older version of this program: import it with that version, then let this one update "
    "the database"
)
NEWER = "is of a newer version of this program: update it"
"""Messages about something that cannot be imported, after its name."""


class NewerDatabase(StoreError):
    """The database was migrated by a newer version of the program."""


class OtherDatabase(StoreError):
    """The database does not have this version's tables; ``str`` says what to do, after its name."""


class EmptyDatabase(OtherDatabase, NoDatabaseYet):
    """It has no tables yet."""


class OlderDatabase(OtherDatabase):
    """It has tables of an older version."""


def check_up_to_date(connection: sa.Connection) -> None:
    """Raise OtherDatabase unless the tables are those of this version. Changes nothing."""
    if not _revisions_of(connection):
        raise EmptyDatabase("holds no games: the bot makes its tables when it starts.")
    if _revisions_of(connection) != {newest_revision()}:
        if revision_to_leave(connection) is not None:
            raise OlderDatabase("is of an older version: the bot updates it when it starts.")
        raise NewerDatabase
    check_tables(connection)


def revision_to_leave(connection: sa.Connection) -> str | None:
    """Return the revision of tables that a migration will change; None if new or up to date.

    Raises NewerDatabase if they are ahead of this program, Damaged if that is unknown.
    """
    found = _revisions_of(connection)
    if not found.issubset(_revisions()):
        raise NewerDatabase
    return "-".join(sorted(found - {newest_revision()})) or None


def upgrade(connection: sa.Connection) -> None:
    """Migrate the tables within the connection's transaction, and check them."""
    if _revisions_of(connection) != {newest_revision()}:
        _migrate(connection)
    # SQLite notices only here that it may not write.
    connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))
    check_tables(connection)


def newest_revision() -> str:
    """Return the revision of this version's tables. Older ones sort before it."""
    return _revisions()[-1]


def check_tables(connection: sa.Connection) -> None:
    """Raise DBAPIError if a table or column is missing."""
    connection.exec_driver_sql(_query_of_all_columns())


@cache
def _query_of_all_columns() -> str:
    """Return a query that names all columns of all tables and reads no row, for every database.

    Built once: Alembic would compile all of it for each database that is opened.
    """
    rows = (sa.exists(sa.select(each).limit(0)) for each in metadata.sorted_tables)
    return str(sa.select(*rows).compile(compile_kwargs={"literal_binds": True}))


def _revisions_of(connection: sa.Connection) -> set[str]:
    """Read the revision of the tables, if any. Raises Damaged if it is invalid."""
    if not sa.inspect(connection).has_table(_REVISION_TABLE.name):
        return set()
    found = set(connection.execute(sa.select(_REVISION_TABLE.c.version_num)).scalars())
    if not all(isinstance(each, str) and _REVISION.fullmatch(each) for each in found):
        raise Damaged("the revision of the tables cannot be read")
    return found


@cache
def _revisions() -> list[str]:
    """Return all revisions, newest last, from the files of the migrations."""
    files = _VERSIONS.glob("r[0-9]*.py")
    return sorted(file.name[1:5] for file in files)


def _migrate(connection: sa.Connection) -> None:
    # Alembic uses a tenth of the memory, and is needed once for each version.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
