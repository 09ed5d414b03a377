"""Settings: read from the environment, .env, and files; wrong ones are named, secrets are not."""

import os
import pwd
import re
import shutil
from pathlib import Path

import pytest

import render
from bot.__main__ import main
from bot.computers import PAUSE
from bot.settings import CheckSettings, LocalSettings, Settings, token_given, unknown_settings
from tests.configuring import NAMES, TOKEN, faults, nothing_set

__all__ = ["nothing_set"]

SHIPPED_FONT = Path(render.__path__[0]) / "fonts" / "DejaVuSansCondensed-Bold.ttf"
ROOT = Path(__file__).parents[3]


def test_a_token_is_enough_and_the_local_table_needs_none(monkeypatch):
    local = LocalSettings.load()
    assert (local.local_port, local.pause, local.log_format) == (8642, PAUSE, "lines")
    assert local.local_database_url == "sqlite+aiosqlite:///two_rivers_local.sqlite3"
    assert local.log_level == "WARNING"
    monkeypatch.setenv("DISCORD_TOKEN", f" {TOKEN}\n")  # blanks around it do no harm
    settings = Settings.load()
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.log_level == "INFO"
    assert TOKEN not in repr(settings)


def test_settings_stand_in_a_file_and_the_environment_overrides_it(tmp_path, monkeypatch):
    """Some editors mark a file as UTF-8."""
    (tmp_path / ".env").write_text(
        f"\ufeffDISCORD_TOKEN={TOKEN}\n# a comment\nLOG_LEVEL=debug\nSOMETHING_ELSE=1\n", "utf-8"
    )
    assert Settings.load().discord_token.get_secret_value() == TOKEN
    assert Settings.load().log_level == "DEBUG"
    assert token_given()
    monkeypatch.setenv("LOG_LEVEL", "")
    assert Settings.load().log_level == "DEBUG"
    monkeypatch.setenv("LOG_LEVEL", "warning")
    assert Settings.load().log_level == "WARNING"


READ = {
    "lobby_days": (14, {"0": 0}),
    "idle_days": (45, {"3650": 3650}),
    "database_connections": (8, {"2": 2, "100": 100}),
    "status_at": (None, {"8080": ("127.0.0.1", 8080), "0.0.0.0:8080": ("0.0.0.0", 8080)}),
    "log_format": ("lines", {" JSON ": "json"}),
    "computer_pause": (PAUSE.total_seconds(), {"2.5": 2.5}),
    "database_url": (
        "sqlite+aiosqlite:///two_rivers.sqlite3",
        {
            url: url
            for url in (
                "postgres://user:hunter2@host/games",
                "postgresql://user:hunter2@host:5432/games?sslmode=require",
                "postgresql+asyncpg://user@[::1]:5432/games",
                "postgresql://user:p@ss/w#rd?@host/games",
                "postgresql:///games?host=/var/run/postgresql",
            )
        },
    ),
    "discord_api": (
        None,
        {
            "http://localhost:7979/api/v10": "http://localhost:7979/api/v10",
            " https://proxy.example/discord/api/v10/\n": "https://proxy.example/discord/api/v10",
            "http://[::1]:7979/api/v10": "http://[::1]:7979/api/v10",
        },
    ),
}
"""Each setting's default, and texts with their values."""


@pytest.mark.parametrize("name", READ)
def test_what_is_read(name, monkeypatch):
    usual, texts = READ[name]
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert getattr(Settings.load(), name) == usual
    for text, value in texts.items():
        monkeypatch.setenv(name.upper(), text)
        assert getattr(Settings.load(), name) == value


