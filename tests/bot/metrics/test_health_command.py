"""``two-rivers health``, as a container asks it: in a process of its own, or here."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from bot import __version__
from bot.__main__ import main
from tests.ports import free_port

ROOT = Path(__file__).parents[3]


async def asked(at):
    """The exit status, and what is said."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "health"),
        cwd=ROOT,
        env=os.environ | {"STATUS_AT": at},
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await process.communicate()
    return process.returncode, said.decode()


async def test_a_bot_that_is_well(watcher):
    port = watcher.url.rpartition(":")[2]
    assert await asked(port) == (0, "All is well.\n")


async def test_a_bot_that_is_not_well(watcher, program):
    program.ready = False
    told = (1, "There is no connection to Discord yet.\n")
    port = watcher.url.rpartition(":")[2]
    assert await asked(f"0.0.0.0:{port}") == told, "at all addresses: at this one"


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A folder with no bot, and no settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STATUS_AT", raising=False)
    return tmp_path


def test_no_bot_is_there(elsewhere, capsys):
    port = free_port()
    (elsewhere / ".env").write_text(f"STATUS_AT={port}\n")
    assert main(["health"]) == 1
    said = capsys.readouterr().out
    assert said.startswith(f"No bot answers at 127.0.0.1:{port}: it does not run here, or ")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("", "STATUS_AT is not set: without it the bot tells nothing of its health. Set it to a "),
        ("STATUS_AT=\n", "STATUS_AT is not set: "),
        ("STATUS_AT=here\n", "STATUS_AT is not a port, or a host and a port."),
    ],
)
def test_nothing_can_be_asked(elsewhere, capsys, setting, said):
    (elsewhere / ".env").write_text(setting)
    assert main(["health"]) == 78
    assert capsys.readouterr().out.startswith(said)


def test_the_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"Two Rivers {__version__}\n"


async def test_a_health_check_loads_next_to_nothing():
    """A container asks every minute: the bot's packages would take a second each time."""
    code = "import sys, bot.__main__; print(*sys.modules)"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    loaded, _ = await process.communicate()
    assert not {"discord", "sqlalchemy", "pydantic", "aiohttp", "PIL"} & {*loaded.decode().split()}
