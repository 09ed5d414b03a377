"""Migrations, applied when the database is opened; they are shipped in ``migrations/``."""

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
    scripts = ScriptDirectory.from_config(_config(connection))
    found = set(MigrationContext.configure(connection).get_current_heads())
    if not found.issubset(script.revision for script in scripts.walk_revisions()):
        raise NewerDatabase
    return "-".join(sorted(found.difference(scripts.get_heads()))) or None


def upgrade(connection: Connection) -> None:
    """Bring the tables up to date within the connection's transaction."""
    command.upgrade(_config(connection), "head")
    # SQLite begins to write on a database that it may only read, and says so no sooner than here.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.attributes["connection"] = connection
    return config
