"""Folders that the bot's user cannot enter, or that cannot exist: reported with the reason."""

import os
import pwd
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tabletop import url

from bot.ops.hosting import exclusive_use

pytestmark = pytest.mark.sqlite

TOLD = {
    "backup": "Nothing was backed up. {} cannot be written ({}).",
    "export": "Nothing was exported. {} cannot be written to ({}).",
    "import": "Nothing was imported. {} cannot be read ({}).",
    "restore": "Nothing was restored. {} cannot be read ({}).",
}


@pytest.fixture
def here(migrated, run, monkeypatch):
    """A folder that everybody can enter, with a database that everybody can use."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        database = folder / "games.sqlite3"
        database.write_bytes(migrated.read_bytes())
        database.chmod(0o666)
        monkeypatch.chdir(folder)
        monkeypatch.setenv("DISCORD_TOKEN", "")
        monkeypatch.setenv("DATABASE_URL", url(database))
        run("check")  # all that it needs is loaded, as somebody else may not read that
        run("import", "nothing")
        yield folder


@pytest.fixture
def forbidden(here):
    """A folder in there that may not be entered: the test drops the rights of root meanwhile."""
    folder = here / "forbidden"
    folder.mkdir(0)
    root = os.geteuid() == 0
    if root:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    yield folder
    if root:
        os.seteuid(0)
    folder.chmod(0o700)


def test_a_command_names_the_folder_and_the_reason(here, forbidden, run, monkeypatch):
    """A database in such a folder is reported likewise."""
    for place, reason, commands in (
        (here / ("x" * 300), "File name too long", (["check"],)),
        (forbidden / "folder", "Permission denied", (["check"], ["backup", "b"], ["repair", "1"])),
    ):
        copy = place / "copy"
        for command, template in TOLD.items():
            assert run(command, str(copy)) == (1, [template.format(copy, reason)])
        address = url(place / "games.sqlite3")
        with monkeypatch.context() as patch:
            patch.setenv("DATABASE_URL", address)
            for command in commands:
                status, (line, *_) = run(*command)
                assert status == 1
                _, database, why = line.partition(f"The database {address} cannot be opened ")
                assert database
                assert why == f"({reason}): does its folder exist, and may the program use it?"
        with exclusive_use(address, pytest.fail):  # the store has said it
            pass
