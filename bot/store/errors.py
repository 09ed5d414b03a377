"""What can go wrong with the database."""


class StoreError(Exception):
    """The database cannot be used. ``str`` gives one sentence."""


class BackupFailed(StoreError):
    """The database's file was to be copied before a migration, and could not. ``str`` says why."""


class StaleVersion(Exception):
    """Somebody else has changed the game since it was read. Nothing was written."""