OUT_OF_BOUNDS = [
    ("DISCORD_TOKEN", "Reset Token", f"your-token-here|two words|{TOKEN} {TOKEN}|a.b.c"),
    ("IDLE_DAYS", "is not a whole number from 0 to 3650: ", "-1|many|1000000"),
    ("DATABASE_CONNECTIONS", "is not a whole number from 2 to 100: ", "1|-4|101|many"),
    (
        "STATUS_AT",
        "is not a port, or a host and a port: leave ",
        "port|80808|::1:80|http://host:80",
    ),
    ("LOG_FORMAT", "is not a form of the log: leave it out for lines, or write json.", "xml"),
    ("COMPUTER_PAUSE", "is not a number from 0 to 60: leave it out for 4, ", "-1|61|soon|nan|inf"),
    ("LEASE_SECONDS", "is not a number from 1 to 3600: leave it out for 30, or write ", "0.5"),
    ("CALLS_PER_SECOND", "is not a number from 0 to 10000: leave it out for ", "-1"),
    ("VACATION_DAYS", "is not a whole number from 0 to 366: leave it out for 30, or write ", "367"),
    ("BACKUPS", "is not a whole number from 0 to 365: leave it out for 7, or write ", "366"),
    ("GAMES_PER_USER", "is not a whole number from 1 up: leave it out for 25, or write ", "0"),
    ("GAMES_PER_SERVER", "is not a whole number from 1 up: leave it out for 1000, or ", "4.5"),
]


@pytest.mark.parametrize(("name", "expected", "wrong"), OUT_OF_BOUNDS)
def test_a_number_out_of_bounds_is_reported_with_them(name, expected, wrong, monkeypatch):
    """All other faults are reported too, in one line."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    for text in wrong.split("|"):
        monkeypatch.setenv(name, text)
        (line,) = faults()
        assert line.startswith(f"{name} ")
        assert expected in line
        assert text not in line or len(text) < 9


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("DATABASE_URL", "games.sqlite3", "is not the URL"),
        ("DATABASE_URL", "mars+rover://user:hunter2@host/games", "unknown"),
        ("DATABASE_URL", "sqlite:///games.sqlite3", "no asynchronous driver"),
        ("DATABASE_URL", "mysql+aiomysql://user:hunter2@host/games", "SQLite and PostgreSQL are"),
        ("DATABASE_URL", "postgresql+psycopg2://user:hunter2@h/g", "driver that is unknown"),
        ("DATABASE_URL", "postgresql://user:hunter2@host:port/games", "names no host, or no port"),
        ("DATABASE_URL", "postgresql://user:hunter2@host:70000/g", "port that doesn't exist"),
        ("DATABASE_URL", "postgresql://user:hunter2@fe80::1/games", "in brackets"),
        ("DATABASE_URL", "postgresql:user:hunter2@host/games", "begins with postgresql://"),
        ("DATABASE_URL", "postgresql://u:hunter2@h/g?sslmode", "not written as name=value"),
        ("DATABASE_URL", "postgres://u:hunter2@h/g?connect_timeout=soon", "no number of seconds"),
        ("DATABASE_URL", "sqlite+aiosqlite:///g?timeout=soon", "a timeout that is no number of"),
        ("DISCORD_API", "localhost:7979/api/v10", "begins with http"),
        ("DISCORD_API", "http://localhost:0/api/v10", "begins with http"),
        ("DISCORD_API", "http://localhost:port/api/v10", "not an address"),
        ("DISCORD_API", "http://localhost/api/v10?token=hunter2", "more in it"),
        ("DISCORD_API", "http://localhost/api/v10#hunter2", "more in it"),
        ("DISCORD_API", "http://user:hunter2@localhost/api/v10", "more in it"),
        ("DISCORD_API", "http://localhost/api/v10 hunter2", "more in it"),
    ],
)
def test_an_address_that_is_none(name, text, fault, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv(name, text)
    (line,) = faults()
    assert line.startswith(f"{name} ")
    assert fault in line
    assert ("sqlite+aiosqlite:///" if name == "DATABASE_URL" else "http://localhost:7979") in line
    assert "hunter2" not in line


def test_every_fault_has_its_line(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "nonsense")
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    named = [line.split()[0] for line in faults()]
    assert sorted(named) == ["DATABASE_URL", "DISCORD_TOKEN", "LOG_LEVEL"]


# --- the local table ---------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["", "  ", TOKEN, "x"])
def test_a_token_decides_what_is_run(token, monkeypatch):
    assert not token_given()
    monkeypatch.setenv("DISCORD_TOKEN", token)
    assert token_given() is bool(token.strip())


def test_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\n")
    for load in (token_given, Settings.load, LocalSettings.load):
        assert faults(load) == ["The file .env cannot be read: it must be saved as UTF-8."]


def test_what_is_wrong_at_the_local_table(monkeypatch):
    for name, wrong, expected in (
        *(("LOCAL_PORT", each, "is not a whole number from 0 to 65535: ") for each in ("-1", "x")),
        ("LOCAL_PORT", "65536", "is not a whole number from 0 to 65535: leave it out for 8642"),
        ("LOG_FORMAT", "xml", "is not a form of the log: "),
    ):
        with monkeypatch.context() as patch:
            patch.setenv(name, wrong)
            (line,) = faults(LocalSettings.load)
        assert line.startswith(f"{name} {expected}")


@pytest.mark.parametrize("load", [Settings.load, LocalSettings.load])
def test_fonts_are_named_with_commas_between_them(load, monkeypatch, tmp_path):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert load().fonts == ()
    shutil.copy(SHIPPED_FONT, tmp_path / "my font.ttf")
    monkeypatch.setenv("FONTS", f" {SHIPPED_FONT} ,my font.ttf,")
    assert load().fonts == (SHIPPED_FONT, Path("my font.ttf"))
    for name, fault in (("none.ttf", "is not there"), (".env", "cannot be read as a font")):
        (tmp_path / ".env").write_text("LOG_LEVEL=INFO\n")
        monkeypatch.setenv("FONTS", f"my font.ttf,{name}")
        (line,) = faults(load)
        assert line.startswith(f"FONTS cannot be used, as {name} {fault}")


def test_the_local_games_are_apart(monkeypatch):
    """No other setting of the bot on Discord matters there."""
    for file in ("two_rivers", "games"):
        if file == "games":  # the other one is where they are without a setting
            monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///games.sqlite3")
        monkeypatch.setenv("LOCAL_DATABASE_URL", f"sqlite+aiosqlite:///{file}.sqlite3")
        (line,) = faults(LocalSettings.load)
        assert line.startswith("LOCAL_DATABASE_URL is the database of the bot on Discord: ")
        monkeypatch.delenv("LOCAL_DATABASE_URL")
        assert "local" in LocalSettings.load().local_database_url
    monkeypatch.setenv("DISCORD_TOKEN", "your-token-here")
    monkeypatch.setenv("DATABASE_URL", "nonsense")
    LocalSettings.load()


# --- set and empty, bounds, names that are none --------------------------------------------------


@pytest.mark.parametrize("empty", ["", "  "])
def test_what_is_set_and_empty_is_not_set(empty, monkeypatch):
    """As in compose files, which pass on unset variables as empty ones."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    unset = Settings.load(), LocalSettings.load(), CheckSettings.load()
    for name in NAMES - {"DISCORD_TOKEN"}:
        monkeypatch.setenv(name, empty)
    assert (Settings.load(), LocalSettings.load(), CheckSettings.load()) == unset
    monkeypatch.delenv("DISCORD_TOKEN")
    missing = faults()
    monkeypatch.setenv("DISCORD_TOKEN", empty)
    assert faults() == missing


