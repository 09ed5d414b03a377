"""A database in a file is for one process at a time."""

import subprocess
import sys

import pytest

from bot.ops.exclusive_use import exclusive_use
from bot.store import StoreError

HOLDING = """
import sys
from bot.ops.exclusive_use import exclusive_use
with exclusive_use(sys.argv[1], print):
    print("held", flush=True)
    sys.stdin.read()
"""


def _holder(url):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDING, url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


def test_a_second_process_waits_and_then_gives_up_in_a_sentence(tmp_path):
    file = tmp_path / "games.sqlite3"
    said = []
    with _holder(f"sqlite+aiosqlite:///{file}") as holder:
        with (
            pytest.raises(
                StoreError, match=f"Another process runs on {file}, which is for one process: "
            ),
            exclusive_use(f"sqlite+aiosqlite:///{file}", said.append, patience=0.1),
        ):
            raise AssertionError
        holder.kill()
    assert said == [f"Another process runs on {file}: waiting for its end, up to 0.1 seconds."]


@pytest.mark.parametrize("ends", ["by itself", "killed"])
def test_it_goes_on_once_the_first_is_gone_however_that_ends(tmp_path, ends):
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"
    with _holder(url) as holder:

        def end(said):
            assert "waiting for its end" in said
            if ends == "killed":
                holder.kill()
            elif holder.stdin is not None:
                holder.stdin.close()

        with exclusive_use(url, end):
            holder.wait()


def test_other_databases_do_not_matter(tmp_path):
    """Not those in memory, at a server, or in another file."""

    def say(said):
        raise AssertionError(said)

    for name in ("a", "b"):
        with exclusive_use(f"sqlite+aiosqlite:///{tmp_path / name}", say):
            pass
    for url in (
        "sqlite+aiosqlite://",
        "postgresql+asyncpg://localhost/games",
        " postgres://rivers:p@ss:word@localhost/games\n",
        "postgres://first:5432,second:5433/games",
    ):
        with exclusive_use(url, say), exclusive_use(url, say):
            pass


def test_a_file_is_the_same_by_whatever_name(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "games.sqlite3")
    with (
        _holder(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"),
        pytest.raises(StoreError, match="Another process runs on "),
        exclusive_use(f"sqlite+aiosqlite:///{tmp_path / 'link'}", print, patience=0.1),
    ):
        raise AssertionError


def test_where_nothing_can_be_locked_the_store_says_what_is_wrong(tmp_path):
    with exclusive_use(f"sqlite+aiosqlite:///{tmp_path / 'nowhere' / 'games.sqlite3'}", print):
        assert not (tmp_path / "nowhere").exists()
