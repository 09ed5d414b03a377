"""The log as JSON: an object in each line, whatever a record holds."""

import json
import logging
import sys
import threading
import warnings
from datetime import UTC, datetime

import pytest

from bot.logs import LogFormat, set_up_log

log = logging.getLogger("bot.somewhere")


pytestmark = pytest.mark.usefixtures("log_as_before")


def fail() -> None:
    raise ZeroDivisionError("by nothing")


def written(capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_record_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log(logging.INFO, LogFormat.JSON)
    log.info("two\nlines of %s", "Šamaš")
    log.debug("a detail")
    try:
        fail()
    except ZeroDivisionError:
        log.exception("a fault")
    first, fault = written(capsys)
    said_at = datetime.fromisoformat(first.pop("time"))
    assert abs((datetime.now(UTC) - said_at).total_seconds()) < 60
    assert first == {
        "level": "INFO",
        "logger": "bot.somewhere",
        "message": "two\nlines of Šamaš",
    }
    assert (fault["level"], fault["message"]) == ("ERROR", "a fault")
    assert fault["error"].startswith("Traceback")
    assert fault["error"].endswith("ZeroDivisionError: by nothing")


def test_what_a_package_attaches_to_a_record_is_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_log(logging.INFO, LogFormat.JSON)
    log.info("hello", extra={"token": "hunter2"})
    assert "hunter2" not in json.dumps(written(capsys))


@pytest.mark.filterwarnings("default")
def test_whatever_else_would_be_written_is_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log(logging.INFO, LogFormat.JSON)
    warnings.warn("soon gone", stacklevel=1)

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    try:
        fail()
    except ZeroDivisionError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    told, in_thread, at_the_end = written(capsys)
    assert (told["level"], told["logger"]) == ("WARNING", "py.warnings")
    assert "soon gone" in told["message"]
    assert in_thread["level"] == at_the_end["level"] == "CRITICAL"
    assert in_thread["error"].endswith("ZeroDivisionError: by nothing")
    assert at_the_end["error"].endswith("ZeroDivisionError: by nothing")


def test_lines_are_as_they_were(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log(logging.INFO, LogFormat.LINES)
    log.info("hello")
    (line,) = capsys.readouterr().err.splitlines()
    assert "INFO" in line
    assert "bot.somewhere" in line
    assert line.endswith("hello")