def test_the_example_tells_the_bounds_of_every_number(monkeypatch):
    for name in NAMES - {"DISCORD_TOKEN_FILE", "DATABASE_URL_FILE"}:
        monkeypatch.setenv(name, "-1")
    lines = "\n".join(faults() + faults(LocalSettings.load))
    numbers = r"^(\w+) is not a (?:whole )?number (from \d+ (?:to \d+|up)): "
    expected = dict(re.findall(numbers, lines, re.MULTILINE))
    assert expected
    example = (ROOT / ".env.example").read_text()
    for name, bounds in expected.items():
        (explained,) = re.findall(rf"((?:^# .*\n)+)#{name}=", example, re.MULTILINE)
        assert re.search(rf"\b{bounds}\b", explained), f"{name}: {bounds}"


def test_a_name_similar_to_a_setting_is_reported(tmp_path, monkeypatch):
    for name in ("DATABSE_URL", "LOGLEVEL", "DATABASE_CONECTONS"):
        monkeypatch.setenv(name, "x")
    (tmp_path / ".env").write_text("discord_tokn=x\nDATABASE_USER=x\nSPEED=9\nLOG_LEVEL=INFO\n")
    assert unknown_settings() == [
        "DATABASE_CONECTONS is not a setting: did you mean DATABASE_CONNECTIONS?",
        "DATABSE_URL is not a setting: did you mean DATABASE_URL?",
        "DISCORD_TOKN in .env is not a setting: did you mean DISCORD_TOKEN?",
        "DATABASE_USER in .env is not a setting: did you mean DATABASE_URL?",
        "SPEED in .env is not a setting: .env.example has them all.",
    ]
    assert faults()[1:] == unknown_settings()  # DISCORD_TOKEN is missing, and that is why


