"""``two-rivers health``, as a container asks it, and the address at which it does."""

import asyncio
import json
import socket
import subprocess
import sys

import pytest

from bot import __version__
from bot.__main__ import main
from bot.listening import CannotListen, SocketAddress, listening
from tests.ports import free_port


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A folder with no bot, and no settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STATUS_AT", raising=False)
    return tmp_path


async def test_a_bot_that_is_well_or_not(watcher, program, monkeypatch, capsys):
    port = watcher.url.rpartition(":")[2]
    monkeypatch.setenv("STATUS_AT", port)
    assert await asyncio.to_thread(main, ["health"]) == 0
    assert capsys.readouterr().out == "All is well.\n"
    program.ready = False
    monkeypatch.setenv("STATUS_AT", f"0.0.0.0:{port}")  # at all addresses: at this one
    assert await asyncio.to_thread(main, ["health"]) == 1
    assert capsys.readouterr().out == "There is no connection to Discord yet.\n"


def test_no_bot_is_there(elsewhere, capsys):
    port = free_port()
    (elsewhere / ".env").write_text(f"STATUS_AT={port}\n")
    assert main(["health"]) == 1
    output = capsys.readouterr().out
    assert output.startswith(f"No bot answers at 127.0.0.1:{port}: it does not run here, or ")


@pytest.mark.parametrize(
    ("setting", "output"),
    [
        ("", "STATUS_AT is not set: without it the bot tells nothing of its health. Set it to a "),
        ("STATUS_AT=\n", "STATUS_AT is not set: "),
        ("STATUS_AT=here\n", "STATUS_AT is not a port, or a host and a port."),
    ],
)
def test_nothing_can_be_asked(elsewhere, capsys, setting, output):
    (elsewhere / ".env").write_text(setting)
    assert main(["health"]) == 78
    assert capsys.readouterr().out.startswith(output)


def test_the_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"Two Rivers {__version__}\n"


def test_a_health_check_loads_next_to_nothing():
    """A container asks every minute: the bot's packages would take a second each time."""
    code = "import sys, bot.__main__; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert not {"discord", "sqlalchemy", "pydantic", "aiohttp", "PIL"} & {*loaded.split()}


# --- STATUS_AT: the address of health and figures ------------------------------------------------


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (" 8080\n", ("127.0.0.1", 8080)),
        ("0.0.0.0:8080", ("0.0.0.0", 8080)),
        ("[::1]:0", ("::1", 0)),
        ("status.example-host.internal:80", ("status.example-host.internal", 80)),
    ],
)
def test_an_address(text, address):
    assert SocketAddress.read(text) == address


@pytest.mark.parametrize(
    "text",
    ["", "port", "65536", "-1", "127.0.0.1", "::1:8080", "host:", ":8080", "http://host:8080",
     "8080/metrics", "80 80", "host:8o8o", "[host]:8080x"],
)  # fmt: skip
def test_an_address_that_is_none(text):
    with pytest.raises(ValueError, match="is not a port, or a host and a port"):
        SocketAddress.read(text)


@pytest.mark.parametrize(
    ("address", "output"),
    [
        (lambda taken: SocketAddress("127.0.0.1", taken), r"127\.0\.0\.1:\d+ is taken: "),
        (lambda _taken: SocketAddress("192.0.2.1", 8080), r"192\.0\.2\.1:8080 cannot be used \("),
        (lambda _taken: SocketAddress("no-such-host.invalid", 80), r"invalid:80 cannot be used \("),
    ],
)
def test_an_address_that_cannot_be_used(address, output):
    with socket.create_server(("127.0.0.1", 0)) as other:
        wanted = address(other.getsockname()[1])
        with pytest.raises(CannotListen, match=output) as caught, listening(wanted):
            pass
    assert json.dumps(str(caught.value)).startswith('"STATUS_AT: ')
