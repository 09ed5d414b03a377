"""Fixtures and hooks for all tests."""

import gc
import logging
import sqlite3
import sys
import threading
from contextlib import ExitStack
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis.strategies import none

from tests import databases
from tests.postgres import NotInstalled, Server, serving

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("others", deadline=None, database=None)
settings.load_profile("same")
"""Random examples are the same in each run, but with ``--hypothesis-profile=others``."""


def _refused(moment):
    raise TypeError(f"{moment!r} reaches sqlite3 without a type of SQLAlchemy's")


for _kind in (date, datetime):  # Python's own adapters for them are deprecated since 3.12
    sqlite3.register_adapter(_kind, _refused)

_SPEAK_SQL = [
    Path(__file__).parent / "bot" / each
    for each in (
        *("cluster", "delivery", "metrics", "ops", "store", "times"),
        *("use_cases/test_profiles.py", "use_cases/test_ratings.py"),
        "features/test_leaderboard.py",
    )
]
"""Tests at a server: of what is stored, what SQL counts, and those that say so."""

_MUCH_GARBAGE = 3
"""Collections of the middle generation, each of up to 400,000 objects, before one of the oldest."""

_SERVER = pytest.StashKey[Server]()
_MISSING = pytest.StashKey[str]()
_SERVING = pytest.StashKey[ExitStack]()


def pytest_addoption(parser):
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="where tests store: in files, or at a server that the run starts and ends",
    )


def pytest_configure(config):
    """Prepare each process; start the server once, however many there are."""
    databases.never_wait_for_the_disk()
    gc.disable()  # modules and tests are no garbage: see pytest_collection_finish
    if config.getoption("--database") == "sqlite":
        return
    of_run = getattr(config, "workerinput", {})
    config.stash[_SERVING] = stack = ExitStack()
    if "missing" in of_run:
        config.stash[_MISSING] = of_run["missing"]
    elif "server" in of_run:
        folder, port = of_run["server"]
        config.stash[_SERVER] = Server(Path(folder), port)
    else:
        try:
            config.stash[_SERVER] = stack.enter_context(serving()).server
        except NotInstalled as missing:
            config.stash[_MISSING] = str(missing)
    if _SERVER in config.stash:
        databases.use_server(config.stash[_SERVER])


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Tell each process that runs tests where the server is."""
    stash = node.config.stash
    if _SERVER in stash:
        node.workerinput["server"] = str(stash[_SERVER].folder), stash[_SERVER].port
    if _MISSING in stash:
        node.workerinput["missing"] = stash[_MISSING]


def pytest_unconfigure(config):
    if _SERVING in config.stash:
        config.stash[_SERVING].close()


def pytest_collection_modifyitems(config, items):
    """Leave out what is not about the database of this run."""
    of_files = config.getoption("--database") == "sqlite"
    left_out, reason = (
        ("postgresql", "run with --database postgresql")
        if of_files
        else ("sqlite", "about files of SQLite's, or the same with any database")
    )
    if not of_files:
        asked = {True: [], False: []}
        for item in items:
            of_what_is_stored = any(map(item.path.is_relative_to, _SPEAK_SQL))
            asked[of_what_is_stored or bool(item.get_closest_marker("postgresql"))].append(item)
        config.hook.pytest_deselected(items=asked[False])
        items[:] = asked[True]
    missing = config.stash.get(_MISSING, None)
    for item in items:
        if missing is not None:
            item.add_marker(pytest.mark.skip(reason=missing))
        elif item.get_closest_marker(left_out):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown():
    """Delete a test's databases once everybody has left them, and now and then all garbage.

    Between two tests, as it can take seconds, for which none of them would wait.
    """
    yield
    databases.forget_databases()
    if gc.get_count()[2] >= _MUCH_GARBAGE:
        gc.collect()


def pytest_collection_finish():
    """Collect garbage less often, and skip objects that live until the end of the run.

    All modules and tests are there by now, and would be searched again and again. Hypothesis draws
    first: it looks for whatever refers to its chance, and finds nothing of what is frozen.
    """
    given(none())(lambda _none: None)()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.fixture
def log_as_before():
    """Let a test set up the program's log, and have it taken down."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    hooks = sys.excepthook, threading.excepthook
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    sys.excepthook, threading.excepthook = hooks
    logging.captureWarnings(capture=False)