def slips_of(name):
    """Its letters turned, lost, mistaken and doubled: at both ends, and in the middle."""
    for at in (0, len(name) // 2, len(name) - 2):
        yield name[:at] + name[at + 1] + name[at] + name[at + 2 :]
        yield name[:at] + "X" + name[at + 1 :]
        yield name[:at] + name[at] + name[at:]
        if len(name) > 5:
            yield name[:at] + name[at + 1 :]


def test_a_slip_in_any_name_is_reported_wherever_it_is_set(tmp_path, monkeypatch):
    """Whether or not the setting itself is set too, as by compose and the image."""
    meant = {slip: name for name in NAMES for slip in slips_of(name) if slip not in NAMES}
    for slip in meant:
        monkeypatch.setenv(slip, "1")
    expected = [f"{slip} is not a setting: did you mean {meant[slip]}?" for slip in sorted(meant)]
    assert unknown_settings() == expected
    (tmp_path / ".env").write_text("".join(f"{slip}=1\n" for slip in meant))
    monkeypatch.setenv("STATUS_AT", "8080")
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:////data/x")
    assert {line.split()[0] for line in unknown_settings()} == {*meant}


OF_OTHERS = """
    DATABASE_URL_TEST TEST_DATABASE_URL DATABASE_URI DATABASE_USER DATABASE_HOST DATABASE_SSL PAUSE
    HOSTS PORT FONT STATUS LOG_FILE LOG_DIR DISCORD_APP_ID DISCORD_ID DISCORD_GUILD BASE_URL PATH
    POSTGRES_PASSWORD TZ HOSTNAME LOCAL_USER STATUS_ID BACKUP_DIR
"""


def test_names_of_other_programs_are_not_reported(tmp_path, monkeypatch):
    """Nor is a name that is one letter away from a setting that is set, too."""
    (tmp_path / ".env").write_text("POSTGRES_PASSWORD=x\nCOMPOSE_FILE=compose.postgres.yaml\n")
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///games.sqlite3")
    for name in OF_OTHERS.split():
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("LOGLEVEL", "")
    assert unknown_settings() == []


# --- shards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["", "sqlite+aiosqlite://"])
def test_shards_of_other_processes_need_a_database_that_can_be_shared(url, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", url)
    for own in ("auto", "0/1", "0-1/2"):
        monkeypatch.setenv("SHARDS", own)
        assert Settings.load().shards is not None
    for some in ("0/2", "1/2", "1-3/4"):
        monkeypatch.setenv("SHARDS", some)
        (line,) = faults()
        assert line.startswith(
            "SHARDS leaves some shards to other processes, which can share only a PostgreSQL "
            "database with this one: leave it out for one connection, or "
        )
    monkeypatch.setenv("DATABASE_URL", "postgres://rivers@host/games")
    assert str(Settings.load().shards) == "1-3/4"


# --- secrets in files and in systemd's credentials -----------------------------------------------


CREDENTIAL = "systemd's credential DISCORD_TOKEN"


@pytest.fixture(params=["DISCORD_TOKEN_FILE", CREDENTIAL])
def secret(request, tmp_path, monkeypatch):
    """A token file by either way; the parameter is its name in errors."""
    folder = tmp_path / "secrets"
    folder.mkdir()
    if request.param == CREDENTIAL:
        monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(folder))
    else:
        monkeypatch.setenv("DISCORD_TOKEN_FILE", str(folder / "DISCORD_TOKEN"))
    return folder / "DISCORD_TOKEN"


@pytest.fixture
def source(secret, request):
    return str(request.node.callspec.params["secret"])


def test_a_token_in_a_file_of_its_own(secret, monkeypatch):
    secret.write_text(f"\ufeff{TOKEN}\n", "utf-8")
    assert token_given()
    assert Settings.load().discord_token.get_secret_value() == TOKEN
    assert CheckSettings.load().token == TOKEN
    monkeypatch.setenv("DISCORD_TOKEN", f"{TOKEN} ")  # the same once more
    assert Settings.load().discord_token.get_secret_value() == TOKEN


def test_two_tokens_are_one_too_many(secret, source, monkeypatch):
    secret.write_text(TOKEN)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN.replace("M", "N"))
    for load in (token_given, Settings.load, CheckSettings.load):
        assert faults(load) == [
            f"DISCORD_TOKEN and {source} are set to different values: leave only one of them."
        ]


