import asyncio
import os
import shutil
from pathlib import Path
from random import Random

import pytest
from copied_data import FIXTURES, change, skip_post_numbers
from tabletop import ANNA, GAMES, PLACE, Clock, act_at_random, ended, play_out, running, url

from bot.__main__ import main
from bot.settings import CheckSettings, LocalSettings
from bot.use_cases import Services
from tests.databases import new_database, opened_at


@pytest.fixture
def path(tmp_path, monkeypatch):
    """The database of a host who has no token yet."""
    for name in (*CheckSettings.model_fields, *LocalSettings.model_fields):
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "games.sqlite3"
    monkeypatch.setenv("DATABASE_URL", url(path))
    return path


async def play(path):
    """A game that runs, with an action taken back, one that waits, two that are over."""
    async with opened_at(await new_database(path)) as store:
        services = Services(store, Random(7), Clock())
        rng = Random(4)
        table = await running(services, name="Ur")
        for _ in range(20):
            table = (await act_at_random(services, table, rng)).table
            if table.undoer is not None:
                table = (await services.play.undo(table.id, table.undoer.user_id)).table
                table = (await act_at_random(services, table, rng)).table
        return [
            table,
            await services.opening.open(ANNA, PLACE, "Lagash"),
            await play_out(
                store, services, await running(services, 2, "Kish", board="advanced"), decisions=20
            ),
            await ended(services, 3),
        ]


_played = []


@pytest.fixture
def played(path):
    """These games in the database; they are played once."""
    if not _played:
        tables = asyncio.run(play(path))
        _played.append((path.read_bytes(), tables, dict(GAMES)))
    content, tables, whole_games = _played[0]
    path.write_bytes(content)
    GAMES.update(whole_games)
    return tables


@pytest.fixture
def run(capsys):
    """Run a command: its exit status, and the lines that it prints."""

    def run(*arguments):
        status = main(arguments)
        printed = capsys.readouterr()
        assert not printed.err
        return status, printed.out.splitlines()

    return run


@pytest.fixture(scope="session")
def migrated(tmp_path_factory):
    """The file of a bot that ran on Discord, migrated."""
    file = tmp_path_factory.mktemp("left") / "games.sqlite3"
    shutil.copyfile(FIXTURES / "before_clocks.sqlite3", file)
    asyncio.run(change(url(file), skip_post_numbers))
    return file


@pytest.fixture
def filled(path, migrated):
    """A file with games of all kinds, people, posts, what is due."""
    return Path(shutil.copyfile(migrated, path))


@pytest.fixture
def target(tmp_path, monkeypatch):
    """An empty database, of the kind of this run, which the commands are about from now on."""
    address = asyncio.run(new_database(tmp_path / "elsewhere.sqlite3"))
    monkeypatch.setenv("DATABASE_URL", address)
    return address


@pytest.fixture
def open_to_all():
    """A host whose new files everybody may read."""
    before = os.umask(0)
    yield
    os.umask(before)
