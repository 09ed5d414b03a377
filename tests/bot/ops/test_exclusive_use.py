"""A database in a file is for one process at a time."""

import subprocess
import sys

import pytest
from tabletop import url

from bot.ops.hosting import exclusive_use
from bot.store import StoreError

HOLDING = """
import sys
from filelock import FileLock
with FileLock(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    """A process that has the file's lock; it imports less than the bot."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, tmp_path / "games.sqlite3.lock"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_second_process_waits_and_then_gives_up_in_a_sentence(tmp_path, holder):
    """By any name; the second goes on once the first is gone, however that ends."""
    file, link = tmp_path / "games.sqlite3", tmp_path / "link"
    link.symlink_to(file)
    for name in (file, link):
        lines = []
        with (
            pytest.raises(StoreError, match=f"Another process runs on {file}, which is for one "),
            exclusive_use(url(name), lines.append, patience=0.1),
        ):
            raise AssertionError
        assert lines == [f"Another process runs on {file}: waiting for its end, up to 0.1 seconds."]

    def end(lines):
        assert "waiting for its end" in lines
        holder.kill()

    with exclusive_use(url(file), end):
        holder.wait()
    with (
        exclusive_use(url(file), pytest.fail),
        pytest.raises(StoreError),
        exclusive_use(url(file), pytest.fail, patience=0.0),  # and at once without any
    ):
        raise AssertionError


def test_other_databases_do_not_matter(tmp_path):
    """Not those in memory, at a server, or in another file."""
    with exclusive_use(url(tmp_path / "a"), pytest.fail):
        for other in (
            url(tmp_path / "b"),
            "sqlite+aiosqlite://",
            "postgresql+asyncpg://localhost/games",
            " postgres://rivers:p@ss:word@localhost/games\n",
            "postgres://first:5432,second:5433/games",
        ):
            with exclusive_use(other, pytest.fail):
                pass


def test_where_nothing_can_be_locked_the_store_says_what_is_wrong(tmp_path):
    with exclusive_use(url(tmp_path / "nowhere" / "games.sqlite3"), print):
        assert not (tmp_path / "nowhere").exists()
