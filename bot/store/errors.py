"""What can go wrong with the database."""


class StoreError(Exception):
    """The database cannot be used. ``str`` gives one sentence."""


class StaleVersion(Exception):
    """Somebody else has changed the game since it was read. Nothing was written."""
