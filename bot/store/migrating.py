"""Migrations, applied when the database is opened; they are shipped in ``migrations/``."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from bot.store.errors import StoreError


class NewerDatabase(StoreError):
    """The database was migrated by a newer version of the program."""


def upgrade(connection: Connection) -> None:
    """Bring the tables up to date within the connection's transaction.

    Raises NewerDatabase if they are ahead of this program.
    """
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if not known.issuperset(MigrationContext.configure(connection).get_current_heads()):
        raise NewerDatabase
    command.upgrade(config, "head")
    # SQLite begins to write on a database that it may only read, and says so no sooner than here.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
