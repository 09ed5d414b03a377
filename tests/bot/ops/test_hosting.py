"""The bot's environment: what it reports about its database, and when it opens no local table."""

import logging
import re
import shlex
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
from tabletop import url

from bot.__main__ import Exit, main
from bot.client.messages.permissions import adding_link
from bot.client.running import ENDED_WITHIN
from bot.ops.hosting import log_database, memory_warning, unattended
from bot.settings import CheckSettings, LocalSettings, Settings

ROOT = Path(__file__).parents[3]
UNIT = ROOT / "docs" / "two-rivers.service"
MOUNTS = """\
22 28 0:20 / /proc rw,nosuid shared:12 - proc proc rw
28 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
31 28 0:26 / /tmp rw,nosuid - tmpfs tmpfs rw
40 28 254:1 / /var/my\\040data rw,relatime - ext4 /dev/vdb rw
42 28 254:3 / /var/data\\134für\\134uns rw,relatime - ext4 /dev/vdd rw
41 28 254:1 / /app rw,relatime - ext4 /dev/vdc rw
"""
IN_A_CONTAINER = "28 1 0:52 / / rw,relatime - overlay overlay rw,lowerdir=/a\n"


@pytest.fixture
def log(caplog):
    caplog.set_level(logging.INFO, "bot.ops")
    return caplog


def test_the_bot_says_where_games_are_kept(log):
    log_database(url("/srv/games.sqlite3"), {}, MOUNTS)
    log_database("postgres://rivers:hunter2@db.example/games?sslmode=require", {}, MOUNTS)
    log_database("sqlite+aiosqlite://", {}, MOUNTS)
    here, there, nowhere = log.messages
    assert here == "games are kept in the file /srv/games.sqlite3"
    assert nowhere == "games are kept in memory: they are gone when the program ends"
    assert there.startswith("games are kept in postgresql")
    assert "db.example" in there
    assert "hunter2" not in log.text


@pytest.mark.parametrize(
    ("path", "environment", "mounts", "sign"),
    [
        ("/srv/games.sqlite3", {}, MOUNTS, None),
        ("/srv/games.sqlite3", {"DYNO": ""}, MOUNTS, None),
        ("/srv/games.sqlite3", {"DYNO": "worker.1"}, MOUNTS, "DYNO is set"),
        ("/srv/games.sqlite3", {"FLY_APP_NAME": "rivers"}, MOUNTS, "FLY_APP_NAME is set"),
        ("/srv/games.sqlite3", {"RENDER": "true"}, "", "RENDER is set"),
        ("/var/my data/games.sqlite3", {"FLY_APP_NAME": "rivers"}, MOUNTS, None),
        ("/var/data\\für\\uns/games.sqlite3", {"FLY_APP_NAME": "rivers"}, MOUNTS, None),
        ("/tmp/games.sqlite3", {}, MOUNTS, "tmpfs at /tmp"),
        ("/tmpfile/games.sqlite3", {}, MOUNTS, None),
        ("/srv/games.sqlite3", {}, IN_A_CONTAINER, "overlay at /"),
    ],
)
def test_a_disk_that_is_thrown_away(log, path, environment, mounts, sign):
    """A volume that a platform keeps is mounted somewhere else."""
    log_database(url(path), environment, mounts)
    warned = [each.getMessage() for each in log.records if each.levelno == logging.WARNING]
    if sign is None:
        assert warned == []
    else:
        (warning,) = warned
        assert f"on a disk that does not last ({sign})" in warning
        assert "Set DATABASE_URL to a PostgreSQL database" in warning


def test_a_database_that_is_gone_though_it_was_backed_up(log, tmp_path):
    """The bot starts without games, as some hosts want; other hosts read what to do."""
    database = tmp_path / "games.sqlite3"
    log_database(url(database), {}, "")
    assert not warnings(log)
    backups = tmp_path / "games.sqlite3.backups"
    backups.mkdir()
    for night in (24, 25):
        (backups / f"2026-11-{night}.sqlite3").touch()
    log_database(url(database), {}, "")
    (warning,) = warnings(log)
    assert warning.startswith("that file is not there: the bot begins without games.")
    assert warning.endswith(f"python -m bot restore {backups}/2026-11-25.sqlite3")
    database.touch()
    log_database(url(database), {}, "")
    assert len(warnings(log)) == 1


def warnings(log):
    return [each.getMessage() for each in log.records if each.levelname == "WARNING"]


