"""discord.py's log: no secrets, no IDs, and no tracebacks for network trouble."""

import logging

from discord.gateway import ReconnectWebSocket

from bot.client.connection.error_codes import Meaning, meaning_of
from bot.client.connection.trouble import TROUBLE, describe
from bot.log_format import without_numbers

_TALKATIVE = ("discord.http", "discord.gateway", "discord.webhook.async_")
"""Loggers that at level DEBUG would log what is sent and received, including hands and tokens."""
_SUGGESTING = "discord.app_commands.tree"


def keep_discreet() -> None:
    """Filter discord.py's log from now on."""
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] == "discord":
            logging.getLogger(name).addFilter(_discreet)


def _discreet(record: logging.LogRecord) -> bool:
    """Drop what is sent and received, and remove IDs, such as those of users and servers.

    Network trouble is one line, without a traceback. Suggestions that come too late are a warning;
    those that another process has answered are not logged.
    """
    if record.levelno <= logging.DEBUG and record.name in _TALKATIVE:
        return False
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and meaning_of(error) is Meaning.DONE:
        return False
    if isinstance(record.args, tuple):  # components and windows print their contents
        record.args = tuple(map(_by_type, record.args))
    record.msg, record.args = without_numbers(record.getMessage()), ()
    if isinstance(error, (*TROUBLE, ReconnectWebSocket)):
        record.msg = f"{record.msg}: {describe(error)}"
        record.exc_info = None
        if record.name == _SUGGESTING:
            record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


def _by_type(argument: object) -> object:
    """The argument if its text may be logged, otherwise the name of its type."""
    return argument if isinstance(argument, str | int | float | None) else type(argument).__name__
