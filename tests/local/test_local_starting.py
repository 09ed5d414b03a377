"""``python -m bot`` starts the local table, or says in a sentence why not."""

import os
import re
import signal
import socket
import sys
import tomllib
from ipaddress import ip_address
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bot.__main__ import main
from bot.i18n import Words
from bot.local.startup import NEWEST, _listening, run_local
from bot.settings import LocalSettings

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.usefixtures("log_as_before")


def test_a_port_that_is_taken(here, monkeypatch, capsys, tmp_path):
    """Also on all addresses. An invalid setting is reported first."""
    monkeypatch.setenv("LOG_LEVL", "DEBUG")
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setenv("LOCAL_PORT", str(taken))
        for host, address in ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", here):
            monkeypatch.setenv("LOCAL_HOST", host)
            assert main(["--local", "--no-browser"]) == 69
            output = capsys.readouterr()
            (line,) = output.err.splitlines()
            assert line.startswith(f"LOCAL_PORT: Port {taken} is in use.")
            assert f"http://{address}:{taken}/" in line
            assert output.out == "LOG_LEVL is not a setting: did you mean LOG_LEVEL?\n"
    assert list(tmp_path.iterdir()) == []


def test_a_token_that_is_none_is_no_reason_to_play_locally(monkeypatch, capsys):
    monkeypatch.setenv("DISCORD_TOKEN", "your-token-here")
    assert main([]) == 78
    assert capsys.readouterr().err.startswith("DISCORD_TOKEN is not a bot token")


def test_a_database_that_cannot_be_opened(monkeypatch, capsys):
    monkeypatch.setenv("LOCAL_PORT", "0")
    monkeypatch.setenv("LOCAL_DATABASE_URL", "sqlite+aiosqlite:////nowhere/local.sqlite3")
    assert main(["--local", "--no-browser"]) == 69
    assert capsys.readouterr().err.startswith("LOCAL_DATABASE_URL: The database ")


class Without:
    """A finder of modules that does not find some."""

    def __init__(self, finder, hidden):
        self.finder, self.hidden = finder, hidden

    def find_spec(self, name, *rest):
        return None if name in self.hidden else self.finder.find_spec(name, *rest)


@pytest.mark.parametrize("hidden", [{"simcord"}, {"markdown_it"}])
def test_a_package_that_is_missing(hidden, monkeypatch, capsys):
    for name in hidden:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Without(finder, hidden) for finder in sys.meta_path])
    assert main(["--local"]) == 69
    needed, discord = capsys.readouterr().err.splitlines()
    assert "pip install -r requirements/local.txt" in needed
    assert hidden.pop().replace("_it", "-it-py") in needed
    assert "DISCORD_TOKEN" in discord


def test_a_python_for_which_a_package_is_missing(monkeypatch, capsys):
    monkeypatch.setattr(sys, "meta_path", [Without(each, {"av"}) for each in sys.meta_path])
    monkeypatch.delitem(sys.modules, "av", raising=False)
    monkeypatch.setattr(sys, "version_info", (NEWEST[0], NEWEST[1] + 1, 0))
    assert main(["--local"]) == 69
    needed, discord = capsys.readouterr().err.splitlines()
    assert needed.startswith("The local table needs Python 3.14 or older, and this is 3.15.")
    assert "DISCORD_TOKEN" in discord


def test_where_the_packages_are_installed_the_local_table_says_that_it_runs():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for needed in map(Requirement, project["optional-dependencies"]["local"]):
        for minor in range(11, 20):
            installed = needed.marker.evaluate({"python_version": f"3.{minor}"})
            assert installed == ((3, minor) <= NEWEST)


def test_both_at_once(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--local", "--discord"])
    assert ended.value.code == 2
    assert "not allowed with" in capsys.readouterr().err


# --- addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "status", "fault"),
    [
        ("198.51.100.7", 69, "LOCAL_HOST: 198.51.100.7 isn't an address of this machine."),
        ("2001:db8::7", 69, "LOCAL_HOST: 2001:db8::7 isn't an address of this machine."),
        ("my-machine", 78, "LOCAL_HOST is not an IP address: leave it out for this machine alone"),
        ("0.0.0.0:80", 78, "LOCAL_HOST is not an IP address: "),
        ("fe80::1%eth0", 78, "LOCAL_HOST is not an IP address: "),
    ],
)
def test_a_host_that_cannot_be_used(host, status, fault, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("LOCAL_HOST", host)
    assert main(["--local", "--no-browser"]) == status
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(fault)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (Path.mkdir, "can't be used (Is a directory)."),
        (lambda file: file.write_bytes(b"hello\xff"), "holds no key. Delete it, "),
        (Path.touch, "holds no key. Delete it, "),
    ],
)
def test_a_file_that_holds_no_key(make, fault, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("LOCAL_HOST", "0.0.0.0")
    monkeypatch.setenv("LOCAL_PORT", "0")
    file = tmp_path / "two_rivers_local.sqlite3.key"
    make(file)
    assert main(["--local", "--no-browser"]) == 69
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"LOCAL_HOST: {file} {fault}")
    assert list(tmp_path.iterdir()) == [file]


def test_both_kinds_of_addresses_at_once():
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with _listening(Words.of("en"), ip_address("::"), 0) as listening:
        for loopback in ("127.0.0.1", "::1"):
            socket.create_connection((loopback, listening.getsockname()[1])).close()


def test_by_default_it_listens_for_this_machine_alone():
    host = LocalSettings.load().local_host
    assert host.is_loopback
    with _listening(Words.of("en"), host, 0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"


@pytest.fixture
def output(monkeypatch):
    """The output of the local table at its start; then it is ended, as by Ctrl+C."""
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    monkeypatch.setenv("LOCAL_PORT", "0")

    def start_at(host):
        lines = []

        def say(line):
            lines.append(line)
            if "DISCORD_TOKEN" in line:
                os.kill(os.getpid(), signal.SIGINT)

        monkeypatch.setenv("LOCAL_HOST", host)
        run_local(LocalSettings.load(), say, browser=False)
        return lines

    yield start_at
    for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
        signal.signal(number, handler)


def test_it_says_where_it_can_be_opened_and_what_that_means(here, output):
    address, where, _discord = output("127.0.0.1")
    assert re.fullmatch(r".*: http://127\.0\.0\.1:\d+/", address)
    assert where.startswith("Games are kept.")
    keys = []
    for host in ("0.0.0.0", here):
        address, warning, *_rest = output(host)
        found = re.fullmatch(rf".*: http://{re.escape(here)}:\d+/\?key=(\w+)", address)
        keys.append(found[1])
        assert warning.startswith("Anyone with this address can see every hand")
    assert keys[0] == keys[1]  # after another start