@pytest.mark.parametrize(
    ("environment", "in_terminal", "elsewhere"),
    [
        ({}, None, None),
        ({"PORT": "8080"}, None, "PORT"),  # as somebody may have set who develops something else
        ({"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, None, "KUBERNETES_SERVICE_HOST"),
        ({"DYNO": "run.1"}, "DYNO", "DYNO"),
        ({"RAILWAY_PROJECT_ID": "17", "PORT": "80"}, "RAILWAY_PROJECT_ID", "RAILWAY_PROJECT_ID"),
    ],
)
def test_where_nobody_sits(environment, in_terminal, elsewhere):
    assert unattended(environment, terminal=True) == in_terminal
    assert unattended(environment, terminal=False) == elsewhere


@pytest.mark.usefixtures("log_as_before")
def test_without_a_token_a_platform_gets_no_local_table(tmp_path, monkeypatch, capsys):
    for name in (*CheckSettings.model_fields, *LocalSettings.model_fields):
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DYNO", "worker.1")
    assert main([]) == 78
    missing, local = capsys.readouterr().err.splitlines()
    assert missing.startswith("DISCORD_TOKEN is missing: get it from ")
    assert "developer portal" in missing
    assert "Bot -> Reset Token" in missing
    assert local == "As DYNO is set, only --local opens a local table."
    assert list(tmp_path.iterdir()) == []


# --- start commands ------------------------------------------------------------------------------


def commands_of(parameters):
    """The bot knows what it is started with."""
    python, minus_m, module, *arguments = parameters
    assert python.endswith("python")
    assert (minus_m, module, arguments) == ("-m", "bot", ["--discord"])


def test_the_unit_is_one_that_systemd_understands(tmp_path):
    if which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    text = UNIT.read_text()
    (started,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    commands_of(shlex.split(started))
    unit = tmp_path / UNIT.name
    unit.write_text(text.replace(shlex.split(started)[0], sys.executable))
    verify = ["systemd-analyze", "verify", "--man=no", str(unit)]
    verified = subprocess.run(verify, capture_output=True, check=False, text=True)
    log = [*verified.stdout.splitlines(), *verified.stderr.splitlines()]
    # of the machine's own units, which it looks at as well, it may tell anything
    assert [line for line in log if UNIT.name in line] == []
    assert verified.returncode == 0


def test_the_unit_restarts_only_what_may_be_well_again():
    text = UNIT.read_text()
    assert re.findall(r"^Restart=(.*)$", text, re.MULTILINE) == ["on-failure"]
    (never,) = re.findall(r"^RestartPreventExitStatus=(.*)$", text, re.MULTILINE)
    assert [int(status) for status in never.split()] == [2, Exit.CONFIG]


def test_the_link_in_the_readme_asks_for_what_the_bot_needs():
    (link,) = re.findall(r"`(https://discord.com/oauth2/\S+)`", (ROOT / "README.md").read_text())
    assert link == adding_link(0).replace("client_id=0", "client_id=ID")


def test_a_copy_in_memory_is_reported():
    log = memory_warning(Path("/tmp/copy.sqlite3"), MOUNTS)
    assert log == (
        " It is in memory (tmpfs at /tmp): copy it to a disk before the machine restarts."
    )
    assert not memory_warning(Path("/srv/copy.sqlite3"), MOUNTS)
    assert not memory_warning(Path("copy.sqlite3"), IN_A_CONTAINER)


@pytest.mark.parametrize("name", ["compose.yaml", "compose.postgres.yaml"])
def test_a_container_keeps_its_data_and_is_given_the_time_in_which_the_bot_ends(name):
    """It uses the chosen database."""
    composed = (ROOT / name).read_text()
    bot = composed.partition("\n  database:\n")[0]
    assert re.search(r"^    volumes:\n      - \w+:/data$", bot, re.MULTILINE)
    assert "tmpfs: [/tmp]" in bot
    for setting in re.findall(r"^      ([A-Z_]+): ", bot, re.MULTILINE):
        assert setting == "PGPASSWORD" or f"${{{setting}:-" in bot
    graces = re.findall(r"stop_grace_period: (\d+)s", composed)
    assert all(int(grace) > ENDED_WITHIN for grace in graces)
    assert graces


def test_the_procfile_starts_the_bot_on_discord_or_nothing():
    (line,) = (ROOT / "Procfile").read_text().splitlines()
    kind, _, command = line.partition(": ")
    assert kind == "worker"
    commands_of(shlex.split(command))


def test_every_setting_is_explained_in_the_example():
    explained = re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    settings = Settings.model_fields.keys() | LocalSettings.model_fields.keys()
    assert sorted(explained) == sorted(name.upper() for name in settings)
