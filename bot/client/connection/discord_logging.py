"""What discord.py logs: without secrets, and without a traceback for what is nobody's fault."""

import logging

import discord
from discord.gateway import ReconnectWebSocket

from bot.client.connection.trouble import ALREADY_ACKNOWLEDGED, TROUBLE, describe

_TALKATIVE = ("discord.http", "discord.gateway", "discord.webhook.async_")
"""Asked for every detail they would log what is sent and received, and with it hands and tokens."""
_VERBOSE = ("discord.app_commands.tree", "discord.client", "discord.shard")


def keep_discreet() -> None:
    """Let discord.py log so from now on."""
    for name in _TALKATIVE:
        logging.getLogger(name).addFilter(_no_detail)
    for name in _VERBOSE:
        logging.getLogger(name).addFilter(_in_one_line)


def _no_detail(record: logging.LogRecord) -> bool:
    return record.levelno > logging.DEBUG


def _in_one_line(record: logging.LogRecord) -> bool:
    """Tell what went wrong on the way to Discord without where in the program that was noticed.

    That another process has suggested what could be typed is nothing wrong.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, discord.HTTPException) and error.code == ALREADY_ACKNOWLEDGED:
        return False
    if isinstance(error, (*TROUBLE, ReconnectWebSocket)):
        record.msg, record.args = f"{record.getMessage()}: {describe(error)}", ()
        record.exc_info = None
    return True
