"""Migrations, applied when the database is opened; they are shipped in ``migrations/``."""

from functools import cache

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from bot.store.errors import StoreError


class NewerDatabase(StoreError):
    """The database was migrated by a newer version of the program."""


def revision_to_leave(connection: Connection) -> str | None:
    """The revision of tables that a migration will change; None if they are new or up to date.

    Raises NewerDatabase if they are ahead of this program.
    """
    found = _revisions_of(connection)
    if not found.issubset(script.revision for script in _scripts().walk_revisions()):
        raise NewerDatabase
    return "-".join(sorted(found.difference(_scripts().get_heads()))) or None


def upgrade(connection: Connection) -> None:
    """Bring the tables up to date within the connection's transaction."""
    if _revisions_of(connection) != set(_scripts().get_heads()):
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    # SQLite begins to write on a database that it may only read, and says so no sooner than here.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _revisions_of(connection: Connection) -> set[str]:
    return set(MigrationContext.configure(connection).get_current_heads())


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    return config
