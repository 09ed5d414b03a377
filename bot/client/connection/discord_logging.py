"""discord.py's log: without secrets, and without tracebacks for network trouble."""

import logging

import discord
from discord.gateway import ReconnectWebSocket

from bot.client.connection.trouble import ALREADY_ACKNOWLEDGED, TROUBLE, describe

_TALKATIVE = ("discord.http", "discord.gateway", "discord.webhook.async_")
"""At level DEBUG they would log what is sent and received, including hands and tokens."""
_VERBOSE = ("discord.app_commands.tree", "discord.client", "discord.shard")


def keep_discreet() -> None:
    """Filter discord.py's log from now on."""
    for name in _TALKATIVE:
        logging.getLogger(name).addFilter(_no_detail)
    for name in _VERBOSE:
        logging.getLogger(name).addFilter(_in_one_line)


def _no_detail(record: logging.LogRecord) -> bool:
    return record.levelno > logging.DEBUG


def _in_one_line(record: logging.LogRecord) -> bool:
    """Log network trouble in one line, without a traceback.

    Drops records about suggestions that another process has answered already.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, discord.HTTPException) and error.code == ALREADY_ACKNOWLEDGED:
        return False
    if isinstance(error, (*TROUBLE, ReconnectWebSocket)):
        record.msg, record.args = f"{record.getMessage()}: {describe(error)}", ()
        record.exc_info = None
    return True
