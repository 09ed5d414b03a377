"""The log: as JSON, one object a line with any record; as lines, for people."""

import io
import json
import logging
import re
import sys
import threading
import warnings
from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest

from bot.__main__ import main
from bot.client.connection.discord_logging import keep_discreet
from bot.log_format import LogFormat, set_up_log

log = logging.getLogger("bot.somewhere")


pytestmark = pytest.mark.usefixtures("log_as_before")


def fail():
    raise ZeroDivisionError("by nothing")


def written(capsys):
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_record_is_a_line(capsys):
    """Without what a package attaches to it."""
    set_up_log(LogFormat.JSON)
    log.info("two\nlines of %s", "Šamaš", extra={"token": "hunter2"})
    log.debug("a detail")
    try:
        fail()
    except ZeroDivisionError:
        log.exception("a fault")
    first, fault = written(capsys)
    said_at = datetime.fromisoformat(first.pop("time"))
    assert abs((datetime.now(UTC) - said_at).total_seconds()) < 60
    assert first == {"level": "INFO", "logger": "bot.somewhere", "message": "two\nlines of Šamaš"}
    assert (fault["level"], fault["message"]) == ("ERROR", "a fault")
    assert fault["error"].startswith("Traceback")
    assert fault["error"].endswith("ZeroDivisionError: by nothing")


@pytest.mark.parametrize("form", LogFormat)
def test_no_log_record_holds_a_user_id(form, capsys):
    """Not in a package's record, an exception, or the name of a press's task."""
    keep_discreet()
    set_up_log(form)
    button = discord.ui.Button[discord.ui.View](label="swap bbbg", custom_id="te:7:swap?:bbbg")
    task = "<Task finished name='discord-ui-dynamic-item-PressedComponent-te:7:swap?:bbbg'>"
    url = "https://discord.com/api/v10/guilds/1000000000000000002/members/1000000000000000001"
    logging.getLogger("discord.http").warning("%s responded with 429", url)
    logging.getLogger("discord.ui.view").error("Ignoring exception in callback for %r", button)
    logging.getLogger("asyncio").error("exception was never retrieved: %s", task)
    try:
        {}[1_000_000_000_000_000_001]
    except KeyError:
        log.exception("a fault of game %d", 7)
        logging.getLogger("discord.client").exception("Ignoring exception in %s", "on_ready")
    output = capsys.readouterr().err
    assert "KeyError: …" in output
    assert "a fault of game 7" in output
    assert "members/…" in output
    assert not re.search(r"\d{15}|bbbg", output)


@pytest.mark.filterwarnings("default")
def test_whatever_else_would_be_written_is_a_record(capsys):
    set_up_log(LogFormat.JSON)
    warnings.warn("soon gone", stacklevel=1)

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    try:
        fail()
    except ZeroDivisionError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    output, in_thread, at_the_end = written(capsys)
    assert (output["level"], output["logger"]) == ("WARNING", "py.warnings")
    assert "soon gone" in output["message"]
    assert in_thread["level"] == at_the_end["level"] == "CRITICAL"
    assert in_thread["error"].endswith("ZeroDivisionError: by nothing")
    assert at_the_end["error"].endswith("ZeroDivisionError: by nothing")


@pytest.mark.parametrize(
    ("dot_env", "message"),
    [(b"", "DISCORD_TOKEN is missing: "), (b"\xff", "The file .env cannot be read: ")],
)
def test_what_ends_a_start_is_a_record_too(dot_env, message, tmp_path, monkeypatch, capsys):
    """A wrong setting, in a sentence, and a fault that comes later."""
    monkeypatch.chdir(tmp_path)
    Path(".env").write_bytes(dot_env)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("LOG_FORMAT", "json")
    assert main(["--discord"]) == 78
    try:
        fail()
    except ZeroDivisionError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    setting, fault = written(capsys)
    assert (setting["level"], setting["message"][: len(message)]) == ("CRITICAL", message)
    assert fault["error"].startswith("Traceback")


def test_lines_have_no_colours_where_nobody_looks_at_them(monkeypatch, capsys):
    """Not even in a container, where discord.py thinks otherwise."""
    monkeypatch.setattr("discord.utils.is_docker", lambda: True)
    set_up_log(LogFormat.LINES)
    log.info("hello")
    (line,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d [\d:]{8} INFO     bot\.somewhere hello", line)


class _Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_lines_have_colours_on_a_terminal_unless_nobody_wants_them(no_color, coloured, monkeypatch):
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("NO_COLOR", no_color)
    set_up_log(LogFormat.LINES)
    log.info("hello")
    assert ("\x1b[" in terminal.getvalue()) == coloured
