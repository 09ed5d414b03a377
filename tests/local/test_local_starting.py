"""``python -m bot`` starts the local table, or says in a sentence why not."""

import socket
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bot.__main__ import main
from bot.local.startup import NEWEST

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.usefixtures("log_as_before")


@pytest.fixture
def taken():
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield int(other.getsockname()[1])


def test_a_port_that_is_taken(taken, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("LOCAL_PORT", str(taken))
    monkeypatch.setenv("LOG_LEVL", "DEBUG")
    assert main(["--no-browser"]) == 69
    said = capsys.readouterr()
    (line,) = said.err.splitlines()
    assert line.startswith(f"LOCAL_PORT: Port {taken} is in use.")
    assert said.out == "LOG_LEVL is not a setting: did you mean LOG_LEVEL?\n"
    assert list(tmp_path.iterdir()) == []


def test_discord_without_a_token(capsys):
    assert main(["--discord"]) == 78
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("DISCORD_TOKEN is missing: ")
    assert "Reset Token" in line


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
    (needed,) = map(Requirement, project["optional-dependencies"]["local"])
    assert needed.marker is not None
    for minor in range(11, 20):
        installed = needed.marker.evaluate({"python_version": f"3.{minor}"})
        assert installed == ((3, minor) <= NEWEST)


def test_both_at_once(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--local", "--discord"])
    assert ended.value.code == 2
    assert "not allowed with" in capsys.readouterr().err