@pytest.mark.usefixtures("log_as_before")
@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda file: file.mkdir(), "cannot be read: Is a directory."),
        (lambda file: file.symlink_to("nowhere"), "cannot be read: No such file or directory."),
        (lambda file: file.write_text(" \n"), "is empty."),
        (lambda file: file.write_bytes(b"\xff\xfe"), "cannot be read: it must be saved as UTF-8."),
        (lambda file: file.write_text(TOKEN * 100), "is longer than 4096 characters."),
    ],
)
def test_a_file_that_holds_no_token(make, fault, secret, source, capsys):
    make(secret)
    for load in (token_given, Settings.load, CheckSettings.load):
        assert faults(load) == [f"The file of {source} {fault}"]
    for arguments in ([], ["--discord"], ["check"]):
        assert main(arguments) == 78
        assert capsys.readouterr().err == f"The file of {source} {fault}\n"


def test_the_content_of_the_file_is_checked_and_not_shown(secret):
    for wrong in (f"{TOKEN}\n{TOKEN}", "\0\1\2", "hunter2"):
        secret.write_text(wrong)
        (line,) = faults()
        assert line.startswith("DISCORD_TOKEN ")
        assert wrong not in line


def test_a_path_that_leads_to_no_token(tmp_path, monkeypatch):
    """The path is not shown: it may be the token itself."""
    for path in ("nowhere", TOKEN, "/"):
        monkeypatch.setenv("DISCORD_TOKEN_FILE", path)
        (line,) = faults()
        assert line.startswith("The file of DISCORD_TOKEN_FILE cannot be read: ")
        assert TOKEN not in line
    monkeypatch.delenv("DISCORD_TOKEN_FILE")
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN_FILE=to\0ken\n")
    assert faults() == ["The file of DISCORD_TOKEN_FILE cannot be read: its path has a NUL in it."]


def test_a_path_in_env(tmp_path):
    (tmp_path / "token").write_text(TOKEN)
    (tmp_path / ".env").write_text("DISCORD_TOKEN_FILE=token\n")
    assert token_given()
    assert unknown_settings() == []


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    """A service's settings under another user: the test drops root's right to read them."""
    secret = tmp_path / ".env"
    secret.write_text(f"DISCORD_TOKEN={TOKEN}\n")
    secret.chmod(0)
    tmp_path.chmod(0o755)
    root = os.geteuid() == 0
    if root:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        for load in (token_given, Settings.load, LocalSettings.load):
            assert faults(load) == ["The file .env cannot be read: Permission denied."]
        monkeypatch.chdir("/")
        monkeypatch.setenv("DISCORD_TOKEN_FILE", str(secret))
        assert faults() == ["The file of DISCORD_TOKEN_FILE cannot be read: Permission denied."]
    finally:
        if root:
            os.seteuid(0)


def test_a_credential_of_another_name_is_none_of_the_bot_s(tmp_path, monkeypatch):
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    (tmp_path / "discord").write_text(TOKEN)
    assert not token_given()


def test_a_database_in_a_file_of_its_own(tmp_path, monkeypatch):
    url = "postgresql://user:hunter2@host/games"
    (tmp_path / "url").write_text(f"{url}\n")
    monkeypatch.setenv("DATABASE_URL_FILE", "url")
    assert CheckSettings.load().database_url == LocalSettings.load().database_url == url
    monkeypatch.setenv("DATABASE_URL", "postgresql://user:hunter3@host/games")
    assert faults(CheckSettings.load) == [
        "DATABASE_URL and DATABASE_URL_FILE are set to different values: leave only one of them."
    ]
