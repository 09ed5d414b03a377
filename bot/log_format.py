"""The program's log: lines for people, or JSON for log collectors."""

import logging
import os
import re
import sys
import threading
from enum import StrEnum
from types import TracebackType
from typing import Any

import discord
from pythonjsonlogger.json import JsonFormatter

from bot.store import StoreError

log = logging.getLogger("bot")

_NUMBER = re.compile(r"\d{15,20}")
"""Discord's IDs have this many digits."""
_TASK = re.compile(r"name='[^']*'")
"""discord.py names the task of a press after its ``custom_id``."""
_FIELDS = {"levelname": "level", "name": "logger", "message": "message", "exc_info": "error"}
_LINES = logging.Formatter(
    "{asctime} {levelname:<8} {name} {message}", "%Y-%m-%d %H:%M:%S", style="{"
)
"""Like discord.py's format with colours."""
_PLAIN = logging.Formatter()


class LogFormat(StrEnum):
    """The format of log records."""

    LINES = "lines"
    JSON = "json"


def set_up_log(form: LogFormat) -> None:
    """Write the log to standard error from now on, in colours only on a terminal."""
    handler = logging.StreamHandler()
    handler.addFilter(_sanitize)
    colours = handler.stream.isatty() and not os.environ.get("NO_COLOR")
    if form is LogFormat.LINES:
        formatter = discord.utils.MISSING if colours else _LINES
        discord.utils.setup_logging(handler=handler, formatter=formatter)
        return
    discord.utils.setup_logging(handler=handler, formatter=_OneObject())
    # Warnings and uncaught exceptions become records as well.
    logging.captureWarnings(capture=True)
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_in_thread
    sys.unraisablehook = _log_unraisable


def without_numbers(text: str) -> str:
    """*text* without numbers that may be user IDs."""
    return _NUMBER.sub("…", text)


def _sanitize(record: logging.LogRecord) -> bool:
    """Make database trouble one line, without a traceback, and remove user IDs.

    They may be in the records of packages, and in the texts of exceptions.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, StoreError):
        record.msg, record.args = f"{record.getMessage()}: {without_numbers(str(error))}", ()
        record.exc_info = record.exc_text = None
    elif record.exc_info:
        record.exc_text = without_numbers(_PLAIN.formatException(record.exc_info))
        record.exc_info = None
    if record.name.partition(".")[0] != "bot":
        record.msg = _TASK.sub("name=…", without_numbers(record.getMessage()))
        record.args = ()
    return True


class _OneObject(JsonFormatter):
    """One JSON object per line and record."""

    def __init__(self) -> None:
        super().__init__(
            ("levelname", "name", "message"),
            rename_fields=_FIELDS,
            timestamp="time",
            json_ensure_ascii=False,
        )

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Keep the known fields, not what packages attach to their records."""
        return {name: log_data[name] for name in ("time", *_FIELDS.values()) if name in log_data}


def _log_uncaught(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    log.critical("it ends by a fault", exc_info=(kind, error, traceback))


def _log_uncaught_in_thread(thrown: threading.ExceptHookArgs) -> None:
    if thrown.exc_value is not None and thrown.exc_type is not SystemExit:
        error = (thrown.exc_type, thrown.exc_value, thrown.exc_traceback)
        log.critical("a thread ends by a fault", exc_info=error)


def _log_unraisable(thrown: "sys.UnraisableHookArgs") -> None:
    if thrown.exc_value is not None:
        error = (thrown.exc_type, thrown.exc_value, thrown.exc_traceback)
        log.error(thrown.err_msg or "a fault where none can be raised", exc_info=error)
